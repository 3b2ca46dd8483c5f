// The switch between the workspaces of the window, with workspaces of the test.
#include "tests/support/ui/pictures.h"
#include "ui/settings/settings.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/workspace.h"
#include "ui/workspaces/workspace_area.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace heedmap::tests {

namespace {

int madeCount = 0;

class TestWorkspace : public Workspace {
public:
    explicit TestWorkspace(QWidget* parent)
        : Workspace(parent) {
        ++madeCount;
    }
    void exportPicture() override {}
};

Workspace* make(const WorkspaceContext&, QWidget* parent) {
    return new TestWorkspace(parent);
}

const std::vector<WorkspaceInfo> only{{ActionId::exploreWorkspace, "explore", nullptr}};
const std::vector<WorkspaceInfo> three{{ActionId::exploreWorkspace, "explore", nullptr},
                                       {ActionId::alignWorkspace, "align", make},
                                       {ActionId::costWorkspace, "cost", make}};

class WorkspacesTest : public ::testing::Test {
protected:
    void SetUp() override { madeCount = 0; }

    QTemporaryDir directory;
    Settings settings{directory.filePath(QStringLiteral("taste.ini")), directory.filePath(QStringLiteral("state.ini"))};
    ActionTable actions;
};

} // namespace

// Switching by key must not leave the focus on the name of another workspace.
TEST_F(WorkspacesTest, GiveTheFocusBackToWhatHadIt) {
    QWidget window;
    auto* explore = new QWidget;
    auto* field = new QLineEdit(explore);
    auto* area = new WorkspaceArea(explore, {actions, &settings}, &window, three);
    area->switchControl()->setParent(&window);
    area->switchControl()->move(0, 200);
    window.resize(400, 300);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    field->setFocus();
    actions[ActionId::costWorkspace]->trigger();
    EXPECT_EQ(window.focusWidget(), area->switchControl()->button(2));
    actions[ActionId::alignWorkspace]->trigger();
    EXPECT_EQ(window.focusWidget(), area->switchControl()->button(1));
    actions[ActionId::exploreWorkspace]->trigger();
    EXPECT_EQ(window.focusWidget(), field);
}

TEST_F(WorkspacesTest, AreMadeWhenTheyAreFirstWanted) {
    WorkspaceArea area(new QWidget, {actions, &settings}, nullptr, three);
    QSignalSpy chosen(&area, &WorkspaceArea::chosen);
    EXPECT_TRUE(area.isExploring());
    EXPECT_EQ(madeCount, 0);
    QTest::mouseClick(area.switchControl()->button(1), Qt::LeftButton);
    EXPECT_EQ(madeCount, 1);
    EXPECT_NE(area.current(), nullptr);
    EXPECT_EQ(area.currentWidget(), area.current());
    actions[ActionId::exploreWorkspace]->trigger();
    EXPECT_TRUE(area.isExploring());
    EXPECT_EQ(area.switchControl()->current(), 0);
    actions[ActionId::alignWorkspace]->trigger();
    EXPECT_EQ(madeCount, 1) << "the same again";
    EXPECT_EQ(area.switchControl()->current(), 1);
    EXPECT_EQ(chosen.count(), 3);
}

TEST_F(WorkspacesTest, TheOneThatWasLeftComesBack) {
    {
        WorkspaceArea area(new QWidget, {actions, &settings}, nullptr, three);
        actions[ActionId::costWorkspace]->trigger();
    }
    WorkspaceArea area(new QWidget, {actions, &settings}, nullptr, three);
    area.restore();
    EXPECT_EQ(area.switchControl()->current(), 2);
    EXPECT_TRUE(actions[ActionId::costWorkspace]->isChecked());
    settings.setValue(Setting::workspace, QStringLiteral("unheard of"));
    WorkspaceArea other(new QWidget, {actions, &settings}, nullptr, three);
    other.restore();
    EXPECT_TRUE(other.isExploring());
}

TEST_F(WorkspacesTest, WhatDoesNotExistIsNotOffered) {
    const WorkspaceArea area(new QWidget, {actions, &settings}, nullptr, only);
    EXPECT_FALSE(area.hasChoice());
    for (const ActionId id : {ActionId::exploreWorkspace, ActionId::alignWorkspace, ActionId::costWorkspace})
        EXPECT_FALSE(actions[id]->isVisible());
    EXPECT_TRUE(area.switchControl()->isHidden());
}

} // namespace heedmap::tests
