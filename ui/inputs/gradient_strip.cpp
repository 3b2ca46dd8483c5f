#include "ui/inputs/gradient_strip.h"

#include <QPainter>
#include <QPainterPath>

namespace heedmap {

QPixmap gradientPixmap(const heatmap::ColorMap& map, QSize size, qreal scaleFactor) {
    const auto table = map.table();
    QImage line(static_cast<int>(table.size()), 1, QImage::Format_RGB32);
    for (std::size_t i = 0; i < table.size(); ++i)
        line.setPixel(static_cast<int>(i), 0, qRgb(table[i].r, table[i].g, table[i].b));
    QPixmap pixmap(size * scaleFactor);
    pixmap.setDevicePixelRatio(scaleFactor);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shape;
    shape.addRoundedRect(QRectF(QPointF(), size), 2, 2);
    painter.setClipPath(shape);
    painter.drawImage(QRectF(QPointF(), size), line);
    return pixmap;
}

GradientStrip::GradientStrip(QWidget* parent)
    : QWidget(parent) {
    setFixedHeight(9);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("color map, from low to high"));
    setToolTip(accessibleName());
}

void GradientStrip::setMap(const heatmap::ColorMap& map) {
    map_ = map;
    update();
}

void GradientStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.drawPixmap(0, 0, gradientPixmap(map_, size(), devicePixelRatioF()));
}

} // namespace heedmap
