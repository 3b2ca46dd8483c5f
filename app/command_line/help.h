// The look of --help: one usage line a form, options in groups, examples at the end.
#pragma once

#include <CLI/CLI.hpp>

namespace heedmap::command_line {

class Help : public CLI::Formatter {
public:
    Help() {
        column_width(34);
        label("Positionals", "Arguments");
        label("Subcommands", "Commands");
    }

    std::string make_usage(const CLI::App* app, std::string name) const override;
    std::string make_positionals(const CLI::App* app) const override;
};

} // namespace heedmap::command_line
