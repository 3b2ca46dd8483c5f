// The panels side by side with their color bar. It only arranges: each panel reads the document and the view state.
#pragma once

#include "core/session/head_grid.h"
#include "ui/compare/panel_arrangement.h"
#include "ui/document/document.h"
#include "ui/document/view_state.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QHBoxLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace heedmap {

class ColorBar;
class ColorBars;
class HeadStrip;
class HeatmapView;
class LinesView;
class PanelCanvas;
class ReadOutBubble;

class CompareGrid : public QWidget {
    Q_OBJECT

public:
    CompareGrid(Document* document, ViewState* state, QWidget* parent = nullptr);

    // More panels than this are drawn small: as a grid of layers and heads, beside which the active head stands large.
    static constexpr int mostFullPanels = 16;

    // All panels in one drawing where the session asks for lines; the views are then hidden.
    LinesView* lines() const { return lines_; }
    HeadStrip* strip() const { return strip_; } // hidden where there are few panels
    bool showsLines() const;
    const QList<HeatmapView*>& views() const { return views_; }
    HeatmapView* activeView() const;                  // the large one where there are both; null without panels
    HeatmapView* largeView() const { return large_; } // of the active head beside the grid; hidden without one
    const QList<ColorBar*>& bars() const;             // one for each quantity and range on screen
    // Only one panel, large; or all of them again.
    void enlarge(int index);
    void showAll();
    std::optional<int> enlarged() const { return enlarged_; }

Q_SIGNALS:
    void menuRequested(int index, const QPoint& globalPosition);
    void maskToggleRequested(heedmap::Rows rows, heedmap::Columns columns);
    void colorSettingsRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    bool chooseHead(HeatmapView& view, const QMouseEvent& event);
    HeatmapView* makeView(int index);
    void makeViews(int count);
    void showPictures();
    void showLarge();
    void arrange();
    QSize arrangeFull(const QList<HeatmapView*>& views, QRect room);
    QSize arrangeHeads(QSize room);
    void arrangeSmall(QSize room);
    void center(QSize group);
    bool isSmall(int panel) const;
    QSize room() const;
    void showState();
    void showHeader();
    void showWaiting();
    void showLines();
    void showReadOut();
    void focusActive();
    bool walkHeads(int key);

    Document* document_;
    ViewState* state_;
    QToolButton* back_;
    QLabel* lookFor_;
    QLabel* waiting_; // instead of panels that are not there yet
    QHBoxLayout* header_;
    QHBoxLayout* body_;
    QScrollArea* scroll_;
    PanelCanvas* canvas_;
    LinesView* lines_;
    ColorBars* colorBars_;
    ReadOutBubble* readOut_;
    HeatmapView* large_;
    HeadStrip* strip_;
    QList<HeatmapView*> views_;
    // The last arrangement and what it was made of: an edit of numbers changes neither.
    std::vector<PanelRoom> arrangedRooms_;
    ArrangementRules arrangedRules_;
    Arrangement arrangement_;
    std::optional<HeadGrid> heads_; // where the panels are many heads of one stack
    std::optional<int> enlarged_;
    QTimer refreshSoon_; // one refresh for all that one edit changes
    QTimer notYet_;      // while this runs, nothing is said of a computation: it may be over in a moment
};

} // namespace heedmap
