// How the models are trained. The learning rate and the clipping can be changed while they are.
#pragma once

#include "ui/lab/lab.h"

#include <QWidget>

class QSpinBox;

namespace heedmap {

class ChoiceButton;
class NumberField;

class TrainingSection : public QWidget {
    Q_OBJECT

public:
    explicit TrainingSection(Lab* lab, QWidget* parent = nullptr);

Q_SIGNALS:
    void noticed(const QString& sentence);

private:
    QSpinBox* addWhole(const QString& text, const QString& toolTip, int least, int most, const char* name);
    NumberField* addNumber(const QString& text, const QString& toolTip, double most, const char* name);
    void change(const std::function<void(LabSettings&)>& edit);
    void refresh();

    Lab* lab_;
    QSpinBox* steps_;
    QSpinBox* batch_;
    QSpinBox* size_;
    QSpinBox* seed_;
    ChoiceButton* optimizer_;
    NumberField* rate_;
    ChoiceButton* schedule_;
    NumberField* clip_;
    NumberField* decay_;
};

} // namespace heedmap
