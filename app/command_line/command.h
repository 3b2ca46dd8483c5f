// One command of the program: it declares its options, and runs once they are filled.
#pragma once

#include "core/result.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <vector>

namespace heedmap::command_line {

class Toolkit;

class Command {
public:
    virtual ~Command() = default;
    // The options live as long as the command.
    virtual CLI::App* addTo(CLI::App& program) = 0;
    virtual Result<void> run() = 0;
};

// `toolkit` may be null: then there are no drawn pictures.
std::unique_ptr<Command> renderCommand(const Toolkit* toolkit);
std::unique_ptr<Command> alignCommand(const Toolkit* toolkit);
std::unique_ptr<Command> modelCommand(const Toolkit* toolkit);
std::unique_ptr<Command> attendCommand();
std::unique_ptr<Command> compareCommand();
std::unique_ptr<Command> infoCommand();
std::unique_ptr<Command> pairsCommand();
std::unique_ptr<Command> costCommand();

} // namespace heedmap::command_line
