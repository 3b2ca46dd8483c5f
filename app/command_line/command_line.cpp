#include "app/command_line/command_line.h"

#include "app/command_line/command.h"
#include "app/command_line/exit_code.h"
#include "app/command_line/help.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/usage_errors.h"
#include "core/nearest_word.h"
#include "core/version.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace heedmap::command_line {

namespace {

constexpr const char* about = "Heedmap: look at attention. Without a command it opens the window; with one it needs no "
                              "screen.";
constexpr const char* ending =
    R"(Exit status: 0 done; 2 the command line is wrong; 3 an input cannot be read or does not fit; 4 an output cannot be
written; 130 interrupted. An output is either complete or not there.)";

class Program {
public:
    Program() {
        program_.formatter(std::make_shared<Help>());
        program_.set_help_flag("-h,--help", "this help");
        program_.set_version_flag("--version", std::string("heedmap ") + version, "the version");
        program_.footer(ending);
        for (auto make : {renderCommand, attendCommand, compareCommand, infoCommand, pairsCommand}) {
            commands_.push_back(make());
            CLI::App* const options = commands_.back()->addTo(program_);
            options->allow_extras()->group("Commands");
            options_.push_back(options);
        }
    }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const CLI::App* options : options_)
            names.push_back(options->get_name());
        return names;
    }

    ExitCode run(int argc, char** argv) {
        try {
            program_.parse(argc, argv);
        } catch (const CLI::Success& asked) { // --help, --version
            program_.exit(asked);
            return ExitCode::done;
        } catch (const CLI::ParseError& wrong) {
            return report(makeError(notUnderstood, {wrong.what()}));
        }
        for (std::size_t i = 0; i < commands_.size(); ++i) {
            if (options_[i]->parsed())
                return run(*commands_[i], *options_[i]);
        }
        return ExitCode::done;
    }

private:
    ExitCode run(Command& command, const CLI::App& options) {
        if (const std::vector<std::string> unknown = options.remaining(); !unknown.empty())
            return report(unknownOptionError(options, unknown.front()));
        leaveCleanlyWhenInterrupted();
        const auto done = command.run();
        if (done)
            return ExitCode::done;
        Error error = done.error();
        if (error.file.empty())
            error.file = options.get_name();
        return report(error);
    }

    static Error unknownOptionError(const CLI::App& command, const std::string& given) {
        std::vector<std::string> known;
        for (const CLI::Option* option : command.get_options()) {
            for (const std::string& name : option->get_lnames())
                known.push_back("--" + name);
        }
        const std::string name = given.substr(0, given.find('='));
        return makeError(unknownOption, {nearestWord(name, known)}).in(command.get_name() + " " + name);
    }

    CLI::App program_{about, "heedmap"};
    std::vector<std::unique_ptr<Command>> commands_;
    std::vector<CLI::App*> options_;
};

// A word that could only be a command: no file of this name, nothing that looks like a path or an option.
bool looksLikeCommand(const std::string& word) {
    std::error_code ignored;
    return word.find_first_of("./:#-\\") == std::string::npos && !std::filesystem::exists(word, ignored);
}

} // namespace

std::optional<int> run(int argc, char** argv) {
    const std::string first = argc > 1 ? argv[1] : "";
    if (first.empty())
        return std::nullopt;
    Program program;
    const std::vector<std::string> names = program.names();
    const bool isCommand = std::find(names.begin(), names.end(), first) != names.end();
    if (isCommand || first == "--help" || first == "-h" || first == "--version")
        return static_cast<int>(program.run(argc, argv));
    if (looksLikeCommand(first))
        return static_cast<int>(report(makeError(unknownCommand, {nearestWord(first, names)}).in(first)));
    return std::nullopt;
}

} // namespace heedmap::command_line
