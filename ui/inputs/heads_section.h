// Multi-head attention: the role of the layer in a Transformer, its heads, and the same in PyTorch.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QLabel;
class QSpinBox;

namespace heedmap {

class ChoiceButton;
class QuietButton;
class RoleDrawing;
class SectionLabel;
class SegmentedControl;
class SettingRow;
class ToggleSwitch;
class ViewState;

class HeadsSection : public QWidget {
    Q_OBJECT

public:
    HeadsSection(Document* document, const ViewState* view, QWidget* parent = nullptr);

    QString message() const;

private:
    void addRows();
    void connectFields();
    void follow();
    void followChoices(const files::Session& session);
    void followPanel();
    files::Panel copiedPanel() const; // whose code is copied
    void copyCode();
    void say(const QString& sentence);

    Document* document_;
    const ViewState* view_;
    SectionLabel* head_;
    SegmentedControl* role_;
    RoleDrawing* drawing_;
    QLabel* layer_; // the call of PyTorch
    SettingRow* headsRow_;
    ChoiceButton* heads_;
    SettingRow* groupsRow_;
    ChoiceButton* groups_;
    SettingRow* shownRow_;
    SegmentedControl* shown_;
    ToggleSwitch* biases_;
    SettingRow* drawRow_;
    QSpinBox* seed_;
    QuietButton* draw_;
    QuietButton* copy_;
    QLabel* message_;
    std::vector<Index> possibleHeads_;
    std::vector<Index> possibleGroups_;
};

} // namespace heedmap
