#include "core/files/writers.h"
#include "tests/support/cli/numbers.h"
#include "tests/support/cli/results.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heedmap::test {
namespace {

TEST(Attend, ThreeKeysAsText) {
    const Finished finished =
        runHeedmap({"attend", "pair:three-keys", "--score", "scaled", "-o", "-", "--format", "csv"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.errors, "");
    const std::vector<std::vector<double>> tables = numbersIn(finished.output, ',');
    ASSERT_EQ(tables.size(), 3U) << finished.output; // scores, alpha, context
    expectRounded(tables[0], {0.7071067812, 0, 0.7071067812});
    expectRounded(tables[1], {0.4011120927, 0.1977758146, 0.4011120927});
    expectRounded(tables[2], {6.0166813902, 5.9610767562});
}

TEST(Attend, ThreeKeysAsArrays) {
    const TemporaryFolder folder;
    const CaseFile file = attended(folder, {"pair:three-keys", "--score", "scaled"});
    const double e = std::exp(std::sqrt(0.5));
    const MatrixD alpha{{e / (2 * e + 1), 1 / (2 * e + 1), e / (2 * e + 1)}};
    EXPECT_TRUE(near(file.matrix("alpha"), alpha, 1e-15));
    EXPECT_NEAR(file.matrix("alpha")(0), 0.4011120927, 5e-11);
    EXPECT_NEAR(file.matrix("alpha")(1), 0.1977758146, 5e-11);
    EXPECT_NEAR(file.matrix("context")(0), 6.0166813902, 5e-11);
    EXPECT_NEAR(file.matrix("context")(1), 5.9610767562, 5e-11);
    EXPECT_TRUE(near(file.matrix("scores"), MatrixD{{std::sqrt(0.5), 0, std::sqrt(0.5)}}, 1e-15));
}

TEST(Attend, SeveralScoreFunctionsHaveTheirNames) {
    const TemporaryFolder folder;
    const CaseFile file = attended(folder, {"pair:three-keys", "--score", "dot,scaled"});
    EXPECT_NEAR(file.matrix("scaled_alpha")(0), 0.4011120927, 5e-11);
    EXPECT_NEAR(file.matrix("dot_alpha")(0), std::exp(1) / (2 * std::exp(1) + 1), 1e-15);
}

TEST(Attend, StacksOfQueriesAndKeysGiveTheFilesWeights) {
    HEEDMAP_CASE(path, "attention/nano_sort/nano_partials.npz");
    const CaseFile expected(path);
    const TemporaryFolder folder;
    const CaseFile file =
        attended(folder, {"--q", path + "#q", "--k", path + "#k", "--v", path + "#v", "--mask", "causal"});
    ASSERT_EQ(file.tensor("alpha").shape(), (Shape{3, 3, 11, 11}));
    ASSERT_EQ(file.tensor("context").shape(), (Shape{3, 3, 11, 16}));
    for (Index layer = 0; layer < 3; ++layer) {
        for (Index head = 0; head < 3; ++head)
            EXPECT_TRUE(near(file.matrix("alpha", layer, head), expected.matrix("attSm", layer, head), 1e-5, 0.1))
                << layer << ", " << head;
    }
    EXPECT_EQ(file.tensor("allowed").shape(), (Shape{3, 3, 11, 11}));
    EXPECT_EQ(file.matrix("allowed", 1, 2)(0, 1), 0);
}

TEST(Attend, ScoresOfAFileGoThroughTheNormalizer) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    const CaseFile expected(path);
    const TemporaryFolder folder;
    const CaseFile file = attended(folder, {path + "#attn_masked", "--normalizer", "softmax"});
    ASSERT_EQ(file.tensor("alpha").shape(), expected.tensor("attn_softmax").shape());
    for (Index layer = 0; layer < 12; ++layer) {
        for (Index head = 0; head < 12; ++head)
            EXPECT_TRUE(near(file.matrix("alpha", layer, head), expected.matrix("attn_softmax", layer, head), 1e-6, 1))
                << layer << ", " << head;
    }
}

TEST(Attend, HeadsSplitTheColumns) {
    const TemporaryFolder folder;
    const std::string q = folder.file("q.csv", "1,0,0,2\n0,1,2,0\n");
    const std::string k = folder.file("k.csv", "1,0,1,0\n0,1,0,1\n1,1,1,1\n");
    const CaseFile both = attended(folder, {"--q", q, "--k", k, "--heads", "2"});
    ASSERT_EQ(both.tensor("alpha").shape(), (Shape{2, 2, 3}));
    const TemporaryFolder second;
    const std::string q1 = second.file("q.csv", "0,2\n2,0\n");
    const std::string k1 = second.file("k.csv", "1,0\n0,1\n1,1\n");
    const CaseFile alone = attended(second, {"--q", q1, "--k", k1});
    EXPECT_TRUE(near(toMatrixD(both.tensor("alpha").view.slice(0, 1)), alone.matrix("alpha"), 1e-15));
}

TEST(Attend, GroupedKeysAreShared) {
    HEEDMAP_CASE(path, "reference/grouped_query.npz");
    const CaseFile expected(path);
    const TemporaryFolder folder;
    const CaseFile file =
        attended(folder, {"--q", path + "#Q", "--k", path + "#K", "--v", path + "#V", "--mask", "causal"});
    for (Index head = 0; head < 4; ++head) {
        EXPECT_TRUE(near(toMatrixD(file.tensor("alpha").view.slice(0, head)),
                         toMatrixD(expected.tensor("alpha_expected").view.slice(0, head)), 1e-12))
            << head;
        EXPECT_TRUE(sumsNear(toMatrixD(file.tensor("context").view.slice(0, head)),
                             toMatrixD(expected.tensor("context_expected").view.slice(0, head)), 1e-12))
            << head;
    }
}

TEST(Attend, SequenceAndMemoryGoThroughTheProjections) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.csv", "1,0\n0,1\n");
    const std::string memory = folder.file("m.csv", "1,1\n2,0\n0,3\n");
    const std::string parameters = folder.path("p.npz");
    ASSERT_TRUE(files::writeNpz(parameters,
                                {{"W_q", makeTensor(MatrixD{{2, 0}, {0, 1}})}, {"W_v", makeTensor(MatrixD{{1}, {10}})}})
                    .ok());
    const CaseFile file =
        attended(folder, {"--x", x, "--memory", memory, "--parameters", parameters, "--score", "dot"});
    EXPECT_TRUE(near(file.matrix("scores"), MatrixD{{2, 4, 0}, {1, 0, 3}}, 1e-15));
    const MatrixD alpha = file.matrix("alpha");
    EXPECT_TRUE(near(file.matrix("context"), alpha * MatrixD{{11}, {2}, {30}}, 1e-14));
}

TEST(Attend, TheSeedDecidesTheParameters) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.csv", "1,0\n0,1\n");
    const auto alphaWith = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"--x", x, "--score", "additive"});
        return attended(folder, options).matrix("alpha");
    };
    const MatrixD zero = alphaWith({});
    EXPECT_EQ(zero, alphaWith({"--seed", "0"}));
    EXPECT_NE(zero, alphaWith({"--seed", "1"}));
}

TEST(Attend, MasksAndParametersThatWouldBeMisreadAreRefused) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.csv", "1,0\n0,1\n");
    const auto errorOf = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"attend", "--x", x, "-o", folder.path("out.npz")});
        const Finished finished = runHeedmap(options);
        EXPECT_NE(finished.status, 0);
        return finished.errors;
    };
    const std::string added = folder.file("added.csv", "0,-inf\n0,0\n");
    const MatrixD alpha = attended(folder, {"--x", x, "--mask", "custom:" + added}).matrix("alpha");
    EXPECT_EQ(alpha(0, 0), 1);
    EXPECT_EQ(alpha(0, 1), 0);
    EXPECT_GT(alpha(1, 0), 0);
    const std::string part = folder.file("part.csv", "1,1\n0.3,1\n");
    EXPECT_TRUE(errorOf({"--mask", "custom:" + part}).ends_with("holds 0.3 in row 1, column 0, counted from 0\n"));
    const std::string empty = folder.path("empty.npy");
    ASSERT_TRUE(files::writeNpy(empty, makeTensor(MatrixD(0, 2)).view).ok());
    EXPECT_EQ(errorOf({"--mask", "custom:" + empty}),
              "heedmap: " + empty +
                  ": the custom mask is 0×2, so it says nothing about any cell; it has to have the size of α\n");
    const std::string parameters = folder.file("parameters.json", "{\"W\": []}");
    EXPECT_EQ(errorOf({"--score", "general", "--parameters", parameters}),
              "heedmap: " + parameters +
                  ": the parameter W is 0 and holds no number; leave it out of the file where it is to be seeded\n");
}

TEST(Attend, EveryOptionOfTheProblemCounts) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.csv", "1,0\n0,1\n1,1\n");
    const std::string mask = folder.file("mask.csv", "1,0,0\n1,1,0\n0,1,1\n");
    const auto alphaWith = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"--x", x});
        return attended(folder, options).matrix("alpha");
    };
    const MatrixD plain = alphaWith({});
    EXPECT_NE(plain, alphaWith({"--temperature", "0.5"}));
    EXPECT_NE(plain, alphaWith({"--normalizer", "sparsemax"}));
    EXPECT_NE(plain, alphaWith({"--score", "cosine"}));
    EXPECT_EQ(alphaWith({"--mask", "causal"})(0, 1), 0);
    EXPECT_EQ(alphaWith({"--mask", "causal"})(0, 0), 1);
    EXPECT_EQ(alphaWith({"--mask", "padding:2"})(2, 2), 0);
    EXPECT_EQ(alphaWith({"--mask", "custom:" + mask})(2, 0), 0);
    EXPECT_GT(alphaWith({"--mask", "custom:" + mask})(2, 1), 0);
}

} // namespace
} // namespace heedmap::test
