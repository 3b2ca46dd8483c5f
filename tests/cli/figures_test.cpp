// Figures, differences, rollout and what-if of the command line, compared with NumPy and with closed forms.
#include "tests/support/cli/results.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"
#include "tests/support/core/places.h"
#include "tests/support/core/skip.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace heedmap::test {
namespace {

using nlohmann::json;

const char* const python = "/usr/bin/python3";

bool hasNumpy() {
    return runTool({python, "-c", "import numpy"}).status == 0;
}

#define HEEDMAP_NUMPY()                                                                                                \
    if (!hasNumpy())                                                                                                   \
    HEEDMAP_SKIP(std::string(python) + " has no NumPy")

json numpyFigures(const std::string& path, const std::string& tensor, const std::string& tokens = {}) {
    std::vector<std::string> words{python, heedmap::test::sourceFolder() + "/tests/support/cli/numpy_figures.py", path,
                                   tensor};
    if (!tokens.empty())
        words.push_back(tokens);
    const Finished finished = runTool(words);
    EXPECT_EQ(finished.status, 0) << finished.errors;
    return json::parse(finished.output, nullptr, false);
}

// Every entry of `expected` is in `actual`, numbers to twelve digits.
void expectSame(const json& actual, const json& expected, const std::string& where) {
    for (const auto& [key, value] : expected.items()) {
        ASSERT_TRUE(actual.contains(key)) << where << " has no " << key;
        if (value.is_number_float()) {
            EXPECT_NEAR(actual[key].get<double>(), value.get<double>(),
                        1e-12 * std::max(1.0, std::abs(value.get<double>())))
                << where << ", " << key;
        } else {
            EXPECT_EQ(actual[key], value) << where << ", " << key;
        }
    }
}

MatrixD matrixOf(const json& rows) {
    MatrixD matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
    for (Index i = 0; i < matrix.rows(); ++i)
        for (Index j = 0; j < matrix.cols(); ++j)
            matrix(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
    return matrix;
}

struct StackCase {
    const char* file;
    const char* tensor;
    std::size_t heads;
};
constexpr StackCase stacks[] = {{"attention/gpt2/ex0.npz", "attn_softmax", 144},
                                {"attention/gpt2/ex1.npz", "attn_softmax", 144},
                                {"attention/letters/atzmon.npz", "encoder_self_attention", 48},
                                {"attention/letters/atzmon.npz", "cross_attention", 48}};

TEST(CompareFigures, OfEveryHeadAgreeWithNumpy) {
    HEEDMAP_CASE(folder, "");
    HEEDMAP_NUMPY();
    for (const StackCase& c : stacks) {
        const std::string path = folder + c.file;
        SCOPED_TRACE(path + "#" + c.tensor);
        const json expected = numpyFigures(path, c.tensor);
        const json actual = jsonOf({"compare", path + "#" + c.tensor, "--set", "1,2", "--json"});
        ASSERT_EQ(actual["panels"].size(), c.heads);
        ASSERT_EQ(expected["panels"].size(), c.heads);
        for (std::size_t h = 0; h < c.heads; ++h)
            expectSame(actual["panels"][h], expected["panels"][h], actual["panels"][h]["name"].get<std::string>());
        for (std::size_t h = 0; h + 1 < c.heads; ++h)
            expectSame(actual["pairs"][h], expected["pairs"][h], actual["pairs"][h]["b"].get<std::string>());
    }
}

TEST(CompareFigures, RolesOfEveryHeadAgreeWithNumpy) {
    HEEDMAP_CASE(folder, "attention/");
    HEEDMAP_NUMPY();
    struct {
        const char* file;
        const char* tensor;
        const char* tokens; // those of the file, or some of which several come twice
    } const cases[] = {{"gpt2/ex0.npz", "attn_softmax", "Data,visualization,em,powers,users,to"},
                       {"gpt2/ex1.npz", "attn_softmax", "a,b,a,c,b,a"},
                       {"nano_sort/nano_partials.npz", "attSm", "A,A,C,B,A,B,A,A,A,A,A"}};
    for (const auto& c : cases) {
        SCOPED_TRACE(c.file);
        const json expected = numpyFigures(folder + c.file, c.tensor, c.tokens)["roles"];
        const json actual = jsonOf({"compare", folder + c.file + "#" + c.tensor, "--rows", c.tokens, "--columns",
                                    c.tokens, "--json"})["panels"];
        ASSERT_EQ(actual.size(), expected.size());
        ASSERT_GE(actual.size(), 9U);
        for (std::size_t h = 0; h < actual.size(); ++h)
            expectSame(actual[h], expected[h], actual[h]["name"].get<std::string>());
    }
}

TEST(CompareFigures, AreSortedByARoleAndNameIt) {
    HEEDMAP_CASE(path, "attention/nano_sort/nano_partials.npz");
    const char* const tokens = "A,A,C,B,A,B,A,A,A,A,A";
    const std::vector<std::string> command{"compare", path + "#attSm", "--rows",    tokens,     "--columns",
                                           tokens,    "--sort",        "induction", "--reverse"};
    std::vector<std::string> asJson = command;
    asJson.emplace_back("--json");
    const json panels = jsonOf(asJson)["panels"];
    for (std::size_t i = 1; i < panels.size(); ++i)
        EXPECT_GE(panels[i - 1]["induction"].get<double>(), panels[i]["induction"].get<double>());
    const Finished table = runHeedmap(command);
    EXPECT_NE(table.output.find("previous"), std::string::npos) << table.output;
    EXPECT_NE(table.output.find("role\n"), std::string::npos) << table.output;
    const Finished pair = runHeedmap({"compare", "pair:three-keys", "--score", "scaled,dot"});
    EXPECT_EQ(pair.output.find("previous"), std::string::npos) << "queries and keys are two sequences\n" << pair.output;
}

TEST(CompareFigures, Of144HeadsAreSortedByEntropyAndBySink) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    for (const auto& [figure, key] : {std::pair{"entropy", "entropy_nat"}, {"sink", "on_sink"}}) {
        const json up = jsonOf({"compare", path + "#attn_softmax", "--sort", figure, "--json"})["panels"];
        const json down =
            jsonOf({"compare", path + "#attn_softmax", "--sort", figure, "--reverse", "--json"})["panels"];
        ASSERT_EQ(up.size(), 144U);
        ASSERT_EQ(down.size(), 144U);
        for (std::size_t i = 1; i < 144; ++i) {
            EXPECT_LE(up[i - 1][key].get<double>(), up[i][key].get<double>()) << figure << ", place " << i;
            EXPECT_GE(down[i - 1][key].get<double>(), down[i][key].get<double>()) << figure << ", place " << i;
        }
    }
    const Finished text = runHeedmap({"compare", path + "#attn_softmax", "--sort", "sink", "--reverse"});
    EXPECT_EQ(std::count(text.output.begin(), text.output.end(), '\n'), 145) << text.output;
}

TEST(CompareFigures, WordsThatMeanNothingAreSaid) {
    EXPECT_EQ(runHeedmap({"compare", "pair:three-keys", "--sort", "entropie"}).errors,
              "heedmap: --sort: there is no \"entropie\"; did you mean \"entropy\"? (one of entropy, keys, largest, "
              "peak, diagonal, "
              "band, distance, sink, set, previous, induction, duplicate, self, aer, precision or recall)\n");
    EXPECT_EQ(runHeedmap({"compare", "pair:three-keys", "--band", "-1"}).status, 2);
    EXPECT_EQ(runHeedmap({"compare", "pair:three-keys", "--set", "1,x"}).status, 2);
    EXPECT_EQ(runHeedmap({"compare", "pair:three-keys", "--score", "dot", "--sort", "sink"}).status, 0)
        << "one panel can be listed";
}

TEST(Rollout, OfRealStacksAgreesWithNumpyAndSumsToOne) {
    HEEDMAP_CASE(folder, "");
    HEEDMAP_NUMPY();
    const TemporaryFolder out;
    for (const StackCase& c : stacks) {
        const std::string path = folder + c.file;
        SCOPED_TRACE(path + "#" + c.tensor);
        const json expected = numpyFigures(path, c.tensor);
        if (!expected.contains("rollout"))
            continue; // cross attention is not square
        const CaseFile file = attended(out, {path + "#" + c.tensor, "--rollout", "--flow"});
        const MatrixD rollout = file.matrix("rollout");
        EXPECT_TRUE(near(rollout, matrixOf(expected["rollout"]), 1e-12));
        const VectorD sums = rollout.rowwise().sum();
        EXPECT_TRUE(near(sums, MatrixD::Ones(sums.size(), 1), 1e-12));
        EXPECT_TRUE((file.matrix("flow").array() >= rollout.array() - 1e-12).all());
    }
}

TEST(Rollout, OfComputedHeadsAndOfABatch) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.csv", "1,0\n0,1\n1,1\n");
    const CaseFile one = attended(folder, {"--x", x, "--heads", "2", "--rollout", "--residual", "0"});
    EXPECT_TRUE(near(one.matrix("rollout"),
                     toMatrixD(one.tensor("alpha").slice(0, 1).view) * toMatrixD(one.tensor("alpha").slice(0, 0).view),
                     1e-14))
        << "a single axis is that of the layers";
    HEEDMAP_CASE(path, "attention/letters/atzmon.list_of_layers_1HTS.pt");
    EXPECT_EQ(runHeedmap({"attend", path, "--rollout", "-o", folder.path("o.npz")}).status, 3) << "not square";
}

TEST(Rollout, SaysWhatCannotBe) {
    const TemporaryFolder folder;
    const std::string m = folder.file("m.csv", "1,0\n0,1\n");
    const std::string out = folder.path("o.npz");
    EXPECT_EQ(runHeedmap({"attend", m, "--rollout", "-o", out}).errors,
              "heedmap: --rollout: m.csv is no stack of layers; it has to be [layer, head, query, key], "
              "[layer, batch, head, query, key] or [layer, query, key]\n");
    EXPECT_EQ(runHeedmap({"attend", m, "--rollout", "--residual", "2", "-o", out}).status, 2);
    EXPECT_EQ(runHeedmap({"attend", m, "--rollout", "--rollout-heads", "many", "-o", out}).status, 2);
}

TEST(WhatIf, OfThreeKeys) {
    const TemporaryFolder folder;
    const CaseFile file = attended(folder, {"pair:three-keys", "--score", "scaled", "--what-if", "zero:0,2"});
    const double p = 0.4011120926797859, s = 0.1977758146404282;
    EXPECT_TRUE(near(file.matrix("what_if_alpha"), MatrixD{{p / (p + s), s / (p + s), 0}}, 1e-12));
    const MatrixD context{{10 * p / (p + s), 20 * s / (p + s)}};
    EXPECT_TRUE(near(file.matrix("what_if_context"), context, 1e-12));
    const MatrixD moved = context - file.matrix("context");
    EXPECT_NEAR(file.matrix("what_if_moved")(0, 0), moved.norm(), 1e-12);
    EXPECT_NEAR(file.matrix("what_if_relative")(0, 0), moved.norm() / file.matrix("context").norm(), 1e-12);
    const double angle =
        std::atan2(context(1), context(0)) - std::atan2(file.matrix("context")(1), file.matrix("context")(0));
    EXPECT_NEAR(file.matrix("what_if_angle")(0, 0), std::abs(angle) * 180 / M_PI, 1e-9);
    const CaseFile kept =
        attended(folder, {"pair:three-keys", "--score", "scaled", "--what-if", "zero:0,2", "--rest", "kept"});
    EXPECT_TRUE(near(kept.matrix("what_if_alpha"), MatrixD{{p, s, 0}}, 1e-12));
}

TEST(WhatIf, ColumnsSelectionsAndHeads) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.csv", "1,0\n0,1\n1,1\n");
    const std::vector<std::string> heads{"--x", x, "--heads", "2", "--what-if"};
    const auto with = [&](std::vector<std::string> changes) {
        std::vector<std::string> arguments = heads;
        arguments.insert(arguments.end(), changes.begin(), changes.end());
        return attended(folder, arguments);
    };
    const CaseFile column = with({"zero:*,1"});
    for (Index h = 0; h < 2; ++h) {
        const MatrixD alpha = toMatrixD(column.tensor("what_if_alpha").slice(0, h).view);
        EXPECT_TRUE(alpha.col(1).isZero(0)) << "head " << h;
        EXPECT_TRUE(near(alpha.rowwise().sum(), MatrixD::Ones(3, 1), 1e-14)) << "head " << h;
    }
    const CaseFile head = with({"head:1"});
    EXPECT_EQ(toMatrixD(head.tensor("what_if_alpha").slice(0, 0).view),
              toMatrixD(head.tensor("alpha").slice(0, 0).view));
    EXPECT_TRUE(toMatrixD(head.tensor("what_if_context").slice(0, 1).view).isZero(0));
    const CaseFile several = with({"zero:0-1,0-1", "--what-if", "zero:2,2", "--rest", "kept"});
    const MatrixD alpha = toMatrixD(several.tensor("what_if_alpha").slice(0, 0).view);
    EXPECT_TRUE(alpha.topLeftCorner(2, 2).isZero(0));
    EXPECT_EQ(alpha(2, 2), 0);
    EXPECT_GT(alpha(2, 0), 0);
    EXPECT_GT(alpha(0, 2), 0);
}

TEST(WhatIf, SaysWhatCannotBe) {
    const TemporaryFolder folder;
    const std::string out = folder.path("o.npz");
    const auto errorsOf = [&](const char* change) {
        return runHeedmap({"attend", "pair:three-keys", "--score", "dot", "--what-if", change, "-o", out}).errors;
    };
    EXPECT_EQ(errorsOf("zero:0,3"), "heedmap: --what-if: zero:0,3 lies outside: there are 3 columns, counted from 0\n");
    EXPECT_EQ(errorsOf("zero:1,0"), "heedmap: --what-if: zero:1,0 lies outside: there are 1 rows, counted from 0\n");
    EXPECT_EQ(errorsOf("head:1"), "heedmap: --what-if: head:1 lies outside: there are 1 heads, counted from 0\n");
    for (const char* wrong : {"zero", "zero:", "zero:1", "zero:a,b", "zero:2-1,0", "head:", "1,2"})
        EXPECT_EQ(errorsOf(wrong), std::string("heedmap: --what-if: \"") + wrong +
                                       "\" is no change of weights; write zero:ROW,COLUMN as in zero:2,3, with * for "
                                       "all and 1-3 for several, or head:1\n");
}

TEST(Difference, IsTheFirstMinusTheOthers) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    const TemporaryFolder folder;
    const std::string out = folder.path("d.npy");
    ASSERT_EQ(
        runHeedmap({"render", path + "#attn_softmax[2,7]", path + "#attn_softmax[0,1]", "--difference", "-o", out})
            .status,
        0);
    const CaseFile file(path);
    EXPECT_TRUE(
        near(CaseFile(out).matrix(""), file.matrix("attn_softmax", 2, 7) - file.matrix("attn_softmax", 0, 1), 1e-15));
    const std::string several = folder.path("several.npz");
    ASSERT_EQ(
        runHeedmap({"render", "pair:three-keys", "--score", "dot,scaled,cosine", "--difference", "-o", several}).status,
        0);
    const CaseFile three(several);
    EXPECT_NEAR(three.matrix("dot - scaled").sum(), 0, 1e-15);
    EXPECT_NEAR(three.matrix("dot - cosine").sum(), 0, 1e-15);
    EXPECT_GT(three.matrix("dot - scaled")(0, 0), 0.01);
}

TEST(Difference, NeedsTwoPanelsOfOneSize) {
    const TemporaryFolder folder;
    const std::string out = folder.path("d.npy");
    EXPECT_EQ(runHeedmap({"render", "pair:three-keys", "--score", "dot", "--difference", "-o", out}).errors,
              "heedmap: --difference: it takes one panel from another, so two are needed; give several inputs, --score "
              "a,b or --heads\n");
    const std::string a = folder.file("a.csv", "1,0\n"), b = folder.file("b.csv", "1,0,0\n");
    const Finished finished = runHeedmap({"render", a, b, "--difference", "-o", out});
    EXPECT_EQ(finished.status, 3);
    EXPECT_NE(finished.errors.find("A is 1×2 and B is 1×3; only matrices of one size have a difference"),
              std::string::npos)
        << finished.errors;
}

} // namespace
} // namespace heedmap::test
