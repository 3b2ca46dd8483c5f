// One of the models that are trained side by side: its α, how its training goes, and what may help.
#pragma once

#include "ui/lab/lab.h"

#include <QWidget>

class QLabel;

namespace heedmap {

class FlowLayout;
class HeatmapView;
class QuietButton;
class ViewState;

class VariantCard : public QWidget {
    Q_OBJECT

public:
    // `index`: which of the models this is.
    VariantCard(Lab* lab, ViewState* state, int index, QWidget* parent = nullptr);

    void refresh();
    HeatmapView* view() const { return view_; }

Q_SIGNALS:
    void exploreRequested(int index);
    void menuRequested(int index, const QPoint& globalPosition);

private:
    const LabVariant* variant() const; // null: not made yet
    const Attention& score() const;
    QString factsText() const;
    void showSays();
    void showAdvice();

    Lab* lab_;
    int index_;
    HeatmapView* view_;
    QLabel* says_;
    QLabel* state_;
    QLabel* facts_;
    QLabel* advice_;
    QWidget* remedies_;
    std::vector<Remedy> offered_;
    QList<QuietButton*> buttons_;
    QuietButton* explore_;
};

} // namespace heedmap
