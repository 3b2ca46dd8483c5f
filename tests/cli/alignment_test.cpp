// Alignments of tools and of people on the command line: reading them, and AER, precision and recall against gold.
#include "tests/support/cli/program.h"
#include "tests/support/cli/results.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

namespace heedmap::test {
namespace {

using nlohmann::json;

class Alignments : public testing::Test {
protected:
    Alignments() { options_.folder = folder_.path(""); }
    Finished run(const std::vector<std::string>& words) const { return runHeedmap(words, options_); }
    json figuresOf(std::vector<std::string> words) const {
        words.emplace_back("--json");
        const Finished finished = run(words);
        EXPECT_EQ(finished.status, 0) << finished.errors;
        return json::parse(finished.output);
    }

    TemporaryFolder folder_;
    RunOptions options_;
};

TEST_F(Alignments, OnePanelIsComparedWithItsGold) {
    folder_.file("one.csv", "1,0,0\n0,1,0\n0,0,1\n");
    folder_.file("one.gold", "0-0 1-1 2-2\n");
    const json panel = figuresOf({"compare", "one.csv", "--gold", "one.gold"})["panels"][0];
    EXPECT_EQ(panel["alignment_error_rate"], 0.0);
    EXPECT_EQ(panel["precision"], 1.0);
    EXPECT_EQ(panel["recall"], 1.0);
    const Finished table = run({"compare", "one.csv", "--gold", "one.gold"});
    EXPECT_EQ(table.status, 0) << table.errors;
    EXPECT_NE(table.output.find("precision  recall"), std::string::npos) << table.output;
    EXPECT_EQ(run({"compare", "one.csv"}).status, 2) << "without gold there is nothing to compare it with";
}

TEST_F(Alignments, PanelsAreSortedByTheirErrorRate) {
    folder_.file("good.csv", "1,0\n0,1\n");
    folder_.file("bad.csv", "0.1,0.9\n0.8,0.2\n");
    folder_.file("gold", "0-0 1-1\n");
    const auto names = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"compare", "bad.csv", "good.csv", "--gold", "gold", "--sort", "aer"};
        words.insert(words.end(), more.begin(), more.end());
        std::vector<std::string> sorted;
        const json figures = figuresOf(words);
        for (const json& panel : figures["panels"])
            sorted.push_back(panel["name"]);
        return sorted;
    };
    EXPECT_EQ(names({}), (std::vector<std::string>{"good.csv", "bad.csv"}));
    EXPECT_EQ(names({"--reverse"}), (std::vector<std::string>{"bad.csv", "good.csv"}));
}

TEST_F(Alignments, LinksOfTheEndAreLeftOutOnBothSidesOrCounted) {
    folder_.file("four.csv", "1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n");
    folder_.file("four.gold", "0-0 1-1 2-2 3-3\n");
    std::vector<std::string> words{"compare",   "four.csv",   "--rows", "x,y,z,</s>",
                                   "--columns", "a,b,c,</s>", "--gold", "four.gold"};
    EXPECT_EQ(figuresOf(words)["panels"][0]["alignment_error_rate"], 0.0);
    EXPECT_NE(run(words).errors.find("four.gold: links of the end of the sentence are left out, gold (1) and found"),
              std::string::npos);
    words.emplace_back("--end");
    EXPECT_EQ(figuresOf(words)["panels"][0]["alignment_error_rate"], 0.0);
    EXPECT_NE(run(words).errors.find("are counted, gold (1) and found"), std::string::npos);
}

TEST_F(Alignments, AMatrixOfExchangedAxesIsNoticedAndExchanged) {
    folder_.file("t.csv", "0.8,0.1,0.05,0\n0.1,0.1,0.9,0.1\n0.1,0.1,0.05,0.8\n0,0.7,0,0.1\n");
    folder_.file("gold", "0-0 3-1 1-2 2-3\n");
    const Finished wrong = run({"compare", "t.csv", "--sort", "entropy", "--gold", "gold"});
    EXPECT_EQ(wrong.status, 0);
    EXPECT_NE(wrong.errors.find("t.csv: columns sum to 1 and rows do not: are source and target exchanged? --transpose "
                                "exchanges them"),
              std::string::npos)
        << wrong.errors;
    const json panel = figuresOf({"compare", "t.csv", "--gold", "gold", "--transpose"})["panels"][0];
    EXPECT_EQ(panel["alignment_error_rate"], 0.0);
    EXPECT_TRUE(panel["entropy_nat"].is_number()) << "its rows are distributions";
    EXPECT_EQ(run({"compare", "t.csv", "--gold", "gold", "--transpose"}).errors, "");
}

TEST_F(Alignments, SentencesOfAnArchiveAndTheirTotals) {
    folder_.file("marian.txt", "a b ||| 0.9,0.1,0 0.2,0.8,0 0,0,1\nc d ||| 0.9,0.1,0 0.8,0.2,0 0,0,1\n");
    folder_.file("gold", "0-0 1-1\n0-0 1p1\n");
    const json scores = figuresOf({"compare", "marian.txt", "--gold", "gold"});
    ASSERT_EQ(scores["sentences"].size(), 2U);
    EXPECT_EQ(scores["sentences"][0]["alignment_error_rate"], 0.0);
    EXPECT_EQ(scores["sentences"][1]["precision"], 0.5);
    EXPECT_EQ(scores["sentences"][1]["recall"], 1.0);
    const json all = scores["all"];
    EXPECT_EQ(all["links"], 4);
    EXPECT_EQ(all["sure"], 3);
    EXPECT_EQ(all["links_sure"], 3);
    EXPECT_EQ(all["links_possible"], 3);
    EXPECT_DOUBLE_EQ(all["alignment_error_rate"].get<double>(), 1 - 6.0 / 7)
        << "of the sums, not the mean of 0 and 1/3";
    const Finished table = run({"compare", "marian.txt", "--gold", "gold", "--sort", "aer", "--reverse"});
    EXPECT_LT(table.output.find("\n1 "), table.output.find("\n0 ")) << table.output;
    EXPECT_NE(table.output.find("\nall"), std::string::npos);
    const Finished few = run({"compare", "marian.txt", "--gold", folder_.file("three", "0-0\n0-0\n0-0\n")});
    EXPECT_EQ(few.status, 3);
    EXPECT_NE(few.errors.find("there are links for 3 sentences, but there are 2 sentences"), std::string::npos);
}

TEST_F(Alignments, LinksOfAnAligner) {
    folder_.file("links", "0-0 1-1\n0-0 0-1\n");
    folder_.file("gold", "0-0 1-1\n0p0 7-1\n");
    const json scores = figuresOf({"compare", "links", "--gold", "gold"});
    EXPECT_EQ(scores["all"]["links"], 4);
    EXPECT_EQ(scores["all"]["sure"], 3) << "also those that no link of the aligner comes near";
    EXPECT_EQ(scores["all"]["links_possible"], 3);
    folder_.file("possible", "0p0 1p1\n0p0\n");
    const json none = figuresOf({"compare", "links", "--gold", "possible"})["all"];
    EXPECT_TRUE(none["recall"].is_null());
    EXPECT_EQ(none["precision"], 0.75);
}

TEST_F(Alignments, OfToolsAreShownWithTheirTokens) {
    folder_.file("nematus.txt", "0 ||| ein Test </s> ||| 8.5 ||| a test </s> ||| 3 3\n"
                                "0.9 0.05 0.05\n0.1 0.8 0.1\n0.0 0.0 1.0\n\n"
                                "1 ||| ja ||| 1.5 ||| yes ||| 2 2\n0.75 0.25\n0 1\n");
    const json file = jsonOf({"info", folder_.path("nematus.txt"), "--json"})["files"][0];
    EXPECT_EQ(file["format"], "alignments");
    ASSERT_EQ(file["tensors"].size(), 2U);
    EXPECT_EQ(file["tensors"][0]["shape"], json({3, 3}));
    EXPECT_EQ(run({"render", "nematus.txt", "-o", "both.npz"}).status, 0) << "a panel a sentence";
    const Finished second = run({"render", "nematus.txt#1", "-o", "-", "--format", "csv"});
    EXPECT_EQ(second.status, 0) << second.errors;
    EXPECT_NE(second.output.find("yes"), std::string::npos) << second.output;
    EXPECT_NE(second.output.find("ja,0.75,0.25"), std::string::npos) << second.output;
}

TEST_F(Alignments, PossibleLinksAsDeNeroWritesThem) {
    folder_.file("p.tsv", "a b\tx y\n");
    folder_.file("p.gold", "0-0 1-1-P\n");
    const Finished finished =
        run({"align", "--model", "english-french-dot", "--evaluate", "p.tsv", "--gold", "p.gold"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_NE(finished.output.find("AER "), std::string::npos) << finished.output;
}

TEST_F(Alignments, RecallWithoutSureLinksIsNotDefined) {
    HEEDMAP_CASE(corpus, "inputs/n11_zero.tsv");
    HEEDMAP_CASE(gold, "inputs/n11_one_sp.gold");
    const Finished finished = run({"align", "--corpus",    corpus, "--score",   "dot",   "--steps",   "3", "--batch",
                                   "4",     "--embedding", "8",    "--encoder", "8",     "--decoder", "8", "--gold",
                                   gold,    "--base",      "1",    "--report",  "r.json"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_NE(finished.output.find("recall –\n"), std::string::npos) << finished.output;
    EXPECT_TRUE(json::parse(contentsOf(folder_.path("r.json")))["recall"].is_null());
}

// Words with a dot, which the tokenizer would split: the links count what blanks make.
TEST_F(Alignments, GoldCountsTheWordsOfTheCorpus) {
    const std::vector<std::pair<const char*, const char*>> words{
        {"cat", "kat"},  {"dog", "hon"}, {"sun", "sol"}, {"red", "rod"}, {"big", "stor"}, {"run", "lob"},
        {"eat", "spis"}, {"tea", "te"},  {"sea", "hav"}, {"new", "ny"},  {"old", "gam"},  {"hot", "varm"}};
    std::string text;
    std::mt19937 random(3); // the same numbers everywhere
    const auto upTo = [&](std::uint32_t count) {
        return static_cast<std::uint32_t>(random()) % count;
    };
    for (int line = 0; line < 1500; ++line) {
        const std::uint32_t length = 3 + upTo(5);
        const std::uint32_t dotted = upTo(length);
        std::string source;
        std::string target;
        std::string links;
        for (std::uint32_t i = 0; i < length; ++i) {
            const auto& [a, b] = words[upTo(static_cast<std::uint32_t>(words.size()))];
            source += std::string(i == 0 ? "" : " ") + (i == dotted ? "Mr." : a);
            target += std::string(i == 0 ? "" : " ") + (i == dotted ? "Hr." : b);
            links += (i == 0 ? "" : " ") + std::to_string(i) + "-" + std::to_string(i);
        }
        text += source + "\t" + target + "\t\t" + links + "\n";
    }
    folder_.file("mrdot.tsv", text);
    const Finished finished =
        run({"align", "--corpus", "mrdot.tsv", "--steps", "300", "--out", "m.safetensors", "--report", "r.json"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_NE(finished.errors.find("so sentences are cut at blanks alone (1500 of them would be split further)"),
              std::string::npos)
        << finished.errors;
    EXPECT_LE(json::parse(contentsOf(folder_.path("r.json")))["aer"].get<double>(), 0.1)
        << "0.4 if they counted pieces";
    const Finished translated = run({"align", "--model", "m.safetensors", "--source", "Mr. cat"});
    EXPECT_EQ(translated.errors, "") << "the model cuts at blanks, too";
    const Finished other = run({"align", "--model", "english-french-dot", "--evaluate", "mrdot.tsv"});
    EXPECT_NE(other.errors.find("the links of 1500 sentences are left out: the model splits words of theirs further"),
              std::string::npos)
        << other.errors;
    EXPECT_EQ(other.output.find("AER"), std::string::npos) << other.output;
}

} // namespace
} // namespace heedmap::test
