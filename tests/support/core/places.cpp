#include "tests/support/core/places.h"

#include "tests/support/core/drawing.h"

namespace heedmap::test {

std::string sourceFolder() {
    return HEEDMAP_SOURCE_DIR;
}

std::string builtProgram() {
    return HEEDMAP_PROGRAM;
}

bool programDraws() {
#ifdef HEEDMAP_WITH_QT
    return true;
#else
    return false;
#endif
}

} // namespace heedmap::test
