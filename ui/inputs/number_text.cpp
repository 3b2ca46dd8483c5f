#include "ui/inputs/number_text.h"

#include "ui/base/numbers.h"

#include <QLocale>

#include <charconv>
#include <cmath>

namespace heedmap {

namespace {

// "1.20e-05" → "1.2e-05"
QString shortMantissa(double value) {
    const QString text = QString::number(value, 'e', 2);
    const qsizetype e = text.indexOf(QLatin1Char('e'));
    QString mantissa = text.left(e);
    while (mantissa.contains(QLatin1Char('.')) &&
           (mantissa.endsWith(QLatin1Char('0')) || mantissa.endsWith(QLatin1Char('.'))))
        mantissa.chop(1);
    return mantissa + text.mid(e);
}

} // namespace

QString shortNumber(double value) {
    if (!std::isfinite(value))
        return notANumberText(value);
    if (value == 0)
        return QStringLiteral("0");
    const double magnitude = std::abs(value);
    const QString exact = fullNumber(value);
    const bool plain = magnitude >= 1e-3 && magnitude < 999999.5;
    QString text;
    if (plain && (exact.size() <= (value < 0 ? 5 : 4) || std::floor(magnitude) == magnitude)) {
        text = exact; // nothing to round
    } else if (plain) {
        // Through the decimal form: rounding may add a digit before the point.
        const double rounded = QString::number(magnitude, 'e', 2).toDouble();
        const int digitsBefore = static_cast<int>(std::floor(std::log10(rounded))) + 1;
        text = QString::number(rounded < 1000 ? std::copysign(rounded, value) : value, 'f',
                               qBound(0, 3 - digitsBefore, 5));
    } else {
        text = shortMantissa(value);
    }
    return spelled(text);
}

QString fullNumber(double value) {
    if (std::isnan(value))
        return QStringLiteral("nan");
    char text[32];
    const auto end = std::to_chars(std::begin(text), std::end(text), value).ptr;
    return QString::fromLatin1(text, end - text);
}

} // namespace heedmap
