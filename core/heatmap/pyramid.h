// The same matrix at half, quarter, … of its size, so that a picture at any zoom reads about as many numbers as it has
// pixels. Each level keeps the largest value and the mean, and which marks occur below; odd remainders are kept.
#pragma once

#include "core/attention/alpha_source.h"
#include "core/heatmap/large_array.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

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

// Levels are float32 for speed and memory: numbers beyond it are pooled as its largest one, numbers too small for it as
// 0, and numbers that it cannot tell apart as one. The summary and cells of a pixel or more are not pooled and exact.
//
// One level: cell (i, j) stands for the cells [i·2^level, (i+1)·2^level) × [j·2^level, …) that exist.
struct PyramidLevel {
    Index rows = 0;
    Index columns = 0;
    LargeArray<float> max;  // of the numbers below; 0 where `marks` has no number
    LargeArray<float> mean; // of the numbers below; 0 where there is none
    LargeArray<MarkSet> marks;
};

// Called now and then with what part is done, 0 … 1, never decreasing; from any thread, but from one at a time.
using Progress = std::function<void(double fraction)>;

class Pyramid {
public:
    // Reads the source once, in strips, with all processors. Without a result when stopped.
    static std::optional<Pyramid> build(const AlphaSource& source, std::stop_token stop = {},
                                        const Progress& progress = {});

    // Levels 1, 2, … up to the first that is 1×1; level 0 is the source itself.
    int levels() const { return static_cast<int>(levels_.size()); }
    const PyramidLevel& level(int level) const { return levels_[static_cast<std::size_t>(level - 1)]; }
    const ValueSummary& summary() const { return summary_; }

private:
    std::vector<PyramidLevel> levels_;
    ValueSummary summary_;
};

} // namespace heedmap::heatmap
