// How much is still done after a stop was asked for, counted instead of timed.
#include "core/files/writers.h"
#include "core/heatmap/pyramid.h"
#include "core/heatmap/raster.h"

#include "tests/support/core/temporary_folder.h"

#include <atomic>
#include <filesystem>
#include <gtest/gtest.h>
#include <mutex>

using namespace heedmap;
using attention::Mark;

namespace {

// Asks for a stop after so many rows were read, and counts those that are read after it.
class StoppingSource : public attention::AlphaSource {
public:
    StoppingSource(Index rows, Index columns, Index rowsBefore)
        : rows_(rows)
        , columns_(columns)
        , left_(rowsBefore) {}
    Index rows() const override { return rows_; }
    Index columns() const override { return columns_; }
    void tile(Rows rows, Columns, std::span<float> values, std::span<Mark> marks) const override {
        const std::lock_guard lock(mutex_);
        if (stop_.stop_requested())
            after_ += rows.size();
        left_ -= rows.size();
        if (left_ <= 0)
            stop_.request_stop();
        std::fill(values.begin(), values.end(), 0.5F);
        std::fill(marks.begin(), marks.end(), Mark::number);
    }
    double value(Cell) const override { return 0.5; }
    Mark mark(Cell) const override { return Mark::number; }
    attention::Storage storage() const override { return attention::Storage::computed; }
    attention::TileShape bestTile() const override { return {4, 1024}; }

    std::stop_token token() const { return stop_.get_token(); }
    Index rowsAfterStop() const { return after_; }

private:
    Index rows_;
    Index columns_;
    mutable std::mutex mutex_;
    mutable Index left_;
    mutable Index after_ = 0;
    mutable std::stop_source stop_;
};

// A tile that every thread had begun already, and no more: there are never more threads than this in a test.
constexpr Index mostAfter = 4 * 64;

} // namespace

TEST(Stopping, APyramidEndsWithinATileOfEachThread) {
    for (const auto pooling : {heatmap::Pooling::max, heatmap::Pooling::mean}) {
        for (const int level : {1, 6}) {
            const StoppingSource source(1 << 14, 1 << 12, 64);
            EXPECT_FALSE(heatmap::Pyramid::build(source, source.token(), {}, {pooling, level}));
            EXPECT_LE(source.rowsAfterStop(), mostAfter) << heatmap::nameOf(pooling) << ", level " << level;
        }
    }
}

TEST(Stopping, AFirstLookEndsWithinARowOfEachThread) {
    const StoppingSource source(1 << 14, 1 << 12, 16);
    EXPECT_FALSE(heatmap::Pyramid::sample(source, std::chrono::hours(1), source.token(), {heatmap::Pooling::max, 6}));
    EXPECT_LE(source.rowsAfterStop(), mostAfter);
}

TEST(Stopping, APictureEndsWithinATileOfEachThread) {
    for (const double cell : {1.0 / 64, 1.0 / 3, 1.0}) {
        const StoppingSource source(1 << 14, 1 << 14, 64);
        const Index size = 200;
        const heatmap::CellGeometry geometry{source.rows(), source.columns(), cell, cell, {0, 0}, 200, 200};
        std::vector<heatmap::Rgba> pixels(static_cast<std::size_t>(size * size));
        heatmap::rasterize(source, nullptr, geometry, {}, pixels, size, size, size, source.token());
        EXPECT_LE(source.rowsAfterStop(), mostAfter) << "cells of " << cell << " pixels";
    }
}

TEST(Stopping, NumbersEndWithinSomeRowsAndLeaveNothing) {
    const test::TemporaryFolder folder;
    const auto expectStopped = [&](const char* name, const auto& write) {
        const auto source = std::make_shared<StoppingSource>(1 << 14, 1 << 12, 64);
        const std::string path = folder.path(name);
        const Result<void> written = write(path, source, source->token());
        ASSERT_FALSE(written) << name;
        EXPECT_EQ(sentence(written.error()), path + ": stopped before the file was complete");
        EXPECT_LE(source->rowsAfterStop(), 0) << name;
    };
    using Source = std::shared_ptr<const attention::AlphaSource>;
    expectStopped("a.csv", [](const std::string& path, const Source& source, const std::stop_token& stop) {
        return files::writeCsv(path, {{"alpha", source, {}}}, ',', stop);
    });
    expectStopped("a.json", [](const std::string& path, const Source& source, const std::stop_token& stop) {
        return files::writeJson(path, {{"alpha", source, {}}}, stop);
    });
    expectStopped("a.npy", [](const std::string& path, const Source& source, const std::stop_token& stop) {
        return files::writeNpy(path, {source}, stop);
    });
    expectStopped("a.npz", [](const std::string& path, const Source& source, const std::stop_token& stop) {
        return files::writeNpz(path, {{"alpha", {}, source}}, stop);
    });
    EXPECT_TRUE(std::filesystem::is_empty(folder.path("")));
}
