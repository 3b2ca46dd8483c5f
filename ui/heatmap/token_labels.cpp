#include "ui/heatmap/token_labels.h"

#include "ui/base/numbers.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heedmap {

namespace {

constexpr double turn = 45; // degrees
constexpr double lean = std::numbers::sqrt2 / 2;

// Which labels are written along one axis, and where.
struct Axis {
    const QStringList& labels;
    Index begin = 0;
    Index end = 0;
    double origin = 0; // of index 0
    double cell = 1;   // pixels
    double view = 0;   // labels whose middle lies outside 0 … view are not written
    double room = 0;   // that a label needs
    Index step = 1;

    double edge(Index i) const { return origin + static_cast<double>(i) * cell; }
    // Of the part that shows, where that has room for a label.
    double middle(Index i) const {
        const double low = std::max(0.0, edge(i));
        const double high = std::min(view, edge(i + 1));
        return high - low >= room ? (low + high) / 2 : edge(i) + cell / 2;
    }
};

// The least step at which labels that need `room` do not touch; where they are numbers 1, 2, 5, 10, …, loosely set.
Index stepFor(double cell, double room, bool numbers) {
    const auto needed = static_cast<Index>(std::ceil(room / cell - 1e-6));
    if (!numbers || needed <= 1)
        return std::max<Index>(1, needed);
    const auto least = static_cast<Index>(std::ceil(std::max(room, 40.0) / cell));
    for (Index decade = 1;; decade *= 10) {
        for (const Index digit : {1, 2, 5}) {
            if (digit * decade >= least)
                return digit * decade;
        }
    }
}

// Numbers and blanks.
bool isQuiet(const QStringList& labels, Index index) {
    const QString text = labelText(labels, index);
    return labels.isEmpty() || labels[index].isEmpty() || text == QChar(0x2423) || text == QChar(0x23ce);
}

// Calls `write(index, isMarked)` for every label that has room: those on the step, but not where a marked label that is
// not on the step needs the room; and the marked ones.
template <class Write>
void forEachLabel(const Axis& axis, std::span<const Index> marked, Write write) {
    const auto inView = [&](Index i) {
        return i >= 0 && i < std::max<Index>(axis.end, 0) && axis.middle(i) >= 0 && axis.middle(i) <= axis.view;
    };
    const Index first = axis.begin - axis.begin % axis.step;
    for (Index i = first; i < axis.end; i += axis.step) {
        const bool isMarked = std::ranges::find(marked, i) != marked.end();
        const bool crowded = std::ranges::any_of(marked, [&](Index m) {
            return m != i && m % axis.step != 0 && inView(m) && std::abs(axis.middle(m) - axis.middle(i)) < axis.room;
        });
        if (inView(i) && (isMarked || !crowded))
            write(i, isMarked);
    }
    for (const Index m : marked) {
        if (m % axis.step != 0 && inView(m))
            write(m, true);
    }
}

// [begin, end) in pixels, at least `least` wide, inside [0, view].
std::pair<double, double> bandAlong(const Axis& axis, Index i, double least) {
    const double more = std::max(0.0, least - axis.cell) / 2;
    return {std::clamp(axis.edge(i) - more, 0.0, axis.view), std::clamp(axis.edge(i + 1) + more, 0.0, axis.view)};
}

double baseline(double middle, const QFontMetricsF& metrics) {
    return middle + (metrics.ascent() - metrics.descent()) / 2;
}

QColor inkFor(const QStringList& labels, Index index, bool isMarked, const PanelColors& colors) {
    return isQuiet(labels, index) && !isMarked ? colors.dimText : colors.text;
}

} // namespace

QString labelText(const QStringList& labels, Index index) {
    return labels.isEmpty() || labels[index].isEmpty() ? QString::number(index) : shownToken(labels[index]);
}

double widestLabel(const QStringList& labels, Index count, const QFontMetricsF& metrics, double most) {
    if (labels.isEmpty())
        return std::min(most, metrics.horizontalAdvance(QString::number(std::max<Index>(count - 1, 0))));
    // Of very many tokens only the longest are measured: a wide script counts double.
    std::vector<std::pair<qsizetype, Index>> lengths;
    for (Index i = 0; i < labels.size(); ++i) {
        qsizetype length = 0;
        for (const QChar c : labels[i])
            length += c.unicode() >= 0x1100 ? 2 : 1;
        lengths.emplace_back(length, i);
    }
    constexpr std::size_t measured = 256;
    if (lengths.size() > measured) {
        std::nth_element(lengths.begin(), lengths.begin() + measured, lengths.end(), std::greater<>());
        lengths.resize(measured);
    }
    double widest = 0;
    for (const auto& [length, i] : lengths) {
        widest = std::max(widest, metrics.horizontalAdvance(labelText(labels, i).left(120)));
        if (widest >= most)
            return most;
    }
    return widest;
}

double turnedHeight(double width, const QFontMetricsF& metrics) {
    return (width + metrics.height() / 2) * lean;
}

double turnedReach(double width) {
    return width * lean;
}

double turnedWidth(double height, const QFontMetricsF& metrics) {
    return height / lean - metrics.height() / 2;
}

bool paintRowLabels(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                    const heatmap::CellGeometry& geometry, const QFont& font, const PanelColors& colors,
                    std::span<const Index> marked) {
    const QFontMetricsF metrics(font);
    const double room = metrics.height() * 0.92;
    const QStringList& labels = picture.rowLabels;
    const Rows visible = geometry.visibleRows();
    Axis axis{labels, visible.begin, visible.end, geometry.origin.y, geometry.cellHeight, geometry.viewHeight, room};
    axis.step = stepFor(axis.cell, room, labels.isEmpty());
    const double right = layout.cells.left() + std::max(0.0, geometry.origin.x);
    const double width = layout.rowLabels.width();
    const double top = layout.cells.top();
    painter.setFont(font);
    for (const Index row : marked) {
        const auto [begin, end] = bandAlong(axis, row, axis.step > 1 ? room : 3);
        if (end > begin)
            painter.fillRect(QRectF(right - width, top + begin, width, end - begin), colors.band);
    }
    forEachLabel(axis, marked, [&](Index i, bool isMarked) {
        const QString text = labelText(labels, i);
        const QString shown = metrics.elidedText(text, Qt::ElideRight, width - labelGap);
        painter.setPen(inkFor(labels, i, isMarked, colors));
        painter.drawText(
            QPointF(right - labelGap - metrics.horizontalAdvance(shown), top + baseline(axis.middle(i), metrics)),
            shown);
    });
    return axis.step > 1 && !labels.isEmpty();
}

namespace {

void paintLyingLabel(QPainter& painter, const QString& text, QPointF bottomMiddle, double width,
                     const QFontMetricsF& metrics) {
    const QString shown = metrics.elidedText(text, Qt::ElideRight, width);
    painter.drawText(bottomMiddle - QPointF(metrics.horizontalAdvance(shown) / 2, metrics.descent()), shown);
}

void paintTurnedLabel(QPainter& painter, const QString& text, QPointF foot, double width,
                      const QFontMetricsF& metrics) {
    const QString shown = metrics.elidedText(text, Qt::ElideRight, width);
    if (shown == QChar(0x2026) && text != shown)
        return;
    painter.save();
    painter.translate(foot);
    painter.rotate(-turn);
    painter.drawText(QPointF(0, metrics.xHeight() / 2), shown);
    painter.restore();
}

} // namespace

bool paintColumnLabels(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                       const heatmap::CellGeometry& geometry, const QFont& font, const PanelColors& colors,
                       std::span<const Index> marked) {
    const QFontMetricsF metrics(font);
    const QStringList& labels = picture.columnLabels;
    const Columns visible = geometry.visibleColumns();
    Axis axis{labels, visible.begin, visible.end, geometry.origin.x, geometry.cellWidth, geometry.viewWidth};
    const bool turned = layout.turnedColumnLabels && axis.cell < layout.widestColumnLabel + labelGap;
    const double lying = layout.widestColumnLabel + labelGap;
    const double room = turned ? metrics.height() * 0.92 / lean : lying;
    axis.room = room;
    axis.step = stepFor(axis.cell, room, labels.isEmpty());
    const double bottom = layout.cells.top();
    const double left = layout.cells.left();
    const double mostTurned = turnedWidth(layout.columnLabels.height() - labelGap, metrics);
    painter.setFont(font);
    for (const Index column : marked) {
        const auto [begin, end] = bandAlong(axis, column, 3);
        const QRectF area = layout.columnLabels;
        if (end > begin)
            painter.fillRect(QRectF(left + begin, area.top(), end - begin, area.height()), colors.band);
    }
    forEachLabel(axis, marked, [&](Index i, bool isMarked) {
        const QString text = labelText(labels, i);
        painter.setPen(inkFor(labels, i, isMarked, colors));
        const double middle = left + axis.middle(i);
        if (turned)
            paintTurnedLabel(painter, text, {middle, bottom - labelGap},
                             std::min(mostTurned, (layout.columnLabels.right() - middle) / lean), metrics);
        else
            paintLyingLabel(painter, text, {middle, bottom - labelGap / 2},
                            labels.isEmpty() ? 1e6 : axis.cell - labelGap / 2, metrics);
    });
    return axis.step > 1 && !labels.isEmpty();
}

} // namespace heedmap
