#include "core/files/zip_writer.h"

#include "core/files/zip_directory.h"

#include <algorithm>
#include <zlib.h>

namespace heedmap::files {

namespace {

constexpr unsigned utf8Names = 0x0800;
constexpr unsigned januaryFirst1980 = 0x21; // the same content gives the same file
constexpr unsigned version20 = 20;
constexpr unsigned version45 = 45; // knows zip64

void put(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i, value >>= 8)
        out += static_cast<char>(value & 0xff);
}

// Flags, method, time, date, checksum and both sizes: the same in both kinds of header.
void putDescription(std::string& out, bool zip64, std::uint32_t crc, std::uint64_t size) {
    put(out, zip64 ? version45 : version20, 2);
    put(out, utf8Names, 2);
    put(out, 0, 2); // stored
    put(out, 0, 2);
    put(out, januaryFirst1980, 2);
    put(out, crc, 4);
    put(out, zip64 ? inZip64Field : size, 4);
    put(out, zip64 ? inZip64Field : size, 4);
}

} // namespace

std::string memberName(std::string_view name) {
    constexpr std::size_t longest = 200;
    std::size_t size = std::min(name.size(), longest);
    while (size < name.size() && size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80)
        --size; // no character of UTF-8 is cut in two
    std::string plain;
    for (std::string_view rest = name.substr(0, size); !rest.empty();) {
        std::string part(rest.substr(0, rest.find('/')));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        std::replace_if(
            part.begin(), part.end(),
            [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '\\'; }, '_');
        if (part == "." || part == "..")
            std::fill(part.begin(), part.end(), '_');
        if (!part.empty())
            plain += (plain.empty() ? "" : "/") + part;
    }
    return plain.empty() ? "array" : plain;
}

void ZipWriter::write(std::string_view bytes) {
    output_.write(bytes);
    position_ += bytes.size();
}

std::string ZipWriter::localHeader(const Member& member) const {
    const bool zip64 = member.size >= zip64From_;
    std::string header = "PK\x03\x04";
    putDescription(header, zip64, member.crc, member.size);
    put(header, member.name.size(), 2);
    put(header, zip64 ? 20 : 0, 2);
    header += member.name;
    if (zip64) {
        put(header, 1, 2);
        put(header, 16, 2);
        put(header, member.size, 8);
        put(header, member.size, 8);
    }
    return header;
}

std::string ZipWriter::directoryEntry(const Member& member) const {
    const bool largeSize = member.size >= zip64From_;
    const bool largeOffset = member.offset >= zip64From_;
    std::string extra;
    if (largeSize || largeOffset) {
        put(extra, 1, 2);
        put(extra, (largeSize ? 16u : 0u) + (largeOffset ? 8u : 0u), 2);
        if (largeSize) {
            put(extra, member.size, 8);
            put(extra, member.size, 8);
        }
        if (largeOffset)
            put(extra, member.offset, 8);
    }
    std::string entry = "PK\x01\x02";
    put(entry, extra.empty() ? version20 : version45, 2);
    putDescription(entry, largeSize, member.crc, member.size);
    put(entry, member.name.size(), 2);
    put(entry, extra.size(), 2);
    put(entry, 0, 2 + 2 + 2 + 4); // comment, disk, attributes
    put(entry, largeOffset ? inZip64Field : member.offset, 4);
    return entry + member.name + extra;
}

void ZipWriter::add(const std::string& name, const std::function<void(const Sink&)>& produce) {
    Member member{name, 0, 0, position_};
    uLong crc = crc32_z(0, nullptr, 0);
    produce([&](std::string_view bytes) {
        crc = crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
        member.size += bytes.size();
    });
    member.crc = static_cast<std::uint32_t>(crc);
    write(localHeader(member));
    produce([&](std::string_view bytes) { write(bytes); });
    members_.push_back(std::move(member));
}

void ZipWriter::finish() {
    const std::uint64_t begin = position_;
    for (const Member& member : members_)
        write(directoryEntry(member));
    const std::uint64_t end = position_;
    const std::uint64_t count = members_.size();
    const bool zip64 = begin >= zip64From_ || end - begin >= zip64From_ || count >= 0xffff;
    std::string tail;
    if (zip64) {
        tail += "PK\x06\x06";
        put(tail, 44, 8);
        put(tail, version45, 2);
        put(tail, version45, 2);
        put(tail, 0, 4 + 4);
        put(tail, count, 8);
        put(tail, count, 8);
        put(tail, end - begin, 8);
        put(tail, begin, 8);
        tail += "PK\x06\x07";
        put(tail, 0, 4);
        put(tail, end, 8);
        put(tail, 1, 4);
    }
    tail += "PK\x05\x06";
    put(tail, 0, 2 + 2);
    put(tail, zip64 ? 0xffff : count, 2);
    put(tail, zip64 ? 0xffff : count, 2);
    put(tail, zip64 ? inZip64Field : end - begin, 4);
    put(tail, zip64 ? inZip64Field : begin, 4);
    put(tail, 0, 2);
    write(tail);
}

} // namespace heedmap::files
