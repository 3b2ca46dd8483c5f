// Part of a file as memory. Touching it lets the system read it; what is read() instead leaves nothing resident, which
// is what a matrix larger than the memory needs. A file that is cut short or changed meanwhile is noticed: memory whose
// file has vanished under it reads as zeros and is told as a problem, instead of ending the program.
#pragma once

#include "core/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace heedmap {

inline constexpr ErrorKind cutShortWhileOpen{
    HEEDMAP_MESSAGE("Error", "the file was cut short or could not be read while it was open; open it again")};
inline constexpr ErrorKind rewrittenWhileOpen{
    HEEDMAP_MESSAGE("Error", "the file was changed while it was open; open it again")};

// An open file and what it was when it was opened. A negative descriptor stands for contents that are in memory.
class OpenFile {
public:
    OpenFile(std::string path, int descriptor, std::uint64_t size, std::int64_t changedAt);
    ~OpenFile();
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    const std::string& path() const { return path_; }
    int descriptor() const { return descriptor_; }
    std::uint64_t size() const { return size_; }
    std::int64_t changedAt() const { return changedAt_; } // nanoseconds since 1970

private:
    std::string path_;
    int descriptor_;
    std::uint64_t size_;
    std::int64_t changedAt_;
};

class FileMemory {
public:
    // Null where the file cannot be mapped. Precondition: offset + size ≤ file->size().
    static std::shared_ptr<const FileMemory> map(std::shared_ptr<const OpenFile> file, std::uint64_t offset,
                                                 std::size_t size);
    // The one that `address` lies in; null for other memory.
    static std::shared_ptr<const FileMemory> holding(const std::byte* address);
    // What happened to any file of this program that was mapped; none: every number read so far was the file's.
    static std::optional<Error> anyProblem();

    ~FileMemory();
    FileMemory(const FileMemory&) = delete;
    FileMemory& operator=(const FileMemory&) = delete;

    const OpenFile& file() const { return *file_; }
    std::span<const std::byte> bytes() const { return bytes_; }
    std::uint64_t offsetOf(const std::byte* address) const;

    // The bytes from `address` on, without touching the memory. False: they are not there, and problem() says why.
    // Precondition: they lie within bytes(). Safe from several threads at once.
    bool read(const std::byte* address, std::span<std::byte> out) const;
    // Looks at the file again.
    std::optional<Error> problem() const;

private:
    FileMemory(std::shared_ptr<const OpenFile> file, std::uint64_t offset, void* mapped, std::size_t length,
               std::span<const std::byte> bytes);

    std::shared_ptr<const OpenFile> file_;
    std::uint64_t offset_;
    void* mapped_;
    std::size_t length_;
    std::span<const std::byte> bytes_;
    std::size_t slot_ = 0;
    mutable std::atomic<bool> unreadable_ = false;
};

} // namespace heedmap
