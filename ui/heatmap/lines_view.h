// The lines of all panels on screen. Pointing at a token shows its lines, pointing at a line its numbers; a click locks
// what is shown. Up and Down go through the tokens, Left and Right change the side, Space locks, Esc lets go, 1 … 9
// hide and show a panel. What is chosen becomes the ViewState's cursor.
#pragma once

#include "ui/document/view_state.h"
#include "ui/heatmap/lines_picture.h"

#include <QWidget>

namespace heedmap {

class LinesView : public QWidget {
    Q_OBJECT

public:
    explicit LinesView(ViewState* state, QWidget* parent = nullptr);

    // `panels`: which panels of the document the series are. Series that are hidden stay so while their number does.
    void setPicture(LinesPicture picture, std::vector<int> panels);
    const LinesPicture& picture() const { return picture_; }
    void setDimmed(bool dimmed);
    const LinesLayout& linesLayout();
    const LinesOverlay& overlay() const { return overlay_; }
    void toggleSeries(int which);

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void menuRequested(int panel, QPoint globalPosition);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    LinesOverlay pointedAt(QPointF position);
    void lookAt(LinesOverlay what, bool choose);
    void chooseCell(const LinesOverlay& what);
    Cell strongest(const LinesOverlay& what) const;
    int activeSeries() const;
    bool moveFocus(int key);
    void toolTip(const QPoint& position, const QPoint& globalPosition);
    void tellFocus();
    QString spoken() const;

    ViewState* state_;
    LinesPicture picture_;
    std::vector<int> panels_;
    std::optional<LinesLayout> layout_;
    LinesOverlay overlay_;
    QPointF pointer_;
    bool dimmed_ = false;
};

} // namespace heedmap
