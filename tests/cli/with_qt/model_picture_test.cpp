#include "tests/support/cli/picture.h"
#include "tests/support/cli/results.h"
#include "tests/support/core/cases.h"

#include <gtest/gtest.h>

namespace heedmap::test {
namespace {

TEST(ModelPicture, DrawsTheChosenHeads) {
    HEEDMAP_CASE(folder, "models/gpt2_tiny");
    const TemporaryFolder out;
    const Finished drawn = runHeedmap({"model", folder, "--text", "The cat", "--head", "0", "-o", out.path("h.png")});
    EXPECT_EQ(drawn.status, 0) << drawn.errors;
    EXPECT_GT(readPicture(out.path("h.png")).width, 100);
}

} // namespace
} // namespace heedmap::test
