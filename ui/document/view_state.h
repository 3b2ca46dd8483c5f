// What the user is looking at, shared by all linked panels and by the inspector: not part of the document, not undone.
#pragma once

#include "core/index.h"

#include <QObject>
#include <QPointF>

#include <optional>

namespace heedmap {

class ViewState : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    // Zoom: 1 shows the whole matrix, 2 half of its width … ; the centre is in parts (0 … 1) of the matrix.
    double zoom() const { return zoom_; }
    QPointF center() const { return center_; }
    void setViewport(double zoom, QPointF center); // what is no number changes nothing

    // The chosen cell (what the inspector explains) and, from anchor to cursor, the selected rectangle.
    std::optional<Cell> cursor() const { return cursor_; }
    Cell anchor() const { return anchor_; }
    void setCursor(std::optional<Cell> cell); // selects just this cell
    void extendTo(Cell cell);                 // moves the cursor, the anchor stays
    Rows selectedRows() const;                // empty without a cursor
    Columns selectedColumns() const;

    // The cell under the pointer, unless the crosshair is locked.
    std::optional<Cell> hover() const { return hover_; }
    void setHover(std::optional<Cell> cell);
    bool crosshairLocked() const { return locked_; }
    void setCrosshairLocked(bool locked);

    int activePanel() const { return activePanel_; }
    void setActivePanel(int panel);

    // The matrix became rows × columns: keeps cursor and anchor inside it.
    void fitTo(Index rows, Index columns);

Q_SIGNALS:
    void viewportChanged();
    void cursorChanged(); // cursor or selection
    void hoverChanged();  // hover or lock
    void activePanelChanged();

private:
    double zoom_ = 1;
    QPointF center_{0.5, 0.5};
    std::optional<Cell> cursor_;
    Cell anchor_;
    std::optional<Cell> hover_;
    bool locked_ = false;
    int activePanel_ = 0;
};

} // namespace heedmap
