#include "ui/plot/plot_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace heedmap {

namespace {

constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
constexpr double room = 0.04; // of the shown part, on either side

QString superscript(int number) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text;
    for (const QChar c : QString::number(number))
        text += c == QLatin1Char('-') ? QChar(u'⁻') : digits[c.digitValue()];
    return text;
}

QString labelOf(const PlotAxis& axis, double value) {
    return axis.label ? axis.label(value) : tickText(value);
}

void addTick(std::vector<PlotTick>& ticks, PlotTick tick) {
    const auto same = [&](const PlotTick& other) {
        return other.label == tick.label;
    };
    if (std::none_of(ticks.begin(), ticks.end(), same))
        ticks.push_back(std::move(tick));
}

std::vector<PlotTick> linearTicks(const PlotAxis& axis, double low, double high, int most) {
    const double rough = (high - low) / most;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = power * 10;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough * (1 - 1e-9)) {
            step = factor * power;
            break;
        }
    }
    const auto countOf = [&](double each) {
        return std::floor(high / each + 1e-9) - std::ceil(low / each - 1e-9) + 1;
    };
    while (countOf(step) < 2 && step > rough / 5) // one number says nothing of the scale: 5, 2, 1, …
        step *= std::abs(step / std::pow(10.0, std::floor(std::log10(step))) - 5) < 1e-6 ? 0.4 : 0.5;
    std::vector<PlotTick> ticks;
    const double first = std::ceil(low / step - 1e-9);
    for (double k = first; k * step <= high + step * 1e-9 && ticks.size() <= 100; ++k) {
        const double value = k == 0 ? 0 : k * step;
        addTick(ticks, {value, labelOf(axis, value)});
    }
    return ticks;
}

std::vector<PlotTick> logarithmicTicks(const PlotAxis& axis, double low, double high, int most) {
    static constexpr std::array<std::array<double, 3>, 3> digits{{{1, 2, 5}, {1, 3, 0}, {1, 0, 0}}};
    constexpr double mostSubdivided = 4; // more decades than these are enough by themselves
    std::vector<PlotTick> ticks;
    for (const auto& multiples : digits) {
        if (multiples[1] > 0 && high - low > mostSubdivided)
            continue;
        ticks.clear();
        for (double decade = std::floor(low); decade <= high && ticks.size() <= 1000; ++decade) {
            for (const double multiple : multiples) {
                const double place = decade + std::log10(multiple);
                if (multiple > 0 && place >= low - 1e-9 && place <= high + 1e-9)
                    addTick(ticks, {place, labelOf(axis, multiple * std::pow(10.0, decade))});
            }
        }
        if (std::ssize(ticks) <= most)
            break;
    }
    // Every so many decades only, counted from 10⁰ so that they stay where they are while the axis grows.
    auto decades = std::max<double>(1, std::ceil(static_cast<double>(ticks.size()) / std::max(1, most)));
    if (decades > 6)
        decades = std::ceil(decades / 10) * 10;
    if (decades > 1)
        std::erase_if(ticks, [&](const PlotTick& tick) { return std::fmod(std::round(tick.place), decades) != 0; });
    return ticks.size() < 2 && high - low < 1 ? std::vector<PlotTick>() : ticks;
}

// The points of one pixel column.
struct Column {
    std::size_t first, last, lowest, highest;

    explicit Column(std::size_t i)
        : first(i)
        , last(i)
        , lowest(i)
        , highest(i) {}

    void add(std::size_t i, std::span<const QPointF> places) {
        last = i;
        if (places[i].y() < places[lowest].y())
            lowest = i;
        if (places[i].y() > places[highest].y())
            highest = i;
    }

    void flush(QList<QPointF>& out, std::span<const QPointF> places) const {
        std::array<std::size_t, 4> kept{first, lowest, highest, last};
        std::sort(kept.begin(), kept.end());
        const auto* const end = std::unique(kept.begin(), kept.end());
        for (const auto* i = kept.begin(); i != end; ++i)
            out.append(places[*i]);
    }
};

} // namespace

double placeOf(PlotScale scale, double value) {
    if (!std::isfinite(value))
        return nowhere;
    if (scale == PlotScale::linear)
        return value;
    return value > 0 ? std::log10(value) : nowhere;
}

double valueAt(PlotScale scale, double place) {
    return scale == PlotScale::linear ? place : std::pow(10.0, place);
}

std::pair<double, double> shownPlaces(const PlotAxis& axis, std::span<const double> values, bool padded) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double value : values) {
        const double place = placeOf(axis.scale, value);
        if (std::isnan(place))
            continue;
        low = std::min(low, place);
        high = std::max(high, place);
    }
    if (low > high)
        std::tie(low, high) = std::pair(0.0, 1.0);
    const double fixedLow = axis.low ? placeOf(axis.scale, *axis.low) : nowhere;
    const double fixedHigh = axis.high ? placeOf(axis.scale, *axis.high) : nowhere;
    if (padded) {
        const double margin = (high - low) * room;
        low -= margin;
        high += margin;
    }
    low = std::isnan(fixedLow) ? low : fixedLow;
    high = std::isnan(fixedHigh) ? high : fixedHigh;
    if (!(high > low)) {
        const double half = axis.scale == PlotScale::linear ? std::max(std::abs(low) * 0.1, 0.5) : 0.5;
        const double middle = low;
        low = std::isnan(fixedLow) ? middle - half : low;
        high = std::isnan(fixedHigh) || !(fixedHigh > low) ? middle + half : high;
    }
    return {low, high};
}

std::vector<PlotTick> ticksOf(const PlotAxis& axis, double low, double high, int most) {
    if (!(high > low) || most < 1 || !std::isfinite(low) || !std::isfinite(high))
        return {};
    if (axis.scale == PlotScale::linear)
        return linearTicks(axis, low, high, most);
    std::vector<PlotTick> ticks = logarithmicTicks(axis, low, high, most);
    if (!ticks.empty())
        return ticks;
    // Less than a decade: round numbers as on a linear axis.
    for (PlotTick& tick : linearTicks(axis, valueAt(axis.scale, low), valueAt(axis.scale, high), most)) {
        if (const double place = placeOf(axis.scale, tick.place); !std::isnan(place))
            ticks.push_back({place, tick.label});
    }
    return ticks;
}

QString tickText(double value) {
    const double size = std::abs(value);
    QString text;
    if (value == 0 || (size > 0.99e-3 && size < 0.99e5)) {
        text = QString::number(value, 'g', 6);
    } else {
        const int power = static_cast<int>(std::floor(std::log10(size) + 1e-9));
        const double mantissa = value / std::pow(10.0, power);
        if (std::abs(std::abs(mantissa) - 1) > 1e-6)
            text = QString::number(mantissa, 'g', 3) + QStringLiteral("×");
        else if (value < 0)
            text = QStringLiteral("-");
        text += QStringLiteral("10") + superscript(power);
    }
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

QList<QPointF> decimated(std::span<const QPointF> places, double low, double high, int pixels) {
    std::vector<QPointF> kept;
    kept.reserve(places.size());
    std::copy_if(places.begin(), places.end(), std::back_inserter(kept),
                 [](const QPointF& p) { return !std::isnan(p.x()) && !std::isnan(p.y()); });
    const auto byX = [](const QPointF& a, const QPointF& b) {
        return a.x() < b.x();
    };
    const bool few = std::ssize(kept) <= 2 * pixels;
    if (few || pixels < 1 || !(high > low) || !std::is_sorted(kept.begin(), kept.end(), byX))
        return {kept.begin(), kept.end()};
    const auto columnOf = [&](const QPointF& p) {
        return std::floor(std::clamp((p.x() - low) / (high - low), -1.0, 2.0) * pixels);
    };
    QList<QPointF> out;
    Column column(0);
    for (std::size_t i = 1; i < kept.size(); ++i) {
        if (columnOf(kept[i]) == columnOf(kept[column.first])) {
            column.add(i, kept);
        } else {
            column.flush(out, kept);
            column = Column(i);
        }
    }
    column.flush(out, kept);
    return out;
}

} // namespace heedmap
