#include "ui/inspector/comparison_section.h"

#include "core/analysis/divergence.h"
#include "ui/heatmap/panel_picture.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/section_label.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heedmap {

namespace {

std::vector<double> weightsOf(const PanelResult& result, Index row) {
    std::vector<double> weights;
    for (Index j = 0; j < result.columns(); ++j)
        weights.push_back(result.source->value({row, j}));
    return weights;
}

// Sum, mean, least and most of the numbers in the selection, and their share of all weights of those rows.
struct SelectionFigures {
    Index numbers = 0;
    double sum = 0;
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
    double rows = 0; // everything in the selected rows
};

SelectionFigures figuresOf(const Inspected& inspected) {
    SelectionFigures figures;
    for (Index i = inspected.selectedRows.begin; i < inspected.selectedRows.end; ++i) {
        for (Index j = 0; j < inspected.panel.columns(); ++j) {
            if (inspected.panel.source->mark({i, j}) != attention::Mark::number)
                continue;
            const double value = inspected.panel.source->value({i, j});
            figures.rows += value;
            if (!inspected.selectedColumns.contains(j))
                continue;
            ++figures.numbers;
            figures.sum += value;
            figures.least = std::min(figures.least, value);
            figures.most = std::max(figures.most, value);
        }
    }
    return figures;
}

} // namespace

ComparisonSection::ComparisonSection(QWidget* parent)
    : QWidget(parent)
    , panelsBox_(new QWidget(this))
    , panels_(new FigureTable({tr("JS, nat"), tr("largest")},
                              {tr("Jensen–Shannon divergence of the two rows of weights: 0 (equal) to ln 2"),
                               tr("Whether both give their largest weight to the same key")},
                              panelsBox_))
    , selectionBox_(new QWidget(this))
    , selectionHead_(new SectionLabel(tr("Selection"), selectionBox_))
    , selection_(new QLabel(selectionBox_)) {
    auto* panelsHead = new SectionLabel(tr("Between panels"), panelsBox_);
    panelsHead->setDetail(tr("this row"));
    auto* panelsColumn = new QVBoxLayout(panelsBox_);
    panelsColumn->setContentsMargins(0, 0, 0, 0);
    panelsColumn->setSpacing(4);
    panelsColumn->addWidget(panelsHead);
    panelsColumn->addWidget(panels_);
    selection_->setWordWrap(true);
    selection_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* selectionColumn = new QVBoxLayout(selectionBox_);
    selectionColumn->setContentsMargins(0, 0, 0, 0);
    selectionColumn->setSpacing(4);
    selectionColumn->addWidget(selectionHead_);
    selectionColumn->addWidget(selection_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(20);
    column->addWidget(panelsBox_);
    column->addWidget(selectionBox_);
}

void ComparisonSection::show(const Inspected& inspected) {
    showPanels(inspected);
    showSelection(inspected);
}

void ComparisonSection::showPanels(const Inspected& inspected) {
    constexpr std::size_t mostRows = 6;
    std::vector<QStringList> rows;
    const std::vector<double> own = weightsOf(inspected.panel, inspected.cell.row);
    for (const PanelResult& other : inspected.results) {
        const bool comparable = &other != &inspected.panel && other.source &&
                                other.columns() == inspected.panel.columns() && inspected.cell.row < other.rows();
        if (!comparable || rows.size() == mostRows)
            continue;
        const std::vector<double> theirs = weightsOf(other, inspected.cell.row);
        const bool same = analysis::largest(own) == analysis::largest(theirs);
        rows.push_back({tr("%1 – %2").arg(inspected.panel.title, other.title),
                        numberText(analysis::jensenShannon(own, theirs), 3), same ? tr("same") : tr("other")});
    }
    panelsBox_->setVisible(!rows.empty());
    panels_->setRows(std::move(rows));
}

void ComparisonSection::showSelection(const Inspected& inspected) {
    const Index cells = inspected.selectedRows.size() * inspected.selectedColumns.size();
    selectionBox_->setVisible(cells > 1);
    if (cells <= 1)
        return;
    selectionHead_->setDetail(
        tr("%1 × %2 cells").arg(inspected.selectedRows.size()).arg(inspected.selectedColumns.size()));
    const SelectionFigures figures = figuresOf(inspected);
    if (figures.numbers == 0)
        return selection_->setText(tr("no numbers"));
    QString text =
        tr("sum %1 · mean %2 · from %3 to %4")
            .arg(numberText(figures.sum, 4), numberText(figures.sum / static_cast<double>(figures.numbers), 4),
                 numberText(figures.least, 3), numberText(figures.most, 3));
    if (figures.rows > 0)
        text += tr(" · %1 % of the weight of its rows").arg(numberText(100 * figures.sum / figures.rows, 3));
    selection_->setText(text);
}

} // namespace heedmap
