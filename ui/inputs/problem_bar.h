// The line under the menu: source, self or cross, score functions, mask, temperature.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QDoubleSpinBox;
class QLabel;
class QSlider;

namespace heedmap {

class PairPicker;
class QuietButton;
class SegmentedControl;

class ProblemBar : public QWidget {
    Q_OBJECT

public:
    explicit ProblemBar(Document* document, QWidget* parent = nullptr);

Q_SIGNALS:
    void exampleChosen(const QString& id);
    void fileRequested();
    void maskEditorRequested();

private:
    void refresh();
    void connectControls();
    void fillMaskMenu();
    void toggleScore(int segment, bool shown);
    void setTemperature(double temperature);

    Document* document_;
    PairPicker* source_;
    SegmentedControl* kind_;
    SegmentedControl* scores_;
    QuietButton* mask_;
    QSlider* slider_;
    QDoubleSpinBox* temperature_;
    QList<QWidget*> problemControls_; // do not apply to matrices of a file
};

} // namespace heedmap
