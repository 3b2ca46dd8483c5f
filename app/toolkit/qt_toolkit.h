// The toolkit of the whole program: Qt draws the pictures and the window.
#pragma once

#include "app/command_line/toolkit.h"

namespace heedmap {

class QtToolkit : public command_line::Toolkit {
public:
    std::unique_ptr<command_line::Pictures> pictures() const override;
    std::span<const command_line::ToolkitOption> options() const override;
    int runWindow(int argc, char** argv) const override;
};

// Says on standard error that there is no font, where the machine has none. Precondition: a QGuiApplication.
void remarkMissingFonts();

} // namespace heedmap
