#include "core/tensor/large_array.h"

#include "core/tensor/huge_pages.h"

#include <cstdlib>
#include <new>

namespace heedmap {

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
    adviseHugePages(memory, size);
    return memory;
}

void freeLarge(void* memory) noexcept {
    std::free(memory);
}

} // namespace heedmap
