#include "core/seq2seq/probes.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::seq2seq;

// Path length O(n) against O(1): what issue and article claim, measured.
TEST(Probes, TheGradientFallsWithDistanceInRecurrentNetsAndNotInAttention) {
    ReachOptions options;
    options.length = 300;
    options.units = 16;
    options.networks = 2;
    const auto plain = gradientReach(NetworkKind::plain, options);
    const auto lstm = gradientReach(NetworkKind::lstm, options);
    const auto attention = gradientReach(NetworkKind::attention, options);
    ASSERT_EQ(plain.size(), 300U);
    ASSERT_EQ(lstm.size(), 300U);
    ASSERT_EQ(attention.size(), 300U);
    EXPECT_LT(plain[256], 1e-6 * plain[1]);
    EXPECT_LT(lstm[256], 1e-3 * lstm[1]);
    EXPECT_GT(attention[256], 0.1 * attention[1]);
    EXPECT_LT(attention[256], 10 * attention[1]);
}

TEST(Probes, AreSeededAndStop) {
    ReachOptions options;
    options.length = 5;
    options.units = 3;
    EXPECT_EQ(gradientReach(NetworkKind::lstm, options), gradientReach(NetworkKind::lstm, options));
    std::stop_source source;
    source.request_stop();
    EXPECT_TRUE(gradientReach(NetworkKind::lstm, options, source.get_token()).empty());
    options.length = 1;
    EXPECT_EQ(gradientReach(NetworkKind::attention, options).size(), 1U);
}
