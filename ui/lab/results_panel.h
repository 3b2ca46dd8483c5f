// How the models do on held-out pairs, in figures.
#pragma once

#include "ui/lab/lab.h"

#include <QWidget>

namespace heedmap {

class FigureTable;
class SectionLabel;

class ResultsPanel : public QWidget {
    Q_OBJECT

public:
    explicit ResultsPanel(Lab* lab, QWidget* parent = nullptr);

private:
    void refresh();
    QString detailText() const;

    Lab* lab_;
    SectionLabel* head_;
    FigureTable* table_;
};

} // namespace heedmap
