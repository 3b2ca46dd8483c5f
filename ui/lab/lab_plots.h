// The plots under the models: the loss step by step, accuracy against sentence length (the bottleneck), and how far
// gradients reach (the path length).
#pragma once

#include "ui/lab/lab.h"
#include "ui/lab/smoothing.h"
#include "ui/plot/plot_view.h"

class QStackedWidget;

namespace heedmap {

class QuietButton;
class ReachProbe;
class SegmentedControl;
class ToggleSwitch;

// Sentences of neighbouring lengths taken together until there are at least `least`, so that a share says something:
// (mean length, share that is exactly right).
std::vector<QPointF> accuracyByLength(const std::vector<seq2seq::LengthScore>& scores, Index least);

class LabPlots : public QWidget {
    Q_OBJECT

public:
    LabPlots(Lab* lab, Settings* settings, QWidget* parent = nullptr);

    PlotView* current() const;
    PlotView* loss() const { return loss_; }
    PlotView* accuracy() const { return accuracy_; }
    PlotView* reach() const { return reach_; }

private:
    struct Curve {
        int raw = -1; // series of the loss plot
        int smooth = -1;
        int heldOut = -1;
        int accuracy = -1;     // of the accuracy plot
        std::size_t steps = 0; // drawn so far
        std::size_t validations = 0;
        Smoothing smoothing;
    };
    void makeCurves();
    void follow();
    void followLosses(const LabVariant& variant, Curve& curve);
    void setAxes();
    void styleCurves();
    void show(int plot);
    void showReach();

    Lab* lab_;
    Settings* settings_;
    SegmentedControl* choice_;
    ToggleSwitch* smooth_;
    ToggleSwitch* logarithmic_;
    QWidget* lossSwitches_;
    QStackedWidget* stack_;
    PlotView* loss_;
    PlotView* accuracy_;
    PlotView* reach_;
    ReachProbe* probe_;
    std::vector<Curve> curves_;
};

} // namespace heedmap
