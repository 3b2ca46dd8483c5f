#include "ui/widgets/bar_chart.h"

#include "ui/base/numbers.h"
#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr double betweenLabels = 6;
constexpr double widestBar = 24;

} // namespace

BarChart::BarChart(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BarChart::setBars(std::vector<BarSeries> series, QStringList labels) {
    series_ = std::move(series);
    labels_ = std::move(labels);
    muted_.clear();
    updateGeometry();
    update();
}

void BarChart::setMuted(std::vector<bool> muted) {
    muted_ = std::move(muted);
    update();
}

void BarChart::setMarked(std::optional<int> bar) {
    marked_ = bar;
    update();
}

void BarChart::setLimits(double low, double high) {
    fixedLimits_ = {low, high};
    update();
}

QSize BarChart::sizeHint() const {
    return {200, 64 + (labels_.isEmpty() ? 0 : fontMetrics().height())};
}

QSize BarChart::minimumSizeHint() const {
    return {80, sizeHint().height()};
}

int BarChart::count() const {
    std::size_t most = 0;
    for (const BarSeries& series : series_)
        most = std::max(most, series.values.size());
    return static_cast<int>(most);
}

QRectF BarChart::plotArea() const {
    const double labelHeight = labels_.isEmpty() ? 0 : fontMetrics().height();
    return QRectF(rect()).adjusted(0, 2, 0, -2 - labelHeight);
}

std::pair<double, double> BarChart::limits() const {
    double low = fixedLimits_ ? fixedLimits_->first : 0;
    double high = fixedLimits_ ? fixedLimits_->second : 0;
    for (const BarSeries& series : series_) {
        for (const double value : series.values) {
            if (!std::isfinite(value))
                continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    return {low, high > low ? high : low + 1};
}

int BarChart::barAt(const QPoint& point) const {
    const int bars = count();
    if (bars == 0 || point.x() < 0 || point.x() >= width())
        return -1;
    return std::min(point.x() * bars / std::max(width(), 1), bars - 1);
}

QString BarChart::textAt(const QPoint& point) const {
    const int bar = barAt(point);
    if (bar < 0)
        return {};
    QStringList lines;
    const QString label = bar < labels_.size() ? shownToken(labels_[bar]) : QString::number(bar);
    for (const BarSeries& series : series_) {
        if (static_cast<std::size_t>(bar) >= series.values.size())
            continue;
        const QString value = exactNumberText(series.values[static_cast<std::size_t>(bar)]);
        lines << (series_.size() > 1 ? tr("%1, %2: %3").arg(label, series.name, value)
                                     : tr("%1: %2").arg(label, value));
    }
    return lines.join(QLatin1Char('\n'));
}

bool BarChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipText(textAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

void BarChart::mouseReleaseEvent(QMouseEvent* event) {
    const int bar = barAt(event->position().toPoint());
    if (bar >= 0 && rect().contains(event->position().toPoint()))
        Q_EMIT clicked(bar);
}

void BarChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF plot = plotArea();
    paintBars(painter, plot);
    if (!labels_.isEmpty())
        paintLabels(painter, plot);
}

void BarChart::paintBars(QPainter& painter, const QRectF& plot) const {
    const auto [low, high] = limits();
    const double bottom = low, span = high - low;
    const auto y = [&](double value) {
        return plot.bottom() - (value - bottom) / span * plot.height();
    };
    painter.setPen(QPen(theme().hairline, 1));
    painter.drawLine(QPointF(plot.left(), std::round(y(0)) + 0.5), QPointF(plot.right(), std::round(y(0)) + 0.5));
    if (count() == 0)
        return;
    const double slot = plot.width() / count();
    if (slot < 1)
        return paintDense(painter, plot, y);
    const auto series = static_cast<double>(series_.size());
    const double gap = slot > 6 ? std::max(slot * 0.25, slot - widestBar * series) : 0;
    const double width = std::max((slot - gap) / series, 1.0);
    for (std::size_t s = 0; s < series_.size(); ++s) {
        for (std::size_t i = 0; i < series_[s].values.size(); ++i) {
            const double value = series_[s].values[i];
            if (!std::isfinite(value) || value == 0)
                continue;
            const bool muted = i < muted_.size() && muted_[i];
            const QColor color = s > 0 || muted ? theme().neutralBar : value < 0 ? theme().negative : theme().accent;
            const double left = plot.left() + static_cast<double>(i) * slot + gap / 2 + static_cast<double>(s) * width;
            const QRectF bar(QPointF(left, std::min(y(value), y(0))), QPointF(left + width, std::max(y(value), y(0))));
            painter.fillRect(bar, muted ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
        }
    }
}

// More bars than pixels: of all that share one, the largest and the smallest. A single large one is never lost.
void BarChart::paintDense(QPainter& painter, const QRectF& plot, const std::function<double(double)>& y) const {
    struct Column {
        double low = 0;
        double high = 0;
        bool muted = true;
    };
    const auto width = static_cast<std::size_t>(std::max(1.0, std::ceil(plot.width())));
    const double perBar = plot.width() / count();
    for (std::size_t s = 0; s < series_.size(); ++s) {
        std::vector<Column> columns(width);
        const std::vector<double>& values = series_[s].values;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i]) || values[i] == 0)
                continue;
            Column& column = columns[std::min(static_cast<std::size_t>(static_cast<double>(i) * perBar), width - 1)];
            column.low = std::min(column.low, values[i]);
            column.high = std::max(column.high, values[i]);
            column.muted = column.muted && i < muted_.size() && muted_[i];
        }
        for (std::size_t x = 0; x < width; ++x) {
            const auto fill = [&](double value, const QColor& usual) {
                const bool muted = columns[x].muted;
                const QColor color = s > 0 || muted ? theme().neutralBar : usual;
                const double left = plot.left() + static_cast<double>(x);
                const QRectF bar(QPointF(left, std::min(y(value), y(0))), QPointF(left + 1, std::max(y(value), y(0))));
                if (value != 0)
                    painter.fillRect(QRectF(bar.toAlignedRect()),
                                     muted ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
            };
            fill(columns[x].high, theme().accent);
            fill(columns[x].low, theme().negative);
        }
    }
}

// Every label that has room, else every second, third …; the marked one always.
void BarChart::paintLabels(QPainter& painter, const QRectF& plot) const {
    const double slot = plot.width() / std::max(count(), 1);
    const double least = std::clamp<double>(fontMetrics().horizontalAdvance(labels_.last()) + 8,
                                            fontMetrics().horizontalAdvance(QStringLiteral("mmm")), 64);
    const int step = std::max(1, static_cast<int>(std::ceil(least / slot)));
    const double most = slot * step - 2;
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const auto textOf = [&](int i, const QFont& font) {
        return QFontMetrics(font).elidedText(shownToken(labels_[i]), Qt::ElideRight, static_cast<int>(most));
    };
    const auto placeOf = [&](int i, const QFont& font) {
        const double wide = QFontMetricsF(font).horizontalAdvance(textOf(i, font));
        const double left = plot.left() + (i + 0.5) * slot - wide / 2;
        return QRectF(std::clamp(left, 0.0, std::max(0.0, width() - wide)), plot.bottom() + 2, wide,
                      height() - plot.bottom() - 2);
    };
    const QRectF marked = marked_ && *marked_ < labels_.size() ? placeOf(*marked_, bold) : QRectF();
    double from = 0;
    for (int i = 0; i < labels_.size(); ++i) {
        const bool isMarked = marked_ == i;
        if (i % step != 0 && !isMarked)
            continue; // measuring a text takes long
        const QRectF place = isMarked ? marked : placeOf(i, font());
        const bool covered = !isMarked && (place.left() < from ||
                                           place.adjusted(-betweenLabels, 0, betweenLabels, 0).intersects(marked));
        if (covered)
            continue;
        painter.setFont(isMarked ? bold : font());
        painter.setPen(isMarked ? theme().text : theme().dimText);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip, textOf(i, painter.font()));
        from = place.right() + betweenLabels;
    }
}

} // namespace heedmap
