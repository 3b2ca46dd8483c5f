// A shortcut of the window that works in a text field too, although the field has the key for itself: Ctrl+E would only
// move its cursor to the end of the line. What was typed is taken first.
#pragma once

#include <QObject>

class QAction;

namespace heedmap {

class FieldShortcuts : public QObject {
public:
    // `action` outlives this.
    FieldShortcuts(QAction* action, QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAction* action_;
};

} // namespace heedmap
