// The program; without Qt it has no window and draws no pictures.
#include "app/command_line/command_line.h"
#ifdef HEEDMAP_WITH_QT
#include "app/toolkit/qt_toolkit.h"
#endif

int main(int argc, char** argv) {
#ifdef HEEDMAP_WITH_QT
    const heedmap::QtToolkit toolkit;
    return heedmap::command_line::run(argc, argv, &toolkit);
#else
    return heedmap::command_line::run(argc, argv, nullptr);
#endif
}
