// What attention costs as sequences grow: sizes on the left, a plot and tables of exact counts beside them.
#pragma once

#include "core/analysis/cost_curve.h"
#include "ui/workspaces/workspace.h"

#include <optional>

class QScrollArea;

namespace heedmap {

class ChoiceButton;
class CostFields;
class CostPlot;
class CostTables;
class QuietButton;
class ToggleSwitch;

class CostWorkspace : public Workspace {
    Q_OBJECT

public:
    static Workspace* make(const WorkspaceContext& context, QWidget* parent);
    explicit CostWorkspace(Settings* settings, QWidget* parent = nullptr);

    QWidget* topBar() override { return topBar_; }
    QString facts() const override;
    void exportPicture() override;
    void showProblem(const files::Session& session) override;

private:
    void makeTopBar();
    void makePage();
    const analysis::CostPreset* chosenPreset() const; // none: sizes of one's own, or those of Explore
    void choosePreset(int choice);
    void showCost();
    void restore();
    void keep() const;

    QWidget* topBar_;
    ChoiceButton* preset_;
    ChoiceButton* measure_;
    ToggleSwitch* allDigits_;
    QuietButton* copy_;
    CostFields* fields_;
    CostPlot* plot_;
    CostTables* tables_;
    Settings* settings_;
    std::optional<analysis::CostSizes> problem_; // of Explore
};

} // namespace heedmap
