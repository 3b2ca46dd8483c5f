// Private to core: which set of instructions the inner loops use. The best that the processor has, unless the
// environment variable HEEDMAP_TARGET names a lower one ("avx3", "avx2", "sse4", "neon", "emu128", in any case).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heedmap::kernels {

// Those of this program that the processor can run, best first, as they are written in HEEDMAP_TARGET.
std::vector<std::string> availableTargets();
// The one in use.
std::string currentTarget();
// From now on this one; false where it is not available, and nothing is changed then. An empty name: the best again.
// Not while kernels run.
bool useTarget(std::string_view name);

} // namespace heedmap::kernels
