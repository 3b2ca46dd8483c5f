// Where a test cannot be made: it is skipped with its reason. Where everything has to be tested (HEEDMAP_REQUIRE_ALL is
// set), that is a failure, unless tests/support/allowed_skips.txt lists the test.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace heedmap::test {

struct AllowedSkip {
    std::string test;        // "Suite.Test"
    bool onlySanitized;      // with a sanitizer only
    std::string explanation; // why nothing is lost
};
std::vector<AllowedSkip> allowedSkips();

// Whether the test that is running may be skipped.
bool maySkip();

} // namespace heedmap::test

// Ends the running test.
#define HEEDMAP_SKIP(reason)                                                                                           \
    do {                                                                                                               \
        if (::heedmap::test::maySkip())                                                                                \
            GTEST_SKIP() << (reason);                                                                                  \
        GTEST_FAIL() << "skipped where everything has to be tested: " << (reason);                                     \
    } while (false)
