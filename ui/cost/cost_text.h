// Costs in words: names of methods and measures, and counts as people read them.
#pragma once

#include "core/analysis/cost_curve.h"

#include <QString>

namespace heedmap {

QString methodName(analysis::Method method);
QString methodExplanation(analysis::Method method); // one sentence
QString measureName(analysis::CostMeasure measure);
QString measureUnit(analysis::CostMeasure measure); // "multiply–adds", "bytes", …
bool isBytes(analysis::CostMeasure measure);

// Three significant digits, or all of them: "2.68 × 10⁸", "268 435 456"; "≈ 1.21 × 10²⁴" where it is not known exactly.
QString countText(const analysis::Count& count, bool allDigits);
// The same for bytes: "64 MiB", "67 108 864 B".
QString bytesText(const analysis::Count& count, bool allDigits);
// As it is copied: "268435456"; "1.20893e+24" where it is not known exactly.
QString copiedText(const analysis::Count& count);
// A power of ten on an axis: "1", "10", "10³", "10⁻²".
QString powerText(double value);

} // namespace heedmap
