// The color scale beside the panels: map, limits and ticks, clipped ends, and the marks that occur in the pictures.
#pragma once

#include "core/heatmap/color_map.h"
#include "core/heatmap/value_range.h"

#include <QFont>
#include <QWidget>

class QPainter;

namespace heedmap {

struct ColorBarPicture {
    heatmap::ValueRange range;
    heatmap::ColorMap map;
    QString label;             // "α", "e", "rank in row"
    bool clippedBelow = false; // some number lies below the low limit: the end is marked
    bool clippedAbove = false;
    heatmap::MarkSet marks = 0; // which marks to explain below the bar
    bool dark = false;
};

// Vertical bar with ticks on its right; the width it needs does not depend on the values.
void paintColorBar(QPainter& painter, const ColorBarPicture& picture, const QRectF& area, const QFont& font,
                   const QColor& text, const QColor& dimText);
double colorBarWidth(const QFont& font);

class ColorBar : public QWidget {
    Q_OBJECT

public:
    explicit ColorBar(QWidget* parent = nullptr);
    void setPicture(const ColorBarPicture& picture);
    QSize sizeHint() const override;

Q_SIGNALS:
    void clicked(); // the color settings are asked for

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    ColorBarPicture picture_;
};

} // namespace heedmap
