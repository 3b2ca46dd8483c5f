// One of several values, shown as words that open a menu.
#pragma once

#include "ui/widgets/quiet_button.h"

#include <QIcon>
#include <QStringList>

class QActionGroup;

namespace heedmap {

class ChoiceButton : public QuietButton {
    Q_OBJECT

public:
    // `name` is the accessible name: what is chosen here.
    ChoiceButton(const QString& name, const QStringList& choices, QWidget* parent = nullptr);

    // Other choices; none of them is the current one, unless they are the same.
    void setChoices(const QStringList& choices);
    int current() const { return current_; }
    void setCurrent(int choice);
    void setChoiceIcon(int choice, const QIcon& icon);
    void setChoiceToolTip(int choice, const QString& toolTip);

    QSize sizeHint() const override; // of the widest choice: nothing moves when another is chosen

Q_SIGNALS:
    void chosen(int choice); // by the user, also when it was chosen already

private:
    QMenu* choices_;
    QActionGroup* group_;
    QString name_;
    int current_ = -1;
};

} // namespace heedmap
