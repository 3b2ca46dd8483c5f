// A line of settings: words on the left, what they are about on the right.
#pragma once

#include <QLabel>
#include <QWidget>

class QAbstractSpinBox;
class QHBoxLayout;

namespace heedmap {

class SettingRow : public QWidget {
    Q_OBJECT

public:
    explicit SettingRow(const QString& text, QWidget* parent = nullptr);

    // From left to right, against the right edge.
    void add(QWidget* field);
    QLabel* label() const { return label_; }

private:
    QLabel* label_;
    QHBoxLayout* row_;
};

// Makes a spin box quiet: no buttons, right-aligned, as wide as `widest` needs, and the wheel scrolls the panel unless
// the box has the focus.
void makeQuiet(QAbstractSpinBox* box, const QString& widest);

} // namespace heedmap
