#include "ui/widgets/choice_button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/toggle_switch.h"
#include "ui/widgets/tool_tip.h"

#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocumentFragment>

#include <gtest/gtest.h>

using namespace heedmap;

TEST(ToolTip, ShowsATokenThatLooksLikeMarkup) {
    EXPECT_EQ(toolTipText(QStringLiteral("love → 爱")), QStringLiteral("love → 爱"));
    const QString shown = toolTipText(QStringLiteral("<s> → ley\nα = 0.97"));
    EXPECT_EQ(QTextDocumentFragment::fromHtml(shown).toPlainText(), QStringLiteral("<s> → ley\nα = 0.97"));
}

TEST(ToggleSwitch, TheWholeRowTogglesByPointerAndKey) {
    ToggleSwitch toggle(QStringLiteral("gold links"));
    toggle.resize(240, 24);
    toggle.show();
    QTest::mouseClick(&toggle, Qt::LeftButton, {}, QPoint(5, 12));
    EXPECT_TRUE(toggle.isChecked());
    QTest::mouseClick(&toggle, Qt::LeftButton, {}, QPoint(230, 12));
    EXPECT_FALSE(toggle.isChecked());
    QTest::keyClick(&toggle, Qt::Key_Space);
    EXPECT_TRUE(toggle.isChecked());
}

TEST(ToggleSwitch, LooksDifferentWhenOn) {
    ToggleSwitch toggle;
    const QImage off = toggle.grab().toImage();
    toggle.setChecked(true);
    EXPECT_NE(off, toggle.grab().toImage());
}

TEST(SectionLabel, OnlyTheHeadIsInCapitals) {
    SectionLabel label(QStringLiteral("source"));
    label.setDetail(QStringLiteral("keys, 8 columns"));
    EXPECT_EQ(label.text(), QStringLiteral("SOURCE · keys, 8 columns"));
    label.setDetail({});
    EXPECT_EQ(label.text(), QStringLiteral("SOURCE"));
}

TEST(SectionLabel, SymbolsStayWhatTheyAre) {
    EXPECT_EQ(SectionLabel(QStringLiteral("at this d_k and τ")).text(), QStringLiteral("AT THIS d_k AND τ"));
    EXPECT_EQ(SectionLabel(QStringLiteral("α of one query")).text(), QStringLiteral("α OF ONE QUERY"));
}

TEST(ChoiceButton, OpensByKeyAndTellsTheChoice) {
    ChoiceButton button(QStringLiteral("scale"), {QStringLiteral("linear"), QStringLiteral("log")});
    button.setCurrent(0);
    button.show();
    QSignalSpy chosen(&button, &ChoiceButton::chosen);
    QTest::keyClick(&button, Qt::Key_Down);
    ASSERT_TRUE(button.menu()->isVisible());
    QTest::keyClick(button.menu(), Qt::Key_Down);
    QTest::keyClick(button.menu(), Qt::Key_Down);
    QTest::keyClick(button.menu(), Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toInt(), 1);
    EXPECT_EQ(button.text(), QStringLiteral("log"));
    EXPECT_EQ(button.accessibleName(), QStringLiteral("scale: log"));
}

TEST(FlowLayout, WrapsAndNeverExceedsTheWidth) {
    QWidget host;
    auto* flow = new FlowLayout(4, 6, &host);
    for (int i = 0; i < 5; ++i) {
        auto* item = new QWidget;
        item->setFixedSize(50, 20);
        flow->addWidget(item);
    }
    EXPECT_EQ(flow->heightForWidth(1000), 20);
    EXPECT_EQ(flow->heightForWidth(104), 3 * 20 + 2 * 6); // two a line, exactly
    EXPECT_EQ(flow->heightForWidth(103), 5 * 20 + 4 * 6);
    host.resize(104, 100);
    host.show();
    EXPECT_EQ(flow->itemAt(3)->geometry(), QRect(54, 26, 50, 20));
}
