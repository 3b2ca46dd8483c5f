#include "ui/plot/plot_look.h"

#include "ui/settings/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <array>

namespace heedmap {

namespace {

constexpr double swatch = 18;
constexpr double gap = 6;
constexpr double betweenEntries = 16;

QFont boldFont(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

// Calls draw(x, y, style or null for the title) for everything in the header; returns the height.
template <class Draw>
double layOut(const PlotHeader& header, double width, const Draw& draw) {
    const QFontMetricsF metrics(header.font);
    const double line = metrics.height() + 2;
    double x = 0;
    double y = 0;
    if (!header.title.isEmpty()) {
        draw(x, y, nullptr);
        x += QFontMetricsF(boldFont(header.font)).horizontalAdvance(header.title) + betweenEntries;
    }
    for (const SeriesStyle& style : header.legend) {
        if (!style.visible || style.legendText().isEmpty())
            continue;
        const double entry = swatch + gap + metrics.horizontalAdvance(style.legendText());
        if (x > 0 && x + entry > width) {
            x = 0;
            y += line;
        }
        draw(x, y, &style);
        x += entry + betweenEntries;
    }
    return y + line;
}

void paintEntry(QPainter& painter, const SeriesStyle& style, const QPointF& at, const QFontMetricsF& metrics) {
    const double middle = at.y() + metrics.height() / 2;
    painter.setPen(seriesPen(style));
    if (style.look != SeriesLook::markers)
        painter.drawLine(QPointF(at.x(), middle), QPointF(at.x() + swatch, middle));
    if (const double size = markerSize(style); size > 0) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(seriesPen(style).color());
        painter.drawEllipse(QPointF(at.x() + swatch / 2, middle), size / 2, size / 2);
    }
    painter.setPen(theme().dimText);
    painter.drawText(QPointF(at.x() + swatch + gap, at.y() + metrics.ascent()), style.legendText());
}

} // namespace

QColor seriesColor(int index) {
    static constexpr std::array light{0U, 0xb5512fU, 0x46689eU, 0xa37a1eU, 0x86507bU, 0x8b8d8fU};
    static constexpr std::array dark{0U, 0xe08a63U, 0x8fb0e0U, 0xd6b25eU, 0xc79abdU, 0x8b8d8fU};
    static_assert(light.size() == seriesColorCount && dark.size() == seriesColorCount);
    const auto i = static_cast<std::size_t>(index) % seriesColorCount;
    return i == 0 ? theme().accent : QColor(theme().dark ? dark[i] : light[i]);
}

QPen seriesPen(const SeriesStyle& style) {
    QColor color = seriesColor(style.color);
    if (style.faint)
        color.setAlphaF(0.28F);
    QPen pen(color, style.faint ? 1 : 1.75, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    if (style.look == SeriesLook::dashedLine)
        pen.setDashPattern({3, 3});
    return pen;
}

double markerSize(const SeriesStyle& style) {
    return style.look == SeriesLook::markers || style.look == SeriesLook::lineAndMarkers ? 6 : 0;
}

double heightOf(const PlotHeader& header, double width) {
    return layOut(header, width, [](double, double, const SeriesStyle*) {});
}

void paintHeader(QPainter& painter, const PlotHeader& header, const QRectF& area) {
    const QFontMetricsF metrics(header.font);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    layOut(header, area.width(), [&](double x, double y, const SeriesStyle* style) {
        const QPointF at = area.topLeft() + QPointF(x, y);
        painter.setFont(style ? header.font : boldFont(header.font));
        if (style) {
            paintEntry(painter, *style, at, metrics);
        } else {
            painter.setPen(theme().text);
            painter.drawText(QPointF(at.x(), at.y() + metrics.ascent()), header.title);
        }
    });
    painter.restore();
}

} // namespace heedmap
