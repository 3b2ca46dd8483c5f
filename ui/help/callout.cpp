#include "ui/help/callout.h"

#include "ui/settings/theme.h"
#include "ui/widgets/quiet_button.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

constexpr int cardWidth = 320;
constexpr int gap = 12;

} // namespace

Spotlight::Spotlight(QWidget* window)
    : QWidget(window) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void Spotlight::pointAt(QWidget* target) {
    target_ = target;
    setVisible(target != nullptr);
    setGeometry(parentWidget()->rect());
    raise();
    update();
}

QRect Spotlight::targetRect() const {
    if (!target_ || !target_->isVisible())
        return {};
    QRect rect(target_->mapTo(parentWidget(), QPoint()), target_->size());
    // What is scrolled out of sight is not outlined.
    for (const QWidget* outer = target_->parentWidget(); outer && outer != parentWidget();
         outer = outer->parentWidget())
        rect &= QRect(outer->mapTo(parentWidget(), QPoint()), outer->size());
    return rect & parentWidget()->rect();
}

void Spotlight::paintEvent(QPaintEvent*) {
    const QRect rect = targetRect();
    if (rect.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().accent, 2));
    painter.drawRoundedRect(QRectF(rect).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6);
}

Callout::Callout(QWidget* window)
    : QWidget(window)
    , spotlight_(new Spotlight(window))
    , title_(new QLabel(this))
    , text_(new QLabel(this))
    , place_(new QLabel(this))
    , back_(new QuietButton(tr("Back"), this))
    , next_(new QuietButton(tr("Next"), this))
    , close_(new QuietButton(tr("Close"), this)) {
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("callout"));
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    title_->setFont(bold);
    title_->setTextFormat(Qt::PlainText);
    title_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    place_->setForegroundRole(QPalette::PlaceholderText);
    next_->setObjectName(QStringLiteral("next"));
    close_->setObjectName(QStringLiteral("close"));
    next_->setDimmed(false);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(place_);
    buttons->addStretch();
    for (QuietButton* button : {close_, back_, next_})
        buttons->addWidget(button);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 12, 8);
    column->setSpacing(6);
    column->addWidget(title_);
    column->addWidget(text_);
    column->addLayout(buttons);
    connect(next_, &QAbstractButton::clicked, this, &Callout::nextRequested);
    connect(back_, &QAbstractButton::clicked, this, &Callout::backRequested);
    connect(close_, &QAbstractButton::clicked, this, &Callout::end);
    window->installEventFilter(this);
    hide();
}

QString Callout::title() const {
    return title_->text();
}

QString Callout::text() const {
    return text_->text();
}

void Callout::tell(QWidget* target, const QString& title, const QString& text, int place, int count) {
    if (target_)
        target_->removeEventFilter(this);
    target_ = target;
    if (target_)
        target_->installEventFilter(this);
    tour_ = count > 0;
    title_->setText(title);
    title_->setVisible(!title.isEmpty());
    text_->setText(text);
    place_->setText(tour_ ? tr("%1 of %2").arg(place + 1).arg(count) : QString());
    back_->setVisible(tour_);
    back_->setEnabled(place > 0);
    next_->setVisible(tour_);
    next_->setText(place + 1 == count ? tr("Done") : tr("Next"));
    close_->setText(tour_ ? tr("Skip the tour") : tr("Close"));
    close_->setVisible(!tour_ || place + 1 < count);
    setAccessibleName(title.isEmpty() ? text : title);
    setAccessibleDescription(text);
    arrange();
    show();
    raise();
    if (tour_)
        setFocus();
}

void Callout::end() {
    if (isHidden())
        return;
    if (target_)
        target_->removeEventFilter(this);
    target_ = nullptr;
    spotlight_->pointAt(nullptr);
    hide();
    Q_EMIT closed();
}

// Below the target where there is room, else above, else beside; always inside the window.
void Callout::arrange() {
    spotlight_->pointAt(target_);
    const QRect window = parentWidget()->rect().adjusted(gap, gap, -gap, -gap);
    const int width = std::min(cardWidth, window.width());
    resize(width, layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : sizeHint().height());
    const QRect target = spotlight_->targetRect();
    QPoint at = window.center() - rect().center();
    if (!target.isEmpty()) {
        at = {target.center().x() - width / 2, target.bottom() + gap};
        if (at.y() + height() > window.bottom())
            at.setY(target.top() - gap - height());
        if (at.y() < window.top()) { // as high as the window: beside it
            at.setX(target.left() - gap - width >= window.left() ? target.left() - gap - width : target.right() + gap);
            at.setY(target.top() + gap);
        }
    }
    at.setX(std::clamp(at.x(), window.left(), std::max(window.left(), window.right() - width)));
    at.setY(std::clamp(at.y(), window.top(), std::max(window.top(), window.bottom() - height())));
    move(at);
}

bool Callout::eventFilter(QObject* watched, QEvent* event) {
    const bool moved = event->type() == QEvent::Resize || event->type() == QEvent::Move ||
                       event->type() == QEvent::Show || event->type() == QEvent::Hide;
    if (moved && isVisible()) {
        arrange();
        raise();
    }
    return QWidget::eventFilter(watched, event);
}

void Callout::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        tour_ ? Q_EMIT nextRequested() : end();
        return;
    case Qt::Key_Left:
        if (tour_ && back_->isEnabled())
            Q_EMIT backRequested();
        return;
    case Qt::Key_Escape:
        return end();
    default:
        QWidget::keyPressEvent(event);
    }
}

void Callout::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().accent, 1));
    painter.setBrush(theme().window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

} // namespace heedmap
