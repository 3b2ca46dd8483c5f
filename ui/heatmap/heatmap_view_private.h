// What a HeatmapView keeps: its picture, where things are, the cached cells, and what the pointer is doing.
#pragma once

#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/read_out.h"
#include "ui/heatmap/sharp_cells.h"

#include <QImage>
#include <QTransform>

#include <optional>

namespace heedmap {

class HeatmapView::Private {
public:
    Private(HeatmapView* owner, ViewState* viewState, int panelIndex)
        : view(owner)
        , state(viewState)
        , index(panelIndex) {}

    HeatmapView* view;
    ViewState* state;
    int index;
    PanelPicture picture;
    PanelState panelState;
    bool linked = true;
    bool compact = false;
    bool chosen = false;
    std::optional<PanelFrame> frame; // none: cells as large as the view has room for

    // The viewport of an unlinked view.
    double ownZoom = 1;
    QPointF ownCenter{0.5, 0.5};

    enum class Drag { none, pressed, pan, box };
    Drag drag = Drag::none;
    QPointF pressedAt;
    QPointF pointer;
    bool pointerInside = false;
    heatmap::CellGeometry pressedGeometry;

    bool hasCells() const {
        return picture.source && picture.notice.isEmpty() && picture.rows() > 0 && picture.columns() > 0;
    }
    QFont font() const;
    const PanelLayout& layout();
    void forgetLayout() { layout_.reset(); }
    const PanelRoom& room(); // measured once for these labels, this title and font
    void forgetRoom() { room_.reset(); }
    void forgetCells() {
        cells_ = {};
        sharp_.forget();
    }
    QRectF menuRect();   // of the ⋯; null in compact mode
    QRectF actionRect(); // of PanelState::action

    heatmap::CellGeometry geometry();
    heatmap::CellGeometry fitted(); // of the whole matrix
    double mostZoom();
    double zoom() const { return linked ? state->zoom() : ownZoom; }
    QPointF center() const { return linked ? state->center() : ownCenter; }
    void setViewport(double zoom, QPointF center);
    void show(const heatmap::CellGeometry& geometry);
    void zoomBy(double factor, QPointF anchor);
    void reveal(Cell cell);

    std::optional<Cell> inside(std::optional<Cell> cell) const;
    std::optional<Cell> cellAt(QPointF position);
    std::optional<Cell> hover() const;
    QRectF rectOf(Cell cell);
    QRectF boxRect() const { return QRectF(pressedAt, pointer).normalized(); }
    PanelOverlay overlay() const;

    void paint(QPainter& painter);
    void paintGround(QPainter& painter, const QColor& canvas);
    ReadOut readOutAt(Cell hovered, const heatmap::CellGeometry& geometry);
    void updateHover();
    void updateCursorShape();
    void moveCursor(Cell to, bool extend);
    void setActive() { state->setActivePanel(index); }
    void endBox();
    // The cell that a navigation key leads to from `from`; none for other keys.
    std::optional<Cell> target(int key, Qt::KeyboardModifiers modifiers, Cell from);
    bool act(int key);
    bool isOurs(const QKeyEvent& event) const;
    bool gesture(QEvent* event);
    void toolTip(const QPoint& position, const QPoint& globalPosition);

    SharpCells sharp_; // exact cells of a slow source

private:
    void paintCellsFromCache(QPainter& painter, const heatmap::CellGeometry& geometry);
    void paintInto(CellsImage& wanted, const CellsImage& known);
    void paintFresh(QPainter& painter, const QRectF& area, const heatmap::CellGeometry& geometry);
    void askForSharpCells();
    void paintMenuDots(QPainter& painter);
    void paintAction(QPainter& painter);
    void paintBox(QPainter& painter);
    void paintMargin(QPainter& painter, const heatmap::CellGeometry& geometry, const PanelOverlay& shown);

    std::optional<PanelLayout> layout_;
    std::optional<PanelRoom> room_;
    QRectF actionRect_; // beside layout_->title
    CellsImage cells_;
    QImage spare_; // room for the next picture: fresh memory is slow
};

} // namespace heedmap
