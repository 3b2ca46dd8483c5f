// What the machine can do at most, measured beside what is timed.
#pragma once

namespace heedmap::bench {

// Multiply–adds of float32 in registers by `threads` threads, in 10⁹ operations a second (two for each).
double multiplyAddPeak(int threads);

// tanh of an array that stays in the first cache, in the fewest operations, in 10⁹ a second.
double tangentRate(int threads);

} // namespace heedmap::bench
