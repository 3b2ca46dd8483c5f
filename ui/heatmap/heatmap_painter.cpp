#include "ui/heatmap/heatmap_painter.h"

#include "ui/heatmap/cell_painting.h"
#include "ui/heatmap/token_labels.h"
#include "ui/settings/theme.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr double titleGap = 8; // between the title and what is below it
constexpr double leastTitleWidth = 200;

bool showsLabels(const PanelPicture& picture, const QRectF& area) {
    if (picture.labels == files::Visibility::off || picture.rows() == 0 || picture.columns() == 0)
        return false;
    return picture.labels == files::Visibility::on || std::min(area.width(), area.height()) >= 96;
}

double squareCell(const PanelPicture& picture, QSizeF view) {
    return heatmap::CellGeometry::fitted(picture.rows(), picture.columns(), std::max(1.0, view.width()),
                                         std::max(1.0, view.height()), largestFittedCell)
        .cellWidth;
}

// Of some size, cells are whole device pixels, so that all are equal.
double wholePixels(double cell, double pixelRatio) {
    return cell * pixelRatio >= 8 ? std::floor(cell * pixelRatio) / pixelRatio : cell;
}

QSizeF fittedCell(const PanelPicture& picture, QSizeF view, double pixelRatio = 0) {
    if (!stretchesCells(picture, view)) {
        const double cell = wholePixels(squareCell(picture, view), pixelRatio);
        return {cell, cell};
    }
    const auto along = [pixelRatio](double room, Index count) {
        const double cell = std::max(1.0, room) / static_cast<double>(std::max<Index>(count, 1));
        return wholePixels(std::min(cell, largestFittedCell), pixelRatio);
    };
    return {along(view.width(), picture.columns()), along(view.height(), picture.rows())};
}

// What labels take from the area below the title.
struct LabelRoom {
    double left = 0;
    double top = 0;
    double right = 0; // turned labels reach beyond the last column
    bool turned = false;
    double widestColumn = 0;
};

// How far turned labels reach beyond the last column at this cell size.
double reachBeyond(const PanelPicture& picture, double cell, const QFontMetricsF& metrics, double most) {
    double reach = 0;
    const Index columns = picture.columns();
    for (Index i = std::max<Index>(0, columns - 24); i < columns; ++i) {
        const double width = std::min(most, metrics.horizontalAdvance(labelText(picture.columnLabels, i).left(120)));
        reach = std::max(reach, turnedReach(width) - (static_cast<double>(columns - i) - 0.5) * cell);
    }
    return std::ceil(reach);
}

double longestLabel(const QFontMetricsF& metrics) {
    return metrics.height() * 9;
}

// How long labels may be, in pixels, and which part of the panel they may take.
struct LabelLimits {
    double longestRow, longestColumn;
    double share;
};

LabelRoom roomForLabels(const PanelPicture& picture, QSizeF area, const QFont& font, const LabelLimits& limits) {
    const QFontMetricsF metrics(font);
    LabelRoom room;
    const double mostLeft = std::min(area.width() * limits.share - labelGap, limits.longestRow);
    room.left = std::ceil(widestLabel(picture.rowLabels, picture.rows(), metrics, mostLeft) + labelGap);
    const double mostTurned =
        std::min(turnedWidth(area.height() * limits.share - labelGap, metrics), limits.longestColumn);
    room.widestColumn = widestLabel(picture.columnLabels, picture.columns(), metrics, limits.longestColumn);
    room.top = std::ceil(metrics.height() + labelGap / 2);
    const double cell = fittedCell(picture, {area.width() - room.left, area.height() - room.top}).width();
    room.turned = !picture.columnLabels.isEmpty() && room.widestColumn + labelGap > cell;
    if (!room.turned)
        return room;
    const double width = std::max(metrics.height(), std::min(room.widestColumn, mostTurned));
    room.top = std::ceil(turnedHeight(width, metrics) + labelGap);
    const QSizeF rest(area.width() - room.left, area.height() - room.top);
    const double narrower = reachBeyond(picture, fittedCell(picture, rest).width(), metrics, width);
    room.right =
        reachBeyond(picture, fittedCell(picture, {rest.width() - narrower, rest.height()}).width(), metrics, width);
    room.right = std::min(room.right, area.width() * limits.share * 0.75);
    return room;
}

// Labels stand whole where the cells lose next to nothing by it; else they are elided to a third of the panel.
LabelRoom roomForLabels(const PanelPicture& picture, QSizeF area, const QFont& font) {
    const double usual = longestLabel(QFontMetricsF(font));
    constexpr double whole = 1e4;
    constexpr double most = 0.8;
    const auto cellIn = [&](const LabelRoom& room) {
        const QSizeF cell = fittedCell(picture, {area.width() - room.left - room.right, area.height() - room.top});
        return std::min(cell.width(), cell.height());
    };
    const LabelRoom elided = roomForLabels(picture, area, font, {usual, usual, 1.0 / 3});
    constexpr double kept = 0.95; // of the cells' size
    for (const LabelLimits& limits :
         {LabelLimits{whole, whole, most}, LabelLimits{whole, usual, most}, LabelLimits{usual, whole, most}}) {
        const LabelRoom room = roomForLabels(picture, area, font, limits);
        if (cellIn(room) >= kept * cellIn(elided))
            return room;
    }
    return elided;
}

// The title stands over the labels and cells of the whole matrix, and is never squeezed by a narrow one.
QRectF titleOver(const QRectF& area, double left, double right, double height) {
    const double width = std::min(area.width(), std::max(right - left, leastTitleWidth));
    const double x = std::clamp(left, area.left(), area.right() - width);
    return {x, area.top(), width, height};
}

// "L11 · H10" over a small panel is written smaller rather than elided to "L1…10", the name of no head.
QFont fittingTitleFont(const QString& title, double width, const QFont& font) {
    constexpr double smallest = 0.7;
    QFont bold = titleFont(font);
    const double share = width / QFontMetricsF(bold).horizontalAdvance(title);
    if (share < 1 && share >= smallest)
        bold.setPixelSize(std::max(1, static_cast<int>(QFontInfo(bold).pixelSize() * share)));
    return bold;
}

void paintTitle(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout, const QFont& font,
                const PanelColors& colors, const PanelOverlay& overlay) {
    if (layout.title.isNull())
        return;
    const QFontMetricsF metrics(font);
    const QRectF line = layout.title;
    const double base = line.top() + QFontMetricsF(titleFont(font)).ascent();
    const QFont bold = fittingTitleFont(picture.title, line.width(), font);
    const QFontMetricsF boldMetrics(bold);
    const QString title = boldMetrics.elidedText(picture.title, Qt::ElideMiddle, line.width());
    painter.setFont(bold);
    painter.setPen(colors.text);
    painter.drawText(QPointF(line.left(), base), title);
    const double titleWidth = boldMetrics.horizontalAdvance(title);
    if (overlay.active)
        painter.fillRect(QRectF(line.left(), base + boldMetrics.descent(), titleWidth, 2), colors.accent);
    painter.setFont(font);
    painter.setPen(colors.dimText);
    if (!layout.remark.isNull()) {
        const QString facts = wholeFacts(picture.remark, layout.remark.width(), metrics);
        painter.drawText(QPointF(layout.remark.left(), layout.remark.top() + metrics.ascent()), facts);
        return;
    }
    const double rest = line.width() - titleWidth - 12;
    const QString facts = overlay.state.isEmpty() ? wholeFacts(picture.remark, rest, metrics)
                                                  : metrics.elidedText(overlay.state, Qt::ElideRight, rest);
    painter.drawText(QPointF(line.left() + titleWidth + 12, base), facts);
}

void paintNotice(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout, const QFont& font,
                 const PanelColors& colors) {
    painter.setFont(font);
    painter.setPen(colors.dimText);
    const double side = std::min(24.0, layout.cells.width() / 8);
    painter.drawText(layout.cells.adjusted(side, 0, -side, 0), Qt::AlignCenter | Qt::TextWordWrap, picture.notice);
}

// A hairline around the cells that show, so that pale cells end somewhere.
void paintFrame(QPainter& painter, const PanelLayout& layout, const heatmap::CellGeometry& geometry,
                const PanelColors& colors) {
    const heatmap::Rect all = geometry.rectOf(Rows{0, geometry.rows}, Columns{0, geometry.columns});
    const QRectF matrix = QRectF(all.x, all.y, all.width, all.height).translated(layout.cells.topLeft());
    const QRectF shown = matrix.intersected(layout.cells);
    painter.setPen(QPen(colors.frame, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(shown.adjusted(-0.5, -0.5, 0.5, 0.5));
}

std::vector<Index> markedIndices(std::initializer_list<std::optional<Cell>> cells, Index Cell::*part) {
    std::vector<Index> indices;
    for (const auto& cell : cells) {
        if (cell && std::ranges::find(indices, (*cell).*part) == indices.end())
            indices.push_back((*cell).*part);
    }
    return indices;
}

} // namespace

QFont titleFont(const QFont& font) {
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    return bold;
}

PanelColors panelColors(bool dark) {
    const Theme& t = dark ? darkTheme() : lightTheme();
    return {t.text, t.dimText, t.accentSoft, t.hairline, t.canvas, t.accent};
}

QString wholeFacts(const QString& facts, double width, const QFontMetricsF& metrics) {
    QString shown = facts;
    while (!shown.isEmpty() && metrics.horizontalAdvance(shown) > width)
        shown.truncate(std::max<qsizetype>(0, shown.lastIndexOf(QStringLiteral(" · "))));
    return shown;
}

PanelLayout layoutPanel(const PanelPicture& picture, const QRectF& area, const QFont& font) {
    PanelLayout layout;
    layout.area = area;
    const bool titled = !picture.title.isEmpty() || !picture.remark.isEmpty();
    const double titleHeight = titled ? std::ceil(QFontMetricsF(titleFont(font)).height()) : 0;
    const double remarkHeight = picture.remarkBelow ? std::ceil(QFontMetricsF(font).height()) : 0;
    QRectF below = area.adjusted(0, titled ? titleHeight + remarkHeight + titleGap : 0, 0, 0);
    below.setHeight(std::max(0.0, below.height()));
    LabelRoom room;
    if (showsLabels(picture, area))
        room = roomForLabels(picture, below.size(), font);
    layout.cells = below.adjusted(room.left, room.top, -room.right, 0);
    layout.cells.setSize(layout.cells.size().expandedTo({1, 1}));
    layout.turnedColumnLabels = room.turned;
    layout.widestColumnLabel = room.widestColumn;
    if (room.left > 0) {
        layout.rowLabels = {below.left(), layout.cells.top(), room.left, layout.cells.height()};
        layout.columnLabels = {layout.cells.left(), below.top(), layout.cells.width() + room.right, room.top};
    }
    if (titled) {
        const auto fitted = geometryFor(picture, layout);
        const double left = layout.cells.left() + std::max(0.0, fitted.origin.x) - room.left;
        const double width = static_cast<double>(picture.columns()) * fitted.cellWidth;
        layout.title = titleOver(area, left, left + room.left + width, titleHeight);
        if (picture.remarkBelow) { // where it is longer than what it stands over, both begin farther to the left
            const double line = std::ceil(QFontMetricsF(font).horizontalAdvance(picture.remark));
            layout.title.setLeft(std::max(area.left(), std::min(layout.title.left(), area.right() - line)));
            layout.remark = {layout.title.left(), layout.title.bottom(), area.right() - layout.title.left(),
                             remarkHeight};
        }
    }
    return layout;
}

PanelLayout layoutPanel(const PanelPicture& picture, const QRectF& area, const QFont& font, const PanelFrame& frame) {
    PanelLayout layout;
    layout.area = area;
    layout.cell = frame.cell;
    const bool titled = frame.title && !(picture.title.isEmpty() && picture.remark.isEmpty());
    const double titleHeight = titled ? std::ceil(QFontMetricsF(titleFont(font)).height()) : 0;
    const QPointF corner(area.left() + frame.left, area.top() + (titled ? titleHeight + titleGap : 0) + frame.top);
    layout.cells = {corner, QSizeF(frame.cell.width() * static_cast<double>(picture.columns()),
                                   frame.cell.height() * static_cast<double>(picture.rows()))};
    layout.cells.setSize(layout.cells.size().expandedTo({1, 1}));
    layout.turnedColumnLabels = frame.turned;
    if (frame.left > 0)
        layout.rowLabels = {area.left(), corner.y(), frame.left, layout.cells.height()};
    if (frame.top > 0) {
        layout.columnLabels = {corner.x(), corner.y() - frame.top, layout.cells.width() + frame.right, frame.top};
        layout.widestColumnLabel = widestLabel(picture.columnLabels, picture.columns(), QFontMetricsF(font),
                                               longestLabel(QFontMetricsF(font)));
    }
    if (titled)
        layout.title = {area.left(), area.top(), area.width(), titleHeight};
    return layout;
}

PanelRoom::PanelRoom(const PanelPicture& picture, const QFont& font)
    : rows_(picture.rows())
    , columns_(picture.columns()) {
    const QFontMetricsF metrics(font);
    if (!picture.title.isEmpty() || !picture.remark.isEmpty()) {
        const QFontMetricsF bold(titleFont(font));
        titleHeight_ = std::ceil(bold.height()) + titleGap;
        titleWidth_ = std::ceil(bold.horizontalAdvance(picture.title));
    }
    if (picture.labels == files::Visibility::off || rows_ == 0 || columns_ == 0)
        return;
    const double longest = longestLabel(metrics);
    rowLabels_ = std::ceil(widestLabel(picture.rowLabels, rows_, metrics, longest) + labelGap);
    widestColumn_ = widestLabel(picture.columnLabels, columns_, metrics, longest);
    lyingHeight_ = std::ceil(metrics.height() + labelGap / 2);
    turnedHeight_ =
        picture.columnLabels.isEmpty() ? lyingHeight_ : std::ceil(turnedHeight(widestColumn_, metrics) + labelGap);
    for (Index i = columns_ - 1; i >= std::max<Index>(0, columns_ - 24) && !picture.columnLabels.isEmpty(); --i)
        lastColumns_.push_back(
            std::min(longest, metrics.horizontalAdvance(labelText(picture.columnLabels, i).left(120))));
}

bool PanelRoom::turnsColumnLabels(double cellWidth) const {
    return !lastColumns_.empty() && widestColumn_ + labelGap > cellWidth;
}

double PanelRoom::columnLabels(double cellWidth) const {
    return turnsColumnLabels(cellWidth) ? turnedHeight_ : lyingHeight_;
}

double PanelRoom::beyondLastColumn(double cellWidth) const {
    double reach = 0;
    for (std::size_t i = 0; i < lastColumns_.size() && turnsColumnLabels(cellWidth); ++i)
        reach = std::max(reach, turnedReach(lastColumns_[i]) - (static_cast<double>(i) + 0.5) * cellWidth);
    return std::ceil(reach);
}

bool stretchesCells(const PanelPicture& picture, QSizeF view) {
    constexpr double narrow = 4; // times as long as wide
    constexpr double strip = 96; // pixels
    if (picture.cells != files::CellShape::automatic || picture.rows() == 0 || picture.columns() == 0)
        return picture.cells == files::CellShape::stretched;
    const Index fewer = std::min(picture.rows(), picture.columns());
    const Index more = std::max(picture.rows(), picture.columns());
    return static_cast<double>(more) > narrow * static_cast<double>(fewer) &&
           squareCell(picture, view) * static_cast<double>(fewer) < strip;
}

heatmap::CellGeometry geometryFor(const PanelPicture& picture, const PanelLayout& layout, double pixelRatio,
                                  double zoom, QPointF center) {
    using heatmap::CellGeometry;
    const QSizeF cell = layout.cell.isEmpty() ? fittedCell(picture, layout.cells.size(), pixelRatio) : layout.cell;
    const double larger = std::max(cell.width(), cell.height());
    const double scale = std::min(std::max(1.0, zoom), std::max(1.0, CellGeometry::maxZoomedCell / larger));
    CellGeometry g{picture.rows(),       picture.columns(),    cell.width() * scale, cell.height() * scale, {},
                   layout.cells.width(), layout.cells.height()};
    g.origin = {g.viewWidth / 2 - center.x() * g.cellWidth * static_cast<double>(g.columns),
                g.viewHeight / 2 - center.y() * g.cellHeight * static_cast<double>(g.rows)};
    g = g.kept();
    g.origin.y = std::min(g.origin.y, 0.0);
    const auto onPixel = [pixelRatio](double origin, double corner) {
        return std::round((corner + origin) * pixelRatio) / pixelRatio - corner;
    };
    if (std::min(g.cellWidth, g.cellHeight) * pixelRatio >= 1) {
        g.origin.x = onPixel(g.origin.x, layout.cells.left());
        g.origin.y = onPixel(g.origin.y, layout.cells.top());
    }
    return g;
}

bool paintSurroundings(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                       const heatmap::CellGeometry& geometry, const QFont& font, const PanelColors& colors,
                       const PanelOverlay& overlay) {
    paintTitle(painter, picture, layout, font, colors, overlay);
    if (!picture.notice.isEmpty() || !picture.source) {
        paintNotice(painter, picture, layout, font, colors);
        return false;
    }
    paintFrame(painter, layout, geometry, colors);
    if (layout.rowLabels.isNull() && layout.columnLabels.isNull())
        return false;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const auto rows = markedIndices({overlay.hover, overlay.cursor}, &Cell::row);
    const auto columns = markedIndices({overlay.hover, overlay.cursor}, &Cell::column);
    const bool rowsSkipped =
        !layout.rowLabels.isNull() && paintRowLabels(painter, picture, layout, geometry, font, colors, rows);
    const bool columnsSkipped =
        !layout.columnLabels.isNull() && paintColumnLabels(painter, picture, layout, geometry, font, colors, columns);
    painter.restore();
    return rowsSkipped || columnsSkipped;
}

void paintCells(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                const heatmap::CellGeometry& geometry, const QFont& font, CellsAs cellsAs, std::stop_token stop) {
    if (!picture.source || !picture.notice.isEmpty() || picture.rows() == 0 || picture.columns() == 0)
        return;
    painter.save();
    painter.setClipRect(layout.cells, Qt::IntersectClip);
    if (cellsAs == CellsAs::pixels)
        paintRaster(painter, picture, layout, geometry, stop);
    else
        paintRectangles(painter, picture, layout, geometry);
    if (stop.stop_requested()) {
        painter.restore();
        return;
    }
    paintNumbers(painter, picture, layout, geometry, font);
    paintGold(painter, picture, layout, geometry);
    painter.restore();
}

bool paintPanel(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                const heatmap::CellGeometry& geometry, const QFont& font, const PanelColors& colors, CellsAs cellsAs,
                const PanelOverlay& overlay) {
    const bool skipped = paintSurroundings(painter, picture, layout, geometry, font, colors, overlay);
    paintCells(painter, picture, layout, geometry, font, cellsAs);
    paintOverlay(painter, layout, geometry, overlay);
    return skipped;
}

} // namespace heedmap
