// The same α in every format is the same α.
#include "core/session/reference.h"

#include "tests/support/core/cases.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;

namespace {

struct Pair {
    const char* name;
    std::string left;
    std::string right;
    double tolerance; // of the coarser of the two
    friend void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.left << " and " << pair.right; }
};

std::vector<double> valuesOf(const Tensor& tensor) {
    std::vector<double> values(static_cast<std::size_t>(tensor.shape().count()));
    tensor.view.copyTo(std::span<double>(values));
    return values;
}

OpenedTensor opened(const std::string& text) {
    const auto reference = parseReference(text);
    EXPECT_TRUE(reference) << sentence(reference.error());
    auto result = openReference(*reference);
    EXPECT_TRUE(result) << sentence(result.error());
    return result ? *std::move(result) : OpenedTensor{};
}

} // namespace

class SameAlpha : public testing::TestWithParam<Pair> {};

TEST_P(SameAlpha, InTwoFiles) {
    HEEDMAP_CASE(folder, "attention/");
    const OpenedTensor left = opened(folder + GetParam().left);
    const OpenedTensor right = opened(folder + GetParam().right);
    ASSERT_EQ(left.tensor.shape(), right.tensor.shape());
    const auto a = valuesOf(left.tensor);
    const auto b = valuesOf(right.tensor);
    ASSERT_FALSE(a.empty());
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i]) { // equal infinities have no difference
            ASSERT_NEAR(a[i], b[i], GetParam().tolerance) << "entry " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SameAlpha,
    testing::Values(
        Pair{"gpt2NpyNpz", "gpt2/ex0.attn_softmax.npy", "gpt2/ex0.npz#attn_softmax", 0},
        Pair{"gpt2Ex1NpyNpz", "gpt2/ex1.attn_softmax.npy", "gpt2/ex1.npz#attn_softmax", 0},
        Pair{"gpt2NpzSafetensors", "gpt2/ex0.npz#attn_softmax", "gpt2/ex0.safetensors#attn_softmax", 0},
        Pair{"gpt2Masked", "gpt2/ex0.npz#attn_masked", "gpt2/ex0.safetensors#attn_masked", 0},
        Pair{"gpt2Json", "gpt2/ex0.npz#attn_softmax", "gpt2/ex0.attention.json#attention", 5.1e-7},
        Pair{"lettersNpz", "letters/atzmon.cross.npy", "letters/atzmon.npz#cross_attention", 0},
        Pair{"lettersSafetensors", "letters/atzmon.cross.npy", "letters/atzmon.safetensors#cross_attention", 0},
        Pair{"lettersBigEndian", "letters/atzmon.cross.npy", "letters/atzmon.cross.bigendian.npy", 0},
        Pair{"lettersFortran", "letters/atzmon.cross.npy", "letters/atzmon.cross.f64_fortran.npy", 0},
        Pair{"lettersHalf", "letters/atzmon.cross.npy", "letters/atzmon.cross.f16.npy", 0.00025},
        Pair{"lettersMean", "letters/atzmon.cross_mean.csv", "letters/atzmon.cross_mean.json#attention", 5.1e-7},
        Pair{"nanoSort", "nano_sort/nano_partials.npz#attSm", "nano_sort/nano_partials.safetensors#attSm", 0},
        Pair{"nanoSortNpy", "nano_sort/attSm.npy", "nano_sort/nano_partials.npz#attSm", 0},
        Pair{"nanoSortInfinite", "nano_sort/att_with_neg_inf.npy", "nano_sort/nano_partials.npz#att", 0},
        Pair{"nematus", "translation/nematus/s001.npy", "translation/nematus/s001.json#attention", 0},
        Pair{"nematusAll", "translation/nematus/s002.npy", "translation/nematus/all.npz#s002", 0},
        Pair{"marian", "translation/marian/s000.npy", "translation/marian/s000.json#attention", 0}),
    [](const auto& row) { return row.param.name; });

TEST(AttentionCases, BringTheirLabels) {
    HEEDMAP_CASE(folder, "attention/");
    const OpenedTensor gpt2 = opened(folder + "gpt2/ex0.attention.json[2,-1]");
    EXPECT_EQ(gpt2.name, "attention[2,11]");
    EXPECT_EQ(gpt2.tensor.shape(), (Shape{6, 6}));
    const std::vector<std::string> tokens{"Data", " visualization", " em", "powers", " users", " to"};
    EXPECT_EQ(gpt2.labels, (Labels{tokens, tokens}));

    const Labels letters{{"a", "t", "z", "m", "o", "n", "</s>"}, {"آ", "ت", "ز", "م", "و", "ن"}};
    EXPECT_EQ(opened(folder + "letters/atzmon.cross_mean.csv").labels, letters);
    EXPECT_EQ(opened(folder + "letters/atzmon.cross_mean.json").labels, letters);
    EXPECT_EQ(readLabels(folder + "letters/atzmon.tokens.json").value(), letters);

    const Labels nematus = opened(folder + "translation/nematus/s000.json").labels;
    EXPECT_EQ(nematus.rows, (std::vector<std::string>{"Obama", "welcomes", "Netanyahu"}));
    EXPECT_EQ(nematus.columns.at(1), "empfängt");
}

TEST(AttentionCases, BahdanauFigureIsReadWithItsLabelsBesideIt) {
    HEEDMAP_CASE(folder, "attention/translation/bahdanau2015/");
    const OpenedTensor figure = opened(folder + "rnn_attentional_ex2.csv");
    EXPECT_EQ(figure.tensor.shape(), (Shape{14, 15}));
    EXPECT_TRUE(figure.labels.empty());
    EXPECT_TRUE(figure.remarks.empty());
    EXPECT_EQ(figure.tensor.view.at(std::vector<Index>{1, 1}), 0.89);
    const Labels labels = readLabels(folder + "labels_ex2.json").value();
    EXPECT_EQ(labels.rows.size(), 14u);
    EXPECT_EQ(labels.columns.size(), 15u);
    EXPECT_EQ(labels.columns.front(), "l’");
}
