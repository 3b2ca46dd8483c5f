// Text that holds a matrix, as it comes from a clipboard: a block of a spreadsheet (tabs), CSV, numbers between spaces,
// a Python or NumPy literal ([[1, 2], [3, 4]], array([[…]], dtype=float32), tensor([…])) or NumPy's printed form
// ([[0.1 0.2]\n [0.3 0.4]]). Numbers have a point whatever the locale; "nan", "inf" and the minus U+2212 are accepted.
#pragma once

#include "core/result.h"
#include "core/tensor/matrix.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace heedmap::files {

inline constexpr ErrorKind noNumbersInText{HEEDMAP_MESSAGE("Error", "the text holds no numbers")};
inline constexpr ErrorKind notANumber{HEEDMAP_MESSAGE("Error", "\"%1\" is not a number")};
inline constexpr ErrorKind decimalComma{
    HEEDMAP_MESSAGE("Error", "\"%1\" is not a number; decimals are written with a point, as in %2")};
inline constexpr ErrorKind numberTooLarge{HEEDMAP_MESSAGE("Error", "%1 is larger than float64 can hold")};
inline constexpr ErrorKind emptyTextCell{HEEDMAP_MESSAGE("Error", "a number is missing")};
inline constexpr ErrorKind raggedText{HEEDMAP_MESSAGE("Error", "row %1 has %2 numbers, but row 1 has %3")};
inline constexpr ErrorKind abbreviatedText{
    HEEDMAP_MESSAGE("Error", "the text leaves numbers out with \"...\"; print all of them with "
                             "numpy.set_printoptions(threshold=sys.maxsize)")};
inline constexpr ErrorKind tooManyAxesInText{
    HEEDMAP_MESSAGE("Error", "the text has more than two axes; paste one matrix, such as a[0]")};
inline constexpr ErrorKind unclosedBracket{HEEDMAP_MESSAGE("Error", "a closing \"%1\" is missing at the end")};
inline constexpr ErrorKind unexpectedText{HEEDMAP_MESSAGE("Error", "\"%1\" does not belong into a matrix")};
inline constexpr ErrorKind textStopped{HEEDMAP_MESSAGE("Error", "stopped before the end of the text")};

// One number, with spaces around it or not. Errors: notANumber, decimalComma, numberTooLarge, emptyTextCell.
Result<double> parseNumber(std::string_view text);

// A list without inner lists is one row. Rows and columns in errors are counted from 1. `progress` is told what part of
// the text is read. Takes time and memory in proportion to the text. Errors: all of the above.
Result<MatrixD> parseMatrixText(std::string_view text, const std::stop_token& stop = {},
                                const std::function<void(double)>& progress = {});

} // namespace heedmap::files
