#include "core/analysis/alignment_error.h"
#include "core/files/links.h"

#include "core/attention/parameters.h"
#include "tests/support/core/cases.h"

#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <sstream>

using namespace heedmap;
using namespace heedmap::analysis;

TEST(AlignmentError, CountsByHand) {
    const std::vector<GoldLink> gold{{{0, 0}, true}, {{1, 1}, true}, {{2, 1}, false}, {{1, 1}, false}};
    const std::vector<Cell> links{{0, 0}, {2, 1}, {2, 2}, {2, 2}};
    const AlignmentCounts counts = countLinks(links, gold);
    EXPECT_EQ(counts.links, 3);
    EXPECT_EQ(counts.sure, 2);
    EXPECT_EQ(counts.linksSure, 1);
    EXPECT_EQ(counts.linksPossible, 2);
    EXPECT_DOUBLE_EQ(counts.precision().value(), 2.0 / 3);
    EXPECT_DOUBLE_EQ(counts.recall().value(), 1.0 / 2);
    EXPECT_DOUBLE_EQ(counts.errorRate().value(), 1 - 3.0 / 5);
}

TEST(AlignmentError, WhereThereIsNothingToDivideByThereIsNoFigure) {
    const AlignmentCounts counts = countLinks({}, {});
    EXPECT_EQ(counts.precision(), std::nullopt);
    EXPECT_EQ(counts.recall(), std::nullopt);
    EXPECT_EQ(counts.errorRate(), std::nullopt);
    const std::vector<GoldLink> gold{{{0, 0}, true}};
    EXPECT_EQ(countLinks({}, gold).errorRate(), 1);
    EXPECT_EQ(countLinks({}, gold).precision(), std::nullopt);
    const std::vector<GoldLink> possible{{{0, 0}, false}};
    const std::vector<Cell> links{{0, 0}, {1, 0}};
    EXPECT_EQ(countLinks(links, possible).recall(), std::nullopt) << "no sure link";
    EXPECT_EQ(countLinks(links, possible).precision(), 0.5);
    EXPECT_EQ(countLinks(links, possible).errorRate(), 0.5);
}

TEST(AlignmentError, LinksOfAlpha) {
    MatrixD alpha(4, 3);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    alpha << 0.2, 0.7, 0.1, //
        0.1, 0.1, 0.8,      // the end of sentence: no link
        nan, 0.5, 0.5,      //
        nan, nan, nan;
    EXPECT_EQ(strongestLinks(alpha, 4, 2), (std::vector<Cell>{{0, 1}, {2, 1}}));
    EXPECT_EQ(strongestLinks(alpha, 1, 3), (std::vector<Cell>{{0, 1}}));
    EXPECT_EQ(linksFrom(alpha, 0.2, 4, 2), (std::vector<Cell>{{0, 0}, {0, 1}, {2, 1}}));
    EXPECT_EQ(strongestLinks(MatrixD(0, 3), 0, 3), std::vector<Cell>());
    EXPECT_EQ(strongestLinks(MatrixD(2, 0), 2, 0), std::vector<Cell>());
}

namespace {

std::vector<std::string> sentencesOf(const std::string& path) { // number TAB sentence
    std::ifstream stream(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line.substr(line.find('\t') + 1));
    return lines;
}

Index wordCount(const std::string& sentence) {
    std::istringstream stream(sentence);
    Index count = 0;
    for (std::string word; stream >> word;)
        ++count;
    return count;
}

// By the definition, from the text of the gold file: no part of the program is used.
struct Separate {
    double links = 0, sure = 0, linksSure = 0, linksPossible = 0;
    void add(const std::string& gold, const std::vector<Cell>& cells) {
        std::istringstream stream(gold);
        links += static_cast<double>(cells.size());
        for (std::string token; stream >> token;) {
            const std::size_t mark = token.find_first_of("-p");
            const bool isSure = token[mark] == '-';
            sure += isSure ? 1 : 0;
            for (const Cell& cell : cells)
                if (cell.column == std::stol(token.substr(0, mark)) && cell.row == std::stol(token.substr(mark + 1))) {
                    linksSure += isSure ? 1 : 0;
                    linksPossible += 1;
                }
        }
    }
};

} // namespace

TEST(AlignmentError, OfRealSentencesEqualsASeparateComputation) {
    HEEDMAP_CASE(german, "alignments/sample_deu.txt");
    HEEDMAP_CASE(english, "alignments/sample_eng.txt");
    HEEDMAP_CASE(goldPath, "alignments/sample_eng_deu.gold");
    const auto gold = sentencesOf(goldPath);
    ASSERT_EQ(gold.size(), 5U);
    // The links are English-German.
    for (const double spread : {0.5, 3.0}) {
        AlignmentCounts counts;
        Separate separate;
        attention::RandomStream random(7);
        for (std::size_t i = 0; i < gold.size(); ++i) {
            const Index columns = wordCount(sentencesOf(english)[i]);
            const Index rows = wordCount(sentencesOf(german)[i]);
            const auto links = files::parseLinks(gold[i], rows, columns);
            ASSERT_TRUE(links.ok()) << sentence(links.error());
            MatrixD alpha(rows, columns); // about diagonal, so that some links are right
            for (Index t = 0; t < rows; ++t)
                for (Index j = 0; j < columns; ++j)
                    alpha(t, j) = -std::abs(static_cast<double>(j) / static_cast<double>(columns) -
                                            static_cast<double>(t) / static_cast<double>(rows)) *
                                      static_cast<double>(columns) +
                                  spread * random.normal();
            const std::vector<Cell> cells = strongestLinks(alpha, rows, columns);
            counts += countLinks(cells, *links);
            separate.add(gold[i], cells);
        }
        EXPECT_GT(counts.linksSure, 0);
        EXPECT_DOUBLE_EQ(counts.precision().value(), separate.linksPossible / separate.links);
        EXPECT_DOUBLE_EQ(counts.recall().value(), separate.linksSure / separate.sure);
        EXPECT_DOUBLE_EQ(counts.errorRate().value(),
                         1 - (separate.linksSure + separate.linksPossible) / (separate.links + separate.sure));
    }
}

TEST(AlignmentError, APanelsStrongestLinksLeaveOutTheEndOfTheSentence) {
    const attention::DenseAlpha alpha(MatrixD{{0.9, 0.1, 0}, {0.2, 0.7, 0.1}, {0, 0, 1}});
    const std::vector<GoldLink> gold{{{0, 0}, true}, {{1, 1}, true}, {{7, 7}, true}};
    const auto counts = strongestAgainst(alpha, {{"a", "b", "⏎"}, {"x", "y", "</s>"}}, gold);
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->links, 2);
    EXPECT_EQ(counts->errorRate(), 0);
    const auto withEnd = strongestAgainst(alpha, {{"a", "b", "c"}, {"x", "y", "z"}}, gold);
    EXPECT_EQ(withEnd->links, 3);
    EXPECT_DOUBLE_EQ(withEnd->errorRate().value(), 1 - 4.0 / 5);
    EXPECT_FALSE(strongestAgainst(alpha, {}, {}));
}

TEST(AlignmentError, LinksOfTheEndCountOnBothSidesOrOnNeither) {
    const attention::DenseAlpha alpha(MatrixD{{0.9, 0.1, 0}, {0.2, 0.7, 0.1}, {0, 0.6, 0.4}});
    const Labels labels{{"a", "b", "</s>"}, {"x", "y", "</s>"}};
    const std::vector<GoldLink> gold{{{0, 0}, true}, {{1, 1}, true}, {{2, 2}, true}};
    EXPECT_EQ(strongestAgainst(alpha, labels, gold), (AlignmentCounts{2, 2, 2, 2}));
    EXPECT_EQ(strongestAgainst(alpha, labels, gold, EndLinks::counted), (AlignmentCounts{3, 3, 2, 2}));
    EXPECT_EQ(linksOfTheEnd(gold, wordsOf(labels, 3, 3), 3, 3), 1);
    EXPECT_EQ(wordsOf(labels, 3, 3), (WordCounts{2, 2}));
    EXPECT_EQ(wordsOf({{"a", "b"}, {"x", "y", ""}}, 3, 3), (WordCounts{2, 2})) << "the last has no label";
    EXPECT_EQ(wordsOf({{"a", "", ""}, {}}, 3, 3), (WordCounts{3, 3}));
    EXPECT_EQ(wordsOf({{"</s>"}, {"</s>"}}, 1, 1), (WordCounts{1, 1}));
}

TEST(AlignmentError, OnesAndZerosAreTheLinksThemselves) {
    const attention::DenseAlpha links(MatrixD{{1, 1}, {0, 0}, {0, 1}});
    const std::vector<GoldLink> gold{{{0, 0}, true}, {{0, 1}, false}, {{1, 0}, true}};
    EXPECT_EQ(linksAgainst(links, {}, gold), (AlignmentCounts{3, 2, 1, 2}));
}
