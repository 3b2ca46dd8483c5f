#include "core/heatmap/pooled_row.h"

#include "core/heatmap/farthest.h"

#include <algorithm>
#include <limits>

namespace heedmap::heatmap {

namespace {

// Means are taken as the largest value and how far the mean is below it: equal numbers then have exactly their own
// value as mean. They are halved meanwhile, so that no difference of two numbers overflows.
template <class T>
T halfOf(T max) {
    return max == nothing<T> ? T(0) : max * T(0.5);
}

// The pairs of columns that both exist, without a branch, so that it is done several at a time.
template <class T>
void halveMaxOfPairs(const PooledRow<T>& upper, const PooledRow<T>& lower, PooledRow<T>& out, std::size_t pairs) {
    const T* const upperMax = upper.max.data();
    const T* const lowerMax = lower.max.data();
    T* const max = out.max.data();
    for (std::size_t j = 0; j < pairs; ++j) {
        const T a = std::max(upperMax[2 * j], upperMax[2 * j + 1]);
        const T b = std::max(lowerMax[2 * j], lowerMax[2 * j + 1]);
        max[j] = std::max(a, b);
    }
    const MarkSet* const upperMarks = upper.marks.data();
    const MarkSet* const lowerMarks = lower.marks.data();
    MarkSet* const marks = out.marks.data();
    for (std::size_t j = 0; j < pairs; ++j)
        marks[j] =
            static_cast<MarkSet>(upperMarks[2 * j] | upperMarks[2 * j + 1] | lowerMarks[2 * j] | lowerMarks[2 * j + 1]);
}

template <class T>
void halveMeanOfPairs(const PooledRow<T>& upper, const PooledRow<T>& lower, PooledRow<T>& out, std::size_t pairs) {
    const T* const upperMean = upper.mean.data();
    const T* const lowerMean = lower.mean.data();
    const T* const upperNumbers = upper.numbers.data();
    const T* const lowerNumbers = lower.numbers.data();
    const T* const max = out.max.data();
    T* const mean = out.mean.data();
    T* const numbers = out.numbers.data();
    for (std::size_t j = 0; j < pairs; ++j) {
        const T a = upperNumbers[2 * j];
        const T b = upperNumbers[2 * j + 1];
        const T c = lowerNumbers[2 * j];
        const T d = lowerNumbers[2 * j + 1];
        const T sum = (a + b) + (c + d);
        const T share = 1 / std::max(sum, T(1));
        const T half = halfOf(max[j]);
        const T below =
            ((upperMean[2 * j] * T(0.5) - half) * (a * share) + (upperMean[2 * j + 1] * T(0.5) - half) * (b * share)) +
            ((lowerMean[2 * j] * T(0.5) - half) * (c * share) + (lowerMean[2 * j + 1] * T(0.5) - half) * (d * share));
        numbers[j] = sum;
        mean[j] = 2 * (half + below);
    }
}

template <class T>
void halveFarthestOfPairs(const PooledRow<T>& upper, const PooledRow<T>& lower, PooledRow<T>& out, std::size_t pairs) {
    for (std::size_t j = 0; j < pairs; ++j) {
        out.mean[j] = farther(farther(upper.mean[2 * j], upper.mean[2 * j + 1]),
                              farther(lower.mean[2 * j], lower.mean[2 * j + 1]));
    }
}

// One cell from any of its up to four: for the last column of an odd number, and for the last row.
template <class T>
void halveSome(const PooledRow<T>& upper, const PooledRow<T>* lower, PooledRow<T>& out, std::size_t j) {
    const std::size_t end = std::min(2 * j + 2, upper.size());
    T sum = 0;
    T max = nothing<T>;
    MarkSet marks = 0;
    for (const PooledRow<T>* row : {&upper, lower}) {
        for (std::size_t k = 2 * j; row != nullptr && k < end; ++k) {
            sum += row->hasMeans ? row->numbers[k] : T(0);
            max = std::max(max, row->max[k]);
            marks = static_cast<MarkSet>(marks | row->marks[k]);
        }
    }
    out.max[j] = max;
    out.marks[j] = marks;
    if (!out.hasMeans)
        return;
    out.mean[j] = 0;
    for (const PooledRow<T>* row : {&upper, lower}) {
        for (std::size_t k = 2 * j; out.farthest && row != nullptr && k < end; ++k)
            out.mean[j] = farther(out.mean[j], row->mean[k]);
    }
    if (out.farthest)
        return;
    const T half = halfOf(max);
    T below = 0;
    for (const PooledRow<T>* row : {&upper, lower}) {
        for (std::size_t k = 2 * j; row != nullptr && k < end; ++k)
            below += (row->mean[k] * T(0.5) - half) * (row->numbers[k] / std::max(sum, T(1)));
    }
    out.numbers[j] = sum;
    out.mean[j] = 2 * (half + below);
}

} // namespace

template <class T>
void PooledRow<T>::resize(std::size_t size) {
    max.resize(size);
    mean.resize(hasMeans ? size : 0);
    numbers.resize(hasMeans ? size : 0);
    marks.resize(size);
}

template <class T>
void setBase(PooledRow<T>& row, const T* values, const Mark* marks, std::size_t columns) {
    constexpr T largest = std::numeric_limits<T>::max();
    row.hasMeans = true;
    row.resize(columns);
    T* const max = row.max.data();
    T* const mean = row.mean.data();
    T* const numbers = row.numbers.data();
    MarkSet* const sets = row.marks.data();
    for (std::size_t j = 0; j < columns; ++j)
        sets[j] = static_cast<MarkSet>(1U << static_cast<unsigned>(marks[j]));
    for (std::size_t j = 0; j < columns; ++j) {
        const T value = std::min(std::max(values[j], -largest), largest);
        const bool isNumber = marks[j] == Mark::number;
        max[j] = isNumber ? value : nothing<T>;
        mean[j] = isNumber ? value : T(0);
        numbers[j] = isNumber ? T(1) : T(0);
    }
}

template <class T>
void halve(const PooledRow<T>& upper, const PooledRow<T>* lower, PooledRow<T>& out) {
    const std::size_t columns = (upper.size() + 1) / 2;
    const std::size_t pairs = lower != nullptr ? upper.size() / 2 : 0;
    out.hasMeans = upper.hasMeans;
    out.farthest = upper.farthest;
    out.resize(columns);
    if (lower != nullptr)
        halveMaxOfPairs(upper, *lower, out, pairs);
    if (lower != nullptr && out.farthest)
        halveFarthestOfPairs(upper, *lower, out, pairs);
    else if (lower != nullptr && out.hasMeans)
        halveMeanOfPairs(upper, *lower, out, pairs);
    for (std::size_t j = pairs; j < columns; ++j)
        halveSome(upper, lower, out, j);
}

template <class T>
RowCascade<T>::RowCascade(int firstLevel, int lastLevel, Sink sink)
    : firstLevel_(firstLevel)
    , levels_(static_cast<std::size_t>(std::max(0, lastLevel - firstLevel)))
    , sink_(std::move(sink)) {}

template <class T>
void RowCascade<T>::push(const PooledRow<T>& row) {
    rise(0, row);
}

template <class T>
void RowCascade<T>::rise(std::size_t level, const PooledRow<T>& row) {
    if (level >= levels_.size())
        return;
    if (levels_[level].isWaiting) {
        complete(level, &row);
    } else {
        levels_[level].waiting = row;
        levels_[level].isWaiting = true;
    }
}

template <class T>
void RowCascade<T>::complete(std::size_t level, const PooledRow<T>* lower) {
    Level& here = levels_[level];
    halve(here.waiting, lower, here.result);
    here.isWaiting = false;
    sink_(firstLevel_ + static_cast<int>(level) + 1, here.finished++, here.result);
    rise(level + 1, here.result);
}

template <class T>
void RowCascade<T>::finish() {
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

template struct PooledRow<float>;
template struct PooledRow<double>;
template class RowCascade<float>;
template class RowCascade<double>;
template void setBase(PooledRow<float>& row, const float* values, const Mark* marks, std::size_t columns);
template void setBase(PooledRow<double>& row, const double* values, const Mark* marks, std::size_t columns);
template void halve(const PooledRow<float>& upper, const PooledRow<float>* lower, PooledRow<float>& out);
template void halve(const PooledRow<double>& upper, const PooledRow<double>* lower, PooledRow<double>& out);

} // namespace heedmap::heatmap
