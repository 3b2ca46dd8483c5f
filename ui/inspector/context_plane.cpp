#include "ui/inspector/context_plane.h"

#include "ui/base/numbers.h"
#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr double margin = 18;
constexpr Index mostNamed = 12;   // values with their token beside them
constexpr Index mostDrawn = 2000; // values at all
constexpr double reach = 6;       // of the pointer

} // namespace

ContextPlane::ContextPlane(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("The context in the plane of two components"));
}

void ContextPlane::setPicture(MatrixD values, VectorD before, VectorD after, Index first, Index second,
                              QStringList keys) {
    values_ = std::move(values);
    before_ = std::move(before);
    after_ = std::move(after);
    first_ = first;
    second_ = second;
    keys_ = std::move(keys);
    const auto number = [](double value) {
        return numberText(value, 3);
    };
    const QPointF from = pointOf(before_);
    const QPointF to = pointOf(after_);
    setAccessibleDescription(
        tr("from (%1, %2) to (%3, %4)").arg(number(from.x()), number(from.y()), number(to.x()), number(to.y())));
    updateGeometry();
    update();
}

QSize ContextPlane::sizeHint() const {
    return {240, second_ < 0 ? 64 : 190};
}

QPointF ContextPlane::pointOf(const VectorD& vector) const {
    if (first_ >= vector.size())
        return {};
    return {vector(first_), second_ >= 0 && second_ < vector.size() ? vector(second_) : 0};
}

QRectF ContextPlane::bounds() const {
    double left = 0, right = 0, bottom = 0, top = 0; // the origin is always in sight
    const auto take = [&](const QPointF& point) {
        if (!std::isfinite(point.x()) || !std::isfinite(point.y()))
            return;
        left = std::min(left, point.x());
        right = std::max(right, point.x());
        bottom = std::min(bottom, point.y());
        top = std::max(top, point.y());
    };
    take(pointOf(before_));
    take(pointOf(after_));
    for (Index j = 0; j < std::min(values_.rows(), mostDrawn); ++j)
        take(pointOf(values_.row(j).transpose()));
    const double width = right > left ? right - left : 1;
    const double height = top > bottom ? top - bottom : 1;
    return {left, bottom, width, height};
}

QPointF ContextPlane::placeOf(double x, double y) const {
    const QRectF all = bounds();
    const QRectF room = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    const double across = second_ < 0 ? 0.5 : (y - all.top()) / all.height();
    return {room.left() + (x - all.left()) / all.width() * room.width(), room.bottom() - across * room.height()};
}

QPointF ContextPlane::before() const {
    const QPointF point = pointOf(before_);
    return placeOf(point.x(), point.y());
}

QPointF ContextPlane::after() const {
    const QPointF point = pointOf(after_);
    return placeOf(point.x(), point.y());
}

QString ContextPlane::textAt(const QPointF& at) const {
    for (Index j = 0; j < std::min(values_.rows(), mostDrawn); ++j) {
        const QPointF point = pointOf(values_.row(j).transpose());
        const QPointF away = placeOf(point.x(), point.y()) - at;
        if (std::hypot(away.x(), away.y()) > reach)
            continue;
        const QString numbers = second_ < 0
                                    ? numberText(point.x(), 4)
                                    : QStringLiteral("%1, %2").arg(numberText(point.x(), 4), numberText(point.y(), 4));
        return QStringLiteral("v(%1) = (%2)").arg(shownToken(keys_.value(j)), numbers);
    }
    return {};
}

bool ContextPlane::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipText(textAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

void ContextPlane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().hairline, 1));
    const QPointF origin = placeOf(0, 0);
    painter.drawLine(QPointF(0, origin.y()), QPointF(width(), origin.y()));
    if (second_ >= 0)
        painter.drawLine(QPointF(origin.x(), 0), QPointF(origin.x(), height()));
    painter.setPen(theme().dimText);
    const QString x = QString::number(first_);
    painter.drawText(QRectF(0, origin.y() + 1, width() - 2, 16), Qt::AlignRight | Qt::AlignVCenter, x);
    if (second_ >= 0)
        painter.drawText(QPointF(origin.x() + 4, 12), QString::number(second_));
    paintValues(painter);
    paintMove(painter);
}

void ContextPlane::paintValues(QPainter& painter) const {
    const bool named = values_.rows() <= mostNamed;
    for (Index j = 0; j < std::min(values_.rows(), mostDrawn); ++j) {
        const QPointF point = pointOf(values_.row(j).transpose());
        const QPointF at = placeOf(point.x(), point.y());
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().neutralBar);
        painter.drawEllipse(at, 2.5, 2.5);
        if (!named)
            continue;
        painter.setPen(theme().dimText);
        const QString text = fontMetrics().elidedText(shownToken(keys_.value(j)), Qt::ElideRight, 64);
        const double wide = fontMetrics().horizontalAdvance(text);
        const double left = std::clamp(at.x() - wide / 2, 0.0, std::max(0.0, this->width() - wide));
        painter.drawText(QPointF(left, at.y() - 6 < fontMetrics().ascent() ? at.y() + 16 : at.y() - 6), text);
    }
}

void ContextPlane::paintMove(QPainter& painter) const {
    const QPointF from = before();
    const QPointF to = after();
    painter.setPen(QPen(theme().accent, 1.5));
    painter.drawLine(from, to);
    painter.setBrush(theme().accent);
    painter.drawEllipse(from, 4, 4);
    painter.setBrush(theme().window);
    painter.drawEllipse(to, 4, 4);
}

} // namespace heedmap
