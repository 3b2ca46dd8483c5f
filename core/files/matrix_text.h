// Text that holds a matrix, as it comes from a clipboard: a block of a spreadsheet (tabs), CSV, numbers between spaces,
// or what Python prints. It is read as a file of it would be, but nothing in it is a label, and nothing may be missing.
#pragma once

#include "core/files/literal_text.h"
#include "core/tensor/matrix.h"

namespace heedmap::files {

inline constexpr ErrorKind decimalComma{
    HEEDMAP_MESSAGE("Error", "\"%1\" is not a number; decimals are written with a point, as in %2")};

inline constexpr ErrorKind severalTablesInText{HEEDMAP_MESSAGE("Error", "the text holds %1 tables; copy one of them")};

// One number, with spaces around it or not, and with a point. Errors: fieldNotANumber, decimalComma, numberTooLarge,
// emptyTextCell.
Result<double> parseNumber(std::string_view text);

struct MatrixText {
    MatrixD matrix;
    std::vector<Phrase> notes; // what was assumed: "numbers are read with a decimal comma"
};

// A list without inner lists is one row. `progress` is told what part of the text is read. Takes time and memory in
// proportion to the text. Errors: those of tables and of what Python prints; noNumbersInText,
// severalTablesInText.
Result<MatrixText> parseMatrixText(std::string_view text, const std::stop_token& stop = {},
                                   const std::function<void(double)>& progress = {});

} // namespace heedmap::files
