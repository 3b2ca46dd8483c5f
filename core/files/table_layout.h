// Where the numbers and where the labels of a text table are.
#pragma once

#include "core/files/labels.h"
#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace heedmap::files {

inline constexpr ErrorKind raggedRow{HEEDMAP_MESSAGE("Error", "the row has %1 fields, but the rows before it have %2")};
inline constexpr ErrorKind unclosedQuote{HEEDMAP_MESSAGE("Error", "a quote opens here and does not close")};

struct Table {
    std::string name;      // of the line "# name" above it
    std::size_t begin = 0; // in the text
    std::size_t end = 0;
    std::size_t firstLine = 1;
    std::size_t rows = 0;      // of numbers
    std::size_t columns = 0;   // of numbers
    bool columnLabels = false; // the first row
    bool rowLabels = false;    // the first column
    std::size_t emptyFields = 0;
};

struct TableText {
    std::vector<Table> tables;
    char separator = ',';
    bool decimalComma = false;
};

// Several tables are told apart by lines "# name". Errors: raggedRow, unclosedQuote, with line and column.
Result<TableText> layOut(std::string_view text, char separator);

Labels labelsOf(std::string_view text, const Table& table, char separator);

} // namespace heedmap::files
