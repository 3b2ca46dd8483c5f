// Every shipped example opens, computes rows that sum to 1, and shows what its sentence says.
#include "ui/document/examples.h"

#include "core/session/panel_result.h"
#include "ui/document/document.h"
#include "ui/document/edits.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

using namespace heedmap;
using attention::ScoreFunction;

namespace {

files::Session opened(const char* id) {
    auto session = openExample(QString::fromLatin1(id));
    if (!session) {
        ADD_FAILURE() << sentence(session.error());
        return {};
    }
    return std::move(session).value();
}

// α of a panel of an example.
MatrixD alphaOf(const files::Session& session, ScoreFunction score) {
    for (const PanelResult& result : computePanels(session)) {
        if (result.panel.score == score && result.attention)
            return result.attention->alpha;
    }
    ADD_FAILURE() << "no panel of " << nameOf(score);
    return {};
}

Index largest(const MatrixD& alpha, Index row) {
    Index column = 0;
    alpha.row(row).maxCoeff(&column);
    return column;
}

void expectLargest(const MatrixD& alpha, const std::vector<Index>& columns, ScoreFunction score) {
    ASSERT_EQ(alpha.rows(), static_cast<Index>(columns.size()));
    for (Index row = 0; row < alpha.rows(); ++row)
        EXPECT_EQ(largest(alpha, row), columns[static_cast<std::size_t>(row)]) << nameOf(score) << ", row " << row;
}

constexpr std::array four{ScoreFunction::additive, ScoreFunction::dot, ScoreFunction::general,
                          ScoreFunction::scaled_dot};

} // namespace

TEST(Examples, AllOpenAndTheirRowsSumToOne) {
    std::set<QString> ids;
    EXPECT_GE(examples().size(), 10U);
    for (const Example& example : examples()) {
        const std::string id = example.id.toStdString();
        EXPECT_TRUE(ids.insert(example.id).second) << id;
        EXPECT_FALSE(example.title.isEmpty() || example.group.isEmpty()) << id;
        EXPECT_TRUE(example.lookFor.endsWith(QLatin1Char('.'))) << id;
        const files::Session session = opened(id.c_str());
        EXPECT_EQ(session.lookFor, example.lookFor.toStdString());
        for (const PanelResult& result : computePanels(session)) {
            ASSERT_FALSE(result.error) << id << ": " << sentence(*result.error);
            if (!result.attention) // over all heads
                continue;
            const MatrixD& alpha = result.attention->alpha;
            const auto& empty = result.attention->emptyRows;
            for (Index row = 0; row < alpha.rows(); ++row) {
                const double sum = std::find(empty.begin(), empty.end(), row) == empty.end() ? 1 : 0;
                EXPECT_NEAR(alpha.row(row).sum(), sum, 1e-12) << id << ", row " << row;
            }
            EXPECT_EQ(session.labelsOf(result.panel).rows.size(), static_cast<std::size_t>(alpha.rows())) << id;
            EXPECT_EQ(session.labelsOf(result.panel).columns.size(), static_cast<std::size_t>(alpha.cols())) << id;
        }
    }
}

TEST(Examples, AnUnknownNameGetsTheNearest) {
    const auto session = openExample(QStringLiteral("tree-keys"));
    ASSERT_FALSE(session.ok());
    EXPECT_EQ(sentence(session.error()),
              "there is no pair \"tree-keys\"; the nearest is \"three-keys\" (heedmap pairs lists them)");
}

TEST(Examples, ASentenceNamesItsPair) {
    const auto session = openExample(QStringLiteral(" i LOVE  you"));
    ASSERT_TRUE(session.ok());
    EXPECT_EQ(session->crossLabels.rows, (std::vector<std::string>{"我", "爱", "你", "⏎"}));
}

TEST(Examples, ThreeKeys) {
    const files::Session session = opened("three-keys");
    EXPECT_EQ(session.panels.front().score, ScoreFunction::scaled_dot);
    const MatrixD alpha = alphaOf(session, ScoreFunction::scaled_dot);
    EXPECT_NEAR(alpha(0, 0), 0.4011120927, 5e-11);
    EXPECT_NEAR(alpha(0, 1), 0.1977758146, 5e-11);
    EXPECT_EQ(alpha(0, 0), alpha(0, 2));
}

TEST(Examples, ILoveYouIsADiagonalAndScaledTheSoftest) {
    const files::Session session = opened("i-love-you-by-hand");
    const MatrixD scaled = alphaOf(session, ScoreFunction::scaled_dot);
    for (const ScoreFunction score : four) {
        const MatrixD alpha = alphaOf(session, score);
        expectLargest(alpha, {0, 1, 2}, score);
        for (Index row = 0; row < 3; ++row) {
            EXPECT_GT(alpha(row, row), score == ScoreFunction::scaled_dot ? 0.5 : 0.8) << nameOf(score);
            EXPECT_GE(alpha(row, row), scaled(row, row)) << nameOf(score);
        }
    }
}

TEST(Examples, WordOrderBendsTheDiagonal) {
    const files::Session session = opened("word-order");
    for (const ScoreFunction score : four)
        expectLargest(alphaOf(session, score), {0, 3, 1, 2, 4}, score);
}

TEST(Examples, NegationLooksAtNotAndALittleAtDo) {
    const files::Session session = opened("negation");
    for (const ScoreFunction score : four) {
        const MatrixD alpha = alphaOf(session, score);
        expectLargest(alpha, {0, 2, 3, 4, 5}, score);
        for (const Index other : {0, 3, 4, 5})
            EXPECT_GT(alpha(1, 1), 2 * alpha(1, other)) << nameOf(score) << ", key " << other;
    }
    EXPECT_EQ(std::count_if(session.gold.begin(), session.gold.end(), [](const auto& link) { return !link.sure; }), 1);
}

TEST(Examples, DotSaturatesAndScaledDoesNot) {
    const files::Session session = opened("saturation");
    ASSERT_EQ(session.problem.q.cols(), 64);
    const VectorD dot = alphaOf(session, ScoreFunction::dot).rowwise().maxCoeff();
    const VectorD scaled = alphaOf(session, ScoreFunction::scaled_dot).rowwise().maxCoeff();
    EXPECT_GT(dot.minCoeff(), 0.5);
    EXPECT_LT(scaled.maxCoeff(), 0.5);
}

TEST(Examples, ThePreviousTokenHeadLooksOneBack) {
    const MatrixD alpha = alphaOf(opened("previous-token"), ScoreFunction::scaled_dot);
    for (Index row = 1; row < alpha.rows(); ++row)
        EXPECT_GT(alpha(row, row - 1), 0.9) << "row " << row;
}

TEST(Examples, TheInductionHeadLooksAtWhatFollowedBefore) {
    const files::Session session = opened("induction");
    const MatrixD alpha = alphaOf(session, ScoreFunction::scaled_dot);
    const auto& tokens = session.selfTokens;
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        const auto earlier = std::find(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens[i]);
        const bool isNew = earlier == tokens.begin() + static_cast<std::ptrdiff_t>(i);
        const Index expected = isNew ? 0 : earlier - tokens.begin() + 1;
        EXPECT_GT(alpha(static_cast<Index>(i), expected), 0.8) << tokens[i] << " at " << i;
    }
}

TEST(Examples, TheSinkTakesMostOfEveryRow) {
    const MatrixD alpha = alphaOf(opened("sink"), ScoreFunction::scaled_dot);
    for (Index row = 0; row < alpha.rows(); ++row)
        EXPECT_GT(alpha(row, 0), 0.5) << "row " << row;
}

TEST(Examples, EachOfTheFourHeadsLooksForSomethingElse) {
    const auto panels = computePanels(opened("multi-head"));
    ASSERT_EQ(panels.size(), 6U);
    const auto largestOf = [&](std::size_t head, Index row) {
        return largest(panels[head].attention->alpha, row);
    };
    for (Index row = 2; row < 10; ++row) {
        EXPECT_EQ(largestOf(0, row), row - 1) << "the token before";
        EXPECT_EQ(largestOf(2, row), 0) << "<s>";
        EXPECT_EQ(largestOf(3, row), row - 2) << "two tokens before";
    }
    EXPECT_GT(panels[1].attention->alpha(8, 1), 0.3) << "the same word";
    EXPECT_GT(panels[1].attention->alpha(8, 4), 0.3) << "the same word";
    EXPECT_LT(panels[4].source->value({8, 7}), 0.3) << "the mean shows nothing clearly";
}

TEST(Examples, TheLongOneRepeatsEvery45Letters) {
    const files::Session session = opened("long");
    const MatrixD alpha = alphaOf(session, ScoreFunction::scaled_dot);
    ASSERT_EQ(alpha.rows(), 180);
    for (Index row = 45; row < 180; ++row) {
        EXPECT_GT(alpha(row, row - 45), 5 * alpha(row, row - 44)) << "row " << row;
        for (Index column = row + 1; column < 180; ++column)
            ASSERT_EQ(alpha(row, column), 0.0) << row << ", " << column;
    }
}

TEST(Examples, TheWindowAndTheGlobalLettersAreAllThatIsSeen) {
    const auto results = computePanels(opened("window"));
    ASSERT_EQ(results.size(), 1U);
    const Index n = results[0].rows();
    ASSERT_EQ(n, 135);
    for (Index row = 0; row < n; ++row) {
        for (Index column = 0; column < n; ++column) {
            const bool seen = std::abs(row - column) <= 6 || row < 2 || column < 2;
            ASSERT_EQ(results[0].source->mark({row, column}) != attention::Mark::masked, seen) << row << ", " << column;
        }
    }
}

TEST(Examples, TheFiveMasksActTogether) {
    const files::Session session = opened("masks");
    const auto results = computePanels(session);
    const BoolMatrix& allowed = results.at(0).attention->allowed;
    ASSERT_EQ(allowed.rows(), 20);
    for (Index row = 0; row < 20; ++row) {
        for (Index column = 0; column < 20; ++column) {
            const bool possible = column <= row && column < 18; // causal and no padding
            const bool certain = possible && (row - column <= 2 || row < 1 || column < 1);
            if (allowed(row, column) != 0) {
                EXPECT_TRUE(possible) << row << ", " << column;
            } else {
                EXPECT_FALSE(certain) << row << ", " << column;
            }
        }
    }
}

TEST(Examples, WhatToLookForIsOfTheProblemThatWasOpened) {
    Document document;
    document.open(opened("three-keys"));
    ASSERT_NE(document.session().lookFor, "");
    switchKind(document, attention::ProblemKind::cross);
    EXPECT_NE(document.session().lookFor, "") << "it was one of cross-attention before";
    switchKind(document, attention::ProblemKind::self);
    EXPECT_EQ(document.session().lookFor, "");
    document.undoStack().undo();
    EXPECT_NE(document.session().lookFor, "");
}
