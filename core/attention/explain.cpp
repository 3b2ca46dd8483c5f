#include "core/attention/explain.h"

#include <algorithm>
#include <cmath>

namespace heedmap::attention {

namespace {

bool isAllowed(const Attention<double>& attention, Index row, Index column) {
    return attention.allowed.size() == 0 || attention.allowed(row, column) != 0;
}

void explainSoftmax(CellExplanation& cell, const Attention<double>& attention, Index row) {
    const double tau = cell.normalizer.temperature;
    cell.rowMaximum = -std::numeric_limits<double>::infinity();
    for (Index j = 0; j < attention.scores.cols(); ++j) {
        if (isAllowed(attention, row, j))
            cell.rowMaximum = std::max(cell.rowMaximum, attention.scores(row, j));
    }
    for (Index j = 0; j < attention.scores.cols(); ++j) {
        if (isAllowed(attention, row, j))
            cell.denominator += std::exp((attention.scores(row, j) - cell.rowMaximum) / tau);
    }
}

// Any weight above 0 gives the threshold away: sparsemax θ = e/τ − α, 1.5-entmax θ = e/(2τ) − √α.
void explainThreshold(CellExplanation& cell, const Attention<double>& attention, Index row) {
    Index largest = 0;
    attention.alpha.row(row).maxCoeff(&largest);
    const double weight = attention.alpha(row, largest);
    const double score = attention.scores(row, largest) / cell.normalizer.temperature;
    cell.threshold = cell.normalizer.kind == NormalizerKind::sparsemax ? score - weight : score / 2 - std::sqrt(weight);
}

} // namespace

CellExplanation explainCell(const Attention<double>& attention, const Projected& projected, ScoreFunction function,
                            const Parameters& parameters, const Normalizer& normalizer, Cell cell) {
    HEEDMAP_EXPECTS(cell.row >= 0 && cell.row < attention.alpha.rows());
    HEEDMAP_EXPECTS(cell.column >= 0 && cell.column < attention.alpha.cols());
    CellExplanation explanation;
    explanation.function = function;
    explanation.normalizer = normalizer;
    explanation.terms = scoreTerms(function, projected.q.row(cell.row).transpose(),
                                   projected.k.row(cell.column).transpose(), parameters);
    explanation.score = attention.scores(cell.row, cell.column);
    explanation.allowed = isAllowed(attention, cell.row, cell.column);
    explanation.emptyRow = std::binary_search(attention.emptyRows.begin(), attention.emptyRows.end(), cell.row);
    explanation.alpha = attention.alpha(cell.row, cell.column);
    if (explanation.emptyRow)
        return explanation;
    if (normalizer.kind == NormalizerKind::softmax)
        explainSoftmax(explanation, attention, cell.row);
    else if (normalizer.kind != NormalizerKind::hardmax)
        explainThreshold(explanation, attention, cell.row);
    return explanation;
}

namespace {

double normalizedScore(const RowSteps& steps, const Normalizer& normalizer, double score) {
    const double tau = normalizer.temperature;
    switch (normalizer.kind) {
    case NormalizerKind::softmax:
        return std::exp((score - steps.rowMaximum) / tau);
    case NormalizerKind::sparsemax:
        return score / tau - steps.threshold;
    case NormalizerKind::entmax15:
        return score / tau / 2 - steps.threshold;
    case NormalizerKind::hardmax:
        return score == steps.rowMaximum ? 1 : 0;
    }
    preconditionFailed("a known normalizer", __FILE__, __LINE__);
}

} // namespace

RowSteps rowSteps(const Attention<double>& attention, const Normalizer& normalizer, Index row) {
    HEEDMAP_EXPECTS(row >= 0 && row < attention.alpha.rows());
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Index keys = attention.alpha.cols();
    RowSteps steps;
    steps.scores = attention.scores.row(row).transpose();
    steps.masked = steps.scores;
    steps.normalized = VectorD::Zero(keys);
    steps.weights = attention.alpha.row(row).transpose();
    steps.emptyRow = std::binary_search(attention.emptyRows.begin(), attention.emptyRows.end(), row);
    steps.rowMaximum = -infinity;
    for (Index j = 0; j < keys; ++j) {
        if (!isAllowed(attention, row, j))
            steps.masked(j) = -infinity;
        else
            steps.rowMaximum = std::max(steps.rowMaximum, steps.scores(j));
    }
    if (steps.emptyRow || keys == 0)
        return steps;
    if (normalizer.kind == NormalizerKind::sparsemax || normalizer.kind == NormalizerKind::entmax15) {
        CellExplanation cell;
        cell.normalizer = normalizer;
        explainThreshold(cell, attention, row);
        steps.threshold = cell.threshold;
    }
    for (Index j = 0; j < keys; ++j) {
        if (isAllowed(attention, row, j))
            steps.normalized(j) = normalizedScore(steps, normalizer, steps.scores(j));
    }
    steps.sum = steps.normalized.sum();
    return steps;
}

Result<Attention<double>> attendRow(const Projected& projected, Index row, ScoreFunction function,
                                    const Parameters& parameters, std::span<const std::uint8_t> allowed,
                                    const Normalizer& normalizer, const Approximation& approximation) {
    HEEDMAP_EXPECTS(row >= 0 && row < projected.q.rows());
    MaskSpec mask;
    if (!allowed.empty())
        mask.custom = Eigen::Map<const BoolMatrix>(allowed.data(), 1, static_cast<Index>(allowed.size()));
    const MatrixD query = projected.q.row(row);
    if (approximation.isExact())
        return attend<double>(query, projected.k, projected.v, function, parameters, mask, normalizer);
    return attendApproximately<double>(query, projected.k, projected.v, function, parameters, mask, normalizer,
                                       approximation);
}

} // namespace heedmap::attention
