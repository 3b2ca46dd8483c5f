// The color map, its scale and range, and what a pixel shows where several cells fall on it.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

#include <functional>

class QLabel;

namespace heedmap {

class ChoiceButton;
class GradientStrip;
class NumberField;
class SettingRow;
class ToggleSwitch;

class ColorSection : public QWidget {
    Q_OBJECT

public:
    enum class RangeChoice { automatic, unit, limits, percentiles };

    explicit ColorSection(Document* document, QWidget* parent = nullptr);

    QString message() const;

private:
    void addRows();
    void connectFields();
    void makeIcons();
    void follow();
    void choose(RangeChoice choice);
    void takeLimits();
    void change(const QString& words, const std::function<void(files::PictureSettings&)>& edit);
    void say(const QString& sentence);

    Document* document_;
    ChoiceButton* map_;
    GradientStrip* strip_;
    ToggleSwitch* reversed_;
    ToggleSwitch* withoutFirst_;
    ChoiceButton* scale_;
    ChoiceButton* range_;
    SettingRow* limitsRow_;
    NumberField* low_;
    NumberField* high_;
    ChoiceButton* pooling_;
    QLabel* message_;
    bool typed_ = false; // limits are to be typed, even while they are 0 and 1
};

} // namespace heedmap
