#include "ui/cost/cost_plot.h"

#include "ui/cost/cost_text.h"

#include <cmath>

namespace heedmap {

using analysis::CostMeasure;
using analysis::CostSizes;
using analysis::Method;

namespace {

// A fused kernel is full attention as far as anything but memory goes, so it has its color.
struct Line {
    Method method;
    int color;
    SeriesLook look;
};
constexpr std::array lines{
    Line{Method::full, 0, SeriesLook::line},        Line{Method::window, 1, SeriesLook::line},
    Line{Method::bigbird, 2, SeriesLook::line},     Line{Method::flash, 0, SeriesLook::dashedLine},
    Line{Method::linear, 3, SeriesLook::line},      Line{Method::lstm, 4, SeriesLook::line},
    Line{Method::convolution, 5, SeriesLook::line},
};

// Where n_q·n_k lies on a line of n².
double lengthOf(const CostSizes& sizes) {
    return std::sqrt(static_cast<double>(sizes.queries) * static_cast<double>(sizes.keys));
}

QString crossingText(CostMeasure measure) {
    switch (measure) {
    case CostMeasure::products:
        return CostPlot::tr("n = %1: scores alone cost more than an LSTM");
    case CostMeasure::layer:
        return CostPlot::tr("n = %1: the whole layer costs more than an LSTM");
    default:
        return CostPlot::tr("n = %1: dearer than an LSTM");
    }
}

} // namespace

std::vector<Method> CostPlot::methods() {
    std::vector<Method> methods;
    for (const Line& line : lines)
        methods.push_back(line.method);
    return methods;
}

CostPlot::CostPlot(Settings* settings, QWidget* parent)
    : PlotView(tr("Cost"), settings, parent) {
    for (const Line& each : lines) {
        SeriesStyle line;
        line.name = methodName(each.method);
        line.color = each.color;
        line.look = each.look;
        lines_.push_back(addSeries(line));
        line.name.clear(); // the numbers of the point are on the line
        line.legend = QString();
        line.look = SeriesLook::markers;
        points_.push_back(addSeries(line));
    }
    SeriesStyle problem;
    problem.name = tr("the problem in Explore");
    problem.look = SeriesLook::markers;
    problem_ = addSeries(problem);
}

void CostPlot::setProblem(std::optional<CostSizes> sizes, Method method) {
    problemSizes_ = sizes;
    problemMethod_ = method;
}

void CostPlot::setMeasure(CostMeasure measure) {
    setTitle(tr("%1 against n", "a measure of cost").arg(measureName(measure)));
    PlotAxis x{tr("positions n"), PlotScale::logarithmic, 1.0, static_cast<double>(longest), {}};
    PlotAxis y{measureUnit(measure), PlotScale::logarithmic, {}, {}, powerText};
    x.label = powerText;
    setAxes(x, y);
}

void CostPlot::setCost(const CostSizes& sizes, CostMeasure measure) {
    setMeasure(measure);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::vector<QPointF> line;
        for (const analysis::CostPoint& point : costCurve(measure, sizes, lines[i].method, longest))
            line.emplace_back(static_cast<double>(point.n), point.cost);
        setPoints(lines_[i], std::move(line));
        const bool possible = sizes.isOneSequence() || !needsOneSequence(lines[i].method);
        const auto here = possible ? costBy(measure, sizes, lines[i].method) : std::nullopt;
        setPoints(points_[i],
                  here ? std::vector{QPointF(lengthOf(sizes), here->approximate())} : std::vector<QPointF>());
    }
    const auto own = problemSizes_ ? costBy(measure, *problemSizes_, problemMethod_) : std::nullopt;
    setPoints(problem_,
              own ? std::vector{QPointF(lengthOf(*problemSizes_), own->approximate())} : std::vector<QPointF>());
    std::vector<PlotMark> marks;
    if (const auto crossing = crossingWithLstm(measure, sizes)) {
        const double n = crossing->approximate();
        if (n >= 1 && n <= static_cast<double>(longest))
            marks.push_back({Qt::Vertical, n, crossingText(measure).arg(countText(*crossing, true))});
    }
    setMarks(std::move(marks));
    refresh();
}

} // namespace heedmap
