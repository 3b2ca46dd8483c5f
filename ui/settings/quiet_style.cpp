#include "ui/settings/quiet_style.h"

#include "ui/settings/icon.h"
#include "ui/settings/theme.h"

#include <QPainter>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOptionComplex>

namespace heedmap {

namespace {

constexpr int scrollBarWidth = 10;
constexpr int shortestHandle = 28;
constexpr int fieldMargin = 4; // between the frame of a field and its text
constexpr int sortArrow = 8;   // wide, beside the text of a head
constexpr int dockIndent = 12; // a dock's title stands over its contents

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

void drawHeadSection(QPainter* painter, const QStyleOption* option) {
    painter->fillRect(option->rect, theme().window);
    painter->fillRect(QRect(option->rect.bottomLeft(), QSize(option->rect.width(), 1)), theme().hairline);
}

void drawSortArrow(QPainter* painter, const QRect& place, bool up) {
    const QPointF middle = QRectF(place).center();
    const double tip = up ? -2 : 2;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme().dimText, 1.25, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(
        QPolygonF{middle + QPointF(-3, -tip / 2), middle + QPointF(0, tip / 2), middle + QPointF(3, -tip / 2)});
    painter->restore();
}

// Text and arrow of a head: the arrow stands on the side where the text does not end.
std::pair<QRect, QRect> partsOfHead(const QStyleOptionHeader& head) {
    QRect text = head.rect.adjusted(fieldMargin, 0, -fieldMargin, 0);
    QRect arrow = text;
    if (head.sortIndicator == QStyleOptionHeader::None || head.orientation != Qt::Horizontal)
        return {text, QRect()};
    const bool right = head.textAlignment.testFlag(Qt::AlignRight);
    if (right)
        arrow.setWidth(sortArrow);
    else
        arrow.setLeft(text.right() + 1 - sortArrow);
    text.adjust(right ? sortArrow : 0, 0, right ? 0 : -sortArrow, 0);
    return {text, arrow};
}

void drawDockTitle(QPainter* painter, const QStyleOptionDockWidget& dock, const QRect& place) {
    painter->save();
    QFont font = painter->font();
    font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    painter->setPen(theme().text);
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetrics(font).elidedText(dock.title, Qt::ElideRight, place.width()));
    painter->restore();
}

} // namespace

QuietStyle::QuietStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

// What is behind a scroll bar shows beside its handle, on whatever ground it stands.
void QuietStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (qobject_cast<QScrollBar*>(widget))
        widget->setAttribute(Qt::WA_OpaquePaintEvent, false);
}

void QuietStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
    if (element == PE_PanelScrollAreaCorner)
        return; // what is behind shows, as beside the bars
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
    if (const auto* head = qstyleoption_cast<const QStyleOptionHeader*>(option);
        element == PE_IndicatorHeaderArrow && head)
        return drawSortArrow(painter, head->rect, head->sortIndicator == QStyleOptionHeader::SortDown);
    if (element == PE_PanelButtonTool && !option->state.testFlag(State_AutoRaise))
        return drawButton(painter, option);
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void QuietStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
    const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(option);
    if (element == CE_DockWidgetTitle && dock && !dock->verticalTitleBar)
        return drawDockTitle(painter, *dock, subElementRect(SE_DockWidgetTitleBarText, option, widget));
    if (element == CE_HeaderSection)
        return drawHeadSection(painter, option);
    QProxyStyle::drawControl(element, option, painter, widget);
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

QSize QuietStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const {
    const auto* head = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (type != CT_HeaderSection || !head || head->orientation != Qt::Horizontal)
        return QProxyStyle::sizeFromContents(type, option, size, widget);
    const QSize text = head->fontMetrics.size(0, head->text);
    const int arrow = head->sortIndicator == QStyleOptionHeader::None ? 0 : sortArrow;
    return {text.width() + 2 * fieldMargin + arrow, text.height() + 6};
}

QRect QuietStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                 const QWidget* widget) const {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        control == CC_ComboBox && part == SC_ComboBoxEditField && box && box->editable)
        return QProxyStyle::subControlRect(control, option, part, widget).adjusted(fieldMargin, 0, -fieldMargin, 0);
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

QRect QuietStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    if (const auto* head = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
        if (element == SE_HeaderLabel)
            return partsOfHead(*head).first;
        if (element == SE_HeaderArrow)
            return partsOfHead(*head).second;
    }
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    if (element == SE_LineEditContents && frame && frame->lineWidth > 0)
        return rect.adjusted(fieldMargin, 0, -fieldMargin, 0);
    if (element == SE_DockWidgetTitleBarText)
        return visualRect(option->direction, option->rect,
                          visualRect(option->direction, option->rect, rect).adjusted(dockIndent, 0, 0, 0));
    if (element == SE_DockWidgetCloseButton || element == SE_DockWidgetFloatButton)
        return rect.translated(option->direction == Qt::RightToLeft ? fieldMargin : -fieldMargin, 0);
    return rect;
}

QIcon QuietStyle::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const {
    if (which == SP_TitleBarCloseButton)
        return icon(QStringLiteral("close"));
    if (which == SP_TitleBarNormalButton)
        return icon(QStringLiteral("float"));
    return QProxyStyle::standardIcon(which, option, widget);
}

int QuietStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_ScrollBarExtent:
        return scrollBarWidth;
    case PM_ScrollBarSliderMin:
        return shortestHandle;
    case PM_DockWidgetTitleMargin:
        return 4;
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
