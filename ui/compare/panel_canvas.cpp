#include "ui/compare/panel_canvas.h"

#include "ui/heatmap/heatmap_painter.h"
#include "ui/settings/theme.h"

#include <QPainter>

namespace heedmap {

PanelCanvas::PanelCanvas(QWidget* parent)
    : QWidget(parent) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
}

void PanelCanvas::setHeadings(const QList<Heading>& headings) {
    if (headings == headings_)
        return;
    headings_ = headings;
    update();
}

void PanelCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    for (const Heading& heading : std::as_const(headings_)) {
        if (heading.chosen)
            painter.fillRect(heading.area, theme().accentSoft);
        painter.setFont(heading.strong || heading.chosen ? titleFont(font()) : font());
        painter.setPen(heading.strong || heading.chosen ? theme().text : theme().dimText);
        painter.drawText(heading.area, static_cast<int>(heading.alignment) | Qt::TextSingleLine, heading.text);
    }
}

} // namespace heedmap
