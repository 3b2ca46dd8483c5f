#include "core/heatmap/farthest.h"
#include "tests/support/ui/pictures.h"
#include "ui/base/numbers.h"
#include "ui/heatmap/read_out.h"
#include "ui/inputs/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace heedmap;
using namespace heedmap::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

CellNumbers numbersFor(double smallest, double largest) {
    heatmap::ValueSummary summary;
    summary.smallest = smallest;
    summary.largest = largest;
    return CellNumbers::of(summary);
}

} // namespace

TEST(HeatmapNumbers, HaveThreeDigitsAndARealMinus) {
    const struct {
        double value;
        int digits;
        QStringView text;
    } rows[] = {
        {0.40111, 4, u"0.4011"}, {-0.65, 3, u"−0.65"},     {0, 3, u"0"},         {-0.0, 3, u"0"},
        {1234.4, 3, u"1234"},    {-1.2e-5, 3, u"−1.2e−5"}, {1e17, 3, u"1e17"},   {0.5, 3, u"0.5"},
        {999999, 3, u"999999"},  {12.345, 3, u"12.3"},     {infinity, 3, u"+∞"}, {-infinity, 3, u"−∞"},
        {notANumber, 3, u"NaN"}, {1e-300, 3, u"1e−300"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(numberText(row.value, row.digits), row.text.toString()) << row.value;
}

TEST(HeatmapNumbers, EndsOfARangeAreToldApart) {
    const double low = 100000.1F;
    const double high = 100000.4F;
    const int digits = digitsToTellApart(low, high);
    EXPECT_EQ(numberText(low, digits), QStringLiteral("100000.1"));
    EXPECT_EQ(numberText(high, digits), QStringLiteral("100000.4"));
    EXPECT_EQ(digitsToTellApart(0, 1), 3);
    EXPECT_EQ(digitsToTellApart(2.5, 2.5), 3);
    EXPECT_EQ(numberText(0.99991, digitsToTellApart(0.99991, 0.99999)), QStringLiteral("0.9999"));
}

TEST(HeatmapNumbers, ANumberIsSpelledTheSameEverywhere) {
    for (const double value : {1e-5, -1.23e-9, 4.56e17, -1e300, 12.3, -0.5, 0.0, infinity, -infinity, notANumber}) {
        EXPECT_EQ(shortNumber(value), numberText(value));
        EXPECT_EQ(shortNumber(value), exactNumberText(value));
    }
}

TEST(HeatmapNumbers, ExactTextReadsBackAsTheSameNumber) {
    for (const double value : {0.1, 1.0 / 3, -2.5e-310, 0.4011120927123, 1e17, 123456789.125, -0.0625}) {
        QString text = exactNumberText(value);
        EXPECT_FALSE(text.contains(QLatin1Char('-'))) << text;
        EXPECT_EQ(text.replace(QChar(0x2212), QLatin1Char('-')).toDouble(), value);
    }
    EXPECT_EQ(exactNumberText(static_cast<double>(0.1F)), QStringLiteral("0.1"));
    EXPECT_EQ(exactNumberText(infinity), QStringLiteral("+∞"));
}

TEST(HeatmapNumbers, WeightsAreWrittenShortAndNeverAsAOneThatIsNone) {
    const CellNumbers weights = numbersFor(0, 1);
    const struct {
        double value;
        int decimals;
        QStringView text;
    } rows[] = {
        {0.754, 2, u".75"},   {1, 2, u"1"},         {0.99, 2, u".99"},         {0.9959, 2, u".996"},
        {0.9996, 2, u">.99"}, {0.01, 2, u".01"},    {0.004, 2, u"·"},          {0, 2, u""},
        {0.5, 1, u".5"},      {0.0689, 3, u".069"}, {0.9962, 4, u"0.9962"},    {0.99996, 4, u"0.99996"},
        {0.1, 4, u"0.1000"},  {0.00004, 4, u"·"},   {0.9999999, 4, u">.9999"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(weights.text(row.value, row.decimals), row.text.toString()) << row.value;
    EXPECT_TRUE(weights.isSmall(0.01));
    EXPECT_FALSE(weights.isSmall(0.5));
    // Where all are small, more digits tell them apart.
    EXPECT_EQ(numbersFor(0, 0.004).text(0.0039, 2), QStringLiteral(".0039"));
}

TEST(HeatmapNumbers, DifferencesHaveASignAndAZero) {
    heatmap::ValueSummary summary;
    summary.smallest = -0.08;
    summary.largest = 0.41;
    const CellNumbers differences = CellNumbers::of(summary, true);
    EXPECT_EQ(differences.text(0.41, 2), QStringLiteral("+.41"));
    EXPECT_EQ(differences.text(-0.08, 2), QStringLiteral("−.08"));
    EXPECT_EQ(differences.text(0, 2), QStringLiteral("0"));
    EXPECT_EQ(differences.text(0.001, 2), QStringLiteral("·"));
    EXPECT_EQ(differences.text(-0.9999, 2), QStringLiteral(">−.99"));
}

TEST(HeatmapNumbers, OtherNumbersHaveOneDigitMoreThanDecimals) {
    const CellNumbers scores = numbersFor(-3, 12);
    EXPECT_EQ(scores.text(-0.634, 2), QStringLiteral("−0.634"));
    EXPECT_EQ(scores.text(12.345, 2), QStringLiteral("12.3"));
    EXPECT_FALSE(scores.isSmall(0.01));
}

TEST(HeatmapNumbers, TokensShowWhatWouldNotBeSeen) {
    EXPECT_EQ(shownToken(QString()), QStringLiteral("␣"));
    EXPECT_EQ(shownToken(QStringLiteral(" ")), QStringLiteral("␣"));
    EXPECT_EQ(shownToken(QStringLiteral(" The")), QStringLiteral("␣The"));
    EXPECT_EQ(shownToken(QStringLiteral("New York")), QStringLiteral("New York"));
    EXPECT_EQ(shownToken(QStringLiteral("\n")), QStringLiteral("⏎"));
    EXPECT_EQ(shownToken(QStringLiteral("a\tb")), QStringLiteral("a⇥b"));
    for (const QStringView token : {u"<s>", u"▁the", u"Ġcat", u"爱", u"مرحبا", u"👩‍👩‍👧"})
        EXPECT_EQ(shownToken(token.toString()), token.toString());
}

TEST(HeatmapNumbers, CellsSayTheirMarksInWords) {
    MatrixD values(1, 5);
    values << 0.25, notANumber, infinity, -infinity, 0.5;
    BoolMatrix allowed = BoolMatrix::Ones(1, 5);
    allowed(0, 4) = 0;
    const PanelPicture picture = pictureOf(values, {QStringLiteral("爱")}, {}, allowed);
    const QStringView expected[] = {u"0.25", u"NaN", u"+∞", u"−∞", u"masked"};
    for (Index j = 0; j < 5; ++j)
        EXPECT_EQ(cellText(*picture.source, {0, j}), expected[j].toString()) << "column " << j;
    EXPECT_EQ(spokenCell(picture, {0, 4}), QStringLiteral("爱, column 4: masked"));
}

TEST(HeatmapNumbers, TheReadOutNamesTokensLinksAndClipping) {
    MatrixD values(2, 2);
    values << 0.25, 1.5, -1, 0;
    PanelPicture picture =
        pictureOf(values, {QStringLiteral("爱"), QString()}, {QStringLiteral("I"), QStringLiteral("love")});
    picture.gold = {{{0, 1}, true}, {{1, 0}, false}};
    const ReadOut above = readOutOf(picture, {0, 1});
    EXPECT_TRUE(above.tokens.contains(QStringLiteral("爱")) && above.tokens.contains(QStringLiteral("love")));
    EXPECT_EQ(above.value, QStringLiteral("1.5"));
    EXPECT_EQ(above.place, QStringLiteral("row 0, column 1 · sure link · above the color range"));
    EXPECT_EQ(readOutOf(picture, {1, 0}).place,
              QStringLiteral("row 1, column 0 · possible link · below the color range"));
    EXPECT_EQ(readOutOf(picture, {0, 0}).place, QStringLiteral("row 0, column 0"));
}

TEST(HeatmapNumbers, TheReadOutOfAPixelSaysWhatThePixelShows) {
    MatrixD values(3, 4);
    values << 0.1, 0.2, 0.3, 0.4, 0.5, 0.9, -1.5, 0.2, 0.25, notANumber, 0.75, 1;
    PanelPicture picture =
        pictureOf(values, {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")},
                  {QStringLiteral("w"), QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("z")});
    const Rows rows{0, 2};
    const Columns columns{1, 3};
    const ReadOut largest = readOutOf(picture, rows, columns);
    EXPECT_EQ(largest.value, readOutOf(picture, {1, 1}).value);
    EXPECT_EQ(largest.tokens, readOutOf(picture, {1, 1}).tokens);
    EXPECT_EQ(largest.place, QStringLiteral("row 1, column 1 · largest of 4 cells below the pixel"));
    picture.style.pooling = heatmap::farthest;
    EXPECT_EQ(readOutOf(picture, rows, columns).value, readOutOf(picture, {1, 2}).value);
    picture.style.pooling = heatmap::Pooling::mean;
    const ReadOut mean = readOutOf(picture, Rows{2, 3}, Columns{0, 4}); // NaN is no number
    EXPECT_EQ(mean.value, QStringLiteral("0.66667"));
    EXPECT_EQ(mean.place, QStringLiteral("mean of 3 cells, rows 2–2, columns 0–3"));
    EXPECT_EQ(readOutOf(picture, Rows{2, 3}, Columns{1, 2}).value, QStringLiteral("NaN"));
}

TEST(HeatmapNumbers, TheReadOutStaysInsideItsWidget) {
    const ReadOut readOut{QString(200, QLatin1Char('w')), QStringLiteral("0.5"), QStringLiteral("row 0, column 0")};
    const QRectF area(0, 0, 180, 120);
    for (const QPointF at : {QPointF(0, 0), QPointF(170, 0), QPointF(0, 110), QPointF(170, 110), QPointF(90, 60)}) {
        const QRectF rect = readOutRect(readOut, QRectF(at, QSizeF(10, 10)), area, testFont());
        EXPECT_TRUE(area.contains(rect)) << rect;
    }
}
