// The context vector as a weighted sum of values, and what would become of it if the chosen weight were 0.
#pragma once

#include "ui/inspector/inspected.h"

#include <QWidget>

class QLabel;

namespace heedmap {

class BarChart;
class SectionLabel;

class ContextSection : public QWidget {
    Q_OBJECT

public:
    explicit ContextSection(QWidget* parent = nullptr);
    void show(const Inspected& inspected); // hidden for a matrix of a file

private:
    QLabel* sum_;
    QLabel* components_;
    BarChart* chart_;
    QLabel* whatIf_;
};

} // namespace heedmap
