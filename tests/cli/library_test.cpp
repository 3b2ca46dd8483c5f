// The command line as a library: what its words mean, and what it says, without running the program.
#include "app/command_line/printing.h"
#include "app/command_line/words.h"
#include "core/files/output_file.h"
#include "core/session/results.h"

#include <gtest/gtest.h>

namespace heedmap::command_line {
namespace {

TEST(Words, AreSplitAndListed) {
    EXPECT_EQ(splitAtCommas("a,,b,"), (std::vector<std::string>{"a", "", "b", ""}));
    EXPECT_TRUE(splitAtCommas("").empty());
    EXPECT_EQ(listed(std::vector<std::string>{"a", "b", "c"}), "a, b or c");
}

TEST(Words, NumbersAreWholeWords) {
    const auto isPositive = [](double value) {
        return value > 0;
    };
    EXPECT_EQ(parseNumber("1e-3", "a number", isPositive).value(), 1e-3);
    for (const char* const wrong : {"", "1x", " 1", "nan", "inf", "-1"})
        EXPECT_FALSE(parseNumber(wrong, "a number", isPositive)) << wrong;
    EXPECT_EQ(parseWhole("12", "a whole number", 0, 12).value(), 12);
    EXPECT_FALSE(parseWhole("13", "a whole number", 0, 12));
}

TEST(Printing, NothingReachesTheTerminalThatItObeys) {
    EXPECT_EQ(printable("α\t\x1b[1m\xC2\x85\xff"), "α\\t\\x1b[1m\\xc2\\x85\\xff");
    EXPECT_EQ(numberOrDash({}), "-");
    EXPECT_EQ(numberOrDash(1.0 / 3), "0.333333");
}

TEST(Report, TheStatusFollowsFromTheKindOfError) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(report(makeError(unknownWord, {"a", "b"}).in("--x")), ExitCode::wrongUsage);
    EXPECT_EQ(report(makeError(outOfMemory)), ExitCode::badInput);
    EXPECT_EQ(report(makeError(files::cannotWrite, {"1", "full"}).in("x.csv")), ExitCode::badOutput);
    EXPECT_EQ(report(makeError(files::readerLeft).in("standard output")), ExitCode::badOutput);
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_TRUE(said.starts_with("heedmap: --x: there is no \"a\"; b\n")) << said;
    EXPECT_TRUE(said.ends_with("heedmap: x.csv: writing stopped after 1 bytes: full\n")) << said;
}

} // namespace
} // namespace heedmap::command_line
