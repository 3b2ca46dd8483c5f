// The cost of some methods against n, both logarithmic, with the point of the chosen sizes on every line, the point of
// the problem in Explore, and the length from which attention is dearer than an LSTM.
#pragma once

#include "core/analysis/cost_curve.h"
#include "ui/plot/plot_view.h"

namespace heedmap {

class CostPlot : public PlotView {
    Q_OBJECT

public:
    explicit CostPlot(Settings* settings, QWidget* parent = nullptr);

    void setCost(const analysis::CostSizes& sizes, analysis::CostMeasure measure);
    // What that problem costs by its own method, at √(n_q·n_k); drawn with the next setCost().
    void setProblem(std::optional<analysis::CostSizes> sizes, analysis::Method method);

    // The plotted methods, in the order of the series; a series of markers, the chosen sizes, comes after each, and
    // that of the problem at the end.
    static std::vector<analysis::Method> methods();
    static int problemSeries() { return 2 * static_cast<int>(methods().size()); }
    static constexpr Index longest = 1 << 20;

private:
    void setMeasure(analysis::CostMeasure measure);

    std::vector<int> lines_;
    std::vector<int> points_;
    int problem_ = 0;
    std::optional<analysis::CostSizes> problemSizes_;
    analysis::Method problemMethod_ = analysis::Method::full;
};

} // namespace heedmap
