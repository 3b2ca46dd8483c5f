// The controls of Align in the top bar: what is trained with, which models, and the run itself.
#pragma once

#include "ui/lab/lab.h"

#include <QWidget>

class QToolButton;

namespace heedmap {

class ActionTable;
class ChoiceButton;
class SegmentedControl;

class LabBar : public QWidget {
    Q_OBJECT

public:
    LabBar(Lab* lab, const ActionTable& actions, QWidget* parent = nullptr);

Q_SIGNALS:
    void corpusChosen(const QString& name);
    void fileRequested();

private:
    void refresh();
    void toggleVariant(int segment, bool chosen);

    Lab* lab_;
    const ActionTable& actions_;
    ChoiceButton* corpus_;
    QStringList corpora_; // names, in the order of the choices
    SegmentedControl* variants_;
};

} // namespace heedmap
