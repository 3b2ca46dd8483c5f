#include "core/files/pyramid_file.h"

#include "core/files/mapped_file.h"
#include "core/files/output_file.h"
#include "core/heatmap/pyramid_builder.h"

#include <cstring>
#include <zlib.h>

namespace heedmap::files {

namespace {

using attention::AlphaSource;
using heatmap::Pyramid;
using heatmap::PyramidLevel;
using heatmap::PyramidOptions;

// Changes with the layout, and with the order of bytes in a number.
constexpr std::uint64_t version = 0x4850'5952'0000'0001;

struct Head {
    std::uint64_t version;
    std::uint64_t keySize;
    heatmap::ValueSummary summary;
};
static_assert(std::is_trivially_copyable_v<Head>);

std::span<const std::byte> bytesOf(const void* data, std::size_t size) {
    return {static_cast<const std::byte*>(data), size};
}
template <class T>
std::span<const std::byte> bytesOf(const LargeArray<T>& values) {
    return bytesOf(values.data(), values.size() * sizeof(T));
}

// The arrays in the order they are stored.
template <class Level, class F>
void forEachArray(Level& level, const F& f) {
    f(level.max.floats);
    f(level.max.doubles);
    f(level.mean.floats);
    f(level.mean.doubles);
    f(level.marks);
}

class Checksum {
public:
    void take(std::span<const std::byte> bytes) {
        if (bytes.empty()) // zlib would begin anew
            return;
        value_ =
            static_cast<std::uint32_t>(crc32_z(value_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    }
    std::uint32_t value() const { return value_; }

private:
    std::uint32_t value_ = static_cast<std::uint32_t>(crc32_z(0, nullptr, 0));
};

// Reads on and on, and remembers whether it went wrong.
class Reader {
public:
    explicit Reader(const MappedFile& file)
        : file_(file) {}

    void read(void* to, std::size_t size) {
        const std::span bytes(static_cast<std::byte*>(to), size);
        good_ = good_ && size <= file_.size() - offset_ && file_.read(offset_, bytes).ok();
        if (!good_)
            return;
        offset_ += size;
        checksum_.take(bytes);
    }
    bool good() const { return good_; }
    std::uint64_t offset() const { return offset_; }
    std::uint32_t checksum() const { return checksum_.value(); }

private:
    const MappedFile& file_;
    std::uint64_t offset_ = 0;
    Checksum checksum_;
    bool good_ = true;
};

} // namespace

bool PyramidFile::write(const std::string& path, const std::string& key, const Pyramid& pyramid) {
    auto file = OutputFile::create(path);
    if (!file)
        return false;
    Checksum checksum;
    const auto put = [&](std::span<const std::byte> bytes) {
        checksum.take(bytes);
        file->write(bytes);
    };
    Head head{};
    head.version = version;
    head.keySize = key.size();
    head.summary = pyramid.summary_;
    put(bytesOf(&head, sizeof head));
    put(bytesOf(key.data(), key.size()));
    for (const PyramidLevel& level : pyramid.levels_)
        forEachArray(level, [&](const auto& values) { put(bytesOf(values)); });
    const std::uint32_t sum = checksum.value();
    file->write(bytesOf(&sum, sizeof sum));
    return !file->failed() && file->commit().ok();
}

std::optional<Pyramid> PyramidFile::read(const std::string& path, const std::string& key, const AlphaSource& source,
                                         const PyramidOptions& options) {
    const auto file = MappedFile::open(path);
    if (!file)
        return std::nullopt;
    Reader reader(**file);
    Head head{};
    reader.read(&head, sizeof head);
    if (!reader.good() || head.version != version || head.keySize != key.size())
        return std::nullopt;
    std::string itsKey(key.size(), '\0');
    reader.read(itsKey.data(), itsKey.size());
    if (!reader.good() || itsKey != key)
        return std::nullopt;
    Pyramid pyramid = heatmap::emptyPyramid(source, options);
    for (PyramidLevel& level : pyramid.levels_)
        forEachArray(level, [&](auto& values) { reader.read(values.data(), values.size() * sizeof(values[0])); });
    const std::uint32_t expected = reader.checksum();
    std::uint32_t sum = 0;
    reader.read(&sum, sizeof sum);
    if (!reader.good() || sum != expected || reader.offset() != (*file)->size())
        return std::nullopt;
    pyramid.summary_ = head.summary;
    return pyramid;
}

} // namespace heedmap::files
