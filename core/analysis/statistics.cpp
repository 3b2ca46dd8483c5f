#include "core/analysis/statistics.h"

#include <algorithm>
#include <cmath>

namespace heedmap::analysis {

namespace {

// Leading axes of huge tensors would need as much memory as the tensor itself; they are left out.
constexpr Index largestSums = 1 << 22;

// Sums along one axis while the numbers pass in C order.
class AxisSums {
public:
    AxisSums(const Shape& shape, int axis)
        : axis_(axis)
        , size_(shape[axis]) {
        for (int inner = axis + 1; inner < shape.rank(); ++inner)
            inner_ *= shape[inner];
        sums_.resize(static_cast<std::size_t>(inner_));
    }

    int axis() const { return axis_; }

    // The n-th number of the tensor.
    void add(Index n, double value) {
        if (!possible_)
            return;
        if (!(value >= 0)) {
            possible_ = false;
            return;
        }
        double& sum = sums_[static_cast<std::size_t>(n % inner_)];
        sum += value;
        if (sum > 1 + sumTolerance) { // what follows can only make it larger
            possible_ = false;
            return;
        }
        if (n / inner_ % size_ == size_ - 1) { // the last of its sum
            possible_ = sum == 0 || std::abs(sum - 1) <= sumTolerance;
            any_ = any_ || sum != 0;
            sum = 0;
        }
    }

    bool sumsToOne() const { return possible_ && any_; }

private:
    int axis_;
    Index size_;
    Index inner_ = 1; // numbers between two neighbours along the axis
    std::vector<double> sums_;
    bool possible_ = true;
    bool any_ = false;
};

void count(TensorSummary& summary, double value) {
    if (std::isnan(value)) {
        ++summary.nan;
    } else if (std::isinf(value)) {
        ++(value > 0 ? summary.positiveInfinity : summary.negativeInfinity);
    } else {
        summary.smallest = std::min(summary.smallest.value_or(value), value);
        summary.largest = std::max(summary.largest.value_or(value), value);
    }
}

// Calls visit(part) for parts of at most about a million numbers, in C order.
template <class Visit>
void forEachPart(const TensorView& tensor, Visit&& visit) {
    constexpr Index largestPart = 1 << 20;
    const Shape& shape = tensor.shape();
    if (shape.rank() == 0 || shape.count() <= largestPart) {
        visit(tensor);
    } else if (const Index slice = shape.count() / shape[0]; slice > largestPart) {
        for (Index i = 0; i < shape[0]; ++i)
            forEachPart(tensor.slice(0, i), visit);
    } else {
        const Index step = largestPart / slice;
        for (Index i = 0; i < shape[0]; i += step)
            visit(tensor.narrow(0, i, std::min(step, shape[0] - i)));
    }
}

} // namespace

TensorSummary summarize(const TensorView& tensor) {
    TensorSummary summary;
    if (tensor.shape().count() == 0)
        return summary;
    std::vector<AxisSums> axes;
    for (int axis = 0; axis < tensor.shape().rank(); ++axis) {
        if (tensor.shape()[axis] * largestSums >= tensor.shape().count() || axis + 2 >= tensor.shape().rank())
            axes.emplace_back(tensor.shape(), axis);
    }
    std::vector<double> values;
    Index n = 0;
    forEachPart(tensor, [&](const TensorView& part) {
        values.resize(static_cast<std::size_t>(part.shape().count()));
        part.copyTo(std::span(values));
        for (const double value : values) {
            count(summary, value);
            for (AxisSums& axis : axes)
                axis.add(n, value);
            ++n;
        }
    });
    for (const AxisSums& axis : axes) {
        if (axis.sumsToOne())
            summary.axesSummingToOne.push_back(axis.axis());
    }
    return summary;
}

} // namespace heedmap::analysis
