#include "core/session/shown_tokens.h"

#include "core/session/results.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

namespace heedmap {
namespace {

using analysis::Remainder;
using analysis::RowsOfWord;
using files::Session;
using files::ShownTokens;
using Tokens = std::vector<std::string>;

// Two matrices and their difference; the tokens are <s> Dur s ley.
Session pieces() {
    Session session;
    session.matrices = {
        {"a", "a", makeTensor(MatrixD{{1, 0, 0, 0}, {0.5, 0.5, 0, 0}, {0.5, 0.25, 0.25, 0}, {0, 0.5, 0.25, 0.25}})},
        {"b", "b", makeTensor(MatrixD(MatrixD::Identity(4, 4)))}};
    for (files::FileMatrix& matrix : session.matrices)
        matrix.labels =
            std::make_shared<const Labels>(Labels{{"<s>", "▁Dur", "s", "ley"}, {"<s>", "▁Dur", "s", "ley"}});
    session.panels = {{.matrix = 0}, {.matrix = 1}};
    files::Panel difference{.matrix = 0};
    difference.kind = files::PanelKind::difference;
    difference.minusMatrix = 1;
    session.panels.push_back(difference);
    session.picture.range.kind = heatmap::RangeSpec::Kind::automatic;
    return session;
}

MatrixD numbersOf(const PanelResult& result) {
    MatrixD numbers(result.rows(), result.columns());
    for (Index i = 0; i < numbers.rows(); ++i)
        for (Index j = 0; j < numbers.cols(); ++j)
            numbers(i, j) = result.source->value({i, j});
    return numbers;
}

TEST(ShownTokens, EveryPanelShowsWordsAndAlphaStaysAsItIs) {
    Session session = pieces();
    session.shown.words = RowsOfWord::mean;
    const Results results = computeResults(session);
    EXPECT_EQ(numbersOf(results[0]), (MatrixD{{1, 0}, {1.0 / 3, 2.0 / 3}}));
    EXPECT_EQ(numbersOf(results[1]), (MatrixD{{1, 0}, {0, 1}}));
    EXPECT_EQ(numbersOf(results[2]), (MatrixD{{0, 0}, {1.0 / 3, 2.0 / 3 - 1}}));
    for (const PanelResult& result : results)
        EXPECT_EQ(shownLabels(session, result), (Labels{{"<s>", "Dursley"}, {"<s>", "Dursley"}}));
    session.shown = {};
    const Results again = computeResults(session);
    EXPECT_EQ(numbersOf(again[0]), toMatrixD(session.matrices[0].tensor.view));
    EXPECT_EQ(shownLabels(session, again[0]), *session.matrices[0].labels);
    EXPECT_FALSE(again[0].shown);
}

TEST(ShownTokens, SpecialTokensAreLeftOutOrHidden) {
    Session session = pieces();
    session.shown.without = {"special"};
    EXPECT_EQ(numbersOf(computeResults(session)[0]), (MatrixD{{1, 0, 0}, {0.5, 0.5, 0}, {0.5, 0.25, 0.25}}));
    session.shown.rest = Remainder::kept;
    EXPECT_EQ(numbersOf(computeResults(session)[0]), (MatrixD{{0.5, 0, 0}, {0.25, 0.25, 0}, {0.5, 0.25, 0.25}}));
    session.shown.words = RowsOfWord::last;
    EXPECT_EQ(numbersOf(computeResults(session)[0]), (MatrixD{{1}}));
}

TEST(ShownTokens, PositionsOfOneAxisAndTokensOfBoth) {
    Session session = pieces();
    const Labels& labels = *session.matrices[0].labels;
    const ShownAxes columns = shownAxes({.without = {"columns:0"}}, labels, 4, 4);
    EXPECT_EQ(columns.rows.size(), 4);
    EXPECT_EQ(columns.labels.columns, (Tokens{"▁Dur", "s", "ley"}));
    const ShownAxes rows = shownAxes({.without = {"rows:1-2", "ley"}}, labels, 4, 4);
    EXPECT_EQ(rows.labels, (Labels{{"<s>"}, {"<s>", "▁Dur", "s"}}));
    const ShownAxes unnamed = shownAxes({.words = RowsOfWord::mean, .without = {"rows:3"}}, {}, 4, 2);
    EXPECT_EQ(unnamed.rows.size(), 3);
    EXPECT_EQ(unnamed.columns.size(), 2);
    EXPECT_TRUE(unnamed.labels.empty());
    for (const char* odd : {"rows:", "rows:x", "rows:2-1", "rows:-1", "rows:1-", "columns:1,2"})
        EXPECT_EQ(shownAxes({.without = {odd}}, labels, 4, 4).rows.size(), 4) << odd;
}

TEST(ShownTokens, WhatNamesNothingIsSaid) {
    EXPECT_EQ(unknownIn(pieces(), {.without = {"special", "s", "Dur", "rows:3", "rows:4", "columns:0-9"}}),
              (Tokens{"Dur", "rows:4", "columns:0-9"}));
}

TEST(ShownTokens, WhereEverythingIsLeftOutThereIsASentence) {
    Session session = pieces();
    session.shown.without = {"columns:0-3"};
    const Results results = computeResults(session);
    ASSERT_TRUE(results[0].error);
    EXPECT_TRUE(results[0].error->is(everythingLeftOut));
    EXPECT_FALSE(results[0].source);
}

TEST(ShownTokens, GoldLinksOfPiecesAreThoseOfTheirWords) {
    Session session = pieces();
    session.gold = {{{0, 0}, true}, {{1, 3}, false}, {{2, 1}, true}, {{3, 0}, false}};
    session.shown.words = RowsOfWord::mean;
    const Results results = computeResults(session);
    EXPECT_EQ(shownGold(session, results[0]), (std::vector<GoldLink>{{{0, 0}, true}, {{1, 0}, false}, {{1, 1}, true}}));
    session.shown.without = {"<s>"};
    const Results without = computeResults(session);
    EXPECT_EQ(shownGold(session, without[0]), (std::vector<GoldLink>{{{0, 0}, true}}));
}

TEST(ShownTokens, OfAComputedProblemOnlyTheWeightsRemain) {
    Session session;
    session.problem.q = MatrixD{{1, 0}, {0, 1}, {1, 1}};
    session.problem.k = MatrixD{{1, 0}, {0, 2}};
    session.problem.v = MatrixD{{1, 2}, {3, 4}};
    session.crossLabels = {{"ich", "lie@@", "be"}, {"I", "love"}};
    session.panels = {{attention::ScoreFunction::dot}};
    files::Panel gradient{attention::ScoreFunction::dot};
    gradient.kind = files::PanelKind::gradient;
    session.panels.push_back(gradient);
    const Results whole = computeResults(session);
    session.shown.words = RowsOfWord::mean;
    const Results words = computeResults(session);
    ASSERT_EQ(words[0].rows(), 2);
    EXPECT_FALSE(words[0].attention || words[0].projected);
    EXPECT_NEAR(words[0].source->value({1, 0}), (whole[0].source->value({1, 0}) + whole[0].source->value({2, 0})) / 2,
                1e-15);
    EXPECT_EQ(words[1].rows(), 2) << "a gradient is that of the whole problem, then of its words";
    EXPECT_NEAR(words[1].source->value({1, 1}), (whole[1].source->value({1, 1}) + whole[1].source->value({2, 1})) / 2,
                1e-15);
}

TEST(ShownTokens, AreSavedWithTheSessionAndSaid) {
    const test::TemporaryFolder folder;
    Session session = pieces();
    session.shown = {RowsOfWord::first, {"special", "rows:2"}, Remainder::kept};
    session.picture.rangeWithoutFirst = true;
    const std::string path = folder.path("words.heedmap");
    ASSERT_TRUE(files::writeSession(path, session));
    const auto read = files::readSession(path);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->shown, session.shown);
    EXPECT_TRUE(read->picture.rangeWithoutFirst);
    EXPECT_EQ(files::parseManifest(files::inlineManifest(pieces()))->shown, ShownTokens{});
    const std::vector<Phrase> words = wordsOf(session.shown);
    ASSERT_EQ(words.size(), 2U);
    EXPECT_EQ(sentence(words[0]), "pieces merged to words, columns summed, rows of the first piece");
    EXPECT_EQ(sentence(words[1]), "hidden: special tokens, rows:2; the other weights as they are");
    EXPECT_TRUE(wordsOf({}).empty());
}

TEST(ShownTokens, ARangeMayLeaveTheFirstKeyOut) {
    Session session = pieces();
    session.panels.resize(1);
    EXPECT_EQ(computeResults(session).ranges[0].high, 1);
    session.picture.rangeWithoutFirst = true;
    EXPECT_EQ(computeResults(session).ranges[0].high, 0.5);
    session.picture.range = {heatmap::RangeSpec::Kind::percentile, 0, 100};
    EXPECT_EQ(computeResults(session).ranges[0].high, 0.5);
    session.picture.range = {heatmap::RangeSpec::Kind::fixed, 0, 2};
    EXPECT_EQ(computeResults(session).ranges[0].high, 2) << "limits that were given stay";
    session.matrices[0].tensor = makeTensor(MatrixD{{0.25}, {0.75}});
    session.matrices[0].labels = nullptr;
    session.picture.range = {};
    EXPECT_EQ(computeResults(session).ranges[0].high, 0.75) << "a single key is all there is";
}

} // namespace
} // namespace heedmap
