#include "core/analysis/selection.h"

#include "core/result.h"

#include <cmath>

namespace heedmap::analysis {

namespace {

using attention::AlphaRow;
using attention::AlphaSource;

// Calls use(column, value) for the numbers of these columns.
template <class Use>
void forEachNumber(const AlphaRow& row, Columns columns, Use use) {
    for (Index j = columns.begin; j < columns.end; ++j) {
        if (row.marks[static_cast<std::size_t>(j)] == attention::Mark::number)
            use(j, row.values[static_cast<std::size_t>(j)]);
    }
}

void addSpread(SelectionFigures& figures, const AlphaSource& source, Rows rows, Columns columns) {
    double squares = 0;
    double entropy = 0;
    for (Index i = rows.begin; i < rows.end; ++i) {
        forEachNumber(readRow(source, i), columns, [&](Index, double value) {
            squares += (value - figures.mean) * (value - figures.mean);
            if (value > 0 && figures.sum > 0)
                entropy -= value / figures.sum * std::log(value / figures.sum);
        });
    }
    figures.deviation = std::sqrt(squares / static_cast<double>(figures.numbers));
    if (figures.least >= 0 && figures.sum > 0) {
        figures.entropy = std::max(entropy, 0.0);
        figures.effectiveCells = std::exp(*figures.entropy);
    }
}

void add(SelectionFigures& figures, Cell cell, double value) {
    if (figures.numbers == 0 || value < figures.least) {
        figures.least = value;
        figures.leastAt = cell;
    }
    if (figures.numbers == 0 || value > figures.most) {
        figures.most = value;
        figures.mostAt = cell;
    }
    ++figures.numbers;
    figures.sum += value;
}

} // namespace

SelectionFigures selectionFigures(const AlphaSource& source, Rows rows, Columns columns) {
    HEEDMAP_EXPECTS(rows.begin >= 0 && rows.end <= source.rows());
    HEEDMAP_EXPECTS(columns.begin >= 0 && columns.end <= source.columns());
    SelectionFigures figures;
    double rowsSum = 0;
    for (Index i = rows.begin; i < rows.end; ++i) {
        const AlphaRow row = readRow(source, i);
        forEachNumber(row, {0, source.columns()}, [&](Index, double value) { rowsSum += value; });
        forEachNumber(row, columns, [&](Index j, double value) { add(figures, {i, j}, value); });
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
