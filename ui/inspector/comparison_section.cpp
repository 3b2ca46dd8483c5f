#include "ui/inspector/comparison_section.h"

#include "core/analysis/divergence.h"
#include "ui/heatmap/panel_picture.h"
#include "ui/widgets/section_label.h"

#include <QGridLayout>
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

QLabel* gridLabel(const QString& text, Qt::Alignment alignment, bool dim) {
    auto* label = new QLabel(text);
    label->setAlignment(alignment | Qt::AlignVCenter);
    label->setForegroundRole(dim ? QPalette::PlaceholderText : QPalette::WindowText);
    return label;
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
    , panelsHead_(new SectionLabel(tr("Between panels"), this))
    , panels_(new QWidget(this))
    , grid_(new QGridLayout(panels_))
    , selectionHead_(new SectionLabel(tr("Selection"), this))
    , selection_(new QLabel(this)) {
    panelsHead_->setDetail(tr("this row"));
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(16);
    grid_->setVerticalSpacing(4);
    grid_->setColumnStretch(0, 1);
    selection_->setWordWrap(true);
    selection_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(panelsHead_);
    column->addWidget(panels_);
    column->addWidget(selectionHead_);
    column->addWidget(selection_);
}

void ComparisonSection::show(const Inspected& inspected) {
    showPanels(inspected);
    showSelection(inspected);
}

void ComparisonSection::showPanels(const Inspected& inspected) {
    while (QLayoutItem* item = grid_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    constexpr int mostRows = 6;
    int row = 1;
    const std::vector<double> own = weightsOf(inspected.panel, inspected.cell.row);
    for (const PanelResult& other : inspected.results) {
        const bool comparable = &other != &inspected.panel && other.source &&
                                other.columns() == inspected.panel.columns() && inspected.cell.row < other.rows();
        if (!comparable || row > mostRows)
            continue;
        const std::vector<double> theirs = weightsOf(other, inspected.cell.row);
        const double divergence = analysis::jensenShannon(own, theirs);
        const bool same = analysis::largest(own) == analysis::largest(theirs);
        grid_->addWidget(gridLabel(tr("%1 – %2").arg(inspected.panel.title, other.title), Qt::AlignLeft, false), row,
                         0);
        grid_->addWidget(gridLabel(numberText(divergence, 3), Qt::AlignRight, false), row, 1);
        grid_->addWidget(gridLabel(same ? tr("same") : tr("other"), Qt::AlignRight, false), row, 2);
        ++row;
    }
    panelsHead_->setVisible(row > 1);
    panels_->setVisible(row > 1);
    if (row == 1)
        return;
    QLabel* divergenceHead = gridLabel(tr("JS, nat"), Qt::AlignRight, true);
    divergenceHead->setToolTip(tr("Jensen–Shannon divergence of the two rows of weights: 0 (equal) to ln 2"));
    QLabel* largestHead = gridLabel(tr("largest"), Qt::AlignRight, true);
    largestHead->setToolTip(tr("Whether both give their largest weight to the same key"));
    grid_->addWidget(divergenceHead, 0, 1);
    grid_->addWidget(largestHead, 0, 2);
}

void ComparisonSection::showSelection(const Inspected& inspected) {
    const Index cells = inspected.selectedRows.size() * inspected.selectedColumns.size();
    selectionHead_->setVisible(cells > 1);
    selection_->setVisible(cells > 1);
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
