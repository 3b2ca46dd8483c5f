#include "app/command_line/command_line.h"

#include "app/command_line/command.h"
#include "app/command_line/exit_code.h"
#include "app/command_line/help.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/parse_failure.h"
#include "app/command_line/printing.h"
#include "app/command_line/usage_errors.h"
#include "app/command_line/window_words.h"
#include "app/command_line/words.h"
#include "core/kernels/target.h"
#include "core/nearest_word.h"
#include "core/tensor/file_memory.h"
#include "core/threads.h"
#include "core/version.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace heedmap::command_line {

namespace {

constexpr const char* about = "Heedmap: look at attention. Without a command it opens the window; with one it needs no "
                              "screen.";
constexpr const char* ending =
    R"(Exit status: 0 done; 2 the command line is wrong; 3 an input cannot be read or does not fit; 4 an output cannot be
written; 128 and the number of the signal
that ended it (130 by Ctrl+C). An output is either complete or not there.)";

inline constexpr ErrorKind notEnoughThreads{"the system lets no more threads start (%1); raise the limit of processes"};
inline constexpr ErrorKind notEnoughMemory{"there is not enough memory for this; take a smaller part of the input"};

class Program {
public:
    Program() {
        program_.formatter(std::make_shared<Help>());
        program_.set_help_flag("-h,--help", "this help");
        program_.set_version_flag("--version", std::string("heedmap ") + version, "the version");
        program_.footer(ending);
        for (auto make :
             {renderCommand, attendCommand, compareCommand, infoCommand, modelCommand, pairsCommand, alignCommand,
              costCommand}) {
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

    const std::vector<CLI::App*>& commands() const { return options_; }

    ExitCode run(int argc, char** argv) {
        leaveCleanlyWhenInterrupted();
        fitProcessorsToThreads(2, 0); // those that compute with the first one, those of the toolkit, one for progress
        try {
            program_.parse(argc, argv);
        } catch (const CLI::Success& asked) { // --help, --version
            std::ostringstream text;
            program_.exit(asked, text);
            print(text.str());
            return finish({});
        } catch (const CLI::ParseError& wrong) {
            return report(errorOf(wrong));
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
        if (const auto checked = checkNoEmptyWords(options); !checked)
            return report(checked.error());
        const auto done = command.run();
        if (done)
            return finish({});
        Error error = done.error();
        if (error.file.empty())
            error.file = options.get_name();
        return finish(error);
    }

    // Standard output that was lost is a failure too, if not the first.
    static ExitCode finish(const Result<void>& done) {
        const auto printed = finishPrinting();
        if (!done)
            return report(done.error());
        if (const auto vanished = FileMemory::anyProblem()) // what was made of it is not to be trusted
            return report(*vanished);
        return printed ? ExitCode::done : report(printed.error());
    }

    static Error unknownOptionError(const CLI::App& command, const std::string& given) {
        std::vector<std::string> known;
        for (const CLI::Option* option : command.get_options()) {
            for (const std::string& name : option->get_lnames())
                known.push_back("--" + name);
        }
        const std::string name = given.substr(0, given.find('='));
        const std::string help = "heedmap " + command.get_name() + " --help lists them";
        return makeError(unknownOption, {suggestion(meantWord(name, known), help)}).in(command.get_name() + " " + name);
    }

    CLI::App program_{about, "heedmap"};
    std::vector<std::unique_ptr<Command>> commands_;
    std::vector<CLI::App*> options_;
};

std::string lowerCase(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// A word that could only be a command: no file of this name, nothing that looks like a path or an option.
bool looksLikeCommand(const std::string& word) {
    std::error_code ignored;
    return word.find_first_of("./:#-\\") == std::string::npos && !std::filesystem::exists(word, ignored);
}

Error unknownCommandError(const std::string& word, const std::vector<std::string>& names) {
    const std::string meant = meantWord(word, names);
    return makeError(unknownCommand, {suggestion(meant.empty() ? meant : "\"heedmap " + meant + "\"",
                                                 "heedmap --help lists the commands")})
        .in(word);
}

std::optional<ExitCode> runWords(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string& first = words.front();
    Program program;
    const std::vector<std::string> names = program.names();
    const auto isCommand = [&](const std::string& word) {
        return std::find(names.begin(), names.end(), word) != names.end();
    };
    const bool asksForHelp = first == "--help" || first == "-h";
    if (asksForHelp || first == "--version") {
        if (words.size() > 1 && !(asksForHelp && isCommand(words[1])))
            return report(makeError(standsAlone, {words[1]}).in(first));
        return program.run(argc, argv);
    }
    if (isCommand(first))
        return program.run(argc, argv);
    if (looksLikeCommand(first))
        return report(unknownCommandError(first, names));
    if (const auto checked = checkWindowWords(words, program.commands()); !checked)
        return report(checked.error());
    return std::nullopt;
}

} // namespace

std::optional<int> run(int argc, char** argv) {
    if (const char* const target = std::getenv("HEEDMAP_TARGET"); target != nullptr && *target != '\0') {
        const std::vector<std::string> known = kernels::availableTargets();
        if (std::find(known.begin(), known.end(), lowerCase(target)) == known.end())
            return static_cast<int>(
                report(makeError(unknownWord, {target, "this processor has " + listed(known)}).in("HEEDMAP_TARGET")));
    }
    if (argc < 2)
        return std::nullopt;
    const auto outOfMemory = [&] {
        return static_cast<int>(report(makeError(notEnoughMemory).in(argv[1])));
    };
    try {
        const std::optional<ExitCode> code = runWords(argc, argv);
        return code ? std::optional(static_cast<int>(*code)) : std::nullopt;
    } catch (const std::bad_alloc&) {
        return outOfMemory();
    } catch (const std::length_error&) { // more than any memory holds
        return outOfMemory();
    } catch (const std::runtime_error& failure) { // nothing of ours throws: a thread that could not be started
        return static_cast<int>(report(makeError(notEnoughThreads, {failure.what()}).in(argv[1])));
    }
}

} // namespace heedmap::command_line
