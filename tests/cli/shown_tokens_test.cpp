// Words from pieces, tokens that are left out, ranges without the first key, and What if of weights alone.
#include "tests/support/cli/results.h"
#include "tests/support/core/drawing.h"
#include "tests/support/core/near.h"

#include <gtest/gtest.h>

namespace heedmap::test {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

class ShownTokensOption : public testing::Test {
protected:
    // α of the tokens <s> Dur s ley.
    std::string weights() const {
        return folder.file("w.csv", "1,0,0,0\n0.5,0.5,0,0\n0.5,0.25,0.25,0\n0,0.5,0.25,0.25\n");
    }
    Words command(const char* name, const Words& more) const {
        const std::string tokens = "<s>,▁Dur,s,ley";
        Words words{name, weights(), "--rows", tokens, "--columns", tokens};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    TemporaryFolder folder;
};

TEST_F(ShownTokensOption, MergesPiecesInWrittenNumbers) {
    const Finished mean = runHeedmap(command("render", {"--merge-words", "-o", "-", "--format", "csv"}));
    EXPECT_EQ(mean.output, ",<s>,Dursley\n<s>,1,0\nDursley,0.3333333333333333,0.6666666666666666\n") << mean.errors;
    const Finished last = runHeedmap(command("render", {"--merge-words=last", "-o", "-", "--format", "csv"}));
    EXPECT_EQ(last.output, ",<s>,Dursley\n<s>,1,0\nDursley,0,1\n") << last.errors;
    const Finished rest =
        runHeedmap(command("render", {"--merge-words=first", "--leave-out", "special", "-o", "-", "--format", "csv"}));
    EXPECT_EQ(rest.output, ",Dursley\nDursley,1\n") << rest.errors;
    const Finished hidden =
        runHeedmap(command("render", {"--hide", "columns:0,rows:0-1", "-o", "-", "--format", "csv"}));
    EXPECT_EQ(hidden.output, ",▁Dur,s,ley\ns,0.25,0.25,0\nley,0.5,0.25,0.25\n") << hidden.errors;
}

TEST_F(ShownTokensOption, IsStatedInNumbersPicturesAndSessions) {
    const Finished numbers = runHeedmap(command("render", {"--merge-words", "-o", "-", "--format", "json"}));
    EXPECT_EQ(json::parse(numbers.output, nullptr, false)["matrices"][0]["note"],
              "pieces merged to words, columns summed, rows averaged")
        << numbers.output;
    if (!programDraws())
        return;
    const std::string picture = folder.path("words.svg");
    ASSERT_EQ(
        runHeedmap(command("render", {"--merge-words", "--leave-out", "<s>", "--range-without-first", "-o", picture}))
            .status,
        0);
    const std::string svg = contentsOf(picture); // where its lines are broken, depends on the font
    for (const char* word : {"merged", "averaged", "&lt;s&gt;; ", "renormalized", "without"})
        EXPECT_NE(svg.find(word), std::string::npos) << word;
    const Finished info = runHeedmap({"info", picture});
    EXPECT_NE(info.output.find("note: it shows pieces merged to words"), std::string::npos)
        << info.output << info.errors;
}

TEST_F(ShownTokensOption, FiguresAreThoseOfTheWords) {
    const json panels = jsonOf(command("compare", {"--merge-words", "--sort", "self", "--json"}))["panels"];
    EXPECT_EQ(panels[0]["rows"], 2);
    EXPECT_NEAR(panels[0]["self"].get<double>(), (1 + 2.0 / 3) / 2, 1e-15);
    EXPECT_NEAR(panels[0]["on_sink"].get<double>(), (1 + 1.0 / 3) / 2, 1e-15);
}

TEST_F(ShownTokensOption, AttendKeepsAlphaAndWritesWordsBeside) {
    Words arguments = command("attend", {"--merge-words"});
    arguments.erase(arguments.begin());
    const CaseFile file = attended(folder, arguments);
    EXPECT_EQ(file.matrix("alpha").rows(), 4);
    EXPECT_TRUE(near(file.matrix("shown_alpha"), MatrixD{{1, 0}, {1.0 / 3, 2.0 / 3}}, 1e-15));
    const Finished text = runHeedmap(command("attend", {"--merge-words", "-o", "-", "--format", "csv"}));
    EXPECT_NE(text.output.find("# shown_alpha\n,<s>,Dursley\n"), std::string::npos) << text.output << text.errors;
}

TEST_F(ShownTokensOption, WhatDoesNotFitIsSaid) {
    const auto errorsOf = [&](const Words& more) {
        const Finished finished = runHeedmap(command("compare", more));
        EXPECT_NE(finished.status, 0);
        return finished.errors;
    };
    EXPECT_EQ(errorsOf({"--merge-words=maen", "--sort", "self"}),
              "heedmap: --merge-words: there is no \"maen\"; did you mean \"mean\"? (one of mean, first or last)\n");
    EXPECT_EQ(errorsOf({"--leave-out", "<s>", "--hide", "s", "--sort", "self"}),
              "heedmap: --hide: cannot be used together with --leave-out\n");
    EXPECT_EQ(errorsOf({"--leave-out", "<pad>", "--sort", "self"}),
              "heedmap: --leave-out: there is no token \"<pad>\"; give a token of the input, special, rows:3 or "
              "columns:0-2, counted from 0\n");
    EXPECT_EQ(runHeedmap({"compare", weights(), "--merge-words", "--sort", "self"}).errors,
              "heedmap: --merge-words: the input has no tokens to make words of; give --tokens, or --rows and "
              "--columns\n");
    EXPECT_NE(errorsOf({"--hide", "rows:0-3", "--sort", "self"}).find("every one of the 4 rows is left out"),
              std::string::npos);
}

TEST_F(ShownTokensOption, WhatIfNeedsNoMoreThanWeights) {
    const std::string path = folder.file("what.csv", "0.8,0.2,0\n0.6,0.1,0.3\n0.5,0.25,0.25\n");
    const CaseFile file = attended(folder, {path, "--what-if", "zero:*,0"});
    EXPECT_TRUE(near(file.matrix("what_if_alpha"), MatrixD{{0, 1, 0}, {0, 0.25, 0.75}, {0, 0.5, 0.5}}, 1e-12));
    const CaseFile kept = attended(folder, {path, "--what-if", "zero:1,1", "--rest", "kept"});
    EXPECT_TRUE(near(kept.matrix("what_if_alpha"), MatrixD{{0.8, 0.2, 0}, {0.6, 0, 0.3}, {0.5, 0.25, 0.25}}, 1e-12));
    const std::string scores = folder.file("scores.csv", "1,2\n-0.5,3\n");
    const Finished refused = runHeedmap({"attend", scores, "--what-if", "zero:0,0", "-o", "-", "--format", "csv"});
    EXPECT_EQ(refused.status, 3);
    EXPECT_NE(refused.errors.find("holds -0.5 at row 1, column 0, which is no weight"), std::string::npos)
        << refused.errors;
}

} // namespace
} // namespace heedmap::test
