#include "ui/settings/quiet_style.h"

#include "ui/settings/theme.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOptionComplex>

namespace heedmap {

namespace {

constexpr int scrollBarWidth = 10;
constexpr int shortestHandle = 28;

void drawField(QPainter* painter, const QStyleOption* option) {
    const Theme& t = theme();
    const bool focused = option->state & QStyle::State_HasFocus;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(focused ? t.accent : t.hairline, focused ? 1.5 : 1));
    painter->setBrush(option->state & QStyle::State_Enabled ? t.field : t.window);
    painter->drawRoundedRect(QRectF(option->rect).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    painter->restore();
}

// A tool button that is more than an icon: outlined as a field is.
void drawButton(QPainter* painter, const QStyleOption* option) {
    const Theme& t = theme();
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool lit = enabled && (option->state & (QStyle::State_MouseOver | QStyle::State_Sunken));
    const bool focused = option->state & QStyle::State_HasFocus;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(focused ? t.accent : t.hairline, focused ? 1.5 : 1));
    painter->setBrush(lit ? t.hover : enabled ? t.field : t.window);
    painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter->restore();
}

void drawChevron(QPainter* painter, const QRect& place, bool enabled) {
    const QPointF middle = QRectF(place).center();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(
        QPen(enabled ? theme().dimText : theme().hairline, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(QPolygonF{middle + QPointF(-4, -2), middle + QPointF(0, 2), middle + QPointF(4, -2)});
    painter->restore();
}

// Where the handle of a scroll bar is: the groove is the whole bar, there are no arrows.
QRect handleRect(const QStyleOptionSlider& bar) {
    const bool horizontal = bar.orientation == Qt::Horizontal;
    const int length = horizontal ? bar.rect.width() : bar.rect.height();
    const qint64 range = static_cast<qint64>(bar.maximum) - bar.minimum;
    int handle = length;
    if (range > 0)
        handle = static_cast<int>(static_cast<qint64>(bar.pageStep) * length / (range + qMax(1, bar.pageStep)));
    handle = qMin(qMax(handle, shortestHandle), length);
    const int start =
        QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, length - handle, bar.upsideDown);
    return horizontal ? QRect(bar.rect.x() + start, bar.rect.y(), handle, bar.rect.height())
                      : QRect(bar.rect.x(), bar.rect.y() + start, bar.rect.width(), handle);
}

void drawScrollBar(QPainter* painter, const QStyleOptionSlider& bar) {
    const Theme& t = theme();
    const bool horizontal = bar.orientation == Qt::Horizontal;
    const bool held = bar.activeSubControls & QStyle::SC_ScrollBarSlider;
    painter->save();
    painter->fillRect(bar.rect, bar.palette.color(QPalette::Window));
    if (bar.maximum > bar.minimum) {
        const QRectF handle =
            QRectF(handleRect(bar))
                .adjusted(horizontal ? 1 : 2.5, horizontal ? 2.5 : 1, horizontal ? -1 : -2.5, horizontal ? -2.5 : -1);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(held ? t.neutralBar : t.hairline);
        painter->drawRoundedRect(handle, 2.5, 2.5);
    }
    painter->restore();
}

} // namespace

QuietStyle::QuietStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void QuietStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
    if (element == PE_FrameLineEdit)
        return drawField(painter, option);
    if (element == PE_PanelLineEdit) {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        if (frame && frame->lineWidth > 0)
            drawField(painter, option);
        else
            painter->fillRect(option->rect, option->palette.brush(QPalette::Base));
        return;
    }
    if (element == PE_PanelButtonTool && !option->state.testFlag(State_AutoRaise))
        return drawButton(painter, option);
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void QuietStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                    const QWidget* widget) const {
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (control == CC_SpinBox && spin && spin->buttonSymbols == QAbstractSpinBox::NoButtons && spin->frame)
        return drawField(painter, option);
    if (control == CC_ComboBox) {
        drawField(painter, option);
        drawChevron(painter, subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget),
                    option->state.testFlag(State_Enabled));
        return;
    }
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control == CC_ScrollBar && bar)
        return drawScrollBar(painter, *bar);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect QuietStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                 const QWidget* widget) const {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    const bool horizontal = bar->orientation == Qt::Horizontal;
    const QRect all = bar->rect;
    const QRect handle = handleRect(*bar);
    QRect rect;
    switch (part) {
    case SC_ScrollBarGroove:
        rect = all;
        break;
    case SC_ScrollBarSlider:
        rect = handle;
        break;
    case SC_ScrollBarSubPage:
        rect = horizontal ? QRect(all.topLeft(), QPoint(handle.left() - 1, all.bottom()))
                          : QRect(all.topLeft(), QPoint(all.right(), handle.top() - 1));
        break;
    case SC_ScrollBarAddPage:
        rect = horizontal ? QRect(QPoint(handle.right() + 1, all.top()), all.bottomRight())
                          : QRect(QPoint(all.left(), handle.bottom() + 1), all.bottomRight());
        break;
    default:
        break;
    }
    return visualRect(option->direction, all, rect);
}

int QuietStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_ScrollBarExtent:
        return scrollBarWidth;
    case PM_ScrollBarSliderMin:
        return shortestHandle;
    case PM_ScrollView_ScrollBarSpacing:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int QuietStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const {
    if (hint == SH_ScrollBar_Transient || hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace heedmap
