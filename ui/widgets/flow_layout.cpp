#include "ui/widgets/flow_layout.h"

#include <QStyle>
#include <QWidget>

namespace heedmap {

FlowLayout::FlowLayout(int horizontalSpacing, int verticalSpacing, QWidget* parent)
    : QLayout(parent)
    , horizontalSpacing_(horizontalSpacing)
    , verticalSpacing_(verticalSpacing) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) {
    items_.emplace_back(item);
}

int FlowLayout::count() const {
    return static_cast<int>(items_.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem* item = items_[static_cast<std::size_t>(index)].release();
    items_.erase(items_.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), false);
}

int FlowLayout::lineWidth(QSize (QLayoutItem::*size)() const) const {
    int width = 0;
    for (const auto& item : items_) {
        if (!item->isEmpty())
            width += (item.get()->*size)().width() + (width > 0 ? horizontalSpacing_ : 0);
    }
    return width;
}

QSize FlowLayout::sizeHint() const {
    int height = 0;
    for (const auto& item : items_)
        height = qMax(height, item->isEmpty() ? 0 : item->sizeHint().height());
    return QSize(lineWidth(&QLayoutItem::sizeHint), height).grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const auto& item : items_)
        size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

// Returns the height that the lines take. Items stand on the middle of their line.
int FlowLayout::arrange(const QRect& rect, bool move) const {
    const QRect inner = rect.marginsRemoved(contentsMargins());
    const bool fitsOneLine = lineWidth(&QLayoutItem::minimumSize) <= inner.width();
    int y = inner.y();
    std::size_t first = 0;
    while (first < items_.size()) {
        int width = 0;
        int lineHeight = 0;
        std::size_t end = first;
        for (; end < items_.size(); ++end) {
            if (items_[end]->isEmpty())
                continue;
            const QSize size = items_[end]->sizeHint();
            const int wider = width + (width > 0 ? horizontalSpacing_ : 0) + qMin(size.width(), inner.width());
            if (width > 0 && wider > inner.width() && !fitsOneLine)
                break;
            width = wider;
            lineHeight = qMax(lineHeight, size.height());
        }
        if (move)
            placeLine(first, end, QRect(inner.x(), y, inner.width(), lineHeight), inner);
        y += lineHeight + (lineHeight > 0 && end < items_.size() ? verticalSpacing_ : 0);
        first = end;
    }
    return y - rect.y() + contentsMargins().bottom();
}

void FlowLayout::placeLine(std::size_t first, std::size_t end, const QRect& line, const QRect& inner) const {
    const auto direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    int missing = -line.width() - horizontalSpacing_;
    int spare = 0; // what the items can do without
    for (std::size_t i = first; i < end; ++i) {
        if (items_[i]->isEmpty())
            continue;
        const int width = qMin(items_[i]->sizeHint().width(), line.width());
        missing += width + horizontalSpacing_;
        spare += qMax(0, width - items_[i]->minimumSize().width());
    }
    int x = line.x();
    for (std::size_t i = first; i < end; ++i) {
        if (items_[i]->isEmpty())
            continue;
        QSize size(qMin(items_[i]->sizeHint().width(), line.width()), items_[i]->sizeHint().height());
        const int own = qMax(0, size.width() - items_[i]->minimumSize().width());
        if (missing > 0 && own > 0) {
            const int given = qMin(own, (missing * own + spare - 1) / spare);
            size.rwidth() -= given;
            missing -= given;
            spare -= own;
        }
        const QRect place(QPoint(x, line.y() + (line.height() - size.height()) / 2), size);
        items_[i]->setGeometry(QStyle::visualRect(direction, inner, place));
        x += size.width() + horizontalSpacing_;
    }
}

} // namespace heedmap
