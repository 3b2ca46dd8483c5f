#include "ui/heatmap/read_out.h"

#include "core/heatmap/farthest.h"
#include "ui/base/numbers.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_words.h"
#include "ui/settings/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace heedmap {

namespace {

constexpr double side = 8;
constexpr double readOutGap = 10; // between the cell and the label

// Each token in isolation, so that a right-to-left one does not turn the line around.
QString isolated(const QString& token) {
    return QChar(0x2068) + shownToken(token) + QChar(0x2069);
}

QString linkText(const PanelPicture& picture, Cell cell) {
    for (const GoldLink& link : picture.gold) {
        if (link.cell == cell)
            return link.sure ? Heatmap::tr("sure link") : Heatmap::tr("possible link");
    }
    return {};
}

QString rankText(const PanelPicture& picture, Cell cell) {
    if (picture.drawn == picture.source || picture.source->mark(cell) != attention::Mark::number)
        return {};
    float rank = 0;
    attention::Mark mark{};
    picture.drawn->tile({cell.row, cell.row + 1}, {cell.column, cell.column + 1}, {&rank, 1}, {&mark, 1});
    return Heatmap::tr("rank in row %1").arg(numberText(static_cast<double>(rank)));
}

QString clippedText(const PanelPicture& picture, Cell cell) {
    if (picture.drawn != picture.source || picture.source->mark(cell) != attention::Mark::number)
        return {};
    const double position = picture.style.range.position(picture.source->value(cell));
    if (position > 1)
        return Heatmap::tr("above the color range");
    if (position < 0)
        return Heatmap::tr("below the color range");
    return {};
}

QSizeF wanted(const ReadOut& readOut, const QFont& font) {
    const QFontMetricsF bold(titleFont(font));
    const QFontMetricsF metrics(font);
    const double width = std::max({bold.horizontalAdvance(readOut.value), metrics.horizontalAdvance(readOut.tokens),
                                   metrics.horizontalAdvance(readOut.place)});
    const int lines = readOut.tokens.isEmpty() ? 2 : 3;
    return {std::ceil(width) + 2 * side + 1, std::ceil(metrics.height() * lines) + 2 * side - 4};
}

} // namespace

ReadOut readOutOf(const PanelPicture& picture, Cell cell) {
    ReadOut readOut;
    if (!picture.rowLabels.isEmpty() || !picture.columnLabels.isEmpty()) {
        const auto token = [](const QStringList& labels, Index i) {
            return labels.isEmpty() || labels[i].isEmpty() ? QString::number(i) : isolated(labels[i]);
        };
        readOut.tokens =
            token(picture.rowLabels, cell.row) + QStringLiteral(" → ") + token(picture.columnLabels, cell.column);
    }
    readOut.value = cellText(*picture.source, cell);
    QStringList facts{Heatmap::tr("row %1, column %2").arg(cell.row).arg(cell.column), linkText(picture, cell),
                      rankText(picture, cell), clippedText(picture, cell)};
    facts.removeAll(QString());
    readOut.place = facts.join(QStringLiteral(" · "));
    return readOut;
}

ReadOut readOutOf(const PanelPicture& picture, Rows rows, Columns columns) {
    const auto count = static_cast<std::size_t>(rows.size() * columns.size());
    std::vector<float> values(count);
    std::vector<attention::Mark> marks(count);
    picture.drawn->tile(rows, columns, values, marks);
    const heatmap::Pooling pooling = picture.style.pooling;
    std::optional<std::size_t> shown;
    double sum = 0;
    std::size_t numbers = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (marks[i] != attention::Mark::number)
            continue;
        sum += static_cast<double>(values[i]);
        ++numbers;
        const bool farther = shown && (pooling == heatmap::farthest ? std::abs(values[i]) > std::abs(values[*shown])
                                                                    : values[i] > values[*shown]);
        if (!shown || farther)
            shown = i;
    }
    const auto at = static_cast<Index>(shown.value_or(0));
    const Cell cell{rows.begin + at / columns.size(), columns.begin + at % columns.size()};
    if (count == 1 || !shown)
        return readOutOf(picture, cell);
    ReadOut readOut;
    if (pooling == heatmap::Pooling::mean) {
        readOut.value = numberText(sum / static_cast<double>(numbers), 5);
        readOut.place = Heatmap::tr("mean of %1 cells, rows %2–%3, columns %4–%5")
                            .arg(groupedText(numbers))
                            .arg(rows.begin)
                            .arg(rows.end - 1)
                            .arg(columns.begin)
                            .arg(columns.end - 1);
        return readOut;
    }
    readOut = readOutOf(picture, cell);
    readOut.place += QStringLiteral(" · ") + (pooling == heatmap::farthest
                                                  ? Heatmap::tr("farthest from 0 of %1 cells below the pixel")
                                                  : Heatmap::tr("largest of %1 cells below the pixel"))
                                                 .arg(groupedText(count));
    return readOut;
}

QRectF readOutRect(const ReadOut& readOut, const QRectF& cell, const QRectF& area, const QFont& font) {
    const QSizeF size = wanted(readOut, font).boundedTo(area.size());
    double x = cell.right() + readOutGap;
    if (x + size.width() > area.right())
        x = cell.left() - readOutGap - size.width();
    double y = cell.bottom() + readOutGap;
    if (y + size.height() > area.bottom())
        y = cell.top() - readOutGap - size.height();
    x = std::clamp(x, area.left(), area.right() - size.width());
    y = std::clamp(y, area.top(), area.bottom() - size.height());
    return {std::round(x), std::round(y), size.width(), size.height()};
}

void paintReadOut(QPainter& painter, const ReadOut& readOut, const QRectF& rect, const QFont& font, bool dark) {
    const Theme& t = dark ? darkTheme() : lightTheme();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(t.hairline);
    painter.setBrush(t.field);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    const QFontMetricsF metrics(font);
    const double width = rect.width() - 2 * side;
    double base = rect.top() + side - 2 + metrics.ascent();
    const auto line = [&](const QString& text, const QFont& lineFont, const QColor& color) {
        painter.setFont(lineFont);
        painter.setPen(color);
        painter.drawText(QPointF(rect.left() + side, base),
                         QFontMetricsF(lineFont).elidedText(text, Qt::ElideMiddle, width));
        base += metrics.height();
    };
    if (!readOut.tokens.isEmpty())
        line(readOut.tokens, font, t.text);
    line(readOut.value, titleFont(font), t.text);
    line(readOut.place, font, t.dimText);
    painter.restore();
}

QString spokenCell(const PanelPicture& picture, Cell cell) {
    const auto name = [](const QStringList& labels, Index i, const QString& number) {
        return labels.isEmpty() || labels[i].isEmpty() ? number.arg(i) : labels[i];
    };
    return Heatmap::tr("%1, %2: %3", "what a screen reader says of a cell: row, column, value")
        .arg(name(picture.rowLabels, cell.row, Heatmap::tr("row %1")),
             name(picture.columnLabels, cell.column, Heatmap::tr("column %1")), cellText(*picture.source, cell));
}

} // namespace heedmap
