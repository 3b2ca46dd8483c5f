#include "ui/widgets/elided_label.h"

#include <QHelpEvent>
#include <QTest>
#include <QToolTip>
#include <gtest/gtest.h>

using namespace heedmap;

TEST(ElidedLabel, ShowsThePartThatFitsAndTellsTheRest) {
    ElidedLabel label(QStringLiteral("a rather long line of words"));
    label.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    label.setToolTip(QStringLiteral("what it is"));
    label.resize(400, 20);
    const QImage whole = label.grab().toImage();
    label.setText(QStringLiteral("a rather long line of words"));
    EXPECT_EQ(label.grab().toImage(), whole);
    label.resize(60, 20);
    EXPECT_EQ(label.text(), QStringLiteral("a rather long line of words"));
    label.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&label));
    QHelpEvent ask(QEvent::ToolTip, QPoint(5, 5), label.mapToGlobal(QPoint(5, 5)));
    QCoreApplication::sendEvent(&label, &ask);
    EXPECT_EQ(QToolTip::text(), QStringLiteral("a rather long line of words\nwhat it is"));
    QToolTip::hideText();
}
