#include "core/tensor/file_memory.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heedmap {

namespace {

// Read by the signal handler, so plain numbers. A slot with `begin` 0 is free.
struct Slot {
    std::atomic<std::uintptr_t> begin = 0;
    std::atomic<std::uintptr_t> end = 0;
    std::atomic<bool> vanished = false;
};
constexpr std::size_t mostMapped = 4096;
std::array<Slot, mostMapped> slots;
struct sigaction earlier {};

// A page of a mapped file is not there any more: zeros take the place of all that follows, and the slot remembers it.
// Where the address is none of ours, the signal does what it did before.
void onBusError(int signal, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (Slot& slot : slots) {
        const std::uintptr_t begin = slot.begin.load(std::memory_order_acquire);
        const std::uintptr_t end = slot.end.load(std::memory_order_relaxed);
        if (begin == 0 || address < begin || address >= end)
            continue;
        const auto page = static_cast<std::uintptr_t>(::getpagesize());
        const std::uintptr_t from = address / page * page;
        void* const zeros = ::mmap(reinterpret_cast<void*>(from), end - from, PROT_READ,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (zeros == MAP_FAILED)
            break;
        slot.vanished.store(true, std::memory_order_release);
        return;
    }
    if ((earlier.sa_flags & SA_SIGINFO) != 0 && earlier.sa_sigaction != nullptr)
        earlier.sa_sigaction(signal, info, context);
    else
        ::signal(signal, SIG_DFL); // the access is repeated, and ends the program
}

void watchForVanishedPages() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action {};
        action.sa_sigaction = onBusError;
        action.sa_flags = SA_SIGINFO | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &earlier);
    });
}

struct Registry {
    std::mutex mutex;
    std::map<const std::byte*, std::weak_ptr<const FileMemory>> byBegin;
    std::optional<Error> problem; // of one that is no more
};

Registry& registry() {
    static Registry* const one = new Registry; // outlives every static that may still hold mapped memory
    return *one;
}

std::optional<std::size_t> takeSlot(void* begin, std::size_t length) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
        std::uintptr_t free = 0;
        if (slots[i].begin.load() != 0)
            continue;
        slots[i].vanished = false;
        slots[i].end = reinterpret_cast<std::uintptr_t>(begin) + length;
        if (slots[i].begin.compare_exchange_strong(free, reinterpret_cast<std::uintptr_t>(begin)))
            return i;
    }
    return std::nullopt;
}

std::int64_t nanoseconds(const struct stat& status) {
    return static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
}

} // namespace

OpenFile::OpenFile(std::string path, int descriptor, std::uint64_t size, std::int64_t changedAt)
    : path_(std::move(path))
    , descriptor_(descriptor)
    , size_(size)
    , changedAt_(changedAt) {}

OpenFile::~OpenFile() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

FileMemory::FileMemory(std::shared_ptr<const OpenFile> file, std::uint64_t offset, void* mapped, std::size_t length,
                       std::span<const std::byte> bytes)
    : file_(std::move(file))
    , offset_(offset)
    , mapped_(mapped)
    , length_(length)
    , bytes_(bytes) {}

std::shared_ptr<const FileMemory> FileMemory::map(std::shared_ptr<const OpenFile> file, std::uint64_t offset,
                                                  std::size_t size) {
    HEEDMAP_EXPECTS(offset <= file->size() && size <= file->size() - offset);
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t before = offset % page;
    const std::size_t length = size + static_cast<std::size_t>(before);
    if (size == 0)
        return nullptr;
    watchForVanishedPages();
    void* const mapped =
        ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, file->descriptor(), static_cast<off_t>(offset - before));
    if (mapped == MAP_FAILED)
        return nullptr;
    const std::lock_guard lock(registry().mutex);
    const auto slot = takeSlot(mapped, length);
    if (!slot) {
        ::munmap(mapped, length);
        return nullptr;
    }
    const std::span bytes(static_cast<const std::byte*>(mapped) + before, size);
    std::shared_ptr<FileMemory> memory(new FileMemory(std::move(file), offset, mapped, length, bytes));
    memory->slot_ = *slot;
    registry().byBegin[bytes.data()] = memory;
    return memory;
}

FileMemory::~FileMemory() {
    const std::optional<Error> last = problem();
    const std::lock_guard lock(registry().mutex);
    if (last && !registry().problem)
        registry().problem = last;
    registry().byBegin.erase(bytes_.data());
    slots[slot_].begin.store(0, std::memory_order_release);
    ::munmap(mapped_, length_);
}

std::shared_ptr<const FileMemory> FileMemory::holding(const std::byte* address) {
    std::shared_ptr<const FileMemory> memory; // let go only after the lock, which its end takes too
    const std::lock_guard lock(registry().mutex);
    const auto& all = registry().byBegin;
    auto after = all.upper_bound(address);
    if (after == all.begin())
        return nullptr;
    memory = std::prev(after)->second.lock();
    return memory && address < memory->bytes_.data() + memory->bytes_.size() ? memory : nullptr;
}

std::optional<Error> FileMemory::anyProblem() {
    std::vector<std::shared_ptr<const FileMemory>> all;
    {
        const std::lock_guard lock(registry().mutex);
        if (registry().problem)
            return registry().problem;
        for (const auto& [begin, memory] : registry().byBegin)
            all.push_back(memory.lock());
    }
    for (const auto& memory : all) {
        if (auto problem = memory ? memory->problem() : std::nullopt)
            return problem;
    }
    return std::nullopt;
}

std::uint64_t FileMemory::offsetOf(const std::byte* address) const {
    return offset_ + static_cast<std::uint64_t>(address - bytes_.data());
}

bool FileMemory::read(const std::byte* address, std::span<std::byte> out) const {
    HEEDMAP_EXPECTS(address >= bytes_.data() && address + out.size() <= bytes_.data() + bytes_.size());
    std::uint64_t offset = offsetOf(address);
    while (!out.empty()) {
        const ssize_t got = ::pread(file_->descriptor(), out.data(), out.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            unreadable_ = true;
            return false;
        }
        offset += static_cast<std::uint64_t>(got);
        out = out.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

std::optional<Error> FileMemory::problem() const {
    struct stat status {};
    const bool there = ::fstat(file_->descriptor(), &status) == 0;
    const bool shorter = !there || static_cast<std::uint64_t>(status.st_size) < file_->size();
    if (shorter || unreadable_ || slots[slot_].vanished.load(std::memory_order_acquire))
        return makeError(cutShortWhileOpen).in(file_->path());
    if (static_cast<std::uint64_t>(status.st_size) != file_->size() || nanoseconds(status) != file_->changedAt())
        return makeError(rewrittenWhileOpen).in(file_->path());
    return std::nullopt;
}

} // namespace heedmap
