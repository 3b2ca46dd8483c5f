#include "core/analysis/ablation.h"

namespace heedmap::analysis {

Ablation withoutWeight(const MatrixD& alpha, const MatrixD& v, Cell cell) {
    HEEDMAP_EXPECTS(alpha.cols() == v.rows());
    HEEDMAP_EXPECTS(cell.row >= 0 && cell.row < alpha.rows() && cell.column >= 0 && cell.column < alpha.cols());
    Ablation result;
    const VectorD before = v.transpose() * alpha.row(cell.row).transpose();
    result.weights = alpha.row(cell.row).transpose();
    result.weights(cell.column) = 0;
    const double rest = result.weights.sum();
    if (rest > 0)
        result.weights /= rest;
    result.context = v.transpose() * result.weights;
    result.moved = (result.context - before).norm();
    const double length = before.norm();
    result.relative = length > 0 ? result.moved / length : 0;
    return result;
}

} // namespace heedmap::analysis
