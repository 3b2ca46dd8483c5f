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

class KernelPooling : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override { ASSERT_TRUE(kernels::useTarget(GetParam())); }
    void TearDown() override { kernels::useTarget(""); }
};

INSTANTIATE_TEST_SUITE_P(All, KernelPooling, testing::ValuesIn(kernels::availableTargets()),
                         [](const auto& target) { return target.param; });

} // namespace

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
