#include "ui/plot/plot_view.h"

#include "ui/plot/plot_chart.h"
#include "ui/plot/plot_look.h"
#include "ui/plot/plot_overlay.h"
#include "ui/settings/icon.h"
#include "ui/settings/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGraphicsScene>
#include <QGraphicsView>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <map>

namespace heedmap {

namespace {

constexpr int moreWidth = 24;

// All digits, with a point whatever the locale: "0.5", "nan", "inf".
QString plainNumber(double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

class PlotCanvas : public QGraphicsView {
public:
    PlotCanvas(PlotChart* chart, QWidget* parent)
        : QGraphicsView(parent)
        , chart_(chart) {
        setScene(new QGraphicsScene(this));
        scene()->addItem(chart);
        setFrameShape(QFrame::NoFrame);
        setRenderHint(QPainter::Antialiasing);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
        setMouseTracking(true);
        viewport()->setMouseTracking(true);
        viewport()->setAutoFillBackground(false);
        setBackgroundBrush(Qt::NoBrush);
        setMinimumSize(120, 80);
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QGraphicsView::resizeEvent(event);
        chart_->resize(size());
        scene()->setSceneRect(QRectF(QPointF(), size()));
        chart_->refresh();
    }
    void wheelEvent(QWheelEvent* event) override { event->ignore(); } // the page scrolls

private:
    PlotChart* chart_;
};

} // namespace

PlotView::PlotView(const QString& title, Settings* settings, QWidget* parent)
    : QWidget(parent)
    , title_(title)
    , settings_(settings)
    , chart_(new PlotChart)
    , view_(new PlotCanvas(chart_, this))
    , hint_(new QLabel(this))
    , more_(new QToolButton(this)) {
    setAccessibleName(title);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 140);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    view_->viewport()->installEventFilter(this);
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setWordWrap(true);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    hint_->setAttribute(Qt::WA_TransparentForMouseEvents);
    hint_->hide();
    more_->setIcon(icon(QStringLiteral("more")));
    more_->setAutoRaise(true);
    more_->setFocusPolicy(Qt::TabFocus);
    more_->setToolTip(tr("Export or copy this plot"));
    more_->setAccessibleName(tr("%1: export or copy").arg(title));
    connect(more_, &QToolButton::clicked, this, [this] { openMenu(more_->mapToGlobal(more_->rect().bottomLeft())); });
    arrange();
}

PlotView::~PlotView() = default;

void PlotView::setTitle(const QString& title) {
    title_ = title;
    setAccessibleName(title);
    arrange();
    update();
}

void PlotView::setAxes(PlotAxis x, PlotAxis y) {
    chart_->setAxes(std::move(x), std::move(y));
}

int PlotView::addSeries(const SeriesStyle& style) {
    const int series = chart_->addSeries(style);
    arrange();
    update();
    return series;
}

void PlotView::setStyle(int series, const SeriesStyle& style) {
    chart_->setStyle(series, style);
    arrange();
    update();
}

int PlotView::seriesCount() const {
    return chart_->seriesCount();
}

void PlotView::clear() {
    chart_->clear();
    arrange();
    describe();
    update();
}

void PlotView::setPoints(int series, std::vector<QPointF> points) {
    chart_->setPoints(series, std::move(points));
    describe();
}

void PlotView::append(int series, const QPointF& point) {
    chart_->append(series, point);
    if (chart_->points(series).size() == 1)
        describe();
}

const std::vector<QPointF>& PlotView::points(int series) const {
    return chart_->points(series);
}

void PlotView::setMarks(std::vector<PlotMark> marks) {
    chart_->setMarks(std::move(marks));
}

const std::vector<PlotMark>& PlotView::marks() const {
    return chart_->marks();
}

void PlotView::setHint(const QString& hint) {
    hint_->setText(hint);
    describe();
}

void PlotView::refresh() {
    chart_->refresh();
    describe();
}

// What a screen reader says about the plot, and the hint where there is nothing.
void PlotView::describe() {
    QStringList parts;
    for (int i = 0; i < seriesCount(); ++i) {
        const auto& points = chart_->points(i);
        const QString name = chart_->style(i).name;
        if (points.empty() || name.isEmpty())
            continue;
        parts << tr("%1: %2 points, the last %3 at %4")
                     .arg(name)
                     .arg(points.size())
                     .arg(readOutText(chart_->yAxis(), points.back().y()),
                          readOutText(chart_->xAxis(), points.back().x()));
    }
    const QString axes = tr("%1 against %2").arg(chart_->yAxis().title, chart_->xAxis().title);
    setAccessibleDescription(parts.isEmpty() ? hint_->text() : axes + QStringLiteral(". ") + parts.join(u"; "));
    const bool hinted = parts.isEmpty() && !hint_->text().isEmpty();
    hint_->setVisible(hinted);
    view_->setVisible(!hinted);
}

PlotHeader PlotView::header() const {
    PlotHeader header{title_, {}, font()};
    for (int i = 0; i < seriesCount(); ++i)
        header.legend.push_back(chart_->style(i));
    return header;
}

void PlotView::arrange() {
    const int top = static_cast<int>(heightOf(header(), width() - moreWidth)) + 4;
    view_->setGeometry(0, top, width(), std::max(0, height() - top));
    hint_->setGeometry(view_->geometry().adjusted(24, 0, -24, 0));
    more_->setGeometry(width() - moreWidth, -2, moreWidth, moreWidth);
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void PlotView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintHeader(painter, header(), QRectF(0, 0, width() - moreWidth, view_->y()));
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme().accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    }
}

void PlotView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        chart_->setFont(font());
        chart_->restyle();
        arrange();
    }
}

void PlotView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void PlotView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    chart_->setReadOut(std::nullopt);
    update();
}

bool PlotView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove)
        showReadOutAt(static_cast<QMouseEvent*>(event)->position());
    else if (event->type() == QEvent::Leave)
        chart_->setReadOut(std::nullopt);
    else if (event->type() == QEvent::MouseButtonPress)
        setFocus(Qt::MouseFocusReason);
    return QWidget::eventFilter(watched, event);
}

void PlotView::showReadOutAt(const QPointF& viewPosition) {
    const QRectF plot = chart_->plotArea();
    if (plot.width() <= 0 || !plot.adjusted(-8, 0, 8, 0).contains(viewPosition))
        return chart_->setReadOut(std::nullopt);
    chart_->setReadOut(chart_->nearest((viewPosition.x() - plot.left()) / plot.width()));
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        return copyNumbers();
    if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right)
        return QWidget::keyPressEvent(event);
    const int direction = event->key() == Qt::Key_Right ? 1 : -1;
    const auto& now = chart_->readOut();
    const auto next = now ? chart_->neighbour(*now, direction) : chart_->nearest(direction > 0 ? 0 : 1);
    if (next)
        chart_->setReadOut(next);
}

QString PlotView::readOut() const {
    const auto& readOut = chart_->readOut();
    if (!readOut)
        return {};
    QStringList parts{chart_->xAxis().title + QLatin1Char(' ') + readOutText(chart_->xAxis(), readOut->x)};
    for (std::size_t i = 0; i < readOut->points.size(); ++i) {
        if (readOut->points[i] && !chart_->style(static_cast<int>(i)).name.isEmpty())
            parts << chart_->style(static_cast<int>(i)).name + QLatin1Char(' ') +
                         readOutText(chart_->yAxis(), readOut->points[i]->y());
    }
    return parts.join(QStringLiteral(", "));
}

void PlotView::contextMenuEvent(QContextMenuEvent* event) {
    openMenu(event->globalPos());
}

void PlotView::openMenu(const QPoint& globalPosition) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(QStringLiteral("export")), tr("Export…"), this, &PlotView::exportPicture);
    menu->addAction(icon(QStringLiteral("copy")), tr("Copy numbers"), this, &PlotView::copyNumbers);
    menu->addAction(icon(QStringLiteral("picture")), tr("Copy picture"), this, &PlotView::copyPicture);
    menu->popup(globalPosition);
}

QString PlotView::numbersText() const {
    std::vector<int> named;
    QString text = chart_->xAxis().title;
    for (int i = 0; i < seriesCount(); ++i) {
        if (chart_->style(i).name.isEmpty() || !chart_->style(i).visible)
            continue;
        text += QLatin1Char('\t') + chart_->style(i).name;
        named.push_back(i);
    }
    std::map<double, std::vector<QString>> rows;
    for (std::size_t column = 0; column < named.size(); ++column) {
        for (const QPointF& point : points(named[column])) {
            auto& row = rows.try_emplace(point.x(), named.size()).first->second;
            row[column] = plainNumber(point.y());
        }
    }
    text += QLatin1Char('\n');
    for (const auto& [x, row] : rows) {
        text += plainNumber(x);
        for (const QString& number : row)
            text += QLatin1Char('\t') + number;
        text += QLatin1Char('\n');
    }
    return text;
}

void PlotView::copyNumbers() {
    QGuiApplication::clipboard()->setText(numbersText());
}

PaintedPicture PlotView::picture() {
    chart_->setReadOut(std::nullopt);
    refresh();
    constexpr double margin = 12;
    const double top = view_->y();
    const QSizeF size(width() + 2 * margin, height() + 2 * margin);
    return {title_, size, [this, size, top](QPainter& painter, const QRectF& area, bool) {
                painter.scale(area.width() / size.width(), area.height() / size.height());
                painter.fillRect(QRectF(QPointF(), size), theme().window);
                paintHeader(painter, header(), QRectF(margin, margin, width() - moreWidth, top));
                const QRectF source(QPointF(), chart_->size());
                view_->scene()->render(&painter, QRectF(QPointF(margin, margin + top), source.size()), source);
            }};
}

void PlotView::copyPicture() {
    const PaintedPicture shown = picture();
    auto* const contents = new QMimeData;
    contents->setImageData(imageOf(shown, 2));
    contents->setData(QStringLiteral("image/svg+xml"), svgOf(shown));
    QGuiApplication::clipboard()->setMimeData(contents);
}

} // namespace heedmap
