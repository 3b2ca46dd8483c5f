// The panels side by side with their color bar. It only arranges: each panel reads the document and the view state.
#pragma once

#include "ui/document/document.h"
#include "ui/document/view_state.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QGridLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace heedmap {

class ColorBar;
class HeadStrip;
class HeatmapView;
class LinesView;

class CompareGrid : public QWidget {
    Q_OBJECT

public:
    CompareGrid(Document* document, ViewState* state, QWidget* parent = nullptr);

    // More panels than this are drawn compact (layers × heads).
    static constexpr int mostFullPanels = 16;

    // All panels in one drawing where the session asks for lines; the views are then hidden.
    LinesView* lines() const { return lines_; }
    HeadStrip* strip() const { return strip_; } // hidden where there are few panels
    bool showsLines() const;
    const QList<HeatmapView*>& views() const { return views_; }
    HeatmapView* activeView() const; // null without panels
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

private:
    void refresh();
    bool chooseHead(HeatmapView& view, const QMouseEvent& event);
    void makeViews(int count);
    void arrange();
    void placeViews(int columns, bool compact);
    QSize room() const;
    int columnsFor(int count) const;
    void showColorBar();
    void showState();
    void showHeader();
    void showWaiting();
    void showLines();
    void focusActive();

    Document* document_;
    ViewState* state_;
    QToolButton* back_;
    QLabel* lookFor_;
    QLabel* waiting_; // instead of panels that are not there yet
    QScrollArea* scroll_;
    QWidget* panels_;
    QGridLayout* grid_;
    LinesView* lines_;
    ColorBar* colorBar_;
    HeadStrip* strip_;
    QList<HeatmapView*> views_;
    std::optional<int> enlarged_;
    QTimer refreshSoon_; // one refresh for all that one edit changes
    QTimer notYet_;      // while this runs, nothing is said of a computation: it may be over in a moment
    int arrangedColumns_ = 0;
};

} // namespace heedmap
