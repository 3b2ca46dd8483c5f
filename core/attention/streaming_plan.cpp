#include "core/attention/streaming_plan.h"

#include "core/kernels/multiply.h"
#include "core/tensor/huge_pages.h"

#include <atomic>
#include <cmath>
#include <numbers>
#include <tbb/parallel_for.h>

namespace heedmap::attention {

namespace {

using kernels::View;

// Bounds of |s|. Below the first, sums of float32 are exact enough and need no reference. Above the second, a sum may
// be too small for float32 with the reference that keeps every power within it. Above the last, references would not
// be exact.
constexpr double largestSingle = 35;
constexpr double largestCertain = 63;
constexpr double largestPower = 90;
constexpr double largestBound = 1e6;

MatrixD widened(const View<const float>& view) {
    MatrixD matrix(view.rows, view.columns);
    for (Index i = 0; i < view.rows; ++i)
        for (Index c = 0; c < view.columns; ++c)
            matrix(i, c) = static_cast<double>(view.row(i)[c]);
    return matrix;
}

double largestNorm(const View<const float>& view) {
    return std::sqrt(kernels::largestSquare(view));
}
double largestNorm(const View<const double>& view) {
    double largest = 0;
    for (Index i = 0; i < view.rows; ++i) {
        const double square = Eigen::Map<const VectorD>(view.row(i), view.columns).squaredNorm();
        if (!std::isfinite(square))
            return square;
        largest = std::max(largest, square);
    }
    return std::sqrt(largest);
}

void keepRows(const StreamingInput& input, StreamingPlan& plan) {
    plan.kind = StreamingPlan::Kind::byRows;
    plan.tile = {1, 1, 1};
    plan.function = input.function;
    plan.parameters = input.parameters;
    plan.normalizer = input.normalizer;
    plan.q = widened(input.q);
    plan.k = widened(input.k);
}

template <class T>
std::size_t panelsSize(const View<const T>& view, Index width) {
    return static_cast<std::size_t>((view.rows + width - 1) / width * width * view.columns);
}

template <class From, class To>
void pack(const View<const From>& from, Index width, double factor, LargeArray<To>& panels) {
    panels.resize(panelsSize(from, width));
    touchFresh(panels.data(), panels.size() * sizeof(To));
    kernels::packPanels(from, width, factor, panels.data());
}

template <class TQ>
void setReferences(const View<const TQ>& q, double factor, double keyNorm, StreamingPlan& plan) {
    plan.references.assign(static_cast<std::size_t>(plan.groups() * plan.tile.rows), 0.0F);
    for (Index i = 0; i < q.rows; ++i) {
        double square = 0;
        for (Index c = 0; c < q.columns; ++c)
            square += static_cast<double>(q.row(i)[c]) * static_cast<double>(q.row(i)[c]);
        const double bound = std::ceil(std::sqrt(square) * factor * keyNorm);
        plan.references[static_cast<std::size_t>(i)] = static_cast<float>(std::max(0.0, bound - largestPower));
    }
}

// s = factor · q·k
template <class TQ, class TK>
bool planProducts(const View<const TQ>& q, const View<const TK>& k, double factor, StreamingPlan& plan) {
    const double keyNorm = largestNorm(k);
    const double bound = largestNorm(q) * keyNorm * std::abs(factor);
    if (!(bound <= largestBound))
        return false;
    plan.depth = k.columns;
    plan.certain = bound <= largestCertain;
    plan.references.clear();
    if (bound <= largestSingle) {
        plan.kind = StreamingPlan::Kind::single;
        plan.tile = kernels::tileSizes(kernels::ScoreKind::single);
        pack(q, plan.tile.rows, factor, plan.queryGroups);
        pack(k, plan.tile.keys, 1, plan.keyPanels);
        return true;
    }
    plan.kind = StreamingPlan::Kind::wide;
    plan.tile = kernels::tileSizes(kernels::ScoreKind::wide);
    pack(q, plan.tile.rows, factor, plan.wideQueryGroups);
    pack(k, plan.tile.keys, 1, plan.wideKeyPanels);
    if (bound > largestPower)
        setReferences(q, std::abs(factor), keyNorm, plan);
    return true;
}

MatrixD normalizedRows(MatrixD matrix) {
    for (Index i = 0; i < matrix.rows(); ++i) {
        const double norm = matrix.row(i).norm(); // of float32, so that squares neither overflow nor vanish
        if (norm != 0)
            matrix.row(i) /= norm;
    }
    return matrix;
}

// A B, zeros where A has no columns (B may then have no size).
MatrixD product(const MatrixD& a, const MatrixD& b, Index columns) {
    MatrixD c(a.rows(), columns);
    if (a.cols() == 0 || b.size() == 0)
        c.setZero();
    else
        kernels::multiply(kernels::viewOf(c), kernels::viewOf(a), kernels::viewOf(b));
    return c;
}

// W · factor as d × units, with zeros for units past the last.
MatrixD unitWeights(const MatrixD& w, Index dimension, Index units, double factor) {
    MatrixD weights = MatrixD::Zero(dimension, units);
    if (w.size() != 0)
        weights.leftCols(w.rows()) = w.transpose() * factor;
    return weights;
}

// Calls use(first row, hidden units) for blocks of rows of x Wᵀ, on all processors. Blocks, since fresh memory costs
// more than what is computed into it.
template <class Use>
void forUnits(const View<const float>& x, const MatrixD& weights, Index blockRows, const Use& use) {
    tbb::parallel_for(Index{0}, (x.rows + blockRows - 1) / blockRows, [&](Index block) {
        const Index first = block * blockRows;
        const Index rows = std::min(blockRows, x.rows - first);
        MatrixD wide(rows, x.columns);
        for (Index i = 0; i < rows; ++i)
            wide.row(i) = Eigen::Map<const Eigen::RowVectorXf>(x.row(first + i), x.columns).cast<double>();
        const MatrixD units = product(wide, weights, weights.cols());
        use(first, kernels::viewOf(units));
    });
}

// Lays out e^2x of the hidden units. False where one of them, or a product with its inverse, is no normal number.
bool packPowers(const View<const float>& x, const MatrixD& w, Index depth, Index width, LargeArray<float>& panels) {
    constexpr double largestExponent = 124; // products of two may be 0 or ∞, which make a tanh of −1 or 1
    const Index blockRows = 8 * width;
    panels.resize(static_cast<std::size_t>((x.rows + width - 1) / width * width * depth));
    std::atomic<bool> within{true};
    forUnits(x, unitWeights(w, x.columns, depth, 2 * std::numbers::log2e), blockRows,
             [&](Index first, const View<const double>& units) {
                 const Eigen::Map<const VectorD> all(units.data, units.rows * units.columns);
                 if (!(all.array().abs() <= largestExponent).all())
                     within = false;
                 if (!within)
                     return;
                 std::vector<float> powers(static_cast<std::size_t>(all.size()));
                 kernels::powersOfTwo(units.data, all.size(), powers.data());
                 kernels::packPanels(View<const float>(powers.data(), units.rows, depth), width, 1,
                                     panels.data() + first * depth);
             });
    return within;
}

// Lays out the hidden units themselves. False where one is not finite.
bool packUnits(const View<const float>& x, const MatrixD& w, Index depth, Index width, LargeArray<double>& panels) {
    panels.resize(static_cast<std::size_t>((x.rows + width - 1) / width * width * depth));
    std::atomic<bool> finite{true};
    forUnits(x, unitWeights(w, x.columns, depth, 1), 8 * width, [&](Index first, const View<const double>& units) {
        if (!Eigen::Map<const VectorD>(units.data, units.rows * units.columns).allFinite())
            finite = false;
        kernels::packPanels(units, width, 1, panels.data() + first * depth);
    });
    return finite;
}

bool planAdditive(const StreamingInput& input, double factor, StreamingPlan& plan) {
    const Parameters& p = input.parameters;
    const VectorD& v = p.v;
    const double bound = v.cwiseAbs().sum() * factor;
    if (!(bound <= largestBound))
        return false;
    plan.depth = (v.size() + 3) / 4 * 4;
    plan.tile = kernels::tileSizes(kernels::ScoreKind::additive);
    if (packPowers(input.q, p.w_s, plan.depth, plan.tile.rows, plan.queryGroups) &&
        packPowers(input.k, p.w_h, plan.depth, plan.tile.keys, plan.keyPanels))
        plan.kind = StreamingPlan::Kind::additive;
    else if (packUnits(input.q, p.w_s, plan.depth, plan.tile.rows, plan.wideQueryGroups) &&
             packUnits(input.k, p.w_h, plan.depth, plan.tile.keys, plan.wideKeyPanels))
        plan.kind = StreamingPlan::Kind::tangents;
    else
        return false;
    plan.v.assign(static_cast<std::size_t>(plan.depth), 0.0F);
    double total = 0;
    for (Index u = 0; u < v.size(); ++u) {
        plan.v[static_cast<std::size_t>(u)] = static_cast<float>(v(u));
        total += static_cast<double>(plan.v[static_cast<std::size_t>(u)]);
    }
    plan.total = total * factor;
    plan.scale = plan.kind == StreamingPlan::Kind::additive ? -2 * factor : factor;
    plan.certain = bound <= largestCertain;
    plan.references.clear();
    if (bound > largestPower)
        plan.references.assign(static_cast<std::size_t>(plan.groups() * plan.tile.rows),
                               static_cast<float>(std::ceil(bound) - largestPower));
    return true;
}

bool planScores(const StreamingInput& input, double factor, StreamingPlan& plan) {
    const View<const float>& q = input.q;
    const View<const float>& k = input.k;
    const MatrixD& w = input.parameters.w;
    switch (input.function) {
    case ScoreFunction::additive:
        return planAdditive(input, factor, plan);
    case ScoreFunction::dot:
        return planProducts(q, k, factor, plan);
    case ScoreFunction::scaled_dot:
        return planProducts(q, k, k.columns == 0 ? 1.0 : factor / std::sqrt(static_cast<double>(k.columns)), plan);
    case ScoreFunction::general: {
        if (w.size() == 0 && q.columns == k.columns)
            return planProducts(q, k, factor, plan);
        const MatrixD transformed = product(widened(q), w, k.columns);
        return planProducts(View<const double>(kernels::viewOf(transformed)), k, factor, plan);
    }
    case ScoreFunction::cosine: {
        const MatrixD queries = normalizedRows(widened(q));
        const MatrixD keys = normalizedRows(widened(k));
        return planProducts(View<const double>(kernels::viewOf(queries)), View<const double>(kernels::viewOf(keys)),
                            factor * input.parameters.beta, plan);
    }
    }
    preconditionFailed("a known score function", __FILE__, __LINE__);
}

} // namespace

Result<void> makePlan(const StreamingInput& input, StreamingPlan& plan) {
    if (auto fit = checkSizes(input.function, input.q.columns, input.k.columns, input.parameters); !fit)
        return fit;
    auto mask = RowMask::make(input.mask, input.q.rows, input.k.rows);
    if (!mask)
        return mask.error();
    plan.mask = *std::move(mask);
    plan.queries = input.q.rows;
    plan.keys = input.k.rows;
    plan.unit = input.normalizer.temperature / std::numbers::log2e;
    if (input.normalizer.kind != NormalizerKind::softmax || !planScores(input, 1 / plan.unit, plan))
        keepRows(input, plan);
    return {};
}

namespace {

// Calls loop() with what its kind of scores is made from.
template <class Loop>
void withOperands(const StreamingPlan& plan, Index group, Index firstPanel, const Loop& loop) {
    const Index query = group * plan.tile.rows * plan.depth;
    const Index key = firstPanel * plan.tile.keys * plan.depth;
    const auto narrow = [&] {
        return kernels::Operands<float>{plan.queryGroups.data() + query, plan.keyPanels.data() + key, plan.depth};
    };
    const auto wide = [&] {
        return kernels::Operands<double>{plan.wideQueryGroups.data() + query, plan.wideKeyPanels.data() + key,
                                         plan.depth};
    };
    switch (plan.kind) {
    case StreamingPlan::Kind::single:
        return loop(narrow());
    case StreamingPlan::Kind::wide:
        return loop(wide());
    case StreamingPlan::Kind::additive:
        return loop(kernels::AdditiveOperands{narrow(), plan.v.data(), plan.scale, plan.total});
    case StreamingPlan::Kind::tangents:
        return loop(kernels::TangentOperands{wide(), plan.v.data(), plan.scale});
    case StreamingPlan::Kind::byRows:
        break;
    }
    preconditionFailed("a plan for the loops", __FILE__, __LINE__);
}

struct Weigh {
    const kernels::WeightStep& step;
    template <class T>
    void operator()(const kernels::Operands<T>& operands) const {
        kernels::dotWeights(operands, step);
    }
    void operator()(const kernels::AdditiveOperands& operands) const { kernels::additiveWeights(operands, step); }
    void operator()(const kernels::TangentOperands& operands) const { kernels::additiveWeights(operands, step); }
};

struct FindMaxima {
    const kernels::MaximumStep& step;
    void operator()(const kernels::Operands<float>&) const {
        preconditionFailed("references are 0 for scores summed in float32", __FILE__, __LINE__);
    }
    void operator()(const kernels::Operands<double>& operands) const { kernels::dotMaxima(operands, step); }
    void operator()(const kernels::AdditiveOperands& operands) const { kernels::additiveMaxima(operands, step); }
    void operator()(const kernels::TangentOperands& operands) const { kernels::additiveMaxima(operands, step); }
};

} // namespace

void weigh(const StreamingPlan& plan, Index group, Index firstPanel, const kernels::WeightStep& step) {
    withOperands(plan, group, firstPanel, Weigh{step});
}

void findMaxima(const StreamingPlan& plan, Index group, Index firstPanel, const kernels::MaximumStep& step) {
    withOperands(plan, group, firstPanel, FindMaxima{step});
}

} // namespace heedmap::attention
