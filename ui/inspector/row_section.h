// The row of the chosen cell: scores before the mask, weights after mask and normalizer, beside another panel's
// weights.
#pragma once

#include "ui/inspector/inspected.h"

#include <QWidget>

class QLabel;

namespace heedmap {

class BarChart;
class SectionLabel;

class RowSection : public QWidget {
    Q_OBJECT

public:
    explicit RowSection(QWidget* parent = nullptr);
    void show(const Inspected& inspected);

Q_SIGNALS:
    void columnChosen(int column);

private:
    QWidget* scoresBox_;
    SectionLabel* scoresHead_;
    BarChart* scores_;
    SectionLabel* weightsHead_;
    BarChart* weights_;
    QLabel* figures_;
};

} // namespace heedmap
