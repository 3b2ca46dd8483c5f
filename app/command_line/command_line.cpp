#include "app/command_line/command_line.h"

#include "app/command_line/command.h"
#include "app/command_line/printing.h"
#include "app/command_line/toolkit.h"
#include "app/command_line/usage_errors.h"
#include "app/command_line/words.h"
#include "core/files/output_file.h"
#include "core/kernels/target.h"
#include "core/nearest_word.h"
#include "core/tensor/file_memory.h"
#include "core/threads.h"
#include "core/version.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <unistd.h>

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

// The look of --help: one usage line a form, options in groups, examples at the end.
class Help : public CLI::Formatter {
public:
    Help() {
        column_width(34);
        label("Positionals", "Arguments");
    }

    std::string make_usage(const CLI::App* app, std::string) const override {
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
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        std::string text = Formatter::make_help(app, std::move(name), mode);
        for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at))
            text.erase(at, 1);
        return text;
    }
};

void leave(int number) {
    files::removeUnfinishedOutputs();
    _exit(128 + number);
}

void leaveCleanlyWhenInterrupted() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        struct sigaction present {};
        sigaction(number, nullptr, &present);
        if (present.sa_handler == SIG_IGN) // a job in the background (nohup), which is not to be interrupted
            continue;
        struct sigaction action {};
        action.sa_handler = leave;
        sigaction(number, &action, nullptr);
    }
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // beyond the limit of a file's size writing fails, and says so
}

// An option by how it is written, without what follows "="; null: the command has none of this name.
const CLI::Option* optionNamed(const CLI::App& command, const std::string& word) {
    return command.get_option_no_throw(word.substr(0, word.find('=')));
}

// What the parser gives as text: it stops only where the last word should have a value after it, or a flag has one.
Error errorOf(const CLI::ParseError& wrong, const CLI::App& command, const std::vector<std::string>& words) {
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&wrong) != nullptr) {
        if (const CLI::Option* const last = optionNamed(command, words.back()))
            return makeError(valueMissing, {last->get_name(), last->get_type_name()}).in(last->get_name());
    }
    if (dynamic_cast<const CLI::ConversionError*>(&wrong) != nullptr) {
        for (const std::string& word : words) {
            const CLI::Option* const option = optionNamed(command, word);
            if (option != nullptr && option->get_items_expected_max() == 0 && word.find('=') != std::string::npos)
                return makeError(flagValue).in(option->get_name());
        }
    }
    return makeError(notUnderstood, {wrong.what()});
}

// An option with one value that is given twice, or a value given as "" where only text may be empty.
Result<void> checkValues(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_items_expected_max() == 1 && option->count() > 1)
            return makeError(givenTwice).in(option->get_name());
    }
    for (const CLI::Option* option : command.get_options()) {
        const std::vector<std::string>& values = option->results();
        if (option->get_name() != "--title" && std::find(values.begin(), values.end(), "") != values.end())
            return makeError(emptyWord).in(option->get_name());
    }
    return {};
}

class Program {
public:
    explicit Program(const Toolkit* toolkit) {
        program_.formatter(std::make_shared<Help>());
        program_.set_help_flag("-h,--help", "this help");
        program_.set_version_flag("--version", std::string("heedmap ") + version, "the version");
        program_.footer(ending);
        program_.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast); // checkValues() refuses it
        commands_.push_back(renderCommand(toolkit));
        commands_.push_back(attendCommand());
        commands_.push_back(compareCommand());
        commands_.push_back(infoCommand());
        commands_.push_back(modelCommand(toolkit));
        commands_.push_back(pairsCommand());
        commands_.push_back(alignCommand(toolkit));
        commands_.push_back(costCommand());
        for (const auto& command : commands_) {
            CLI::App* const options = command->addTo(program_);
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
        } catch (const WrongWord& wrong) {
            return report(wrong.error);
        } catch (const CLI::ParseError& wrong) {
            const std::vector<std::string> words(argv + 1, argv + argc);
            const auto isNamed = [&](const CLI::App* command) {
                return std::ranges::find(words, command->get_name()) != words.end();
            };
            const auto named = std::ranges::find_if(options_, isNamed); // there is one: run() has looked
            return report(errorOf(wrong, **named, words));
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
        if (const auto checked = checkValues(options); !checked)
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

std::string_view bareName(std::string_view word) {
    word.remove_prefix(word.starts_with("--") ? 2 : 1);
    return word.substr(0, word.find('='));
}

Error optionError(const std::string& name, const std::vector<CLI::App*>& commands) {
    std::vector<std::string> owners;
    for (const CLI::App* command : commands) {
        if (command->get_option_no_throw(name) != nullptr)
            owners.push_back(command->get_name());
    }
    if (!owners.empty())
        return makeError(commandMissing, {listed(owners), owners.front()}).in(name);
    return makeError(unknownOption, {suggestion(meantWord(name, std::vector<std::string>{"--help", "--version"}),
                                                "heedmap --help lists what there is")})
        .in(name);
}

// The words of a command line without a command: files for the window, and options of the toolkit. Errors:
// commandMissing, unknownOption.
Result<void> checkWindowWords(const std::vector<std::string>& words, const std::vector<CLI::App*>& commands,
                              std::span<const ToolkitOption> options) {
    std::error_code ignored;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word.size() < 2 || word.front() != '-' || word == "--" || std::filesystem::exists(word, ignored))
            continue;
        const auto option = std::ranges::find(options, bareName(word), &ToolkitOption::name);
        if (option == options.end())
            return optionError(word.substr(0, word.find('=')), commands);
        if (option->takesValue && word.find('=') == std::string::npos)
            ++i;
    }
    return {};
}

constexpr ErrorKind noWindow{"this heedmap was built without Qt; heedmap --help lists what it can do", Fault::usage};

int openWindow(int argc, char** argv, const Toolkit* toolkit) {
    if (toolkit == nullptr)
        return static_cast<int>(report(makeError(noWindow).in("the window")));
    return toolkit->runWindow(argc, argv);
}

// None: the words are for the window.
std::optional<ExitCode> runWords(int argc, char** argv, const Toolkit* toolkit) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string& first = words.front();
    Program program(toolkit);
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
    const auto ofToolkit = toolkit == nullptr ? std::span<const ToolkitOption>() : toolkit->options();
    if (const auto checked = checkWindowWords(words, program.commands(), ofToolkit); !checked)
        return report(checked.error());
    return std::nullopt;
}

} // namespace

int run(int argc, char** argv, const Toolkit* toolkit) {
    if (const char* const target = std::getenv("HEEDMAP_TARGET"); target != nullptr && *target != '\0') {
        const std::vector<std::string> known = kernels::availableTargets();
        if (std::find(known.begin(), known.end(), lowerCase(target)) == known.end())
            return static_cast<int>(
                report(makeError(unknownWord, {target, "this processor has " + listed(known)}).in("HEEDMAP_TARGET")));
    }
    if (argc < 2)
        return openWindow(argc, argv, toolkit);
    const auto outOfMemory = [&] {
        return static_cast<int>(report(makeError(notEnoughMemory).in(argv[1])));
    };
    try {
        if (const std::optional<ExitCode> code = runWords(argc, argv, toolkit))
            return static_cast<int>(*code);
    } catch (const std::bad_alloc&) {
        return outOfMemory();
    } catch (const std::length_error&) { // more than any memory holds
        return outOfMemory();
    } catch (const std::runtime_error& failure) { // nothing of ours throws: a thread that could not be started
        return static_cast<int>(report(makeError(notEnoughThreads, {failure.what()}).in(argv[1])));
    }
    return openWindow(argc, argv, toolkit);
}

} // namespace heedmap::command_line
