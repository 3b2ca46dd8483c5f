// Where the numbers and where the labels of a text table are: of a file, or of what was pasted.
#pragma once

#include "core/files/number_field.h"
#include "core/files/tensor_file.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::files {

inline constexpr ErrorKind raggedRow{HEEDMAP_MESSAGE("Error", "the row has %1 fields, but the rows before it have %2")};
inline constexpr ErrorKind unclosedQuote{HEEDMAP_MESSAGE("Error", "a quote opens here and does not close")};
inline constexpr ErrorKind fieldNotANumber{HEEDMAP_MESSAGE("Error", "\"%1\" is not a number")};
inline constexpr ErrorKind mixedDecimals{
    HEEDMAP_MESSAGE("Error", "\"%1\" is not a number as the others are: some have a decimal comma, some a point")};
inline constexpr ErrorKind tooManyTables{HEEDMAP_MESSAGE("Error", "more than %1 tables in a file are not read")};
inline constexpr ErrorKind emptyTextCell{HEEDMAP_MESSAGE("Error", "a number is missing")};
inline constexpr ErrorKind numberTooLarge{HEEDMAP_MESSAGE("Error", "%1 is larger than float64 can hold")};
inline constexpr ErrorKind textStopped{HEEDMAP_MESSAGE("Error", "stopped before the end of the text")};

struct Table {
    std::string name;      // of the line "# name" above it
    std::size_t begin = 0; // in the text
    std::size_t end = 0;
    std::size_t firstLine = 1;
    std::size_t rows = 0;              // of numbers
    std::size_t columns = 0;           // of numbers
    bool columnLabels = false;         // the first row
    bool rowLabels = false;            // the first column
    bool cornerIsLeftOut = false;      // the first row has a field less than the others
    std::optional<Error> refusal = {}; // the first field that is no number
};

struct TableText {
    std::vector<Table> tables;
    char separator = ',';
    DecimalSign decimal = DecimalSign::point;
    std::vector<Phrase> notes; // what was assumed
};

// Who waits for a text to be read: is told which part of it is read, and can stop that.
struct TextListener {
    std::string_view text;
    const std::stop_token& stop;
    const std::function<void(double)>& progress;
    double from = 0, to = 1; // what of the whole work this is

    Result<void> at(const char* position) const; // errors: textStopped
};

// Several tables are told apart by lines "# name".
//   A column at the end without any entry is none. The first row, or column, holds labels where most of it are words or
// quoted, or where it counts and the corner is empty. Numbers have a comma where some can only be read so, and none
// only with a point. `choices` override that. Errors, with line and column: raggedRow, unclosedQuote; textStopped. What
// is no number is a table's refusal.
Result<TableText> layOut(std::string_view text, char separator, const TextChoices& choices = {},
                         const TextListener* listener = nullptr);

// Row by row. Where nothing may be missing, what is missing, or beyond float64, is an error.
// Errors: the table's refusal; emptyTextCell, numberTooLarge; textStopped.
Result<std::vector<double>> numbersOf(std::string_view text, const Table& table, const TableText& layout,
                                      bool mayBeMissing = true, const TextListener* listener = nullptr);

Labels labelsOf(std::string_view text, const Table& table, char separator);

// "line 3, column 7"
std::string tablePlace(std::size_t line, std::size_t column);
// What an error quotes: enough to find it, never a page; not cut inside a character.
std::string quotedPart(std::string_view text);

} // namespace heedmap::files
