// A small table on standard output, for people.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heedmap::command_line {

class Table {
public:
    explicit Table(std::vector<std::string> head)
        : rows_{std::move(head)} {}
    void add(std::vector<std::string> row);
    // Columns two spaces apart, as wide as their widest entry.
    void print() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

// Six significant digits; "-" where there is none.
std::string numberOrDash(std::optional<double> value);

} // namespace heedmap::command_line
