// The program with its window.
#pragma once

namespace heedmap {

// Runs until the window is closed; returns the exit status.
int runWindow(int argc, char** argv);

} // namespace heedmap
