// How many of something: exact up to 64 bits. What is more than that is known only approximately, and says so.
#pragma once

#include "core/index.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace heedmap::analysis {

class Count {
public:
    constexpr Count() = default;
    constexpr Count(std::uint64_t exact)
        : exact_(exact)
        , approximate_(static_cast<double>(exact)) {}
    // Precondition: not negative.
    static Count of(Index number);

    // None where it is above 2^64 − 1, or came from a count that is.
    std::optional<std::uint64_t> exact() const { return overflowed_ ? std::nullopt : std::optional(exact_); }
    bool overflowed() const { return overflowed_; }
    double approximate() const { return approximate_; } // to about 15 digits, always
    // "268435456", or "about 3.4e22" where it is not exact.
    std::string text() const;

    Count& operator+=(const Count& other) { return *this = *this + other; }
    friend Count operator+(const Count& a, const Count& b);
    friend Count operator*(const Count& a, const Count& b);
    friend Count operator-(const Count& a, const Count& b); // precondition: a ≥ b where both are exact
    // a / b rounded up. Precondition: b is not 0.
    friend Count ceilingOfQuotient(const Count& a, std::uint64_t b);
    friend bool operator==(const Count& a, const Count& b) = default;

private:
    std::uint64_t exact_ = 0;
    double approximate_ = 0;
    bool overflowed_ = false;
};

Count smallest(const Count& a, const Count& b);

} // namespace heedmap::analysis
