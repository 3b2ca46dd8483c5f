#include "core/files/zip_archive.h"

#include <algorithm>
#include <cstdlib>
#include <minizip/unzip.h>
#include <set>
#include <zlib.h>

namespace heedmap::files {

namespace {

// Deflate cannot shrink more than this (zlib's technical notes: 1032 : 1).
constexpr std::uint64_t largestExpansion = 1032;
constexpr std::uint64_t firstBlock = 64 << 10;

// The file as minizip sees it.
struct Cursor {
    std::shared_ptr<const MappedFile> file;
    std::uint64_t position = 0;
    bool failed = false;
};

Cursor& cursorOf(void* opaque) {
    return *static_cast<Cursor*>(opaque);
}

uLong readCallback(void* opaque, void*, void* buffer, uLong size) {
    Cursor& cursor = cursorOf(opaque);
    if (cursor.position >= cursor.file->size())
        return 0;
    const std::uint64_t count = std::min<std::uint64_t>(size, cursor.file->size() - cursor.position);
    if (!cursor.file->read(cursor.position, {static_cast<std::byte*>(buffer), static_cast<std::size_t>(count)})) {
        cursor.failed = true;
        return 0;
    }
    cursor.position += count;
    return static_cast<uLong>(count);
}

long seekCallback(void* opaque, void*, ZPOS64_T offset, int origin) {
    Cursor& cursor = cursorOf(opaque);
    const std::uint64_t base = origin == ZLIB_FILEFUNC_SEEK_SET   ? 0
                               : origin == ZLIB_FILEFUNC_SEEK_CUR ? cursor.position
                                                                  : cursor.file->size();
    if (offset > cursor.file->size() || base > cursor.file->size() - offset)
        return -1;
    cursor.position = base + offset;
    return 0;
}

unzFile openUnzip(Cursor& cursor) {
    zlib_filefunc64_def functions{};
    functions.opaque = &cursor;
    functions.zopen64_file = [](void* opaque, const void*, int) {
        return opaque;
    };
    functions.zread_file = readCallback;
    functions.zwrite_file = [](void*, void*, const void*, uLong) -> uLong {
        return 0;
    };
    functions.ztell64_file = [](void* opaque, void*) -> ZPOS64_T {
        return cursorOf(opaque).position;
    };
    functions.zseek64_file = seekCallback;
    functions.zclose_file = [](void*, void*) {
        return 0;
    };
    functions.zerror_file = [](void* opaque, void*) {
        return cursorOf(opaque).failed ? 1 : 0;
    };
    return unzOpen2_64("", &functions);
}

struct FreeMemory {
    void operator()(std::byte* memory) const { std::free(memory); }
};

// Grows with what has really been inflated, and in place where the system can.
class GrowingBuffer {
public:
    // Room for more than is used, at most `limit` bytes in all; empty where memory is short.
    std::span<std::byte> room(std::uint64_t limit) {
        if (used_ == capacity_ && capacity_ < limit) {
            const std::uint64_t wanted = std::min(limit, std::max(firstBlock, capacity_ + capacity_ / 2));
            auto* moved = static_cast<std::byte*>(std::realloc(memory_.get(), static_cast<std::size_t>(wanted)));
            if (!moved)
                return {};
            static_cast<void>(memory_.release());
            memory_.reset(moved);
            capacity_ = wanted;
        }
        return {memory_.get() + used_, static_cast<std::size_t>(capacity_ - used_)};
    }
    void use(std::uint64_t count) { used_ += count; }
    std::uint64_t used() const { return used_; }
    Bytes finish() && {
        const auto size = static_cast<std::size_t>(used_);
        std::shared_ptr<std::byte> keeper(memory_.release(), FreeMemory());
        return {{keeper.get(), size}, keeper};
    }

private:
    std::unique_ptr<std::byte, FreeMemory> memory_;
    std::uint64_t used_ = 0;
    std::uint64_t capacity_ = 0;
};

} // namespace

struct ZipArchive::Handle {
    Cursor cursor;
    unzFile unzip = nullptr;
    ~Handle() {
        if (unzip)
            unzClose(unzip);
    }
};

ZipArchive::ZipArchive(std::unique_ptr<Handle> handle)
    : handle_(std::move(handle)) {}

ZipArchive::~ZipArchive() = default;

const std::string& ZipArchive::path() const {
    return handle_->cursor.file->path();
}

Error ZipArchive::damaged(const ZipMember& member, std::string what) const {
    return makeError(zipMemberDamaged, {member.name, std::move(what)}).in(path());
}

Result<std::shared_ptr<const ZipArchive>> ZipArchive::open(std::shared_ptr<const MappedFile> file) {
    auto handle = std::make_unique<Handle>();
    handle->cursor.file = std::move(file);
    handle->unzip = openUnzip(handle->cursor);
    if (!handle->unzip)
        return makeError(notZip).in(handle->cursor.file->path());
    const std::shared_ptr<ZipArchive> archive(new ZipArchive(std::move(handle)));
    if (auto listed = archive->listMembers(); !listed)
        return listed.error();
    return std::shared_ptr<const ZipArchive>(archive);
}

Result<void> ZipArchive::listMembers() {
    std::set<std::string> names;
    unz_global_info64 global{};
    unzGetGlobalInfo64(handle_->unzip, &global);
    for (int status = unzGoToFirstFile(handle_->unzip); status != UNZ_END_OF_LIST_OF_FILE;
         status = unzGoToNextFile(handle_->unzip)) {
        if (status != UNZ_OK && global.number_entry == 0)
            break;
        unz_file_info64 info{};
        if (status != UNZ_OK ||
            unzGetCurrentFileInfo64(handle_->unzip, &info, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK)
            return makeError(notZip).in(path());
        ZipMember member;
        member.name.resize(info.size_filename);
        unz64_file_pos position{};
        // minizip ends the name with a zero only where there is room for it
        if (unzGetCurrentFileInfo64(handle_->unzip, nullptr, member.name.data(), info.size_filename, nullptr, 0,
                                    nullptr, 0) != UNZ_OK ||
            unzGetFilePos64(handle_->unzip, &position) != UNZ_OK)
            return makeError(notZip).in(path());
        member.size = info.uncompressed_size;
        member.compressedSize = info.compressed_size;
        member.crc = static_cast<std::uint32_t>(info.crc);
        member.stored = info.compression_method == 0;
        member.directoryPosition = position.pos_in_zip_directory;
        member.number = position.num_of_file;
        if (!names.insert(member.name).second)
            return damaged(member, "it is there twice");
        if ((info.flag & 1) != 0)
            return makeError(zipMemberUnreadable, {member.name, "is encrypted"}).in(path());
        if (info.compression_method != 0 && info.compression_method != Z_DEFLATED)
            return makeError(zipMemberUnreadable,
                             {member.name, "is compressed by method " + std::to_string(info.compression_method)})
                .in(path());
        if (member.compressedSize > handle_->cursor.file->size())
            return damaged(member, "it claims more bytes than the archive has");
        if (member.stored ? member.size != member.compressedSize
                          : member.size / largestExpansion > member.compressedSize)
            return damaged(member, std::to_string(member.size) + " bytes cannot come from " +
                                       std::to_string(member.compressedSize));
        members_.push_back(std::move(member));
    }
    return {};
}

const ZipMember* ZipArchive::find(std::string_view name) const {
    const auto found = std::find_if(members_.begin(), members_.end(), [&](const auto& m) { return m.name == name; });
    return found == members_.end() ? nullptr : &*found;
}

// Where its bytes begin.
Result<std::uint64_t> ZipArchive::openMember(const ZipMember& member) const {
    const unz64_file_pos position{member.directoryPosition, member.number};
    if (unzGoToFilePos64(handle_->unzip, &position) != UNZ_OK || unzOpenCurrentFile(handle_->unzip) != UNZ_OK)
        return damaged(member, "its header does not agree with the directory");
    return unzGetCurrentFileZStreamPos64(handle_->unzip);
}

Result<Bytes> ZipArchive::storedBytes(const ZipMember& member, std::uint64_t size) const {
    std::uint64_t begin = 0;
    {
        const std::lock_guard lock(mutex_);
        const auto opened = openMember(member);
        if (!opened)
            return opened.error();
        unzCloseCurrentFile(handle_->unzip);
        begin = *opened;
    }
    const MappedFile& file = *handle_->cursor.file;
    if (begin > file.size() || member.size > file.size() - begin)
        return damaged(member, "it is cut short");
    return file.bytes(begin, size);
}

Result<Bytes> ZipArchive::start(const ZipMember& member, std::size_t size) const {
    const std::uint64_t count = std::min<std::uint64_t>(size, member.size);
    if (member.stored)
        return storedBytes(member, count);
    auto memory = allocateBytes(static_cast<std::size_t>(count));
    if (!memory)
        return Error(memory.error()).in(path());
    const std::lock_guard lock(mutex_);
    if (const auto opened = openMember(member); !opened)
        return opened.error();
    const int got = unzReadCurrentFile(handle_->unzip, memory->get(), static_cast<unsigned>(count));
    unzCloseCurrentFile(handle_->unzip);
    if (got < 0 || static_cast<std::uint64_t>(got) < count)
        return damaged(member, "it cannot be inflated");
    return Bytes{{memory->get(), static_cast<std::size_t>(count)}, *memory};
}

Result<Bytes> ZipArchive::contents(const ZipMember& member) const {
    if (!member.stored)
        return inflated(member);
    auto bytes = storedBytes(member, member.size);
    if (!bytes)
        return bytes;
    const auto* data = reinterpret_cast<const Bytef*>(bytes->data.data());
    if (crc32_z(crc32_z(0, nullptr, 0), data, bytes->data.size()) != member.crc)
        return damaged(member, "its checksum is wrong");
    return bytes;
}

Result<Bytes> ZipArchive::inflated(const ZipMember& member) const {
    const std::lock_guard lock(mutex_);
    if (const auto opened = openMember(member); !opened)
        return opened.error();
    GrowingBuffer buffer;
    int got = 1;
    while (got > 0 && buffer.used() < member.size) {
        const auto room = buffer.room(member.size);
        if (room.empty()) {
            unzCloseCurrentFile(handle_->unzip);
            return makeError(notEnoughMemory, {std::to_string(member.size)}).in(path());
        }
        got = unzReadCurrentFile(handle_->unzip, room.data(),
                                 static_cast<unsigned>(std::min<std::size_t>(room.size(), 1 << 30)));
        if (got > 0)
            buffer.use(static_cast<std::uint64_t>(got));
    }
    const int closed = unzCloseCurrentFile(handle_->unzip);
    if (got < 0 || buffer.used() != member.size)
        return damaged(member, "it cannot be inflated");
    if (closed == UNZ_CRCERROR)
        return damaged(member, "its checksum is wrong");
    return std::move(buffer).finish();
}

} // namespace heedmap::files
