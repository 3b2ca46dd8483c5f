// What is drawn beside the colors, and what the panels share.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

namespace heedmap {

class ChoiceButton;
class ToggleSwitch;

class ShowSection : public QWidget {
    Q_OBJECT

public:
    explicit ShowSection(Document* document, QWidget* parent = nullptr);

    ToggleSwitch* goldToggle() const { return gold_; }
    ToggleSwitch* linkedToggle() const { return linked_; }
    ToggleSwitch* linkedRangeToggle() const { return linkedRange_; }
    ChoiceButton* numbersChoice() const { return numbers_; }
    ChoiceButton* labelsChoice() const { return labels_; }

private:
    void connectFields();
    void follow();

    Document* document_;
    ChoiceButton* drawing_;
    ToggleSwitch* gold_;
    ToggleSwitch* linked_;
    ToggleSwitch* linkedRange_;
    ChoiceButton* numbers_;
    ChoiceButton* labels_;
};

} // namespace heedmap
