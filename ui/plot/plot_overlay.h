// What we draw of a chart ourselves: under its series the grid; over them and around labels and titles of the axes,
// marks across it and the read-out under the pointer.
#pragma once

#include "ui/plot/plot_chart.h"

#include <QGraphicsItem>

#include <vector>

namespace heedmap {

class PlotGrid : public QGraphicsItem {
public:
    explicit PlotGrid(PlotChart* chart);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    PlotChart* chart_;
};

// A label that is drawn.
struct TakenPlace {
    QRectF place;
    QString label;
};

class PlotOverlay : public QGraphicsItem {
public:
    explicit PlotOverlay(PlotChart* chart);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintAxes(QPainter& painter) const;
    // `taken`: where labels are already.
    void paintMark(QPainter& painter, const PlotMark& mark, std::vector<TakenPlace>& taken) const;
    void paintReadOut(QPainter& painter, const PlotChart::ReadOut& readOut) const;

    PlotChart* chart_;
};

// A value on an axis as it is read out: the axis' own words, or four digits.
QString readOutText(const PlotAxis& axis, double value);

} // namespace heedmap
