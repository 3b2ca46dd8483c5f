// The chosen cell: its tokens, the formula of its score and weight with the numbers filled in, the terms of the score,
// and the same cell under every other score function on show.
#pragma once

#include "ui/inspector/inspected.h"

#include <QWidget>

class QLabel;

namespace heedmap {

class BarChart;
class FigureTable;
class SectionLabel;

class CellSection : public QWidget {
    Q_OBJECT

public:
    explicit CellSection(QWidget* parent = nullptr);
    void show(const Inspected& inspected);

private:
    void showTerms(const Inspected& inspected);
    void showOthers(const Inspected& inspected);

    QLabel* tokens_;
    QLabel* facts_;
    QLabel* formula_;
    QWidget* termsBox_;
    SectionLabel* termsHead_;
    BarChart* terms_;
    QWidget* othersBox_;
    FigureTable* others_;
};

// The formula of e and α of a cell with its numbers, as rich text.
QString formulaText(const Inspected& inspected);

} // namespace heedmap
