#include "cases.h"

#include "tests/support/core/places.h"

#include <cstdlib>

namespace heedmap::test {

std::optional<std::filesystem::path> casesFolder() {
    const char* given = std::getenv("HEEDMAP_CASES");
    const std::filesystem::path folder = given ? given : sourceFolder() + "/../shared/cases";
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        return std::nullopt;
    return folder;
}

} // namespace heedmap::test
