// Numbers that float32 cannot hold or tell apart: limits, range and colors are those of the numbers themselves.
#include "core/attention/attention_alpha.h"
#include "core/heatmap/raster.h"
#include "tests/support/core/picture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace heedmap::heatmap {
namespace {

using attention::DenseAlpha;
using attention::TensorAlpha;

struct Row {
    const char* name;
    std::vector<double> numbers; // growing
    friend void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }
};

class PreciseNumbers : public testing::TestWithParam<Row> {
protected:
    MatrixD matrix() const {
        return Eigen::Map<const MatrixD>(GetParam().numbers.data(), 1, static_cast<Index>(GetParam().numbers.size()));
    }
};

std::vector<std::shared_ptr<const AlphaSource>> sourcesOf(const MatrixD& matrix) {
    auto attention = std::make_shared<attention::Attention<double>>();
    attention->alpha = matrix;
    return {std::make_shared<DenseAlpha>(matrix), std::make_shared<TensorAlpha>(makeTensor(matrix)),
            std::make_shared<attention::AttentionAlpha>(attention)};
}

TEST_P(PreciseNumbers, LimitsAreTheNumbersThemselves) {
    const std::vector<double>& numbers = GetParam().numbers;
    for (const auto& source : sourcesOf(matrix())) {
        for (const ValueSummary& summary : {summarize(*source).value(), Pyramid::build(*source)->summary()}) {
            EXPECT_EQ(summary.smallest, numbers.front());
            EXPECT_EQ(summary.largest, numbers.back());
            EXPECT_EQ(summary.smallestPositive,
                      *std::find_if(numbers.begin(), numbers.end(), [](double value) { return value > 0; }));
            EXPECT_EQ(summary.count(Mark::number), static_cast<Index>(numbers.size()));
            const RangeSpec all{RangeSpec::Kind::percentile, 0, 100};
            EXPECT_EQ(resolveRange(all, Scale::linear, *source, summary).low, numbers.front());
            EXPECT_EQ(resolveRange(all, Scale::linear, *source, summary).high, numbers.back());
        }
    }
}

TEST_P(PreciseNumbers, DifferentNumbersHaveDifferentColors) {
    const std::vector<double>& numbers = GetParam().numbers;
    for (const Scale scale : {Scale::linear, Scale::sqrt, Scale::rank}) {
        for (std::shared_ptr<const AlphaSource> source : sourcesOf(matrix())) {
            RasterStyle style = test::plainStyle();
            style.range = {numbers.front(), numbers.back(), scale};
            if (scale == Scale::rank) {
                source = std::make_shared<RankSource>(source);
                style.range = {0, 1, scale};
            }
            const auto width = static_cast<double>(numbers.size());
            const test::Picture picture =
                test::drawn(*source, nullptr, test::geometryOf(*source, 2, 2, {0, 0}, 2 * width, 2), style);
            for (Index j = 0; j < source->columns(); ++j) {
                const auto at = static_cast<std::size_t>(j);
                EXPECT_EQ(picture.at(2 * j, 0), colorOf(*source, {0, j}, style)) << "column " << j;
                if (scale != Scale::rank) {
                    EXPECT_EQ(picture.at(2 * j, 0), colorOf(numbers[at], Mark::number, style)) << "column " << j;
                }
                if (j > 0) {
                    EXPECT_NE(picture.at(2 * j, 0), picture.at(2 * j - 2, 0)) << "column " << j;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, PreciseNumbers,
                         testing::Values(Row{"beyondFloat", {-1e300, -2e299, 1e299, 5e299, 1e300}},
                                         Row{"tiny", {0, 1e-319, 2e-319, 4e-319}},
                                         Row{"close", {1, 1 + 2e-9, 1 + 4e-9, 1 + 8e-9}},
                                         Row{"closeToFloatMax", {-3.5e38, 1, 3.5e38}}),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(PreciseNumbersOfAFile, LargeIntegersAreToldApart) {
    const std::vector<std::int32_t> numbers{16777216, 16777217, 16777218};
    const auto* const bytes = reinterpret_cast<const std::byte*>(numbers.data());
    const TensorAlpha source(Tensor{TensorView(bytes, DType::int32, {1, 3}), nullptr});
    EXPECT_EQ(summarize(source)->smallest, 16777216);
    EXPECT_EQ(summarize(source)->largest, 16777218);
    RasterStyle style = test::plainStyle();
    style.range = {16777216, 16777218};
    EXPECT_NE(colorOf(source, {0, 0}, style), colorOf(source, {0, 1}, style));
    EXPECT_NE(colorOf(source, {0, 1}, style), colorOf(source, {0, 2}, style));
}

TEST(PreciseNumbersOfAFile, MarksAndPartsAreThoseOfTheTile) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    MatrixD matrix(2, 3);
    matrix << 1e300, infinity, 3, std::numeric_limits<double>::quiet_NaN(), 5, -infinity;
    for (const auto& source : sourcesOf(matrix)) {
        ASSERT_TRUE(source->exceedsFloat32());
        std::vector<double> values(4);
        std::vector<Mark> marks(4);
        source->preciseTile(Rows{0, 2}, Columns{1, 3}, values, marks);
        EXPECT_EQ(values, (std::vector<double>{0, 3, 5, 0}));
        EXPECT_EQ(marks,
                  (std::vector<Mark>{Mark::positiveInfinity, Mark::number, Mark::number, Mark::negativeInfinity}));
        EXPECT_EQ(summarize(*source)->largest, 1e300);
        EXPECT_EQ(summarize(*source)->count(Mark::nan), 1);
    }
}

} // namespace
} // namespace heedmap::heatmap
