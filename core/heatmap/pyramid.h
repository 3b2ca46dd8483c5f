// The same matrix at half, quarter, … of its size, so that a picture at any zoom reads about as many numbers as it has
// pixels. Each level keeps the largest value and the mean, and which marks occur below; odd remainders are kept.
#pragma once

#include "core/attention/alpha_source.h"
#include "core/tensor/large_array.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace heedmap::files {
class PyramidFile; // to write and read them
}

namespace heedmap::heatmap {

using attention::AlphaSource;
using attention::Mark;

enum class Pooling : std::uint8_t { max, mean };
std::string_view nameOf(Pooling pooling);
std::optional<Pooling> poolingNamed(std::string_view name);

// Which marks occur among the cells below one pooled cell; bit b is set for Mark(b).
using MarkSet = std::uint8_t;
constexpr MarkSet setOf(Mark mark) {
    return static_cast<MarkSet>(1U << static_cast<unsigned>(mark));
}

// Smallest and largest number of a matrix, as they are in it, and how many cells carry each mark.
struct ValueSummary {
    double smallest = 0; // of the numbers; 0 where there are none
    double largest = 0;
    double smallestPositive = 0;       // for the logarithmic scale; 0 where there is none
    Index counts[5] = {0, 0, 0, 0, 0}; // by Mark
    Index count(Mark mark) const { return counts[static_cast<std::size_t>(mark)]; }
};

// The same without a pyramid and its memory. Without a result when stopped.
std::optional<ValueSummary> summarize(const AlphaSource& source, std::stop_token stop = {});

// Pooled numbers: float32, or float64 where the source has numbers that float32 cannot tell apart.
struct LevelValues {
    LargeArray<float> floats;
    LargeArray<double> doubles; // exactly one of the two is filled; none where this pooling is not kept

    std::size_t size() const { return std::max(floats.size(), doubles.size()); }
    double operator[](std::size_t at) const { return doubles.empty() ? static_cast<double>(floats[at]) : doubles[at]; }
};

// One level: cell (i, j) stands for the cells [i·2^level, (i+1)·2^level) × [j·2^level, …) that exist.
struct PyramidLevel {
    Index rows = 0;
    Index columns = 0;
    LevelValues max;  // of the numbers below; 0 where `marks` has no number
    LevelValues mean; // of the numbers below; 0 where there is none
    LargeArray<MarkSet> marks;
    const LevelValues& values(Pooling pooling) const { return pooling == Pooling::max ? max : mean; }
};

// Called now and then with what part is done, 0 … 1, never decreasing; from any thread, but from one at a time.
using Progress = std::function<void(double fraction)>;

struct PyramidOptions {
    std::optional<Pooling> only; // the other one is not kept; else both are
    int firstLevel = 1;          // finer ones are not kept
};

class Pyramid {
public:
    // Reads the source once, in strips, with all processors. Without a result when stopped.
    static std::optional<Pyramid> build(const AlphaSource& source, std::stop_token stop = {},
                                        const Progress& progress = {}, const PyramidOptions& options = {});
    // A first look at a large source: every row of its only levels (the coarsest ones) comes from a single row of the
    // source, evenly taken, as many as can be read in the time; the others repeat their neighbors. The summary is that
    // of the rows that were read. Without a result when stopped.
    static std::optional<Pyramid> sample(const AlphaSource& source, std::chrono::milliseconds time,
                                         std::stop_token stop = {}, const PyramidOptions& options = {});

    // Levels 1, 2, … up to the first that is 1×1; level 0 is the source itself. Kept are those from firstLevel() on.
    int levels() const { return firstLevel_ + static_cast<int>(levels_.size()) - 1; }
    int firstLevel() const { return firstLevel_; }
    bool keeps(int level, Pooling pooling) const;
    // Precondition: firstLevel() ≤ level ≤ levels().
    const PyramidLevel& level(int level) const { return levels_[static_cast<std::size_t>(level - firstLevel_)]; }
    const ValueSummary& summary() const { return summary_; }
    bool isSample() const { return isSample_; }

private:
    friend class files::PyramidFile;
    template <class T>
    friend class PyramidBuilder;
    friend Pyramid transposed(Pyramid pyramid);
    friend Pyramid emptyPyramid(const AlphaSource& source, const PyramidOptions& options);

    int firstLevel_ = 1;
    std::vector<PyramidLevel> levels_;
    ValueSummary summary_;
    bool isSample_ = false;
};

// How many cells a level of the source has.
Index cellsOf(const AlphaSource& source, int level);
// The first level worth keeping: 1 where the source is at hand anyway, else the first of at most 2^22 cells.
int firstLevelFor(const AlphaSource& source);

} // namespace heedmap::heatmap
