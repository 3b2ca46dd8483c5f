// Numbers in the tables that the program prints.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace heedmap::test {

// The numbers of every line that begins with a label and holds some, after the label.
inline std::vector<std::vector<double>> numbersIn(const std::string& text, char separator) {
    std::vector<std::vector<double>> tables;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string field;
        std::getline(fields, field, separator);
        if (field.empty() || field.front() == '#')
            continue;
        tables.emplace_back();
        while (std::getline(fields, field, separator))
            tables.back().push_back(std::stod(field));
    }
    return tables;
}

// The numbers are the expected ones to ten decimals, the last one rounded.
inline void expectRounded(const std::vector<double>& numbers, const std::vector<double>& expected) {
    ASSERT_EQ(numbers.size(), expected.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        EXPECT_EQ(std::round(numbers[i] * 1e10), std::round(expected[i] * 1e10))
            << i << ": " << numbers[i] << " instead of " << expected[i];
}

} // namespace heedmap::test
