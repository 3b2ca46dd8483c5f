// The right dock: why the chosen cell is what it is.
#pragma once

#include "ui/document/document.h"
#include "ui/document/view_state.h"

#include <QScrollArea>
#include <QTimer>

class QLabel;

namespace heedmap {

class CellSection;
class ComparisonSection;
class ContextSection;
class CounterSection;
class NextWordSection;
class RowSection;
class SegmentedControl;
class SlopeSection;
class StepsSection;
class WhatIfSection;
struct Inspected;

class InspectorPanel : public QScrollArea {
    Q_OBJECT

public:
    InspectorPanel(Document* document, ViewState* state, QWidget* parent = nullptr);
    QSize sizeHint() const override;

    // The numbers of the cell; the way from score to context; other weights.
    enum class Page { cell, steps, whatIf };
    void setPage(Page page);
    Page page() const { return page_; }
    StepsSection* steps() const { return steps_; }

private:
    void refresh();
    void chooseColumn(int column);
    QWidget* makePage(std::initializer_list<QWidget*> sections);
    void showPage(const Inspected& inspected);

    Document* document_;
    ViewState* state_;
    QLabel* hint_;
    QLabel* unfinished_; // what is explained is not what was asked for
    SegmentedControl* choice_;
    QWidget* explanation_;
    QList<QWidget*> pages_;
    Page page_ = Page::cell;
    CellSection* cell_;
    RowSection* row_;
    ContextSection* context_;
    ComparisonSection* comparison_;
    StepsSection* steps_;
    SlopeSection* slope_;
    WhatIfSection* whatIf_;
    NextWordSection* nextWord_;
    CounterSection* counter_;
    QTimer refreshSoon_; // one refresh for all that one edit changes
};

} // namespace heedmap
