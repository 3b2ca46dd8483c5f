#include "ui/inputs/token_flow.h"

#include "ui/inputs/own_keys.h"
#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QToolTip>

#include <utility>

namespace heedmap {

namespace {

constexpr int padding = 8;
constexpr int spacing = 5;
constexpr int smallestWidth = 24;

QStringList wordsOf(const QString& text) {
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    return text.split(spaces, Qt::SkipEmptyParts);
}

} // namespace

TokenFlow::TokenFlow(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setToolTip(tr("Double click or F2 changes a token, Insert adds one, Delete removes it; pasting a sentence replaces "
                  "all"));
    rearrange();
}

void TokenFlow::setTokens(const QStringList& tokens) {
    if (tokens == tokens_)
        return;
    if (editor_)
        finishEditing(false);
    tokens_ = tokens;
    current_ = qBound(0, current_, qMax(0, shownChips() - 1));
    rearrange();
}

int TokenFlow::shownChips() const {
    return static_cast<int>(qMin<qsizetype>(tokens_.size(), mostChips));
}

bool TokenFlow::isFaint(int chip) const {
    static const QStringList quiet{QStringLiteral("⏎"), QStringLiteral("<s>"), QStringLiteral("</s>")};
    return chip >= shownChips() || tokens_[chip].trimmed().isEmpty() || quiet.contains(tokens_[chip]);
}

// What is drawn: an empty token says so, spaces are made visible, the last says how many more there are.
QString TokenFlow::labelOf(int chip) const {
    if (chip >= shownChips())
        return tr("… %1 more").arg(tokens_.size() - shownChips());
    QString label = tokens_[chip];
    if (label.isEmpty())
        return tr("empty");
    return label.trimmed().isEmpty() ? label.fill(QChar(0x2423)) : label;
}

std::vector<QRect> TokenFlow::arranged(int width) const {
    std::vector<QRect> chips;
    const QFontMetrics metrics(font());
    const int height = metrics.height() + 7;
    const int count = shownChips() + (tokens_.size() > mostChips ? 1 : 0);
    int x = 0;
    int y = 0;
    for (int chip = 0; chip < count; ++chip) {
        const int wanted = qMax(smallestWidth, metrics.horizontalAdvance(labelOf(chip)) + 2 * padding);
        const int chipWidth = qMin(wanted, qMax(width, smallestWidth));
        if (x > 0 && x + chipWidth > width) {
            x = 0;
            y += height + spacing;
        }
        chips.emplace_back(x, y, chipWidth, height);
        x += chipWidth + spacing;
    }
    if (tokens_.join(QString()).isRightToLeft()) {
        for (QRect& chip : chips)
            chip.moveLeft(width - chip.x() - chip.width());
    }
    return chips;
}

void TokenFlow::rearrange() {
    chips_ = arranged(width());
    placeEditor();
    updateGeometry();
    update();
    setAccessibleDescription(tokens_.value(current_));
}

QRect TokenFlow::chipRect(int chip) const {
    return chips_.at(static_cast<std::size_t>(chip));
}

int TokenFlow::heightForWidth(int width) const {
    const std::vector<QRect> chips = arranged(width);
    return chips.empty() ? fontMetrics().height() + 7 : chips.back().bottom() + 1;
}

QSize TokenFlow::sizeHint() const {
    return {200, heightForWidth(qMax(width(), 120))};
}

QSize TokenFlow::minimumSizeHint() const {
    return {60, fontMetrics().height() + 7};
}

int TokenFlow::chipAt(const QPoint& point) const {
    for (std::size_t chip = 0; chip < chips_.size(); ++chip) {
        if (chips_[chip].contains(point))
            return static_cast<int>(chip);
    }
    return -1;
}

void TokenFlow::paintChip(QPainter& painter, int chip) const {
    const Theme& t = theme();
    const QRect box = chipRect(chip);
    const bool focused = hasFocus() && chip == current_;
    const bool empty = chip < shownChips() && tokens_[chip].isEmpty();
    QPen border(focused ? t.accent : t.hairline, focused ? 1.5 : 1);
    if (empty && !focused)
        border.setStyle(Qt::DashLine);
    painter.setPen(border);
    painter.setBrush(chip == hovered_ ? t.hover : t.field);
    painter.drawRoundedRect(QRectF(box).adjusted(0.75, 0.75, -0.75, -0.75), 5, 5);
    painter.setPen(isFaint(chip) ? t.dimText : t.text);
    const QString label = fontMetrics().elidedText(labelOf(chip), Qt::ElideMiddle, box.width() - padding);
    painter.drawText(box, static_cast<int>(Qt::AlignCenter) | static_cast<int>(Qt::TextSingleLine), label);
}

void TokenFlow::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (chips_.empty()) {
        painter.setPen(theme().dimText);
        painter.drawText(rect(), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                         fontMetrics().elidedText(tr("numbered; type or paste a sentence"), Qt::ElideRight, width()));
    }
    for (std::size_t chip = 0; chip < chips_.size(); ++chip) {
        if (chips_[chip].intersects(event->rect()) && static_cast<int>(chip) != edited_)
            paintChip(painter, static_cast<int>(chip));
    }
}

void TokenFlow::resizeEvent(QResizeEvent*) {
    rearrange();
}

void TokenFlow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        rearrange();
}

bool TokenFlow::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && isOwnKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int chip = chipAt(help->pos());
        if (chip >= 0 && chip < shownChips()) {
            QToolTip::showText(help->globalPos(), toolTipText(QStringLiteral("%1: %2").arg(chip).arg(labelOf(chip))),
                               this, chipRect(chip));
            return true;
        }
    }
    return QWidget::event(event);
}

void TokenFlow::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void TokenFlow::mouseMoveEvent(QMouseEvent* event) {
    const int chip = chipAt(event->pos());
    if (chip != hovered_) {
        hovered_ = chip;
        update();
    }
}

void TokenFlow::mousePressEvent(QMouseEvent* event) {
    const int chip = chipAt(event->pos());
    if (chip >= shownChips())
        Q_EMIT moreAsked();
    else if (chip >= 0)
        setCurrent(chip);
}

void TokenFlow::mouseDoubleClickEvent(QMouseEvent* event) {
    const int chip = chipAt(event->pos());
    if (chip >= 0 && chip < shownChips())
        editChip(chip);
}

void TokenFlow::setCurrent(int chip) {
    current_ = qBound(0, chip, qMax(0, shownChips() - 1));
    setAccessibleDescription(tokens_.value(current_));
    update();
}

void TokenFlow::moveCurrent(int step) {
    const bool mirrored = tokens_.join(QString()).isRightToLeft();
    setCurrent(current_ + (mirrored ? -step : step));
}

void TokenFlow::keyPressEvent(QKeyEvent* event) {
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    const bool any = !tokens_.isEmpty();
    if (event->matches(QKeySequence::Paste))
        replaceAll(QGuiApplication::clipboard()->text());
    else if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(tokens_.join(QLatin1Char(' ')));
    else if (event->key() == Qt::Key_Left)
        moveCurrent(-1);
    else if (event->key() == Qt::Key_Right)
        moveCurrent(1);
    else if (event->key() == Qt::Key_Home)
        setCurrent(0);
    else if (event->key() == Qt::Key_End)
        setCurrent(shownChips() - 1);
    else if (any && (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace))
        removeCurrent();
    else if (any && event->key() == Qt::Key_Insert)
        insertAfterCurrent();
    else if (any && (event->key() == Qt::Key_F2 || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        editChip(current_);
    else if (any && plain && !event->text().trimmed().isEmpty() && event->text().at(0).isPrint())
        editChip(current_, event->text());
    else
        QWidget::keyPressEvent(event);
}

void TokenFlow::removeCurrent() {
    QStringList tokens = tokens_;
    tokens.removeAt(current_);
    Q_EMIT tokensEdited(tokens, current_);
}

void TokenFlow::insertAfterCurrent() {
    const int chip = qMin(current_ + 1, mostChips - 1);
    tokens_.insert(chip, QString());
    rearrange();
    editChip(chip);
    inserted_ = true;
}

void TokenFlow::replaceAll(const QString& text) {
    const QStringList words = wordsOf(text);
    if (!words.isEmpty())
        Q_EMIT tokensEdited(words, 0);
}

void TokenFlow::editChip(int chip, const QString& text) {
    if (editor_)
        finishEditing(true);
    setCurrent(chip);
    edited_ = chip;
    inserted_ = false;
    editor_ = new QLineEdit(text, this);
    editor_->setAlignment(Qt::AlignCenter);
    editor_->setAccessibleName(tr("token %1").arg(chip));
    editor_->installEventFilter(this);
    connect(editor_, &QLineEdit::textChanged, this, &TokenFlow::placeEditor);
    placeEditor();
    editor_->show();
    editor_->setFocus();
    if (text == tokens_.value(chip))
        editor_->selectAll();
    update();
}

void TokenFlow::placeEditor() {
    if (!editor_ || edited_ >= static_cast<int>(chips_.size()))
        return;
    QRect place = chipRect(edited_);
    const int wanted = fontMetrics().horizontalAdvance(editor_->text()) + 2 * padding + 8;
    place.setWidth(qBound(48, wanted, width()));
    place.moveLeft(qMax(0, qMin(place.left(), width() - place.width())));
    editor_->setGeometry(place);
}

// Several words become several tokens.
void TokenFlow::finishEditing(bool keep) {
    QLineEdit* editor = editor_;
    if (!editor)
        return;
    editor_ = nullptr;
    const int chip = std::exchange(edited_, -1);
    const bool added = std::exchange(inserted_, false);
    const QString text = editor->text();
    const bool hadFocus = editor->hasFocus();
    editor->removeEventFilter(this);
    editor->hide();
    editor->deleteLater();
    if (hadFocus)
        setFocus();
    const QString before = tokens_.value(chip);
    QStringList words = wordsOf(text);
    if (added)
        tokens_.removeAt(chip);
    rearrange();
    const bool same = text == before;
    if (!keep || same)
        return;
    QStringList tokens = tokens_;
    if (!added)
        tokens.removeAt(chip);
    if (words.isEmpty())
        words.append(QString());
    for (qsizetype i = 0; i < words.size(); ++i)
        tokens.insert(chip + i, words[i]);
    Q_EMIT tokensEdited(tokens, chip + static_cast<int>(words.size()) - 1);
}

bool TokenFlow::eventFilter(QObject* watched, QEvent* event) {
    if (watched != editor_)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut) {
        const auto* focus = static_cast<QFocusEvent*>(event);
        if (focus->reason() != Qt::PopupFocusReason && focus->reason() != Qt::ActiveWindowFocusReason)
            finishEditing(true);
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape)
        finishEditing(false);
    else if (key == Qt::Key_Return || key == Qt::Key_Enter)
        finishEditing(true);
    else
        return false;
    return true;
}

} // namespace heedmap
