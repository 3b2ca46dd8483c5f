// How a view gets its cells on screen: drawn once for a viewport, and of slow sources at once from what is at hand, and
// exactly as soon as that is done.
#include "ui/heatmap/cell_outline.h"
#include "ui/heatmap/cell_painting.h"
#include "ui/heatmap/heatmap_view_private.h"
#include "ui/settings/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace heedmap {

namespace {

// By how many device pixels cells of the same size have moved from one picture to the other; none where it is not a
// whole number of them.
std::optional<QPoint> shiftBetween(const CellsImage& from, const CellsImage& to) {
    if (from.image.isNull() || !from.sameSize(to))
        return std::nullopt;
    const double right = (to.geometry.origin.x - from.geometry.origin.x) * to.transform.m11();
    const double down = (to.geometry.origin.y - from.geometry.origin.y) * to.transform.m22();
    const QPointF whole(std::round(right), std::round(down));
    if (std::abs(right - whole.x()) > 1e-6 || std::abs(down - whole.y()) > 1e-6)
        return std::nullopt;
    const QSize size = to.image.size();
    const bool overlaps = std::abs(whole.x()) < size.width() && std::abs(whole.y()) < size.height();
    return overlaps ? std::optional(whole.toPoint()) : std::nullopt;
}

// While a slow source is known by some of its rows alone, an exact picture of much of it is as much work as what is
// being read or computed anyway, or was stopped by the user.
bool isWorthDrawing(const PanelPicture& picture, const heatmap::CellGeometry& geometry) {
    constexpr double mostCells = 1 << 26;
    if (!picture.pyramid || !picture.pyramid->isSample())
        return true;
    const double across = std::min(geometry.viewWidth / geometry.cellWidth, static_cast<double>(geometry.columns));
    const double down = std::min(geometry.viewHeight / geometry.cellHeight, static_cast<double>(geometry.rows));
    return across * down <= mostCells;
}

} // namespace

void HeatmapView::Private::paintCellsFromCache(QPainter& painter, const heatmap::CellGeometry& geometry) {
    if (!hasCells())
        return;
    const QRect shown = devicePixels(painter, layout().cells);
    if (shown.isEmpty())
        return;
    const bool slow = picture.drawn->isSlow();
    CellsImage wanted;
    wanted.transform = painter.deviceTransform() * QTransform::fromTranslate(-shown.x(), -shown.y());
    wanted.geometry = geometry;
    wanted.image = std::move(spare_);
    if (wanted.image.size() != shown.size())
        wanted.image = QImage(shown.size(), QImage::Format_RGB32);
    if (!(cells_ == wanted)) {
        paintInto(wanted, slow ? sharp_.image() : cells_);
        std::swap(cells_, wanted);
    }
    spare_ = std::move(wanted.image);
    const CellsImage& sharp = sharp_.image();
    if (slow && !(sharp == cells_) && isWorthDrawing(picture, geometry))
        askForSharpCells();
    const QRectF place = painter.deviceTransform().inverted().mapRect(QRectF(shown));
    painter.drawImage(place, slow && sharp == cells_ ? sharp.image : cells_.image);
}

// While it is dragged, what is `known` moves along, and only what comes into view is painted.
void HeatmapView::Private::paintInto(CellsImage& wanted, const CellsImage& known) {
    const QRect all = wanted.image.rect();
    const auto shift = shiftBetween(known, wanted);
    const QRect moved = shift ? all.translated(*shift).intersected(all) : QRect();
    QPainter painter(&wanted.image);
    if (shift)
        painter.drawImage(moved.topLeft(), known.image, moved.translated(-*shift));
    // The cells leave nothing of what was there before.
    const heatmap::CellGeometry& cells = wanted.geometry;
    const QRectF matrix = rectIn(layout(), cells, {0, cells.rows}, {0, cells.columns}).intersected(layout().cells);
    const QRect covered = wanted.transform.mapRect(matrix).toAlignedRect().adjusted(2, 2, -2, -2);
    for (const QRect& fresh : QRegion(all).subtracted(moved)) {
        painter.setClipRect(fresh);
        for (const QRect& ground : QRegion(fresh).subtracted(covered))
            painter.fillRect(ground, panelColors(theme().dark).canvas);
        painter.setTransform(wanted.transform);
        paintFresh(painter, wanted.transform.inverted().mapRect(QRectF(fresh)), wanted.geometry);
        painter.resetTransform();
    }
}

// A slow source is not waited for.
void HeatmapView::Private::paintFresh(QPainter& painter, const QRectF& area, const heatmap::CellGeometry& geometry) {
    PanelLayout part = layout();
    part.cells = area.intersected(layout().cells);
    heatmap::CellGeometry there = geometry;
    there.origin.x += layout().cells.left() - part.cells.left();
    there.origin.y += layout().cells.top() - part.cells.top();
    there.viewWidth = part.cells.width();
    there.viewHeight = part.cells.height();
    if (!picture.drawn->isSlow())
        return paintCells(painter, picture, part, there, font(), CellsAs::pixels);
    PanelPicture coarse = picture;
    coarse.style.detail = heatmap::Detail::atHand;
    paintRaster(painter, coarse, part, there);
}

void HeatmapView::Private::askForSharpCells() {
    CellsImage wanted = cells_;
    wanted.image = QImage(cells_.image.size(), QImage::Format_RGB32);
    sharp_.draw({picture, layout(), font(), panelColors(theme().dark).canvas, std::move(wanted)});
}

} // namespace heedmap
