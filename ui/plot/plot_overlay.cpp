#include "ui/plot/plot_overlay.h"

#include "ui/base/numbers.h"
#include "ui/plot/plot_axis.h"
#include "ui/plot/plot_look.h"
#include "ui/settings/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace heedmap {

namespace {

struct Line {
    QString name;
    QString value;
    QColor color; // invalid: no dot
};

constexpr double padding = 8;
constexpr double dot = 6;

// Below the labels that are in the way; none where the same is said there already.
std::optional<QRectF> freePlace(QRectF place, const QString& label, std::vector<TakenPlace>& taken) {
    const auto inTheWay = [&] {
        return std::find_if(taken.begin(), taken.end(),
                            [&](const TakenPlace& other) { return other.place.intersects(place); });
    };
    for (auto other = inTheWay(); other != taken.end(); other = inTheWay()) {
        if (other->label == label)
            return std::nullopt;
        place.moveTop(other->place.bottom());
    }
    taken.push_back({place, label});
    return place;
}

} // namespace

QString readOutText(const PlotAxis& axis, double value) {
    return axis.label ? axis.label(value) : numberText(value, 4);
}

PlotGrid::PlotGrid(PlotChart* chart)
    : QGraphicsItem(chart)
    , chart_(chart) {
    setZValue(-0.5); // series stand at 0 and above
}

QRectF PlotGrid::boundingRect() const {
    return QRectF(QPointF(), chart_->size());
}

// A line at every tick, and a frame; in the middle of pixels, so that each is one pixel wide.
void PlotGrid::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const auto middle = [](double position) {
        return std::round(position) + 0.5;
    };
    const QRectF plot = chart_->plotArea();
    const QRectF frame(QPointF(middle(plot.left()), middle(plot.top())),
                       QPointF(middle(plot.right()), middle(plot.bottom())));
    painter->save();
    painter->setPen(QPen(theme().hairline, 1));
    painter->setBrush(Qt::NoBrush);
    for (const PlotTick& tick : chart_->x_.ticks) {
        const double x = middle(chart_->positionOf({tick.place, chart_->y_.low}).x());
        painter->drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()));
    }
    for (const PlotTick& tick : chart_->y_.ticks) {
        const double y = middle(chart_->positionOf({chart_->x_.low, tick.place}).y());
        painter->drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y));
    }
    painter->drawRect(frame);
    painter->restore();
}

PlotOverlay::PlotOverlay(PlotChart* chart)
    : QGraphicsItem(chart)
    , chart_(chart) {
    setZValue(100);
}

QRectF PlotOverlay::boundingRect() const {
    return QRectF(QPointF(), chart_->size());
}

void PlotOverlay::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(chart_->font());
    paintAxes(*painter);
    std::vector<TakenPlace> taken;
    for (const PlotMark& mark : chart_->marks_)
        paintMark(*painter, mark, taken);
    if (const auto& readOut = chart_->readOut())
        paintReadOut(*painter, *readOut);
    painter->restore();
}

void PlotOverlay::paintAxes(QPainter& painter) const {
    const QFontMetricsF metrics(painter.font());
    const QRectF plot = chart_->plotArea();
    painter.setPen(theme().dimText);
    painter.drawText(QPointF(0, metrics.ascent()), chart_->yAxis().title);
    for (const PlotTick& tick : chart_->y_.ticks) {
        const double y =
            chart_->positionOf({chart_->x_.low, tick.place}).y() + (metrics.ascent() - metrics.descent()) / 2;
        painter.drawText(QPointF(plot.left() - 6 - metrics.horizontalAdvance(tick.label), y), tick.label);
    }
    for (const PlotChart::Label& label : chart_->xLabels())
        painter.drawText(label.place.topLeft() + QPointF(0, metrics.ascent()), label.text);
    const double titleTop = plot.bottom() + 6 + metrics.height() + 2;
    const QString& title = chart_->xAxis().title;
    if (titleTop + metrics.height() <= chart_->size().height() + 1)
        painter.drawText(QPointF(plot.center().x() - metrics.horizontalAdvance(title) / 2, titleTop + metrics.ascent()),
                         title);
}

void PlotOverlay::paintMark(QPainter& painter, const PlotMark& mark, std::vector<TakenPlace>& taken) const {
    const bool vertical = mark.orientation == Qt::Vertical;
    const PlotChart::Axis& axis = vertical ? chart_->x_ : chart_->y_;
    const double place = placeOf(axis.axis.scale, mark.value);
    if (!(place >= axis.low && place <= axis.high))
        return;
    const QRectF plot = chart_->plotArea();
    const QPointF at = chart_->positionOf({place, place});
    const double x = std::round(at.x()) + 0.5;
    const double y = std::round(at.y()) + 0.5;
    painter.setPen(QPen(theme().dimText, 1, Qt::DashLine));
    if (vertical)
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    else
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(mark.label);
    painter.setPen(theme().dimText);
    if (vertical) {
        const bool fits = x + 4 + width <= plot.right();
        const QRectF first(fits ? x + 4 : x - 4 - width, plot.top(), width, metrics.height());
        if (const auto free = freePlace(first, mark.label, taken))
            painter.drawText(free->topLeft() + QPointF(0, metrics.ascent()), mark.label);
    } else {
        const bool above = y - metrics.height() >= plot.top();
        painter.drawText(QPointF(plot.right() - width, above ? y - metrics.descent() - 2 : y + metrics.ascent() + 2),
                         mark.label);
    }
}

void PlotOverlay::paintReadOut(QPainter& painter, const PlotChart::ReadOut& readOut) const {
    const Theme& t = theme();
    const QRectF plot = chart_->plotArea();
    const double x = chart_->positionOf({placeOf(chart_->xAxis().scale, readOut.x), 0}).x();
    if (!(x >= plot.left() - 1 && x <= plot.right() + 1))
        return;
    painter.setPen(QPen(t.dimText, 1));
    painter.drawLine(QPointF(std::round(x) + 0.5, plot.top()), QPointF(std::round(x) + 0.5, plot.bottom()));
    std::vector<Line> lines{{chart_->xAxis().title, readOutText(chart_->xAxis(), readOut.x), {}}};
    for (std::size_t i = 0; i < readOut.points.size(); ++i) {
        const SeriesStyle& style = chart_->style(static_cast<int>(i));
        if (!readOut.points[i] || style.name.isEmpty())
            continue;
        lines.push_back({style.name, readOutText(chart_->yAxis(), readOut.points[i]->y()), seriesColor(style.color)});
        const QPointF at = chart_->positionOf(chart_->placed(*readOut.points[i]));
        if (!std::isnan(at.y()) && plot.adjusted(-1, -1, 1, 1).contains(at)) {
            painter.setPen(QPen(t.field, 1.5));
            painter.setBrush(seriesColor(style.color));
            painter.drawEllipse(at, 4, 4);
        }
    }
    const QFontMetricsF metrics(painter.font());
    double names = 0;
    double values = 0;
    for (const Line& line : lines) {
        names = std::max(names, metrics.horizontalAdvance(line.name) + (line.color.isValid() ? dot + 6 : 0));
        values = std::max(values, metrics.horizontalAdvance(line.value));
    }
    const QSizeF size(names + 16 + values + 2 * padding,
                      static_cast<double>(lines.size()) * metrics.height() + 1.5 * padding);
    const bool right = x + 10 + size.width() <= plot.right();
    const double left = std::max(0.0, right ? x + 10 : x - 10 - size.width());
    const QRectF box(QPointF(left, plot.top() + 4), size);
    painter.setPen(QPen(t.hairline, 1));
    painter.setBrush(t.field);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    double y = box.top() + 0.75 * padding;
    for (const Line& line : lines) {
        double nameAt = box.left() + padding;
        if (line.color.isValid()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(line.color);
            painter.drawEllipse(QPointF(nameAt + dot / 2, y + metrics.height() / 2), dot / 2, dot / 2);
            nameAt += dot + 6;
        }
        painter.setPen(t.dimText);
        painter.drawText(QPointF(nameAt, y + metrics.ascent()), line.name);
        painter.setPen(t.text);
        painter.drawText(QPointF(box.right() - padding - metrics.horizontalAdvance(line.value), y + metrics.ascent()),
                         line.value);
        y += metrics.height();
    }
}

} // namespace heedmap
