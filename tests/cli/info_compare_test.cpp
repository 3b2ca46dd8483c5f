#include "tests/support/cli/results.h"
#include "tests/support/core/cases.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heedmap::test {
namespace {

using nlohmann::json;

TEST(Info, DescribesRealTensors) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    const json info = jsonOf({"info", path, "--json"});
    ASSERT_EQ(info["files"].size(), 1U);
    const json file = info["files"][0];
    EXPECT_EQ(file["path"], path);
    EXPECT_EQ(file["format"], "npz");
    bool found = false;
    for (const json& tensor : file["tensors"]) {
        if (tensor["name"] == "attn_softmax") {
            found = true;
            EXPECT_EQ(tensor["dtype"], "float32");
            EXPECT_EQ(tensor["stored_dtype"], "<f4");
            EXPECT_EQ(tensor["shape"], json({12, 12, 6, 6}));
            EXPECT_EQ(tensor["minimum"], 0);
            EXPECT_EQ(tensor["maximum"], 1);
            EXPECT_EQ(tensor["sums_to_1_along"], json::array({3}));
        }
        if (tensor["name"] == "attn_masked") {
            EXPECT_EQ(tensor["negative_infinity"], 144 * 15);
            EXPECT_EQ(tensor["sums_to_1_along"], json::array());
        }
    }
    EXPECT_TRUE(found);
}

TEST(Info, FindsColumnsThatSumToOne) {
    HEEDMAP_CASE(path, "attention/translation/bahdanau2015/rnn_attentional_ex2.csv");
    const json tensor = jsonOf({"info", path, "--json"})["files"][0]["tensors"][0];
    EXPECT_EQ(tensor["shape"], json({14, 15}));
    EXPECT_EQ(tensor["sums_to_1_along"], json::array({0}));
    EXPECT_NE(runHeedmap({"info", path}).output.find("axis 0"), std::string::npos);
}

TEST(Info, TheJsonIsStable) {
    const TemporaryFolder folder;
    RunOptions options;
    options.folder = folder.path("");
    folder.file("m.csv", "1,0\n0.5,nan\n");
    const Finished finished = runHeedmap({"info", "m.csv", "--json"}, options);
    EXPECT_EQ(finished.output, R"({
  "files": [
    {
      "path": "m.csv",
      "format": "csv",
      "tokens": {
        "rows": [],
        "columns": []
      },
      "remarks": [],
      "tensors": [
        {
          "name": "",
          "stored_dtype": "text",
          "dtype": "float64",
          "shape": [
            2,
            2
          ],
          "minimum": 0.0,
          "maximum": 1.0,
          "nan": 1,
          "positive_infinity": 0,
          "negative_infinity": 0,
          "sums_to_1_along": []
        }
      ]
    }
  ]
}
)");
}

TEST(Info, AFileThatCannotBeReadDoesNotHideTheOthers) {
    const TemporaryFolder folder;
    const std::string good = folder.file("m.csv", "1,0\n0,1\n");
    const Finished finished = runHeedmap({"info", folder.path("absent.npy"), good});
    EXPECT_EQ(finished.status, 3);
    EXPECT_NE(finished.output.find("2×2"), std::string::npos) << finished.output;
    EXPECT_TRUE(finished.errors.starts_with("heedmap: " + folder.path("absent.npy") + ": ")) << finished.errors;
}

TEST(Compare, HeadsOfAFileAgreeWithNumpy) {
    HEEDMAP_CASE(path, "reference/figures.npz");
    const CaseFile expected(path);
    const json figures = jsonOf({"compare", path + "#attentions[0,0]", path + "#attentions[0,1]", "--json"});
    EXPECT_NEAR(figures["panels"][0]["entropy_nat"].get<double>(), expected.vector("entropy_nat_expected").mean(),
                1e-14);
    const json pair = figures["pairs"][0];
    EXPECT_EQ(pair["a"], "attentions[0,0]");
    EXPECT_EQ(pair["b"], "attentions[0,1]");
    EXPECT_NEAR(pair["jensen_shannon_nat"].get<double>(), expected.vector("js_nat_expected").mean(), 1e-14);
    EXPECT_NEAR(pair["total_variation"].get<double>(), expected.vector("total_variation_expected").mean(), 1e-14);
    EXPECT_NEAR(pair["cosine"].get<double>(), expected.vector("cosine_expected").mean(), 1e-14);
    EXPECT_NEAR(pair["argmax_agreement"].get<double>(), expected.vector("argmax_agreement_expected")(0), 1e-14);
}

TEST(Compare, TheAlignmentErrorRateAgainstGold) {
    const TemporaryFolder folder;
    // Row 0 has its largest weight on the sure link 0-0, row 1 on key 0, which is neither sure nor possible.
    const std::string path = folder.file("a.csv", ",x,y\nu,0.9,0.1\nv,0.7,0.3\n");
    const std::vector<std::string> compare{"compare", path, path, "--gold", folder.file("gold", "0-0 1-1\n")};
    std::vector<std::string> asJson = compare;
    asJson.emplace_back("--json");
    const json figures = jsonOf(asJson);
    EXPECT_EQ(figures["panels"][0]["alignment_error_rate"], 1 - 2.0 / 4) << "1 − (|A∩S| + |A∩P|)/(|A| + |S|)";
    const Finished table = runHeedmap(compare);
    EXPECT_NE(table.output.find("AER"), std::string::npos) << table.output;
    EXPECT_TRUE(jsonOf({"compare", path, path, "--json"})["panels"][0]["alignment_error_rate"].is_null());
    const json shipped = jsonOf({"compare", "pair:i-love-you", "--json"})["panels"];
    ASSERT_EQ(shipped.size(), 4U);
    for (const json& panel : shipped)
        EXPECT_EQ(panel["alignment_error_rate"], 0) << panel["name"];
}

TEST(Compare, OneOfABatchKeepsItsIndex) {
    HEEDMAP_CASE(path, "attention/nano_sort/nano_partials.npz");
    const json figures = jsonOf({"compare", path + "#attSm[:,1]", "--json"});
    ASSERT_FALSE(figures["panels"].empty());
    for (std::size_t layer = 0; layer < figures["panels"].size(); ++layer)
        EXPECT_EQ(figures["panels"][layer]["name"], "attSm[" + std::to_string(layer) + ",1]");
}

TEST(Compare, ScoreFunctionsOfAPair) {
    const json figures = jsonOf({"compare", "pair:three-keys", "--score", "scaled,dot,general", "--json"});
    EXPECT_EQ(figures["panels"].size(), 3U);
    EXPECT_EQ(figures["pairs"].size(), 3U);
    const double p = 0.4011120926797834, s = 0.1977758146404332;
    EXPECT_NEAR(figures["panels"][0]["entropy_nat"].get<double>(), -2 * p * std::log(p) - s * std::log(s), 1e-12);
    const Finished text = runHeedmap({"compare", "pair:three-keys", "--score", "scaled,dot"});
    EXPECT_EQ(text.status, 0);
    EXPECT_NE(text.output.find("scaled - dot"), std::string::npos) << text.output;
}

TEST(Compare, TheLargestOverHeadsIsNoDistribution) {
    const json figures = jsonOf({"compare", "pair:multi-head", "--json"});
    std::size_t most = figures["panels"].size();
    for (std::size_t i = 0; i < figures["panels"].size(); ++i) {
        const json& panel = figures["panels"][i];
        const bool isMost = panel["name"].get<std::string>().find("max") != std::string::npos;
        most = isMost ? i : most;
        for (const char* figure : {"entropy_nat", "effective_keys", "off_diagonal", "in_band", "distance", "on_sink"})
            EXPECT_EQ(panel[figure].is_null(), isMost) << panel["name"] << ", " << figure << ": " << panel[figure];
        EXPECT_TRUE(panel["largest"].is_number() && panel["peak"].is_number()) << panel["name"];
    }
    ASSERT_LT(most, figures["panels"].size());
    for (const json& pair : figures["pairs"]) {
        const std::string name = figures["panels"][most]["name"];
        const bool withMost = pair["a"] == name || pair["b"] == name;
        for (const char* figure : {"jensen_shannon_nat", "total_variation"})
            EXPECT_EQ(pair[figure].is_null(), withMost) << pair["a"] << " - " << pair["b"] << ": " << pair[figure];
        for (const char* figure : {"cosine", "correlation", "largest_difference"})
            EXPECT_TRUE(pair[figure].is_number()) << pair["a"] << " - " << pair["b"] << ", " << figure;
    }
}

TEST(Compare, FiguresThatDoNotExistAreNull) {
    const TemporaryFolder folder;
    const std::string a = folder.file("a.csv", "-1,2\n");
    const std::string b = folder.file("b.csv", "0.5,0.5\n");
    const json figures = jsonOf({"compare", a, b, "--json"});
    EXPECT_TRUE(figures["panels"][0]["entropy_nat"].is_null());
    EXPECT_TRUE(figures["pairs"][0]["jensen_shannon_nat"].is_null());
    EXPECT_EQ(figures["pairs"][0]["largest_difference"], 1.5);
    EXPECT_EQ(figures["pairs"][0]["largest_difference_at"], json({0, 0}));
}

} // namespace
} // namespace heedmap::test
