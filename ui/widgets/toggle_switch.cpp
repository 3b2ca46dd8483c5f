#include "ui/widgets/toggle_switch.h"

#include "ui/settings/theme.h"

#include <QPainter>
#include <QStyle>

namespace heedmap {

namespace {

constexpr qreal switchWidth = 26;
constexpr qreal switchHeight = 14;
constexpr int gap = 8;

} // namespace

ToggleSwitch::ToggleSwitch(const QString& text, QWidget* parent)
    : QAbstractButton(parent) {
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(text.isEmpty() ? QSizePolicy::Fixed : QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ToggleSwitch::sizeHint() const {
    const int words = text().isEmpty() ? 0 : fontMetrics().horizontalAdvance(text()) + gap;
    return {words + static_cast<int>(switchWidth) + 2, qMax(fontMetrics().height() + 4, 20)};
}

QSize ToggleSwitch::minimumSizeHint() const {
    return {static_cast<int>(switchWidth) + 2 + (text().isEmpty() ? 0 : 60), sizeHint().height()};
}

QRectF ToggleSwitch::switchRect() const {
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    return {mirrored ? 1.0 : width() - switchWidth - 1, (height() - switchHeight) / 2.0, switchWidth, switchHeight};
}

void ToggleSwitch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& t = theme();
    const QRectF box = switchRect();
    const int words = width() - static_cast<int>(switchWidth) - gap - 2;
    if (!text().isEmpty()) {
        const QRect place = QStyle::visualRect(layoutDirection(), rect(), QRect(0, 0, words, height()));
        painter.setPen(isEnabled() ? t.text : t.dimText);
        painter.drawText(place, static_cast<int>(Qt::AlignVCenter) | static_cast<int>(Qt::AlignLeading),
                         fontMetrics().elidedText(text(), Qt::ElideRight, words));
    }
    painter.setOpacity(isEnabled() ? 1 : 0.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isChecked() ? t.accent : t.neutralBar);
    painter.drawRoundedRect(box, switchHeight / 2, switchHeight / 2);
    const qreal knob = switchHeight - 4;
    const bool right = isChecked() != (layoutDirection() == Qt::RightToLeft);
    painter.setBrush(t.dark ? t.field : QColor(Qt::white));
    painter.drawEllipse(QRectF(right ? box.right() - knob - 2 : box.left() + 2, box.top() + 2, knob, knob));
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(t.accent, 1.5));
        painter.drawRoundedRect(box.adjusted(-1.25, -2.5, 1.25, 2.5).intersected(QRectF(rect())), 9, 9);
    }
}

} // namespace heedmap
