#include "tests/support/ui/inputs_sessions.h"
#include "tests/support/ui/part.h"
#include "ui/inputs/token_editor.h"
#include "ui/inputs/token_flow.h"
#include "ui/widgets/quiet_button.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QTest>

#include <gtest/gtest.h>

using namespace heedmap;
using tests::part;
using Words = std::vector<std::string>;

namespace {

class TokenEditorTest : public ::testing::Test {
protected:
    TokenEditorTest() {
        document.open(tests::crossSession());
        editor = std::make_unique<TokenEditor>(&document, files::Sequence::source);
        editor->resize(260, 120);
        editor->show();
        editor->activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(editor.get()));
        flow = editor->flow();
        flow->setFocus();
        QObject::connect(&document, &Document::noticed, [this](const QString& s) { notices.append(s); });
    }

    const Words& tokens() const { return document.session().crossLabels.columns; }
    Index keys() const { return document.session().problem.k.rows(); }

    Document document;
    std::unique_ptr<TokenEditor> editor;
    TokenFlow* flow = nullptr;
    QStringList notices;
};

} // namespace

TEST_F(TokenEditorTest, DoubleClickEditsAChipInPlace) {
    QTest::mouseDClick(flow, Qt::LeftButton, {}, flow->chipRect(1).center());
    ASSERT_NE(flow->editor(), nullptr);
    EXPECT_EQ(flow->editor()->text(), QStringLiteral("love"));
    QTest::keyClicks(flow->editor(), QStringLiteral("adore"));
    QTest::keyClick(flow->editor(), Qt::Key_Return);
    EXPECT_EQ(tokens(), (Words{"I", "adore", "you", "⏎"}));
    EXPECT_EQ(document.undoStack().undoText(), QStringLiteral("Change source tokens"));
    document.undoStack().undo();
    EXPECT_EQ(flow->tokens().at(1), QStringLiteral("love"));
}

TEST_F(TokenEditorTest, EscapeLeavesTheTokenAsItWas) {
    QTest::keyClick(flow, Qt::Key_F2);
    ASSERT_NE(flow->editor(), nullptr);
    QTest::keyClicks(flow->editor(), QStringLiteral("other"));
    QTest::keyClick(flow->editor(), Qt::Key_Escape);
    EXPECT_EQ(flow->editor(), nullptr);
    EXPECT_EQ(tokens(), (Words{"I", "love", "you", "⏎"}));
    EXPECT_TRUE(flow->hasFocus());
}

TEST_F(TokenEditorTest, TypingStartsEditingAndSpacesMakeSeveralTokens) {
    QTest::keyClick(flow, Qt::Key_Right);
    QTest::keyClicks(flow, QStringLiteral("d"));
    ASSERT_NE(flow->editor(), nullptr);
    QTest::keyClicks(flow->editor(), QStringLiteral("o really like"));
    QTest::keyClick(flow->editor(), Qt::Key_Return);
    EXPECT_EQ(tokens(), (Words{"I", "do", "really", "like", "you", "⏎"}));
    EXPECT_EQ(keys(), 6);
    EXPECT_EQ(document.session().problem.v.rows(), 6);
    EXPECT_EQ(document.session().gold[2].cell, (Cell{2, 4})); // "you" kept its link
    EXPECT_EQ(notices, QStringList{QStringLiteral("K and V: 2 rows of zeros were added.")});
}

TEST_F(TokenEditorTest, DeleteRemovesTheTokenAndItsRow) {
    QTest::mouseClick(flow, Qt::LeftButton, {}, flow->chipRect(1).center());
    QTest::keyClick(flow, Qt::Key_Delete);
    EXPECT_EQ(tokens(), (Words{"I", "you", "⏎"}));
    EXPECT_EQ(keys(), 3);
    EXPECT_EQ(document.session().problem.k.row(1), tests::crossSession().problem.k.row(2));
    EXPECT_EQ(notices, QStringList{QStringLiteral("K and V: a row was removed.")});
}

TEST_F(TokenEditorTest, TheLastTokenStaysAndSaysSo) {
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(flow, Qt::Key_Delete);
    EXPECT_EQ(tokens(), (Words{"⏎"}));
    EXPECT_EQ(keys(), 1);
    EXPECT_EQ(notices.back(), QStringLiteral("The last token stays: a sequence needs at least one."));
}

TEST_F(TokenEditorTest, InsertAddsATokenUnlessItIsLeftEmpty) {
    QTest::keyClick(flow, Qt::Key_Insert);
    ASSERT_NE(flow->editor(), nullptr);
    QTest::keyClick(flow->editor(), Qt::Key_Escape);
    EXPECT_EQ(keys(), 4);
    EXPECT_EQ(flow->tokens().size(), 4);
    QTest::keyClick(flow, Qt::Key_Insert);
    QTest::keyClicks(flow->editor(), QStringLiteral("do"));
    QTest::keyClick(flow->editor(), Qt::Key_Return);
    EXPECT_EQ(tokens().size(), 5U);
    EXPECT_EQ(keys(), 5);
}

TEST_F(TokenEditorTest, AnEmptyTokenStaysAndIsSeen) {
    const QImage before = flow->grab().toImage();
    QTest::keyClick(flow, Qt::Key_F2);
    QTest::keyClick(flow->editor(), Qt::Key_Delete);
    QTest::keyClick(flow->editor(), Qt::Key_Return);
    EXPECT_EQ(tokens(), (Words{"", "love", "you", "⏎"}));
    EXPECT_GT(flow->chipRect(0).width(), 20);
    EXPECT_NE(before, flow->grab().toImage());
}

TEST_F(TokenEditorTest, APastedSentenceReplacesAll) {
    QGuiApplication::clipboard()->setText(QStringLiteral("we  like\nwhite cats today\n"));
    QTest::keySequence(flow, QKeySequence::Paste);
    EXPECT_EQ(tokens(), (Words{"we", "like", "white", "cats", "today"}));
    EXPECT_EQ(keys(), 5);
}

TEST_F(TokenEditorTest, AsTextAndBack) {
    QTest::mouseClick(part<QuietButton>(*editor, "asText"), Qt::LeftButton);
    ASSERT_TRUE(part<QLineEdit>(*editor, "text")->isVisible());
    EXPECT_EQ(part<QLineEdit>(*editor, "text")->text(), QStringLiteral("I love you ⏎"));
    QTest::keyClicks(part<QLineEdit>(*editor, "text"), QStringLiteral("I love"));
    QTest::keyClick(part<QLineEdit>(*editor, "text"), Qt::Key_Return);
    EXPECT_TRUE(flow->isVisible());
    EXPECT_EQ(tokens(), (Words{"I", "love"}));
    EXPECT_EQ(keys(), 2);
    document.undoStack().undo();
    EXPECT_EQ(keys(), 4);
    EXPECT_EQ(tokens().size(), 4U);
}

TEST_F(TokenEditorTest, AsTextWithoutTypingChangesNothing) {
    document.change(QStringLiteral("odd"), [](files::Session& s) { s.crossLabels.columns[1] = ""; });
    const int steps = document.undoStack().count();
    QTest::mouseClick(part<QuietButton>(*editor, "asText"), Qt::LeftButton);
    QTest::keyClick(part<QLineEdit>(*editor, "text"), Qt::Key_Return);
    EXPECT_EQ(document.undoStack().count(), steps);
    EXPECT_EQ(tokens().size(), 4U);
}

TEST(TokenFlow, WrapsStaysInsideAndMirrorsRightToLeft) {
    TokenFlow flow;
    flow.resize(120, 200);
    flow.setTokens({QStringLiteral("one"), QString(60, QLatin1Char('x')), QStringLiteral("two")});
    for (int chip = 0; chip < 3; ++chip)
        EXPECT_LE(flow.chipRect(chip).right(), 120) << "chip " << chip;
    EXPECT_GT(flow.chipRect(1).top(), flow.chipRect(0).top());
    flow.setTokens({QStringLiteral("مرحبا"), QStringLiteral("يا")});
    EXPECT_GT(flow.chipRect(0).left(), flow.chipRect(1).left());
    EXPECT_LE(flow.chipRect(0).right(), 120);
}

TEST(TokenFlow, VeryLongSequencesAreCountedNotDrawn) {
    TokenFlow flow;
    QStringList tokens;
    for (int i = 0; i < 20000; ++i)
        tokens.append(QStringLiteral("t%1").arg(i));
    flow.resize(260, 200);
    flow.setTokens(tokens);
    EXPECT_LT(flow.heightForWidth(260), 4000);
    bool asked = false;
    QObject::connect(&flow, &TokenFlow::moreAsked, [&] { asked = true; });
    QTest::mouseClick(&flow, Qt::LeftButton, {}, flow.chipRect(TokenFlow::mostChips).center());
    EXPECT_TRUE(asked);
}
