// Outputs that cannot be written and commands that are interrupted: nothing half-written is left, what stood there
// stays.
#include "core/files/writers.h"
#include "tests/support/cli/program.h"
#include "tests/support/core/skip.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

namespace heedmap::test {
namespace {

// A matrix whose numbers take a while to be written as text.
std::string largeInput(const TemporaryFolder& folder) {
    MatrixD matrix(1000, 1000);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix(i) = 1 / static_cast<double>(i + 3);
    EXPECT_TRUE(files::writeNpy(folder.path("large.npy"), makeTensor(matrix).view).ok());
    return folder.path("large.npy");
}

TEST(Failure, FullDeviceIsSaid) {
    RunOptions options;
    options.output = "/dev/full";
    for (const char* const format : {"csv", "tsv", "npy", "npz", "json"}) {
        const Finished finished = runHeedmap({"render", "pair:three-keys", "-o", "-", "--format", format}, options);
        EXPECT_EQ(finished.status, 4) << format << ": " << finished.errors;
        EXPECT_TRUE(finished.errors.ends_with("No space left on device\n")) << finished.errors;
    }
}

TEST(Failure, FullDiskLeavesWhatStoodThere) {
    const TemporaryFolder folder;
    const std::string input = largeInput(folder);
    for (const char* const format : {"csv", "tsv", "npy", "npz", "json"}) {
        const std::string output = folder.file(std::string("out.") + format, "what stood there");
        RunOptions options;
        options.largestFile = 3000;
        const Finished finished = runHeedmap({"render", input, "-o", output}, options);
        EXPECT_EQ(finished.status, 4) << format << ": " << finished.errors;
        EXPECT_TRUE(finished.errors.starts_with("heedmap: " + output + ": writing stopped after ")) << finished.errors;
        EXPECT_EQ(contentsOf(output), "what stood there") << format;
    }
    EXPECT_EQ(folder.entries(), 6U); // the input and the five that stood there
}

TEST(Failure, PlacesThatCannotBeWritten) {
    const TemporaryFolder folder;
    const std::string path = folder.path("absent/x.csv");
    const Finished finished = runHeedmap({"render", "pair:three-keys", "-o", path});
    EXPECT_EQ(finished.status, 4);
    EXPECT_EQ(finished.errors, "heedmap: " + path + ": the file cannot be written: No such file or directory\n");
    EXPECT_EQ(folder.entries(), 0U);
}

TEST(Failure, AReaderWhoLeavesIsNoErrorWorthALine) {
    const TemporaryFolder folder;
    const std::string input = largeInput(folder);
    for (const char* const format : {"csv", "json", "npy"}) {
        Running running({"render", input, "-o", "-", "--format", format});
        ASSERT_TRUE(running.readsByte());
        running.closeOutput();
        const std::string said = running.errorsUntil("heedmap: standard output");
        EXPECT_EQ(said.find("standard output"), std::string::npos) << format << ": " << said;
        EXPECT_EQ(running.wait(), 4) << format;
    }
}

TEST(Failure, InterruptedWhileWriting) {
    const TemporaryFolder folder;
    const std::string input = largeInput(folder);
    Running running({"render", input, "-o", "-", "--format", "csv"});
    ASSERT_TRUE(running.readsByte()); // it is in the midst of writing, and waits for a reader
    running.interrupt();
    EXPECT_EQ(running.wait(), 130);
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(Failure, ProgressIsDrawnOnATerminalAndErased) {
    if (!hasTerminal())
        HEEDMAP_SKIP("no pseudo-terminal can be opened here");
    const TemporaryFolder folder;
    Running running({"render", largeInput(folder), "-o", "-", "--format", "csv"}, true);
    ASSERT_TRUE(running.readsByte());
    const std::string drawn = running.errorsUntil("%"); // after a second in which nobody read the output
    EXPECT_NE(drawn.find("heedmap: writing"), std::string::npos) << drawn;
    EXPECT_EQ(running.wait(), 0);
    EXPECT_TRUE(running.errorsUntil("\n").ends_with("\r\033[K"));
}

} // namespace
} // namespace heedmap::test
