// The chosen row between panels: divergence of their weights, and whether their largest weight is the same.
// For a selection of several cells: its figures.
#pragma once

#include "ui/inspector/inspected.h"

#include <QWidget>

class QLabel;

namespace heedmap {

class FigureTable;
class SectionLabel;

class ComparisonSection : public QWidget {
    Q_OBJECT

public:
    explicit ComparisonSection(QWidget* parent = nullptr);
    void show(const Inspected& inspected);

private:
    void showPanels(const Inspected& inspected);
    void showSelection(const Inspected& inspected);

    QWidget* panelsBox_;
    FigureTable* panels_;
    QWidget* selectionBox_;
    SectionLabel* selectionHead_;
    QLabel* selection_; // instead of figures: why there are none
    FigureTable* selectionFigures_;
};

} // namespace heedmap
