// The folder of real inputs with known right answers: HEEDMAP_CASES, else the one beside the repository.
#pragma once

#include "tests/support/core/skip.h"

#include <filesystem>
#include <optional>
#include <string>

namespace heedmap::test {

std::optional<std::filesystem::path> casesFolder();

} // namespace heedmap::test

// Path of a case as a string in `path`; skips the test where the cases are absent.
#define HEEDMAP_CASE(path, relative)                                                                                   \
    if (!::heedmap::test::casesFolder())                                                                               \
        HEEDMAP_SKIP("the folder of cases is absent; set HEEDMAP_CASES");                                              \
    const std::string path = (*::heedmap::test::casesFolder() / (relative)).string()
