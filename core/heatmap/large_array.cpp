#include "core/heatmap/large_array.h"

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace heedmap::heatmap {

namespace {

constexpr std::size_t hugePage = std::size_t{1} << 21;

} // namespace

void* allocateLarge(std::size_t bytes) {
    const bool huge = bytes >= 2 * hugePage;
    const std::size_t alignment = huge ? hugePage : 64;
    if (bytes > static_cast<std::size_t>(-1) - alignment)
        throw std::bad_alloc();
    const std::size_t size = (bytes + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, size == 0 ? alignment : size);
    if (memory == nullptr)
        throw std::bad_alloc();
#ifdef __linux__
    if (huge)
        madvise(memory, size, MADV_HUGEPAGE); // only advice: without it the memory is as good, but slower to touch
#endif
    return memory;
}

void freeLarge(void* memory) noexcept {
    std::free(memory);
}

} // namespace heedmap::heatmap
