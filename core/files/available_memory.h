// How much memory can be used without pushing other programs out.
#pragma once

#include <cstdint>

namespace heedmap::files {

// In bytes: what the system says is available, or a half of all where it does not say.
std::uint64_t availableMemory();

} // namespace heedmap::files
