#include "core/analysis/count.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace heedmap::analysis {

Count Count::of(Index number) {
    HEEDMAP_EXPECTS(number >= 0);
    return static_cast<std::uint64_t>(number);
}

std::string Count::text() const {
    if (!overflowed_)
        return std::to_string(exact_);
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.begin(), buffer.end(), approximate_, std::chars_format::general, 6).ptr;
    return "about " + std::string(buffer.begin(), end);
}

Count operator+(const Count& a, const Count& b) {
    Count sum;
    sum.approximate_ = a.approximate_ + b.approximate_;
    sum.overflowed_ = __builtin_add_overflow(a.exact_, b.exact_, &sum.exact_) || a.overflowed_ || b.overflowed_;
    if (sum.overflowed_)
        sum.exact_ = 0;
    return sum;
}

Count operator*(const Count& a, const Count& b) {
    const auto zero = [](const Count& c) {
        return !c.overflowed_ && c.exact_ == 0;
    };
    if (zero(a) || zero(b))
        return 0;
    Count product;
    product.approximate_ = a.approximate_ * b.approximate_;
    product.overflowed_ = __builtin_mul_overflow(a.exact_, b.exact_, &product.exact_) || a.overflowed_ || b.overflowed_;
    if (product.overflowed_)
        product.exact_ = 0;
    return product;
}

Count operator-(const Count& a, const Count& b) {
    Count difference;
    difference.approximate_ = std::max(a.approximate_ - b.approximate_, 0.0);
    difference.overflowed_ = a.overflowed_ || b.overflowed_;
    if (difference.overflowed_)
        return difference;
    HEEDMAP_EXPECTS(a.exact_ >= b.exact_);
    return a.exact_ - b.exact_;
}

Count ceilingOfQuotient(const Count& a, std::uint64_t b) {
    HEEDMAP_EXPECTS(b != 0);
    if (const auto exact = a.exact())
        return *exact / b + (*exact % b != 0 ? 1 : 0);
    Count quotient = a; // of what is not known exactly, so it is not either
    quotient.approximate_ /= static_cast<double>(b);
    return quotient;
}

Count smallest(const Count& a, const Count& b) {
    if (a.overflowed() != b.overflowed())
        return a.overflowed() ? b : a;
    const bool aIsSmaller = a.overflowed() ? a.approximate() < b.approximate() : *a.exact() < *b.exact();
    return aIsSmaller ? a : b;
}

} // namespace heedmap::analysis
