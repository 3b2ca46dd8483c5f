#include "core/heatmap/pooled_row.h"

#include <algorithm>
#include <limits>

namespace heedmap::heatmap {

namespace {

constexpr float nothing = -std::numeric_limits<float>::infinity();

// Means are taken as the largest value and how far the mean is below it: equal numbers then have exactly their own
// value as mean. They are halved meanwhile, so that no difference of two numbers overflows.
float halfOf(float max) {
    return max == nothing ? 0.0F : max * 0.5F;
}

// The pairs of columns that both exist, without a branch, so that it is done several at a time.
void halvePairs(const PooledRow& upper, const PooledRow& lower, PooledRow& out, std::size_t pairs) {
    const float* const upperMax = upper.max.data();
    const float* const lowerMax = lower.max.data();
    float* const max = out.max.data();
    for (std::size_t j = 0; j < pairs; ++j) {
        const float a = std::max(upperMax[2 * j], upperMax[2 * j + 1]);
        const float b = std::max(lowerMax[2 * j], lowerMax[2 * j + 1]);
        max[j] = std::max(a, b);
    }
    const float* const upperMean = upper.mean.data();
    const float* const lowerMean = lower.mean.data();
    const float* const upperNumbers = upper.numbers.data();
    const float* const lowerNumbers = lower.numbers.data();
    float* const mean = out.mean.data();
    float* const numbers = out.numbers.data();
    for (std::size_t j = 0; j < pairs; ++j) {
        const float a = upperNumbers[2 * j];
        const float b = upperNumbers[2 * j + 1];
        const float c = lowerNumbers[2 * j];
        const float d = lowerNumbers[2 * j + 1];
        const float sum = (a + b) + (c + d);
        const float share = 1 / std::max(sum, 1.0F);
        const float half = halfOf(max[j]);
        const float below =
            ((upperMean[2 * j] * 0.5F - half) * (a * share) + (upperMean[2 * j + 1] * 0.5F - half) * (b * share)) +
            ((lowerMean[2 * j] * 0.5F - half) * (c * share) + (lowerMean[2 * j + 1] * 0.5F - half) * (d * share));
        numbers[j] = sum;
        mean[j] = 2 * (half + below);
    }
    const MarkSet* const upperMarks = upper.marks.data();
    const MarkSet* const lowerMarks = lower.marks.data();
    MarkSet* const marks = out.marks.data();
    for (std::size_t j = 0; j < pairs; ++j)
        marks[j] =
            static_cast<MarkSet>(upperMarks[2 * j] | upperMarks[2 * j + 1] | lowerMarks[2 * j] | lowerMarks[2 * j + 1]);
}

// One cell from any of its up to four: for the last column of an odd number, and for the last row.
void halveSome(const PooledRow& upper, const PooledRow* lower, PooledRow& out, std::size_t j) {
    const std::size_t end = std::min(2 * j + 2, upper.size());
    float sum = 0;
    float max = nothing;
    MarkSet marks = 0;
    for (const PooledRow* row : {&upper, lower}) {
        for (std::size_t k = 2 * j; row != nullptr && k < end; ++k) {
            sum += row->numbers[k];
            max = std::max(max, row->max[k]);
            marks = static_cast<MarkSet>(marks | row->marks[k]);
        }
    }
    const float half = halfOf(max);
    float below = 0;
    for (const PooledRow* row : {&upper, lower}) {
        for (std::size_t k = 2 * j; row != nullptr && k < end; ++k)
            below += (row->mean[k] * 0.5F - half) * (row->numbers[k] / std::max(sum, 1.0F));
    }
    out.numbers[j] = sum;
    out.max[j] = max;
    out.mean[j] = 2 * (half + below);
    out.marks[j] = marks;
}

} // namespace

void PooledRow::resize(std::size_t size) {
    max.resize(size);
    mean.resize(size);
    numbers.resize(size);
    marks.resize(size);
}

void setBase(PooledRow& row, const float* values, const Mark* marks, std::size_t columns) {
    constexpr float largest = std::numeric_limits<float>::max();
    row.resize(columns);
    float* const max = row.max.data();
    float* const mean = row.mean.data();
    float* const numbers = row.numbers.data();
    MarkSet* const sets = row.marks.data();
    for (std::size_t j = 0; j < columns; ++j)
        sets[j] = static_cast<MarkSet>(1U << static_cast<unsigned>(marks[j]));
    for (std::size_t j = 0; j < columns; ++j) {
        // A number of float64 may be beyond float32; it stays a number here.
        const float value = std::min(std::max(values[j], -largest), largest);
        const bool isNumber = marks[j] == Mark::number;
        max[j] = isNumber ? value : nothing;
        mean[j] = isNumber ? value : 0.0F;
        numbers[j] = isNumber ? 1.0F : 0.0F;
    }
}

void halve(const PooledRow& upper, const PooledRow* lower, PooledRow& out) {
    const std::size_t columns = (upper.size() + 1) / 2;
    const std::size_t pairs = lower != nullptr ? upper.size() / 2 : 0;
    out.resize(columns);
    if (lower != nullptr)
        halvePairs(upper, *lower, out, pairs);
    for (std::size_t j = pairs; j < columns; ++j)
        halveSome(upper, lower, out, j);
}

RowCascade::RowCascade(int firstLevel, int lastLevel, Sink sink)
    : firstLevel_(firstLevel)
    , levels_(static_cast<std::size_t>(std::max(0, lastLevel - firstLevel)))
    , sink_(std::move(sink)) {}

void RowCascade::push(const PooledRow& row) {
    rise(0, row);
}

void RowCascade::rise(std::size_t level, const PooledRow& row) {
    if (level >= levels_.size())
        return;
    if (levels_[level].isWaiting) {
        complete(level, &row);
    } else {
        levels_[level].waiting = row;
        levels_[level].isWaiting = true;
    }
}

void RowCascade::complete(std::size_t level, const PooledRow* lower) {
    Level& here = levels_[level];
    halve(here.waiting, lower, here.result);
    here.isWaiting = false;
    sink_(firstLevel_ + static_cast<int>(level) + 1, here.finished++, here.result);
    rise(level + 1, here.result);
}

void RowCascade::finish() {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        if (levels_[level].isWaiting)
            complete(level, nullptr);
    }
}

int levelsAbove(Index rows, Index columns) {
    if (rows == 0 || columns == 0)
        return 0;
    int levels = 0;
    for (Index size = std::max(rows, columns); size > 1; size = (size + 1) / 2)
        ++levels;
    return levels;
}

Index halvedSize(Index size, int level) {
    for (; level > 0 && size > 1; --level)
        size = (size + 1) / 2;
    return size;
}

} // namespace heedmap::heatmap
