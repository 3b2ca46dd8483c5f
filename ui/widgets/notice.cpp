#include "ui/widgets/notice.h"

#include "ui/settings/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace heedmap {

namespace {

constexpr int shownMilliseconds = 8000;
constexpr int mostSentences = 4;

} // namespace

Notice::Notice(QWidget* over)
    : QLabel(over) {
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setMargin(12);
    setToolTip(tr("Click to hide"));
    setAccessibleName(tr("Notice"));
    hide();
    over->installEventFilter(this);
    hideTimer_.setSingleShot(true);
    hideTimer_.setInterval(shownMilliseconds);
    connect(&hideTimer_, &QTimer::timeout, this, &QWidget::hide);
}

void Notice::tell(const QString& sentence) {
    QStringList sentences = isVisible() ? text().split(QLatin1Char('\n')) : QStringList();
    if (!sentences.contains(sentence))
        sentences << sentence;
    while (sentences.size() > mostSentences)
        sentences.removeFirst();
    setText(sentences.join(QLatin1Char('\n')));
    place();
    show();
    raise();
    hideTimer_.start();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void Notice::place() {
    const QWidget* over = parentWidget();
    const int width = std::min(over->width() - 32, 560);
    resize(width, heightForWidth(width));
    move((over->width() - width) / 2, over->height() - height() - 16);
}

bool Notice::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && isVisible())
        place();
    return QLabel::eventFilter(watched, event);
}

void Notice::mousePressEvent(QMouseEvent*) {
    hide();
}

void Notice::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme().hairline);
    painter.setBrush(theme().field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.fillRect(QRectF(0.5, 6, 3, height() - 12), theme().accent);
    painter.end();
    QLabel::paintEvent(event);
}

} // namespace heedmap
