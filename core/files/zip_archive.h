// Reads members of a zip. Sizes and places come from the central directory (local headers may leave them open), and
// nothing is believed that the file's own size or the compression method's limits contradict.
#pragma once

#include "core/files/mapped_file.h"

#include <mutex>
#include <string>
#include <vector>

namespace heedmap::files {

inline constexpr ErrorKind notZip{
    HEEDMAP_MESSAGE("Error", "the zip archive is damaged or cut short: its directory cannot be read")};
inline constexpr ErrorKind zipMemberDamaged{
    HEEDMAP_MESSAGE("Error", "the member \"%1\" of the zip archive is damaged: %2")};
inline constexpr ErrorKind zipMemberUnreadable{
    HEEDMAP_MESSAGE("Error", "the member \"%1\" of the zip archive %2; save it stored or deflated")};

struct ZipMember {
    std::string name;
    std::uint64_t size = 0;
    std::uint64_t compressedSize = 0;
    std::uint32_t crc = 0;
    bool stored = true;
    std::uint64_t directoryPosition = 0; // what minizip needs to find it again
    std::uint64_t number = 0;
};

class ZipArchive {
public:
    // Errors: notZip, zipMemberDamaged (a name twice, sizes that cannot be), zipMemberUnreadable.
    static Result<std::shared_ptr<const ZipArchive>> open(std::shared_ptr<const MappedFile> file);
    ZipArchive(const ZipArchive&) = delete;
    ZipArchive& operator=(const ZipArchive&) = delete;
    ~ZipArchive();

    const std::string& path() const;
    const std::vector<ZipMember>& members() const { return members_; }
    const ZipMember* find(std::string_view name) const;

    // The first `size` bytes, or fewer where the member ends; the checksum is not looked at.
    Result<Bytes> start(const ZipMember& member, std::size_t size) const;
    // All of it, checksum and length verified: in place where it is stored, inflated step by step where it is not.
    Result<Bytes> contents(const ZipMember& member) const;

private:
    struct Handle;
    explicit ZipArchive(std::unique_ptr<Handle> handle);
    Result<void> listMembers();
    Result<std::uint64_t> openMember(const ZipMember& member) const;
    Result<Bytes> storedBytes(const ZipMember& member, std::uint64_t size) const;
    Result<Bytes> inflated(const ZipMember& member) const;
    Error damaged(const ZipMember& member, std::string what) const;

    std::unique_ptr<Handle> handle_;
    mutable std::mutex mutex_; // minizip's handle has a position
    std::vector<ZipMember> members_;
};

} // namespace heedmap::files
