// Names and tokens of a file in tool tips: read as HTML they would change their look, or load pictures.
#include "ui/inspector/weight_sliders.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/status_line.h"

#include <QHelpEvent>
#include <QLabel>
#include <QTest>
#include <QToolTip>

#include <gtest/gtest.h>

namespace heedmap::tests {
namespace {

const QString markup = QStringLiteral("<img src='x'><b>word</b>");

void expectPlain(const QString& toolTip) {
    EXPECT_TRUE(toolTip.contains(QStringLiteral("&lt;img"))) << toolTip.toStdString();
    EXPECT_FALSE(toolTip.contains(QStringLiteral("<img"))) << toolTip.toStdString();
}

TEST(PlainToolTips, OfTokensBesideSliders) {
    WeightSliders sliders;
    sliders.setRow(VectorD::Constant(2, 0.5), {markup, markup}, 0);
    int shown = 0;
    for (const QLabel* const label : sliders.findChildren<QLabel*>()) {
        if (label->toolTip().isEmpty())
            continue;
        expectPlain(label->toolTip());
        ++shown;
    }
    EXPECT_GT(shown, 0);
}

TEST(PlainToolTips, OfTheStatusLine) {
    StatusLine line;
    line.setFacts(markup);
    int shown = 0;
    for (const QLabel* const label : line.findChildren<QLabel*>()) {
        if (label->toolTip().isEmpty())
            continue;
        expectPlain(label->toolTip());
        ++shown;
    }
    EXPECT_EQ(shown, 1);
}

TEST(PlainToolTips, OfLabelsThatDoNotFit) {
    ElidedLabel label(markup);
    label.setTextFormat(Qt::PlainText);
    label.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    label.resize(40, 20);
    label.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&label));
    QHelpEvent ask(QEvent::ToolTip, QPoint(5, 5), label.mapToGlobal(QPoint(5, 5)));
    QCoreApplication::sendEvent(&label, &ask);
    expectPlain(QToolTip::text());
    QToolTip::hideText();
}

} // namespace
} // namespace heedmap::tests
