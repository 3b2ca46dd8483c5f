#include "ui/export/figure_preview.h"

#include "ui/settings/theme.h"

#include <QPainter>

#include <algorithm>

namespace heedmap {

FigurePreview::FigurePreview(QWidget* parent)
    : QWidget(parent) {
    setAccessibleName(tr("Preview of the picture"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigurePreview::setFigure(Figure figure, const QSizeF& size) {
    figure_ = std::move(figure);
    size_ = size;
    setAccessibleDescription(figure_.caption);
    update();
}

// What is read from a file or computed on demand is shown as coarse as it is at hand: nobody waits for a preview.
Figure FigurePreview::atHand() const {
    Figure figure = figure_;
    for (PanelPicture& panel : figure.panels) {
        if (panel.drawn && panel.drawn->isSlow())
            panel.style.detail = heatmap::Detail::atHand;
    }
    return figure;
}

void FigurePreview::paintEvent(QPaintEvent*) {
    if (size_.isEmpty())
        return;
    constexpr int margin = 8;
    const QRectF room = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    const double scale = std::min({1.0, room.width() / size_.width(), room.height() / size_.height()});
    if (scale <= 0)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QSizeF shown = size_ * scale;
    painter.translate(room.center() - QPointF(shown.width(), shown.height()) / 2);
    painter.scale(scale, scale);
    paintFigure(painter, atHand(), QRectF({}, size_), CellsAs::pixels);
    painter.setPen(QPen(theme().hairline, 0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF({}, size_));
}

} // namespace heedmap
