#include "core/version.h"

#include <gtest/gtest.h>

TEST(Version, HasThreeNumbers) {
    int numbers[3] = {};
    EXPECT_EQ(std::sscanf(heedmap::version, "%d.%d.%d", &numbers[0], &numbers[1], &numbers[2]), 3);
}
