#include "core/files/zip_directory.h"

#include <algorithm>
#include <set>

namespace heedmap::files {

namespace {

constexpr std::uint32_t endSignature = 0x06054b50;
constexpr std::uint32_t end64Signature = 0x06064b50;
constexpr std::uint32_t locatorSignature = 0x07064b50;
constexpr std::uint32_t entrySignature = 0x02014b50;
constexpr std::size_t endSize = 22;
constexpr std::size_t end64Size = 56;
constexpr std::size_t locatorSize = 20;
constexpr std::size_t entrySize = 46;
constexpr std::uint64_t longestComment = 0xffff;
// Deflate cannot shrink more than this (zlib's technical notes: 1032 : 1).
constexpr std::uint64_t largestExpansion = 1032;

struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::uint64_t count = 0;
};

// Where the record stands that ends the archive; nothing where there is none.
std::optional<std::size_t> findEnd(std::span<const std::byte> tail) {
    for (std::size_t at = tail.size() < endSize ? 0 : tail.size() - endSize + 1; at-- > 0;)
        if (zipInteger(tail, at, 4) == endSignature && at + endSize + zipInteger(tail, at + 20, 2) == tail.size())
            return at;
    return std::nullopt;
}

// The extent that the zip64 end record gives; `end` is where the ordinary one stands.
std::optional<Extent> find64(const MappedFile& file, std::uint64_t end) {
    if (end < locatorSize)
        return std::nullopt;
    const auto locator = file.bytes(end - locatorSize, locatorSize);
    if (!locator || zipInteger(locator->data, 0, 4) != locatorSignature)
        return std::nullopt;
    const std::uint64_t at = zipInteger(locator->data, 8, 8);
    if (at > file.size() || file.size() - at < end64Size)
        return std::nullopt;
    const auto record = file.bytes(at, end64Size);
    if (!record || zipInteger(record->data, 0, 4) != end64Signature)
        return std::nullopt;
    return Extent{zipInteger(record->data, 48, 8), zipInteger(record->data, 40, 8), zipInteger(record->data, 32, 8)};
}

std::optional<Extent> directoryExtent(const MappedFile& file) {
    const std::uint64_t looked = std::min<std::uint64_t>(file.size(), endSize + longestComment);
    const auto tail = file.bytes(file.size() - looked, looked);
    const auto at = tail ? findEnd(tail->data) : std::nullopt;
    if (!at)
        return std::nullopt;
    Extent extent{zipInteger(tail->data, *at + 16, 4), zipInteger(tail->data, *at + 12, 4),
                  zipInteger(tail->data, *at + 10, 2)};
    const std::uint64_t end = file.size() - looked + *at;
    if (extent.count == 0xffff || extent.size == inZip64Field || extent.begin == inZip64Field) {
        if (const auto large = find64(file, end))
            extent = *large;
    }
    if (extent.begin > end || extent.size > end - extent.begin || extent.count > extent.size / entrySize)
        return std::nullopt;
    return extent;
}

// Replaces what the entry leaves open by the zip64 field's numbers, which stand in this order.
bool fillFrom64(ZipMember& member, std::span<const std::byte> extra) {
    std::vector<std::uint64_t*> wanted;
    for (std::uint64_t* value : {&member.size, &member.compressedSize, &member.header})
        if (*value == inZip64Field)
            wanted.push_back(value);
    while (!wanted.empty() && extra.size() >= 4) {
        const std::size_t size = zipInteger(extra, 2, 2);
        const bool zip64 = zipInteger(extra, 0, 2) == 1;
        extra = extra.subspan(4);
        if (size > extra.size())
            return false;
        if (zip64) {
            if (size < 8 * wanted.size())
                return false;
            for (std::size_t i = 0; i < wanted.size(); ++i)
                *wanted[i] = zipInteger(extra, 8 * i, 8);
            return true;
        }
        extra = extra.subspan(size);
    }
    return true;
}

Error damaged(const ZipMember& member, Phrase what) {
    return makeError(zipMemberDamaged, {member.name, std::move(what)});
}

Result<void> check(const ZipMember& member, std::uint64_t method, bool encrypted, std::uint64_t fileSize) {
    if (encrypted)
        return makeError(zipMemberUnreadable, {member.name, HEEDMAP_MESSAGE("Reason", "is encrypted")});
    if (method != 0 && method != 8)
        return makeError(
            zipMemberUnreadable,
            {member.name, {HEEDMAP_MESSAGE("Reason", "is compressed by method %1"), {std::to_string(method)}}});
    if (member.compressedSize > fileSize)
        return damaged(member, HEEDMAP_MESSAGE("Reason", "it claims more bytes than the archive has"));
    const bool possible =
        member.stored ? member.size == member.compressedSize : member.size / largestExpansion <= member.compressedSize;
    if (!possible)
        return damaged(member, {HEEDMAP_MESSAGE("Reason", "%1 bytes cannot come from %2"),
                                {std::to_string(member.size), std::to_string(member.compressedSize)}});
    return {};
}

} // namespace

std::uint64_t zipInteger(std::span<const std::byte> bytes, std::size_t offset, std::size_t size) {
    HEEDMAP_EXPECTS(offset + size <= bytes.size());
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;)
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[offset + i]);
    return value;
}

Result<std::vector<ZipMember>> readZipDirectory(const MappedFile& file) {
    const auto extent = directoryExtent(file);
    if (!extent)
        return makeError(notZip);
    const auto bytes = file.bytes(extent->begin, extent->size);
    if (!bytes)
        return bytes.error();
    std::vector<ZipMember> members;
    std::set<std::string> names;
    std::span<const std::byte> rest = bytes->data;
    for (std::uint64_t i = 0; i < extent->count; ++i) {
        if (rest.size() < entrySize || zipInteger(rest, 0, 4) != entrySignature)
            return makeError(notZip);
        const auto field = [&](std::size_t offset, std::size_t size) {
            return zipInteger(rest, offset, size);
        };
        const std::size_t nameSize = field(28, 2);
        const std::size_t extraSize = field(30, 2);
        const std::size_t whole = entrySize + nameSize + extraSize + field(32, 2);
        if (rest.size() < whole)
            return makeError(notZip);
        ZipMember member;
        member.name.assign(reinterpret_cast<const char*>(rest.data()) + entrySize, nameSize);
        member.crc = static_cast<std::uint32_t>(field(16, 4));
        member.compressedSize = field(20, 4);
        member.size = field(24, 4);
        member.header = field(42, 4);
        const std::uint64_t method = field(10, 2);
        member.stored = method == 0;
        if (!fillFrom64(member, rest.subspan(entrySize + nameSize, extraSize)))
            return damaged(member, HEEDMAP_MESSAGE("Reason", "its zip64 field is cut short"));
        if (auto possible = check(member, method, (field(8, 2) & 1) != 0, file.size()); !possible)
            return possible.error();
        if (!names.insert(member.name).second)
            return damaged(member, HEEDMAP_MESSAGE("Reason", "it is there twice"));
        members.push_back(std::move(member));
        rest = rest.subspan(whole);
    }
    if (!rest.empty())
        return makeError(notZip);
    return members;
}

} // namespace heedmap::files
