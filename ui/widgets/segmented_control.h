// A row of joined buttons: choose one (Self | Cross) or any number (the score functions).
#pragma once

#include <QStringList>
#include <QWidget>

class QAbstractButton;

namespace heedmap {

class SegmentedControl : public QWidget {
    Q_OBJECT

public:
    enum class Mode { one, any };
    // Of every control in that widget's font: for what stands beside one.
    static int usualHeight(const QWidget* widget);

    SegmentedControl(Mode mode, const QStringList& texts, QWidget* parent = nullptr);

    void setTexts(const QStringList& texts);
    void setToolTips(const QStringList& toolTips);
    void setSegmentEnabled(int segment, bool enabled);
    void setNarrow();             // little room beside the words: for docks
    int current() const;          // one: the chosen segment; −1 when none
    void setCurrent(int segment); // −1: none
    bool isChecked(int segment) const;
    void setChecked(int segment, bool checked);
    QAbstractButton* button(int segment) const;

Q_SIGNALS:
    void currentChanged(int segment);        // by the user, Mode::one
    void toggled(int segment, bool checked); // by the user, Mode::any

private:
    QList<QAbstractButton*> buttons_;
    Mode mode_;
};

} // namespace heedmap
