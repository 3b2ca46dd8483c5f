// A color map from its low to its high end.
#pragma once

#include "core/heatmap/color_map.h"

#include <QPixmap>
#include <QWidget>

namespace heedmap {

// The map as a small picture of `size` logical pixels.
QPixmap gradientPixmap(const heatmap::ColorMap& map, QSize size, qreal scaleFactor);

class GradientStrip : public QWidget {
    Q_OBJECT

public:
    explicit GradientStrip(QWidget* parent = nullptr);
    void setMap(const heatmap::ColorMap& map);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    heatmap::ColorMap map_;
};

} // namespace heedmap
