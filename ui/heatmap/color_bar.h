// The color scale beside the panels: map, limits and ticks, clipped ends, and the marks that occur in the pictures.
#pragma once

#include "core/heatmap/color_map.h"
#include "core/heatmap/histogram.h"
#include "core/heatmap/value_range.h"

#include <QFont>
#include <QWidget>

#include <optional>
#include <utility>

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
    std::optional<std::pair<double, double>>
        axis{}; // the values at the ends of the strip, where not those of the range

    std::pair<double, double> ends() const;
    double placeOf(double position) const; // on the strip, of a position along the color map; both 0 … 1
};

// Vertical bar with ticks on its right; the width it needs does not depend on the values.
void paintColorBar(QPainter& painter, const ColorBarPicture& picture, const QRectF& area, const QFont& font,
                   const QColor& text, const QColor& dimText);
double colorBarWidth(const QFont& font);
// Where the strip of colors is in that area.
QRectF stripOf(const ColorBarPicture& picture, const QRectF& area, const QFont& font);

// The bar beside the panels: their colors from the smallest to the largest of their numbers, how many numbers lie
// where, the cursor's value, and a handle at each end of the range, to be dragged or moved by keys.
class ColorBar : public QWidget {
    Q_OBJECT

public:
    explicit ColorBar(QWidget* parent = nullptr);
    void setPicture(const ColorBarPicture& picture);
    const ColorBarPicture& picture() const { return picture_; }
    // What the numbers reach, from which the strip begins and where it ends. Only a linear range can be less than that.
    void setData(double smallest, double largest);
    void setHistogram(const heatmap::Histogram& histogram); // over axis(); without counts: none
    void setChosen(std::optional<double> value);            // of the cursor's cell
    void setAdjustable(bool adjustable);                    // whether there are handles
    std::pair<double, double> axis() const;                 // the values at the ends of the strip

    QSize sizeHint() const override;
    QRectF strip() const;
    QRectF handle(bool high) const; // null where there is none

Q_SIGNALS:
    void clicked(); // the color settings are asked for
    // A handle was moved to here; `step` tells one drag from the next.
    void rangeChanged(double low, double high, int step);
    void fitRequested(); // the range is to follow the data again

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Held { none, low, high };
    Held at(QPointF position) const;
    double heightOf(double value) const;
    double valueAt(double y) const;
    void move(Held which, double value);
    bool moveByKey(QKeyEvent* event);

    ColorBarPicture picture_;
    heatmap::Histogram histogram_;
    std::optional<std::pair<double, double>> data_;
    std::optional<double> chosen_;
    bool adjustable_ = false;
    Held held_ = Held::none;
    Held focused_ = Held::high; // what keys move
    int step_ = 0;
};

} // namespace heedmap
