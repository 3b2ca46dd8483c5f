#include "ui/heatmap/color_bar.h"

#include "ui/base/numbers.h"
#include "ui/heatmap/cell_painting.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_words.h"
#include "ui/settings/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

using attention::Mark;
using heatmap::Rgba;

constexpr double barWidth = 10;
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
    for (int i = 0; i < 256; i += 5)
        gradient.setColorAt(i / 255.0, colorFrom(table[static_cast<std::size_t>(i)]));
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
    const bool constant = range.high <= range.low;
    const double room = metrics.height() * 1.2;
    painter.setFont(font);
    painter.setPen(color);
    for (const double value : tickValues(range, bar.height(), metrics.height())) {
        const bool isEnd = value == range.low || value == range.high;
        const double part = constant ? 0.5 : std::clamp(range.position(value), 0.0, 1.0);
        const double y = bar.bottom() - part * bar.height();
        if (!isEnd && (y - bar.top() < room || bar.bottom() - y < room))
            continue;
        const double shown = std::abs(value) < 1e-12 * (range.high - range.low) ? 0.0 : value;
        QString text = numberText(shown);
        if (metrics.horizontalAdvance(text) > textWidth)
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
    // The room below is kept for the triangle whether or not it is there: the bar does not move with the values.
    const double below = triangle + 8 + line * static_cast<double>(legend.size() + (picture.label.isEmpty() ? 0 : 1));
    const double above = triangle + 2;
    const QRectF bar(area.left(), area.top() + above, barWidth, std::max(barWidth, area.height() - above - below));
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

ColorBar::ColorBar(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("Color map, range and scale (Enter)"));
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

QSize ColorBar::sizeHint() const {
    return {static_cast<int>(colorBarWidth(font())) + 8, 240};
}

void ColorBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = theme();
    paintColorBar(painter, picture_, QRectF(rect()).adjusted(4, 4, -4, -4), font(), t.text, t.dimText);
    if (!hasFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(t.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

void ColorBar::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
}

void ColorBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        Q_EMIT clicked();
    else
        QWidget::keyPressEvent(event);
}

} // namespace heedmap
