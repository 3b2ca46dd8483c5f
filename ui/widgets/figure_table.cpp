#include "ui/widgets/figure_table.h"

#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace heedmap {

namespace {

constexpr int columnGap = 16;

} // namespace

FigureTable::FigureTable(const QStringList& heads, const QStringList& explanations, QWidget* parent)
    : QWidget(parent)
    , heads_(heads)
    , explanations_(explanations) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FigureTable::setRows(std::vector<QStringList> rows) {
    if (rows == rows_)
        return;
    const bool sameHeight = rows.size() == rows_.size();
    rows_ = std::move(rows);
    QStringList lines;
    for (const QStringList& row : rows_)
        lines << row.join(QStringLiteral(", "));
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    if (!sameHeight)
        updateGeometry();
    update();
}

int FigureTable::lineHeight() const {
    return fontMetrics().height() + 4;
}

QSize FigureTable::sizeHint() const {
    return {200, lineHeight() * static_cast<int>(rows_.size() + 1)};
}

QSize FigureTable::minimumSizeHint() const {
    return {80, sizeHint().height()};
}

int FigureTable::widthOf(qsizetype column) const {
    int widest = column > 0 ? fontMetrics().horizontalAdvance(heads_[column - 1]) : 0;
    for (const QStringList& row : rows_)
        widest = std::max(widest, fontMetrics().horizontalAdvance(row.value(column)));
    return widest;
}

int FigureTable::fullWidth() const {
    int width = widthOf(0);
    for (qsizetype column = 1; column <= heads_.size(); ++column)
        width += columnGap + widthOf(column);
    return width;
}

std::vector<int> FigureTable::rightEdges() const {
    std::vector<int> edges(static_cast<std::size_t>(heads_.size()));
    int edge = width();
    for (qsizetype column = heads_.size(); column > 0; --column) {
        edges[static_cast<std::size_t>(column - 1)] = edge;
        edge -= widthOf(column) + columnGap;
    }
    edges.insert(edges.begin(), edge);
    return edges;
}

bool FigureTable::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto edges = rightEdges();
        const auto column = std::lower_bound(edges.begin(), edges.end(), help->x()) - edges.begin();
        const auto row = static_cast<std::size_t>(help->y() / lineHeight());
        const bool onNames = column == 0 && row > 0 && row <= rows_.size();
        const QString text = onNames ? rows_[row - 1].value(0) : explanations_.value(column - 1);
        QToolTip::showText(help->globalPos(), toolTipText(text), this);
        return true;
    }
    return QWidget::event(event);
}

void FigureTable::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto edges = rightEdges();
    const int height = lineHeight();
    painter.setPen(theme().dimText);
    for (qsizetype column = 0; column < heads_.size(); ++column)
        painter.drawText(QRect(0, 0, edges[static_cast<std::size_t>(column + 1)], height),
                         Qt::AlignRight | Qt::AlignVCenter, heads_[column]);
    painter.setPen(theme().text);
    int y = height;
    for (const QStringList& row : rows_) {
        painter.drawText(QRect(0, y, edges[0], height), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(row.value(0), Qt::ElideRight, edges[0]));
        for (qsizetype column = 1; column < row.size(); ++column)
            painter.drawText(QRect(0, y, edges[static_cast<std::size_t>(column)], height),
                             Qt::AlignRight | Qt::AlignVCenter, row[column]);
        y += height;
    }
}

} // namespace heedmap
