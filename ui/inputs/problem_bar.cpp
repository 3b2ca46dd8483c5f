#include "ui/inputs/problem_bar.h"

#include "ui/base/mask_text.h"
#include "ui/document/edits.h"
#include "ui/inputs/pair_picker.h"
#include "ui/settings/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

using attention::allScoreFunctions;
using attention::ProblemKind;

// The slider is logarithmic: 100 steps a factor of 10, from 0.01 to 100.
constexpr double stepsPerDecade = 100;
constexpr int sliderEnd = 200;

QStringList scoreTexts() {
    return {ProblemBar::tr("additive"), ProblemBar::tr("dot"), ProblemBar::tr("general"), ProblemBar::tr("scaled"),
            ProblemBar::tr("cosine")};
}

QStringList scoreToolTips() {
    return {ProblemBar::tr("additive (Bahdanau 2015): e = v·tanh(W_s q + W_h k)"),
            ProblemBar::tr("dot (Luong 2015): e = q·k"), ProblemBar::tr("general (Luong 2015): e = qᵀWk"),
            ProblemBar::tr("scaled dot (Vaswani 2017): e = q·k/√d_k"), ProblemBar::tr("cosine: e = β·cos(q, k)")};
}

// A label and its control, side by side.
QWidget* labelled(const QString& text, std::initializer_list<QWidget*> controls, QWidget* parent) {
    auto* group = new QWidget(parent);
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* label = new QLabel(text, group);
    label->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(label);
    for (QWidget* control : controls)
        row->addWidget(control);
    return group;
}

} // namespace

ProblemBar::ProblemBar(Document* document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , source_(new PairPicker(this))
    , kind_(new SegmentedControl(SegmentedControl::Mode::one, {tr("Self"), tr("Cross")}, this))
    , scores_(new SegmentedControl(SegmentedControl::Mode::any, scoreTexts(), this))
    , mask_(new QuietButton(QString(), this))
    , slider_(new QSlider(Qt::Horizontal, this))
    , temperature_(new QDoubleSpinBox(this)) {
    kind_->setObjectName(QStringLiteral("kind"));
    scores_->setObjectName(QStringLiteral("scores"));
    mask_->setObjectName(QStringLiteral("mask"));
    slider_->setObjectName(QStringLiteral("temperature"));
    temperature_->setObjectName(QStringLiteral("temperature"));
    kind_->setAccessibleName(tr("Self or cross attention"));
    kind_->setToolTips(
        {tr("Self: Q, K and V from one sequence X"), tr("Cross: Q from the target, K and V from the source")});
    scores_->setAccessibleName(tr("Score functions on show"));
    scores_->setToolTips(scoreToolTips());
    mask_->setAccessibleName(tr("Mask"));
    mask_->setDimmed(false);
    mask_->setMenu(new QMenu(mask_));
    slider_->setRange(-sliderEnd, sliderEnd);
    slider_->setMinimumWidth(40);
    slider_->setMaximumWidth(scaledToFont(96));
    slider_->setAccessibleName(tr("Temperature τ, logarithmic"));
    slider_->setToolTip(tr("Temperature τ: scores are divided by it before the normalizer"));
    temperature_->setRange(0.01, 100);
    temperature_->setDecimals(2);
    temperature_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    temperature_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    temperature_->setLocale(QLocale::c());
    temperature_->setAccessibleName(tr("Temperature τ"));
    temperature_->setKeyboardTracking(false);

    auto* flow = new FlowLayout(12, 8, this);
    flow->setContentsMargins(12, 8, 12, 8);
    flow->addWidget(source_);
    flow->addWidget(kind_);
    flow->addWidget(scores_);
    QWidget* maskGroup = labelled(tr("mask"), {mask_}, this);
    QWidget* temperatureGroup = labelled(QStringLiteral("τ"), {slider_, temperature_}, this);
    flow->addWidget(maskGroup);
    flow->addWidget(temperatureGroup);
    problemControls_ = {kind_, scores_, maskGroup, temperatureGroup};
    connectControls();
    refresh();
}

void ProblemBar::connectControls() {
    connect(source_, &PairPicker::exampleChosen, this, &ProblemBar::exampleChosen);
    connect(source_, &PairPicker::fileRequested, this, &ProblemBar::fileRequested);
    connect(kind_, &SegmentedControl::currentChanged, this,
            [this](int segment) { switchKind(*document_, segment == 0 ? ProblemKind::self : ProblemKind::cross); });
    connect(scores_, &SegmentedControl::toggled, this, &ProblemBar::toggleScore);
    connect(mask_->menu(), &QMenu::aboutToShow, this, &ProblemBar::fillMaskMenu);
    connect(slider_, &QSlider::valueChanged, this,
            [this](int step) { setTemperature(std::pow(10.0, step / stepsPerDecade)); });
    connect(temperature_, &QDoubleSpinBox::valueChanged, this, &ProblemBar::setTemperature);
    connect(document_, &Document::changed, this, &ProblemBar::refresh);
}

void ProblemBar::refresh() {
    const files::Session& session = document_->session();
    source_->setSourceName(session.name.empty() ? tr("by hand") : QString::fromStdString(session.name));
    for (QWidget* control : std::as_const(problemControls_)) {
        control->setEnabled(!session.showsMatrices());
        control->setVisible(!session.showsMatrices());
    }
    kind_->setCurrent(session.problem.kind == ProblemKind::self ? 0 : 1);
    for (std::size_t i = 0; i < allScoreFunctions.size(); ++i)
        scores_->setChecked(static_cast<int>(i), showsScore(session, allScoreFunctions[i]));
    const QString mask = maskText(session.problem.mask);
    mask_->setText(fontMetrics().elidedText(mask, Qt::ElideRight, 160));
    mask_->setMinimumWidth(qMin(mask_->sizeHint().width(), scaledToFont(64))); // a short word stays whole
    mask_->setToolTip(tr("Which keys a query may look at: %1").arg(mask));
    const double temperature = session.problem.normalizer.temperature;
    const QSignalBlocker blockSlider(slider_);
    const QSignalBlocker blockSpinBox(temperature_);
    slider_->setValue(static_cast<int>(std::lround(std::log10(temperature) * stepsPerDecade)));
    temperature_->setValue(temperature);
}

void ProblemBar::fillMaskMenu() {
    QMenu* menu = mask_->menu();
    menu->clear();
    const attention::MaskSpec& mask = document_->session().problem.mask;
    const auto add = [&](const QString& text, bool checked, auto change) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(checked);
        connect(action, &QAction::triggered, this, [this, text, change] {
            document_->change(tr("mask: %1").arg(text), [change](files::Session& s) { change(s.problem.mask); });
        });
    };
    add(tr("none"), mask.allowsEverything(), [](attention::MaskSpec& m) { m = {}; });
    add(tr("causal"), mask.causal, [](attention::MaskSpec& m) { m.causal = !m.causal; });
    add(tr("window ±2"), mask.window.has_value(),
        [](attention::MaskSpec& m) { m.window = m.window ? std::nullopt : std::optional<Index>(2); });
    add(tr("global 1"), mask.global.has_value(),
        [](attention::MaskSpec& m) { m.global = m.global ? std::nullopt : std::optional<Index>(1); });
    menu->addSeparator();
    menu->addAction(tr("Edit the mask…"), this, &ProblemBar::maskEditorRequested);
}

// A toggle that may not be taken (the last panel) is shown as it was.
void ProblemBar::toggleScore(int segment, bool shown) {
    showScore(*document_, allScoreFunctions[static_cast<std::size_t>(segment)], shown);
    refresh();
}

void ProblemBar::setTemperature(double temperature) {
    if (temperature == document_->session().problem.normalizer.temperature)
        return;
    document_->change(
        tr("change τ"), [temperature](files::Session& s) { s.problem.normalizer.temperature = temperature; },
        QStringLiteral("temperature"));
}

} // namespace heedmap
