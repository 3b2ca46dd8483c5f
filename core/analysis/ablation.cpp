#include "core/analysis/ablation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heedmap::analysis {

namespace {

struct Shift {
    double moved, relative, angle;
};

Shift shiftOf(const VectorD& before, const VectorD& after) {
    const double moved = (after - before).norm();
    const double length = before.norm();
    return {moved, length > 0 ? moved / length : 0, angleBetween(before, after)};
}

// `rest` stretched to sum 1; left as it is where nothing remains.
void renormalise(VectorD& rest) {
    if (const double sum = rest.sum(); sum > 0)
        rest /= sum;
}

template <class Rows>
void noteShifts(Rows& rows, const MatrixD& before, const MatrixD& after) {
    rows.moved.resize(before.rows());
    rows.relative.resize(before.rows());
    rows.angle.resize(before.rows());
    for (Index i = 0; i < before.rows(); ++i) {
        const Shift shift = shiftOf(before.row(i).transpose(), after.row(i).transpose());
        rows.moved(i) = shift.moved;
        rows.relative(i) = shift.relative;
        rows.angle(i) = shift.angle;
    }
}

} // namespace

Ablation withWeights(const VectorD& alpha, const MatrixD& v, const VectorD& chosen) {
    HEEDMAP_EXPECTS(alpha.size() == v.rows() && chosen.size() == v.rows());
    const VectorD context = v.transpose() * chosen;
    const Shift shift = shiftOf(v.transpose() * alpha, context);
    return {chosen, context, shift.moved, shift.relative, shift.angle};
}

Ablation withoutWeight(const MatrixD& alpha, const MatrixD& v, Cell cell) {
    HEEDMAP_EXPECTS(alpha.cols() == v.rows());
    HEEDMAP_EXPECTS(cell.row >= 0 && cell.row < alpha.rows() && cell.column >= 0 && cell.column < alpha.cols());
    VectorD weights = alpha.row(cell.row).transpose();
    weights(cell.column) = 0;
    renormalise(weights);
    return withWeights(alpha.row(cell.row).transpose(), v, weights);
}

BoolMatrix nothingZeroed(Index queries, Index keys) {
    return BoolMatrix::Zero(queries, keys);
}

void zero(BoolMatrix& zeroed, Cell cell) {
    zero(zeroed, Rows{cell.row, cell.row + 1}, Columns{cell.column, cell.column + 1});
}

void zero(BoolMatrix& zeroed, Rows rows, Columns columns) {
    HEEDMAP_EXPECTS(rows.begin >= 0 && rows.begin <= rows.end && rows.end <= zeroed.rows());
    HEEDMAP_EXPECTS(columns.begin >= 0 && columns.begin <= columns.end && columns.end <= zeroed.cols());
    zeroed.block(rows.begin, columns.begin, rows.size(), columns.size()).setOnes();
}

WhatIf whatIf(const MatrixD& alpha, const MatrixD& v, const BoolMatrix& zeroed, Remainder remainder) {
    HEEDMAP_EXPECTS(alpha.cols() == v.rows());
    HEEDMAP_EXPECTS(zeroed.rows() == alpha.rows() && zeroed.cols() == alpha.cols());
    WhatIf result;
    result.alpha = alpha;
    for (Index i = 0; i < alpha.rows(); ++i) {
        if ((zeroed.row(i).array() == 0).all())
            continue;
        VectorD rest = (zeroed.row(i).array() != 0).select(0.0, alpha.row(i)).transpose();
        if (remainder == Remainder::renormalised)
            renormalise(rest);
        result.alpha.row(i) = rest.transpose();
    }
    result.context = result.alpha * v;
    noteShifts(result, alpha * v, result.context);
    return result;
}

HeadAblation withoutHeads(const attention::MultiHeadResult& result, const MatrixD& w_o,
                          const std::vector<Index>& heads) {
    HeadAblation ablation;
    ablation.output = result.output;
    for (std::size_t h = 0; h < result.heads.size(); ++h) {
        if (std::find(heads.begin(), heads.end(), static_cast<Index>(h)) == heads.end())
            continue;
        const MatrixD& context = result.heads[h].context;
        const Index width = context.cols();
        if (w_o.size() == 0)
            ablation.output.middleCols(static_cast<Index>(h) * width, width) -= context;
        else
            ablation.output -= context * w_o.middleRows(static_cast<Index>(h) * width, width);
    }
    for (const Index head : heads)
        HEEDMAP_EXPECTS(head >= 0 && static_cast<std::size_t>(head) < result.heads.size());
    noteShifts(ablation, result.output, ablation.output);
    return ablation;
}

double angleBetween(const VectorD& a, const VectorD& b) {
    const double lengths = a.stableNorm() * b.stableNorm();
    if (!(lengths > 0))
        return 0;
    // 2 atan2(‖a' − b'‖, ‖a' + b'‖) of the unit vectors is exact for small angles, where acos is not (Kahan 2006).
    const VectorD u = a.stableNormalized();
    const VectorD w = b.stableNormalized();
    return 2 * std::atan2((u - w).norm(), (u + w).norm()) * 180 / std::numbers::pi;
}

} // namespace heedmap::analysis
