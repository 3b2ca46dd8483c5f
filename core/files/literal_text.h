// Numbers as Python prints and writes them: [[1, 2], [3, 4]], array([[…]], dtype=float32), tensor([…], grad_fn=<…>),
// and NumPy's form without commas, whose long rows go on in the next line.
#pragma once

#include "core/files/table_layout.h"

namespace heedmap::files {

inline constexpr ErrorKind noNumbersInText{HEEDMAP_MESSAGE("Error", "the text holds no numbers")};
inline constexpr ErrorKind raggedText{HEEDMAP_MESSAGE("Error", "row %1 has %2 numbers, but row 1 has %3")};
inline constexpr ErrorKind abbreviatedText{
    HEEDMAP_MESSAGE("Error", "the text leaves numbers out with \"...\"; print all of them with "
                             "numpy.set_printoptions(threshold=sys.maxsize)")};
inline constexpr ErrorKind tooManyAxesInText{
    HEEDMAP_MESSAGE("Error", "the text has more than two axes; paste one matrix, such as a[0]")};
inline constexpr ErrorKind tooManyAxesInFile{HEEDMAP_MESSAGE("Error", "the text has more than 5 axes")};
inline constexpr ErrorKind unclosedBracket{HEEDMAP_MESSAGE("Error", "a closing \"%1\" is missing at the end")};
inline constexpr ErrorKind unexpectedText{HEEDMAP_MESSAGE("Error", "\"%1\" does not belong into a matrix")};

struct LiteralArray {
    std::vector<std::uint64_t> sizes; // none of a single number
    std::vector<double> values;
    std::size_t missing = 0; // "None", "--" of a masked array: NaN
    std::size_t rounded = 0;
    std::size_t infinite = 0;
};

// Whether a text is meant as such, not as a table whose first label is a bracket.
bool looksLikeLiteral(std::string_view text);

// A call such as array(…) is transparent: only lists and tuples make axes; several side by side are one list. With two
// axes at most, nothing may be missing, nor too large. Rows and columns in errors are counted from 1.
// Errors: all of the above, fieldNotANumber, emptyTextCell, numberTooLarge, textStopped.
Result<LiteralArray> readLiteral(std::string_view text, int mostAxes, const TextListener* listener = nullptr);

} // namespace heedmap::files
