#include "ui/inspector/weight_sliders.h"

#include "ui/base/numbers.h"
#include "ui/heatmap/panel_picture.h"
#include "ui/settings/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/tool_tip.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heedmap {

namespace {

constexpr int sliderSteps = 1000;

// The largest weights and the chosen key, in the order of the keys.
std::vector<Index> keysWithSliders(const VectorD& alpha, Index column) {
    std::vector<Index> keys(static_cast<std::size_t>(alpha.size()));
    std::iota(keys.begin(), keys.end(), 0);
    std::stable_sort(keys.begin(), keys.end(),
                     [&](Index a, Index b) { return a == column || (b != column && alpha(a) > alpha(b)); });
    if (keys.size() > WeightSliders::most)
        keys.resize(WeightSliders::most);
    std::sort(keys.begin(), keys.end());
    return keys;
}

} // namespace

WeightSliders::WeightSliders(QWidget* parent)
    : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    for (int i = 0; i < most; ++i)
        lines_.push_back(makeLine());
}

WeightSliders::Line WeightSliders::makeLine() {
    Line line{new QWidget(this), new ElidedLabel(QString(), this), new QSlider(Qt::Horizontal, this), new QLabel(this)};
    auto* row = new QHBoxLayout(line.row);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    line.token->setFixedWidth(scaledToFont(72));
    line.token->setTextFormat(Qt::PlainText);
    line.slider->setRange(0, sliderSteps);
    line.slider->setPageStep(sliderSteps / 10);
    line.number->setFixedWidth(qMax(fontMetrics().horizontalAdvance(QStringLiteral("0.000000")),
                                    fontMetrics().horizontalAdvance(QStringLiteral("0.00e−00"))));
    line.number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(line.token);
    row->addWidget(line.slider, 1);
    row->addWidget(line.number);
    layout()->addWidget(line.row);
    const auto place = lines_.size();
    connect(line.slider, &QSlider::valueChanged, this,
            [this, place](int step) { choose(lines_[place].key, static_cast<double>(step) / sliderSteps); });
    return line;
}

void WeightSliders::setRow(const VectorD& alpha, const QStringList& keys, Index column) {
    chosen_.clear();
    const std::vector<Index> shown = keysWithSliders(alpha, column);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        Line& line = lines_[i];
        line.row->setVisible(i < shown.size());
        if (i >= shown.size())
            continue;
        line.key = shown[i];
        const QString token = shownToken(keys.value(line.key));
        line.token->setText(line.token->fontMetrics().elidedText(token, Qt::ElideRight, line.token->width()));
        line.token->setToolTip(toolTipText(token));
        line.slider->setAccessibleName(tr("weight of %1").arg(token));
        QFont font = line.token->font();
        font.setWeight(line.key == column ? QFont::DemiBold : QFont::Normal);
        line.token->setFont(font);
    }
    showWeights(alpha);
}

void WeightSliders::showWeights(const VectorD& weights) {
    for (Line& line : lines_) {
        if (line.row->isHidden() || line.key >= weights.size())
            continue;
        const double weight = weights(line.key);
        const QSignalBlocker quiet(line.slider);
        if (std::isfinite(weight) && !(chosen_.contains(line.key) && line.slider->isSliderDown()))
            line.slider->setValue(static_cast<int>(std::lround(std::clamp(weight, 0.0, 1.0) * sliderSteps)));
        line.number->setText(numberText(weight, 3));
        line.number->setForegroundRole(chosen_.contains(line.key) ? QPalette::WindowText : QPalette::PlaceholderText);
    }
}

void WeightSliders::choose(Index key, double weight) {
    chosen_[key] = weight;
    Q_EMIT moved();
}

void WeightSliders::release() {
    chosen_.clear();
    Q_EMIT moved();
}

QSlider* WeightSliders::sliderOf(Index key) const {
    for (const Line& line : lines_) {
        if (!line.row->isHidden() && line.key == key)
            return line.slider;
    }
    return nullptr;
}

} // namespace heedmap
