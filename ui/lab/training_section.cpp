#include "ui/lab/training_section.h"

#include "ui/widgets/choice_button.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"

#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>

namespace heedmap {

namespace {

constexpr int mostSteps = 100000;
constexpr int mostBatch = 256;
constexpr int mostSize = 512;

SettingRow* addRow(QWidget* section, const QString& text, QWidget* field) {
    auto* row = new SettingRow(text, section);
    row->add(field);
    section->layout()->addWidget(row);
    return row;
}

// What cannot be changed now says what would let it.
void setChangeable(QWidget* field, bool changeable) {
    constexpr const char* own = "ownToolTip";
    if (!field->property(own).isValid())
        field->setProperty(own, field->toolTip());
    field->setEnabled(changeable);
    field->setToolTip(changeable ? field->property(own).toString() : TrainingSection::tr("Press Reset to change this"));
}

} // namespace

TrainingSection::TrainingSection(Lab* lab, QWidget* parent)
    : QWidget(parent)
    , lab_(lab) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(new SectionLabel(tr("training"), this));
    column->addSpacing(2);
    steps_ = addWhole(tr("steps"), tr("Each takes one batch of pairs"), 1, mostSteps, "steps");
    batch_ = addWhole(tr("batch"), tr("So many pairs are looked at together in a step"), 1, mostBatch, "batch");
    size_ = addWhole(tr("size"), tr("Units of the decoder; the encoder has half as many in each direction"), 2,
                     mostSize, "size");
    seed_ = addWhole(tr("seed"), tr("Of the first weights and the order of the pairs; the same seed, the same course"),
                     0, std::numeric_limits<int>::max(), "seed");
    optimizer_ = new ChoiceButton(tr("optimizer"), {QStringLiteral("Adam"), QStringLiteral("SGD")}, this);
    optimizer_->setChoiceToolTip(0, tr("Every weight has a step length of its own"));
    optimizer_->setChoiceToolTip(1, tr("Plain gradient descent; it wants a larger rate"));
    addRow(this, tr("optimizer"), optimizer_);
    rate_ = addNumber(tr("learning rate"), tr("How far a step goes; it may be changed while the models learn"), 1e6,
                      "rate");
    schedule_ = new ChoiceButton(tr("schedule"), {tr("constant"), tr("linear"), tr("cosine")}, this);
    schedule_->setChoiceToolTip(0, tr("The rate stays as it is"));
    schedule_->setChoiceToolTip(1, tr("The rate falls to 0 at the last step, along a line"));
    schedule_->setChoiceToolTip(2, tr("The rate falls to 0 at the last step, slowly at both ends"));
    addRow(this, tr("schedule"), schedule_);
    clip_ = addNumber(tr("clip at"), tr("Longer gradients are shortened to this norm; 0: they are not"), 1e6, "clip");
    decay_ = addNumber(tr("weight decay"), tr("Pulls every weight towards 0"), 1e3, "decay");

    connect(optimizer_, &ChoiceButton::chosen, this, [this](int kind) {
        change([kind](LabSettings& s) { s.optimizer.kind = static_cast<seq2seq::OptimizerKind>(kind); });
    });
    connect(schedule_, &ChoiceButton::chosen, this, [this](int schedule) {
        change([schedule](LabSettings& s) { s.optimizer.schedule = static_cast<seq2seq::Schedule>(schedule); });
    });
    const auto onWhole = [this](QSpinBox* box, auto set) {
        connect(box, &QSpinBox::valueChanged, this,
                [this, set](int value) { change([&](LabSettings& s) { set(s, value); }); });
    };
    onWhole(steps_, [](LabSettings& s, int value) { s.steps = value; });
    onWhole(batch_, [](LabSettings& s, int value) { s.batch = value; });
    onWhole(size_, [](LabSettings& s, int value) { s.size = value; });
    onWhole(seed_, [](LabSettings& s, int value) { s.seed = value; });
    const auto onNumber = [this](NumberField* field, auto member) {
        connect(field, &NumberField::edited, this,
                [this, member](double value) { change([&](LabSettings& s) { s.optimizer.*member = value; }); });
        connect(field, &NumberField::refused, this, &TrainingSection::noticed);
    };
    onNumber(rate_, &seq2seq::OptimizerOptions::learningRate);
    onNumber(clip_, &seq2seq::OptimizerOptions::clip);
    onNumber(decay_, &seq2seq::OptimizerOptions::weightDecay);
    connect(lab_, &Lab::settingsChanged, this, &TrainingSection::refresh);
    connect(lab_, &Lab::stateChanged, this, &TrainingSection::refresh);
    refresh();
}

QSpinBox* TrainingSection::addWhole(const QString& text, const QString& toolTip, int least, int most,
                                    const char* name) {
    auto* box = new QSpinBox(this);
    box->setObjectName(QLatin1String(name));
    box->setRange(least, most);
    box->setAccessibleName(text);
    box->setToolTip(toolTip);
    makeQuiet(box, QStringLiteral("000000"));
    addRow(this, text, box);
    return box;
}

NumberField* TrainingSection::addNumber(const QString& text, const QString& toolTip, double most, const char* name) {
    auto* field = new NumberField(text, this);
    field->setObjectName(QLatin1String(name));
    field->setLimits(0, most);
    field->setToolTip(toolTip);
    field->setFixedWidth(field->fontMetrics().horizontalAdvance(QStringLiteral("000000")) + 20);
    field->setAlignment(Qt::AlignRight);
    addRow(this, text, field);
    return field;
}

void TrainingSection::change(const std::function<void(LabSettings&)>& edit) {
    LabSettings settings = lab_->settings();
    edit(settings);
    lab_->setSettings(settings);
}

void TrainingSection::refresh() {
    const LabSettings& settings = lab_->settings();
    const auto show = [](QSpinBox* box, Index value) {
        const QSignalBlocker blocker(box);
        box->setValue(static_cast<int>(value));
    };
    show(steps_, settings.steps);
    show(batch_, settings.batch);
    show(size_, settings.size);
    show(seed_, settings.seed);
    optimizer_->setCurrent(static_cast<int>(settings.optimizer.kind));
    schedule_->setCurrent(static_cast<int>(settings.optimizer.schedule));
    rate_->setValue(settings.optimizer.learningRate);
    clip_->setValue(settings.optimizer.clip);
    decay_->setValue(settings.optimizer.weightDecay);
    const bool idle = lab_->state() == LabState::idle;
    for (QWidget* fixed : QList<QWidget*>{steps_, batch_, size_, seed_, optimizer_, schedule_, decay_})
        setChangeable(fixed, idle);
}

} // namespace heedmap
