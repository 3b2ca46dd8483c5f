#include "core/attention/streaming_rows.h"

#include "core/attention/attention.h"

#include <algorithm>
#include <cmath>

namespace heedmap::attention {

namespace {

using kernels::View;

// Some rows as attend() has them. Few at a time: so that a stop is seen soon, and to keep little.
Attention<double> attendRows(const StreamingPlan& plan, Rows rows, const MatrixD& v) {
    MaskSpec mask;
    if (!plan.mask.allowsEverything()) {
        mask.custom.resize(rows.size(), plan.keys);
        for (Index i = rows.begin; i < rows.end && plan.keys > 0; ++i)
            plan.mask.allowed(i, {0, plan.keys}, &mask.custom(i - rows.begin, 0));
    }
    auto attended = attend<double>(plan.q.middleRows(rows.begin, rows.size()), plan.k, v, plan.function,
                                   plan.parameters, mask, plan.normalizer);
    return std::move(attended).value(); // the plan was checked when it was made
}

Index rowsAtOnce(const StreamingPlan& plan) {
    constexpr Index work = Index{1} << 22; // multiplications
    const Index row = plan.keys * (plan.k.cols() + plan.parameters.v.size() * 8 + 64);
    return std::clamp<Index>(work / std::max<Index>(row, 1), 1, 64);
}

double maximumOf(const Attention<double>& attention, Index row) {
    double maximum = -std::numeric_limits<double>::infinity();
    for (Index j = 0; j < attention.scores.cols(); ++j) {
        if (attention.allowed.size() != 0 && attention.allowed(row, j) == 0)
            continue;
        if (std::isnan(attention.scores(row, j)))
            return attention.scores(row, j);
        maximum = std::max(maximum, attention.scores(row, j));
    }
    return maximum;
}

RowFigures figuresOf(const StreamingPlan& plan, const Attention<double>& attention, Index row,
                     std::span<const float> set) {
    RowFigures figures;
    if (std::find(attention.emptyRows.begin(), attention.emptyRows.end(), row) != attention.emptyRows.end() ||
        plan.keys == 0)
        return figures;
    figures.maximum = maximumOf(attention, row);
    double largest = -1;
    for (Index j = 0; j < plan.keys; ++j) {
        const double weight = attention.alpha(row, j);
        figures.entropy -= weight == 0 ? 0 : weight * std::log(weight);
        figures.mass += set.empty() ? 0 : weight * static_cast<double>(set[static_cast<std::size_t>(j)]);
        if (weight > largest) {
            largest = weight;
            figures.where = j;
        }
    }
    figures.largest = static_cast<float>(figures.where < 0 ? figures.entropy : largest); // NaN throughout
    figures.entropy = figures.entropy < 0 ? 0 : figures.entropy;
    if (plan.normalizer.kind == NormalizerKind::softmax)
        figures.denominator = 1 / largest;
    return figures;
}

void store(const StreamingPlan& plan, const StreamingRequest& request, const Attention<double>& attention, Rows rows) {
    for (Index i = rows.begin; i < rows.end; ++i) {
        const Index from = i - rows.begin;
        const Index out = i - request.rows.begin;
        for (Index j = 0; j < plan.keys && request.alpha.data != nullptr; ++j)
            request.alpha.row(out)[j] = static_cast<float>(attention.alpha(from, j));
        for (Index c = 0; c < request.context.columns && request.context.data != nullptr; ++c)
            request.context.row(out)[c] = static_cast<float>(attention.context(from, c));
        if (!request.sums.empty())
            request.sums[static_cast<std::size_t>(out)] = {};
        if (!request.figures.empty())
            request.figures[static_cast<std::size_t>(out)] = figuresOf(plan, attention, from, request.set);
    }
}

} // namespace

bool runByRows(const StreamingPlan& plan, const StreamingRequest& request) {
    MatrixD v = MatrixD::Zero(plan.keys, request.context.data == nullptr ? 0 : request.values.columns);
    for (Index j = 0; j < v.rows(); ++j)
        for (Index c = 0; c < v.cols(); ++c)
            v(j, c) = static_cast<double>(request.values.row(j)[c]);
    const Index step = rowsAtOnce(plan);
    for (Index first = request.rows.begin; first < request.rows.end; first += step) {
        if (request.stop.stop_requested())
            return false;
        const Rows rows{first, std::min(first + step, request.rows.end)};
        store(plan, request, attendRows(plan, rows, v), rows);
    }
    return true;
}

void tileByRows(const StreamingPlan& plan, Rows rows, Columns columns, View<float> alpha) {
    const MatrixD noValues(plan.keys, 0);
    const Index step = rowsAtOnce(plan);
    for (Index first = rows.begin; first < rows.end; first += step) {
        const Rows part{first, std::min(first + step, rows.end)};
        const Attention<double> attention = attendRows(plan, part, noValues);
        for (Index i = part.begin; i < part.end; ++i)
            for (Index j = columns.begin; j < columns.end; ++j)
                alpha.row(i - rows.begin)[j - columns.begin] = static_cast<float>(attention.alpha(i - part.begin, j));
    }
}

} // namespace heedmap::attention
