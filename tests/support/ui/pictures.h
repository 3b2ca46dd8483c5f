// Pictures and views of small matrices for the tests of ui/heatmap.
#pragma once

#include "core/tensor/matrix.h"
#include "ui/heatmap/panel_picture.h"

#include <QFont>
#include <QImage>
#include <QRectF>

#include <initializer_list>
#include <ostream>

namespace heedmap::tests {

// Range 0 … 1, viridis; `allowed` empty: nothing is masked.
PanelPicture pictureOf(MatrixD values, QStringList rowLabels = {}, QStringList columnLabels = {},
                       BoolMatrix allowed = {});
// Rows × columns of weights that differ from cell to cell, all within 0 … 1.
MatrixD gradedMatrix(Index rows, Index columns);

QFont testFont();
QColor colorOfCell(const PanelPicture& picture, Cell cell);

// The picture painted without an overlay on a canvas of this size.
QImage painted(const PanelPicture& picture, QSize size, double pixelRatio = 1);

} // namespace heedmap::tests

// How a failure names things.
inline std::ostream& operator<<(std::ostream& out, const QRectF& r) {
    return out << r.x() << ',' << r.y() << ' ' << r.width() << "x" << r.height();
}
inline std::ostream& operator<<(std::ostream& out, const QString& s) {
    return out << s.toStdString();
}
