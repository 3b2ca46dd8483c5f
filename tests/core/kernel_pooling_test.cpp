#include "core/kernels/pooling.h"
#include "core/kernels/target.h"
#include "tests/support/core/numbers.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace heedmap;

namespace {

using heedmap::test::infinityF;

constexpr float largestFinite = std::numeric_limits<float>::max();
constexpr float tiny = std::numeric_limits<float>::denorm_min();

struct Cells {
    explicit Cells(Index count)
        : max(static_cast<std::size_t>(count), 42.0F)
        , mean(max)
        , numbers(max)
        , marks(max.size(), 42) {}
    std::vector<float> max, mean, numbers;
    std::vector<std::uint8_t> marks;
    kernels::PooledCells from(Index i) {
        return {max.data() + i, mean.data() + i, numbers.data() + i, marks.data() + i};
    }
};

class KernelPooling : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override { ASSERT_TRUE(kernels::useTarget(GetParam())); }
    void TearDown() override { kernels::useTarget(""); }
};

INSTANTIATE_TEST_SUITE_P(All, KernelPooling, testing::ValuesIn(kernels::availableTargets()),
                         [](const auto& target) { return target.param; });

} // namespace

TEST_P(KernelPooling, BaseCellsAtEveryLength) {
    const std::vector<float> pattern{1.5F, -largestFinite, 0.0F, infinityF, tiny, -3.0F, -infinityF};
    for (Index count = 0; count < 40; ++count) {
        std::vector<float> values;
        std::vector<std::uint8_t> marks;
        for (Index i = 0; i < count; ++i) {
            values.push_back(pattern[static_cast<std::size_t>(i) % pattern.size()]);
            marks.push_back(static_cast<std::uint8_t>(i % 11 == 4 ? i % 5 : 0));
        }
        Cells out(count + 2);
        kernels::poolBase(values.data(), marks.data(), count, out.from(1));
        for (Index i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const bool isNumber = marks[at] == 0;
            const float value = std::clamp(values[at], -largestFinite, largestFinite);
            EXPECT_EQ(out.max[at + 1], isNumber ? value : -infinityF) << count << ", " << i;
            EXPECT_EQ(out.mean[at + 1], isNumber ? value : 0) << count << ", " << i;
            EXPECT_EQ(out.numbers[at + 1], isNumber ? 1 : 0) << count << ", " << i;
            EXPECT_EQ(out.marks[at + 1], 1U << marks[at]) << count << ", " << i;
        }
        EXPECT_EQ(out.max.front(), 42);
        EXPECT_EQ(out.max.back(), 42);
        EXPECT_EQ(out.marks.back(), 42);
    }
}

TEST_P(KernelPooling, PairsAtEveryLength) {
    for (Index pairs = 0; pairs < 38; ++pairs) {
        Cells upper(2 * pairs);
        Cells lower(2 * pairs);
        Index seed = 3;
        for (Cells* row : {&upper, &lower})
            for (std::size_t k = 0; k < row->max.size(); ++k) {
                seed = (seed * 16807) % 2147483647;
                const bool none = seed % 5 == 0;
                row->numbers[k] = none ? 0.0F : static_cast<float>(1 + seed % 4);
                row->max[k] =
                    none ? -infinityF : (seed % 7 == 0 ? largestFinite : static_cast<float>(seed % 1000) - 500);
                row->mean[k] = none ? 0.0F : row->max[k] - (seed % 7 == 0 ? 0.0F : static_cast<float>(seed % 9));
                row->marks[k] = static_cast<std::uint8_t>(seed % 31);
            }
        Cells out(pairs + 1);
        kernels::poolPairs(upper.from(0), lower.from(0), pairs, out.from(0));
        for (Index j = 0; j < pairs; ++j) {
            float max = -infinityF;
            double numbers = 0;
            double sum = 0;
            unsigned marks = 0;
            for (Cells* row : {&upper, &lower})
                for (std::size_t k = static_cast<std::size_t>(2 * j); k < static_cast<std::size_t>(2 * j + 2); ++k) {
                    max = std::max(max, row->max[k]);
                    numbers += static_cast<double>(row->numbers[k]);
                    sum += static_cast<double>(row->mean[k]) * static_cast<double>(row->numbers[k]);
                    marks |= row->marks[k];
                }
            const auto at = static_cast<std::size_t>(j);
            const double mean = numbers > 0 ? sum / numbers : 0;
            EXPECT_EQ(out.max[at], max) << pairs << ", " << j;
            EXPECT_EQ(static_cast<double>(out.numbers[at]), numbers) << pairs << ", " << j;
            EXPECT_EQ(out.marks[at], marks) << pairs << ", " << j;
            EXPECT_NEAR(static_cast<double>(out.mean[at]), mean, 1e-6 * std::max(500.0, std::abs(mean)))
                << pairs << ", " << j;
        }
        EXPECT_EQ(out.max.back(), 42);
        EXPECT_EQ(out.marks.back(), 42);
    }
}

TEST_P(KernelPooling, EqualNumbersHaveTheirOwnValueAsMean) {
    for (const float value : {0.1F, -1e-38F, tiny * 6, largestFinite, -largestFinite}) {
        Cells row(64);
        std::fill(row.max.begin(), row.max.end(), value);
        row.mean = row.max;
        std::fill(row.numbers.begin(), row.numbers.end(), 3.0F);
        Cells out(32);
        kernels::poolPairs(row.from(0), row.from(0), 32, out.from(0));
        for (std::size_t j = 0; j < 32; ++j)
            EXPECT_EQ(out.mean[j], value) << j;
    }
}

TEST_P(KernelPooling, NumbersAreToldFromTheRest) {
    for (Index count = 0; count < 40; ++count)
        for (Index bad = -1; bad < count; bad += 3) {
            std::vector<float> values(static_cast<std::size_t>(count) + 1, -largestFinite);
            std::vector<std::uint8_t> marks(values.size(), 42);
            if (bad >= 0)
                values[static_cast<std::size_t>(bad)] =
                    bad % 3 == 0 ? infinityF : (bad % 3 == 1 ? -infinityF : std::nanf(""));
            EXPECT_EQ(kernels::markNumbers(values.data(), count, marks.data()), bad < 0) << count << ", " << bad;
            for (Index i = 0; i < count; ++i) {
                const auto at = static_cast<std::size_t>(i);
                const int mark = i != bad ? 0 : (bad % 3 == 0 ? 3 : (bad % 3 == 1 ? 4 : 2));
                EXPECT_EQ(marks[at], mark) << count << ", " << i;
                EXPECT_EQ(values[at], mark == 0 ? -largestFinite : 0.0F) << count << ", " << i;
            }
            EXPECT_EQ(marks.back(), 42);
        }
}

TEST_P(KernelPooling, LargestAndLimitsAtEveryLength) {
    const std::vector<float> pattern{-1.5F, -largestFinite, -infinityF, 0.0F,         tiny,
                                     3.0F,  -infinityF,     7.0F,       largestFinite};
    for (Index count = 0; count < 70; ++count) {
        std::vector<float> values(1); // so that the rest is not aligned
        for (Index i = 0; i < count; ++i)
            values.push_back(pattern[static_cast<std::size_t>(i * 5 + count) % pattern.size()]);
        std::vector<float> most(values.size(), 1.0F);
        kernels::takeLargest(values.data() + 1, count, most.data() + 1);
        float smallest = infinityF;
        float top = -infinityF;
        float positive = infinityF;
        for (Index i = 0; i < count; ++i) {
            const float value = values[static_cast<std::size_t>(i + 1)];
            EXPECT_EQ(most[static_cast<std::size_t>(i + 1)], std::max(1.0F, value)) << count << ", " << i;
            smallest = value == -infinityF ? smallest : std::min(smallest, value);
            top = std::max(top, value);
            positive = value > 0 ? std::min(positive, value) : positive;
        }
        kernels::Limits limits{infinityF, -infinityF, infinityF};
        kernels::takeLimits(values.data() + 1, count, limits);
        EXPECT_EQ(limits.smallest, smallest) << count;
        EXPECT_EQ(limits.largest, top) << count;
        EXPECT_EQ(limits.positive, positive) << count;
        kernels::Limits joined{-largestFinite, 8.0F, tiny};
        kernels::takeLimits(values.data() + 1, count, joined);
        EXPECT_EQ(joined.smallest, -largestFinite) << count;
        EXPECT_EQ(joined.largest, std::max(8.0F, top)) << count;
    }
}

TEST_P(KernelPooling, ColorsOfNumbers) {
    std::vector<std::uint32_t> table(256);
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = static_cast<std::uint32_t>(i * 0x01010101U);
    for (const bool root : {false, true})
        for (std::size_t count = 0; count < 40; ++count) {
            std::vector<float> values(count);
            for (std::size_t i = 0; i < count; ++i)
                values[i] = static_cast<float>(i) * 0.05F - 0.3F;
            std::vector<std::uint32_t> colors(count + 1, 42);
            const kernels::ColorScale scale{-0.2, 1.3, root, table.data()};
            kernels::colorNumbers(values.data(), static_cast<Index>(count), scale,
                                  reinterpret_cast<std::uint8_t*>(colors.data()));
            for (std::size_t i = 0; i < count; ++i) {
                const double along = std::max(0.0, (static_cast<double>(values[i]) + 0.2) / 1.3);
                const auto index = static_cast<std::size_t>(std::min(255.0, 256 * (root ? std::sqrt(along) : along)));
                EXPECT_EQ(colors[i], table[index]) << count << ", " << i;
            }
            EXPECT_EQ(colors[count], 42U);
        }
}
