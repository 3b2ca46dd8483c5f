#include "ui/plot/plot_chart.h"

#include "ui/plot/plot_look.h"
#include "ui/plot/plot_overlay.h"
#include "ui/settings/theme.h"

#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr int refreshMilliseconds = 40;
constexpr int pixelsAnXTick = 56;
constexpr int pixelsAYTick = 36;
constexpr double labelGap = 6;         // between labels and plot
constexpr double betweenLabels = 10;   // at least
constexpr double beyond = 12;          // the plot, for half a label at its right end
constexpr double lowestWithTitle = 64; // a plot that is lower than this needs the line of the axis' title for itself

} // namespace

PlotChart::PlotChart(QGraphicsItem* parent)
    : QChart(parent)
    , grid_(new PlotGrid(this))
    , overlay_(new PlotOverlay(this)) {
    x_.drawn = new QValueAxis(this);
    y_.drawn = new QValueAxis(this);
    addAxis(x_.drawn, Qt::AlignBottom);
    addAxis(y_.drawn, Qt::AlignLeft);
    // They only say which places are shown. Lines and labels are ours: where a plot is low, Qt shortens its labels to
    // an ellipsis and draws its lines outside the plot.
    for (QValueAxis* axis : {x_.drawn, y_.drawn})
        axis->setVisible(false);
    legend()->hide();
    layout()->setContentsMargins(0, 0, 0, 0);
    setBackgroundVisible(false);
    refreshSoon_.setSingleShot(true);
    refreshSoon_.setInterval(refreshMilliseconds);
    connect(&refreshSoon_, &QTimer::timeout, this, &PlotChart::refresh);
    setMargins(QMargins());
    connect(this, &QChart::plotAreaChanged, this, &PlotChart::changed);
    restyle();
    refresh();
}

void PlotChart::setAxes(PlotAxis x, PlotAxis y) {
    x_.axis = std::move(x);
    y_.axis = std::move(y);
    for (Series& series : series_)
        std::transform(series.points.begin(), series.points.end(), series.places.begin(),
                       [this](const QPointF& point) { return placed(point); });
    changed();
}

int PlotChart::addSeries(const SeriesStyle& style) {
    Series series;
    if (style.look == SeriesLook::markers)
        series.drawn = new QScatterSeries(this);
    else
        series.drawn = new QLineSeries(this);
    QChart::addSeries(series.drawn);
    series.drawn->attachAxis(x_.drawn);
    series.drawn->attachAxis(y_.drawn);
    series_.push_back(std::move(series));
    const int index = seriesCount() - 1;
    setStyle(index, style);
    return index;
}

// Whether it is a line or markers alone is decided once.
void PlotChart::setStyle(int index, const SeriesStyle& style) {
    Series& series = at(index);
    series.style = style;
    const QPen pen = seriesPen(style);
    series.drawn->setVisible(style.visible);
    changed();
    series.drawn->setColor(pen.color());
    if (auto* scatter = qobject_cast<QScatterSeries*>(series.drawn)) {
        scatter->setMarkerSize(markerSize(style));
        scatter->setPen(Qt::NoPen);
        scatter->setBrush(pen.color());
        return;
    }
    series.drawn->setPen(pen);
    series.drawn->setPointsVisible(markerSize(style) > 0);
    series.drawn->setMarkerSize(markerSize(style) / 2); // on a line Qt takes it for the radius
}

void PlotChart::clear() {
    removeAllSeries();
    series_.clear();
    setReadOut(std::nullopt);
    changed();
}

QPointF PlotChart::placed(const QPointF& point) const {
    return {placeOf(x_.axis.scale, point.x()), placeOf(y_.axis.scale, point.y())};
}

void PlotChart::setPoints(int index, std::vector<QPointF> points) {
    Series& series = at(index);
    series.places.resize(points.size());
    std::transform(points.begin(), points.end(), series.places.begin(),
                   [this](const QPointF& point) { return placed(point); });
    series.points = std::move(points);
    changed();
}

void PlotChart::append(int index, const QPointF& point) {
    at(index).points.push_back(point);
    at(index).places.push_back(placed(point));
    changed();
}

void PlotChart::setMarks(std::vector<PlotMark> marks) {
    marks_ = std::move(marks);
    overlay_->update();
}

void PlotChart::changed() {
    if (!refreshSoon_.isActive())
        refreshSoon_.start();
}

void PlotChart::refresh() {
    refreshSoon_.stop();
    makeRoom();
    for (Series& series : series_)
        draw(series);
    placeXLabels();
    grid_->update();
    overlay_->update();
}

// Around the plot: above it the title of the y axis, so that nobody has to turn the head; on the left and below the
// labels; under them the title of the x axis, where there is room.
void PlotChart::makeRoom() {
    const QFontMetricsF metrics(font());
    const double top = metrics.height() + 8;
    double bottom = labelGap + metrics.height();
    const bool titled = !x_.axis.title.isEmpty() && size().height() - top - bottom - metrics.height() > lowestWithTitle;
    if (titled)
        bottom += metrics.height() + 2;
    const double height = std::max(1.0, size().height() - top - bottom);
    showRange(y_, true, std::max(2, static_cast<int>(height) / pixelsAYTick));
    double left = 0;
    for (const PlotTick& tick : y_.ticks)
        left = std::max(left, metrics.horizontalAdvance(tick.label));
    left = std::ceil(left + labelGap + 2);
    const double width = std::max(1.0, size().width() - left - beyond);
    const bool marked = std::any_of(series_.begin(), series_.end(), [](const Series& series) {
        return series.style.visible && markerSize(series.style) > 0 && series.points.size() > 1;
    });
    showRange(x_, marked, std::max(2, static_cast<int>(width) / pixelsAnXTick));
    const QRectF plot(left, top, width, height);
    if (plot != plotArea())
        setPlotArea(plot);
}

void PlotChart::placeXLabels() {
    const QFontMetricsF metrics(font());
    const QRectF plot = plotArea();
    double from = 0;
    xLabels_.clear();
    for (const PlotTick& tick : x_.ticks) {
        const double width = metrics.horizontalAdvance(tick.label);
        const double middle = positionOf({tick.place, y_.low}).x();
        const double left = std::max(0.0, std::min(middle - width / 2, size().width() - width));
        if (tick.label.isEmpty() || left < from)
            continue;
        xLabels_.push_back({tick.label, QRectF(left, plot.bottom() + labelGap, width, metrics.height())});
        from = left + width + betweenLabels;
    }
}

void PlotChart::showRange(Axis& axis, bool padded, int most) {
    std::vector<double> values;
    for (const Series& series : series_) {
        for (std::size_t i = 0; series.style.visible && i < series.points.size(); ++i) {
            const bool drawn = !std::isnan(series.places[i].x()) && !std::isnan(series.places[i].y());
            if (drawn)
                values.push_back(&axis == &x_ ? series.points[i].x() : series.points[i].y());
        }
    }
    std::tie(axis.low, axis.high) = shownPlaces(axis.axis, values, padded);
    axis.ticks = ticksOf(axis.axis, axis.low, axis.high, most);
    axis.drawn->setRange(axis.low, axis.high);
}

void PlotChart::draw(Series& series) {
    series.drawn->replace(decimated(series.places, x_.low, x_.high, std::max(1, static_cast<int>(plotArea().width()))));
}

void PlotChart::restyle() {
    for (int i = 0; i < seriesCount(); ++i)
        setStyle(i, style(i));
    grid_->update();
    overlay_->update();
}

QPointF PlotChart::positionOf(const QPointF& place) const {
    const QRectF plot = plotArea();
    return {plot.left() + (place.x() - x_.low) / (x_.high - x_.low) * plot.width(),
            plot.bottom() - (place.y() - y_.low) / (y_.high - y_.low) * plot.height()};
}

PlotChart::ReadOut PlotChart::readOutAt(double x) const {
    ReadOut readOut{x, {}};
    for (const Series& series : series_) {
        const auto found =
            std::find_if(series.points.begin(), series.points.end(), [x](const QPointF& p) { return p.x() == x; });
        const bool isThere = series.style.visible && found != series.points.end();
        readOut.points.push_back(isThere ? std::optional(*found) : std::nullopt);
    }
    return readOut;
}

std::optional<PlotChart::ReadOut> PlotChart::nearest(double share) const {
    const double wanted = x_.low + share * (x_.high - x_.low);
    std::optional<QPointF> best;
    double distance = 0;
    for (const Series& series : series_) {
        for (std::size_t i = 0; series.style.visible && i < series.places.size(); ++i) {
            const double off = std::abs(series.places[i].x() - wanted);
            if (!std::isnan(off) && (!best || off < distance)) {
                best = series.points[i];
                distance = off;
            }
        }
    }
    return best ? std::optional(readOutAt(best->x())) : std::nullopt;
}

std::optional<PlotChart::ReadOut> PlotChart::neighbour(const ReadOut& from, int direction) const {
    std::optional<double> next;
    for (const Series& series : series_) {
        if (!series.style.visible)
            continue;
        for (const QPointF& point : series.points) {
            const bool isAhead = direction > 0 ? point.x() > from.x : point.x() < from.x;
            if (isAhead && (!next || (direction > 0 ? point.x() < *next : point.x() > *next)))
                next = point.x();
        }
    }
    return next ? std::optional(readOutAt(*next)) : std::nullopt;
}

void PlotChart::setReadOut(std::optional<ReadOut> readOut) {
    readOut_ = std::move(readOut);
    overlay_->update();
}

} // namespace heedmap
