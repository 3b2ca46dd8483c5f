// What if weights were others: sliders for a row, or a cell, a selection, a key or a head set to 0; and how the context
// moves. Where a panel holds only weights: what becomes of those of the row.
#pragma once

#include "ui/inspector/inspected.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace heedmap {

class BarChart;
class ChoiceButton;
class ContextPlane;
class QuietButton;
class SectionLabel;
class SettingRow;
class ToggleSwitch;
class WeightSliders;

class WhatIfSection : public QWidget {
    Q_OBJECT

public:
    enum class Change { sliders, cell, selection, key, head };

    explicit WhatIfSection(QWidget* parent = nullptr);
    void show(const Inspected& inspected);
    void setChange(Change change);

Q_SIGNALS:
    // α' of the chosen row: for what depends on it beside the context.
    void weightsChanged(const heedmap::VectorD& weights);

private:
    struct Subject; // what is changed, kept between show() and the sliders
    void addRows();
    void offerComponents();
    void update();
    void updateWeights(Change change);
    void showRowChange(const VectorD& weights, const VectorD& context, double moved, double relative, double angle);
    void showAllRows(const VectorD& moved);
    void withoutHead();

    ChoiceButton* change_;
    ToggleSwitch* renormalise_;
    WeightSliders* sliders_;
    QuietButton* reset_;
    QLabel* figures_;
    SettingRow* planeRow_;
    ChoiceButton* first_;
    ChoiceButton* second_;
    ContextPlane* plane_;
    SectionLabel* rowsHead_;
    BarChart* rows_;
    std::shared_ptr<const Subject> subject_;
    std::optional<std::pair<Index, Index>> components_; // chosen by the user
};

} // namespace heedmap
