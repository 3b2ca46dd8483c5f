#include "core/files/mapped_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <new>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace heedmap::files {

namespace {

// Below this a copy costs less than what mapping saves, and a copy cannot be cut short by somebody else.
constexpr std::uint64_t mappedFrom = 16 << 20;

Phrase systemReason(int number) {
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

std::shared_ptr<const MappedFile> MappedFile::ofBytes(const std::string& name, Bytes contents) {
    constexpr int none = -1;
    const std::uint64_t size = contents.data.size();
    return std::shared_ptr<const MappedFile>(
        new MappedFile(std::make_shared<OpenFile>(name, none, size, 0), std::move(contents)));
}

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
    // Without O_NONBLOCK opening a pipe waits for a writer.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return makeError(cannotOpen, {systemReason(errno)}).in(path);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return makeError(notARegularFile, {kindOf(status.st_mode)}).in(path);
    }
    const std::int64_t changedAt = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    return std::shared_ptr<const MappedFile>(new MappedFile(
        std::make_shared<OpenFile>(path, descriptor, static_cast<std::uint64_t>(status.st_size), changedAt)));
}

Result<void> MappedFile::checkUnchanged() const {
    struct stat status {};
    if (::fstat(file_->descriptor(), &status) != 0)
        return makeError(cannotRead, {systemReason(errno)}).in(path());
    const auto now = static_cast<std::uint64_t>(status.st_size);
    if (now != size())
        return makeError(changedWhileOpen, {std::to_string(size()), std::to_string(now)}).in(path());
    return {};
}

Result<void> MappedFile::read(std::uint64_t offset, std::span<std::byte> out) const {
    HEEDMAP_EXPECTS(offset <= size() && out.size() <= size() - offset);
    if (file_->descriptor() < 0) {
        std::ranges::copy(contents_.data.subspan(static_cast<std::size_t>(offset), out.size()), out.begin());
        return {};
    }
    if (auto unchanged = checkUnchanged(); !unchanged)
        return unchanged;
    while (!out.empty()) {
        const ssize_t got = ::pread(file_->descriptor(), out.data(), out.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return makeError(cannotRead, {systemReason(errno)}).in(path());
        if (got == 0)
            return makeError(changedWhileOpen, {std::to_string(size()), std::to_string(offset)}).in(path());
        offset += static_cast<std::uint64_t>(got);
        out = out.subspan(static_cast<std::size_t>(got));
    }
    return {};
}

Result<Bytes> MappedFile::bytes(std::uint64_t offset, std::uint64_t size) const {
    HEEDMAP_EXPECTS(offset <= this->size() && size <= this->size() - offset);
    if (file_->descriptor() < 0)
        return contents_.part(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
    if (size >= mappedFrom) {
        if (auto unchanged = checkUnchanged(); !unchanged)
            return unchanged.error();
        if (const auto mapped = FileMemory::map(file_, offset, static_cast<std::size_t>(size)))
            return Bytes{mapped->bytes(), mapped};
    }
    // Some file systems cannot map; what they hold is then read.
    auto memory = allocateBytes(static_cast<std::size_t>(size));
    if (!memory)
        return Error(memory.error()).in(path());
    if (auto done = read(offset, {memory->get(), static_cast<std::size_t>(size)}); !done)
        return done.error();
    return Bytes{{memory->get(), static_cast<std::size_t>(size)}, *memory};
}

} // namespace heedmap::files
