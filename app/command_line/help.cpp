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

std::string Help::make_positionals(const CLI::App* app) const {
    const std::string text = Formatter::make_positionals(app);
    return text.empty() ? text : text + "\n";
}

} // namespace heedmap::command_line
