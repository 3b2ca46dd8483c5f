#include "ui/cost/cost_text.h"

#include "ui/base/numbers.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace heedmap {

namespace {

using analysis::CostMeasure;
using analysis::Count;
using analysis::Method;

struct Cost {
    Q_DECLARE_TR_FUNCTIONS(Cost)
};

QString superscript(int number) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text;
    for (const QChar c : QString::number(number))
        text += c == QLatin1Char('-') ? QChar(0x207B) : digits[c.digitValue()];
    return text;
}

QString scientific(double value) {
    int exponent = static_cast<int>(std::floor(std::log10(value)));
    double mantissa = value / std::pow(10.0, exponent);
    if (mantissa >= 9.995) {
        mantissa = 1;
        ++exponent;
    }
    return QStringLiteral("%1 × 10%2").arg(QString::number(mantissa, 'f', 2), superscript(exponent));
}

constexpr double shownWhole = 1e5; // smaller counts are short enough as they are

} // namespace

QString methodName(Method method) {
    switch (method) {
    case Method::full:
        return Cost::tr("full attention");
    case Method::additive:
        return Cost::tr("additive attention");
    case Method::causal:
        return Cost::tr("causal attention");
    case Method::window:
        return Cost::tr("window");
    case Method::causal_window:
        return Cost::tr("causal window");
    case Method::dilated:
        return Cost::tr("dilated window");
    case Method::block:
        return Cost::tr("blocks");
    case Method::bigbird:
        return Cost::tr("BigBird");
    case Method::flash:
        return Cost::tr("fused (Flash)");
    case Method::linear:
        return Cost::tr("linear attention");
    case Method::performer:
        return Cost::tr("Performer");
    case Method::lstm:
        return Cost::tr("LSTM");
    case Method::gru:
        return Cost::tr("GRU");
    case Method::convolution:
        return Cost::tr("convolution");
    case Method::dilated_convolution:
        return Cost::tr("dilated convolution");
    }
    return {};
}

QString methodExplanation(Method method) {
    switch (method) {
    case Method::full:
        return Cost::tr("Every query looks at every key (Vaswani et al. 2017)");
    case Method::additive:
        return Cost::tr("The same with the scores of Bahdanau et al. 2015");
    case Method::causal:
        return Cost::tr("No query looks at a later key");
    case Method::window:
        return Cost::tr("Keys up to the window away, on both sides (Longformer, Beltagy et al. 2020)");
    case Method::causal_window:
        return Cost::tr("Keys up to the window back, and none later");
    case Method::dilated:
        return Cost::tr("As many keys as the window, a step apart");
    case Method::block:
        return Cost::tr("Keys of the same block");
    case Method::bigbird:
        return Cost::tr("Window, global positions and random keys (Zaheer et al. 2020)");
    case Method::flash:
        return Cost::tr("Every key, but α is never stored (Dao et al. 2022)");
    case Method::linear:
        return Cost::tr("Feature map elu + 1 in place of softmax (Katharopoulos et al. 2020)");
    case Method::performer:
        return Cost::tr("Random features that come near softmax (Choromanski et al. 2021)");
    case Method::lstm:
        return Cost::tr("One recurrent layer of the model's width: 8·n·d²");
    case Method::gru:
        return Cost::tr("One recurrent layer of the model's width: 6·n·d²");
    case Method::convolution:
        return Cost::tr("One layer of width k; a stack of them reaches further layer by layer");
    case Method::dilated_convolution:
        return Cost::tr("One layer of width k; each layer of a stack reaches k times as far");
    }
    return {};
}

QString measureName(CostMeasure measure) {
    switch (measure) {
    case CostMeasure::products:
        return Cost::tr("scores, n²·d");
    case CostMeasure::layer:
        return Cost::tr("whole layer");
    case CostMeasure::forward:
        return Cost::tr("whole model");
    case CostMeasure::alphaBytes:
        return Cost::tr("bytes of α");
    case CostMeasure::trafficBytes:
        return Cost::tr("memory traffic");
    case CostMeasure::sequential:
        return Cost::tr("steps in a row");
    case CostMeasure::edges:
        return Cost::tr("longest path");
    }
    return {};
}

QString measureUnit(CostMeasure measure) {
    switch (measure) {
    case CostMeasure::products:
    case CostMeasure::layer:
    case CostMeasure::forward:
        return Cost::tr("multiply–adds");
    case CostMeasure::alphaBytes:
    case CostMeasure::trafficBytes:
        return Cost::tr("bytes");
    case CostMeasure::sequential:
        return Cost::tr("steps one after another");
    case CostMeasure::edges:
        return Cost::tr("layers or steps between the ends");
    }
    return {};
}

bool isBytes(CostMeasure measure) {
    return measure == CostMeasure::alphaBytes || measure == CostMeasure::trafficBytes;
}

QString countText(const Count& count, bool allDigits) {
    if (count.overflowed())
        return QStringLiteral("≈ ") + scientific(count.approximate());
    if (allDigits || count.approximate() < shownWhole)
        return groupedText(*count.exact());
    return scientific(count.approximate());
}

QString bytesText(const Count& count, bool allDigits) {
    if (allDigits || count.approximate() < 1024)
        return countText(count, allDigits) + QStringLiteral(" B");
    static const QStringList units{QStringLiteral("KiB"), QStringLiteral("MiB"), QStringLiteral("GiB"),
                                   QStringLiteral("TiB"), QStringLiteral("PiB"), QStringLiteral("EiB")};
    double value = count.approximate() / 1024;
    qsizetype unit = 0;
    for (; value >= 1024 && unit + 1 < units.size(); ++unit)
        value /= 1024;
    if (value >= 1e5)
        return scientific(value) + QLatin1Char(' ') + units[unit];
    const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    QString text = QString::number(value, 'f', decimals);
    while (text.contains(QLatin1Char('.')) && (text.endsWith(QLatin1Char('0')) || text.endsWith(QLatin1Char('.'))))
        text.chop(1);
    return text + QLatin1Char(' ') + units[unit];
}

QString copiedText(const Count& count) {
    return count.exact() ? QString::number(*count.exact()) : QString::number(count.approximate(), 'g', 6);
}

QString powerText(double value) {
    const double exponent = std::log10(value);
    const int whole = static_cast<int>(std::lround(exponent));
    if (value >= 1e4 && std::abs(exponent - whole) > 1e-9) { // "3·10⁴"
        const double power = std::floor(exponent);
        return QString::number(value / std::pow(10.0, power), 'g', 3) + QStringLiteral("·10") +
               superscript(static_cast<int>(power));
    }
    if (std::abs(exponent - whole) > 1e-9 || (whole >= 0 && whole <= 1))
        return QString::number(value, 'g', 4);
    return QStringLiteral("10") + superscript(whole);
}

} // namespace heedmap
