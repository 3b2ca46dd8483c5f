// What the inspector says, and the small widgets it says it with.
#include "ui/inspector/cell_section.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/notice.h"

#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>

#include <gtest/gtest.h>

#include <ctime>
#include <limits>

using namespace heedmap;
using attention::NormalizerKind;
using attention::ScoreFunction;

namespace {

files::Session threeKeysSession() {
    files::Session session;
    session.problem.q = MatrixD{{1, 0}};
    session.problem.k = MatrixD{{1, 0}, {0, 1}, {1, 1}};
    session.problem.v = MatrixD{{10, 0}, {0, 20}, {5, 5}};
    session.panels = {{.score = ScoreFunction::scaled_dot, .matrix = std::nullopt}};
    return session;
}

// The formula of a cell as plain text.
std::string formulaOf(const files::Session& session, Cell cell) {
    const Results results = computeResults(session);
    const Inspected inspected{.session = results.session(),
                              .results = results,
                              .panel = results.front(),
                              .cell = cell,
                              .selectedRows = {cell.row, cell.row + 1},
                              .selectedColumns = {cell.column, cell.column + 1},
                              .rowTokens = {QStringLiteral("q")},
                              .columnTokens = {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}};
    QTextDocument text;
    text.setHtml(formulaText(inspected));
    QString plain = text.toPlainText();
    return plain.replace(QChar(0xa0), QLatin1Char(' ')).toStdString();
}

} // namespace

TEST(Formula, ScaledDotWithSoftmax) {
    EXPECT_EQ(formulaOf(threeKeysSession(), {0, 0}), "e = q·k / √dk\n  = 0.7071 + 0\n  = 0.7071067812\n"
                                                     "α = exp(0.7071 − 0.7071) / 2.493\n  = 0.4011120927");
}

TEST(Formula, TemperatureStandsInIt) {
    files::Session session = threeKeysSession();
    session.problem.normalizer.temperature = 2;
    const std::string text = formulaOf(session, {0, 1});
    EXPECT_NE(text.find("exp((0 − 0.7071) / 2)"), std::string::npos) << text;
}

TEST(Formula, SparsemaxAndEntmaxNameTheirThreshold) {
    files::Session session = threeKeysSession();
    session.problem.normalizer.kind = NormalizerKind::sparsemax;
    EXPECT_NE(formulaOf(session, {0, 0}).find("max(0.7071 − (0.2071), 0)"), std::string::npos)
        << formulaOf(session, {0, 0});
    session.problem.normalizer.kind = NormalizerKind::entmax15;
    EXPECT_NE(formulaOf(session, {0, 0}).find(", 0)²"), std::string::npos) << formulaOf(session, {0, 0});
}

TEST(Formula, AMaskedCellAndAnEmptyRowSaySo) {
    files::Session session = threeKeysSession();
    session.problem.mask.padding = 1;
    EXPECT_NE(formulaOf(session, {0, 2}).find("the mask forbids this key"), std::string::npos);
    EXPECT_EQ(formulaOf(session, {0, 2}).substr(formulaOf(session, {0, 2}).size() - 3), "= 0");
    session.problem.mask.padding = 0;
    EXPECT_NE(formulaOf(session, {0, 2}).find("this row allows no key"), std::string::npos);
}

TEST(CellSection, SmallWeightsKeepTheirExponent) {
    files::Session session = threeKeysSession();
    session.problem.q = MatrixD{{20, 0}};
    session.panels.push_back({.score = ScoreFunction::dot, .matrix = std::nullopt});
    const Results results = computeResults(session);
    CellSection section;
    section.show({.session = results.session(),
                  .results = results,
                  .panel = results.front(),
                  .cell = {0, 1},
                  .selectedRows = {0, 1},
                  .selectedColumns = {1, 2},
                  .rowTokens = {QStringLiteral("q")},
                  .columnTokens = {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}});
    const auto* table = section.findChild<FigureTable*>();
    ASSERT_NE(table, nullptr);
    ASSERT_EQ(table->rows().size(), 5) << "every score function, on show or not";
    for (std::size_t i = 0; i < 2; ++i) {
        const double weight = results[i].source->value({0, 1});
        EXPECT_LT(weight, 1e-5);
        QString shown = table->rows()[i][2];
        EXPECT_NEAR(shown.replace(QChar(0x2212), QLatin1Char('-')).toDouble(), weight, weight * 1e-9);
    }
}

TEST(StatedNumber, TenDecimalsWithoutTrailingZeros) {
    const std::pair<double, const char*> rows[] = {{0.40111209268, "0.4011120927"},
                                                   {6.0166813902, "6.0166813902"},
                                                   {-2, "−2"},
                                                   {0, "0"},
                                                   {0.5, "0.5"},
                                                   {1e-12, "1e−12"},
                                                   {std::numeric_limits<double>::quiet_NaN(), "NaN"}};
    for (const auto& [value, text] : rows)
        EXPECT_EQ(statedNumber(value).toStdString(), text);
}

TEST(BarChart, TellsWhatIsUnderThePointerAndWhatWasClicked) {
    BarChart chart;
    chart.resize(300, 80);
    chart.setBars({{QStringLiteral("e"), {0.5, -2, 1.25}}},
                  {QStringLiteral("I"), QStringLiteral("love"), QStringLiteral("you")});
    EXPECT_EQ(chart.textAt({150, 40}).toStdString(), "love: −2");
    EXPECT_EQ(chart.textAt({299, 40}).toStdString(), "you: 1.25");
    QSignalSpy clicked(&chart, &BarChart::clicked);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, {10, 40});
    ASSERT_EQ(clicked.count(), 1);
    EXPECT_EQ(clicked[0][0].toInt(), 0);
}

TEST(BarChart, ASingleLargeBarAmongThousandsIsSeen) {
    BarChart chart;
    chart.resize(200, 80);
    std::vector<double> values(5000, 0.0);
    values[2500] = 1;
    chart.setBars({{QStringLiteral("α"), values}}, {});
    const QImage image = chart.grab().toImage();
    const QRgb ground = image.pixel(3, 10);
    int colored = 0;
    for (int x = 95; x < 106; ++x)
        colored += image.pixel(x, 20) != ground ? 1 : 0;
    EXPECT_GE(colored, 1);
    EXPECT_LE(colored, 3);
}

// A row of a million keys, as after a long column is pasted into K: in the time of its values, not of its labels.
TEST(BarChart, AMillionBarsAreDrawnInNoTime) {
    BarChart chart;
    chart.resize(300, 80);
    constexpr qsizetype count = 1000000;
    std::vector<double> values(count, 1e-6);
    values[count / 2] = 1;
    chart.setBars({{QStringLiteral("α"), values}}, QStringList(count, QStringLiteral("token")));
    chart.setMarked(count / 3);
    const std::clock_t start = std::clock();
    const QImage image = chart.grab().toImage();
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 1);
    EXPECT_NE(image.pixel(150, 20), image.pixel(3, 20)) << "the large one is seen";
}

TEST(FigureTable, IsReadAsText) {
    FigureTable table({QStringLiteral("e"), QStringLiteral("α")}, {});
    table.setRows({{QStringLiteral("dot"), QStringLiteral("1"), QStringLiteral("0.42")}});
    EXPECT_EQ(table.accessibleDescription().toStdString(), "dot, 1, 0.42");
    const int height = table.sizeHint().height();
    table.setRows({{QStringLiteral("dot"), QStringLiteral("−12345"), QStringLiteral("0.42")}});
    EXPECT_EQ(table.sizeHint().height(), height) << "a longer number moves nothing";
}

TEST(Notice, GathersSentencesAndHidesWhenClicked) {
    QWidget window;
    window.resize(600, 400);
    Notice notice(&window);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    notice.tell(QStringLiteral("First."));
    notice.tell(QStringLiteral("Second."));
    notice.tell(QStringLiteral("First."));
    EXPECT_EQ(notice.text().toStdString(), "First.\nSecond.");
    EXPECT_TRUE(window.rect().contains(notice.geometry()));
    window.resize(400, 300);
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.rect().contains(notice.geometry()); }));
    QTest::mouseClick(&notice, Qt::LeftButton);
    EXPECT_FALSE(notice.isVisible());
}
