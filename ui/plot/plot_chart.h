// The chart inside a plot: Qt's, in our colors, with logarithmic axes, decimation, marks and a read-out of our own.
#pragma once

#include "ui/plot/plot_axis.h"

#include <QChart>
#include <QTimer>

#include <optional>
#include <span>
#include <vector>

class QValueAxis;
class QXYSeries;

namespace heedmap {

class PlotChart : public QChart {
    Q_OBJECT

public:
    explicit PlotChart(QGraphicsItem* parent = nullptr);

    void setAxes(PlotAxis x, PlotAxis y);
    const PlotAxis& xAxis() const { return x_.axis; }
    const PlotAxis& yAxis() const { return y_.axis; }
    int addSeries(const SeriesStyle& style);
    int seriesCount() const { return static_cast<int>(series_.size()); }
    void setStyle(int series, const SeriesStyle& style);
    const SeriesStyle& style(int series) const { return at(series).style; }
    void clear(); // no series any more
    void setPoints(int series, std::vector<QPointF> points);
    void append(int series, const QPointF& point);
    const std::vector<QPointF>& points(int series) const { return at(series).points; }
    void setMarks(std::vector<PlotMark> marks);
    const std::vector<PlotMark>& marks() const { return marks_; }

    // What is written below the plot, in the chart's coordinates: as many of the ticks' labels as stand beside each
    // other, each in full.
    struct Label {
        QString text;
        QRectF place;
    };
    const std::vector<Label>& xLabels() const { return xLabels_; }

    // Brings the drawing up to date at once; it comes by itself within 40 ms of a change.
    void refresh();
    void restyle();

    // The points whose x is nearest to a place of the plot (0 … 1 of its width): one a series, or none.
    struct ReadOut {
        double x = 0; // value
        std::vector<std::optional<QPointF>> points;
    };
    std::optional<ReadOut> nearest(double share) const;
    std::optional<ReadOut> neighbour(const ReadOut& from, int direction) const; // the next x to either side
    void setReadOut(std::optional<ReadOut> readOut);
    const std::optional<ReadOut>& readOut() const { return readOut_; }

private:
    friend class PlotGrid;
    friend class PlotOverlay;
    struct Series {
        SeriesStyle style;
        std::vector<QPointF> points; // values
        std::vector<QPointF> places;
        QXYSeries* drawn = nullptr;
    };
    struct Axis {
        PlotAxis axis;
        QValueAxis* drawn = nullptr;
        double low = 0; // places
        double high = 1;
        std::vector<PlotTick> ticks;
    };
    Series& at(int series) { return series_[static_cast<std::size_t>(series)]; }
    const Series& at(int series) const { return series_[static_cast<std::size_t>(series)]; }
    QPointF placed(const QPointF& point) const;
    void changed();
    void showRange(Axis& axis, bool padded, int most);
    void makeRoom();
    void placeXLabels();
    void draw(Series& series);
    ReadOut readOutAt(double x) const;
    QPointF positionOf(const QPointF& place) const; // in the chart's coordinates

    Axis x_;
    Axis y_;
    std::vector<Series> series_;
    std::vector<PlotMark> marks_;
    std::vector<Label> xLabels_;
    std::optional<ReadOut> readOut_;
    QGraphicsItem* grid_;
    QGraphicsItem* overlay_;
    QTimer refreshSoon_;
};

} // namespace heedmap
