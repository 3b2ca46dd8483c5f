// The cost of some methods against n, both logarithmic, with the point of the chosen sizes on every line and the
// length from which attention is dearer than an LSTM.
#pragma once

#include "core/analysis/cost_curve.h"
#include "ui/plot/plot_view.h"

namespace heedmap {

class CostPlot : public PlotView {
    Q_OBJECT

public:
    explicit CostPlot(Settings* settings, QWidget* parent = nullptr);

    void setCost(const analysis::CostSizes& sizes, analysis::CostMeasure measure);

    // The plotted methods, in the order of the series; a series of markers, the chosen sizes, comes after each.
    static std::vector<analysis::Method> methods();
    static constexpr Index longest = 1 << 20;

private:
    void setMeasure(analysis::CostMeasure measure);

    std::vector<int> lines_;
    std::vector<int> points_;
};

} // namespace heedmap
