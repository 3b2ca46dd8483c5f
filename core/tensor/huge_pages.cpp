#include "core/tensor/huge_pages.h"

#include <cstdint>

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

} // namespace heedmap
