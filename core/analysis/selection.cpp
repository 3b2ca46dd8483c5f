#include "core/analysis/selection.h"

#include "core/result.h"

#include <cmath>

namespace heedmap::analysis {

namespace {

void addSpread(SelectionFigures& figures, const attention::AlphaSource& source, Rows rows, Columns columns) {
    double squares = 0;
    double entropy = 0;
    for (Index i = rows.begin; i < rows.end; ++i) {
        for (Index j = columns.begin; j < columns.end; ++j) {
            if (source.mark({i, j}) != attention::Mark::number)
                continue;
            const double value = source.value({i, j});
            squares += (value - figures.mean) * (value - figures.mean);
            if (value > 0 && figures.sum > 0)
                entropy -= value / figures.sum * std::log(value / figures.sum);
        }
    }
    figures.deviation = std::sqrt(squares / static_cast<double>(figures.numbers));
    if (figures.least >= 0 && figures.sum > 0) {
        figures.entropy = std::max(entropy, 0.0);
        figures.effectiveCells = std::exp(*figures.entropy);
    }
}

} // namespace

SelectionFigures selectionFigures(const attention::AlphaSource& source, Rows rows, Columns columns) {
    HEEDMAP_EXPECTS(rows.begin >= 0 && rows.end <= source.rows());
    HEEDMAP_EXPECTS(columns.begin >= 0 && columns.end <= source.columns());
    SelectionFigures figures;
    double rowsSum = 0;
    for (Index i = rows.begin; i < rows.end; ++i) {
        for (Index j = 0; j < source.columns(); ++j) {
            if (source.mark({i, j}) != attention::Mark::number)
                continue;
            const double value = source.value({i, j});
            rowsSum += value;
            if (!columns.contains(j))
                continue;
            if (figures.numbers == 0 || value < figures.least) {
                figures.least = value;
                figures.leastAt = {i, j};
            }
            if (figures.numbers == 0 || value > figures.most) {
                figures.most = value;
                figures.mostAt = {i, j};
            }
            ++figures.numbers;
            figures.sum += value;
        }
    }
    if (figures.numbers == 0)
        return figures;
    figures.mean = figures.sum / static_cast<double>(figures.numbers);
    if (rowsSum > 0)
        figures.share = figures.sum / rowsSum;
    addSpread(figures, source, rows, columns);
    return figures;
}

} // namespace heedmap::analysis
