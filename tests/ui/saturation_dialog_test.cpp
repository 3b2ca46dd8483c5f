#include "ui/lab/saturation_dialog.h"

#include "ui/plot/plot_view.h"
#include "ui/settings/settings.h"
#include "ui/widgets/figure_table.h"

#include <QLabel>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

using namespace heedmap;

namespace {

class Saturation : public ::testing::Test {
protected:
    QTemporaryDir directory;
    Settings settings{directory.filePath(QStringLiteral("taste.ini")), directory.filePath(QStringLiteral("state.ini"))};
    SaturationDialog dialog{&settings};

    double figure(std::size_t row, int column) {
        QString text = dialog.findChild<FigureTable*>()->rows()[row][column];
        return text.replace(QChar(0x2212), QLatin1Char('-')).toDouble();
    }
};

} // namespace

TEST_F(Saturation, BothCurvesAreDrawnOverTheSameDimensions) {
    const auto plots = dialog.findChildren<PlotView*>();
    ASSERT_EQ(plots.size(), 3);
    for (const PlotView* plot : plots) {
        ASSERT_EQ(plot->seriesCount(), 2);
        for (int series = 0; series < 2; ++series)
            EXPECT_EQ(plot->points(series).size(), SaturationDialog::dimensions().size());
    }
    EXPECT_NEAR(plots[0]->points(0).back().y() / 1024, 1, 0.3) << "q·k has variance d_k";
    EXPECT_NEAR(plots[0]->points(1).back().y(), 1, 0.3) << "divided it has variance 1";
    EXPECT_LT(plots[2]->points(0).back().y(), plots[2]->points(1).back().y()) << "the slope is lost without the root";
}

TEST_F(Saturation, SlidersMoveThePoint) {
    dialog.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&dialog));
    EXPECT_EQ(dialog.dimension(), 64);
    const double entropy = figure(0, 2);
    const auto sliders = dialog.findChildren<QSlider*>();
    sliders[0]->setFocus();
    QTest::keyClick(sliders[0], Qt::Key_End);
    EXPECT_EQ(dialog.dimension(), 1024);
    EXPECT_LT(figure(0, 2), entropy) << "sharper";
    EXPECT_NEAR(figure(1, 1), 1, 0.3);
    QTest::keyClick(sliders[0], Qt::Key_Home);
    EXPECT_EQ(dialog.dimension(), 1);
    EXPECT_EQ(figure(0, 2), figure(1, 2)) << "√1 changes nothing";
    dialog.setDimension(64);
    dialog.setTemperature(10);
    EXPECT_GT(figure(0, 2), entropy) << "flatter when warm";
    const auto* sentence = dialog.findChild<QLabel*>(QStringLiteral("saturationSentence"));
    EXPECT_TRUE(sentence->text().contains(QStringLiteral("has variance 64"))) << sentence->text().toStdString();
}

TEST_F(Saturation, AnotherSeedGivesOtherData) {
    const double before = figure(0, 1);
    dialog.findChild<QSpinBox*>()->setValue(5);
    EXPECT_NE(figure(0, 1), before);
    dialog.findChild<QSpinBox*>()->setValue(0);
    EXPECT_EQ(figure(0, 1), before);
}
