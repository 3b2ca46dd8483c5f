#include "ui/inputs/matrix_header.h"

#include "ui/settings/theme.h"

#include <QPainter>

namespace heedmap {

MatrixHeader::MatrixHeader(Qt::Orientation orientation, QWidget* parent)
    : QHeaderView(orientation, parent) {
    setSectionsClickable(true);
    setSectionResizeMode(QHeaderView::Fixed);
    setMinimumSectionSize(18);
    setTextElideMode(Qt::ElideMiddle);
}

void MatrixHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const Theme& t = theme();
    const QString text = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
    const bool words = orientation() == Qt::Vertical;
    const QRect place = words ? rect.adjusted(0, 0, -6, -1) : rect.adjusted(0, 0, -5, 0);
    const QModelIndex current = selectionModel() ? selectionModel()->currentIndex() : QModelIndex();
    const bool marked = current.isValid() && section == (words ? current.row() : current.column());
    painter->save();
    painter->fillRect(rect, t.window);
    painter->setFont(font());
    painter->setPen(words || marked ? t.text : t.dimText);
    painter->drawText(place, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter),
                      painter->fontMetrics().elidedText(text, Qt::ElideMiddle, place.width()));
    painter->restore();
}

} // namespace heedmap
