// Reads members of a zip. Sizes and places come from the central directory (local headers may leave them open), and
// nothing is believed that the file's own size or the compression method's limits contradict.
#pragma once

#include "core/files/mapped_file.h"

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
    std::uint64_t header = 0; // where its local header is
};

class ZipArchive {
public:
    // Errors: notZip, zipMemberDamaged (a name twice, sizes that cannot be), zipMemberUnreadable.
    static Result<std::shared_ptr<const ZipArchive>> open(std::shared_ptr<const MappedFile> file);

    const std::string& path() const { return file_->path(); }
    const std::vector<ZipMember>& members() const { return members_; }
    const ZipMember* find(std::string_view name) const;

    // Where its bytes begin in the file. Errors: zipMemberDamaged.
    Result<std::uint64_t> dataBegin(const ZipMember& member) const;
    // The first `size` bytes, or fewer where the member ends; the checksum is not looked at.
    Result<Bytes> start(const ZipMember& member, std::uint64_t size) const;
    // All of it, checksum and length verified: in place where it is stored, inflated step by step where it is not.
    Result<Bytes> contents(const ZipMember& member) const;

private:
    ZipArchive(std::shared_ptr<const MappedFile> file, std::vector<ZipMember> members)
        : file_(std::move(file))
        , members_(std::move(members)) {}
    Result<std::uint32_t> checksumOf(const ZipMember& member, const Bytes& bytes) const;
    Result<Bytes> inflated(const ZipMember& member, std::uint64_t size) const;
    Error damaged(const ZipMember& member, Phrase what) const;

    std::shared_ptr<const MappedFile> file_;
    std::vector<ZipMember> members_;
};

} // namespace heedmap::files
