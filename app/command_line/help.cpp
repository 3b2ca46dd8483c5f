#include "app/command_line/help.h"

namespace heedmap::command_line {

std::string Help::make_usage(const CLI::App* app, std::string) const {
    if (app->get_parent() == nullptr)
        return "\nheedmap [INPUT...]           the window\n"
               "heedmap COMMAND [options]    a command; heedmap COMMAND --help says more\n";
    std::string line = "\nheedmap " + app->get_name();
    for (const CLI::Option* option : app->get_options()) {
        if (option->get_positional())
            line += " " + option->get_name(true, false) + (option->get_expected_max() > 1 ? "..." : "");
    }
    const bool writes = app->get_option_no_throw("--output") != nullptr;
    return line + (writes ? " -o OUT" : "") + " [options]\n";
}

// The parts begin and end with empty lines; one between two of them is enough.
std::string Help::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
    std::string text = Formatter::make_help(app, std::move(name), mode);
    for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at))
        text.erase(at, 1);
    return text;
}

} // namespace heedmap::command_line
