// Numbers of an alpha source as .npy and .npz: read row by row, written in the type that holds them.
#include "core/attention/computed_alpha.h"
#include "core/attention/parameters.h"
#include "core/files/writers.h"
#include "core/session/reference.h"

#include "tests/support/core/grid_source.h"
#include "tests/support/core/temporary_folder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::files;

namespace {

Tensor readBack(const std::string& path, const std::string& tensor = {}) {
    auto opened = openReference({path, tensor, {}});
    EXPECT_TRUE(opened) << sentence(opened.error());
    return opened ? opened->tensor : Tensor{};
}

std::shared_ptr<const attention::AlphaSource> computed(Index n) {
    attention::RandomStream random(3);
    const MatrixF q = attention::normalMatrix(n, 5, random).cast<float>();
    attention::MaskSpec causal;
    causal.causal = true;
    return *attention::ComputedAlpha::make(attention::ScoreFunction::dot, kernels::viewOf(q), kernels::viewOf(q), {},
                                           causal);
}

} // namespace

TEST(SourceNumbers, AreThoseOfEveryCell) {
    const test::TemporaryFolder folder;
    for (const Index n : {1, 13, 300}) {
        const auto source = computed(n);
        ASSERT_TRUE(writeNpy(folder.path("a.npy"), {source}));
        ASSERT_TRUE(writeNpz(folder.path("a.npz"), {{"alpha", {}, source}}));
        for (const Tensor& tensor : {readBack(folder.path("a.npy")), readBack(folder.path("a.npz"), "alpha")}) {
            EXPECT_EQ(tensor.dtype(), DType::float32);
            ASSERT_EQ(tensor.shape(), (Shape{n, n}));
            for (Index i = 0; i < n; ++i)
                for (Index j = 0; j < n; ++j)
                    ASSERT_EQ(tensor.view.at(std::array{i, j}), source->value({i, j})) << "[" << i << "," << j << "]";
        }
    }
}

TEST(SourceNumbers, NaNAndInfinityAreKeptAndMaskedIsZero) {
    const test::TemporaryFolder folder;
    constexpr double inf = std::numeric_limits<double>::infinity();
    auto grid = std::make_shared<test::GridSource>(2, 2, 0.25);
    grid->set(0, 0, std::nan("")).set(0, 1, inf).set(1, 0, -inf).mask(1, 1);
    ASSERT_TRUE(writeNpy(folder.path("a.npy"), {grid}));
    const MatrixD read = toMatrixD(readBack(folder.path("a.npy")).view);
    EXPECT_TRUE(std::isnan(read(0, 0)));
    EXPECT_EQ(read(0, 1), inf);
    EXPECT_EQ(read(1, 0), -inf);
    EXPECT_EQ(read(1, 1), 0);
}

TEST(SourceNumbers, SeveralAreOneArrayOfThreeAxes) {
    const test::TemporaryFolder folder;
    const auto first = computed(20);
    const auto second = std::make_shared<test::GridSource>(20, 20, [](Index i, Index j) { return test::noise(i, j); });
    ASSERT_TRUE(writeNpy(folder.path("a.npy"), {first, second}));
    const Tensor tensor = readBack(folder.path("a.npy"));
    EXPECT_EQ(tensor.dtype(), DType::float64);
    ASSERT_EQ(tensor.shape(), (Shape{2, 20, 20}));
    EXPECT_EQ(tensor.view.at(std::array<Index, 3>{0, 7, 3}), first->value({7, 3}));
    EXPECT_EQ(tensor.view.at(std::array<Index, 3>{1, 7, 3}),
              static_cast<double>(static_cast<float>(test::noise(7, 3))));
}

TEST(SourceNumbers, AnEmptyMatrixIsAnEmptyArray) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeNpy(folder.path("a.npy"), {std::make_shared<test::GridSource>(0, 3)}));
    EXPECT_EQ(readBack(folder.path("a.npy")).shape(), (Shape{0, 3}));
}
