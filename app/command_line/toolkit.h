// What the command line needs a toolkit for: drawn pictures and the window. A program built without Qt has none.
#pragma once

#include "core/session/export_options.h"
#include "core/session/results.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace heedmap::command_line {

// Draws without a display, as long as it lives.
class Pictures {
public:
    virtual ~Pictures() = default;
    // A picture of all panels. Errors: those of reading, pictureTooLarge, cannotCreate, cannotWrite.
    virtual Result<void> write(const Results& results, const ExportOptions& options, const std::string& path) = 0;
};

// An option of the toolkit's own; with one dash or two.
struct ToolkitOption {
    std::string_view name;
    bool takesValue; // the next word, or what follows "="
};

class Toolkit {
public:
    virtual ~Toolkit() = default;
    virtual std::unique_ptr<Pictures> pictures() const = 0;
    virtual std::span<const ToolkitOption> options() const = 0;
    // Runs until the window is closed; returns the exit status.
    virtual int runWindow(int argc, char** argv) const = 0;
};

} // namespace heedmap::command_line
