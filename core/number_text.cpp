#include "core/number_text.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace heedmap {

namespace {

bool isDecimal(char c) {
    return '0' <= c && c <= '9';
}

// A number that float64 cannot hold: 0 or infinity, by its power of ten.
double beyondRange(std::string_view text) {
    const bool negative = text.starts_with('-');
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    const std::string_view mantissa = text.substr(0, e);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    const std::size_t leading = mantissa.find_first_of("123456789");
    if (leading == std::string_view::npos)
        return negative ? -0.0 : 0.0;
    double power = static_cast<double>(point) - static_cast<double>(leading);
    if (e < text.size()) {
        const bool down = text[e + 1] == '-';
        const char* begin = text.data() + e + (isDecimal(text[e + 1]) ? 1 : 2);
        long exponent = 0;
        const bool fits = std::from_chars(begin, text.data() + text.size(), exponent).ec == std::errc();
        const double size = fits ? static_cast<double>(exponent) : std::numeric_limits<double>::infinity();
        power += down ? -size : size;
    }
    const double magnitude = power > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    return negative ? -magnitude : magnitude;
}

template <class T>
std::string shortest(T value) {
    if (std::isnan(value))
        return "nan";
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, end};
}

} // namespace

std::optional<double> numberFrom(std::string_view text) {
    if (text.starts_with('+') && text.size() > 1 && text[1] != '-')
        text.remove_prefix(1);
    if (text.empty() || text.back() == ')') // from_chars knows "nan(…)"
        return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
        return std::nullopt;
    return error == std::errc::result_out_of_range ? beyondRange(text) : value;
}

std::string shortestText(double value) {
    return shortest(value);
}

std::string shortestText(float value) {
    return shortest(value);
}

} // namespace heedmap
