// A file opened for reading. Small pieces are copied, so that nothing can change under the reader; large ones are
// mapped. Every access first checks that the file still has the size it was opened with.
#pragma once

#include "core/result.h"
#include "core/tensor/file_memory.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace heedmap::files {

inline constexpr ErrorKind cannotOpen{HEEDMAP_MESSAGE("Error", "the file cannot be opened: %1")};
inline constexpr ErrorKind notARegularFile{HEEDMAP_MESSAGE("Error", "this is %1, not a file")};
inline constexpr ErrorKind cannotRead{HEEDMAP_MESSAGE("Error", "reading stopped: %1")};
inline constexpr ErrorKind changedWhileOpen{
    HEEDMAP_MESSAGE("Error", "the file had %1 bytes when it was opened and has %2 now; open it again")};
inline constexpr ErrorKind notEnoughMemory{
    HEEDMAP_MESSAGE("Error", "%1 bytes of memory are needed, more than there are")};

// Bytes together with what keeps them.
struct Bytes {
    std::span<const std::byte> data;
    std::shared_ptr<const void> keeper;

    std::string_view text() const { return {reinterpret_cast<const char*>(data.data()), data.size()}; }
    Bytes part(std::size_t offset, std::size_t size) const { return {data.subspan(offset, size), keeper}; }
};

// `size` bytes of uninitialised memory. Errors: notEnoughMemory.
Result<std::shared_ptr<std::byte>> allocateBytes(std::size_t size);

class MappedFile {
public:
    // Errors: cannotOpen, notARegularFile.
    static Result<std::shared_ptr<const MappedFile>> open(const std::string& path);
    // What is in memory already, as if it were the file `name`.
    static std::shared_ptr<const MappedFile> ofBytes(const std::string& name, Bytes contents);
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    const std::string& path() const { return file_->path(); }
    std::uint64_t size() const { return file_->size(); }

    // Precondition of both: offset + size ≤ size(). Errors: changedWhileOpen, cannotRead, notEnoughMemory.
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) const;
    Result<Bytes> bytes(std::uint64_t offset, std::uint64_t size) const;
    Result<Bytes> bytes() const { return bytes(0, size()); }

private:
    explicit MappedFile(std::shared_ptr<const OpenFile> file, Bytes contents = {})
        : file_(std::move(file))
        , contents_(std::move(contents)) {}
    Result<void> checkUnchanged() const;

    std::shared_ptr<const OpenFile> file_;
    Bytes contents_; // where the file has no descriptor
};

} // namespace heedmap::files
