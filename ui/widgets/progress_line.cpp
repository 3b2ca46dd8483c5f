#include "ui/widgets/progress_line.h"

#include "ui/settings/theme.h"

#include <QPainter>

namespace heedmap {

ProgressLine::ProgressLine(QWidget* parent)
    : QProgressBar(parent) {
    setTextVisible(false);
    setFixedHeight(3);
}

void ProgressLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (value() <= minimum())
        return; // nothing has begun
    painter.fillRect(rect(), theme().hairline);
    const int span = maximum() - minimum();
    if (span > 0)
        painter.fillRect(QRectF(0, 0, width() * static_cast<double>(value() - minimum()) / span, height()),
                         theme().accent);
}

} // namespace heedmap
