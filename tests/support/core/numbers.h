// What is no finite number, by the names that tests use for it.
#pragma once

#include <limits>

namespace heedmap::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double quietNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr float infinityF = std::numeric_limits<float>::infinity();
inline constexpr float quietNaNF = std::numeric_limits<float>::quiet_NaN();

} // namespace heedmap::test
