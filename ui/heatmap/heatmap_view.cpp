#include "ui/heatmap/heatmap_view.h"

#include "ui/heatmap/cell_outline.h"
#include "ui/heatmap/heatmap_accessible.h"
#include "ui/heatmap/heatmap_view_private.h"
#include "ui/heatmap/read_out.h"
#include "ui/settings/theme.h"

#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace heedmap {

namespace {

constexpr double menuSide = 24;
constexpr double actionGap = 8;

bool sameFrame(const PanelPicture& a, const PanelPicture& b) {
    return a.rows() == b.rows() && a.columns() == b.columns() && a.labels == b.labels &&
           a.title.isEmpty() == b.title.isEmpty() && a.remark.isEmpty() == b.remark.isEmpty() &&
           a.rowLabels == b.rowLabels && a.columnLabels == b.columnLabels;
}

} // namespace

QFont HeatmapView::Private::font() const {
    QFont font = view->font();
    if (compact)
        font.setPixelSize(std::max(8, static_cast<int>(std::lround(QFontInfo(font).pixelSize() * 0.85))));
    return font;
}

const PanelLayout& HeatmapView::Private::layout() {
    if (layout_)
        return *layout_;
    const double margin = frame ? frame->margin : compact ? 2 : 8;
    const QRectF area = QRectF(view->rect()).adjusted(margin, margin, -margin, -margin);
    layout_ = frame ? layoutPanel(picture, area, font(), *frame) : layoutPanel(picture, area, font());
    if (!compact && !layout_->title.isNull())
        layout_->title.setRight(std::max(layout_->title.left() + 1, layout_->title.right() - menuSide - 4));
    actionRect_ = {};
    if (!compact && !layout_->title.isNull() && !panelState.action.isEmpty()) {
        const double width = std::ceil(QFontMetricsF(font()).horizontalAdvance(panelState.action));
        QRectF& title = layout_->title;
        actionRect_ = QRectF(title.right() - width, title.top(), width, title.height());
        title.setRight(std::max(title.left() + 1, actionRect_.left() - actionGap));
    }
    return *layout_;
}

const PanelRoom& HeatmapView::Private::room() {
    if (!room_)
        room_.emplace(picture, font());
    return *room_;
}

QRectF HeatmapView::Private::actionRect() {
    layout();
    return actionRect_;
}

QRectF HeatmapView::Private::menuRect() {
    if (compact)
        return {};
    const QRectF title = layout().title;
    if (title.isNull())
        return {view->width() - menuSide - 8, 4, menuSide, menuSide};
    const double right = std::max(title.right(), actionRect_.right());
    return {right + 4, title.center().y() - menuSide / 2, menuSide, menuSide};
}

heatmap::CellGeometry HeatmapView::Private::geometry() {
    return geometryFor(picture, layout(), view->devicePixelRatioF(), zoom(), center());
}

heatmap::CellGeometry HeatmapView::Private::fitted() {
    return geometryFor(picture, layout(), view->devicePixelRatioF());
}

double HeatmapView::Private::mostZoom() {
    const heatmap::CellGeometry fit = fitted();
    return std::max(1.0, heatmap::CellGeometry::maxZoomedCell / std::max(fit.cellWidth, fit.cellHeight));
}

void HeatmapView::Private::setViewport(double zoom, QPointF center) {
    if (linked)
        return state->setViewport(zoom, center);
    ownZoom = zoom;
    ownCenter = center;
    view->update();
}

void HeatmapView::Private::show(const heatmap::CellGeometry& geometry) {
    double zoom = std::clamp(geometry.cellWidth / fitted().cellWidth, 1.0, mostZoom());
    if (zoom < 1 + 1e-9)
        zoom = 1;
    const heatmap::CellGeometry kept = geometry.kept();
    const auto part = [](double origin, double extent, double room) {
        return extent <= room ? 0.5 : (room / 2 - origin) / extent;
    };
    setViewport(zoom, {part(kept.origin.x, kept.cellWidth * static_cast<double>(kept.columns), kept.viewWidth),
                       part(kept.origin.y, kept.cellHeight * static_cast<double>(kept.rows), kept.viewHeight)});
}

void HeatmapView::Private::zoomBy(double factor, QPointF anchor) {
    if (!hasCells())
        return;
    heatmap::CellGeometry g = geometry();
    const double before = g.cellWidth / fitted().cellWidth;
    const double scale = std::clamp(before * factor, 1.0, mostZoom()) / before;
    const QPointF at = anchor - layout().cells.topLeft();
    g.cellWidth *= scale;
    g.cellHeight *= scale;
    g.origin = {at.x() - (at.x() - g.origin.x) * scale, at.y() - (at.y() - g.origin.y) * scale};
    show(g);
}

void HeatmapView::Private::reveal(Cell cell) {
    const heatmap::CellGeometry g = geometry();
    const heatmap::CellGeometry revealing = g.revealing(cell);
    if (revealing.origin != g.origin)
        show(revealing);
}

std::optional<Cell> HeatmapView::Private::inside(std::optional<Cell> cell) const {
    const bool isInside = cell && cell->row < picture.rows() && cell->column < picture.columns();
    return isInside ? cell : std::nullopt;
}

std::optional<Cell> HeatmapView::Private::cellAt(QPointF position) {
    if (!hasCells() || !layout().cells.contains(position))
        return std::nullopt;
    const QPointF at = position - layout().cells.topLeft();
    return geometry().cellAt({at.x(), at.y()});
}

std::optional<Cell> HeatmapView::Private::hover() const {
    return linked || pointerInside ? inside(state->hover()) : std::nullopt;
}

QRectF HeatmapView::Private::rectOf(Cell cell) {
    return rectIn(layout(), geometry(), {cell.row, cell.row + 1}, {cell.column, cell.column + 1});
}

PanelOverlay HeatmapView::Private::overlay() const {
    PanelOverlay overlay;
    overlay.hover = hover();
    overlay.active = !compact && state->activePanel() == index;
    overlay.state = compact ? QString() : panelState.text;
    overlay.cursor = inside(state->cursor());
    if (overlay.cursor && inside(state->anchor())) {
        overlay.selectedRows = state->selectedRows();
        overlay.selectedColumns = state->selectedColumns();
    }
    return overlay;
}

void HeatmapView::Private::paintMenuDots(QPainter& painter) {
    const QRectF box = menuRect();
    if (box.isNull())
        return;
    const bool hot = pointerInside && box.contains(pointer);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    if (hot) {
        painter.setBrush(theme().accentSoft);
        painter.drawRoundedRect(box, 4, 4);
    }
    painter.setBrush(hot ? theme().text : theme().dimText);
    for (const int dot : {-1, 0, 1})
        painter.drawEllipse(box.center() + QPointF(dot * 4.5, 0), 1.25, 1.25);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void HeatmapView::Private::paintAction(QPainter& painter) {
    const QRectF box = actionRect();
    if (box.isNull())
        return;
    QFont underlined = font();
    underlined.setUnderline(pointerInside && box.contains(pointer));
    painter.setFont(underlined);
    painter.setPen(theme().accent);
    painter.drawText(QPointF(box.left(), box.top() + QFontMetricsF(titleFont(font())).ascent()), panelState.action);
}

void HeatmapView::Private::paintBox(QPainter& painter) {
    if (drag != Drag::box)
        return;
    const QRectF box = boxRect().intersected(layout().cells);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::black, 1));
    painter.drawRect(box);
    painter.setPen(QPen(Qt::white, 1, Qt::DashLine));
    painter.drawRect(box);
}

// In a small picture all that is said of it stands beside its cells and covers none: the row and column of the cursor,
// and whether it is open, chosen or under the pointer.
void HeatmapView::Private::paintMargin(QPainter& painter, const heatmap::CellGeometry& geometry,
                                       const PanelOverlay& shown) {
    const QRectF matrix =
        rectIn(layout(), geometry, {0, geometry.rows}, {0, geometry.columns}).intersected(layout().cells);
    const double width = std::min(matrix.left(), static_cast<double>(frame ? frame->margin : 2));
    const auto around = [&](double thickness, const QColor& color) {
        QPainterPath path;
        path.addRect(matrix.adjusted(-thickness, -thickness, thickness, thickness));
        path.addRect(matrix);
        painter.fillPath(path, color);
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (chosen)
        around(width, theme().accent);
    if (state->activePanel() == index)
        around(width, theme().text);
    else if (pointerInside)
        around(std::max(1.0, width / 2), theme().text);
    if (shown.cursor) {
        const QRectF cell = rectOf(*shown.cursor);
        const double down = std::max(1.0, cell.height());
        const double across = std::max(1.0, cell.width());
        painter.fillRect(QRectF(matrix.left() - width, cell.center().y() - down / 2, width, down), theme().accent);
        painter.fillRect(QRectF(cell.center().x() - across / 2, matrix.top() - width, across, width), theme().accent);
    }
}

// Where cells are smaller than a pixel, of all of those below the pixel that the hovered one is drawn in.
ReadOut HeatmapView::Private::readOutAt(Cell hovered, const heatmap::CellGeometry& g) {
    const double ratio = view->devicePixelRatioF();
    const auto belowOnePixel = [ratio](Index i, double origin, double corner, double size, Index count) {
        if (size * ratio >= 1)
            return std::pair(i, i + 1);
        const double middle = corner + origin + (static_cast<double>(i) + 0.5) * size;
        const double pixel = std::floor(middle * ratio) / ratio - corner - origin;
        const auto begin = static_cast<Index>(std::floor(pixel / size));
        const auto end = static_cast<Index>(std::ceil((pixel + 1 / ratio) / size));
        return std::pair(std::clamp<Index>(begin, 0, i), std::clamp<Index>(end, i + 1, count));
    };
    const QRectF cells = layout().cells;
    const auto [top, bottom] = belowOnePixel(hovered.row, g.origin.y, cells.top(), g.cellHeight, g.rows);
    const auto [left, right] = belowOnePixel(hovered.column, g.origin.x, cells.left(), g.cellWidth, g.columns);
    constexpr Index most = 1 << 16; // of more cells only what is below the pointer is said
    if (bottom - top <= 1 && right - left <= 1)
        return readOutOf(picture, hovered);
    return (bottom - top) * (right - left) > most ? readOutOf(picture, hovered)
                                                  : readOutOf(picture, Rows{top, bottom}, Columns{left, right});
}

// Where the cells do not come anyway.
void HeatmapView::Private::paintGround(QPainter& painter, const QColor& canvas) {
    QRegion ground(view->rect());
    if (hasCells())
        ground -= layout().cells.toAlignedRect().adjusted(2, 2, -2, -2);
    for (const QRect& part : ground)
        painter.fillRect(part, canvas);
}

void HeatmapView::Private::paint(QPainter& painter) {
    const PanelColors colors = panelColors(theme().dark);
    const heatmap::CellGeometry g = geometry();
    const PanelOverlay shown = overlay();
    paintGround(painter, colors.canvas);
    paintCellsFromCache(painter, g); // its ground reaches below the labels of a matrix narrower than the view
    if (panelState.dimmed && hasCells()) {
        QColor veil = colors.canvas;
        veil.setAlphaF(0.5F);
        painter.fillRect(layout().cells, veil);
    }
    if (!compact || !layout().title.isNull() || !picture.notice.isEmpty())
        paintSurroundings(painter, picture, layout(), g, font(), colors, shown);
    if (hasCells() && compact)
        paintMargin(painter, g, shown);
    else if (hasCells())
        paintOverlay(painter, layout(), g, shown);
    paintMenuDots(painter);
    paintAction(painter);
    paintBox(painter);
    if (!compact && pointerInside && shown.hover && drag == Drag::none && hasCells()) {
        const ReadOut readOut = readOutAt(*shown.hover, g);
        const QRectF cell = rectOf(*shown.hover).intersected(layout().cells);
        paintReadOut(painter, readOut, readOutRect(readOut, cell, view->rect(), view->font()), view->font(),
                     theme().dark);
    }
}

HeatmapView::HeatmapView(ViewState* state, int index, QWidget* parent)
    : QWidget(parent)
    , d_(std::make_unique<Private>(this, state, index)) {
    installHeatmapAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    grabGesture(Qt::PinchGesture);
    const auto repaint = [this] {
        update();
    };
    connect(&d_->sharp_, &SharpCells::drawn, this, repaint);
    connect(&d_->sharp_, &SharpCells::failed, this, &HeatmapView::sourceFailed);
    connect(state, &ViewState::viewportChanged, this, repaint);
    connect(state, &ViewState::hoverChanged, this, repaint);
    connect(state, &ViewState::activePanelChanged, this, repaint);
    connect(state, &ViewState::cursorChanged, this, [this] {
        update();
        if (hasFocus())
            tellCursorMoved(this);
    });
}

HeatmapView::~HeatmapView() = default;

void HeatmapView::setPicture(PanelPicture picture) {
    if (d_->compact) {
        picture.labels = files::Visibility::off;
        picture.values = files::Visibility::off;
    }
    if (!sameFrame(picture, d_->picture)) {
        d_->forgetLayout();
        d_->forgetRoom();
    } else if (picture.title != d_->picture.title) {
        d_->forgetRoom();
    }
    const bool otherTable = picture.rows() != d_->picture.rows() || picture.columns() != d_->picture.columns();
    d_->picture = std::move(picture);
    d_->forgetCells();
    setAccessibleName(tr("Heatmap %1, %2 rows, %3 columns")
                          .arg(d_->picture.title)
                          .arg(d_->picture.rows())
                          .arg(d_->picture.columns()));
    if (otherTable)
        tellTableChanged(this);
    update();
}

const PanelPicture& HeatmapView::picture() const {
    return d_->picture;
}

void HeatmapView::setState(const PanelState& state) {
    if (state == d_->panelState)
        return;
    if (state.action != d_->panelState.action)
        d_->forgetLayout();
    d_->panelState = state;
    setAccessibleDescription(state.text);
    update();
}

const PanelState& HeatmapView::panelState() const {
    return d_->panelState;
}

QRectF HeatmapView::actionRect() const {
    return d_->actionRect();
}

int HeatmapView::index() const {
    return d_->index;
}

const ViewState* HeatmapView::state() const {
    return d_->state;
}

void HeatmapView::setLinked(bool linked) {
    if (linked == d_->linked)
        return;
    d_->ownZoom = d_->zoom();
    d_->ownCenter = d_->center();
    d_->linked = linked;
    update();
}

void HeatmapView::setFrame(const std::optional<PanelFrame>& frame) {
    if (frame == d_->frame)
        return;
    d_->frame = frame;
    d_->forgetLayout();
    update();
}

void HeatmapView::setChosen(bool chosen) {
    if (chosen == d_->chosen)
        return;
    d_->chosen = chosen;
    update();
}

void HeatmapView::setIndex(int index) {
    if (index == d_->index)
        return;
    d_->index = index;
    update();
}

PanelRoom HeatmapView::panelRoom() const {
    return d_->room();
}

void HeatmapView::setCompact(bool compact) {
    if (compact == d_->compact)
        return;
    d_->compact = compact;
    d_->forgetLayout();
    d_->forgetRoom();
    setPicture(d_->picture);
    updateGeometry();
}

heatmap::CellGeometry HeatmapView::geometry() const {
    return d_->geometry();
}

PanelLayout HeatmapView::panelLayout() const {
    return d_->layout();
}

QSize HeatmapView::sizeHint() const {
    return d_->compact ? QSize(96, 112) : QSize(376, 344);
}

QSize HeatmapView::minimumSizeHint() const {
    return d_->compact ? QSize(36, 48) : QSize(128, 144);
}

void HeatmapView::zoomIn() {
    d_->zoomBy(1.25, d_->layout().cells.center());
}

void HeatmapView::zoomOut() {
    d_->zoomBy(0.8, d_->layout().cells.center());
}

void HeatmapView::fit() {
    d_->setViewport(1, {0.5, 0.5});
}

void HeatmapView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    d_->paint(painter);
}

void HeatmapView::resizeEvent(QResizeEvent*) {
    d_->forgetLayout();
}

void HeatmapView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::StyleChange) {
        d_->forgetLayout();
        d_->forgetRoom();
        d_->forgetCells();
        update();
    }
    QWidget::changeEvent(event);
}

void HeatmapView::focusInEvent(QFocusEvent* event) {
    d_->setActive();
    QWidget::focusInEvent(event);
}

} // namespace heedmap
