// Window or command line.
#include "app/command_line/command_line.h"
#include "app/window.h"

int main(int argc, char** argv) {
    if (const auto status = heedmap::command_line::run(argc, argv))
        return *status;
    return heedmap::runWindow(argc, argv);
}
