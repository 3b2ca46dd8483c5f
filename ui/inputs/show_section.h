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
    ChoiceButton* cells_;
};

} // namespace heedmap
