#include "ui/inspector/cell_section.h"

#include "core/attention/explain.h"
#include "core/session/shown_tokens.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"
#include "ui/inspector/row_under.h"
#include "ui/settings/theme.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/section_label.h"

#include <QFontDatabase>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace heedmap {

namespace {

constexpr unsigned mostTerms = 16;
constexpr unsigned mostOthers = 12;
constexpr Index mostComputed = 1 << 20; // numbers of K, for the score functions that are not on show

QString factsOf(const Inspected& inspected) {
    QStringList facts{CellSection::tr("row %1, column %2").arg(inspected.cell.row).arg(inspected.cell.column),
                      panelTitle(inspected.panel)};
    if (inspected.panel.panel.score) {
        for (const GoldLink& link : shownGold(inspected.session, inspected.panel)) {
            if (link.cell == inspected.cell && inspected.session.problem.kind == attention::ProblemKind::cross)
                facts << (link.sure ? CellSection::tr("sure link") : CellSection::tr("possible link"));
        }
    }
    return facts.join(QStringLiteral(" · "));
}

// The largest terms by size, in their own order.
std::vector<Index> largestTerms(const VectorD& terms) {
    std::vector<Index> order(static_cast<std::size_t>(terms.size()));
    std::iota(order.begin(), order.end(), 0);
    if (order.size() > mostTerms) {
        std::partial_sort(order.begin(), order.begin() + mostTerms, order.end(),
                          [&](Index a, Index b) { return std::abs(terms(a)) > std::abs(terms(b)); });
        order.resize(mostTerms);
        std::sort(order.begin(), order.end());
    }
    return order;
}

QString termsTitle(attention::ScoreFunction function, bool all) {
    const bool additive = function == attention::ScoreFunction::additive;
    const QString what = additive ? CellSection::tr("v·tanh(·) by hidden unit") : CellSection::tr("of e, by dimension");
    return all ? what : CellSection::tr("%1, %2 largest").arg(what).arg(mostTerms);
}

} // namespace

CellSection::CellSection(QWidget* parent)
    : QWidget(parent)
    , tokens_(new QLabel(this))
    , facts_(new QLabel(this))
    , formula_(new QLabel(this))
    , termsBox_(new QWidget(this))
    , termsHead_(new SectionLabel(tr("Terms"), termsBox_))
    , terms_(new BarChart(termsBox_))
    , othersBox_(new QWidget(this))
    , others_(new FigureTable({QStringLiteral("e"), QStringLiteral("α")},
                              {tr("score, before mask and normalizer"), tr("weight")}, othersBox_)) {
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setWeight(QFont::DemiBold);
    tokens_->setFont(large);
    tokens_->setWordWrap(true);
    tokens_->setTextFormat(Qt::PlainText);
    tokens_->setObjectName(QStringLiteral("inspectedTokens"));
    facts_->setForegroundRole(QPalette::PlaceholderText);
    facts_->setWordWrap(true);
    formula_->setTextFormat(Qt::RichText);
    formula_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // lines end where they are told to
    formula_->setObjectName(QStringLiteral("formula"));
    formula_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    formula_->setAccessibleName(tr("Formula of the chosen cell"));
    terms_->setAccessibleName(tr("Terms of the score"));

    auto* termsColumn = new QVBoxLayout(termsBox_);
    termsColumn->setContentsMargins(0, 0, 0, 0);
    termsColumn->setSpacing(4);
    termsColumn->addWidget(termsHead_);
    termsColumn->addWidget(terms_);

    auto* othersHead = new SectionLabel(tr("This cell"), othersBox_);
    othersHead->setDetail(tr("under every score function"));
    auto* othersColumn = new QVBoxLayout(othersBox_);
    othersColumn->setContentsMargins(0, 0, 0, 0);
    othersColumn->setSpacing(4);
    othersColumn->addWidget(othersHead);
    othersColumn->addWidget(others_);

    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(tokens_);
    words->addWidget(facts_);
    words->addSpacing(8);
    words->addWidget(formula_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(20);
    column->addLayout(words);
    column->addWidget(termsBox_);
    column->addWidget(othersBox_);
}

void CellSection::show(const Inspected& inspected) {
    tokens_->setText(tr("%1 → %2").arg(shownToken(inspected.rowTokens[inspected.cell.row]),
                                       shownToken(inspected.columnTokens[inspected.cell.column])));
    facts_->setText(factsOf(inspected));
    formula_->setText(formulaText(inspected));
    showTerms(inspected);
    showOthers(inspected);
}

void CellSection::showTerms(const Inspected& inspected) {
    termsBox_->setVisible(inspected.computed());
    if (!inspected.computed())
        return;
    const auto function = *inspected.panel.panel.score;
    const VectorD terms = attention::scoreTerms(
        function, inspected.panel.projected->q.row(inspected.cell.row).transpose(),
        inspected.panel.projected->k.row(inspected.cell.column).transpose(), *inspected.panel.parameters);
    BarSeries series;
    QStringList labels;
    const std::vector<Index> shown = largestTerms(terms);
    for (const Index term : shown) {
        series.values.push_back(terms(term));
        labels << QString::number(term);
    }
    termsHead_->setDetail(termsTitle(function, static_cast<Index>(shown.size()) == terms.size()));
    terms_->setBars({series}, labels);
}

void CellSection::showOthers(const Inspected& inspected) {
    std::vector<QStringList> rows;
    const auto add = [&](const QString& title, const PanelResult& result, Cell cell) {
        const bool number = result.source->mark(cell) == attention::Mark::number;
        rows.push_back({title,
                        result.attention ? numberText(result.attention->scores(cell.row, cell.column), 4) : QString(),
                        number ? statedNumber(result.source->value(cell)) : cellText(*result.source, cell)});
    };
    const auto has = [&](const PanelResult& result) {
        return result.source && inspected.cell.row < result.rows() && inspected.cell.column < result.columns();
    };
    QList<attention::ScoreFunction> shown;
    for (const PanelResult& result : inspected.results) {
        if (!result.attention || !has(result) || rows.size() == mostOthers)
            continue;
        add(panelTitle(result), result, inspected.cell);
        if (result.panel.score && !result.panel.head)
            shown << *result.panel.score;
    }
    const bool small = inspected.computed() && inspected.panel.projected->k.size() <= mostComputed;
    for (const attention::ScoreFunction function : attention::allScoreFunctions) {
        if (!small || shown.contains(function) || inspected.panel.panel.head)
            continue;
        const PanelResult row = rowUnder(inspected, function);
        if (row.error)
            rows.push_back({panelTitle(row), QStringLiteral("–"), QStringLiteral("–")});
        else
            add(panelTitle(row), row, {0, inspected.cell.column});
    }
    othersBox_->setVisible(rows.size() > 1);
    others_->setRows(std::move(rows));
}

} // namespace heedmap
