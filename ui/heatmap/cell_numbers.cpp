// Numbers and gold outlines inside cells.
#include "ui/base/numbers.h"
#include "ui/heatmap/cell_outline.h"
#include "ui/heatmap/cell_painting.h"

#include <QFontInfo>
#include <QHash>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace heedmap {

namespace {

using attention::Mark;
using heatmap::Rgba;

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
        return CellNumbers::of(picture.pyramid->summary(), picture.isSigned);
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
    return CellNumbers::of(summary, picture.isSigned);
}

// How numbers are written in cells of some size: the larger the cell, the larger and the longer.
struct NumberStyle {
    double cell; // pixels, at least; of a font of 13
    int decimals;
    double size; // of the font, pixels
};
constexpr std::array numberStyles{NumberStyle{96, 4, 20}, NumberStyle{72, 3, 16}, NumberStyle{44, 3, 13},
                                  NumberStyle{36, 2, 13}, NumberStyle{28, 2, 11}, NumberStyle{0, 1, 9}};
constexpr double usualFont = 13;
constexpr double largestStyle = 96;
constexpr double scoreSize = 13;

// The numbers of the cells that are wholly on the picture, all written alike.
struct Numbers {
    struct Number {
        Cell at;
        double value = 0;
        float drawn = 0;
        QString text;
        double width = 0;
    };
    std::vector<Number> cells;
    QFont font;
    bool withScores = false;
};

bool isWhole(const QRectF& cell, const QRectF& view) {
    constexpr double tolerance = 0.01;
    return view.adjusted(-tolerance, -tolerance, tolerance, tolerance).contains(cell);
}

Numbers visibleNumbers(const PanelPicture& picture, const PanelLayout& layout, const heatmap::CellGeometry& geometry) {
    Numbers numbers;
    const Rows rows = geometry.visibleRows();
    const Columns columns = geometry.visibleColumns();
    const auto count = static_cast<std::size_t>(rows.size() * columns.size());
    std::vector<float> drawn(count);
    std::vector<Mark> marks(count);
    if (count > 0)
        picture.drawn->tile(rows, columns, drawn, marks);
    for (std::size_t i = 0; i < count; ++i) {
        const Cell at{rows.begin + static_cast<Index>(i) / columns.size(),
                      columns.begin + static_cast<Index>(i) % columns.size()};
        const QRectF cell = rectIn(layout, geometry, {at.row, at.row + 1}, {at.column, at.column + 1});
        if (marks[i] == Mark::number && isWhole(cell, layout.cells))
            numbers.cells.push_back({at, picture.source->value(at), drawn[i], {}, 0});
    }
    return numbers;
}

// In the largest style in which every number has room; without texts where none has. Differences, which have a sign,
// begin one style smaller.
void writeAlike(Numbers& numbers, const PanelPicture& picture, const heatmap::CellGeometry& geometry,
                const QFont& font) {
    constexpr double margin = 1; // on either side
    const CellNumbers how = numbersOf(picture);
    const double scale = QFontInfo(font).pixelSize() / usualFont;
    const double cell = std::min(geometry.cellWidth, geometry.cellHeight);
    bool first = true;
    for (const NumberStyle& style : numberStyles) {
        if (cell < style.cell * scale)
            continue;
        if (std::exchange(first, false) && picture.isSigned && &style != &numberStyles.back())
            continue;
        numbers.font = font;
        numbers.font.setPixelSize(std::max(1, static_cast<int>(std::lround(style.size * scale))));
        const QFontMetricsF metrics(numbers.font);
        QHash<QString, double> widths;
        double widest = 0;
        for (Numbers::Number& number : numbers.cells) {
            number.text = how.text(number.value, style.decimals);
            auto width = widths.constFind(number.text);
            if (width == widths.constEnd())
                width = widths.insert(number.text, metrics.horizontalAdvance(number.text));
            number.width = *width;
            widest = std::max(widest, number.width);
        }
        numbers.withScores = style.cell == largestStyle;
        if (widest <= geometry.cellWidth - 2 * margin)
            return;
    }
    numbers.cells.clear();
}

// Dimmed only as far as it can be read.
QColor inkOn(Rgba background, bool dimmed) {
    constexpr double readable = 4.7;
    const QColor ink = contrasting(background);
    for (int share = dimmed ? 45 : 0; share > 0; share -= 5) {
        const auto mix = [share](int a, int b) {
            return (a * (100 - share) + b * share) / 100;
        };
        const QColor dim(mix(ink.red(), background.r), mix(ink.green(), background.g), mix(ink.blue(), background.b));
        if (contrastRatio(dim, colorFrom(background)) >= readable)
            return dim;
    }
    return ink;
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
    Numbers numbers = visibleNumbers(picture, layout, geometry);
    writeAlike(numbers, picture, geometry, font);
    QFont scoreFont = font;
    scoreFont.setPixelSize(
        std::max(1, static_cast<int>(std::lround(scoreSize * QFontInfo(font).pixelSize() / usualFont))));
    const QFontMetricsF metrics(numbers.font);
    const QFontMetricsF scoreMetrics(scoreFont);
    const CellNumbers how = numbersOf(picture);
    const bool scores = numbers.withScores && picture.attention && picture.attention->scores.size() > 0;
    const double fall = (metrics.capHeight() > 0 ? metrics.capHeight() : metrics.ascent()) / 2;
    for (const Numbers::Number& number : numbers.cells) {
        const Rgba background = heatmap::colorOf(static_cast<double>(number.drawn), Mark::number, picture.style);
        const Cell at = number.at;
        const QPointF middle = rectIn(layout, geometry, {at.row, at.row + 1}, {at.column, at.column + 1}).center();
        painter.setPen(inkOn(background, how.isSmall(number.value)));
        painter.setFont(numbers.font);
        painter.drawText(middle + QPointF(-number.width / 2, fall), number.text);
        if (!scores)
            continue;
        const QString score = QStringLiteral("e ") + numberText(picture.attention->scores(at.row, at.column));
        painter.setPen(inkOn(background, true));
        painter.setFont(scoreFont);
        painter.drawText(middle + QPointF(-scoreMetrics.horizontalAdvance(score) / 2, fall + scoreMetrics.height()),
                         score);
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
