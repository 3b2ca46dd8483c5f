#include "ui/inspector/comparison_section.h"

#include "core/analysis/divergence.h"
#include "core/analysis/selection.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/section_label.h"

#include <QLabel>
#include <QVBoxLayout>

#include <cmath>

namespace heedmap {

ComparisonSection::ComparisonSection(QWidget* parent)
    : QWidget(parent)
    , panelsBox_(new QWidget(this))
    , panels_(new FigureTable({tr("JS, nat"), tr("largest")},
                              {tr("Jensen–Shannon divergence of the two rows of weights: 0 (equal) to ln 2"),
                               tr("Whether both give their largest weight to the same key")},
                              panelsBox_))
    , selectionBox_(new QWidget(this))
    , selectionHead_(new SectionLabel(tr("Selection"), selectionBox_))
    , selection_(new QLabel(selectionBox_))
    , selectionFigures_(new FigureTable({tr("value")}, {QString()}, selectionBox_)) {
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
    selectionColumn->addWidget(selectionFigures_);
    selectionFigures_->setObjectName(QStringLiteral("selectionFigures"));
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
    const std::vector<double> own = attention::rowOf(*inspected.panel.source, inspected.cell.row);
    for (const PanelResult& other : inspected.results) {
        const bool comparable = &other != &inspected.panel && other.source &&
                                other.columns() == inspected.panel.columns() && inspected.cell.row < other.rows();
        if (!comparable || rows.size() == mostRows)
            continue;
        const std::vector<double> theirs = attention::rowOf(*other.source, inspected.cell.row);
        const bool same = analysis::largest(own) == analysis::largest(theirs);
        const double divergence = analysis::jensenShannon(own, theirs);
        rows.push_back({tr("%1 – %2").arg(panelTitle(inspected.panel), panelTitle(other)),
                        std::isnan(divergence) ? QStringLiteral("–") : numberText(divergence, 3),
                        same ? tr("same") : tr("other")});
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
    const analysis::SelectionFigures figures =
        analysis::selectionFigures(*inspected.panel.source, inspected.selectedRows, inspected.selectedColumns);
    selection_->setVisible(figures.numbers == 0);
    selectionFigures_->setVisible(figures.numbers > 0);
    if (figures.numbers == 0)
        return selection_->setText(tr("no numbers"));
    const auto at = [&](Cell cell) {
        return tr("%1 → %2").arg(shownToken(inspected.rowTokens[cell.row]),
                                 shownToken(inspected.columnTokens[cell.column]));
    };
    std::vector<QStringList> rows{
        {tr("sum"), numberText(figures.sum, 4)},
        {tr("mean ± deviation"),
         QStringLiteral("%1 ± %2").arg(numberText(figures.mean, 4), numberText(figures.deviation, 3))},
        {tr("least, %1").arg(at(figures.leastAt)), numberText(figures.least, 4)},
        {tr("largest, %1").arg(at(figures.mostAt)), numberText(figures.most, 4)}};
    if (figures.share)
        rows.push_back({tr("share of the weight of its rows"), tr("%1 %").arg(numberText(100 * *figures.share, 3))});
    if (figures.entropy) {
        rows.push_back({tr("entropy within, nat"), numberText(*figures.entropy, 3)});
        rows.push_back({tr("spread over so many cells"), numberText(*figures.effectiveCells, 3)});
    }
    selectionFigures_->setRows(std::move(rows));
}

} // namespace heedmap
