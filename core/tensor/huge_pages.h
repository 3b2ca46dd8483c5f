// Touching fresh memory for the first time costs more than copying into it; on huge pages it hardly does.
#pragma once

#include <cstddef>

namespace heedmap {

// To be called before memory is touched, on as much of it as was allocated at once: asks the system for huge pages
// where there are enough of them in it. Only advice: without it the memory is as good, but slower to fill.
void adviseHugePages(void* memory, std::size_t bytes) noexcept;

} // namespace heedmap
