#include "core/files/pyramid_cache.h"

#include "core/files/pyramid_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace heedmap::files {

namespace {

namespace fs = std::filesystem;
using attention::AlphaSource;
using attention::TensorAlpha;
using heatmap::Pyramid;
using heatmap::PyramidOptions;

constexpr Index leastCells = Index{1} << 24; // below, a pyramid is built faster than it is found
constexpr const char* pyramidEnding = ".pyramid";

const TensorAlpha* largeOfFile(const AlphaSource& source) {
    const auto* const tensor = dynamic_cast<const TensorAlpha*>(&source);
    const bool large = tensor != nullptr && tensor->file() != nullptr && source.rows() * source.columns() >= leastCells;
    return large ? tensor : nullptr;
}

// All that the pyramid follows from, as text.
std::string keyOf(const TensorAlpha& source, const PyramidOptions& options) {
    const TensorView& view = source.tensor().view;
    const OpenFile& file = source.file()->file();
    std::error_code failure;
    const fs::path whole = fs::absolute(file.path(), failure);
    std::string key = failure ? file.path() : whole.lexically_normal().string();
    const auto add = [&key](auto number) {
        key += '|' + std::to_string(number);
    };
    add(file.size());
    add(file.changedAt());
    add(source.file()->offsetOf(view.data()));
    add(static_cast<int>(view.dtype()));
    add(static_cast<int>(view.byteSwapped()));
    for (const int axis : {0, 1}) {
        add(view.shape()[axis]);
        add(view.stride(axis));
    }
    add(options.firstLevel);
    add(options.only ? static_cast<int>(*options.only) : -1);
    return key;
}

// FNV-1a. The key itself is in the file too, so that two of the same hash are told apart.
std::uint64_t hashOf(const std::string& key) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : key)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return hash;
}

} // namespace

PyramidCache::PyramidCache(std::string folder, std::uint64_t mostBytes)
    : folder_(std::move(folder))
    , mostBytes_(mostBytes) {}

PyramidCache PyramidCache::ofUser() {
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    const char* const home = std::getenv("HOME");
    if (cache != nullptr && cache[0] == '/')
        return PyramidCache(std::string(cache) + "/heedmap/pyramids");
    return PyramidCache(home != nullptr && home[0] == '/' ? std::string(home) + "/.cache/heedmap/pyramids" : "");
}

bool PyramidCache::concerns(const AlphaSource& source) {
    return largeOfFile(source) != nullptr;
}

std::string PyramidCache::pathFor(const std::string& key) const {
    return folder_ + '/' + std::to_string(hashOf(key)) + pyramidEnding;
}

std::optional<Pyramid> PyramidCache::find(const AlphaSource& source, const PyramidOptions& options) const {
    const TensorAlpha* const tensor = largeOfFile(source);
    if (folder_.empty() || tensor == nullptr)
        return std::nullopt;
    const std::string key = keyOf(*tensor, options);
    auto pyramid = PyramidFile::read(pathFor(key), key, source, options);
    std::error_code ignored; // a file that is used is young again
    if (pyramid)
        fs::last_write_time(pathFor(key), fs::file_time_type::clock::now(), ignored);
    return pyramid;
}

bool PyramidCache::keep(const AlphaSource& source, const PyramidOptions& options, const Pyramid& pyramid) const {
    const TensorAlpha* const tensor = largeOfFile(source);
    if (folder_.empty() || tensor == nullptr || pyramid.isSample() || source.problem())
        return false;
    std::error_code failure;
    fs::create_directories(folder_, failure);
    const std::string key = keyOf(*tensor, options);
    if (failure || !PyramidFile::write(pathFor(key), key, pyramid))
        return false;
    removeOldest();
    return true;
}

void PyramidCache::removeOldest() const {
    struct Kept {
        fs::file_time_type used;
        std::uint64_t size;
        fs::path path;
    };
    std::vector<Kept> all;
    std::uint64_t bytes = 0;
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder_, failure)) {
        if (entry.path().extension() != pyramidEnding)
            continue;
        all.push_back({entry.last_write_time(failure), entry.file_size(failure), entry.path()});
        bytes += failure ? 0 : all.back().size;
    }
    std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
    for (const Kept& kept : all) {
        if (bytes <= mostBytes_)
            return;
        if (fs::remove(kept.path, failure))
            bytes -= kept.size;
    }
}

} // namespace heedmap::files
