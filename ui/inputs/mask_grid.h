// The mask as a small picture. Where there is a custom mask, clicking or dragging paints what that allows.
#pragma once

#include "core/result.h"
#include "core/tensor/matrix.h"

#include <QWidget>

#include <optional>

namespace heedmap {

class MaskGrid : public QWidget {
    Q_OBJECT

public:
    // More rows or columns are not drawn cell by cell.
    static constexpr Index mostCells = 64;

    explicit MaskGrid(QWidget* parent = nullptr);

    // Both of one size: what the other masks allow, and what the custom one does. Cells that the others forbid are
    // drawn, but cannot be painted.
    void setMask(const BoolMatrix& others, const BoolMatrix& custom);
    // Nothing to paint: the allowed part of every cell, 0 … 1; where the mask is larger than the picture, of the piece
    // that a cell stands for.
    void setShares(const MatrixF& shares);
    const MatrixF& shares() const { return shares_; }
    const BoolMatrix& custom() const { return custom_; }
    QRectF cellRect(Cell cell) const;
    bool canPaint() const;

Q_SIGNALS:
    // The user painted; all paints of one drag carry the same stroke number.
    void painted(const heedmap::BoolMatrix& custom, int stroke);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Index rows() const { return canPaint() ? custom_.rows() : shares_.rows(); }
    Index columns() const { return canPaint() ? custom_.cols() : shares_.cols(); }
    QColor cellColor(Index row, Index column) const;
    void fit(bool resized);
    qreal cellSize(int width) const;
    void fitHeight();
    std::optional<Cell> cellAt(const QPointF& point) const;
    void paintCell(Cell cell);

    BoolMatrix others_;
    BoolMatrix custom_; // empty: shares_ are shown
    MatrixF shares_;
    Cell cursor_;
    std::uint8_t brush_ = 0;
    int stroke_ = 0;
};

} // namespace heedmap
