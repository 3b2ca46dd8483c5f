#include "ui/widgets/quiet_button.h"

#include "ui/settings/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

namespace heedmap {

namespace {

constexpr int padding = 4;
constexpr int chevronWidth = 12;

void drawChevron(QPainter& painter, const QRectF& place) {
    const QPointF middle = place.center();
    const QPointF points[] = {middle + QPointF(-3, -1.5), middle + QPointF(0, 1.5), middle + QPointF(3, -1.5)};
    painter.drawPolyline(points, 3);
}

} // namespace

QuietButton::QuietButton(const QString& text, QWidget* parent)
    : QAbstractButton(parent) {
    setText(text);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, &QuietButton::openMenu);
}

void QuietButton::setMenu(QMenu* menu) {
    menu_ = menu;
    updateGeometry();
    update();
}

void QuietButton::openMenu() {
    if (!menu_)
        return;
    // Against the button's trailing edge, so that the menu of a right-aligned button stays beside it.
    const int shift = qMax(0, menu_->sizeHint().width() - width());
    menu_->popup(mapToGlobal(QPoint(layoutDirection() == Qt::RightToLeft ? 0 : -qMin(shift, x()), height())));
}

void QuietButton::setDimmed(bool dimmed) {
    dimmed_ = dimmed;
    update();
}

void QuietButton::setFlush() {
    flush_ = true;
    updateGeometry();
    update();
}

QSize QuietButton::sizeHint() const {
    const int chevron = menu_ ? chevronWidth : 0;
    // Two more for what hinting rounds away.
    return {fontMetrics().horizontalAdvance(text()) + 2 + (flush_ ? 0 : padding) + (menu_ ? chevron : padding),
            fontMetrics().height() + 6};
}

QSize QuietButton::minimumSizeHint() const {
    return {qMin(sizeHint().width(), 40), sizeHint().height()};
}

void QuietButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& t = theme();
    const bool lit = isEnabled() && (underMouse() || isDown());
    const QRectF box = QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75);
    painter.setPen(hasFocus() ? QPen(t.accent, 1.5) : QPen(Qt::NoPen));
    painter.setBrush(lit ? QBrush(t.hover) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(box, 4, 4);

    const int tailWidth = menu_ ? chevronWidth : padding;
    painter.setPen(!isEnabled() ? t.neutralBar : dimmed_ && !lit ? t.dimText : t.text);
    const QRect words =
        QStyle::visualRect(layoutDirection(), rect(), rect().adjusted(flush_ ? 0 : padding, 0, -tailWidth, 0));
    // In a row of settings the words end where the fields do; in a bar they begin where the label ends.
    const Qt::Alignment side = QStyle::visualAlignment(layoutDirection(), dimmed_ ? Qt::AlignRight : Qt::AlignLeft);
    const Qt::Alignment leading = QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft);
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, words.width());
    painter.drawText(words,
                     static_cast<int>((flush_  ? leading
                                       : menu_ ? side
                                               : Qt::AlignHCenter) |
                                      Qt::AlignVCenter),
                     shown);
    if (menu_) {
        const int spare = dimmed_ ? 0 : words.width() - fontMetrics().horizontalAdvance(shown) - 2;
        const QRect tail(width() - chevronWidth + 2 - qMax(0, spare), 0, chevronWidth - 2, height());
        painter.setPen(QPen(isEnabled() ? t.dimText : t.neutralBar, 1.25, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        drawChevron(painter, QStyle::visualRect(layoutDirection(), rect(), tail));
    }
}

void QuietButton::keyPressEvent(QKeyEvent* event) {
    const bool opens = event->key() == Qt::Key_Down || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (menu_ && opens)
        openMenu();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace heedmap
