#include "ui/lab/lab_plots.h"

#include "ui/lab/reach_probe.h"
#include "ui/plot/plot_look.h"
#include "ui/settings/settings.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/toggle_switch.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace heedmap {

namespace {

constexpr Index leastSentences = 10;

QString percentText(double share) {
    return QString::number(share * 100, 'g', 3) + QStringLiteral(" %");
}

} // namespace

std::vector<QPointF> accuracyByLength(const std::vector<seq2seq::LengthScore>& scores, Index least) {
    std::vector<QPointF> points;
    Index sentences = 0;
    Index exact = 0;
    double lengths = 0;
    for (const seq2seq::LengthScore& score : scores) {
        sentences += score.sentences;
        exact += score.exact;
        lengths += static_cast<double>(score.length * score.sentences);
        const bool last = &score == &scores.back();
        if (sentences == 0 || (sentences < least && !last))
            continue;
        points.emplace_back(lengths / static_cast<double>(sentences),
                            static_cast<double>(exact) / static_cast<double>(sentences));
        sentences = exact = 0;
        lengths = 0;
    }
    return points;
}

LabPlots::LabPlots(Lab* lab, Settings* settings, QWidget* parent)
    : QWidget(parent)
    , lab_(lab)
    , settings_(settings)
    , choice_(new SegmentedControl(SegmentedControl::Mode::one,
                                   {tr("Loss"), tr("Accuracy by length"), tr("Path length")}, this))
    , smooth_(new ToggleSwitch(tr("smooth"), this))
    , logarithmic_(new ToggleSwitch(tr("logarithmic"), this))
    , lossSwitches_(new QWidget(this))
    , stack_(new QStackedWidget(this))
    , loss_(new PlotView(tr("Loss of every step"), settings, this))
    , accuracy_(new PlotView(tr("Exactly right, by sentence length"), settings, this))
    , reach_(new PlotView(tr("How far a gradient reaches"), settings, this))
    , probe_(new ReachProbe(this)) {
    choice_->setObjectName(QStringLiteral("plots"));
    loss_->setObjectName(QStringLiteral("lossPlot"));
    accuracy_->setObjectName(QStringLiteral("accuracyPlot"));
    reach_->setObjectName(QStringLiteral("reachPlot"));
    choice_->setAccessibleName(tr("Plot"));
    choice_->setToolTips({tr("The cross-entropy of every training step, and of held-out pairs from time to time"),
                          tr("The bottleneck: without attention, long sentences do not fit into one vector"),
                          tr("The path length: how much the last output feels an input so many positions before")});
    loss_->setHint(tr("Press Train: the loss of every step is drawn here."));
    accuracy_->setHint(tr("Press Train: how many held-out sentences of each length are translated exactly."));
    accuracy_->setAxes({tr("words in the source sentence")},
                       {tr("exactly right"), PlotScale::linear, 0.0, 1.0, percentText});
    reach_->setHint(tr("Measuring…"));
    reach_->setAxes({tr("distance |t − i|"), PlotScale::logarithmic},
                    {tr("gradient norm ‖∂out_t/∂in_i‖"), PlotScale::logarithmic});
    smooth_->setChecked(settings->value(Setting::labSmooth).toBool());
    logarithmic_->setChecked(settings->value(Setting::labLogarithmic).toBool());
    for (PlotView* plot : {loss_, accuracy_, reach_})
        stack_->addWidget(plot);
    auto* switches = new QHBoxLayout(lossSwitches_);
    switches->setContentsMargins(0, 0, 0, 0);
    switches->setSpacing(16);
    for (ToggleSwitch* toggle : {smooth_, logarithmic_}) {
        toggle->setFixedWidth(toggle->sizeHint().width() + 4); // what hinting rounds away
        switches->addWidget(toggle);
    }
    auto* top = new QHBoxLayout;
    top->addWidget(choice_);
    top->addStretch(1);
    top->addWidget(lossSwitches_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(top);
    column->addWidget(stack_, 1);
    connect(choice_, &SegmentedControl::currentChanged, this, &LabPlots::show);
    connect(smooth_, &QAbstractButton::clicked, this, [this](bool on) {
        settings_->setValue(Setting::labSmooth, on);
        styleCurves();
    });
    connect(logarithmic_, &QAbstractButton::clicked, this, [this](bool on) {
        settings_->setValue(Setting::labLogarithmic, on);
        setAxes();
    });
    connect(lab_, &Lab::variantsChanged, this, &LabPlots::makeCurves);
    connect(lab_, &Lab::progressed, this, &LabPlots::follow);
    connect(probe_, &ReachProbe::measured, this, [this](seq2seq::NetworkKind kind, const std::vector<double>& norms) {
        std::vector<QPointF> points;
        for (std::size_t d = 1; d < norms.size(); ++d)
            points.emplace_back(static_cast<double>(d), norms[d]);
        reach_->setPoints(static_cast<int>(kind), std::move(points));
    });
    setAxes();
    makeCurves();
    follow(); // what was learnt before the window was made
    show(0);
}

PlotView* LabPlots::current() const {
    return static_cast<PlotView*>(stack_->currentWidget());
}

void LabPlots::setAxes() {
    const PlotScale scale = logarithmic_->isChecked() ? PlotScale::logarithmic : PlotScale::linear;
    loss_->setAxes({tr("step"), PlotScale::linear, 0.0}, {tr("loss (nat a word)"), scale});
}

void LabPlots::show(int plot) {
    choice_->setCurrent(plot);
    stack_->setCurrentIndex(plot);
    lossSwitches_->setVisible(plot == 0);
    if (plot == 2)
        showReach();
}

void LabPlots::showReach() {
    if (probe_->isStarted())
        return;
    // In the order of NetworkKind.
    reach_->addSeries({tr("recurrent net"), 1});
    reach_->addSeries({tr("LSTM"), 2});
    reach_->addSeries({tr("attention"), 0});
    probe_->start();
}

void LabPlots::makeCurves() {
    loss_->clear();
    accuracy_->clear();
    loss_->setMarks({});
    curves_.clear();
    for (std::size_t i = 0; i < lab_->variants().size(); ++i) {
        Curve curve;
        curve.raw = loss_->addSeries({});
        curve.smooth = loss_->addSeries({});
        curve.heldOut = loss_->addSeries({.look = SeriesLook::markers});
        curve.accuracy = accuracy_->addSeries({.look = SeriesLook::lineAndMarkers});
        curves_.push_back(curve);
    }
    styleCurves();
}

// Smoothed, every step stays to be seen, behind the smooth curve.
void LabPlots::styleCurves() {
    const bool smooth = smooth_->isChecked();
    for (std::size_t i = 0; i < curves_.size(); ++i) {
        const Curve& curve = curves_[i];
        const Attention& score = lab_->variants()[i].score;
        const QString name = attentionName(score);
        const int color = score ? static_cast<int>(i) % (seriesColorCount - 1) : seriesColorCount - 1;
        const auto legend = [](bool shown, const QString& text) {
            return shown ? std::optional(text) : std::optional(QString());
        };
        loss_->setStyle(curve.raw, {name, color, SeriesLook::line, smooth, legend(!smooth, name)});
        loss_->setStyle(curve.smooth,
                        {.name = tr("%1, smoothed").arg(name), .color = color, .legend = name, .visible = smooth});
        loss_->setStyle(curve.heldOut, {tr("%1, held out").arg(name), color, SeriesLook::markers, false,
                                        legend(i + 1 == curves_.size(), tr("held out"))});
        accuracy_->setStyle(curve.accuracy, {name, color, SeriesLook::lineAndMarkers});
    }
}

void LabPlots::follow() {
    if (curves_.size() != lab_->variants().size())
        return;
    for (std::size_t i = 0; i < curves_.size(); ++i)
        followLosses(lab_->variants()[i], curves_[i]);
    std::vector<PlotMark> marks;
    for (const LabEvent& event : lab_->events())
        marks.push_back({Qt::Vertical, static_cast<double>(event.step), event.text});
    loss_->setMarks(std::move(marks));
}

void LabPlots::followLosses(const LabVariant& variant, Curve& curve) {
    for (; curve.steps < variant.losses.size(); ++curve.steps) {
        const double loss = variant.losses[curve.steps];
        const auto step = static_cast<double>(curve.steps + 1);
        loss_->append(curve.raw, {step, loss});
        loss_->append(curve.smooth, {step, curve.smoothing.next(loss)});
    }
    for (; curve.validations < variant.validations.size(); ++curve.validations) {
        const seq2seq::Validation& validation = variant.validations[curve.validations];
        loss_->append(curve.heldOut, {static_cast<double>(validation.step), validation.evaluation.loss});
        accuracy_->setPoints(curve.accuracy, accuracyByLength(validation.evaluation.byLength, leastSentences));
    }
}

} // namespace heedmap
