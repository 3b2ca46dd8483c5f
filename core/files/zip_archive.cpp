#include "core/files/zip_archive.h"

#include "core/files/available_memory.h"
#include "core/files/zip_directory.h"

#include <algorithm>
#include <array>
#include <zlib.h>

namespace heedmap::files {

namespace {

constexpr std::uint32_t localSignature = 0x04034b50;
constexpr std::size_t localSize = 30;
constexpr std::uint64_t block = 64 << 10;

// Grows with what has really been inflated; pieces are put together when all is there.
class GrowingBuffer {
public:
    // Room behind what is used, for at most `limit` bytes in all. Errors: notEnoughMemory.
    Result<std::span<std::byte>> room(std::uint64_t limit) {
        if (pieces_.empty() || pieces_.back().used == pieces_.back().size) {
            const auto size = static_cast<std::size_t>(std::min(limit - used_, std::clamp(used_, block, 256 * block)));
            auto memory = allocateBytes(size);
            if (!memory)
                return memory.error();
            pieces_.push_back({*std::move(memory), size, 0});
        }
        Piece& last = pieces_.back();
        return std::span<std::byte>(last.memory.get() + last.used, last.size - last.used);
    }
    void use(std::size_t count) {
        pieces_.back().used += count;
        used_ += count;
    }
    std::uint64_t used() const { return used_; }
    Result<Bytes> finish() && {
        const auto size = static_cast<std::size_t>(used_);
        if (pieces_.size() == 1)
            return Bytes{{pieces_.front().memory.get(), size}, pieces_.front().memory};
        auto whole = allocateBytes(size);
        if (!whole)
            return whole.error();
        std::byte* end = whole->get();
        for (Piece& piece : pieces_) {
            end = std::copy_n(piece.memory.get(), piece.used, end);
            piece.memory.reset();
        }
        return Bytes{{whole->get(), size}, *whole};
    }

private:
    struct Piece {
        std::shared_ptr<std::byte> memory;
        std::size_t size;
        std::size_t used;
    };
    std::vector<Piece> pieces_;
    std::uint64_t used_ = 0;
};

// Deflated bytes of a file, inflated a piece at a time.
class Inflater {
public:
    Inflater(const MappedFile& file, std::uint64_t begin, std::uint64_t size)
        : file_(file)
        , position_(begin)
        , end_(begin + size) {
        constexpr int rawDeflate = -MAX_WBITS;
        good_ = inflateInit2(&stream_, rawDeflate) == Z_OK;
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { inflateEnd(&stream_); }

    // How many bytes were put into `out`; fewer than it has room for only at the end or where the data are damaged.
    Result<std::size_t> read(std::span<std::byte> out) {
        const auto wanted = static_cast<uInt>(std::min<std::size_t>(out.size(), 1 << 30));
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = wanted;
        while (good_ && !ended_ && stream_.avail_out > 0) {
            if (stream_.avail_in == 0 && position_ < end_) {
                const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(input_.size(), end_ - position_));
                if (auto done = file_.read(position_, {input_.data(), count}); !done)
                    return done.error();
                position_ += count;
                stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
                stream_.avail_in = static_cast<uInt>(count);
            }
            const int status = inflate(&stream_, Z_NO_FLUSH);
            ended_ = status == Z_STREAM_END;
            good_ = status == Z_OK || ended_;
        }
        return std::size_t{wanted - stream_.avail_out};
    }
    // Whether the data ended where they should.
    bool complete() {
        std::byte beyond{};
        if (!ended_)
            static_cast<void>(read({&beyond, 1}));
        return ended_ && good_ && position_ == end_ && stream_.avail_in == 0;
    }

private:
    const MappedFile& file_;
    std::uint64_t position_;
    std::uint64_t end_;
    z_stream stream_{};
    std::array<std::byte, block> input_;
    bool good_ = false;
    bool ended_ = false;
};

std::uint32_t checksum(std::span<const std::byte> bytes) {
    const uLong start = crc32_z(0, nullptr, 0);
    return static_cast<std::uint32_t>(crc32_z(start, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

} // namespace

Error ZipArchive::damaged(const ZipMember& member, Phrase what) const {
    return makeError(zipMemberDamaged, {member.name, std::move(what)}).in(path());
}

Result<std::shared_ptr<const ZipArchive>> ZipArchive::open(std::shared_ptr<const MappedFile> file) {
    auto members = readZipDirectory(*file);
    if (!members)
        return Error(members.error()).in(file->path());
    return std::shared_ptr<const ZipArchive>(new ZipArchive(std::move(file), *std::move(members)));
}

const ZipMember* ZipArchive::find(std::string_view name) const {
    const auto found = std::find_if(members_.begin(), members_.end(), [&](const auto& m) { return m.name == name; });
    return found == members_.end() ? nullptr : &*found;
}

// Behind the local header, whose name and extra field may differ in length from the directory's.
Result<std::uint64_t> ZipArchive::dataBegin(const ZipMember& member) const {
    if (member.header > file_->size() || file_->size() - member.header < localSize)
        return damaged(member, HEEDMAP_MESSAGE("Reason", "its header lies outside the archive"));
    const auto header = file_->bytes(member.header, localSize);
    if (!header)
        return header.error();
    const std::uint64_t nameSize = zipInteger(header->data, 26, 2);
    const std::uint64_t begin = member.header + localSize + nameSize + zipInteger(header->data, 28, 2);
    const bool sameMethod = (zipInteger(header->data, 8, 2) == 0) == member.stored;
    if (zipInteger(header->data, 0, 4) != localSignature || !sameMethod || nameSize != member.name.size())
        return damaged(member, HEEDMAP_MESSAGE("Reason", "its header does not agree with the directory"));
    if (begin > file_->size() || member.compressedSize > file_->size() - begin)
        return damaged(member, HEEDMAP_MESSAGE("Reason", "it is cut short"));
    const auto name = file_->bytes(member.header + localSize, nameSize);
    if (!name)
        return name.error();
    if (name->text() != member.name)
        return damaged(member, HEEDMAP_MESSAGE("Reason", "its header does not agree with the directory"));
    return begin;
}

Result<Bytes> ZipArchive::inflated(const ZipMember& member, std::uint64_t size) const {
    const auto begin = dataBegin(member);
    if (!begin)
        return begin.error();
    if (size > block && size > availableMemory()) // what a few bytes can claim would push out everything else
        return makeError(notEnoughMemory, {std::to_string(size)}).in(path());
    Inflater inflater(*file_, *begin, member.compressedSize);
    GrowingBuffer buffer;
    while (buffer.used() < size) {
        const auto room = buffer.room(size);
        if (!room)
            return Error(room.error()).in(path());
        const auto count = inflater.read(*room);
        if (!count)
            return count.error();
        if (*count == 0)
            return damaged(member, HEEDMAP_MESSAGE("Reason", "it cannot be inflated"));
        buffer.use(*count);
    }
    if (size == member.size && !inflater.complete())
        return damaged(member, HEEDMAP_MESSAGE("Reason", "it does not end where it should"));
    auto whole = std::move(buffer).finish();
    return whole ? std::move(whole) : Error(whole.error()).in(path());
}

Result<Bytes> ZipArchive::start(const ZipMember& member, std::uint64_t size) const {
    size = std::min(size, member.size);
    if (!member.stored)
        return inflated(member, size);
    const auto begin = dataBegin(member);
    if (!begin)
        return begin.error();
    return file_->bytes(*begin, size);
}

// Of what is mapped by reading it: nothing of it becomes resident.
Result<std::uint32_t> ZipArchive::checksumOf(const ZipMember& member, const Bytes& bytes) const {
    if (!member.stored || !FileMemory::holding(bytes.data.data()))
        return checksum(bytes.data);
    const auto begin = dataBegin(member);
    if (!begin)
        return begin.error();
    std::vector<std::byte> part(4 * block);
    uLong sum = crc32_z(0, nullptr, 0);
    for (std::uint64_t at = 0; at < member.size; at += part.size()) {
        const std::span piece(part.data(),
                              static_cast<std::size_t>(std::min<std::uint64_t>(part.size(), member.size - at)));
        if (auto done = file_->read(*begin + at, piece); !done)
            return done.error();
        sum = crc32_z(sum, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    }
    return static_cast<std::uint32_t>(sum);
}

Result<Bytes> ZipArchive::contents(const ZipMember& member) const {
    auto bytes = start(member, member.size);
    if (!bytes)
        return bytes;
    const auto sum = checksumOf(member, *bytes);
    if (!sum)
        return sum.error();
    if (*sum != member.crc)
        return damaged(member, HEEDMAP_MESSAGE("Reason", "its checksum is wrong"));
    return bytes;
}

} // namespace heedmap::files
