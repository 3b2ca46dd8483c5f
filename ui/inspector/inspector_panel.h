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
class RowSection;

class InspectorPanel : public QScrollArea {
    Q_OBJECT

public:
    InspectorPanel(Document* document, ViewState* state, QWidget* parent = nullptr);
    QSize sizeHint() const override;

private:
    void refresh();
    void chooseColumn(int column);

    Document* document_;
    ViewState* state_;
    QLabel* hint_;
    QWidget* explanation_;
    CellSection* cell_;
    RowSection* row_;
    ContextSection* context_;
    ComparisonSection* comparison_;
    QTimer refreshSoon_; // one refresh for all that one edit changes
};

} // namespace heedmap
