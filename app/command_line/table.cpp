#include "app/command_line/table.h"

#include "app/command_line/printing.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace heedmap::command_line {

namespace {

// Characters of UTF-8 text: every byte that does not continue one.
std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace

void Table::add(std::vector<std::string> row) {
    for (std::string& cell : row)
        cell = printable(cell);
    rows_.push_back(std::move(row));
}

void Table::print() const {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(row[i]));
    }
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size())
                line += std::string(widths[i] - widthOf(row[i]) + 2, ' ');
        }
        printLine(line);
    }
}

std::string numberOrDash(std::optional<double> value) {
    if (!value)
        return "-";
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.begin(), text.end(), *value, std::chars_format::general, 6).ptr;
    return {text.begin(), end};
}

} // namespace heedmap::command_line
