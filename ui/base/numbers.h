// How numbers and tokens read in the window and on paper.
#pragma once

#include "core/attention/alpha_source.h"
#include "core/heatmap/pyramid.h"
#include "ui/base/numbers.h"

#include <QString>

#include <cmath>

namespace heedmap {

// "0.4011", "−1.2e−05", "NaN", "masked": a value of a cell with so many significant digits, with a real minus.
QString numberText(double value, int significantDigits = 3);
// As many significant digits, 3 at least, as tell these two numbers apart.
int digitsToTellApart(double low, double high);
// All digits needed to read the same number back (as float32 where the number is one).
QString exactNumberText(double value);
// What a cell holds, for read-outs and screen readers: the exact number, or "masked", "NaN", "+∞", "−∞".
QString cellText(const attention::AlphaSource& source, Cell cell);
// A token as it is shown: empty and white space made visible ("␣"), everything else as it is.
QString shownToken(const QString& token);

// How the numbers inside the cells of one panel are written: one way for the whole panel.
struct CellNumbers {
    bool fractions = false; // everything lies in −1 … 1: ".75", "1", "−.08"
    bool isSigned = false;  // differences and gradients: "+.41", and 0 is written
    int moreDecimals = 0;   // where all are small

    // `summary`: of all values of the panel.
    static CellNumbers of(const heatmap::ValueSummary& summary, bool isSigned = false);
    // Of a fraction so many decimals; of other numbers one significant digit more. What rounds to 0 without being 0 is
    // "·", what rounds to 1 without being 1 gets another decimal or is ">.99"; an exact 0 is empty unless isSigned.
    QString text(double value, int decimals) const;
    // Small weights are written dimmed.
    bool isSmall(double value) const { return fractions && std::abs(value) < 0.05; }
};

// Digits as C++ writes them ("-1.2e-05") as they are shown everywhere: "−1.2e−5".
QString spelled(QString digits);
// "NaN", "+∞", "−∞"; null for a number.
QString notANumberText(double value);

// A count with narrow spaces between its thousands, where a line is not broken: "268 435 456".
QString groupedText(std::uint64_t count);

} // namespace heedmap
