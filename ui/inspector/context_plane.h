// The plane of two components of the context: the values of the keys, the context, and where it moves to.
#pragma once

#include "core/tensor/matrix.h"

#include <QStringList>
#include <QWidget>

#include <optional>

namespace heedmap {

class ContextPlane : public QWidget {
    Q_OBJECT

public:
    explicit ContextPlane(QWidget* parent = nullptr);

    // V (n_k × d_v), c and c' (d_v); `second` −1: only one component, drawn as a line.
    void setPicture(MatrixD values, VectorD before, VectorD after, Index first, Index second, QStringList keys);

    QSize sizeHint() const override;
    // Where a point of the plane is drawn: for tests and read-outs.
    QPointF placeOf(double x, double y) const;
    QPointF before() const;
    QPointF after() const;
    QString textAt(const QPointF& point) const; // the key whose value lies there

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QPointF pointOf(const VectorD& vector) const;
    QRectF bounds() const; // of all points, never empty
    void paintValues(QPainter& painter) const;
    void paintMove(QPainter& painter) const;

    MatrixD values_;
    VectorD before_;
    VectorD after_;
    Index first_ = 0;
    Index second_ = -1;
    QStringList keys_;
};

} // namespace heedmap
