// One number as people and programs write it in a text: "0.5", "-1,25", "1.000,5", "1 000", "np.inf", "True"; and what
// is written where there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace heedmap::files {

enum class DecimalSign : std::uint8_t { point, comma };

struct FieldNumber {
    double value = 0;
    bool grouped = false;    // its digits stand in groups of three
    bool rounded = false;    // a whole number that float64 does not hold exactly
    bool outOfRange = false; // infinite, or 0, only because float64 ends
};

// All of `field`, without the blanks around it, or nothing. Groups of digits are set off by a point or comma (whichever
// is not the decimal sign), a blank or an apostrophe. The minus may be U+2212; "nan", "inf" and their like are numbers,
// also as members of np, numpy, math and torch, and so are true and false.
std::optional<FieldNumber> numberIn(std::string_view field, DecimalSign sign);

// Nothing, or a word or sign for a value that is not there: NA, N/A, NaN, None, null, -, #N/A …
bool isMissing(std::string_view field);

std::string_view withoutBlanksAround(std::string_view text);

} // namespace heedmap::files
