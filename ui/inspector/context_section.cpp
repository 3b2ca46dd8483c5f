#include "ui/inspector/context_section.h"

#include "core/analysis/ablation.h"
#include "ui/base/numbers.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/section_label.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace heedmap {

namespace {

constexpr std::size_t mostWritten = 4; // addends of the sum
constexpr Index mostComponents = 8;    // of the context, in figures; all are charted

// The keys of a row, those with the largest weights first.
std::vector<Index> byWeight(const MatrixD& alpha, Index row) {
    std::vector<Index> order(static_cast<std::size_t>(alpha.cols()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return alpha(row, a) > alpha(row, b); });
    return order;
}

// "0.7546 v(not) + 0.2301 v(like) + 0.0153 of 5 others"
QString weightedSum(const Inspected& inspected, const attention::Attention<double>& attention) {
    const Index row = inspected.cell.row;
    const std::vector<Index> order = byWeight(attention.alpha, row);
    QStringList addends;
    double rest = 0;
    int others = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double weight = attention.alpha(row, order[i]);
        if (i < mostWritten && weight > 0) {
            addends << QStringLiteral("%1 <i>v</i>(%2)")
                           .arg(numberText(weight, 4), shownToken(inspected.columnTokens[order[i]]).toHtmlEscaped());
        } else if (weight > 0) {
            rest += weight;
            ++others;
        }
    }
    if (others > 0)
        addends << (others == 1 ? ContextSection::tr("%1 of another").arg(numberText(rest, 3))
                                : ContextSection::tr("%1 of %2 others").arg(numberText(rest, 3)).arg(others));
    return QStringLiteral("<i>c</i> = ") +
           (addends.isEmpty() ? QStringLiteral("0") : addends.join(QStringLiteral(" + ")));
}

QString componentsText(const VectorD& context) {
    QStringList components;
    for (Index i = 0; i < std::min(context.size(), mostComponents); ++i)
        components << statedNumber(context(i));
    if (context.size() > mostComponents)
        components << QStringLiteral("…");
    return QStringLiteral("= (%1)").arg(components.join(QStringLiteral(", ")));
}

} // namespace

ContextSection::ContextSection(QWidget* parent)
    : QWidget(parent)
    , sum_(new QLabel(this))
    , components_(new QLabel(this))
    , chart_(new BarChart(this))
    , whatIf_(new QLabel(this)) {
    for (QLabel* label : {sum_, components_, whatIf_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    sum_->setTextFormat(Qt::RichText);
    components_->setObjectName(QStringLiteral("context"));
    components_->setAccessibleName(tr("Context vector"));
    chart_->setAccessibleName(tr("Context vector by component"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(new SectionLabel(tr("Context, a weighted sum of values"), this));
    column->addWidget(sum_);
    column->addWidget(components_);
    column->addWidget(chart_);
    column->addSpacing(12);
    column->addWidget(new SectionLabel(tr("What if this weight were 0"), this));
    column->addWidget(whatIf_);
}

void ContextSection::show(const Inspected& inspected) {
    setVisible(inspected.computed());
    if (!inspected.computed())
        return;
    const auto& attention = *inspected.panel.attention;
    const VectorD context = attention.context.row(inspected.cell.row).transpose();
    sum_->setText(weightedSum(inspected, attention));
    components_->setText(componentsText(context));
    chart_->setBars({{QStringLiteral("c"), {context.begin(), context.end()}}}, {});
    const auto ablation = analysis::withoutWeight(attention.alpha, inspected.panel.projected->v, inspected.cell);
    whatIf_->setText(tr("context moves ‖Δc‖ = %1 (%2 % of ‖c‖), the rest renormalised")
                         .arg(numberText(ablation.moved, 3), numberText(100 * ablation.relative, 3)));
}

} // namespace heedmap
