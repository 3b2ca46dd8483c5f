// One panel on screen: paints a PanelPicture and turns mouse, wheel, pinch and keys into changes of the ViewState.
// It answers a screen reader as a table of cells.
#pragma once

#include "ui/document/view_state.h"
#include "ui/heatmap/heatmap_painter.h"

#include <QWidget>

namespace heedmap {

// How far a panel's picture is from what was asked for.
struct PanelState {
    QString text{};   // in its title line: "stopped: shows τ = 1, asked τ = 5"
    QString action{}; // at the end of that line, to be clicked: "Compute"
    bool dimmed = false;
    bool operator==(const PanelState&) const = default;
};

class HeatmapView : public QWidget {
    Q_OBJECT

public:
    // `index`: which panel of the document this is (ViewState::activePanel).
    HeatmapView(ViewState* state, int index, QWidget* parent = nullptr);
    ~HeatmapView() override;

    void setPicture(PanelPicture picture);
    const PanelPicture& picture() const;
    void setState(const PanelState& state);
    const PanelState& panelState() const;
    QRectF actionRect() const; // of PanelState::action; null where there is none
    int index() const;
    const ViewState* state() const;

    // Linked views share the ViewState's viewport; an unlinked one has its own zoom and centre.
    void setLinked(bool linked);

    // For a grid of many: no labels, no numbers, a small title; cursor and state are shown in the margin, beside the
    // cells.
    void setCompact(bool compact);

    // Cells of this size, and only these labels; none: cells as large as the view has room for.
    void setFrame(const std::optional<PanelFrame>& frame);
    void setIndex(int index); // of the panel, where one view shows one after the other
    PanelRoom panelRoom() const;
    // Taken into the mean of several heads: framed.
    void setChosen(bool chosen);

    // The mapping that is on screen now, in widget coordinates relative to layout().cells.
    heatmap::CellGeometry geometry() const;
    PanelLayout panelLayout() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    void fit();

Q_SIGNALS:
    void enlargeRequested(int index); // Enter, a click on the title, or a double click in compact mode
    void menuRequested(int index, const QPoint& globalPosition); // right click, menu key, or the ⋯ of the title line
    void actionRequested();                                      // PanelState::action was clicked
    void sourceFailed(); // numbers could not be read: the file was cut short or changed
    void maskToggleRequested(heedmap::Rows rows, heedmap::Columns columns); // Delete

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d_;
};

} // namespace heedmap
