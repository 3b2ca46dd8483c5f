#include "ui/inspector/steps_section.h"

#include "core/attention/explain.h"
#include "ui/base/error_text.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"
#include "ui/inspector/cell_section.h"
#include "ui/inspector/row_under.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/setting_row.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heedmap {

namespace {

using attention::NormalizerKind;
using attention::RowSteps;

constexpr int stepCount = 5;

QStringList functionTitles() {
    QStringList titles{StepsSection::tr("as the panel")};
    for (const attention::ScoreFunction function : attention::allScoreFunctions)
        titles << panelTitle({}, {.score = function});
    return titles;
}

std::vector<double> valuesOf(const VectorD& vector) {
    return {vector.begin(), vector.end()};
}

} // namespace

struct StepsSection::Shown {
    PanelResult row;
    RowSteps steps;
    attention::Normalizer normalizer;
    bool exact = true;   // else the scores are those that features imply
    QString cellFormula; // of the chosen cell, as HTML
    QString query;
    QString key;
    QStringList keys;
    Index column = 0;
};

namespace {

// What the step does, with the numbers of the chosen key. `n(x)` writes a number.
QString normalizerSentence(const RowSteps& s, const attention::Normalizer& normalizer, Index column) {
    const auto n = [](double value) {
        return numberText(value, 4);
    };
    const double tau = normalizer.temperature;
    const double before = s.normalized(column);
    switch (normalizer.kind) {
    case NormalizerKind::softmax:
        return StepsSection::tr("exp((e − max e)/τ) = exp((%1 − (%2))/%3) = %4. The largest score becomes 1, so that "
                                "nothing overflows.")
            .arg(n(s.scores(column)), n(s.rowMaximum), n(tau), n(before));
    case NormalizerKind::sparsemax:
        return StepsSection::tr("e/τ − θ = %1/%2 − (%3) = %4. The threshold θ is chosen so that what stays above 0 "
                                "sums to 1.")
            .arg(n(s.scores(column)), n(tau), n(s.threshold), n(before));
    case NormalizerKind::entmax15:
        return StepsSection::tr("e/(2τ) − θ = %1/(2·%2) − (%3) = %4. The threshold θ is chosen so that the squares of "
                                "what stays above 0 sum to 1.")
            .arg(n(s.scores(column)), n(tau), n(s.threshold), n(before));
    case NormalizerKind::hardmax:
        return StepsSection::tr("1 for the largest score of the row, %1, and 0 for every other: here %2.")
            .arg(n(s.rowMaximum), n(before));
    }
    return {};
}

QString weightSentence(const RowSteps& s, const attention::Normalizer& normalizer, Index column) {
    const QString before = numberText(s.normalized(column), 4);
    const QString weight = statedNumber(s.weights(column));
    switch (normalizer.kind) {
    case NormalizerKind::sparsemax:
        return StepsSection::tr("What is below 0 becomes exactly 0: α = max(%1, 0) = %2.").arg(before, weight);
    case NormalizerKind::entmax15:
        return StepsSection::tr("What is below 0 becomes exactly 0, the rest is squared: α = max(%1, 0)² = %2.")
            .arg(before, weight);
    default:
        return StepsSection::tr("Divided by the sum of the row: α = %1/%2 = %3. The row sums to 1.")
            .arg(before, numberText(s.sum, 4), weight);
    }
}

QString maskSentence(const RowSteps& s, const QString& key, Index column) {
    const Index forbidden = (s.masked.array() == -std::numeric_limits<double>::infinity()).count() -
                            (s.scores.array() == -std::numeric_limits<double>::infinity()).count();
    if (forbidden == 0)
        return StepsSection::tr("The mask forbids nothing in this row: every score stays.");
    if (std::isinf(s.masked(column)) && !std::isinf(s.scores(column)))
        return StepsSection::tr("The mask forbids %1: its score counts as −∞. Forbidden in this row: %2 of %3 keys.")
            .arg(key)
            .arg(forbidden)
            .arg(s.scores.size());
    return StepsSection::tr("The mask allows %1: its score stays. Forbidden in this row: %2 of %3 keys.")
        .arg(key)
        .arg(forbidden)
        .arg(s.scores.size());
}

} // namespace

StepsSection::StepsSection(QWidget* parent)
    : QWidget(parent)
    , function_(new ChoiceButton(tr("score function that is stepped through"), functionTitles(), this))
    , steps_(new SegmentedControl(
          SegmentedControl::Mode::one,
          {QStringLiteral("e"), tr("mask"), tr("norm"), QStringLiteral("α"), QStringLiteral("c")}, this))
    , sentence_(new QLabel(this))
    , formula_(new QLabel(this))
    , chart_(new BarChart(this)) {
    function_->setCurrent(0);
    steps_->setNarrow();
    steps_->setAccessibleName(tr("Step from score to context"));
    steps_->setToolTips({tr("Score of query and key"), tr("Mask: what may be looked at"),
                         tr("Normalizer, before the sum"), tr("Weight"), tr("Context, the weighted sum of values")});
    for (int i = 0; i < stepCount; ++i)
        steps_->button(i)->installEventFilter(this);
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setObjectName(QStringLiteral("stepSentence"));
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    formula_->setTextFormat(Qt::RichText);
    formula_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    chart_->setAccessibleName(tr("The row at this step"));
    auto* head = new SectionLabel(tr("Steps"), this);
    head->setDetail(tr("← → go through them"));
    functionRow_ = new SettingRow(tr("score function"), this);
    functionRow_->add(function_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(head);
    column->addWidget(functionRow_);
    column->addWidget(steps_);
    column->addWidget(sentence_);
    column->addWidget(formula_);
    column->addWidget(chart_);
    connect(steps_, &SegmentedControl::currentChanged, this, [this](int step) {
        setStep(static_cast<Step>(step));
        takeKeys();
    });
    connect(chart_, &BarChart::clicked, this, [this](int bar) {
        if (step_ != Step::context || !shown_)
            Q_EMIT columnChosen(bar);
    });
    connect(function_, &ChoiceButton::chosen, this, [this](int choice) {
        chosen_ = choice == 0 ? std::nullopt
                              : std::optional(attention::allScoreFunctions[static_cast<std::size_t>(choice - 1)]);
        if (again_)
            again_();
    });
    steps_->setCurrent(0);
}

void StepsSection::show(const Inspected& inspected) {
    functionRow_->setVisible(inspected.computed());
    steps_->setVisible(inspected.computed());
    if (!inspected.computed()) {
        again_ = nullptr;
        shown_ = nullptr;
        return showWeights(inspected);
    }
    // What is kept is copied: the results may be gone when the function is changed.
    const auto panel = std::make_shared<PanelResult>(inspected.panel);
    again_ = [this, panel, results = Results{inspected.results.snapshot, {}, {}}, cell = inspected.cell,
              rows = inspected.rowTokens, columns = inspected.columnTokens, selected = inspected.selectedColumns] {
        compute({.session = results.session(),
                 .results = results,
                 .panel = *panel,
                 .cell = cell,
                 .selectedRows = {cell.row, cell.row + 1},
                 .selectedColumns = selected,
                 .rowTokens = rows,
                 .columnTokens = columns});
    };
    again_();
}

void StepsSection::compute(const Inspected& inspected) {
    auto shown = std::make_shared<Shown>();
    shown->row = rowUnder(inspected, chosen_.value_or(*inspected.panel.panel.score));
    shown->normalizer = inspected.normalizer();
    shown->exact = inspected.session.problem.approximation.isExact();
    shown->column = inspected.cell.column;
    shown->query = shownToken(inspected.rowTokens[inspected.cell.row]);
    shown->key = shownToken(inspected.columnTokens[inspected.cell.column]);
    shown->keys = inspected.columnTokens;
    if (!shown->row.error) {
        shown->steps = attention::rowSteps(*shown->row.attention, shown->normalizer, 0);
        shown->cellFormula = formulaText(inRow(inspected, shown->row));
    }
    shown_ = std::move(shown);
    showStep();
}

void StepsSection::setStep(Step step) {
    step_ = step;
    steps_->setCurrent(static_cast<int>(step));
    showStep();
}

void StepsSection::showStep() {
    if (!shown_)
        return;
    const Shown& s = *shown_;
    const bool computed = !s.row.error;
    chart_->setVisible(computed);
    formula_->setVisible(computed && (step_ == Step::score || step_ == Step::weight));
    if (!computed)
        return sentence_->setText(errorSentence(*s.row.error));
    formula_->setText(s.cellFormula);
    if (step_ == Step::context)
        return showContext(s);
    BarSeries series;
    std::vector<bool> muted;
    for (Index j = 0; j < s.steps.scores.size(); ++j)
        muted.push_back(s.steps.masked(j) != s.steps.scores(j) && std::isinf(s.steps.masked(j)));
    if (step_ == Step::score) {
        series = {QStringLiteral("e"), valuesOf(s.steps.scores)};
        muted.clear();
        sentence_->setText((s.exact ? tr("How well %1 and %2 fit: e = %3, under %4.")
                                    : tr("How well %1 and %2 fit: e = ln(φ(q)·φ(k)) = %3, as the features under %4 "
                                         "imply."))
                               .arg(s.query, s.key, statedNumber(s.steps.scores(s.column)), panelTitle(s.row)));
    } else if (step_ == Step::mask) {
        series = {QStringLiteral("e"), valuesOf(s.steps.scores)};
        sentence_->setText(maskSentence(s.steps, s.key, s.column));
    } else {
        const bool weight = step_ == Step::weight;
        series = weight ? BarSeries{QStringLiteral("α"), valuesOf(s.steps.weights)}
                        : BarSeries{tr("before the sum"), valuesOf(s.steps.normalized)};
        if (s.steps.emptyRow)
            sentence_->setText(tr("This row allows no key: its weights and its context are 0."));
        else if (muted[static_cast<std::size_t>(s.column)])
            sentence_->setText(tr("Forbidden: exactly 0."));
        else
            sentence_->setText(weight ? weightSentence(s.steps, s.normalizer, s.column)
                                      : normalizerSentence(s.steps, s.normalizer, s.column));
    }
    chart_->setBars({std::move(series)}, s.keys);
    chart_->setMuted(std::move(muted));
    chart_->setMarked(static_cast<int>(s.column));
}

// The context by component, and beside it what the chosen key contributes.
void StepsSection::showContext(const Shown& s) {
    const VectorD context = s.row.attention->context.row(0).transpose();
    const VectorD part = s.steps.weights(s.column) * s.row.projected->v.row(s.column).transpose();
    QStringList components;
    for (Index i = 0; i < std::min<Index>(context.size(), 4); ++i)
        components << numberText(context(i), 4);
    if (context.size() > 4)
        components << QStringLiteral("…");
    sentence_->setText(
        tr("c = Σ α v = (%1). Gray: what %2 gives, %3 of its value.")
            .arg(components.join(QStringLiteral(", ")), s.key, numberText(s.steps.weights(s.column), 4)));
    chart_->setBars({{QStringLiteral("c"), valuesOf(context)}, {s.key, valuesOf(part)}}, {});
    chart_->setMarked(std::nullopt);
}

// Of weights alone there is the last step, and what the others would need.
void StepsSection::showWeights(const Inspected& inspected) {
    const std::vector<double> row = attention::rowOf(*inspected.panel.source, inspected.cell.row);
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    const auto column = static_cast<std::size_t>(inspected.cell.column);
    const QString weight = tr("%1 → %2 is %3; the row sums to %4.")
                               .arg(shownToken(inspected.rowTokens[inspected.cell.row]),
                                    shownToken(inspected.columnTokens[inspected.cell.column]),
                                    numberText(row[column], 4), numberText(sum, 4));
    const bool condensed = inspected.panel.shown && inspected.panel.panel.score;
    sentence_->setText(
        weight + QLatin1Char(' ') +
        (condensed
             ? tr("Words and hidden tokens have only weights: for the steps from score to context, show all pieces.")
             : tr("How it came about is not in this panel: the steps from score to weight need Q and K, or "
                  "scores with a normalizer, and the context needs V.")));
    formula_->hide();
    chart_->show();
    chart_->setBars({{QStringLiteral("α"), row}}, inspected.columnTokens);
    chart_->setMuted({});
    chart_->setMarked(static_cast<int>(inspected.cell.column));
}

void StepsSection::takeKeys() {
    if (!steps_->isHidden())
        steps_->button(static_cast<int>(step_))->setFocus();
}

bool StepsSection::stepByKey(int key) {
    int step = static_cast<int>(step_);
    switch (key) {
    case Qt::Key_Left:
        step = std::max(step - 1, 0);
        break;
    case Qt::Key_Right:
        step = std::min(step + 1, stepCount - 1);
        break;
    case Qt::Key_Home:
        step = 0;
        break;
    case Qt::Key_End:
        step = stepCount - 1;
        break;
    default:
        return false;
    }
    setStep(static_cast<Step>(step));
    if (focusWidget())
        steps_->button(step)->setFocus();
    return true;
}

void StepsSection::keyPressEvent(QKeyEvent* event) {
    if (!stepByKey(event->key()))
        QWidget::keyPressEvent(event);
}

// A button would take the arrow keys to move the focus.
bool StepsSection::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && stepByKey(static_cast<QKeyEvent*>(event)->key()))
        return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace heedmap
