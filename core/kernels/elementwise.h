// Private to core: functions of each number of an array, in float32, within 2 ulp of the exact value for any argument.
#pragma once

#include "core/index.h"

namespace heedmap::kernels {

// out = e^x, out = tanh x; `out` may be `x`.
void exponentials(const float* x, Index count, float* out);
void tangents(const float* x, Index count, float* out);

} // namespace heedmap::kernels
