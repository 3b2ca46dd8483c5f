#include "ui/base/numbers.h"

#include <QCoreApplication>

#include <charconv>
#include <cmath>

namespace heedmap {

namespace {

constexpr QChar realMinus(0x2212);

// The visible stand-in for a character that would not be seen.
QChar visible(QChar c) {
    if (c == QLatin1Char('\n'))
        return QChar(0x23ce); // ⏎
    if (c == QLatin1Char('\t'))
        return QChar(0x21e5); // ⇥
    if (c.unicode() < 0x20)
        return QChar(0x2400 + c.unicode());
    return c;
}

} // namespace

QString spelled(QString digits) {
    const qsizetype e = digits.indexOf(QLatin1Char('e'));
    if (e >= 0)
        digits = digits.left(e + 1) + QString::number(QStringView(digits).mid(e + 1).toInt());
    return digits.replace(QLatin1Char('-'), realMinus);
}

QString notANumberText(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("+∞") : QStringLiteral("−∞");
    return {};
}

QString numberText(double value, int significantDigits) {
    const QString word = notANumberText(value);
    if (!word.isNull())
        return word;
    if (value == 0)
        return QStringLiteral("0");
    const double size = std::fabs(value);
    // Plain digits up to a million: "1234" reads better than "1.23e3".
    const int digits =
        size < 1e6 ? std::max(significantDigits, static_cast<int>(std::log10(size)) + 1) : significantDigits;
    return spelled(QString::number(value, 'g', digits));
}

int digitsToTellApart(double low, double high) {
    constexpr int usual = 3;
    constexpr int all = 17;
    int digits = usual;
    while (low != high && digits < all && numberText(low, digits) == numberText(high, digits))
        ++digits;
    return digits;
}

QString groupedText(std::uint64_t count) {
    constexpr QChar narrowSpace(0x202F);
    QString text = QString::number(count);
    for (qsizetype at = text.size() - 3; at > 0; at -= 3)
        text.insert(at, narrowSpace);
    return text;
}

QString exactNumberText(double value) {
    const QString word = notANumberText(value);
    if (!word.isNull())
        return word;
    char digits[64];
    const bool isFloat = static_cast<double>(static_cast<float>(value)) == value;
    const auto end = isFloat ? std::to_chars(digits, digits + sizeof digits, static_cast<float>(value))
                             : std::to_chars(digits, digits + sizeof digits, value);
    return spelled(QString::fromLatin1(digits, end.ptr - digits));
}

QString cellText(const attention::AlphaSource& source, Cell cell) {
    if (source.mark(cell) == attention::Mark::masked)
        return QCoreApplication::translate("Heatmap", "masked");
    return exactNumberText(source.value(cell));
}

QString shownToken(const QString& token) {
    const QChar space(0x2423); // ␣
    if (token.isEmpty())
        return space;
    QString shown = token;
    for (QChar& c : shown)
        c = visible(c);
    for (qsizetype i = 0; i < shown.size() && shown[i].isSpace(); ++i)
        shown[i] = space;
    for (qsizetype i = shown.size() - 1; i >= 0 && shown[i].isSpace(); --i)
        shown[i] = space;
    return shown;
}

CellNumbers CellNumbers::of(const heatmap::ValueSummary& summary, bool isSigned) {
    constexpr double rounding = 1e-6; // of weights that sum to 1 in float32
    CellNumbers numbers;
    numbers.isSigned = isSigned;
    const double largest = std::max(std::abs(summary.smallest), std::abs(summary.largest));
    numbers.fractions = summary.smallest <= summary.largest && largest <= 1 + rounding;
    if (numbers.fractions && largest > 0 && largest < 0.05)
        numbers.moreDecimals = std::min(4, -1 - static_cast<int>(std::floor(std::log10(largest))));
    return numbers;
}

QString CellNumbers::text(double value, int decimals) const {
    if (value == 0)
        return isSigned ? QStringLiteral("0") : QString();
    if (!fractions)
        return numberText(value, decimals + 1);
    const QString sign = value < 0 ? QString(realMinus) : isSigned ? QStringLiteral("+") : QString();
    const double size = std::abs(value);
    const int places = decimals + moreDecimals;
    QString digits = QString::number(size, 'f', places);
    if (digits.toDouble() == 0)
        return QStringLiteral("·");
    if (size >= 1)
        return sign + QLatin1Char('1');
    if (digits.startsWith(QLatin1Char('1'))) {
        digits = QString::number(size, 'f', places + 1);
        if (digits.startsWith(QLatin1Char('1')))
            return QLatin1Char('>') + sign + QLatin1Char('.') + QString(places, QLatin1Char('9'));
    }
    return sign + (decimals < 4 ? digits.mid(1) : digits);
}

} // namespace heedmap
