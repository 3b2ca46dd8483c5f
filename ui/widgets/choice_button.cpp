#include "ui/widgets/choice_button.h"

#include <QAction>
#include <QActionGroup>

namespace heedmap {

ChoiceButton::ChoiceButton(const QString& name, const QStringList& choices, QWidget* parent)
    : QuietButton({}, parent)
    , choices_(new QMenu(this))
    , group_(new QActionGroup(this))
    , name_(name) {
    choices_->setToolTipsVisible(true);
    setMenu(choices_);
    setChoices(choices);
    connect(group_, &QActionGroup::triggered, this, [this](QAction* action) {
        const int choice = static_cast<int>(group_->actions().indexOf(action));
        setCurrent(choice);
        Q_EMIT chosen(choice);
    });
    setAccessibleName(name_);
}

void ChoiceButton::setChoices(const QStringList& choices) {
    QStringList known;
    for (const QAction* action : group_->actions())
        known << action->text();
    if (choices == known)
        return;
    qDeleteAll(group_->actions());
    for (const QString& choice : choices) {
        QAction* action = choices_->addAction(choice);
        action->setCheckable(true);
        group_->addAction(action);
    }
    current_ = -1;
    updateGeometry();
}

void ChoiceButton::setCurrent(int choice) {
    QAction* action = group_->actions().at(choice);
    action->setChecked(true);
    current_ = choice;
    setText(action->text());
    setAccessibleName(name_ + QStringLiteral(": ") + action->text());
}

void ChoiceButton::setChoiceIcon(int choice, const QIcon& icon) {
    group_->actions().at(choice)->setIcon(icon);
}

void ChoiceButton::setChoiceToolTip(int choice, const QString& toolTip) {
    group_->actions().at(choice)->setToolTip(toolTip);
}

QSize ChoiceButton::sizeHint() const {
    int widest = 0;
    for (const QAction* action : group_->actions())
        widest = qMax(widest, fontMetrics().horizontalAdvance(action->text()));
    QSize size = QuietButton::sizeHint();
    size.rwidth() += widest - fontMetrics().horizontalAdvance(text());
    return size;
}

} // namespace heedmap
