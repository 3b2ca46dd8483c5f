// A program built without Qt: it has no window and draws no framed pictures, and says so in one sentence.
#include "tests/support/cli/program.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

namespace heedmap::test {
namespace {

TEST(WithoutQt, TheWindowIsNotThere) {
    const TemporaryFolder folder;
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{}, {folder.file("x.csv", "1,0\n0,1\n")}, {"./absent.npy"}}) {
        const Finished finished = runHeedmap(words);
        EXPECT_EQ(finished.status, 2);
        EXPECT_EQ(finished.output, "");
        EXPECT_EQ(finished.errors,
                  "heedmap: the window: this heedmap was built without Qt; heedmap --help lists what it can do\n");
    }
}

TEST(WithoutQt, FramedPicturesAreNotDrawn) {
    const TemporaryFolder folder;
    for (const std::string format : {"png", "svg", "pdf"}) {
        const std::string path = folder.path("x." + format);
        for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
                 {"render", "pair:three-keys", "-o", path},
                 {"align", "--model", "english-chinese-dot", "--source", "I love you", "--target", "我", "-o", path}}) {
            const Finished finished = runHeedmap(words);
            EXPECT_EQ(finished.status, 2) << words.front();
            EXPECT_EQ(finished.errors, "heedmap: " + format +
                                           ": this heedmap was built without Qt and draws no such picture; it writes "
                                           "numbers, and PNG with render --bare\n");
        }
    }
    EXPECT_EQ(folder.entries(), 0U);
}

TEST(WithoutQt, BarePicturesAndNumbersAreWritten) {
    const TemporaryFolder folder;
    for (const std::string name : {"x.png", "x.csv", "x.npz"}) {
        std::vector<std::string> words{"render", "pair:three-keys", "--score", "dot", "-o", folder.path(name)};
        if (name == "x.png")
            words.emplace_back("--bare");
        const Finished finished = runHeedmap(words);
        EXPECT_EQ(finished.status, 0) << finished.errors;
        EXPECT_GT(contentsOf(folder.path(name)).size(), 20U);
    }
}

} // namespace
} // namespace heedmap::test
