#include "ui/actions/field_shortcuts.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>

namespace heedmap {

FieldShortcuts::FieldShortcuts(QAction* action, QObject* parent)
    : QObject(parent)
    , action_(action) {
    QCoreApplication::instance()->installEventFilter(this);
}

bool FieldShortcuts::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride || !action_->isEnabled())
        return false;
    auto* const spin = qobject_cast<QAbstractSpinBox*>(watched);
    auto* const line = qobject_cast<QLineEdit*>(watched);
    const auto* const key = static_cast<QKeyEvent*>(event);
    if ((!spin && !line) || !action_->shortcuts().contains(QKeySequence(key->keyCombination())))
        return false;
    if (spin)
        spin->interpretText();
    else
        Q_EMIT line->editingFinished();
    event->ignore(); // it is left to the shortcut
    return true;
}

} // namespace heedmap
