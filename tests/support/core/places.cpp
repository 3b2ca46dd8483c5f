#include "tests/support/core/places.h"

namespace heedmap::test {

std::string sourceFolder() {
    return HEEDMAP_SOURCE_DIR;
}

std::string builtProgram() {
    return HEEDMAP_PROGRAM;
}

} // namespace heedmap::test
