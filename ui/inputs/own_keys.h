// Keys that a widget wants for itself although the window has them as shortcuts: typing "0" into a table must not zoom.
#pragma once

#include <QKeyEvent>

namespace heedmap {

// Printable without Ctrl, Alt or Meta, copy and paste, Delete, Backspace and Insert with any modifier.
inline bool isOwnKey(const QKeyEvent& event) {
    const bool plain = !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (plain && !event.text().isEmpty() && event.text().at(0).isPrint())
        return true;
    if (event.matches(QKeySequence::Copy) || event.matches(QKeySequence::Paste))
        return true;
    return event.key() == Qt::Key_Delete || event.key() == Qt::Key_Backspace || event.key() == Qt::Key_Insert;
}

} // namespace heedmap
