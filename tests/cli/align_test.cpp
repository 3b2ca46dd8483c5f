#include "tests/support/cli/program.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heedmap::test {
namespace {

// Trained once for all tests of a process.
class Align : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = new TemporaryFolder;
        trained_ = runHeedmap({"align", "--corpus", "english-chinese", "--score", "general", "--steps", "300", "--out",
                               folder_->path("zh.safetensors"), "--report", folder_->path("zh.json")});
    }
    static void TearDownTestSuite() {
        delete folder_;
        folder_ = nullptr;
    }
    static std::string model() { return folder_->path("zh.safetensors"); }

    static TemporaryFolder* folder_;
    static Finished trained_;
};
TemporaryFolder* Align::folder_ = nullptr;
Finished Align::trained_;

TEST_F(Align, TrainsAndReports) {
    EXPECT_EQ(trained_.status, 0) << trained_.errors;
    EXPECT_EQ(trained_.errors, "");
    EXPECT_NE(trained_.output.find("1800 training pairs, 200 held out"), std::string::npos) << trained_.output;
    const auto report = nlohmann::json::parse(contentsOf(folder_->path("zh.json")));
    EXPECT_EQ(report["loss"].size(), 300U);
    EXPECT_GT(report["loss"].front().get<double>(), report["loss"].back().get<double>());
    EXPECT_GT(report["exact_match"].get<double>(), 0.8);
    EXPECT_GE(report["token_accuracy"].get<double>(), report["exact_match"].get<double>());
    EXPECT_LT(report["aer"].get<double>(), 0.2);
    EXPECT_GT(report["parameters"].get<int>(), 50000);
    EXPECT_GT(report["seconds"].get<double>(), 0);
}

TEST_F(Align, TranslatesAndWritesAlpha) {
    const Finished finished = runHeedmap({"align", "--model", model(), "--source", "i eat rice today"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.output, "我 今天 吃 米饭 </s>\n");
    const std::string path = folder_->path("alpha.csv");
    EXPECT_EQ(runHeedmap({"align", "--model", model(), "--source", "I love you", "-o", path}).status, 0);
    EXPECT_GT(contentsOf(path).size(), 100U);
}

// What is written can be computed with again: α comes out as it was.
TEST_F(Align, TheArraysOfASentenceGiveItsAlphaAgain) {
    const std::string path = folder_->path("pair.npz");
    const Finished finished =
        runHeedmap({"align", "--model", model(), "--source", "I love you", "--target", "我爱你", "-o", path});
    ASSERT_EQ(finished.status, 0) << finished.errors;
    const CaseFile pair(path);
    const MatrixD alpha = pair.matrix("alpha");
    EXPECT_EQ(alpha.rows(), 4);
    EXPECT_EQ(alpha.cols(), 4);
    const std::string again = folder_->path("again.npz");
    const Finished attended = runHeedmap({"attend", "--q", path + "#Q", "--k", path + "#K", "--v", path + "#V",
                                          "--parameters", path, "--score", "general", "-o", again});
    ASSERT_EQ(attended.status, 0) << attended.errors;
    EXPECT_TRUE(near(CaseFile(again).matrix("alpha"), alpha, 1e-9, 1));
}

TEST_F(Align, NamesUnknownWords) {
    const Finished finished = runHeedmap({"align", "--model", model(), "--source", "I lvoe you"});
    EXPECT_EQ(finished.status, 0);
    EXPECT_NE(finished.errors.find("the model does not know \"lvoe\"; near it are love"), std::string::npos)
        << finished.errors;
}

TEST_F(Align, JudgesPairsOfAFile) {
    const std::string path = folder_->file("pairs.tsv", "I love you\t我 爱 你\t\t0-0 1-1 2-2\n");
    const Finished finished = runHeedmap({"align", "--model", model(), "--evaluate", path});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_NE(finished.output.find("exact match 100.00 % of 1 sentences"), std::string::npos) << finished.output;
    EXPECT_NE(finished.output.find("AER 0.00 %"), std::string::npos) << finished.output;
}

TEST_F(Align, CountsWordsFrom0OrFrom1) {
    const std::string path = folder_->file("ones.tsv", "I love you\t我 爱 你\t\t1-1 2-2 3-3\n");
    const Finished finished = runHeedmap({"align", "--model", model(), "--evaluate", path, "--base", "1"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_NE(finished.output.find("AER 0.00 %"), std::string::npos) << finished.output;
    const Finished recognised = runHeedmap({"align", "--model", model(), "--evaluate", path});
    EXPECT_EQ(recognised.output, finished.output);
    EXPECT_EQ(recognised.errors, "heedmap: note: " + path +
                                     ": links count words from 1: none is 0, and one is the number of the last word\n");
    const Finished outside = runHeedmap({"align", "--model", model(), "--evaluate", path, "--base", "0"});
    EXPECT_EQ(outside.status, 3);
    EXPECT_EQ(outside.errors,
              "heedmap: " + path + ": the link \"3-3\" points outside the 3 source and 3 target tokens (line 1)\n");
}

TEST_F(Align, KnowsTheShippedModelsByName) {
    for (const char* score : {"additive", "dot", "general", "scaled"}) {
        const Finished finished =
            runHeedmap({"align", "--model", std::string("english-chinese-") + score, "--source", "I love you"});
        EXPECT_EQ(finished.output, "我 爱 你 </s>\n") << finished.errors;
    }
}

TEST_F(Align, DrawsATypedSentenceUnderItsModels) {
    const std::string path = folder_->path("typed.json");
    const Finished finished = runHeedmap({"render", "pair:they do not wash the red cars", "-o", path});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_NE(contentsOf(path).find("voitures"), std::string::npos);
    const Finished wrong = runHeedmap({"render", "pair:they do not wsh the red cars", "-o", path});
    EXPECT_EQ(wrong.status, 3);
    EXPECT_NE(wrong.errors.find("but not \"wsh\"; near it are wash"), std::string::npos) << wrong.errors;
}

TEST_F(Align, MeasuresHowFarGradientsReach) {
    const std::string path = folder_->path("reach.json");
    const Finished finished = runHeedmap({"align", "--path-length", "48", "--report", path});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_NE(finished.output.find("attention"), std::string::npos) << finished.output;
    const auto norms = nlohmann::json::parse(contentsOf(path))["norm_by_distance"];
    for (const char* kind : {"plain", "lstm", "attention"})
        EXPECT_EQ(norms[kind].size(), 48U) << kind;
    EXPECT_LT(norms["plain"][32].get<double>(), 0.01 * norms["plain"][1].get<double>());
    EXPECT_GT(norms["attention"][32].get<double>(), 0.1 * norms["attention"][1].get<double>());
}

TEST_F(Align, TrainsWithAFileOfOnesOwn) {
    HEEDMAP_CASE(path, "corpora/eng-fra-5000.txt");
    const std::string own = folder_->path("own.safetensors");
    const Finished finished =
        runHeedmap({"align", "--corpus", path, "--score", "dot", "--steps", "5", "--half", "--out", own});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(runHeedmap({"align", "--model", own, "--source", "Go!"}).status, 0);
}

TEST_F(Align, SaysWhatIsWrong) {
    struct Row {
        std::vector<std::string> arguments;
        int status;
        std::string errors;
    };
    const std::string broken = folder_->file("broken.tsv", "a\tb\nc\n");
    for (const Row& row : {
             Row{{}, 2, "heedmap: align: needs --corpus to train, or --model\n"},
             Row{{"--corpus", "english-chinise"},
                 3,
                 "heedmap: align: there is no corpus \"english-chinise\"; did you mean \"english-chinese\"? A file has "
                 "to "
                 "be named with its path\n"},
             Row{{"--corpus", broken},
                 3,
                 "heedmap: " + broken +
                     ": a source and a target sentence with a tab between them are needed (line 2)\n"},
             Row{{"--model", model()}, 2, "heedmap: --model: needs --source or --evaluate\n"},
             Row{{"--model", model(), "--source", " "}, 3, "heedmap: --source: the source sentence is empty\n"},
             Row{{"--model", broken, "--source", "a"}, 3, ""},
             Row{{"--model", "english-chinese-additiv", "--source", "a"},
                 3,
                 "heedmap: english-chinese-additiv: there is no model or file of this name; did you mean "
                 "english-chinese-additive?\n"},
             Row{{"--model", "zzz", "--source", "a"},
                 3,
                 "heedmap: zzz: there is no model or file of this name; shipped are CORPUS-SCORE, as in "
                 "copy-additive\n"},
             Row{{"--corpus", "dates", "--steps", "0", "--out", "/nowhere/x"}, 4, ""},
             Row{{"--path-length", "1"}, 2, "heedmap: --path-length: \"1\" is not a whole number from 2 to 4096\n"},
             Row{{"--corpus", "dates", "--base", "2"}, 2, "heedmap: --base: \"2\" is not 0 or 1\n"},
         }) {
        std::vector<std::string> arguments = row.arguments;
        arguments.insert(arguments.begin(), "align");
        const Finished finished = runHeedmap(arguments);
        EXPECT_EQ(finished.status, row.status) << finished.errors;
        if (!row.errors.empty()) {
            EXPECT_EQ(finished.errors, row.errors);
        }
    }
}

} // namespace
} // namespace heedmap::test
