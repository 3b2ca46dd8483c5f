#include "core/files/alignment_file.h"

#include "core/session/reference.h"
#include "core/session/sentences.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>

using namespace heedmap;
using namespace heedmap::files;

namespace {

using Words = std::vector<std::string>;

struct OpenedText {
    std::unique_ptr<test::TemporaryFolder> folder = std::make_unique<test::TemporaryFolder>();
    std::unique_ptr<TensorFile> file{};
    const AlignedSentence& sentence(std::size_t i) const {
        return static_cast<const AlignmentFile&>(*file).sentences().at(i);
    }
};

// A text of alignments, recognised by what is in it.
OpenedText openedText(const std::string& text) {
    OpenedText result;
    auto file = openTensors(result.folder->file("a.txt", text));
    EXPECT_TRUE(file) << sentence(file.error());
    EXPECT_EQ((*file)->format(), Format::alignments);
    result.file = *std::move(file);
    return result;
}

Words namesOf(const TensorFile& file) {
    Words names;
    for (const TensorInfo& info : file.tensors())
        names.push_back(info.name);
    return names;
}

const MatrixD threeWords{{0.9, 0.05, 0.05}, {0.1, 0.8, 0.1}, {0, 0, 1}};

} // namespace

TEST(AlignmentFile, OfMarian) {
    const OpenedText marian = openedText("ein Test ||| 0.9,0.05,0.05 0.1,0.8,0.1 0,0,1\n"
                                         " ||| 0.25,0.75\n"
                                         "zwei ||| 1,0 1e-05,0.99999\n");
    EXPECT_EQ(namesOf(*marian.file), (Words{"0", "1", "2"}));
    EXPECT_EQ(marian.sentence(0).weights, threeWords);
    EXPECT_EQ(marian.sentence(0).labels, (Labels{{"ein", "Test", "</s>"}, {"", "", "</s>"}}));
    EXPECT_EQ(marian.sentence(1).weights, (MatrixD{{0.25, 0.75}})) << "nothing but the end of the sentence";
    EXPECT_EQ(marian.sentence(2).weights(1, 0), 1e-5);
    EXPECT_EQ(marian.file->labelsOf(2).rows, (Words{"zwei", "</s>"}));
    EXPECT_EQ(marian.file->tensors()[0].storedDtype, "Marian");
    EXPECT_TRUE(marian.file->remarks().empty());
}

TEST(AlignmentFile, OfMarianWithNBestFields) {
    const OpenedText marian = openedText("0 ||| ein Test ||| 0.9,0.05,0.05 0.1,0.8,0.1 0,0,1 ||| F0= -0.5 ||| -0.25\n"
                                         "0 ||| Test ||| 0.9,0.05,0.05 0.1,0.8,0.1 ||| F0= -0.7 ||| -0.35\n"
                                         "1 ||| ja ||| 1,0 0,1 ||| WordScores= -0.1 -0.2 ||| F0= -0.3 ||| -0.15\n");
    EXPECT_EQ(namesOf(*marian.file), (Words{"0", "0.1", "1"}));
    EXPECT_EQ(marian.sentence(0).weights, threeWords);
    EXPECT_EQ(marian.sentence(1).labels.rows, (Words{"Test", "</s>"}));
    EXPECT_EQ(marian.sentence(2).weights, MatrixD::Identity(2, 2));
}

TEST(AlignmentFile, OfNematus) {
    const OpenedText nematus = openedText("0 ||| ein Test </s> ||| 8.5 ||| a test </s> ||| 3 3\n"
                                          "0.9 0.05 0.05\n0.1 0.8 0.1\n0.0 0.0 1.0\n\n"
                                          "1 ||| ja doch ||| 1.5 ||| yes ||| 2 3\n"
                                          "0.75 0.25\n0.5 0.5\n0 1\n");
    EXPECT_EQ(namesOf(*nematus.file), (Words{"0", "1"}));
    EXPECT_EQ(nematus.sentence(0).weights, threeWords);
    EXPECT_EQ(nematus.sentence(0).labels, (Labels{{"ein", "Test", "</s>"}, {"a", "test", "</s>"}}));
    EXPECT_EQ(nematus.sentence(1).weights, (MatrixD{{0.75, 0.25}, {0.5, 0.5}, {0, 1}}));
    EXPECT_EQ(nematus.sentence(1).labels, (Labels{{"ja", "doch", "</s>"}, {"yes", "</s>"}}));
    const OpenedText swapped = openedText("0 ||| yes ||| 1.5 ||| ja doch ||| 2 3\n0.75 0.25\n0.5 0.5\n0 1\n");
    EXPECT_EQ(swapped.sentence(0).labels.rows, (Words{"ja", "doch", "</s>"})) << "as many as there are rows";
}

TEST(AlignmentFile, OfOpenNmt) {
    const OpenedText openNmt = openedText("SENT 1: ['a', 'wonderful', \"isn't\"]\n"
                                          "PRED 1: ein wundervoller\n"
                                          "PRED SCORE: -0.5000\n\n"
                                          "                    a wonderf   isn't \n"
                                          "       ein *0.7000000  0.2000000  0.1000000 \n"
                                          "wundervoll  0.1000000 *0.8000000  0.1000000 \n"
                                          "      </s>  0.0000000  0.0000000 *1.0000000 \n\n"
                                          "[2026-01-01 12:00:00 INFO]            x       y \n"
                                          "         z *0.6000000  0.4000000 \n");
    EXPECT_EQ(namesOf(*openNmt.file), (Words{"0", "1"}));
    EXPECT_EQ(openNmt.sentence(0).weights, (MatrixD{{0.7, 0.2, 0.1}, {0.1, 0.8, 0.1}, {0, 0, 1}}));
    EXPECT_EQ(openNmt.sentence(0).labels, (Labels{{"ein", "wundervoller", "</s>"}, {"a", "wonderful", "isn't"}}));
    EXPECT_EQ(openNmt.sentence(1).labels, (Labels{{"z"}, {"x", "y"}}));
    const OpenedText links = openedText("ein Test ||| 0-0 1-1 1-2\n"); // --report_align
    EXPECT_FALSE(links.file->tensors()[0].dtype) << "1-2: a third target word";
    EXPECT_EQ(links.file->tensors()[0].refusal->kind, &linkOutOfRange);
}

TEST(AlignmentFile, OfFairseq) {
    const OpenedText soft = openedText("2026-01-01 | INFO | fairseq | loading\n"
                                       "S-7\ta te@@ st\nT-7\tein Test\nH-7\t-0.25\tein Test\nD-7\t-0.25\tein Test\n"
                                       "P-7\t-0.1 -0.2 -0.3\n"
                                       "A-7\t0.7,0.1,0.1,0.1 0.1,0.4,0.4,0.1 0,0,0,1\n"
                                       "H-7\t-0.5\tTest\nA-7\t0.1,0.4,0.4,0.1 0,0,0,1\n");
    EXPECT_EQ(namesOf(*soft.file), (Words{"7", "7.1"}));
    EXPECT_EQ(soft.sentence(0).weights(1, 2), 0.4);
    EXPECT_EQ(soft.sentence(0).labels, (Labels{{"ein", "Test", "</s>"}, {"a", "te@@", "st", "</s>"}}));
    EXPECT_EQ(soft.sentence(1).labels.rows, (Words{"Test", "</s>"}));
    const OpenedText hard = openedText("S-0\ta b c\nH-0\t-1\tx y\nA-0\t0-0 2-1\n");
    EXPECT_EQ(hard.sentence(0).weights, (MatrixD{{1, 0, 0}, {0, 0, 1}}));
    EXPECT_EQ(hard.sentence(0).labels, (Labels{{"x", "y"}, {"a", "b", "c"}}));
    EXPECT_EQ(hard.sentence(0).links, (std::vector<GoldLink>{{{0, 0}, true}, {{1, 2}, true}}));
    const test::TemporaryFolder folder;
    const std::string without = folder.file("generate.txt", "S-0\ta b\nH-0\t-1\tx y\n");
    EXPECT_EQ(sentence(openTensors(without).error()), without + ": the file holds sentences, but no alignment; fairseq "
                                                                "writes them with --print-alignment");
}

TEST(AlignmentFile, OfPharaohLinks) {
    const OpenedText links = openedText("0-0 2-1\n\n1p1 0-0\n");
    EXPECT_EQ(namesOf(*links.file), (Words{"0", "1", "2"}));
    EXPECT_EQ(links.sentence(0).weights, (MatrixD{{1, 0, 0}, {0, 0, 1}}));
    EXPECT_EQ(links.sentence(1).weights.size(), 0);
    EXPECT_EQ(links.sentence(2).weights, (MatrixD{{1, 0}, {0, 0.5}}));
    const OpenedText far = openedText("0-0 99999999-99999999\n0-0\n");
    EXPECT_EQ(far.file->tensors()[0].refusal->kind, &linkTooFar) << "no memory for what a few letters ask for";
    EXPECT_EQ(far.sentence(1).weights, (MatrixD{{1}}));
}

TEST(AlignmentFile, WhatIsWrongWithOneSentenceDoesNotHideTheOthers) {
    const OpenedText marian = openedText("a ||| 0.5,0.5 1\nb ||| 1,0 0,1\nc ||| 1,0 0,--1\n");
    EXPECT_EQ(sentence(marian.file->read(0).error()),
              marian.file->path() + ": word 2 has 1 weights, but the first has 2 (line 1)");
    ASSERT_TRUE(marian.file->read(1));
    EXPECT_EQ(toMatrixD(marian.file->read(1)->view), MatrixD::Identity(2, 2));
    EXPECT_EQ(sentence(marian.file->read(2).error()), marian.file->path() + ": \"--1\" is not a weight (line 3)");
}

TEST(AlignmentFile, AReferenceNamesASentence) {
    const OpenedText marian = openedText("a ||| 1,0 0,1\nb c ||| 1,0 0,1 0.5,0.5\n");
    const auto second = openReference(parseReference(marian.file->path() + "#1").value());
    ASSERT_TRUE(second) << sentence(second.error());
    EXPECT_EQ(second->labels.rows, (Words{"b", "c", "</s>"}));
    EXPECT_EQ(second->tensor.shape(), (Shape{3, 2}));
}

TEST(AlignmentFile, NamedWithoutASentenceItIsAllOfThem) {
    const OpenedText marian = openedText("a ||| 1,0 0,1\nb ||| 1,0 1\nc ||| 1,0 0,1\n");
    const std::string path = marian.file->path();
    const std::string csv = marian.folder->file("a.csv", "1,2\n");
    EXPECT_EQ(withAllSentences({path, csv, path + "#2", "nowhere.txt"}),
              (Words{path + "#0", path + "#2", csv, path + "#2", "nowhere.txt"}));
}

TEST(AlignmentFile, OtherTextIsNone) {
    for (const char* text : {"", "a b c\n", "1 2\n3 4\n", "a\tb\t\t0-0 1-1\n", "0.5,0.5\n1,0\n", "x|||y\n",
                             "2026-01-01\n", "1-1 plus 2\n", "-1 -2\n", "S-x\ta\n", "a *b 1\n"})
        EXPECT_FALSE(alignmentToolOf(text)) << text;
    EXPECT_EQ(alignmentToolOf("0-0 12-"), AlignmentTool::pharaoh) << "cut where the beginning ends";
}

// What the tools printed, and the same sentences as others have read them.
TEST(AlignmentFile, RealSentencesReadBackAsTheyWere) {
    HEEDMAP_CASE(path, "attention/translation/nematus/all.npz");
    const auto npz = openTensors(path);
    ASSERT_TRUE(npz);
    const auto first = (*npz)->read(0);
    ASSERT_TRUE(first);
    const MatrixD alpha = toMatrixD(first->view);
    std::ostringstream nematus;
    std::ostringstream marian;
    nematus.precision(9);
    marian.precision(9);
    nematus << "0 ||| t ||| 1 ||| s ||| " << alpha.cols() << ' ' << alpha.rows() << '\n';
    marian << "t |||";
    for (Index i = 0; i < alpha.rows(); ++i) {
        for (Index j = 0; j < alpha.cols(); ++j) {
            nematus << alpha(i, j) << ' ';
            marian << (j == 0 ? " " : ",") << alpha(i, j);
        }
        nematus << '\n';
    }
    EXPECT_TRUE(test::near(openedText(nematus.str()).sentence(0).weights, alpha, 1e-8));
    EXPECT_TRUE(test::near(openedText(marian.str()).sentence(0).weights, alpha, 1e-8));
}

TEST(AlignmentFile, CasesOfInputs) {
    HEEDMAP_CASE(marianPath, "inputs/n10_marian_soft.txt");
    HEEDMAP_CASE(nematusPath, "inputs/n10_nematus.txt");
    for (const std::string& path : {marianPath, nematusPath}) {
        const auto file = openTensors(path);
        ASSERT_TRUE(file) << sentence(file.error());
        ASSERT_EQ((*file)->tensors().size(), 1U);
        EXPECT_EQ(toMatrixD((*file)->read(0)->view), threeWords) << path;
        EXPECT_EQ((*file)->labels().rows, (Words{"ein", "Test", "</s>"})) << path;
    }
}
