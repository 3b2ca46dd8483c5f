#include "core/analysis/head_roles.h"

#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/grid_source.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace heedmap::analysis {
namespace {

using test::CaseFile;
using test::GridSource;
using Tokens = std::vector<std::string>;

Labels sequence(const Tokens& tokens) {
    return {tokens, tokens};
}

TEST(HeadRoles, APreviousTokenHead) {
    const HeadRoles roles = headRoles(GridSource{{1, 0, 0}, {0.75, 0.25, 0}, {0, 1, 0}}, {});
    EXPECT_EQ(roles.previous, (0.75 + 1) / 2);
    EXPECT_EQ(roles.self, (1 + 0.25 + 0) / 3);
    EXPECT_EQ(roles.sink, (1 + 0.75 + 0) / 3);
    EXPECT_EQ(roles.reach, (0 + 0.75 + 1) / 3);
    EXPECT_EQ(roles.diagonal, 1);
    EXPECT_FALSE(roles.induction || roles.duplicate) << "no tokens are known";
    EXPECT_EQ(roleOf(roles), HeadRole::previous) << "the band holds more, but is no narrower role";
}

TEST(HeadRoles, AnInductionHeadLooksBehindEarlierCopies) {
    //                          a  b  a  b
    const GridSource alpha{{1, 0, 0, 0}, {0, 1, 0, 0}, {0.25, 0.75, 0, 0}, {0, 0.5, 0.5, 0}};
    const HeadRoles roles = headRoles(alpha, sequence({"a", "b", "a", "b"}));
    EXPECT_EQ(roles.induction, (0.75 + 0.5) / 2);
    EXPECT_EQ(roles.duplicate, (0.25 + 0.5) / 2);
    EXPECT_EQ(roleOf(roles), HeadRole::induction);
}

TEST(HeadRoles, SeveralCopiesAreSeveralPairsOfInductionAndOneShareOfDuplicate) {
    const GridSource alpha{{1, 0, 0}, {0.5, 0.5, 0}, {0.5, 0.25, 0.25}};
    const HeadRoles roles = headRoles(alpha, sequence({"a", "a", "a"}));
    EXPECT_EQ(roles.induction, (0.5 + 0.25 + 0.25) / 3); // of (1, 0), (2, 0) and (2, 1)
    EXPECT_EQ(roles.duplicate, (0.5 + 0.75) / 2);
}

TEST(HeadRoles, TwoSequencesHaveNoPreviousToken) {
    for (const auto& labels : {Labels{{"x", "y"}, {"a", "b"}}, Labels{{"x", "y"}, {"a", "b", "c"}}}) {
        const auto columns = static_cast<Index>(labels.columns.size());
        const GridSource alpha(2, columns, [](Index row, Index column) { return row == column ? 1.0 : 0.0; });
        const HeadRoles roles = headRoles(alpha, labels);
        EXPECT_FALSE(roles.previous || roles.self || roles.induction || roles.duplicate);
        EXPECT_EQ(roles.sink, 0.5);
        EXPECT_EQ(roles.diagonal, 1);
        EXPECT_EQ(roleOf(roles), HeadRole::sink) << "a narrower role than the diagonal's band";
        EXPECT_EQ(roleOf(roles, 0.6), HeadRole::diagonal);
    }
}

TEST(HeadRoles, RowsThatHoldNothingDoNotCount) {
    const HeadRoles roles = headRoles(GridSource{{0, 0}, {0.5, 0.5}}, {});
    EXPECT_EQ(roles.self, 0.5);
    EXPECT_EQ(roles.sink, 0.5);
    EXPECT_FALSE(headRoles(GridSource{{0, 0}, {0, 0}}, {}).self);
}

TEST(HeadRoles, WhatIsNoWeightGivesNoRole) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {nan, -0.25, 0.9, 7.0}) {
        const HeadRoles roles = headRoles(attention::DenseAlpha(MatrixD{{0.5, 0.5}, {bad, 0.5}}), {});
        EXPECT_FALSE(roles.previous || roles.self || roles.sink || roles.diagonal || roles.entropy) << bad;
        EXPECT_FALSE(roleOf(roles)) << bad;
    }
}

TEST(HeadRoles, WhereTheRestIsKeptThereIsNoEntropy) {
    const HeadRoles roles = headRoles(GridSource{{0.5, 0.25}, {0.25, 0.25}}, {});
    EXPECT_EQ(roles.self, (0.5 + 0.25) / 2);
    EXPECT_FALSE(roles.entropy);
}

TEST(HeadRoles, OfAnEmptyMatrix) {
    EXPECT_FALSE(headRoles(GridSource(0, 0), {}).self);
    EXPECT_FALSE(headRoles(GridSource(3, 0), {}).sink);
}

// The formulas as they are written, one after the other.
void expectNaive(const MatrixD& alpha, const Tokens& tokens, const HeadRoles& roles) {
    const Index n = alpha.rows();
    double previous = 0, self = 0, sink = 0, diagonal = 0, reach = 0, entropy = 0, induction = 0, duplicate = 0;
    int pairs = 0, repeated = 0;
    for (Index i = 0; i < n; ++i) {
        bool repeats = false;
        for (Index j = 0; j < n; ++j) {
            const double a = alpha(i, j);
            previous += j == i - 1 ? a / static_cast<double>(n - 1) : 0;
            self += j == i ? a / static_cast<double>(n) : 0;
            sink += j == 0 ? a / static_cast<double>(n) : 0;
            diagonal += std::abs(i - j) <= 1 ? a / static_cast<double>(n) : 0;
            reach += a * static_cast<double>(std::abs(i - j)) / static_cast<double>(n);
            entropy -= a > 0 ? a * std::log(a) / static_cast<double>(n) : 0;
            if (j < i && tokens[static_cast<std::size_t>(j)] == tokens[static_cast<std::size_t>(i)]) {
                induction += alpha(i, j + 1);
                ++pairs;
                duplicate += a;
                repeats = true;
            }
        }
        repeated += repeats ? 1 : 0;
    }
    constexpr double tolerance = 1e-13;
    EXPECT_NEAR(roles.previous.value(), previous, tolerance);
    EXPECT_NEAR(roles.self.value(), self, tolerance);
    EXPECT_NEAR(roles.sink.value(), sink, tolerance);
    EXPECT_NEAR(roles.diagonal.value(), diagonal, tolerance);
    EXPECT_NEAR(roles.reach.value(), reach, 1e-12);
    EXPECT_NEAR(roles.entropy.value(), entropy, tolerance);
    EXPECT_EQ(roles.induction.has_value(), pairs > 0);
    EXPECT_EQ(roles.duplicate.has_value(), repeated > 0);
    if (pairs == 0)
        return;
    EXPECT_NEAR(*roles.induction, induction / pairs, tolerance);
    EXPECT_NEAR(*roles.duplicate, duplicate / repeated, tolerance);
}

void expectNaiveOfAllHeads(const std::string& path, const std::string& tensor, const Tokens& tokens) {
    const CaseFile file(path);
    const Shape shape = file.tensor(tensor).shape();
    ASSERT_EQ(shape.rank(), 4);
    ASSERT_EQ(shape[2], static_cast<Index>(tokens.size()));
    for (Index layer = 0; layer < shape[0]; ++layer)
        for (Index head = 0; head < shape[1]; ++head) {
            SCOPED_TRACE("layer " + std::to_string(layer) + ", head " + std::to_string(head));
            const MatrixD alpha = file.matrix(tensor, layer, head);
            expectNaive(alpha, tokens, headRoles(attention::DenseAlpha(alpha), sequence(tokens)));
        }
}

TEST(HeadRoles, OfEveryHeadOfGpt2) {
    for (const char* const name : {"ex0", "ex1"}) {
        HEEDMAP_CASE(path, std::string("attention/gpt2/") + name + ".npz");
        HEEDMAP_CASE(words, std::string("attention/gpt2/") + name + ".tokens.json");
        std::ifstream file(words);
        expectNaiveOfAllHeads(path, "attn_softmax", nlohmann::json::parse(file)["tokens"]);
    }
}

TEST(HeadRoles, OfEveryHeadOfASortingNetwork) {
    HEEDMAP_CASE(path, "attention/nano_sort/nano_partials.npz");
    expectNaiveOfAllHeads(path, "attSm", {"A", "A", "C", "B", "A", "B", "A", "A", "A", "A", "A"});
}

TEST(HeadRoles, NamesAreThoseOfTheFigures) {
    const HeadRoles roles{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 7.0, 8.0};
    const std::array names{"previous", "induction", "duplicate", "self", "sink", "diagonal"};
    for (std::size_t n = 0; n < headRoleCount; ++n) {
        const auto role = static_cast<HeadRole>(n);
        EXPECT_EQ(nameOf(role), names[n]);
        EXPECT_NEAR(figureOf(roles, role).value(), 0.1 * static_cast<double>(n + 1), 1e-15);
    }
    for (const NamedRoleFigure& figure : roleFigures) {
        const auto found = std::find(names.begin(), names.end(), figure.name) - names.begin();
        EXPECT_EQ(roles.*figure.value, figureOf(roles, static_cast<HeadRole>(found)));
    }
}

} // namespace
} // namespace heedmap::analysis
