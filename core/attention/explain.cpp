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

} // namespace heedmap::attention
