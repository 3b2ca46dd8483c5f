#include "core/tensor/huge_pages.h"

#include <algorithm>
#include <cstdint>
#include <tbb/parallel_for.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace heedmap {

void adviseHugePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef __linux__
    constexpr std::uintptr_t hugePage = std::uintptr_t{1} << 21;
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t first = (begin + hugePage - 1) / hugePage * hugePage;
    const std::uintptr_t past = (begin + bytes) / hugePage * hugePage;
    if (first < past && past - first >= 2 * hugePage)
        madvise(reinterpret_cast<void*>(first), past - first, MADV_HUGEPAGE);
#endif
}

void touchFresh(void* memory, std::size_t bytes) {
    constexpr std::size_t atOnce = std::size_t{1} << 21;
    constexpr std::size_t page = 4096;
    constexpr std::size_t worthThreads = 8 * atOnce;
    adviseHugePages(memory, bytes);
    if (bytes < worthThreads)
        return;
    auto* const first = static_cast<std::byte*>(memory);
    tbb::parallel_for(std::size_t{0}, (bytes + atOnce - 1) / atOnce, [=](std::size_t part) {
        const std::size_t end = std::min((part + 1) * atOnce, bytes);
        for (std::size_t at = part * atOnce; at < end; at += page)
            *const_cast<volatile std::byte*>(first + at) = std::byte{0};
    });
}

} // namespace heedmap
