// The normalizer, and what the shown score functions need beside matrices.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QLabel;
class QSpinBox;

namespace heedmap {

class ChoiceButton;
class MethodRows;
class NumberField;
class QuietButton;
class SettingRow;

class ParametersSection : public QWidget {
    Q_OBJECT

public:
    explicit ParametersSection(Document* document, QWidget* parent = nullptr);

    MethodRows* method() const { return method_; }
    QString message() const;

private:
    void addRows();
    void connectFields();
    void follow();
    void drawParameters();
    void setHidden(Index hidden);
    void say(const QString& sentence);

    Document* document_;
    ChoiceButton* normalizer_;
    MethodRows* method_;
    SettingRow* betaRow_;
    NumberField* beta_;
    SettingRow* hiddenRow_;
    QSpinBox* hidden_;
    SettingRow* seedRow_;
    QSpinBox* seed_;
    QuietButton* seedButton_;
    QLabel* message_;
};

} // namespace heedmap
