#include "tests/support/ui/pictures.h"

#include "ui/heatmap/heatmap_painter.h"

#include <QFont>
#include <QGuiApplication>
#include <QPainter>

namespace heedmap::tests {

PanelPicture pictureOf(MatrixD values, QStringList rowLabels, QStringList columnLabels, BoolMatrix allowed) {
    PanelPicture picture;
    const auto source = std::make_shared<attention::DenseAlpha>(std::move(values), std::move(allowed));
    picture.source = picture.drawn = source;
    picture.pyramid = std::make_shared<heatmap::Pyramid>(*heatmap::Pyramid::build(*source));
    picture.rowLabels = std::move(rowLabels);
    picture.columnLabels = std::move(columnLabels);
    picture.title = QStringLiteral("additive");
    return picture;
}

MatrixD gradedMatrix(Index rows, Index columns) {
    MatrixD values(rows, columns);
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < columns; ++j)
            values(i, j) = static_cast<double>((i * 37 + j * 53) % 101) / 100.0;
    }
    return values;
}

QFont testFont() {
    QFont font = QGuiApplication::font();
    font.setPixelSize(13);
    return font;
}

QColor colorOfCell(const PanelPicture& picture, Cell cell) {
    const heatmap::Rgba c = heatmap::colorOf(*picture.drawn, cell, picture.style);
    return {c.r, c.g, c.b};
}

QImage painted(const PanelPicture& picture, QSize size, double pixelRatio) {
    QImage image((QSizeF(size) * pixelRatio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(Qt::white);
    QPainter painter(&image);
    const PanelLayout layout = layoutPanel(picture, QRectF(QPointF(0, 0), size), testFont());
    paintPanel(painter, picture, layout, geometryFor(picture, layout, pixelRatio), testFont(), panelColors(false),
               CellsAs::pixels);
    return image;
}

} // namespace heedmap::tests
