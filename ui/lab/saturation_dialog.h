// Why scores are divided by √d_k: the same random data under growing d_k, with and without the root; how the variance
// of e, the entropy of α and ‖∂α/∂e‖ follow.
#pragma once

#include "core/analysis/saturation.h"

#include <QDialog>

#include <vector>

class QLabel;
class QSlider;
class QSpinBox;

namespace heedmap {

class BarChart;
class FigureTable;
class PlotView;
class Settings;

class SaturationDialog : public QDialog {
    Q_OBJECT

public:
    explicit SaturationDialog(Settings* settings, QWidget* parent = nullptr);

    Index dimension() const;
    double temperature() const;
    void setDimension(Index dimension); // the nearest of those that are plotted
    void setTemperature(double temperature);

    // Those that are plotted: 1 … 1024.
    static const std::vector<Index>& dimensions();

private:
    QWidget* makeControls();
    QWidget* makePlots(Settings* settings);
    void drawData();
    void showCurves();
    void showPoint();

    analysis::SaturationData data_;
    QSlider* dimensionSlider_;
    QLabel* dimensionText_;
    QSlider* temperatureSlider_;
    QLabel* temperatureText_;
    QSpinBox* seed_;
    QLabel* sentence_;
    FigureTable* figures_;
    BarChart* row_;
    std::vector<PlotView*> plots_; // variance, entropy, gradient
};

} // namespace heedmap
