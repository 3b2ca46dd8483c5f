#include "ui/workspaces/workspace_area.h"

#include "ui/settings/settings.h"
#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QActionGroup>

#include <algorithm>

namespace heedmap {

WorkspaceArea::WorkspaceArea(QWidget* explore, const WorkspaceContext& context, QWidget* parent,
                             const std::vector<WorkspaceInfo>& workspaces)
    : QStackedWidget(parent)
    , infos_(workspaces)
    , context_(context)
    , workspaces_(workspaces.size())
    , focused_(workspaces.size()) {
    addWidget(explore);
    auto* group = new QActionGroup(this);
    QStringList texts;
    QStringList toolTips;
    for (const ActionId id : {ActionId::exploreWorkspace, ActionId::alignWorkspace, ActionId::costWorkspace})
        context_.actions[id]->setVisible(false);
    for (std::size_t i = 0; i < infos_.size(); ++i) {
        QAction* action = context_.actions[infos_[i].action];
        action->setVisible(hasChoice());
        group->addAction(action);
        texts << plainText(action->text());
        toolTips << QStringLiteral("%1 (%2)").arg(action->statusTip(),
                                                  action->shortcut().toString(QKeySequence::NativeText));
        connect(action, &QAction::triggered, this, [this, i] { choose(i); });
    }
    switch_ = new SegmentedControl(SegmentedControl::Mode::one, texts, this);
    switch_->setObjectName(QStringLiteral("workspaces"));
    switch_->setAccessibleName(tr("Workspace"));
    switch_->setToolTips(toolTips);
    switch_->setCurrent(0);
    switch_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); // the bar beside it gives way
    switch_->setVisible(hasChoice());
    context_.actions[infos_.front().action]->setChecked(true);
    connect(switch_, &SegmentedControl::currentChanged, this,
            [this](int segment) { choose(static_cast<std::size_t>(segment)); });
}

Workspace* WorkspaceArea::current() const {
    return workspaces_[current_];
}

void WorkspaceArea::restore() {
    const QString name = context_.settings->value(Setting::workspace).toString();
    const auto known = std::find_if(infos_.begin(), infos_.end(),
                                    [&](const WorkspaceInfo& info) { return name == QLatin1String(info.name); });
    if (known != infos_.end())
        choose(static_cast<std::size_t>(known - infos_.begin()));
}

void WorkspaceArea::choose(std::size_t index) {
    switch_->setCurrent(static_cast<int>(index));
    context_.actions[infos_[index].action]->setChecked(true);
    if (index == current_)
        return;
    focused_[current_] = window()->focusWidget();
    current_ = index;
    if (infos_[index].make && !workspaces_[index]) {
        workspaces_[index] = infos_[index].make(context_, this);
        addWidget(workspaces_[index]);
        Q_EMIT made(workspaces_[index]);
    }
    context_.settings->setValue(Setting::workspace, QString::fromLatin1(infos_[index].name));
    if (Workspace* workspace = workspaces_[index])
        setCurrentWidget(workspace);
    else
        setCurrentIndex(0);
    Q_EMIT chosen();
    giveFocusBack();
}

// To what had it when this workspace was left, else to the switch: never to another workspace's name.
void WorkspaceArea::giveFocusBack() {
    QWidget* before = focused_[current_];
    if (before && before->isVisible() && !switch_->isAncestorOf(before))
        before->setFocus();
    else
        switch_->button(static_cast<int>(current_))->setFocus();
}

} // namespace heedmap
