// Below the panels: the table of figures between them, and one row of all panels in a plot. Every panel is compared
// with the reference: the active panel, or, once locked, the one that was active then. It works only while it is seen.
#pragma once

#include "ui/base/latest.h"
#include "ui/document/document.h"
#include "ui/document/view_state.h"

#include <QPointF>
#include <QTimer>
#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QLabel;
class QSplitter;
class QToolButton;

namespace heedmap {

class FiguresTable;
class PlotView;
class Settings;

class FiguresPanel : public QWidget {
    Q_OBJECT

public:
    FiguresPanel(Document* document, ViewState* state, Settings* settings, QWidget* parent = nullptr);

    int reference() const;
    bool isLocked() const { return locked_.has_value(); }
    // The reference stays while another panel becomes the active one.
    void setLocked(bool locked);
    // A difference A − B becomes B − A; else the reference and the active panel change places.
    void swap();

    FiguresTable* table() { return table_; }
    PlotView* profile() { return profile_; }
    QSize sizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int activePanel() const;
    void soon();
    void refresh();
    void shareWidth();
    void showHead();
    void showProfile();

    Document* document_;
    ViewState* state_;
    QLabel* head_;
    QToolButton* lock_;
    QToolButton* swap_;
    FiguresTable* table_;
    PlotView* profile_;
    QSplitter* halves_;
    bool sharedByHand_ = false;
    std::optional<int> locked_;
    QTimer refreshSoon_;
    using RowsRead = std::vector<std::pair<int, std::vector<QPointF>>>; // by the series of the plot
    Latest<RowsRead> reader_;                                           // of rows of files
};

} // namespace heedmap
