// The look of --help: one usage line a form, options in groups, examples at the end.
#pragma once

#include <CLI/CLI.hpp>

namespace heedmap::command_line {

class Help : public CLI::Formatter {
public:
    Help() {
        column_width(34);
        label("Positionals", "Arguments");
    }

    std::string make_usage(const CLI::App* app, std::string name) const override;
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

} // namespace heedmap::command_line
