#include "core/files/unfinished_outputs.h"

#include "core/files/output_file.h"

#include <array>
#include <atomic>
#include <climits>
#include <cstring>
#include <mutex>
#include <unistd.h>

namespace heedmap::files {

namespace {

struct Slot {
    std::atomic<bool> used{false}; // set after the name is whole, cleared before it changes
    std::array<char, PATH_MAX> name{};
};

std::array<Slot, 32> slots;
std::mutex slotsMutex; // for the writers; the signal handler only looks at `used`
static_assert(std::atomic<bool>::is_always_lock_free);

} // namespace

void rememberUnfinished(const std::string& path) {
    const std::lock_guard lock(slotsMutex);
    for (Slot& slot : slots) {
        if (slot.used || path.size() >= slot.name.size())
            continue;
        std::memcpy(slot.name.data(), path.c_str(), path.size() + 1);
        slot.used = true;
        return;
    }
}

void forgetUnfinished(const std::string& path) {
    const std::lock_guard lock(slotsMutex);
    for (Slot& slot : slots)
        if (slot.used && path == slot.name.data())
            slot.used = false;
}

void removeUnfinishedOutputs() noexcept {
    for (Slot& slot : slots)
        if (slot.used)
            ::unlink(slot.name.data());
}

} // namespace heedmap::files
