#include "core/attention/attend_rows.h"
#include "tests/support/core/near.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <thread>
#include <vector>

using namespace heedmap;
using namespace heedmap::attention;
using namespace heedmap::test;

namespace {

MatrixD normal(Index rows, Index columns, std::uint64_t seed) {
    RandomStream random(seed);
    return normalMatrix(rows, columns, random);
}

struct Inputs {
    MatrixD q = normal(150, 6, 1), k = normal(130, 6, 2), v = normal(130, 3, 3);
};

constexpr std::array masks{"none",
                           "causal",
                           "padding:0",
                           "causal,padding:40",
                           "window:5",
                           "causal,window:0",
                           "dilated:3,7",
                           "block:16",
                           "global:3,window:2,random:2",
                           "random:1",
                           "causal,random:1"};

} // namespace

TEST(AttendRows, EqualsTheWholeMatrixForEveryMask) {
    const Inputs in;
    for (const char* const text : masks) {
        const MaskSpec spec = parseMask(text).value();
        const MaskRows mask = MaskRows::of(spec, 150, 130).value();
        for (const NormalizerKind kind : allNormalizers) {
            const Normalizer normalizer{kind, 0.7};
            const auto whole =
                attend<double>(in.q, in.k, in.v, ScoreFunction::scaled_dot, {}, spec, normalizer).value();
            for (const Rows rows : {Rows{0, 1}, Rows{17, 60}, Rows{128, 150}, Rows{9, 9}}) {
                const auto block =
                    attendRows<double>(in.q, in.k, in.v, ScoreFunction::scaled_dot, {}, mask, normalizer, rows).value();
                const MatrixD alpha = block.overAllKeys(block.attention.alpha, 130, 0.0);
                EXPECT_TRUE(near(alpha, whole.alpha.middleRows(rows.begin, rows.size()), 1e-12, 1e-3)) << text;
                EXPECT_TRUE(near(block.attention.context, whole.context.middleRows(rows.begin, rows.size()), 1e-12, 1))
                    << text;
                std::vector<Index> empty;
                for (const Index row : whole.emptyRows)
                    if (rows.contains(row))
                        empty.push_back(row - rows.begin);
                EXPECT_EQ(block.attention.emptyRows, empty) << text << " " << rows.begin;
            }
        }
    }
}

TEST(AttendRows, ComputesOnlyWhatABlockMaySee) {
    const Inputs in;
    const MaskSpec spec = parseMask("window:5").value();
    const MaskRows mask = MaskRows::of(spec, 150, 130).value();
    const auto block = attendRows<double>(in.q, in.k, in.v, ScoreFunction::dot, {}, mask, {}, {40, 50}).value();
    EXPECT_EQ(block.attention.scores.cols(), 20);
    ASSERT_EQ(block.keys.size(), 1U);
    EXPECT_EQ(block.keys.front(), (Columns{35, 55}));
}

TEST(AttendRows, ALongWindowTakesASmallPartOfTheWork) {
    constexpr Index n = 65536;
    const MaskSpec spec = parseMask("window:256").value();
    const MaskRows mask = MaskRows::of(spec, n, n).value();
    const Index step = rowsAtATime(spec, n);
    Index pairs = 0;
    std::vector<Columns> ranges;
    for (Index first = 0; first < n; first += step) {
        mask.block({first, first + step}, ranges);
        for (const Columns& range : ranges)
            pairs += step * range.size();
    }
    EXPECT_LT(pairs * 50, n * n) << "one part in " << n * n / pairs;
}

TEST(AttendRows, TheContextAloneIsThatOfTheWhole) {
    const Inputs in;
    for (const char* const text : masks) {
        const MaskSpec spec = parseMask(text).value();
        const auto whole = attend<double>(in.q, in.k, in.v, ScoreFunction::dot, {}, spec, {}).value();
        double told = 0;
        std::mutex guard;
        const auto context =
            attendContext<double>(in.q, in.k, in.v, ScoreFunction::dot, {}, spec, {}, {}, [&](double part) {
                const std::lock_guard lock(guard);
                told = std::max(told, part);
            });
        ASSERT_TRUE(context && *context) << text;
        EXPECT_TRUE(near(**context, whole.context, 1e-12, 1)) << text;
        EXPECT_EQ(told, 1) << text;
    }
}

TEST(AttendRows, InFloat32TheContextIsThatOfFloat64) {
    const Inputs in;
    const MatrixF q = in.q.cast<float>();
    const MatrixF k = in.k.cast<float>();
    const MatrixF v = in.v.cast<float>();
    for (const NormalizerKind kind : {NormalizerKind::softmax, NormalizerKind::sparsemax})
        for (const char* const text : masks) {
            const MaskSpec spec = parseMask(text).value();
            const Normalizer normalizer{kind};
            const auto whole = attend<double>(q.cast<double>(), k.cast<double>(), v.cast<double>(), ScoreFunction::dot,
                                              {}, spec, normalizer)
                                   .value();
            std::atomic<int> told = 0;
            const auto context =
                attendContext<float>(q, k, v, ScoreFunction::dot, {}, spec, normalizer, {}, [&](double) { ++told; });
            ASSERT_TRUE(context && *context) << text;
            EXPECT_TRUE(near(**context, whole.context, 1e-5, 1)) << text;
            EXPECT_GT(told, 0) << text;
        }
}

TEST(AttendRows, NothingIsComputedOnceStopped) {
    const Inputs in;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(attendContext<float>(in.q.cast<float>(), in.k.cast<float>(), in.v.cast<float>(), ScoreFunction::dot,
                                      {}, {}, {}, stop.get_token()));
    EXPECT_FALSE(attendContext<double>(in.q, in.k, in.v, ScoreFunction::dot, {}, {}, {}, stop.get_token()));
}

TEST(AttendRows, ErrorsAreThoseOfAttend) {
    const Inputs in;
    const auto differ = attendContext<double>(in.q, in.k, MatrixD(2, 3), ScoreFunction::dot, {}, {}, {});
    ASSERT_TRUE(differ && !*differ);
    EXPECT_TRUE(differ->error().is(keysAndValuesDiffer));
    const auto single =
        attendContext<float>(in.q.cast<float>(), in.k.cast<float>(), MatrixF(2, 3), ScoreFunction::dot, {}, {}, {});
    ASSERT_TRUE(single && !*single);
    EXPECT_TRUE(single->error().is(keysAndValuesDiffer));
}

// The first call waits for another one, which comes only where calls overlap.
TEST(AttendRows, ProgressIsReportedOneCallAtATimeAndGrows) {
    const MatrixD q = normal(4000, 4, 1);
    const MatrixD k = normal(64, 4, 2);
    tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 4);
    tbb::task_arena arena(4);
    std::atomic<int> inside = 0;
    std::atomic<bool> overlapped = false;
    std::vector<double> fractions;
    arena.execute([&] {
        const auto context =
            attendContext<double>(q, k, k, ScoreFunction::scaled_dot, {}, {}, {}, {}, [&](double fraction) {
                overlapped = overlapped || ++inside > 1;
                for (int turn = 0; turn < 2000 && fractions.empty() && !overlapped; ++turn)
                    std::this_thread::yield();
                if (!overlapped)
                    fractions.push_back(fraction);
                --inside;
            });
        ASSERT_TRUE(context.has_value());
        ASSERT_TRUE(context->ok());
    });
    EXPECT_FALSE(overlapped);
    ASSERT_GT(fractions.size(), 1U);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.back(), 1);
}
