// Lines, tokens, gold and legend on any QPainter.
#include "ui/heatmap/lines_picture.h"
#include "ui/heatmap/token_labels.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace heedmap {

namespace {

using heatmap::LineGeometry;

QPainterPath curve(const LineGeometry& geometry, Cell cell, int which) {
    const heatmap::Point from = geometry.start(cell.column, which);
    const heatmap::Point to = geometry.end(cell.row, which);
    const double third = (to.x - from.x) / 3;
    QPainterPath path(QPointF(from.x, from.y));
    path.cubicTo(from.x + third, from.y, to.x - third, to.y, to.x, to.y);
    return path;
}

struct Line {
    Cell cell;
    int which;
    double width;
};

std::vector<Line> linesOf(const LinesPicture& picture, const LineGeometry& geometry) {
    std::vector<Line> lines;
    for (int which = 0; which < geometry.series; ++which) {
        for (Cell cell; cell.row < geometry.rows; ++cell.row) {
            for (cell.column = 0; cell.column < geometry.columns; ++cell.column) {
                const double width = lineWidth(picture, geometry, cell, which);
                if (width > 0)
                    lines.push_back({cell, which, width});
            }
        }
    }
    // Thin ones last: a wide one never hides them.
    std::ranges::stable_sort(lines, [](const Line& a, const Line& b) { return a.width > b.width; });
    return lines;
}

bool chosen(const LinesOverlay& overlay, const Line& line) {
    if (overlay.line)
        return overlay.line->cell == line.cell && overlay.line->which == line.which;
    return (!overlay.row || *overlay.row == line.cell.row) && (!overlay.column || *overlay.column == line.cell.column);
}

void paintAllLines(QPainter& painter, const LinesPicture& picture, const LineGeometry& geometry,
                   const LinesOverlay& overlay) {
    constexpr float plain = 0.72F;
    constexpr float faded = 0.09F;
    const bool some = overlay.row || overlay.column || overlay.line;
    painter.setBrush(Qt::NoBrush);
    const std::vector<Line> lines = linesOf(picture, geometry);
    for (const bool standsOut : {false, true}) {
        for (const Line& line : lines) {
            const bool isChosen = some && chosen(overlay, line);
            if (isChosen != standsOut)
                continue;
            QColor color = lineColor(line.which, picture.dark);
            color.setAlphaF(isChosen ? 1.0F : some ? faded : plain);
            painter.setPen(QPen(color, line.width, Qt::SolidLine, Qt::FlatCap));
            painter.drawPath(curve(geometry, line.cell, line.which));
        }
    }
}

void paintGoldLines(QPainter& painter, const LinesPicture& picture, const LineGeometry& geometry,
                    const PanelColors& colors) {
    LineGeometry middle = geometry;
    middle.series = 1;
    painter.setBrush(Qt::NoBrush);
    for (const GoldLink& link : picture.series.front().gold) {
        painter.setPen(QPen(colors.text, 1, link.sure ? Qt::SolidLine : Qt::DashLine));
        painter.drawPath(curve(middle, link.cell, 0));
    }
}

void paintCursor(QPainter& painter, const LineGeometry& geometry, Cell cell, const PanelColors& colors) {
    LineGeometry middle = geometry;
    middle.series = 1;
    painter.setPen(QPen(colors.accent, 1.5, Qt::DotLine));
    painter.drawPath(curve(middle, cell, 0));
}

struct Side {
    QRectF area;
    const QStringList& labels;
    Index count;
    bool left;
};

// Every token that has room for its line of text; in narrow rows every second, third … one.
bool paintTokens(QPainter& painter, const Side& side, const LineGeometry& geometry, const QFont& font,
                 const PanelColors& colors, std::optional<Index> marked, bool outlined) {
    const QFontMetricsF metrics(font);
    const double step = geometry.step();
    const auto every = std::max<Index>(1, static_cast<Index>(std::ceil(metrics.height() * 0.9 / std::max(step, 0.1))));
    for (Index i = 0; i < side.count; ++i) {
        const bool isMarked = marked == i;
        if (i % every != 0 && !isMarked)
            continue;
        const double middle = side.area.top() + (static_cast<double>(i) + 0.5) * step;
        const double height = std::max(step, metrics.height());
        const QRectF band(side.area.left(), middle - height / 2, side.area.width(), height);
        if (isMarked) {
            painter.fillRect(band, colors.band);
            if (outlined) {
                painter.setPen(QPen(colors.accent, 1.5));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(band.adjusted(1, 1, -1, -1));
            }
        }
        const QRectF text = side.left ? band.adjusted(0, 0, -labelGap, 0) : band.adjusted(labelGap, 0, 0, 0);
        painter.setPen(colors.text);
        const int towardsLines = side.left ? Qt::AlignRight : Qt::AlignLeft;
        painter.drawText(text, int{Qt::AlignVCenter} | towardsLines | int{Qt::TextSingleLine},
                         metrics.elidedText(labelText(side.labels, i), Qt::ElideRight, text.width()));
    }
    return every > 1 && side.count > 1;
}

void paintHeads(QPainter& painter, const LinesPicture& picture, const LinesLayout& layout, const QFont& font,
                const PanelColors& colors) {
    const QFontMetricsF metrics(font);
    painter.setPen(colors.dimText);
    const auto write = [&](const QRectF& side, const QString& words, bool left) {
        const QRectF line(side.left(), layout.heads.top(), side.width(), layout.heads.height());
        const QRectF text = left ? line.adjusted(0, 0, -labelGap, 0) : line.adjusted(labelGap, 0, 0, 0);
        const int towardsLines = left ? Qt::AlignRight : Qt::AlignLeft;
        painter.drawText(text, int{Qt::AlignTop} | towardsLines,
                         metrics.elidedText(words, Qt::ElideRight, text.width()));
    };
    write(layout.sources, picture.sources, true);
    write(layout.targets, picture.targets, false);
}

void paintLegend(QPainter& painter, const LinesPicture& picture, const LinesLayout& layout, const QFont& font,
                 const PanelColors& colors) {
    constexpr double padding = 6;
    constexpr double swatch = 14;
    const QFont bold = titleFont(font);
    const QFontMetricsF boldMetrics(bold);
    for (std::size_t i = 0; i < layout.legend.size(); ++i) {
        const PanelPicture& panel = picture.series[i];
        const QRectF chip = layout.legend[i];
        const bool hidden = picture.hidden[i];
        const QRectF mark(chip.left() + padding, chip.center().y() - 2, swatch, 4);
        const QColor color = lineColor(static_cast<int>(i), picture.dark);
        painter.setPen(hidden ? QPen(color, 1) : QPen(Qt::NoPen));
        painter.setBrush(hidden ? QBrush(Qt::NoBrush) : QBrush(color));
        painter.drawRect(mark);
        QRectF text = chip.adjusted(padding + swatch + 8, 0, -padding, 0);
        painter.setFont(bold);
        painter.setPen(hidden ? colors.dimText : colors.text);
        const QString title = boldMetrics.elidedText(panel.title, Qt::ElideMiddle, text.width());
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, title);
        text.setLeft(text.left() + boldMetrics.horizontalAdvance(title) + 8);
        painter.setFont(font);
        painter.setPen(colors.dimText);
        if (!panel.remark.isEmpty() && text.width() > 16)
            painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                             QFontMetricsF(font).elidedText(panel.remark, Qt::ElideRight, text.width()));
    }
}

} // namespace

bool paintLines(QPainter& painter, const LinesPicture& picture, const LinesLayout& layout, const QFont& font,
                const LinesOverlay& overlay) {
    const PanelColors colors = panelColors(picture.dark);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font);
    if (!picture.hasLines()) {
        painter.setPen(colors.dimText);
        painter.drawText(layout.area.adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, picture.notice);
        painter.restore();
        return false;
    }
    const LineGeometry& geometry = layout.geometry;
    paintLegend(painter, picture, layout, font, colors);
    painter.setFont(font);
    paintHeads(painter, picture, layout, font, colors);
    paintAllLines(painter, picture, geometry, overlay);
    paintGoldLines(painter, picture, geometry, colors);
    if (overlay.cursor)
        paintCursor(painter, geometry, *overlay.cursor, colors);
    const auto row = overlay.line ? std::optional(overlay.line->cell.row) : overlay.row;
    const auto column = overlay.line ? std::optional(overlay.line->cell.column) : overlay.column;
    const PanelPicture& first = picture.series.front();
    const bool left = paintTokens(painter, {layout.sources, first.columnLabels, picture.columns(), true}, geometry,
                                  font, colors, column, overlay.focused && overlay.column);
    const bool right = paintTokens(painter, {layout.targets, first.rowLabels, picture.rows(), false}, geometry, font,
                                   colors, row, overlay.focused && overlay.row);
    painter.restore();
    return left || right;
}

} // namespace heedmap
