// What we draw of a chart ourselves: under its series the grid; over them and around labels and titles of the axes,
// marks across it and the read-out under the pointer.
#pragma once

#include "ui/plot/plot_chart.h"

#include <QGraphicsItem>

namespace heedmap {

class PlotGrid : public QGraphicsItem {
public:
    explicit PlotGrid(PlotChart* chart);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    PlotChart* chart_;
};

class PlotOverlay : public QGraphicsItem {
public:
    explicit PlotOverlay(PlotChart* chart);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintAxes(QPainter& painter) const;
    void paintMark(QPainter& painter, const PlotMark& mark) const;
    void paintReadOut(QPainter& painter, const PlotChart::ReadOut& readOut) const;

    PlotChart* chart_;
};

// A value on an axis as it is read out: the axis' own words, or four digits.
QString readOutText(const PlotAxis& axis, double value);

} // namespace heedmap
