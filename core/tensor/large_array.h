// Arrays that may be large: not filled when made, and on huge pages where that pays. Touching fresh memory for the
// first time otherwise costs more than what is computed into it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace heedmap {

void* allocateLarge(std::size_t bytes); // throws std::bad_alloc
void freeLarge(void* memory) noexcept;

template <class T>
struct LargeAllocator {
    using value_type = T;
    LargeAllocator() = default;
    template <class U>
    LargeAllocator(const LargeAllocator<U>&) noexcept {}

    T* allocate(std::size_t count) { return static_cast<T*>(allocateLarge(count * sizeof(T))); }
    void deallocate(T* memory, std::size_t) noexcept { freeLarge(memory); }
    // Without a value: left as it is.
    template <class U>
    void construct(U* place) noexcept {
        ::new (static_cast<void*>(place)) U;
    }
    template <class U, class... Values>
    void construct(U* place, Values&&... values) {
        ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
    }
    template <class U>
    bool operator==(const LargeAllocator<U>&) const noexcept {
        return true;
    }
};

// A std::vector but that its new entries are not set; whoever makes it fills it.
template <class T>
using LargeArray = std::vector<T, LargeAllocator<T>>;

} // namespace heedmap
