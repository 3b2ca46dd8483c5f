#include "ui/heatmap/color_bar.h"

#include "ui/base/numbers.h"
#include "ui/heatmap/cell_painting.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_words.h"
#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace heedmap {

namespace {

using attention::Mark;
using heatmap::Rgba;

constexpr double barWidth = 12;
constexpr double tickGap = 6; // between the bar and the texts
constexpr double swatch = 10;
constexpr double triangle = 6; // height of a clipped end

struct LegendLine {
    Mark mark;
    QString text;
};

std::vector<LegendLine> legendOf(heatmap::MarkSet marks) {
    std::vector<LegendLine> lines;
    const LegendLine all[] = {{Mark::masked, Heatmap::tr("masked")},
                              {Mark::nan, QStringLiteral("NaN")},
                              {Mark::positiveInfinity, QStringLiteral("+∞")},
                              {Mark::negativeInfinity, QStringLiteral("−∞")}};
    for (const LegendLine& line : all) {
        if (marks & heatmap::setOf(line.mark))
            lines.push_back(line);
    }
    return lines;
}

// Round values between the limits, at most about one for each five lines of text.
std::vector<double> tickValues(const heatmap::ValueRange& range, double length, double lineHeight) {
    std::vector<double> values{range.low};
    if (range.high <= range.low)
        return values;
    const int most = std::max(1, static_cast<int>(length / (lineHeight * 5)));
    if (range.scale == heatmap::Scale::log) {
        const double decades = std::log10(range.high / range.low);
        const double every = std::max(1.0, std::ceil(decades / most));
        for (double e = std::ceil(std::log10(range.low) + 1e-9); std::pow(10, e) < range.high; e += every)
            values.push_back(std::pow(10, e));
    } else {
        const double rough = (range.high - range.low) / most;
        const double decade = std::pow(10, std::floor(std::log10(rough)));
        double step = decade * 10;
        for (const double factor : {1.0, 2.0, 5.0}) {
            if (decade * factor >= rough) {
                step = decade * factor;
                break;
            }
        }
        for (double k = std::ceil(range.low / step); k * step < range.high && std::isfinite(k); ++k)
            values.push_back(k * step);
    }
    values.push_back(range.high);
    return values;
}

void paintGradient(QPainter& painter, const ColorBarPicture& picture, const QRectF& bar) {
    const auto table = picture.map.table();
    QPainterPath shape;
    const double above = picture.clippedAbove ? triangle : 0;
    const double below = picture.clippedBelow ? triangle : 0;
    shape.addRoundedRect(bar, above + below > 0 ? 0 : 2.5, above + below > 0 ? 0 : 2.5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    for (int i = 0; i < 256; i += 5) {
        const double at = picture.placeOf(i / 255.0);
        gradient.setColorAt(at, colorFrom(table[static_cast<std::size_t>(i)]));
    }
    painter.fillPath(shape, gradient);
    const double middle = bar.center().x();
    if (picture.clippedAbove) {
        painter.setBrush(colorFrom(table[255]));
        painter.drawPolygon(QPolygonF({bar.topLeft() - QPointF(0, 1), QPointF(middle, bar.top() - 1 - triangle),
                                       bar.topRight() - QPointF(0, 1)}));
    }
    if (picture.clippedBelow) {
        painter.setBrush(colorFrom(table[0]));
        painter.drawPolygon(QPolygonF({bar.bottomLeft() + QPointF(0, 1), QPointF(middle, bar.bottom() + 1 + triangle),
                                       bar.bottomRight() + QPointF(0, 1)}));
    }
    painter.restore();
}

void paintTicks(QPainter& painter, const ColorBarPicture& picture, const QRectF& bar, const QFont& font,
                double textWidth, const QColor& color) {
    const QFontMetricsF metrics(font);
    const auto& range = picture.range;
    const bool constant = picture.ends().second <= picture.ends().first;
    const double room = metrics.height() * 1.2;
    painter.setFont(font);
    painter.setPen(color);
    heatmap::ValueRange ticks = range;
    std::tie(ticks.low, ticks.high) = picture.ends();
    const int digits = digitsToTellApart(ticks.low, ticks.high);
    for (const double value : tickValues(ticks, bar.height(), metrics.height())) {
        const bool isEnd = value == ticks.low || value == ticks.high;
        const double part = constant ? 0.5 : std::clamp(ticks.position(value), 0.0, 1.0);
        const double y = bar.bottom() - part * bar.height();
        if (!isEnd && (y - bar.top() < room || bar.bottom() - y < room))
            continue;
        const double shown = std::abs(value) < 1e-12 * (ticks.high - ticks.low) ? 0.0 : value;
        // Between ends that only many digits tell apart, so few are round that no number is worth its room.
        if (!isEnd && digits > 3)
            continue;
        QString text = numberText(shown, digits);
        if (metrics.horizontalAdvance(text) > textWidth && digits <= 3)
            text = numberText(shown, 2);
        const double base = std::clamp(y, bar.top() + metrics.capHeight() / 2, bar.bottom() - metrics.capHeight() / 2) +
                            metrics.capHeight() / 2;
        painter.drawText(QPointF(bar.right() + tickGap, base), metrics.elidedText(text, Qt::ElideRight, textWidth));
    }
}

void paintSwatch(QPainter& painter, Mark mark, QPointF corner, bool dark) {
    constexpr int side = static_cast<int>(swatch);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x)
            painter.fillRect(QRectF(corner + QPointF(x, y), QSizeF(1, 1)),
                             colorFrom(heatmap::patternColor(mark, x, y, dark)));
    }
}

} // namespace

std::pair<double, double> ColorBarPicture::ends() const {
    return axis.value_or(std::pair(range.low, range.high));
}

// Colors change between the ends of the range; beyond them they stay.
double ColorBarPicture::placeOf(double position) const {
    const auto [low, high] = ends();
    if (range.scale != heatmap::Scale::linear || !(low < high))
        return position;
    return std::clamp((range.low + position * (range.high - range.low) - low) / (high - low), 0.0, 1.0);
}

// The room below is kept for the triangle whether or not it is there: the bar does not move with the values.
QRectF stripOf(const ColorBarPicture& picture, const QRectF& area, const QFont& font) {
    const double line = QFontMetricsF(font).height() + 4;
    const auto lines = legendOf(picture.marks).size() + (picture.label.isEmpty() ? 0 : 1);
    const double below = triangle + 8 + line * static_cast<double>(lines);
    const double above = triangle + 2;
    return {area.left(), area.top() + above, barWidth, std::max(barWidth, area.height() - above - below)};
}

double colorBarWidth(const QFont& font) {
    const QFontMetricsF metrics(font);
    return std::ceil(barWidth + tickGap +
                     std::max(metrics.horizontalAdvance(QStringLiteral("−1.2e−05")),
                              metrics.horizontalAdvance(Heatmap::tr("masked")) + 2));
}

void paintColorBar(QPainter& painter, const ColorBarPicture& picture, const QRectF& area, const QFont& font,
                   const QColor& text, const QColor& dimText) {
    const QFontMetricsF metrics(font);
    const auto legend = legendOf(picture.marks);
    const double line = metrics.height() + 4;
    const QRectF bar = stripOf(picture, area, font);
    paintGradient(painter, picture, bar);
    paintTicks(painter, picture, bar, font, area.width() - barWidth - tickGap, dimText);
    double y = bar.bottom() + triangle + 8;
    painter.setFont(font);
    if (!picture.label.isEmpty()) {
        painter.setPen(text);
        painter.drawText(QPointF(area.left(), y + metrics.ascent()),
                         metrics.elidedText(picture.label, Qt::ElideRight, area.width()));
        y += line;
    }
    for (const LegendLine& entry : legend) {
        paintSwatch(painter, entry.mark, {area.left(), std::round(y + (metrics.height() - swatch) / 2)}, picture.dark);
        painter.setPen(dimText);
        painter.drawText(QPointF(area.left() + swatch + tickGap, y + metrics.ascent()), entry.text);
        y += line;
    }
}

namespace {

constexpr double frame = 4;           // around all
constexpr double histogramDepth = 28; // left of the strip
constexpr double histogramGap = 4;
constexpr QSizeF handleSize{22, 8};
constexpr double pointer = 6; // of the triangle at the cursor's value

double lengthOf(std::uint64_t count, std::uint64_t largest) {
    return std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(largest));
}

// Counts on a log scale, so that a few numbers show beside very many.
void paintHistogram(QPainter& painter, const heatmap::Histogram& histogram, const QRectF& strip, const QColor& color) {
    const auto largest = std::ranges::max(histogram.counts);
    const double part = strip.height() / static_cast<double>(histogram.counts.size());
    for (std::size_t i = 0; i < histogram.counts.size() && largest > 0; ++i) {
        const double length = lengthOf(histogram.counts[i], largest) * histogramDepth;
        const double bottom = strip.bottom() - part * static_cast<double>(i);
        if (histogram.counts[i] > 0)
            painter.fillRect(
                QRectF(strip.left() - histogramGap - length, bottom - part, length, std::max(1.0, part - 1)), color);
    }
}

} // namespace

ColorBar::ColorBar(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Color bar"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

void ColorBar::setPicture(const ColorBarPicture& picture) {
    picture_ = picture;
    setAccessibleDescription(tr("%1 from %2 to %3, %4")
                                 .arg(picture.label, numberText(picture.range.low), numberText(picture.range.high),
                                      QString::fromStdString(picture.map.text())));
    update();
}

void ColorBar::setData(double smallest, double largest) {
    data_ = std::pair(smallest, largest);
    update();
}

void ColorBar::setHistogram(const heatmap::Histogram& histogram) {
    histogram_ = histogram;
    update();
}

void ColorBar::setChosen(std::optional<double> value) {
    if (value == chosen_)
        return;
    chosen_ = value;
    update();
}

void ColorBar::setAdjustable(bool adjustable) {
    adjustable_ = adjustable;
    setToolTip(adjustable ? tr("Drag a handle to set an end of the range, double-click to fit it to the data; a click "
                               "opens color map, range and scale (Enter)")
                          : tr("Color map, range and scale (Enter)"));
    update();
}

std::pair<double, double> ColorBar::axis() const {
    const heatmap::ValueRange& range = picture_.range;
    if (!data_ || range.scale != heatmap::Scale::linear)
        return {range.low, range.high};
    return {std::min(range.low, data_->first), std::max(range.high, data_->second)};
}

QSize ColorBar::sizeHint() const {
    return {static_cast<int>(colorBarWidth(font()) + histogramDepth + histogramGap + 2 * frame), 240};
}

QRectF ColorBar::strip() const {
    const QRectF area = QRectF(rect()).adjusted(frame + histogramDepth + histogramGap, frame, -frame, -frame);
    return stripOf(picture_, area, font());
}

double ColorBar::heightOf(double value) const {
    const auto [low, high] = axis();
    const QRectF bar = strip();
    if (!(low < high))
        return bar.center().y();
    const double part =
        picture_.range.scale == heatmap::Scale::linear ? (value - low) / (high - low) : picture_.range.position(value);
    return bar.bottom() - std::clamp(part, 0.0, 1.0) * bar.height();
}

double ColorBar::valueAt(double y) const {
    const auto [low, high] = axis();
    const QRectF bar = strip();
    const double part = std::clamp((bar.bottom() - y) / bar.height(), 0.0, 1.0);
    return picture_.range.scale == heatmap::Scale::linear ? low + part * (high - low) : picture_.range.valueAt(part);
}

QRectF ColorBar::handle(bool high) const {
    const auto [low, top] = axis();
    if (!adjustable_ || !(low < top))
        return {};
    const double y = heightOf(high ? picture_.range.high : picture_.range.low);
    return {QPointF(strip().center().x() - handleSize.width() / 2, y - handleSize.height() / 2), handleSize};
}

ColorBar::Held ColorBar::at(QPointF position) const {
    constexpr double reach = 4;
    for (const Held which : {Held::high, Held::low}) {
        const QRectF box = handle(which == Held::high);
        if (!box.isNull() && box.adjusted(-reach, -reach, reach, reach).contains(position))
            return which;
    }
    return Held::none;
}

void ColorBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = theme();
    const QRectF area = QRectF(rect()).adjusted(frame + histogramDepth + histogramGap, frame, -frame, -frame);
    ColorBarPicture shown = picture_;
    const auto [low, high] = axis();
    shown.axis = std::pair(low, high);
    shown.clippedBelow = shown.clippedBelow && low == picture_.range.low;
    shown.clippedAbove = shown.clippedAbove && high == picture_.range.high;
    paintColorBar(painter, shown, area, font(), t.text, t.dimText);
    const QRectF bar = strip();
    if (!histogram_.counts.empty() && histogram_.low == low && histogram_.high == high)
        paintHistogram(painter, histogram_, bar, t.dimText);
    painter.setRenderHint(QPainter::Antialiasing);
    if (chosen_ && *chosen_ >= low && *chosen_ <= high) {
        const double y = heightOf(*chosen_);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.text);
        painter.drawPolygon(QPolygonF({QPointF(bar.left(), y), QPointF(bar.left() - pointer, y - pointer / 2),
                                       QPointF(bar.left() - pointer, y + pointer / 2)}));
    }
    for (const Held which : {Held::low, Held::high}) {
        const QRectF box = handle(which == Held::high);
        if (box.isNull())
            continue;
        const bool marked = held_ == which || (hasFocus() && focused_ == which);
        painter.setPen(QPen(marked ? t.accent : t.text, marked ? 2 : 1));
        painter.setBrush(t.field);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    if (!hasFocus())
        return;
    painter.setPen(QPen(t.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

// The other end stays, and the two never change places.
void ColorBar::move(Held which, double value) {
    const heatmap::ValueRange& range = picture_.range;
    const auto [low, high] = axis();
    const double least = (high - low) / 1000;
    value = std::clamp(value, low, high);
    if (which == Held::low)
        Q_EMIT rangeChanged(std::min(value, range.high - least), range.high, step_);
    else if (which == Held::high)
        Q_EMIT rangeChanged(range.low, std::max(value, range.low + least), step_);
}

void ColorBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    held_ = at(event->position());
    if (held_ == Held::none)
        return;
    focused_ = held_;
    ++step_;
    update();
}

void ColorBar::mouseMoveEvent(QMouseEvent* event) {
    if (held_ != Held::none)
        return move(held_, valueAt(event->position().y()));
    setCursor(at(event->position()) != Held::none ? Qt::SizeVerCursor : Qt::PointingHandCursor);
}

void ColorBar::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const Held held = std::exchange(held_, Held::none);
    update();
    if (held == Held::none && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
}

void ColorBar::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && at(event->position()) != Held::none)
        Q_EMIT fitRequested();
}

// Up and Down move the handle that Left and Right choose, by a hundredth, with Shift by a tenth; Home and End to the
// ends of the data.
bool ColorBar::moveByKey(QKeyEvent* event) {
    if (!adjustable_)
        return false;
    const auto [low, high] = axis();
    const double part = event->modifiers().testFlag(Qt::ShiftModifier) ? 0.1 : 0.01;
    const double now = focused_ == Held::high ? picture_.range.high : picture_.range.low;
    double to = now;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        focused_ = focused_ == Held::high ? Held::low : Held::high;
        update();
        return true;
    case Qt::Key_Up:
        to = now + part * (high - low);
        break;
    case Qt::Key_Down:
        to = now - part * (high - low);
        break;
    case Qt::Key_Home:
        to = low;
        break;
    case Qt::Key_End:
        to = high;
        break;
    default:
        return false;
    }
    if (!event->isAutoRepeat())
        ++step_;
    move(focused_, to);
    return true;
}

void ColorBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        Q_EMIT clicked();
    else if (!moveByKey(event))
        QWidget::keyPressEvent(event);
}

bool ColorBar::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && histogram_.numbers > 0) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QString text =
            toolTip() + QLatin1Char('\n') +
            (histogram_.everyRow > 1 ? tr("%1 numbers, of every %2nd row, counted on a log scale")
                                           .arg(groupedText(histogram_.numbers))
                                           .arg(histogram_.everyRow)
                                     : tr("%1 numbers, counted on a log scale").arg(groupedText(histogram_.numbers)));
        QToolTip::showText(help->globalPos(), toolTipText(text), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace heedmap
