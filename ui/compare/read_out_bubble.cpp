#include "ui/compare/read_out_bubble.h"

#include "ui/settings/theme.h"

#include <QPainter>

namespace heedmap {

ReadOutBubble::ReadOutBubble(QWidget* parent)
    : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    QWidget::hide();
}

void ReadOutBubble::show(const PanelPicture& picture, Cell cell, const QRect& place) {
    readOut_ = readOutOf(picture, cell);
    readOut_.place.prepend(picture.title + QStringLiteral(" · "));
    setGeometry(readOutRect(readOut_, QRectF(place), parentWidget()->rect(), font()).toAlignedRect());
    QWidget::show();
    raise();
    update();
}

void ReadOutBubble::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintReadOut(painter, readOut_, rect(), font(), theme().dark);
}

} // namespace heedmap
