#include "core/session/alignment_scores.h"

#include "core/attention/parameters.h"
#include "core/files/writers.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace heedmap;
using namespace heedmap::files;
using analysis::AlignmentCounts;

namespace {

// A gold alignment and an aligner's weights, at random.
struct RandomSet {
    std::vector<MatrixD> alphas;
    std::vector<std::vector<GoldLink>> gold;
};

RandomSet randomSet(std::uint64_t seed, std::size_t sentences) {
    attention::RandomStream random(seed);
    const auto upTo = [&](Index most) {
        return std::min<Index>(most - 1, static_cast<Index>(std::abs(random.normal()) * static_cast<double>(most) / 3));
    };
    RandomSet set;
    for (std::size_t s = 0; s < sentences; ++s) {
        const Index rows = 1 + upTo(9);
        const Index columns = 1 + upTo(9);
        MatrixD alpha(rows, columns);
        for (Index i = 0; i < alpha.size(); ++i)
            alpha.data()[i] = std::abs(random.normal());
        std::vector<GoldLink> links;
        for (Index n = 0; n < rows; ++n)
            links.push_back({{upTo(rows), upTo(columns)}, random.normal() > -0.5});
        set.alphas.push_back(alpha);
        set.gold.push_back(links);
    }
    return set;
}

// |A|, |S|, |A ∩ S| and |A ∩ P| word by word as Och and Ney (2003) define them: no part of the program is used.
struct ByDefinition {
    double a = 0, s = 0, as = 0, ap = 0;

    void add(const MatrixD& alpha, const std::vector<GoldLink>& gold) {
        for (Index i = 0; i < alpha.rows(); ++i) {
            Index most = 0;
            for (Index j = 1; j < alpha.cols(); ++j)
                if (alpha(i, j) > alpha(i, most))
                    most = j;
            for (Index j = 0; j < alpha.cols(); ++j)
                add(j == most, i, j, gold);
        }
    }
    void add(bool linked, Index row, Index column, const std::vector<GoldLink>& gold) {
        bool sure = false;
        bool possible = false;
        for (const GoldLink& link : gold)
            if (link.cell.row == row && link.cell.column == column) {
                possible = true;
                sure = sure || link.sure;
            }
        a += linked ? 1 : 0;
        s += sure ? 1 : 0;
        as += linked && sure ? 1 : 0;
        ap += linked && possible ? 1 : 0;
    }
    double errorRate() const { return 1 - (as + ap) / (a + s); }
};

std::string textOf(const std::vector<GoldLink>& links, int base) {
    std::string text;
    for (const GoldLink& link : links)
        text += (text.empty() ? "" : " ") + std::to_string(link.cell.column + base) + (link.sure ? "-" : "p") +
                std::to_string(link.cell.row + base);
    return text;
}

void expectEqual(const AlignmentCounts& counts, const ByDefinition& expected) {
    EXPECT_EQ(static_cast<double>(counts.links), expected.a);
    EXPECT_EQ(static_cast<double>(counts.sure), expected.s);
    EXPECT_EQ(static_cast<double>(counts.linksSure), expected.as);
    EXPECT_EQ(static_cast<double>(counts.linksPossible), expected.ap);
    EXPECT_NEAR(counts.errorRate().value(), expected.errorRate(), 1e-15);
}

AlignmentScores scored(const std::vector<std::string>& inputs, const std::string& goldPath,
                       const GoldOptions& options = {}) {
    const auto matrices = sentencesIn(inputs);
    EXPECT_TRUE(matrices) << sentence(matrices.error());
    const auto gold = readLinks(goldPath);
    EXPECT_TRUE(gold) << sentence(gold.error());
    auto scores = scoresOf(*matrices, *gold, goldPath, options);
    EXPECT_TRUE(scores) << sentence(scores.error());
    return *std::move(scores);
}

} // namespace

TEST(AlignmentScores, OfRandomSetsEqualTheDefinition) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const test::TemporaryFolder folder;
        const RandomSet set = randomSet(seed, 13);
        ByDefinition expected;
        std::vector<NamedTensor> tensors;
        std::string zero;
        std::string one;
        for (std::size_t i = 0; i < set.alphas.size(); ++i) {
            expected.add(set.alphas[i], set.gold[i]);
            tensors.push_back({"s" + std::to_string(i), makeTensor(set.alphas[i])}); // s10 stands behind s9
            ASSERT_TRUE(writeNpy(folder.path("s" + std::to_string(i) + ".npy"), makeTensor(set.alphas[i]).view));
            zero += textOf(set.gold[i], 0) + "\n";
            one += textOf(set.gold[i], 1) + "\n";
        }
        ASSERT_TRUE(writeNpz(folder.path("all.npz"), tensors));
        const test::TemporaryFolder others;
        const std::string gold = others.file("gold", zero);
        const AlignmentScores ofArchive = scored({folder.path("all.npz")}, gold);
        expectEqual(ofArchive.total, expected);
        ASSERT_EQ(ofArchive.sentences.size(), 13U);
        EXPECT_EQ(ofArchive.sentences[10].name, "s10");
        std::vector<std::string> files;
        for (std::size_t i = 0; i < set.alphas.size(); ++i)
            files.push_back(folder.path("s" + std::to_string(i) + ".npy"));
        expectEqual(scored(files, gold).total, expected);
        GoldOptions fromOne;
        fromOne.base = 1;
        expectEqual(scored(files, others.file("ones", one), fromOne).total, expected);
        // The sum of counts and not the mean of rates.
        AlignmentCounts sum;
        for (const SentenceScore& score : ofArchive.sentences)
            sum += score.counts;
        EXPECT_EQ(sum, ofArchive.total);
    }
}

TEST(AlignmentScores, OfAFolderOfSentences) {
    const test::TemporaryFolder folder;
    const RandomSet set = randomSet(5, 11);
    ByDefinition expected;
    std::string gold;
    for (std::size_t i = 0; i < set.alphas.size(); ++i) {
        expected.add(set.alphas[i], set.gold[i]);
        ASSERT_TRUE(writeNpy(folder.path(std::to_string(i) + ".npy"), makeTensor(set.alphas[i]).view));
        gold += textOf(set.gold[i], 0) + "\n";
    }
    folder.file("README.txt", "not a matrix");
    const test::TemporaryFolder other;
    expectEqual(scored({folder.path("")}, other.file("gold", gold)).total, expected);
    EXPECT_EQ(sentencesIn({other.path("")}).error().kind, &noSentences);
}

TEST(AlignmentScores, OfAnAlignersLinks) {
    const test::TemporaryFolder folder;
    const std::string links = folder.file("links", "0-0 1-1 1-2\n0-0\n\n");
    const std::string gold = folder.file("gold", "0-0 1p1 2-2\n0-1 0-0P\n1-1\n");
    const auto matrices = sentencesIn({links});
    ASSERT_TRUE(matrices);
    EXPECT_TRUE(matrices->hasLinks);
    const auto direct = scoresOfLinks(readLinks(links).value(), readLinks(gold).value(), links, gold);
    ASSERT_TRUE(direct) << sentence(direct.error());
    EXPECT_EQ(direct->total, (AlignmentCounts{4, 4, 1, 3}));
    EXPECT_TRUE(direct->remarks.empty());
    GoldOptions exchanged;
    exchanged.transposed = true;
    const auto turned = scoresOfLinks({{{{2, 1}, true}}}, {{{{1, 2}, true}}}, links, gold, exchanged);
    EXPECT_EQ(turned->total, (AlignmentCounts{1, 1, 1, 1}));
    const auto few = scoresOfLinks(readLinks(links).value(), {{{{0, 0}, true}}}, links, gold);
    EXPECT_EQ(sentence(few.error()), gold + ": there are links for 1 sentences, but there are 2 sentences");
}

TEST(AlignmentScores, OfTheRealGoldSetEqualTheDefinition) {
    HEEDMAP_CASE(goldPath, "alignments/sample_eng_deu.gold");
    const auto gold = readLinks(goldPath);
    ASSERT_TRUE(gold) << sentence(gold.error());
    ASSERT_EQ(gold->size(), 5U);
    const test::TemporaryFolder folder;
    attention::RandomStream random(9);
    ByDefinition soft;
    ByDefinition hard;
    std::vector<NamedTensor> tensors;
    std::string links;
    for (std::size_t s = 0; s < gold->size(); ++s) {
        Index rows = 0;
        Index columns = 0;
        for (const GoldLink& link : (*gold)[s]) {
            rows = std::max(rows, link.cell.row + 1);
            columns = std::max(columns, link.cell.column + 1);
        }
        MatrixD alpha(rows, columns);
        std::vector<GoldLink> chosen;
        for (Index i = 0; i < rows; ++i)
            for (Index j = 0; j < columns; ++j) {
                const double off = std::abs(static_cast<double>(i * columns - j * rows)) / static_cast<double>(rows);
                alpha(i, j) = random.normal() - off;
                if (alpha(i, j) > 0.5)
                    chosen.push_back({{i, j}, true});
                hard.add(alpha(i, j) > 0.5, i, j, (*gold)[s]);
            }
        soft.add(alpha, (*gold)[s]);
        tensors.push_back({"s" + std::to_string(s), makeTensor(alpha)});
        links += textOf(chosen, 0) + "\n";
    }
    ASSERT_TRUE(writeNpz(folder.path("alpha.npz"), tensors));
    expectEqual(scored({folder.path("alpha.npz")}, goldPath).total, soft);
    const AlignmentScores ofLinks = scored({folder.file("links", links)}, goldPath);
    expectEqual(ofLinks.total, hard);
    EXPECT_GT(ofLinks.total.linksSure, 0);
}

TEST(AlignmentScores, SayWhatWasAssumed) {
    const test::TemporaryFolder folder;
    const std::string soft = folder.file("marian", "a b ||| 1,0,0 0,1,0 0,0,1\nc d ||| 0.7,0.3,0 0.3,0.7,0 0,0,1\n");
    const std::string gold = folder.file("gold", "0-0 1-1 2-2\n0-0 1-1\n");
    const AlignmentScores left = scored({soft}, gold);
    EXPECT_EQ(left.total, (AlignmentCounts{4, 4, 4, 4}));
    ASSERT_EQ(left.remarks.size(), 1U);
    EXPECT_EQ(sentence(left.remarks[0]), "links of the end of the sentence are left out, gold (1) and found");
    GoldOptions counted;
    counted.end = analysis::EndLinks::counted;
    EXPECT_EQ(scored({soft}, gold, counted).total, (AlignmentCounts{6, 5, 5, 5}));
    const AlignmentScores ones = scored({soft}, folder.file("ones", "1-1 2-2\n1-1 2-2\n"));
    EXPECT_EQ(ones.total.errorRate(), 0);
    EXPECT_EQ(sentence(ones.remarks.at(0)),
              folder.path("ones") + ": links count words from 1: none is 0, and one is the number of the last word");
    EXPECT_EQ(ones.exchanged, 0);
    const std::string turned = folder.file("t.csv", "0.75,0.75\n0.25,0.25\n");
    EXPECT_EQ(scored({turned, turned}, folder.file("two", "0-0\n0-0\n")).exchanged, 2);
}

TEST(AlignmentScores, ASentenceOfAFileHasItsOwnLine) {
    const test::TemporaryFolder folder;
    const std::string soft = folder.file("marian", "a b ||| 1,0,0 0,1,0 0,0,1\nc d ||| 0,1,0 1,0,0 0,0,1\n");
    const std::string gold = folder.file("gold", "0-0 1-1\n1-0 0-1\n");
    const AlignmentScores second = scored({soft + "#1"}, gold);
    EXPECT_TRUE(areSentences(sentencesIn({soft + "#1"}).value(), 2));
    EXPECT_FALSE(areSentences(sentencesIn({soft + "#1"}).value(), 1));
    EXPECT_EQ(second.total, (AlignmentCounts{2, 2, 2, 2}));
    const std::string outside = folder.file("outside", "0-0\n0-7\n");
    EXPECT_EQ(scoresOf(sentencesIn({soft + "#1"}).value(), readLinks(outside).value(), outside).error().place,
              "line 2");
}

TEST(AlignmentScores, TheSentenceThatALinkIsOutsideOfIsNamed) {
    const test::TemporaryFolder folder;
    const std::string csv = folder.file("a.csv", "1,0\n0,1\n");
    const std::string gold = folder.file("gold", "0-0\n0-7\n");
    const auto scores = scoresOf(sentencesIn({csv, csv}).value(), readLinks(gold).value(), gold);
    EXPECT_EQ(sentence(scores.error()),
              gold + ": the link \"0-7\" points outside the 2 source and 2 target tokens (line 2)");
}
