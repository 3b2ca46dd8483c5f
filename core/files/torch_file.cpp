#include "core/files/torch_file.h"

#include "core/files/available_memory.h"
#include "core/files/npy_format.h"
#include "core/files/recognise.h"
#include "core/files/torch_contents.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <map>

namespace heedmap::files {

namespace {

using namespace std::string_view_literals;

constexpr auto legacyMagic = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"sv;
constexpr std::uint64_t longestPickle = 256 << 20;
// What is larger is mapped, and then its checksum would mean to read it all.
constexpr std::uint64_t checkedUpTo = 16 << 20;
constexpr std::size_t tarBlock = 512;
constexpr std::size_t mostTarMembers = 4096;

// Where the bytes of a storage are.
struct StorageBytes {
    std::uint64_t begin = 0; // in the file
    std::uint64_t size = 0;
    const ZipMember* member = nullptr; // where it has a checksum, or is deflated
    bool deflated = false;
};

// Whether a view's numbers follow each other in C order.
bool isContiguous(const Shape& shape, const std::array<Index, Shape::maxRank>& strides, std::size_t size) {
    auto expected = static_cast<Index>(size);
    for (int axis = shape.rank(); axis-- > 0;) {
        if (shape[axis] > 1 && strides[static_cast<std::size_t>(axis)] != expected)
            return false;
        expected *= shape[axis];
    }
    return true;
}

// Bytes from a view's first to its last number.
std::uint64_t extentOf(const Shape& shape, const TorchView& view, std::size_t size) {
    if (shape.count() == 0)
        return 0;
    std::uint64_t extent = size;
    for (int axis = 0; axis < shape.rank(); ++axis)
        extent += static_cast<std::uint64_t>((shape[axis] - 1) * view.strides[static_cast<std::size_t>(axis)]);
    return extent;
}

// Copies the numbers of a view in C order, as they are.
void copyNumbers(const std::byte* from, const Shape& shape, const std::array<Index, Shape::maxRank>& strides,
                 std::size_t size, std::byte*& to, int axis = 0) {
    if (axis == shape.rank()) {
        std::memcpy(to, from, size);
        to += size;
        return;
    }
    for (Index i = 0; i < shape[axis]; ++i)
        copyNumbers(from + i * strides[static_cast<std::size_t>(axis)], shape, strides, size, to, axis + 1);
}

class TorchFile : public TensorFile {
public:
    TorchFile(std::shared_ptr<const MappedFile> file, std::shared_ptr<const ZipArchive> archive,
              const ReadOptions& options)
        : file_(std::move(file))
        , archive_(std::move(archive))
        , options_(options) {
        path_ = file_->path();
        format_ = Format::torch;
    }

    void list(TorchContents contents, std::vector<StorageBytes> storages, bool bigEndian) {
        storages_ = std::move(storages);
        checked_ = std::make_unique<std::atomic<bool>[]>(storages_.size());
        swapped_ = bigEndian != (std::endian::native == std::endian::big);
        labels_ = std::move(contents.labels);
        entries_ = std::move(contents.entries);
        for (TorchEntry& entry : entries_) {
            if (entry.type.complex && options_.complex == ReadOptions::Complex::refuse && !entry.info.refusal)
                entry.info.refusal = makeError(dtypeComplex, {entry.info.storedDtype});
            if (entry.info.refusal) {
                entry.info.dtype = std::nullopt;
                if (!entry.info.name.empty())
                    entry.info.refusal = std::move(*entry.info.refusal).at("tensor " + shortened(entry.info.name));
            }
            tensors_.push_back(entry.info);
        }
    }

    Result<Tensor> read(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < entries_.size());
        const TorchEntry& entry = entries_[tensor];
        if (entry.info.refusal)
            return Error(*entry.info.refusal).in(path_);
        if (entry.views.empty())
            return makeTensor(entry.info.shape, std::vector<double>(entry.numbers));
        return together(entry);
    }

    // Those of a list one by one.
    Result<std::vector<Tensor>> readEntries(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < entries_.size());
        const TorchEntry& entry = entries_[tensor];
        if (entry.views.size() < 2 || entry.info.refusal)
            return TensorFile::readEntries(tensor);
        TorchEntry one{entry.info, entry.type, entry.each, {}, {}};
        std::vector<std::uint64_t> sizes(entry.info.shape.sizes().begin() + 1, entry.info.shape.sizes().end());
        one.info.shape = Shape::checked(sizes).value();
        const auto count = static_cast<std::size_t>(entry.info.shape[0]);
        const std::size_t viewsEach = entry.views.size() / count;
        std::vector<Tensor> entries;
        for (auto begin = entry.views.begin(); begin != entry.views.end();
             begin += static_cast<std::ptrdiff_t>(viewsEach)) {
            one.views.assign(begin, begin + static_cast<std::ptrdiff_t>(viewsEach));
            auto read = together(one);
            if (!read)
                return read.error();
            entries.push_back(*std::move(read));
        }
        return entries;
    }

private:
    Result<Tensor> together(const TorchEntry& entry) const {
        if (entry.views.size() == 1)
            return single(entry);
        const auto mapped = evenlySpaced(entry);
        return mapped ? *mapped : copied(entry);
    }

    // `size` bytes of a storage. Those of small ones are checked by their checksum the first time.
    Result<Bytes> bytesOf(std::size_t storage, std::uint64_t begin, std::uint64_t size) const {
        const StorageBytes& where = storages_[storage];
        HEEDMAP_EXPECTS(begin <= where.size && size <= where.size - begin);
        const bool unchecked =
            where.member && where.member->crc != 0 && where.size < checkedUpTo && !checked_[storage].exchange(true);
        if (!where.deflated && !unchecked)
            return file_->bytes(where.begin + begin, size);
        const auto whole = archive_->contents(*where.member);
        if (!whole) {
            checked_[storage] = false;
            return whole.error();
        }
        return whole->part(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
    }

    // A view of `shape` that begins with `bytes`.
    Result<Tensor> viewed(const TorchEntry& entry, const Shape& shape, const std::byte* begin,
                          std::span<const Index> strides, std::shared_ptr<const void> keeper) const {
        const TensorView real(begin, *entry.info.dtype, shape, strides, swapped_);
        if (!entry.type.complex || options_.complex == ReadOptions::Complex::real)
            return Tensor{real, std::move(keeper)};
        const std::size_t part = entry.type.size / 2;
        const TensorView imaginary(begin + (shape.count() > 0 ? part : 0), *entry.info.dtype, shape, strides, swapped_);
        return magnitudesOf(real, imaginary);
    }

    Result<Tensor> single(const TorchEntry& entry) const {
        const TorchView& view = entry.views.front();
        const auto bytes = bytesOf(view.storage, view.begin, extentOf(entry.each, view, entry.type.size));
        if (!bytes)
            return bytes.error();
        // The axes of lists of one entry come first.
        const int lists = entry.info.shape.rank() - entry.each.rank();
        std::array<Index, Shape::maxRank> strides{};
        for (int axis = 0; axis < entry.each.rank(); ++axis)
            strides[static_cast<std::size_t>(lists + axis)] = view.strides[static_cast<std::size_t>(axis)];
        return viewed(entry, entry.info.shape, bytes->data.data(),
                      {strides.data(), static_cast<std::size_t>(entry.info.shape.rank())}, bytes->keeper);
    }

    // A stack whose items lie at even distances in the file, as torch.save mostly places them, is mapped as a whole.
    std::optional<Result<Tensor>> evenlySpaced(const TorchEntry& entry) const {
        const TorchView& first = entry.views.front();
        std::vector<std::uint64_t> begins;
        for (const TorchView& view : entry.views) {
            const StorageBytes& where = storages_[view.storage];
            if (where.deflated || where.size < checkedUpTo || view.strides != first.strides)
                return std::nullopt;
            begins.push_back(where.begin + view.begin);
        }
        if (entry.info.shape.count() == 0 || begins[1] < begins[0])
            return std::nullopt;
        const std::uint64_t step = begins[1] - begins[0];
        for (std::size_t i = 1; i < begins.size(); ++i)
            if (begins[i] < begins[i - 1] || begins[i] - begins[i - 1] != step)
                return std::nullopt;
        const std::uint64_t size = begins.back() - begins.front() + extentOf(entry.each, first, entry.type.size);
        auto bytes = file_->bytes(begins.front(), size);
        if (!bytes)
            return Result<Tensor>(bytes.error());
        std::array<Index, Shape::maxRank> strides{};
        const int lists = entry.info.shape.rank() - entry.each.rank();
        auto stride = static_cast<Index>(step);
        for (int axis = lists; axis-- > 0;) {
            strides[static_cast<std::size_t>(axis)] = stride;
            stride *= entry.info.shape[axis];
        }
        for (int axis = 0; axis < entry.each.rank(); ++axis)
            strides[static_cast<std::size_t>(lists + axis)] = first.strides[static_cast<std::size_t>(axis)];
        return viewed(entry, entry.info.shape, bytes->data.data(),
                      {strides.data(), static_cast<std::size_t>(entry.info.shape.rank())}, bytes->keeper);
    }

    Result<Tensor> copied(const TorchEntry& entry) const {
        const std::size_t size = entry.type.size;
        const auto each = static_cast<std::size_t>(entry.each.count()) * size;
        const std::size_t all = each * entry.views.size();
        if (all > checkedUpTo && all > availableMemory())
            return makeError(notEnoughMemory, {std::to_string(all)}).in(path_);
        const auto memory = allocateBytes(all);
        if (!memory)
            return Error(memory.error()).in(path_);
        std::byte* to = memory->get();
        for (const TorchView& view : entry.views) {
            const StorageBytes& where = storages_[view.storage];
            if (!where.deflated && where.size >= checkedUpTo && isContiguous(entry.each, view.strides, size)) {
                if (auto done = file_->read(where.begin + view.begin, {to, each}); !done)
                    return done.error();
                to += each;
                continue;
            }
            const auto bytes = bytesOf(view.storage, view.begin, extentOf(entry.each, view, size));
            if (!bytes)
                return bytes.error();
            if (isContiguous(entry.each, view.strides, size))
                to = std::copy_n(bytes->data.data(), each, to);
            else
                copyNumbers(bytes->data.data(), entry.each, view.strides, size, to);
        }
        return Tensor{TensorView(memory->get(), *entry.info.dtype, entry.info.shape, swapped_), *memory};
    }

    std::shared_ptr<const MappedFile> file_;
    std::shared_ptr<const ZipArchive> archive_;
    ReadOptions options_;
    std::vector<TorchEntry> entries_;
    std::vector<StorageBytes> storages_;
    std::unique_ptr<std::atomic<bool>[]> checked_; // whether a storage's checksum was
    bool swapped_ = false;
};

// The pickle among the members that all others are named after.
const ZipMember* pickleMember(const ZipArchive& archive) {
    const ZipMember* found = nullptr;
    for (const ZipMember& member : archive.members())
        if ((member.name == "data.pkl" || member.name.ends_with("/data.pkl")) &&
            (!found || member.name.size() < found->name.size()))
            found = &member;
    return found;
}

struct Opened {
    TorchContents contents;
    std::vector<StorageBytes> storages;
    bool bigEndian = false;
};

Result<Opened> openZip(const ZipArchive& archive) {
    const ZipMember* member = pickleMember(archive);
    HEEDMAP_EXPECTS(member);
    if (member->size > longestPickle)
        return makeError(pickleTooLong, {std::to_string(member->size), std::to_string(longestPickle)});
    const auto bytes = archive.contents(*member);
    if (!bytes)
        return bytes.error();
    const auto pickle = parsePickle(bytes->text(), isTorchName);
    if (!pickle)
        return pickle.error();
    const std::string folder = member->name.substr(0, member->name.size() - std::string_view("data.pkl").size());

    Opened opened;
    std::map<std::string_view, const ZipMember*> members;
    for (const ZipMember& one : archive.members())
        members.emplace(one.name, &one);
    if (const auto order = members.find(folder + "byteorder"); order != members.end()) {
        constexpr std::uint64_t longest = 16;
        const auto text = archive.start(*order->second, longest);
        if (!text)
            return text.error();
        opened.bigEndian = text->text() == "big";
        if (!opened.bigEndian && text->text() != "little")
            return makeError(torchByteOrder, {shortened(std::string(text->text()))});
    }
    auto storages = torchStorages(*pickle);
    if (!storages)
        return storages.error();
    for (TorchStorage& storage : *storages) {
        opened.storages.push_back({});
        const auto found = members.find(folder + "data/" + storage.key);
        if (found == members.end())
            continue;
        const auto begin = archive.dataBegin(*found->second);
        if (!begin)
            return begin.error();
        opened.storages.back() = {*begin, found->second->size, found->second, !found->second->stored};
        storage.bytes = found->second->size;
    }
    auto contents = torchContents(*pickle, *storages);
    if (!contents)
        return contents.error();
    opened.contents = *std::move(contents);
    return opened;
}

// The old form, read from its beginning to its end: pickles, and numbers behind them.
class OldReader {
public:
    // `offset`: where the bytes are in the file.
    OldReader(Bytes bytes, std::uint64_t offset)
        : keeper_(std::move(bytes))
        , bytes_(keeper_.text())
        , offset_(offset) {}

    Result<Pickle> pickle() {
        const std::string_view rest = bytes_.substr(at_);
        auto parsed = parsePickle(
            rest.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(rest.size(), longestPickle))), isTorchName);
        if (parsed)
            at_ += parsed->size;
        return parsed;
    }
    std::optional<std::uint64_t> number() {
        if (bytes_.size() - at_ < 8)
            return std::nullopt;
        std::uint64_t value = 0;
        for (std::size_t i = 8; i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(bytes_[at_ + i]);
        at_ += 8;
        return value;
    }
    // How many numbers there are, then they.
    std::optional<StorageBytes> storage(const TorchType& type) {
        const auto count = number();
        if (!count || *count > (bytes_.size() - at_) / type.size)
            return std::nullopt;
        const StorageBytes where{offset_ + at_, *count * type.size, nullptr, false};
        at_ += static_cast<std::size_t>(where.size);
        return where;
    }

private:
    Bytes keeper_;
    std::string_view bytes_;
    std::uint64_t offset_;
    std::size_t at_ = 0;
};

Error damagedLegacy(Phrase why) {
    return makeError(torchLegacy, {std::move(why)});
}
Error shortLegacy() {
    return damagedLegacy(HEEDMAP_MESSAGE("Reason", "it is cut short"));
}

// Magic number, version, what machine wrote it, the tensors, the keys of the storages, then the storages.
Result<Opened> openLegacy(const MappedFile& file) {
    const auto bytes = file.bytes();
    if (!bytes)
        return bytes.error();
    OldReader reader(*bytes, 0);
    for (int i = 0; i < 3; ++i)
        if (const auto described = reader.pickle(); !described)
            return described.error();
    const auto pickle = reader.pickle();
    if (!pickle)
        return pickle.error();
    const auto keys = reader.pickle();
    if (!keys)
        return keys.error();
    auto storages = torchStorages(*pickle);
    if (!storages)
        return storages.error();
    Opened opened;
    opened.storages.resize(storages->size());
    std::map<std::string_view, std::size_t> byKey;
    for (std::size_t i = 0; i < storages->size(); ++i)
        byKey.emplace((*storages)[i].key, i);
    for (const PickleIndex item : (*keys)[keys->root].items) {
        const PickleValue& key = (*keys)[item];
        const auto found = byKey.find(key.kind == PickleValue::Kind::integer ? std::to_string(key.integer) : key.text);
        if (found == byKey.end())
            return damagedLegacy(HEEDMAP_MESSAGE("Reason", "it lists a storage that no tensor uses"));
        TorchStorage& storage = (*storages)[found->second];
        const auto where = reader.storage(storage.type);
        if (!where)
            return shortLegacy();
        storage.bytes = where->size;
        opened.storages[found->second] = *where;
    }
    auto contents = torchContents(*pickle, *storages);
    if (!contents)
        return contents.error();
    opened.contents = *std::move(contents);
    return opened;
}

struct TarMember {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
};

// The members of a tar by their names. Sizes are octal numbers.
Result<std::map<std::string, TarMember>> tarMembers(const MappedFile& file) {
    std::map<std::string, TarMember> members;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < mostTarMembers && file.size() - at >= tarBlock; ++i) {
        const auto header = file.bytes(at, tarBlock);
        if (!header)
            return header.error();
        const std::string_view text = header->text();
        if (text.front() == '\0')
            break;
        std::uint64_t size = 0;
        for (const char digit : text.substr(124, 11)) {
            if (digit < '0' || digit > '7')
                break;
            size = size * 8 + static_cast<std::uint64_t>(digit - '0');
        }
        at += tarBlock;
        if (size > file.size() - at)
            return shortLegacy();
        std::string name(text.substr(0, std::min<std::size_t>(text.find('\0'), 100)));
        if (name.starts_with("./"))
            name = name.substr(2);
        members.emplace(std::move(name), TarMember{at, size});
        const std::uint64_t padded = (size + tarBlock - 1) / tarBlock * tarBlock;
        at += std::min(padded, file.size() - at);
    }
    return members;
}

std::optional<std::string> tarKey(const PickleValue& value) {
    if (value.kind == PickleValue::Kind::integer)
        return std::to_string(value.integer);
    return value.kind == PickleValue::Kind::text ? std::optional(value.text) : std::nullopt;
}

// The storages of a tar with their types, by key; parts of storages have keys of their own.
struct TarStorages {
    std::vector<TorchStorage> list;
    std::vector<StorageBytes> bytes;
    std::map<std::string, std::size_t> byKey;
};

Result<TarStorages> tarStorages(OldReader reader) {
    TarStorages storages;
    const auto add = [&](const std::string& key, const TorchType& type, const StorageBytes& where) {
        storages.byKey.emplace(key, storages.list.size());
        storages.list.push_back({key, type, where.size / type.size, where.size});
        storages.bytes.push_back(where);
    };
    const auto wrong = [] {
        return damagedLegacy(HEEDMAP_MESSAGE("Reason", "a storage is described wrong"));
    };
    const auto count = reader.pickle();
    if (!count)
        return count.error();
    for (std::int64_t i = 0; i < (*count)[count->root].integer; ++i) {
        const auto described = reader.pickle();
        if (!described)
            return described.error();
        const std::vector<PickleIndex>& parts = (*described)[described->root].items; // key, where it was, type
        const auto key = parts.size() == 3 ? tarKey((*described)[parts[0]]) : std::nullopt;
        const auto type = key ? torchTypeNamed((*described)[parts[2]].text) : std::nullopt;
        if (!type)
            return wrong();
        const auto where = reader.storage(*type);
        if (!where)
            return shortLegacy();
        add(*key, *type, *where);
    }
    const auto views = reader.pickle(); // [(key, key of the whole, first number, numbers), …]
    if (!views)
        return views.error();
    for (const PickleIndex item : (*views)[views->root].items) {
        const std::vector<PickleIndex>& parts = (*views)[item].items;
        if (parts.size() != 4)
            return wrong();
        const auto key = tarKey((*views)[parts[0]]);
        const auto whole = storages.byKey.find(tarKey((*views)[parts[1]]).value_or(""));
        const std::int64_t first = (*views)[parts[2]].integer;
        const std::int64_t size = (*views)[parts[3]].integer;
        if (!key || whole == storages.byKey.end() || first < 0 || size < 0)
            return wrong();
        const TorchStorage& in = storages.list[whole->second];
        const auto skipped = static_cast<std::uint64_t>(first);
        const auto kept = static_cast<std::uint64_t>(size);
        if (skipped > in.count || kept > in.count - skipped)
            return wrong();
        const TorchType type = in.type;
        StorageBytes where = storages.bytes[whole->second];
        where.begin += skipped * type.size;
        where.size = kept * type.size;
        add(*key, type, where);
    }
    return storages;
}

// Each a pickle (key, key of the storage, type), then the number of axes, sizes, strides and offset.
Result<std::map<std::string, TorchEntry>> tarTensors(OldReader reader, const TarStorages& storages) {
    std::map<std::string, TorchEntry> tensors;
    const auto count = reader.pickle();
    if (!count)
        return count.error();
    for (std::int64_t i = 0; i < (*count)[count->root].integer; ++i) {
        const auto described = reader.pickle();
        if (!described)
            return described.error();
        const std::vector<PickleIndex>& parts = (*described)[described->root].items;
        const auto key = parts.size() == 3 ? tarKey((*described)[parts[0]]) : std::nullopt;
        const auto storage =
            key ? storages.byKey.find(tarKey((*described)[parts[1]]).value_or("")) : storages.byKey.end();
        if (storage == storages.byKey.end())
            return damagedLegacy(HEEDMAP_MESSAGE("Reason", "a tensor is described wrong"));
        const auto axes = reader.number(); // of which four bytes count
        if (!axes)
            return shortLegacy();
        const std::uint64_t rank = *axes & 0xffffffff;
        if (rank > Shape::maxRank)
            return makeError(rankTooHigh, {std::to_string(rank)});
        std::vector<std::int64_t> numbers; // sizes, strides, offset
        for (std::uint64_t k = 0; k < 2 * rank + 1; ++k) {
            const auto number = reader.number();
            if (!number)
                return shortLegacy();
            numbers.push_back(static_cast<std::int64_t>(*number));
        }
        const TorchStorage& in = storages.list[storage->second];
        TorchEntry entry;
        entry.type = in.type;
        const std::span<const std::int64_t> all(numbers);
        placeTensor(entry, storage->second, in, in.count, all.back(), all.first(rank), all.subspan(rank, rank));
        tensors.emplace(*key, std::move(entry));
    }
    return tensors;
}

Result<Opened> openTar(const MappedFile& file) {
    const auto members = tarMembers(file);
    if (!members)
        return members.error();
    if (!members->contains("pickle"))
        return makeError(foreignFormat, {std::string("tar")});
    std::vector<OldReader> readers;
    for (const char* name : {"storages", "tensors", "pickle"}) {
        const auto found = members->find(name);
        if (found == members->end())
            return damagedLegacy({HEEDMAP_MESSAGE("Reason", "it lacks the member %1"), {std::string(name)}});
        auto bytes = file.bytes(found->second.begin, found->second.size);
        if (!bytes)
            return bytes.error();
        readers.emplace_back(*std::move(bytes), found->second.begin);
    }
    auto storages = tarStorages(readers[0]);
    if (!storages)
        return storages.error();
    const auto tensors = tarTensors(readers[1], *storages);
    if (!tensors)
        return tensors.error();
    const auto pickle = readers[2].pickle();
    if (!pickle)
        return pickle.error();
    auto contents = torchContents(*pickle, storages->list, *tensors);
    if (!contents)
        return contents.error();
    return Opened{*std::move(contents), std::move(storages->bytes), false};
}

} // namespace

bool isTorchZip(const ZipArchive& archive) {
    return pickleMember(archive) != nullptr;
}

bool isLegacyTorch(std::string_view start) {
    constexpr std::size_t beforeMagic = 16; // the protocol, and from protocol 4 on the size of a frame
    return start.starts_with('\x80') &&
           start.substr(0, beforeMagic + legacyMagic.size()).find(legacyMagic) != start.npos;
}

bool isTorchTar(std::string_view start) {
    constexpr std::size_t magicAt = 257;
    return start.size() >= tarBlock && start.substr(magicAt, 5) == "ustar";
}

Result<std::unique_ptr<TensorFile>> openTorch(std::shared_ptr<const MappedFile> file,
                                              std::shared_ptr<const ZipArchive> archive, const ReadOptions& options) {
    const auto open = [&]() -> Result<Opened> {
        if (archive)
            return openZip(*archive);
        const auto start = file->bytes(0, std::min<std::uint64_t>(file->size(), tarBlock));
        if (!start)
            return start.error();
        return isTorchTar(start->text()) ? openTar(*file) : openLegacy(*file);
    };
    auto opened = open();
    if (!opened)
        return opened.error().file.empty() ? Error(opened.error()).in(file->path()) : opened.error();
    auto torch = std::make_unique<TorchFile>(std::move(file), std::move(archive), options);
    torch->list(std::move(opened->contents), std::move(opened->storages), opened->bigEndian);
    return std::unique_ptr<TensorFile>(std::move(torch));
}

} // namespace heedmap::files
