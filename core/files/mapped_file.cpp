#include "core/files/mapped_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace heedmap::files {

namespace {

// Below this a copy costs less than what mapping saves, and a copy cannot be cut short by somebody else.
constexpr std::uint64_t mappedFrom = 16 << 20;

Phrase systemText(int number) {
    return Phrase(std::generic_category().message(number).c_str());
}

const char* kindOf(mode_t mode) {
    if (S_ISDIR(mode))
        return HEEDMAP_MESSAGE("Reason", "a folder");
    return S_ISFIFO(mode) ? HEEDMAP_MESSAGE("Reason", "a pipe") : HEEDMAP_MESSAGE("Reason", "a device");
}

} // namespace

Result<std::shared_ptr<std::byte>> allocateBytes(std::size_t size) {
    auto* memory = static_cast<std::byte*>(::operator new(size, std::nothrow));
    if (!memory)
        return makeError(notEnoughMemory, {std::to_string(size)});
    return std::shared_ptr<std::byte>(memory, [](std::byte* bytes) { ::operator delete(bytes); });
}

MappedFile::MappedFile(std::string path, int descriptor, std::uint64_t size, Bytes contents)
    : path_(std::move(path))
    , descriptor_(descriptor)
    , size_(size)
    , contents_(std::move(contents)) {}

MappedFile::~MappedFile() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

std::shared_ptr<const MappedFile> MappedFile::ofBytes(const std::string& name, Bytes contents) {
    const std::uint64_t size = contents.data.size();
    return std::shared_ptr<const MappedFile>(new MappedFile(name, -1, size, std::move(contents)));
}

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
    // Without O_NONBLOCK opening a pipe waits for a writer.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return makeError(cannotOpen, {systemText(errno)}).in(path);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return makeError(notARegularFile, {kindOf(status.st_mode)}).in(path);
    }
    return std::shared_ptr<const MappedFile>(
        new MappedFile(path, descriptor, static_cast<std::uint64_t>(status.st_size)));
}

Result<void> MappedFile::checkUnchanged() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0)
        return makeError(cannotRead, {systemText(errno)}).in(path_);
    const auto now = static_cast<std::uint64_t>(status.st_size);
    if (now != size_)
        return makeError(changedWhileOpen, {std::to_string(size_), std::to_string(now)}).in(path_);
    return {};
}

Result<void> MappedFile::read(std::uint64_t offset, std::span<std::byte> out) const {
    HEEDMAP_EXPECTS(offset <= size_ && out.size() <= size_ - offset);
    if (descriptor_ < 0) {
        std::ranges::copy(contents_.data.subspan(static_cast<std::size_t>(offset), out.size()), out.begin());
        return {};
    }
    if (auto unchanged = checkUnchanged(); !unchanged)
        return unchanged;
    while (!out.empty()) {
        const ssize_t got = ::pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return makeError(cannotRead, {systemText(errno)}).in(path_);
        if (got == 0)
            return makeError(changedWhileOpen, {std::to_string(size_), std::to_string(offset)}).in(path_);
        offset += static_cast<std::uint64_t>(got);
        out = out.subspan(static_cast<std::size_t>(got));
    }
    return {};
}

Bytes MappedFile::map(std::uint64_t offset, std::size_t size) const {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t before = offset % page;
    const std::size_t length = size + static_cast<std::size_t>(before);
    void* memory = ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, descriptor_, static_cast<off_t>(offset - before));
    if (memory == MAP_FAILED)
        return {};
    std::shared_ptr<const void> keeper(memory, [length](void* mapped) { ::munmap(mapped, length); });
    return {{static_cast<const std::byte*>(memory) + before, size}, std::move(keeper)};
}

Result<Bytes> MappedFile::bytes(std::uint64_t offset, std::uint64_t size) const {
    HEEDMAP_EXPECTS(offset <= size_ && size <= size_ - offset);
    if (descriptor_ < 0)
        return contents_.part(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
    if (size >= mappedFrom) {
        if (auto unchanged = checkUnchanged(); !unchanged)
            return unchanged.error();
        if (Bytes mapped = map(offset, static_cast<std::size_t>(size)); mapped.keeper)
            return mapped;
    }
    // Some file systems cannot map; what they hold is then read.
    auto memory = allocateBytes(static_cast<std::size_t>(size));
    if (!memory)
        return Error(memory.error()).in(path_);
    if (auto done = read(offset, {memory->get(), static_cast<std::size_t>(size)}); !done)
        return done.error();
    return Bytes{{memory->get(), static_cast<std::size_t>(size)}, *memory};
}

} // namespace heedmap::files
