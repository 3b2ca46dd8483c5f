#include "ui/inspector/what_if_section.h"

#include "core/analysis/chosen_weights.h"
#include "core/attention/multi_head.h"
#include "core/session/consistency.h"
#include "ui/base/error_text.h"
#include "ui/base/numbers.h"
#include "ui/inspector/context_plane.h"
#include "ui/inspector/weight_sliders.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"
#include "ui/widgets/toggle_switch.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

using analysis::Remainder;

constexpr Index mostOffered = 64; // offered for the plane

} // namespace

struct WhatIfSection::Subject {
    // Null where there are only weights, or no V: then the row's weights alone are changed.
    std::shared_ptr<const attention::Attention<double>> attention;
    std::shared_ptr<const attention::Projected> projected;
    Cell cell;
    Rows selectedRows;
    Columns selectedColumns;
    QStringList keys;
    QStringList queries;
    // For a head that is taken out.
    attention::Problem problem;
    attention::ScoreFunction function = attention::ScoreFunction::dot;
    std::optional<Index> head;

    VectorD weights{}; // of the row, where there is no attention
    bool ofWords = false;

    VectorD alpha() const { return attention ? VectorD(attention->alpha.row(cell.row).transpose()) : weights; }
    VectorD context() const { return attention->context.row(cell.row).transpose(); }
};

WhatIfSection::WhatIfSection(QWidget* parent)
    : QWidget(parent)
    , change_(new ChoiceButton(tr("what is changed"),
                               {tr("weights of this row"), tr("this weight = 0"), tr("selection = 0"),
                                tr("this key = 0"), tr("this head = 0")},
                               this))
    , renormalise_(new ToggleSwitch(tr("renormalise the rest"), this))
    , sliders_(new WeightSliders(this))
    , reset_(new QuietButton(tr("as they were"), this))
    , figures_(new QLabel(this))
    , planeRow_(new SettingRow(tr("components"), this))
    , first_(new ChoiceButton(tr("component across"), {}, this))
    , second_(new ChoiceButton(tr("component upwards"), {}, this))
    , plane_(new ContextPlane(this))
    , rowsHead_(new SectionLabel(QStringLiteral("‖Δc‖"), this))
    , rows_(new BarChart(this)) {
    addRows();
    change_->setCurrent(0);
    renormalise_->setChecked(true);
    connect(change_, &ChoiceButton::chosen, this, &WhatIfSection::update);
    connect(renormalise_, &QAbstractButton::clicked, this, &WhatIfSection::update);
    connect(sliders_, &WeightSliders::moved, this, &WhatIfSection::update);
    connect(reset_, &QAbstractButton::clicked, sliders_, &WeightSliders::release);
    const auto choose = [this] {
        components_ = {first_->current(), second_->current()};
        update();
    };
    connect(first_, &ChoiceButton::chosen, this, choose);
    connect(second_, &ChoiceButton::chosen, this, choose);
}

void WhatIfSection::addRows() {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(new SectionLabel(tr("What if"), this));
    auto* row = new SettingRow(tr("change"), this);
    row->add(change_);
    change_->setChoiceToolTip(3, tr("For every query"));
    change_->setChoiceToolTip(4, tr("The context of the head is 0 before W_O (Michel, Levy, Neubig 2019)"));
    column->addWidget(row);
    renormalise_->setToolTip(tr("The others share what is left, so that the row still sums to 1"));
    column->addWidget(renormalise_);
    column->addWidget(sliders_);
    column->addWidget(reset_, 0, Qt::AlignRight);
    figures_->setWordWrap(true);
    figures_->setTextFormat(Qt::PlainText);
    figures_->setObjectName(QStringLiteral("whatIf"));
    figures_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(figures_);
    planeRow_->add(first_);
    planeRow_->add(second_);
    column->addWidget(planeRow_);
    column->addWidget(plane_);
    rowsHead_->setDetail(tr("how far the context of each query moves"));
    column->addWidget(rowsHead_);
    rows_->setAccessibleName(tr("How far the context of each query moves"));
    column->addWidget(rows_);
}

void WhatIfSection::setChange(Change change) {
    change_->setCurrent(static_cast<int>(change));
    update();
}

void WhatIfSection::show(const Inspected& inspected) {
    const bool withContext = inspected.computed() && inspected.panel.projected->v.cols() > 0;
    const bool sameKind = subject_ && (subject_->attention != nullptr) == withContext;
    auto subject = std::make_shared<Subject>();
    if (withContext) {
        subject->attention = inspected.panel.attention;
        subject->projected = inspected.panel.projected;
    } else {
        const std::vector<double> row = attention::rowOf(*inspected.panel.source, inspected.cell.row);
        subject->weights = Eigen::Map<const VectorD>(row.data(), static_cast<Index>(row.size()));
        subject->ofWords = inspected.panel.shown != nullptr;
    }
    const bool sameRow = sameKind && subject_->attention == subject->attention &&
                         subject_->cell.row == inspected.cell.row && subject_->weights == subject->weights &&
                         sliders_->sliderOf(inspected.cell.column);
    subject->cell = inspected.cell;
    subject->selectedRows = inspected.selectedRows;
    subject->selectedColumns = inspected.selectedColumns;
    subject->keys = inspected.columnTokens;
    subject->queries = inspected.rowTokens;
    if (withContext)
        subject->function = *inspected.panel.panel.score;
    subject->head = inspected.panel.panel.head;
    if (withContext && subject->head) {
        subject->problem = inspected.session.problem;
        files::seedMissing(subject->problem, subject->function);
    }
    subject_ = std::move(subject);
    if (!sameRow)
        sliders_->setRow(subject_->alpha(), subject_->keys, subject_->cell.column);
    if (withContext)
        offerComponents();
    update();
}

void WhatIfSection::offerComponents() {
    const MatrixD& v = subject_->projected->v;
    QStringList names;
    for (Index component = 0; component < std::min(v.cols(), mostOffered); ++component)
        names << QString::number(component);
    first_->setChoices(names);
    second_->setChoices(names);
    const auto fits = [&](Index component) {
        return component >= 0 && component < names.size();
    };
    if (components_ && !(fits(components_->first) && fits(components_->second)))
        components_.reset();
    auto [first, second] = components_.value_or(analysis::widestComponents(v.leftCols(names.size())));
    first_->setCurrent(static_cast<int>(first));
    second_->setCurrent(static_cast<int>(std::max<Index>(second, 0)));
}

void WhatIfSection::update() {
    if (!subject_)
        return;
    const Subject& s = *subject_;
    auto change = static_cast<Change>(change_->current());
    sliders_->setVisible(change == Change::sliders);
    reset_->setVisible(change == Change::sliders && !sliders_->chosen().empty());
    renormalise_->setVisible(change != Change::head);
    if (!s.attention)
        return updateWeights(change);
    rowsHead_->setHead(QStringLiteral("‖Δc‖"));
    rowsHead_->setDetail(tr("how far the context of each query moves"));
    rows_->setAccessibleName(tr("How far the context of each query moves"));
    planeRow_->setVisible(change != Change::head && s.projected->v.cols() > 1);
    const Remainder remainder = renormalise_->isChecked() ? Remainder::renormalised : Remainder::kept;
    if (change == Change::head)
        return withoutHead();
    if (change == Change::sliders) {
        const VectorD weights = analysis::withChosen(s.alpha(), sliders_->chosen(), remainder);
        sliders_->showWeights(weights);
        const analysis::Ablation moved = analysis::withWeights(s.alpha(), s.projected->v, weights);
        showRowChange(weights, moved.context, moved.moved, moved.relative, moved.angle);
        return showAllRows({});
    }
    const MatrixD& alpha = s.attention->alpha;
    BoolMatrix zeroed = analysis::nothingZeroed(alpha.rows(), alpha.cols());
    if (change == Change::cell)
        analysis::zero(zeroed, s.cell);
    else if (change == Change::key)
        analysis::zero(zeroed, {0, alpha.rows()}, {s.cell.column, s.cell.column + 1});
    else
        analysis::zero(zeroed, s.selectedRows, s.selectedColumns);
    const analysis::WhatIf what = analysis::whatIf(alpha, s.projected->v, zeroed, remainder);
    showRowChange(what.alpha.row(s.cell.row).transpose(), what.context.row(s.cell.row).transpose(),
                  what.moved(s.cell.row), what.relative(s.cell.row), what.angle(s.cell.row));
    showAllRows(change == Change::cell ? VectorD() : what.moved);
}

// Of weights alone: what becomes of the row's.
void WhatIfSection::updateWeights(Change change) {
    const Subject& s = *subject_;
    plane_->hide();
    planeRow_->hide();
    const bool isWeights = (s.weights.array() >= 0).all();
    sliders_->setVisible(change == Change::sliders && isWeights);
    rowsHead_->setVisible(false);
    rows_->setVisible(false);
    if (!isWeights) {
        renormalise_->hide();
        return figures_->setText(tr("Needs weights, and this row holds numbers below 0, or that are none: as scores, "
                                    "open them with a normalizer."));
    }
    if (change == Change::head)
        return figures_->setText(
            tr("Without the head its context is 0; what that does needs V and W_O, and this input holds only α."));
    const Remainder remainder = renormalise_->isChecked() ? Remainder::renormalised : Remainder::kept;
    VectorD changed;
    if (change == Change::sliders) {
        changed = analysis::withChosen(s.weights, sliders_->chosen(), remainder);
        sliders_->showWeights(changed);
    } else {
        const bool inSelection = s.cell.row >= s.selectedRows.begin && s.cell.row < s.selectedRows.end;
        BoolMatrix zeroed = analysis::nothingZeroed(1, s.weights.size());
        if (change != Change::selection)
            analysis::zero(zeroed, {0, s.cell.column});
        else if (inSelection)
            analysis::zero(zeroed, {0, 1}, s.selectedColumns);
        changed = analysis::whatIf(s.weights.transpose(), MatrixD(s.weights.size(), 0), zeroed, remainder)
                      .alpha.row(0)
                      .transpose();
    }
    const double moved = (changed - s.weights).cwiseAbs().sum() / 2;
    figures_->setText(tr("%1 % of the row's weight moves; the row sums to %2. How the context moves needs V, %3.")
                          .arg(numberText(100 * moved, 3), numberText(changed.sum(), 4),
                               s.ofWords ? tr("which words have not") : tr("and this input holds only α")));
    rowsHead_->setVisible(true);
    rows_->setVisible(true);
    rowsHead_->setHead(QStringLiteral("α"));
    rowsHead_->setDetail(tr("of this row, gray as it was"));
    rows_->setAccessibleName(tr("Weights of the row, changed and as they were"));
    rows_->setBars(
        {{tr("changed"), {changed.begin(), changed.end()}}, {tr("as it was"), {s.weights.begin(), s.weights.end()}}},
        s.keys);
    rows_->setMarked(static_cast<int>(s.cell.column));
}

void WhatIfSection::showRowChange(const VectorD& weights, const VectorD& context, double moved, double relative,
                                  double angle) {
    const Subject& s = *subject_;
    figures_->setText(tr("context moves ‖Δc‖ = %1 (%2 % of ‖c‖), by %3°; the row sums to %4")
                          .arg(numberText(moved, 3), numberText(100 * relative, 3),
                               numberText(moved > 0 ? angle : 0, 3), numberText(weights.sum(), 4)));
    const bool plane = first_->current() != second_->current() && s.projected->v.cols() > 1;
    plane_->show();
    plane_->setPicture(s.projected->v, s.context(), context, first_->current(), plane ? second_->current() : -1,
                       s.keys);
    Q_EMIT weightsChanged(weights);
}

// Without numbers: only the chosen row is changed.
void WhatIfSection::showAllRows(const VectorD& moved) {
    rowsHead_->setVisible(moved.size() > 0);
    rows_->setVisible(moved.size() > 0);
    if (moved.size() == 0)
        return;
    rows_->setBars({{QStringLiteral("‖Δc‖"), {moved.begin(), moved.end()}}}, subject_->queries);
    rows_->setMarked(static_cast<int>(subject_->cell.row));
}

void WhatIfSection::withoutHead() {
    const Subject& s = *subject_;
    plane_->hide();
    showAllRows({});
    if (!s.head)
        return figures_->setText(tr("This panel is no head of a multi-head layer. Choose heads in the inputs."));
    const auto layer = attention::attendHeads(s.problem, s.function);
    if (!layer)
        return figures_->setText(errorSentence(layer.error()));
    const analysis::HeadAblation without = analysis::withoutHeads(*layer, s.problem.parameters.w_o, {*s.head});
    figures_->setText(tr("without head %1 the output of this query moves by %2 (%3 %), by %4°")
                          .arg(*s.head)
                          .arg(numberText(without.moved(s.cell.row), 3),
                               numberText(100 * without.relative(s.cell.row), 3),
                               numberText(without.angle(s.cell.row), 3)));
    showAllRows(without.moved);
}

} // namespace heedmap
