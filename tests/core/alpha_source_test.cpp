#include "core/attention/alpha_source.h"
#include "tests/support/core/numbers.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

using heedmap::test::infinity;

struct Tile {
    std::vector<float> values;
    std::vector<Mark> marks;
    friend bool operator==(const Tile&, const Tile&) = default;
};

Tile tileOf(const AlphaSource& source, Rows rows, Columns columns) {
    const auto count = static_cast<std::size_t>(rows.size() * columns.size());
    Tile tile{std::vector<float>(count, -7.0F), std::vector<Mark>(count, Mark::masked)};
    source.tile(rows, columns, tile.values, tile.marks);
    return tile;
}

MatrixD withEveryMark() {
    MatrixD matrix(2, 3);
    matrix << 0.5, std::nan(""), infinity, -infinity, 1e300, -0.25;
    return matrix;
}

} // namespace

TEST(AlphaSource, EachMark) {
    const Tile expected{
        {0.5F, 0, 0, 0, std::numeric_limits<float>::max(), -0.25F},
        {Mark::number, Mark::nan, Mark::positiveInfinity, Mark::negativeInfinity, Mark::number, Mark::number}};
    const DenseAlpha dense(withEveryMark());
    const TensorAlpha tensor(makeTensor(withEveryMark()));
    for (const AlphaSource* source :
         {static_cast<const AlphaSource*>(&dense), static_cast<const AlphaSource*>(&tensor)}) {
        EXPECT_EQ(source->rows(), 2);
        EXPECT_EQ(source->columns(), 3);
        EXPECT_EQ(tileOf(*source, {0, 2}, {0, 3}), expected);
        EXPECT_EQ(source->value({1, 1}), 1e300);
        EXPECT_TRUE(std::isnan(source->value({0, 1})));
        EXPECT_EQ(source->value({1, 0}), -infinity);
        EXPECT_EQ(source->mark({0, 2}), Mark::positiveInfinity);
        EXPECT_EQ(source->mark({0, 0}), Mark::number);
    }
}

TEST(AlphaSource, MaskedCells) {
    BoolMatrix allowed = BoolMatrix::Ones(2, 3);
    allowed(0, 0) = allowed(0, 1) = 0;
    const DenseAlpha doubles(withEveryMark(), allowed);
    const DenseAlpha floats(MatrixF(withEveryMark().cast<float>()), allowed);
    for (const DenseAlpha* source : {&doubles, &floats}) {
        const Tile row = tileOf(*source, {0, 1}, {0, 3});
        EXPECT_EQ(row.values, (std::vector<float>{0, 0, 0}));
        EXPECT_EQ(row.marks, (std::vector{Mark::masked, Mark::masked, Mark::positiveInfinity}));
        EXPECT_EQ(source->value({0, 0}), 0.0);
        EXPECT_EQ(source->mark({0, 1}), Mark::masked);
        EXPECT_EQ(source->value({1, 2}), -0.25);
    }
}

TEST(AlphaSource, EveryTileIsAPieceOfTheWhole) {
    MatrixD matrix(5, 2100);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = static_cast<double>(i % 4096);
    const MatrixF floats = matrix.cast<float>();
    const Tensor whole = makeTensor(matrix);
    const std::vector<int> swap{1, 0};
    const MatrixD transposed = matrix.transpose();
    const Tensor stored = makeTensor(transposed);
    const DenseAlpha dense(matrix);
    const DenseAlpha denseFloat(floats);
    const TensorAlpha tensor(whole);
    const TensorAlpha tensorFloat(makeTensor(floats));
    const TensorAlpha fortran({stored.view.permuted(swap), stored.keeper});
    for (const AlphaSource* source :
         std::initializer_list<const AlphaSource*>{&dense, &denseFloat, &tensor, &tensorFloat, &fortran})
        for (const auto& [rows, columns] :
             {std::pair{Rows{0, 5}, Columns{0, 2100}}, std::pair{Rows{1, 4}, Columns{3, 1030}},
              std::pair{Rows{4, 5}, Columns{2099, 2100}}, std::pair{Rows{2, 2}, Columns{0, 10}},
              std::pair{Rows{0, 5}, Columns{7, 7}}}) {
            const Tile tile = tileOf(*source, rows, columns);
            std::size_t at = 0;
            for (Index i = rows.begin; i < rows.end; ++i)
                for (Index j = columns.begin; j < columns.end; ++j, ++at) {
                    ASSERT_EQ(tile.values[at], floats(i, j)) << i << ", " << j;
                    ASSERT_EQ(tile.marks[at], Mark::number) << i << ", " << j;
                }
        }
}

TEST(AlphaSource, EmptyMatrices) {
    const DenseAlpha noRows(MatrixF(0, 3));
    EXPECT_EQ(noRows.rows(), 0);
    EXPECT_EQ(noRows.columns(), 3);
    EXPECT_TRUE(tileOf(noRows, {0, 0}, {0, 3}).values.empty());
    const DenseAlpha noColumns(MatrixD(2, 0));
    EXPECT_EQ(noColumns.rows(), 2);
    EXPECT_EQ(noColumns.columns(), 0);
    const TensorAlpha tensor(makeTensor({0, 4}, std::vector<float>()));
    EXPECT_TRUE(tileOf(tensor, {0, 0}, {1, 3}).values.empty());
}

TEST(AlphaSource, FilesOfOtherNumbers) {
    const auto bits =
        std::make_shared<const std::vector<std::uint16_t>>(std::vector<std::uint16_t>{0x3C00, 0xFC00, 0x7E00, 0x3800});
    const TensorView view(reinterpret_cast<const std::byte*>(bits->data()), DType::float16, {2, 2});
    const TensorAlpha half(Tensor{view, bits});
    EXPECT_EQ(tileOf(half, {0, 2}, {0, 2}),
              (Tile{{1, 0, 0, 0.5F}, {Mark::number, Mark::negativeInfinity, Mark::nan, Mark::number}}));
}

TEST(AlphaSourceDeathTest, TilesOutsideAreProgrammersErrors) {
    const DenseAlpha dense(MatrixD(MatrixD::Zero(2, 2)));
    EXPECT_DEATH(tileOf(dense, {0, 3}, {0, 1}), "precondition failed");
    EXPECT_DEATH(TensorAlpha(makeTensor({2}, std::vector<double>(2))), "precondition failed");
}
