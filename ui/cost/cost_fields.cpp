#include "ui/cost/cost_fields.h"

#include "ui/base/error_text.h"
#include "ui/settings/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <bit>

namespace heedmap {

namespace {

using analysis::CostSizes;

constexpr std::array<Index, 4> byteChoices{1, 2, 4, 8};
constexpr int sliderWidth = 72;
constexpr int fieldWidth = 116; // of all: they and the sliders stand in columns

// The power of two at or below.
int powerOf(Index value) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max<Index>(value, 1)))) - 1;
}

} // namespace

CostFields::CostFields(QWidget* parent)
    : QWidget(parent)
    , column_(new QVBoxLayout(this))
    , message_(new QLabel(this)) {
    column_->setContentsMargins(12, 12, 12, 12);
    column_->setSpacing(2);
    message_->setForegroundRole(QPalette::BrightText);
    message_->setWordWrap(true);
    message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    message_->hide();
    addRows();
    column_->addWidget(message_);
    column_->addStretch(1);
    follow();
}

void CostFields::addRows() {
    constexpr Index million = 1 << 20;
    const Unit keys{tr(" key"), tr(" keys")};
    const Unit tokens{tr(" token"), tr(" tokens")};
    addHead(tr("sequence"));
    addRow(&CostSizes::queries, tr("positions n"), {}, tr("Queries and keys of one sequence"), 1, million, true);
    addRow(&CostSizes::batch, tr("batch"), {}, tr("Sequences at a time"), 1, million, true);
    addHead(tr("model"));
    addRow(&CostSizes::model, tr("width d"), {}, tr("Width of the model; a head has d / heads of it"), 1, 1 << 16,
           true);
    addRow(&CostSizes::heads, tr("heads"), {}, tr("Heads of queries"), 1, 1 << 12, true);
    addRow(&CostSizes::keyValueHeads, tr("KV heads"), {}, tr("Heads of K and V; fewer than heads are shared"), 1,
           1 << 12);
    addRow(&CostSizes::layers, tr("layers"), {}, tr("Layers with self-attention"), 0, 1 << 12, true);
    addRow(&CostSizes::decoderLayers, tr("decoder layers"), {}, tr("Layers that also look at the encoder"), 0, 1 << 12);
    addRow(&CostSizes::feedForward, tr("feed-forward"), {}, tr("Hidden units of the feed-forward network"), 0, million);
    addRow(&CostSizes::vocabulary, tr("vocabulary"), {}, tr("Rows of the token embedding"), 0, 1 << 24);
    addRow(&CostSizes::positions, tr("learned positions"), {}, tr("Rows of a learned position embedding"), 0, 1 << 24);
    addBytes();
    addHead(tr("methods"));
    addRow(&CostSizes::window, tr("window"), keys, tr("Keys on each side"), 0, million, true);
    addRow(&CostSizes::step, tr("dilated by"), {}, tr("From key to key of the dilated window"), 1, million);
    addRow(&CostSizes::global, tr("global"), tokens, tr("BigBird's positions that see all and are seen by all"), 0,
           million);
    addRow(&CostSizes::random, tr("random"), keys, tr("BigBird's random keys a row"), 0, million);
    addRow(&CostSizes::block, tr("block"), tokens, tr("Positions of a block"), 1, million);
    addRow(&CostSizes::features, tr("features"), {}, tr("Features a head of linear attention and Performer"), 1,
           million);
    addRow(&CostSizes::hidden, tr("additive units"), {}, tr("Hidden units of additive scores"), 1, million);
    addRow(&CostSizes::convolutionWidth, tr("convolution"), {tr(" wide"), tr(" wide")},
           tr("Width k of the convolution"), 2, million);
    addRow(&CostSizes::flashRows, tr("fused rows"), {}, tr("Queries a fused kernel takes at a time"), 1, million);
}

void CostFields::addHead(const QString& text) {
    if (column_->count() > 0)
        column_->addSpacing(12);
    column_->addWidget(new SectionLabel(text, this));
    column_->addSpacing(2);
}

void CostFields::addRow(Index CostSizes::*size, const QString& text, const Unit& unit, const QString& toolTip,
                        Index least, Index most, bool withSlider) {
    auto* row = new SettingRow(text, this);
    for (const analysis::CostSizeName& each : analysis::costSizeNames) {
        if (each.size == size)
            row->setObjectName(QString::fromLatin1(each.name));
    }
    auto* field = new QSpinBox(row);
    field->setRange(static_cast<int>(least), static_cast<int>(most));
    showUnit(field, unit);
    field->setLocale(QLocale::c());
    field->setKeyboardTracking(false);
    field->setAccessibleName(text);
    field->setToolTip(toolTip);
    row->setToolTip(toolTip);
    makeQuiet(field, QString::number(most) + unit.many);
    field->setFixedWidth(scaledToFont(fieldWidth));
    connect(field, &QSpinBox::valueChanged, this, [this, size, unit, field](int value) {
        showUnit(field, unit);
        change(size, value);
    });
    QSlider* slider = nullptr;
    if (withSlider) {
        slider = new QSlider(Qt::Horizontal, row);
        slider->setRange(powerOf(least), powerOf(most));
        slider->setFixedWidth(scaledToFont(sliderWidth));
        slider->setPageStep(1);
        slider->setAccessibleName(tr("%1, powers of two").arg(text));
        slider->setToolTip(toolTip);
        connect(slider, &QSlider::valueChanged, this, [this, size](int power) { change(size, Index{1} << power); });
        row->add(slider);
    }
    row->add(field);
    column_->addWidget(row);
    rows_.push_back({size, field, slider, unit});
}

void CostFields::addBytes() {
    auto* row = new SettingRow(tr("numbers"), this);
    bytes_ = new ChoiceButton(
        tr("Bytes a number"),
        {tr("1 byte (int8)"), tr("2 bytes (float16)"), tr("4 bytes (float32)"), tr("8 bytes (float64)")}, row);
    connect(bytes_, &ChoiceButton::chosen, this,
            [this](int choice) { change(&CostSizes::bytes, byteChoices[static_cast<std::size_t>(choice)]); });
    row->add(bytes_);
    column_->addWidget(row);
}

QSpinBox* CostFields::field(Index CostSizes::*size) const {
    return std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.size == size; })->field;
}

QSlider* CostFields::slider(Index CostSizes::*size) const {
    return std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.size == size; })->slider;
}

QString CostFields::message() const {
    return message_->isHidden() ? QString() : message_->text();
}

void CostFields::setSizes(const CostSizes& sizes) {
    sizes_ = typed_ = sizes;
    follow();
}

// What follows from the width and the heads follows at once.
void CostFields::change(Index CostSizes::*size, Index value) {
    typed_.*size = value;
    if (size == &CostSizes::queries)
        typed_.keys = value;
    CostSizes sizes = typed_;
    Result<void> sensible;
    if (size == &CostSizes::model || size == &CostSizes::heads) {
        const auto usual = analysis::withUsualSizes(typed_);
        if (usual)
            sizes = *usual;
        else
            sensible = usual.error();
    }
    if (sensible)
        sensible = analysis::check(sizes);
    message_->setVisible(!sensible);
    if (!sensible) {
        message_->setText(errorSentence(sensible.error()));
        return;
    }
    sizes_ = typed_ = sizes;
    follow();
    Q_EMIT sizesChanged();
}

void CostFields::follow() {
    message_->hide();
    for (const Row& row : rows_) {
        const QSignalBlocker quiet(row.field);
        const Index value = sizes_.*row.size;
        row.field->setValue(static_cast<int>(value));
        showUnit(row.field, row.unit);
        if (!row.slider)
            continue;
        const QSignalBlocker quietSlider(row.slider);
        row.slider->setValue(powerOf(value));
    }
    const auto* const choice = std::find(byteChoices.begin(), byteChoices.end(), sizes_.bytes);
    bytes_->setCurrent(static_cast<int>(choice - byteChoices.begin()));
}

} // namespace heedmap
