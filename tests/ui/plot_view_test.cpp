// A plot on screen: what it draws, reads out, copies and exports.
#include "tests/support/ui/dialog_answers.h"
#include "tests/support/ui/pictures.h"
#include "ui/plot/plot_chart.h"
#include "ui/plot/plot_look.h"
#include "ui/plot/plot_view.h"
#include "ui/settings/settings.h"
#include "ui/settings/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QGraphicsScene>
#include <QGraphicsView>
#include <QGuiApplication>
#include <QPainter>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <limits>

namespace heedmap::tests {

namespace {

class PlotTest : public ::testing::Test {
protected:
    void SetUp() override {
        plot.resize(480, 300);
        plot.setAxes({QStringLiteral("step")}, {QStringLiteral("loss"), PlotScale::logarithmic});
        plot.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&plot));
    }
    void TearDown() override { applyTheme(ThemeChoice::light); }

    int addLine(const char* name, std::vector<QPointF> points, int color = 0) {
        const int series = plot.addSeries({QString::fromUtf8(name), color});
        plot.setPoints(series, std::move(points));
        plot.refresh();
        return series;
    }
    static int countOf(const QImage& image, const QColor& color) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y).rgb() == color.rgb() ? 1 : 0;
        }
        return count;
    }
    QString read(const char* name) const {
        QFile file(directory.filePath(QString::fromUtf8(name)));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name;
        return QString::fromUtf8(file.readAll());
    }

    QTemporaryDir directory;
    Settings settings{directory.filePath(QStringLiteral("taste.ini")), directory.filePath(QStringLiteral("state.ini"))};
    DialogAnswers answers;
    PlotView plot{QStringLiteral("Loss"), &settings};
};

} // namespace

// However little room there is, a label is whole or not there, and stands beside its neighbours.
TEST(PlotChart, LabelsAreWholeInALowPlot) {
    const QStringList tokens{QStringLiteral("I"), QStringLiteral("love"), QStringLiteral("unquestionably"),
                             QStringLiteral("you"), QStringLiteral("⏎")};
    PlotAxis keys{QStringLiteral("key")};
    keys.label = [&](double place) {
        return place == std::round(place) ? tokens.value(static_cast<int>(place)) : QString();
    };
    for (const QSizeF& size : {QSizeF(120, 70), QSizeF(200, 90), QSizeF(420, 160)}) {
        PlotChart chart;
        chart.setAxes(keys, {QStringLiteral("value")});
        SeriesStyle style{QStringLiteral("row")};
        style.look = SeriesLook::lineAndMarkers;
        chart.setPoints(chart.addSeries(style), {{0, 0}, {1, 4.1}, {2, 1}, {3, 0}, {4, 2}});
        chart.resize(size);
        chart.refresh();
        ASSERT_FALSE(chart.xLabels().empty()) << size.width();
        double from = -1;
        for (const PlotChart::Label& label : chart.xLabels()) {
            EXPECT_TRUE(tokens.contains(label.text)) << label.text.toStdString();
            EXPECT_GT(label.place.left(), from) << label.text.toStdString();
            EXPECT_LE(label.place.right(), size.width()) << label.text.toStdString();
            EXPECT_LE(label.place.bottom(), size.height()) << label.text.toStdString();
            from = label.place.right();
        }
    }
}

TEST_F(PlotTest, TheGridStaysInsideTheLowestPlot) {
    addLine("loss", {{0, 1}, {5, 2}, {9, 1}});
    auto* chart = dynamic_cast<PlotChart*>(plot.findChild<QGraphicsView*>()->scene()->items().last());
    ASSERT_NE(chart, nullptr);
    for (const int height : {90, 110, 150, 300}) {
        plot.resize(480, height);
        QApplication::processEvents();
        chart->refresh();
        const QRectF area = chart->plotArea();
        QImage image(chart->size().toSize(), QImage::Format_RGB32);
        image.fill(theme().window);
        QPainter painter(&image);
        chart->scene()->render(&painter, image.rect(), QRectF(chart->pos(), chart->size()));
        painter.end();
        const int below = static_cast<int>(std::ceil(area.bottom())) + 2;
        for (int x = 0; x < image.width() && below < image.height(); ++x)
            ASSERT_NE(image.pixelColor(x, below).rgb(), theme().hairline.rgb()) << height << " high, at " << x;
        EXPECT_GT(countOf(image.copy(area.toRect()), theme().hairline), area.width()) << height << " high";
    }
}

TEST_F(PlotTest, DrawsItsSeriesInTheColorsOfTheTheme) {
    addLine("additive", {{1, 5}, {2, 1}, {3, 0.1}});
    addLine("dot", {{1, 4}, {2, 2}, {3, 1}}, 1);
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
        applyTheme(choice);
        const QImage image = imageOf(plot.picture(), 2);
        EXPECT_GT(countOf(image, seriesColor(0)), 60) << "dark " << theme().dark;
        EXPECT_GT(countOf(image, seriesColor(1)), 60) << "dark " << theme().dark;
        EXPECT_GT(countOf(image, theme().window), image.width() * image.height() / 2) << "dark " << theme().dark;
    }
}

TEST_F(PlotTest, WhatIsNoNumberIsKeptButNotDrawn) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const int series = addLine("additive", {{1, 5}, {2, nan}, {3, 0.0}, {4, 2}});
    EXPECT_EQ(plot.points(series).size(), 4U);
    EXPECT_EQ(plot.numbersText(), QStringLiteral("step\tadditive\n1\t5\n2\tnan\n3\t0\n4\t2\n"));
    EXPECT_GT(countOf(imageOf(plot.picture(), 2), seriesColor(0)), 100);
}

TEST_F(PlotTest, ReadsOutWhatIsNearestToThePointer) {
    addLine("additive", {{0, 1}, {50, 0.5}, {100, 0.25}});
    addLine("dot", {{0, 2}, {100, 4}}, 1);
    auto* view = plot.findChild<QGraphicsView*>();
    QTest::mouseMove(view->viewport(), QPoint(view->width() / 2, view->height() / 2));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !plot.readOut().isEmpty(); }));
    EXPECT_EQ(plot.readOut(), QStringLiteral("step 50, additive 0.5"));
    QTest::mouseMove(view->viewport(), QPoint(view->width() - 16, view->height() / 2));
    ASSERT_TRUE(QTest::qWaitFor([&] { return plot.readOut().startsWith(QStringLiteral("step 100")); }));
    EXPECT_EQ(plot.readOut(), QStringLiteral("step 100, additive 0.25, dot 4"));
}

TEST_F(PlotTest, ArrowKeysWalkAlongThePoints) {
    addLine("additive", {{0, 1}, {50, 0.5}, {100, 0.25}});
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_Right);
    EXPECT_EQ(plot.readOut(), QStringLiteral("step 0, additive 1"));
    QTest::keyClick(&plot, Qt::Key_Right);
    EXPECT_EQ(plot.readOut(), QStringLiteral("step 50, additive 0.5"));
    QTest::keyClick(&plot, Qt::Key_Left);
    QTest::keyClick(&plot, Qt::Key_Left);
    EXPECT_EQ(plot.readOut(), QStringLiteral("step 0, additive 1"));
}

TEST_F(PlotTest, CopiesItsNumbersForASpreadsheet) {
    addLine("additive", {{1, 0.1}, {2, 1.0 / 3}});
    addLine("dot", {{2, 4}, {3, 1e-20}}, 1);
    const int unnamed = plot.addSeries({QString(), 2, SeriesLook::line, true});
    plot.setPoints(unnamed, {{7, 7}});
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(),
              QStringLiteral("step\tadditive\tdot\n1\t0.1\t\n2\t0.3333333333333333\t4\n3\t\t1e-20\n"));
}

TEST_F(PlotTest, ExportsPicturesAndNumbersByTheirEnding) {
    addLine("additive", {{1, 5}, {2, 1}});
    plot.setMarks({{Qt::Vertical, 1.5, QStringLiteral("rate halved")}});
    for (const char* name : {"a.png", "a.svg", "a.pdf", "a.tsv", "b"}) {
        answers.fileToSave = directory.filePath(QString::fromUtf8(name));
        plot.exportPicture();
    }
    EXPECT_TRUE(answers.messages.isEmpty()) << answers.messages.join(u' ').toStdString();
    const QImage png(directory.filePath(QStringLiteral("a.png")));
    EXPECT_EQ(png.size(), QSize(2 * (480 + 24), 2 * (300 + 24)));
    const QString svg = read("a.svg");
    EXPECT_TRUE(svg.contains(QStringLiteral("rate halved"))) << "text, not a picture of it";
    EXPECT_TRUE(svg.contains(QStringLiteral("additive")));
    EXPECT_FALSE(svg.contains(QStringLiteral("<image"))) << "vectors only";
    EXPECT_TRUE(read("a.pdf").startsWith(QStringLiteral("%PDF")));
    EXPECT_EQ(read("a.tsv"), plot.numbersText());
    EXPECT_TRUE(QFile::exists(directory.filePath(QStringLiteral("b.tsv")))) << "the format that was written last";
    EXPECT_TRUE(answers.offeredPath.endsWith(QStringLiteral("/Loss.tsv"))) << answers.offeredPath.toStdString();
    answers.fileToSave = directory.filePath(QStringLiteral("absent/a.png"));
    plot.exportPicture();
    EXPECT_EQ(answers.messages.size(), 1);
}

TEST_F(PlotTest, LabelsOfMarksAreNeverDrawnOverEachOther) {
    addLine("additive", {{0, 5}, {100, 1}});
    plot.setMarks({{Qt::Vertical, 50, QStringLiteral("rate 10")},
                   {Qt::Vertical, 51, QStringLiteral("rate 10")},
                   {Qt::Vertical, 52, QStringLiteral("clip 1")}});
    answers.fileToSave = directory.filePath(QStringLiteral("marks.svg"));
    plot.exportPicture();
    const QString svg = read("marks.svg");
    EXPECT_EQ(svg.count(QStringLiteral("rate 10")), 1) << svg.toStdString();
    static const QRegularExpression text(QStringLiteral(" y=\"([0-9.]+)\"[^>]*>(rate 10|clip 1)<"));
    std::vector<double> heights;
    for (auto found = text.globalMatch(svg); found.hasNext();)
        heights.push_back(found.next().captured(1).toDouble());
    ASSERT_EQ(heights.size(), 2U) << svg.toStdString();
    EXPECT_GE(heights[1] - heights[0], 10) << svg.toStdString();
}

TEST_F(PlotTest, SaysWhatItShowsAndWhatItCouldShow) {
    plot.setHint(QStringLiteral("Press Train"));
    EXPECT_EQ(plot.accessibleName(), QStringLiteral("Loss"));
    EXPECT_EQ(plot.accessibleDescription(), QStringLiteral("Press Train"));
    addLine("additive", {{1, 5}, {2, 1}});
    EXPECT_EQ(plot.accessibleDescription(), QStringLiteral("loss against step. additive: 2 points, the last 1 at 2"));
}

TEST_F(PlotTest, TenThousandPointsAreRedrawnTenTimesASecondWithoutBeingABurden) {
    std::vector<int> series;
    for (int i = 0; i < 4; ++i)
        series.push_back(plot.addSeries({QStringLiteral("s%1").arg(i), i}));
    for (int step = 0; step < 10000; ++step) {
        for (const int i : series)
            plot.append(i, QPointF(step, 1 + i + std::sin(step * 0.3)));
    }
    plot.refresh();
    const std::clock_t start = std::clock(); // of this process: a busy machine does not count
    for (int i = 0; i < 5; ++i) {
        plot.append(0, QPointF(10000 + i, 2));
        plot.refresh();
        plot.grab();
    }
    // Generous for a debug build; a release build takes a few milliseconds each.
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 5);
}

} // namespace heedmap::tests
