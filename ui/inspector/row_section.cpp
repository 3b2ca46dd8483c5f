#include "ui/inspector/row_section.h"

#include "core/analysis/divergence.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/section_label.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heedmap {

namespace {

// Values of one row of a panel; what is no number draws nothing.
BarSeries rowOf(const PanelResult& result, Index row) {
    return {panelTitle(result), attention::rowOf(*result.source, row)};
}

// The panel to compare with: the last one that is another score function on the same keys.
const PanelResult* otherPanel(const Inspected& inspected) {
    for (auto other = inspected.results.panels.rbegin(); other != inspected.results.panels.rend(); ++other) {
        const bool weights = other->panel.kind == files::PanelKind::weights;
        if (&*other != &inspected.panel && weights && other->source && other->columns() == inspected.panel.columns() &&
            other->rows() == inspected.panel.rows())
            return &*other;
    }
    return nullptr;
}

} // namespace

RowSection::RowSection(QWidget* parent)
    : QWidget(parent)
    , scoresBox_(new QWidget(this))
    , scoresHead_(new SectionLabel(tr("Scores"), scoresBox_))
    , scores_(new BarChart(scoresBox_))
    , weightsHead_(new SectionLabel(tr("Weights"), this))
    , weights_(new BarChart(this))
    , figures_(new QLabel(this)) {
    scores_->setAccessibleName(tr("Scores of the row before mask and normalizer"));
    weights_->setAccessibleName(tr("Weights of the row"));
    weights_->setLimits(0, 0);
    figures_->setForegroundRole(QPalette::PlaceholderText);
    figures_->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(20);
    auto* scoresColumn = new QVBoxLayout(scoresBox_);
    scoresColumn->setContentsMargins(0, 0, 0, 0);
    scoresColumn->setSpacing(4);
    scoresColumn->addWidget(scoresHead_);
    scoresColumn->addWidget(scores_);
    column->addWidget(scoresBox_);
    auto* weightsColumn = new QVBoxLayout;
    weightsColumn->setSpacing(4);
    weightsColumn->addWidget(weightsHead_);
    weightsColumn->addWidget(weights_);
    weightsColumn->addWidget(figures_);
    column->addLayout(weightsColumn);
    connect(scores_, &BarChart::clicked, this, &RowSection::columnChosen);
    connect(weights_, &BarChart::clicked, this, &RowSection::columnChosen);
}

void RowSection::show(const Inspected& inspected) {
    const Index row = inspected.cell.row;
    const QString token = shownToken(inspected.rowTokens[row]);
    scoresBox_->setVisible(inspected.computed());
    if (inspected.computed()) {
        const auto& attention = *inspected.panel.attention;
        BarSeries scores{QStringLiteral("e"), {}};
        std::vector<bool> muted;
        for (Index j = 0; j < attention.scores.cols(); ++j) {
            scores.values.push_back(attention.scores(row, j));
            muted.push_back(attention.allowed.size() > 0 && attention.allowed(row, j) == 0);
        }
        const bool masked = std::find(muted.begin(), muted.end(), true) != muted.end();
        scoresHead_->setDetail(masked ? tr("e of row %1, masked ones hatched").arg(token)
                                      : tr("e of row %1").arg(token));
        scores_->setBars({scores}, inspected.columnTokens);
        scores_->setMuted(muted);
        scores_->setMarked(static_cast<int>(inspected.cell.column));
    }

    BarSeries weights = rowOf(inspected.panel, row);
    const double entropy = analysis::entropy(weights.values);
    const double sum = [&] {
        double total = 0;
        for (const double weight : weights.values)
            total += std::isfinite(weight) ? weight : 0;
        return total;
    }();
    std::vector<BarSeries> series{std::move(weights)};
    const bool derived = inspected.panel.panel.kind != files::PanelKind::weights;
    QString head = derived ? tr("row %1, %2").arg(token, panelTitle(inspected.panel))
                           : tr("α of row %1, %2").arg(token, panelTitle(inspected.panel));
    if (const PanelResult* other = derived ? nullptr : otherPanel(inspected)) {
        series.push_back(rowOf(*other, row));
        head = tr("α of row %1, %2 and (gray) %3").arg(token, panelTitle(inspected.panel), panelTitle(*other));
    }
    weightsHead_->setDetail(head);
    weights_->setBars(std::move(series), inspected.columnTokens);
    weights_->setMarked(static_cast<int>(inspected.cell.column));
    figures_->setText(std::isnan(entropy)
                          ? tr("sum %1").arg(numberText(sum, 6))
                          : tr("sum %1 · entropy %2 nat").arg(numberText(sum, 6), numberText(entropy, 3)));
}

} // namespace heedmap
