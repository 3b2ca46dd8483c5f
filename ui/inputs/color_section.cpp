#include "ui/inputs/color_section.h"

#include "ui/inputs/gradient_strip.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"
#include "ui/widgets/toggle_switch.h"

#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace heedmap {

namespace {

using heatmap::RangeSpec;

QStringList mapNames() {
    QStringList names;
    for (const heatmap::ColorMapName name : heatmap::allColorMaps)
        names.append(QString::fromStdString(heatmap::ColorMap{name, false}.text()));
    return names;
}

SettingRow* rowWith(const QString& text, QWidget* field, QWidget* parent) {
    auto* row = new SettingRow(text, parent);
    row->add(field);
    return row;
}

bool isUnit(const RangeSpec& spec) {
    return spec.kind == RangeSpec::Kind::fixed && spec.low == 0 && spec.high == 1;
}

} // namespace

ColorSection::ColorSection(Document* document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , map_(new ChoiceButton(tr("color map"), mapNames(), this))
    , strip_(new GradientStrip(this))
    , reversed_(new ToggleSwitch(tr("reversed"), this))
    , withoutFirst_(new ToggleSwitch(tr("range without the first key"), this))
    , scale_(
          new ChoiceButton(tr("scale"), {tr("linear"), tr("logarithmic"), tr("square root"), tr("rank in row")}, this))
    , range_(new ChoiceButton(tr("range"), {tr("automatic"), tr("0 … 1"), tr("limits"), tr("percentiles")}, this))
    , limitsRow_(new SettingRow(tr("from … to"), this))
    , low_(new NumberField(tr("low end of the range"), this))
    , high_(new NumberField(tr("high end of the range"), this))
    , pooling_(new ChoiceButton(tr("pooling"), {tr("largest"), tr("mean")}, this))
    , message_(new QLabel(this)) {
    map_->setObjectName(QStringLiteral("colorMap"));
    reversed_->setObjectName(QStringLiteral("reversed"));
    scale_->setObjectName(QStringLiteral("scale"));
    range_->setObjectName(QStringLiteral("range"));
    low_->setObjectName(QStringLiteral("low"));
    high_->setObjectName(QStringLiteral("high"));
    pooling_->setObjectName(QStringLiteral("pooling"));
    addRows();
    makeIcons();
    connectFields();
    follow();
}

void ColorSection::addRows() {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(new SectionLabel(tr("color"), this));
    column->addSpacing(2);
    column->addWidget(rowWith(tr("map"), map_, this));
    column->addWidget(strip_);
    column->addSpacing(2);
    reversed_->setFixedHeight(24);
    column->addWidget(reversed_);
    column->addWidget(rowWith(tr("scale"), scale_, this));
    column->addWidget(rowWith(tr("range"), range_, this));
    limitsRow_->label()->setForegroundRole(QPalette::PlaceholderText);
    limitsRow_->label()->setIndent(12);
    limitsRow_->add(low_);
    limitsRow_->add(high_);
    column->addWidget(limitsRow_);
    withoutFirst_->setFixedHeight(24);
    withoutFirst_->setObjectName(QStringLiteral("rangeWithoutFirst"));
    column->addWidget(withoutFirst_);
    column->addWidget(rowWith(tr("when zoomed out, show"), pooling_, this));
    column->addWidget(message_);
    message_->setForegroundRole(QPalette::BrightText);
    message_->setWordWrap(true);
    message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    message_->hide();

    map_->setToolTip(tr("The colors from the low to the high end of the range"));
    reversed_->setToolTip(tr("Exchanges the ends of the color map"));
    scale_->setToolTip(tr("How values are spread over the color map"));
    range_->setToolTip(tr("Which values the ends of the color map stand for; it never depends on the zoom"));
    withoutFirst_->setToolTip(
        tr("A first key on which many heads put most of their weight (a sink) no longer darkens the "
           "others: it is marked as clipped"));
    pooling_->setToolTip(tr("What a pixel shows where several cells fall on it"));
    range_->setChoiceToolTip(0, tr("From the data: weights start at 0"));
    range_->setChoiceToolTip(3, tr("Of the numbers shown; what is outside is marked as clipped"));
}

void ColorSection::makeIcons() {
    for (int i = 0; i < static_cast<int>(heatmap::allColorMaps.size()); ++i) {
        const heatmap::ColorMap map{heatmap::allColorMaps[static_cast<std::size_t>(i)], false};
        map_->setChoiceIcon(i, QIcon(gradientPixmap(map, QSize(16, 10), 4)));
    }
}

void ColorSection::connectFields() {
    connect(map_, &ChoiceButton::chosen, this, [this](int choice) {
        change(tr("Color map %1").arg(map_->text()), [choice](files::PictureSettings& picture) {
            picture.map.name = heatmap::allColorMaps[static_cast<std::size_t>(choice)];
        });
    });
    connect(reversed_, &QAbstractButton::clicked, this, [this](bool on) {
        change(tr("Reverse the color map"), [on](files::PictureSettings& picture) { picture.map.reversed = on; });
    });
    connect(withoutFirst_, &QAbstractButton::clicked, this, [this](bool on) {
        change(on ? tr("Range without the first key") : tr("Range with the first key"),
               [on](files::PictureSettings& picture) {
                   picture.rangeWithoutFirst = on;
                   if (on && picture.range.kind == RangeSpec::Kind::fixed) // fixed limits follow no key
                       picture.range = {};
               });
    });
    connect(scale_, &ChoiceButton::chosen, this, [this](int choice) {
        change(tr("Scale: %1").arg(scale_->text()),
               [choice](files::PictureSettings& picture) { picture.scale = static_cast<heatmap::Scale>(choice); });
    });
    connect(pooling_, &ChoiceButton::chosen, this, [this](int choice) {
        change(tr("Pooling: %1").arg(pooling_->text()),
               [choice](files::PictureSettings& picture) { picture.pooling = static_cast<heatmap::Pooling>(choice); });
    });
    connect(range_, &ChoiceButton::chosen, this, [this](int choice) { choose(static_cast<RangeChoice>(choice)); });
    for (NumberField* field : {low_, high_}) {
        connect(field, &NumberField::edited, this, &ColorSection::takeLimits);
        connect(field, &NumberField::refused, this, &ColorSection::say);
    }
    connect(document_, &Document::changed, message_, &QWidget::hide);
    connect(document_, &Document::changed, this, [this](Parts parts) {
        if (parts & Part::picture)
            follow();
    });
}

void ColorSection::change(const QString& words, const std::function<void(files::PictureSettings&)>& edit) {
    message_->hide();
    document_->changePicture(words, edit);
}

// Typed limits start from those in force, so that nothing jumps.
void ColorSection::choose(RangeChoice choice) {
    typed_ = choice == RangeChoice::limits;
    RangeSpec spec;
    if (choice == RangeChoice::unit) {
        spec = {RangeSpec::Kind::fixed, 0, 1};
    } else if (choice == RangeChoice::percentiles) {
        spec = {RangeSpec::Kind::percentile, 1, 99};
    } else if (choice == RangeChoice::limits) {
        spec = {RangeSpec::Kind::fixed, 0, 1};
        if (const auto& ranges = document_->results().ranges; !ranges.empty()) {
            spec.low = ranges.front().low;
            spec.high = ranges.front().high;
        }
    }
    change(tr("Range: %1").arg(range_->text()), [spec](files::PictureSettings& picture) { picture.range = spec; });
    follow();
}

void ColorSection::takeLimits() {
    const double low = low_->value();
    const double high = high_->value();
    if (low > high || (low == high && document_->session().picture.range.kind == RangeSpec::Kind::fixed)) {
        say(tr("The range stays as it was: its low end has to be below its high end."));
        follow();
        return;
    }
    change(tr("Change the range"), [low, high](files::PictureSettings& picture) {
        picture.range.low = low;
        picture.range.high = high;
    });
}

void ColorSection::follow() {
    const files::PictureSettings& picture = document_->session().picture;
    const auto& all = heatmap::allColorMaps;
    map_->setCurrent(static_cast<int>(std::find(all.begin(), all.end(), picture.map.name) - all.begin()));
    strip_->setMap(picture.map);
    reversed_->setChecked(picture.map.reversed);
    withoutFirst_->setChecked(picture.rangeWithoutFirst && picture.range.kind != RangeSpec::Kind::fixed);
    scale_->setCurrent(static_cast<int>(picture.scale));
    pooling_->setCurrent(static_cast<int>(picture.pooling));
    const bool percentile = picture.range.kind == RangeSpec::Kind::percentile;
    typed_ = typed_ && picture.range.kind == RangeSpec::Kind::fixed;
    const RangeChoice choice = picture.range.kind == RangeSpec::Kind::automatic ? RangeChoice::automatic
                               : percentile                                     ? RangeChoice::percentiles
                               : isUnit(picture.range) && !typed_               ? RangeChoice::unit
                                                                                : RangeChoice::limits;
    range_->setCurrent(static_cast<int>(choice));
    limitsRow_->setVisible(choice == RangeChoice::limits || percentile);
    limitsRow_->label()->setText(percentile ? tr("from … to, %") : tr("from … to"));
    const double end = std::numeric_limits<double>::max();
    for (NumberField* field : {low_, high_})
        field->setLimits(percentile ? 0 : -end, percentile ? 100 : end);
    low_->setValue(picture.range.low);
    high_->setValue(picture.range.high);
}

QString ColorSection::message() const {
    return message_->isHidden() ? QString() : message_->text();
}

void ColorSection::say(const QString& sentence) {
    message_->setText(sentence);
    message_->show();
}

} // namespace heedmap
