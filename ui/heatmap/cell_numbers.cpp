// Numbers and gold outlines inside cells.
#include "ui/base/numbers.h"
#include "ui/heatmap/cell_outline.h"
#include "ui/heatmap/cell_painting.h"

#include <QHash>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

using attention::Mark;
using heatmap::Rgba;

constexpr double margin = 3;              // between a number and the edge of its cell
constexpr Index mostScannedCells = 65536; // to learn how the numbers of a panel without a summary look

double relativeLuminance(QColor color) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

// The numbers are those of the source; where ranks are drawn, the pyramid's summary is of the ranks.
CellNumbers numbersOf(const PanelPicture& picture) {
    if (picture.pyramid && picture.drawn == picture.source)
        return CellNumbers::of(picture.pyramid->summary());
    heatmap::ValueSummary summary;
    if (picture.rows() * picture.columns() > mostScannedCells)
        return {};
    const auto count = static_cast<std::size_t>(picture.rows() * picture.columns());
    std::vector<float> values(count);
    std::vector<Mark> marks(count);
    picture.source->tile({0, picture.rows()}, {0, picture.columns()}, values, marks);
    for (const float value : values) {
        summary.smallest = std::min(summary.smallest, static_cast<double>(value));
        summary.largest = std::max(summary.largest, static_cast<double>(value));
    }
    return CellNumbers::of(summary);
}

double numberSize(double cell, const QFont& font) {
    const double full = QFontMetricsF(font).height() * 0.8;
    return std::min(full, std::max(9.0, cell * 0.28));
}

// Texts and their widths, measured once.
class NumberTexts {
public:
    NumberTexts(const PanelPicture& picture, QFontMetricsF metrics, double room)
        : numbers_(numbersOf(picture))
        , metrics_(std::move(metrics))
        , room_(room) {}

    // Fewer digits where three have no room; empty where none have.
    std::pair<QString, double> fitting(double value) {
        for (const int digits : {3, 2, 1}) {
            const QString text = numbers_.text(value, digits);
            const double width = widthOf(text);
            if (width <= room_)
                return {text, width};
        }
        return {};
    }
    bool isSmall(double value) const { return numbers_.isSmall(value); }

private:
    double widthOf(const QString& text) {
        const auto known = widths_.constFind(text);
        if (known != widths_.constEnd())
            return *known;
        return *widths_.insert(text, metrics_.horizontalAdvance(text));
    }

    CellNumbers numbers_;
    QFontMetricsF metrics_;
    double room_;
    QHash<QString, double> widths_;
};

QColor inkOn(Rgba background, bool dimmed) {
    const QColor ink = contrasting(background);
    if (!dimmed)
        return ink;
    const auto mix = [](int a, int b) {
        return (a * 55 + b * 45) / 100;
    };
    return {mix(ink.red(), background.r), mix(ink.green(), background.g), mix(ink.blue(), background.b)};
}

} // namespace

double contrastRatio(QColor a, QColor b) {
    const double x = relativeLuminance(a);
    const double y = relativeLuminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor colorFrom(Rgba color) {
    return {color.r, color.g, color.b};
}

QColor contrasting(Rgba background) {
    static const QColor light(0xff, 0xff, 0xff);
    static const QColor dark(0x10, 0x12, 0x14);
    const QColor color(background.r, background.g, background.b);
    return contrastRatio(light, color) >= contrastRatio(dark, color) ? light : dark;
}

void paintNumbers(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                  const heatmap::CellGeometry& geometry, const QFont& font) {
    const double cell = std::min(geometry.cellWidth, geometry.cellHeight);
    const double least = picture.values == files::Visibility::on ? smallestNumberedCell / 2 : smallestNumberedCell;
    if (picture.values == files::Visibility::off || cell < least)
        return;
    QFont small = font;
    small.setPixelSize(std::max(1, static_cast<int>(std::lround(numberSize(cell, font)))));
    const QFontMetricsF metrics(small);
    NumberTexts texts(picture, metrics, geometry.cellWidth - 2 * margin);
    const Rows rows = geometry.visibleRows();
    const Columns columns = geometry.visibleColumns();
    const auto count = static_cast<std::size_t>(rows.size() * columns.size());
    std::vector<float> drawn(count);
    std::vector<Mark> marks(count);
    if (count > 0)
        picture.drawn->tile(rows, columns, drawn, marks);
    painter.setFont(small);
    const double fall = (metrics.capHeight() > 0 ? metrics.capHeight() : metrics.ascent()) / 2;
    for (std::size_t i = 0; i < count; ++i) {
        if (marks[i] != Mark::number)
            continue;
        const Cell at{rows.begin + static_cast<Index>(i) / columns.size(),
                      columns.begin + static_cast<Index>(i) % columns.size()};
        const double value = picture.source->value(at);
        const auto [text, width] = texts.fitting(value);
        if (text.isEmpty())
            continue;
        const Rgba background = heatmap::colorOf(static_cast<double>(drawn[i]), marks[i], picture.style);
        painter.setPen(inkOn(background, texts.isSmall(value)));
        const QPointF middle = rectIn(layout, geometry, {at.row, at.row + 1}, {at.column, at.column + 1}).center();
        painter.drawText(middle + QPointF(-width / 2, fall), text);
    }
}

void paintGold(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
               const heatmap::CellGeometry& geometry) {
    const double cell = std::min(geometry.cellWidth, geometry.cellHeight);
    if (picture.gold.empty() || cell < 4)
        return;
    const double inset = cell >= 20 ? 2.5 : 1;
    const double width = cell >= 20 ? 1.5 : 1;
    const QColor hair(0x10, 0x12, 0x14);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const GoldLink& link : picture.gold) {
        const QRectF box =
            rectIn(layout, geometry, {link.cell.row, link.cell.row + 1}, {link.cell.column, link.cell.column + 1})
                .adjusted(inset, inset, -inset, -inset);
        QPen under(hair, width + 1);
        QPen over(Qt::white, width);
        if (!link.sure) {
            for (QPen* pen : {&under, &over}) {
                pen->setDashPattern({4 / pen->widthF(), 2 / pen->widthF()});
                pen->setCapStyle(Qt::FlatCap);
            }
        }
        const double radius = cell >= 20 ? 2 : 0;
        painter.setPen(under);
        painter.drawRoundedRect(box, radius, radius);
        painter.setPen(over);
        painter.drawRoundedRect(box, radius, radius);
    }
    painter.restore();
}

} // namespace heedmap
