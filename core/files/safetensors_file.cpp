#include "core/files/safetensors_file.h"

#include "core/files/json_scanner.h"
#include "core/files/recognise.h"
#include "core/files/safetensors_header.h"
#include "core/files/torch_file.h"

#include <bit>
#include <filesystem>
#include <map>

namespace heedmap::files {

namespace {

constexpr std::uint64_t sizeBytes = 8;
constexpr std::uint64_t longestSafetensorsHeader = 100'000'000;

class SafetensorsFile : public TensorFile {
public:
    SafetensorsFile(std::shared_ptr<const MappedFile> file, std::uint64_t dataBegin,
                    std::vector<SafetensorsEntry> entries)
        : file_(std::move(file))
        , dataBegin_(dataBegin) {
        path_ = file_->path();
        format_ = Format::safetensors;
        for (SafetensorsEntry& entry : entries) {
            tensors_.push_back(std::move(entry.info));
            extents_.push_back({entry.begin, entry.end});
        }
    }

    Result<Tensor> read(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < tensors_.size());
        const TensorInfo& info = tensors_[tensor];
        if (info.refusal)
            return Error(*info.refusal).in(path_);
        const auto [begin, end] = extents_[tensor];
        const auto bytes = file_->bytes(dataBegin_ + begin, end - begin);
        if (!bytes)
            return bytes.error();
        constexpr bool swapped = std::endian::native == std::endian::big;
        return Tensor{TensorView(bytes->data.data(), *info.dtype, info.shape, swapped), bytes->keeper};
    }

private:
    struct Extent {
        std::uint64_t begin;
        std::uint64_t end;
    };
    std::shared_ptr<const MappedFile> file_;
    std::uint64_t dataBegin_;
    std::vector<Extent> extents_;
};

class ShardedFile : public TensorFile {
public:
    explicit ShardedFile(const std::string& path) {
        path_ = path;
        format_ = Format::safetensors;
    }

    Result<void> add(const std::string& tensor, const std::string& shardName) {
        auto shard = shards_.find(shardName);
        if (shard == shards_.end()) {
            auto opened = openShard(shardName);
            if (!opened)
                return opened.error();
            shard = shards_.emplace(shardName, *std::move(opened)).first;
        }
        const std::vector<TensorInfo>& infos = shard->second->tensors();
        for (std::size_t i = 0; i < infos.size(); ++i) {
            if (infos[i].name == tensor) {
                tensors_.push_back(infos[i]);
                places_.push_back({shard->second.get(), i});
                return {};
            }
        }
        return makeError(shardLacksTensor, {tensor, shardName}).in(path_);
    }

    Result<Tensor> read(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < places_.size());
        return places_[tensor].file->read(places_[tensor].position);
    }

private:
    Result<std::unique_ptr<TensorFile>> openShard(const std::string& name) const {
        if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos ||
            name.find('\0') != std::string::npos)
            return makeError(shardPath, {name}).in(path_);
        auto file = MappedFile::open((std::filesystem::path(path_).parent_path() / name).string());
        if (!file)
            return file.error();
        if (auto recognised = recognise(*file); recognised && recognised->format == Format::torch)
            return openTorch(*std::move(file), std::move(recognised->archive), {});
        return openSafetensors(*std::move(file));
    }

    struct Place {
        const TensorFile* file;
        std::size_t position;
    };
    std::map<std::string, std::unique_ptr<TensorFile>> shards_;
    std::vector<Place> places_;
};

} // namespace

Result<std::unique_ptr<TensorFile>> openSafetensors(std::shared_ptr<const MappedFile> file) {
    if (file->size() < sizeBytes + 2)
        return makeError(safetensorsTooShort, {std::to_string(file->size())}).in(file->path());
    const auto first = file->bytes(0, sizeBytes);
    if (!first)
        return first.error();
    std::uint64_t headerSize = 0;
    for (std::size_t i = sizeBytes; i-- > 0;)
        headerSize = headerSize << 8 | std::to_integer<std::uint64_t>(first->data[i]);
    const std::uint64_t rest = file->size() - sizeBytes;
    if (headerSize > rest || headerSize > longestSafetensorsHeader)
        return makeError(safetensorsHeaderSize, {std::to_string(headerSize), std::to_string(rest)}).in(file->path());
    const auto header = file->bytes(sizeBytes, headerSize);
    if (!header)
        return header.error();
    auto entries = parseSafetensorsHeader(header->text(), rest - headerSize);
    if (!entries)
        return Error(entries.error()).in(file->path());
    return std::unique_ptr<TensorFile>(
        std::make_unique<SafetensorsFile>(std::move(file), sizeBytes + headerSize, *std::move(entries)));
}

Result<std::unique_ptr<TensorFile>> openShardIndex(const std::string& path, std::string_view json) {
    using Token = JsonScanner::Token;
    auto sharded = std::make_unique<ShardedFile>(path);
    JsonScanner scanner(json);
    scanner.next();
    for (Token token = scanner.next(); token == Token::key; token = scanner.next()) {
        const bool map = scanner.string() == "weight_map";
        token = scanner.next();
        if (map && token != Token::beginObject)
            return makeError(badShardIndex).in(path);
        if (!map) {
            scanner.skipTo(1);
            continue;
        }
        while (scanner.next() == Token::key) {
            const std::string tensor = scanner.string();
            if (scanner.next() != Token::string)
                return makeError(badShardIndex).in(path);
            if (auto added = sharded->add(tensor, scanner.string()); !added)
                return added.error();
        }
    }
    if (scanner.next() == Token::error)
        return scanner.error().in(path);
    return std::unique_ptr<TensorFile>(std::move(sharded));
}

} // namespace heedmap::files
