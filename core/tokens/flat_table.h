// A table by hash with open addresses, for keys of 64 bits: filled once, then only asked.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heedmap::tokens {

constexpr std::uint64_t pairOf(std::int32_t left, std::int32_t right) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 | static_cast<std::uint32_t>(right);
}

// No key may be ~0.
template <class Value>
class FlatTable {
public:
    explicit FlatTable(std::size_t most = 0)
        : entries_(std::bit_ceil(2 * most + 1)) {}

    // False, and nothing is changed, where the key is there already.
    bool insert(std::uint64_t key, Value value) {
        Entry& entry = entries_[slotOf(key)];
        if (entry.key == key)
            return false;
        if (2 * ++count_ > entries_.size()) {
            grow();
            entries_[slotOf(key)] = {key, value};
        } else {
            entry = {key, value};
        }
        return true;
    }
    const Value* find(std::uint64_t key) const {
        const Entry& entry = entries_[slotOf(key)];
        return entry.key == key ? &entry.value : nullptr;
    }

private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    struct Entry {
        std::uint64_t key = none;
        Value value{};
    };

    std::size_t slotOf(std::uint64_t key) const {
        std::uint64_t hash = key * 0x9e3779b97f4a7c15; // Fibonacci hashing
        hash ^= hash >> 32;
        const std::size_t mask = entries_.size() - 1;
        std::size_t slot = hash & mask;
        while (entries_[slot].key != key && entries_[slot].key != none)
            slot = (slot + 1) & mask;
        return slot;
    }
    void grow() {
        std::vector<Entry> before(2 * entries_.size());
        before.swap(entries_);
        for (const Entry& entry : before)
            if (entry.key != none)
                entries_[slotOf(entry.key)] = entry;
    }

    std::vector<Entry> entries_;
    std::size_t count_ = 0;
};

} // namespace heedmap::tokens
