// Over the grid of heads: a row for each figure of what heads do, a bar for each head, sorted by one of them. A click
// on a bar makes its head the active panel, a double click opens it; a click on a name sorts, again: the other way
// round. It is there for grids of many panels alone.
#pragma once

#include "core/analysis/head_roles.h"
#include "ui/base/latest.h"
#include "ui/document/document.h"
#include "ui/document/view_state.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <optional>
#include <vector>

class QScrollBar;

namespace heedmap {

class QuietButton;

// Of one panel that shows weights.
struct HeadFigures {
    int panel = 0; // of the results
    QString title; // "L6 · H8"
    analysis::HeadRoles roles;
    std::optional<double> errorRate; // alignment error rate, where a gold alignment is known
};
// Of all that are no larger than the table of figures takes.
std::vector<HeadFigures> headFigures(const Results& results, const std::stop_token& stop = {});

class HeadStrip : public QWidget {
    Q_OBJECT

public:
    HeadStrip(Document* document, ViewState* state, QWidget* parent = nullptr);

    // Grids of fewer panels are read without it.
    static constexpr std::size_t fewestHeads = 9;

    enum class Row { previous, induction, duplicate, self, sink, diagonal, errorRate, entropy, reach };
    static constexpr int rowCount = 9;

    const std::vector<HeadFigures>& heads() const { return heads_; } // in the order that is shown
    Row sortedBy() const { return sorted_; }
    bool isDescending() const { return descending_; }
    // The largest first; of AER, entropy and reach the smallest. Again: the other way round.
    void sortBy(Row row);
    // All rows, or the sorted one alone.
    void setUnfolded(bool unfolded);
    bool isUnfolded() const { return unfolded_; }

    QRect nameRect(Row row) const;               // empty where the row is folded away
    QRect barRect(Row row, std::size_t n) const; // of the n-th head from the left, as high as the row
    QString textAt(const QPoint& point) const;   // "L6 · H8 · induction 0.986 · 1 of 144"

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void headOpened(int panel);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void foldToWindow();
    void take(std::vector<HeadFigures> heads);
    void sortHeads();
    void placeParts();
    std::vector<Row> shownRows() const;
    QRect barsArea() const;
    int pitch() const; // from bar to bar
    std::optional<std::size_t> headAt(const QPoint& point) const;
    std::optional<std::size_t> activeHead() const;
    void showHead(std::size_t n);
    bool hasBars(Row row) const;
    QString missingText(Row row) const;
    void frameHead(QPainter& painter, std::size_t n) const;
    void paintRow(QPainter& painter, Row row, const QRect& area) const;

    Document* document_;
    ViewState* state_;
    QuietButton* more_;
    QScrollBar* scroll_;
    std::vector<HeadFigures> heads_;
    Row sorted_ = Row::induction;
    bool descending_ = true;
    bool unfolded_ = true;
    bool foldedByHand_ = false;
    QTimer refreshSoon_;
    Latest<std::vector<HeadFigures>> reader_;
};

} // namespace heedmap
