// A plot: title and legend, the chart, a read-out under the pointer or by arrow keys, and a menu that exports the
// picture (PNG, SVG, PDF) and copies it or its numbers. Points may be appended as often as one likes: it is redrawn at
// most 25 times a second, and never more points are drawn than there are pixels for.
#pragma once

#include "ui/export/painted_picture.h"
#include "ui/plot/plot_data.h"

#include <QWidget>

#include <vector>

class QGraphicsView;
class QLabel;
class QToolButton;

namespace heedmap {

class PlotChart;
class Settings;

class PlotView : public QWidget {
    Q_OBJECT

public:
    // `title` is also the accessible name. The settings know where pictures are exported to.
    PlotView(const QString& title, Settings* settings, QWidget* parent = nullptr);
    ~PlotView() override;

    void setTitle(const QString& title);
    void setAxes(PlotAxis x, PlotAxis y);
    // The number by which the series is called from then on. Line or markers alone: decided here, once.
    int addSeries(const SeriesStyle& style);
    void setStyle(int series, const SeriesStyle& style);
    int seriesCount() const;
    void clear(); // no series any more
    // Points whose y (or x) is not a number, or not above 0 on a logarithmic axis, are kept but not drawn.
    void setPoints(int series, std::vector<QPointF> points);
    void append(int series, const QPointF& point);
    const std::vector<QPointF>& points(int series) const;
    void setMarks(std::vector<PlotMark> marks);
    const std::vector<PlotMark>& marks() const;
    // Where there is nothing to draw yet: what could be there and how. Shown while no series has points.
    void setHint(const QString& hint);

    // Brings the drawing up to date at once.
    void refresh();

    // A column for x and one for each named series, tab-separated, with a point and all digits; empty where a series
    // has no point.
    QString numbersText() const;
    // As the screen shows it, without the read-out.
    PaintedPicture picture();
    // "step 12, additive 0.53": what the read-out says; empty without one.
    QString readOut() const;

public Q_SLOTS:
    void copyNumbers();
    void copyPicture();
    void exportPicture(); // asks where to; the ending says what: png, svg, pdf, tsv

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct PlotHeader header() const;
    void arrange();
    void describe();
    void showReadOutAt(const QPointF& viewPosition);
    void openMenu(const QPoint& globalPosition);

    QString title_;
    Settings* settings_;
    PlotChart* chart_; // owned by the scene
    QGraphicsView* view_;
    QLabel* hint_;
    QToolButton* more_;
};

} // namespace heedmap
