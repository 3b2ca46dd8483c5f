// The chosen row on its way: scores, mask, normalizer, weights, context; a step at a time, by mouse or arrow keys,
// under any score function. Below, how the weights answer to the scores: ∂α/∂e.
#pragma once

#include "ui/inspector/inspected.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace heedmap {

class BarChart;
class ChoiceButton;
class SectionLabel;
class SegmentedControl;
class SettingRow;

class StepsSection : public QWidget {
    Q_OBJECT

public:
    enum class Step { score, mask, normalizer, weight, context };

    explicit StepsSection(QWidget* parent = nullptr);
    void show(const Inspected& inspected);

    Step step() const { return step_; }
    void setStep(Step step);
    // From now on the arrow keys go through the steps.
    void takeKeys();

Q_SIGNALS:
    void columnChosen(int column);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Shown; // the row that is stepped through
    void compute(const Inspected& inspected);
    void showStep();
    void showContext(const Shown& shown);
    void showWeights(const Inspected& inspected);
    bool stepByKey(int key);

    ChoiceButton* function_;
    SettingRow* functionRow_;
    SegmentedControl* steps_;
    QLabel* sentence_;
    QLabel* formula_;
    BarChart* chart_;
    Step step_ = Step::score;
    std::optional<attention::ScoreFunction> chosen_; // none: that of the active panel
    std::shared_ptr<const Shown> shown_;
    std::function<void()> again_; // compute() for the same cell
};

} // namespace heedmap
