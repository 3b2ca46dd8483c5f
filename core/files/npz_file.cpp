#include "core/files/npz_file.h"

#include "core/files/npy_format.h"

namespace heedmap::files {

namespace {

constexpr std::string_view ending = ".npy";
constexpr std::uint64_t mostBehindAnArray = 64 << 10;

std::string nameOf(const ZipMember& member) {
    const bool array = member.name.ends_with(ending);
    return member.name.substr(0, member.name.size() - (array ? ending.size() : 0));
}

Result<NpyHeader> headerOf(const ZipArchive& archive, const ZipMember& member, const ReadOptions& options) {
    auto header = readNpyHeader([&](std::size_t size) { return archive.start(member, size); }, member.size, options);
    if (header)
        return header;
    Error error = header.error();
    return error.file.empty() ? std::move(error).in(archive.path()).at("array " + nameOf(member)) : error;
}

class NpzFile : public TensorFile {
public:
    NpzFile(std::shared_ptr<const ZipArchive> archive, const ReadOptions& options)
        : archive_(std::move(archive))
        , options_(options) {
        path_ = archive_->path();
        format_ = Format::npz;
    }

    Result<void> list() {
        for (const ZipMember& member : archive_->members()) {
            if (!member.name.ends_with(ending))
                continue;
            const auto header = headerOf(*archive_, member, options_);
            if (!header)
                return header.error();
            tensors_.push_back(header->info(nameOf(member)));
            members_.push_back(&member);
        }
        if (tensors_.empty() && !archive_->members().empty())
            return makeError(noArraysInZip).in(path_);
        return {};
    }

    Result<Tensor> read(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < members_.size());
        return readNpyMember(*archive_, *members_[tensor], options_);
    }

private:
    std::shared_ptr<const ZipArchive> archive_;
    ReadOptions options_;
    std::vector<const ZipMember*> members_;
};

} // namespace

Result<Tensor> readNpyMember(const ZipArchive& archive, const ZipMember& member, const ReadOptions& options,
                             const ShapeCheck& check) {
    const auto header = headerOf(archive, member, options);
    if (!header)
        return header.error();
    if (header->refusal)
        return Error(*header->refusal).in(archive.path()).at("array " + nameOf(member));
    if (const auto wanted = check ? check(header->shape) : Result<void>(); !wanted)
        return wanted.error();
    // Nothing is inflated that the array does not need.
    const std::uint64_t needed = header->offset + header->bytes;
    if (member.size > needed + mostBehindAnArray)
        return makeError(zipMemberDamaged, {member.name,
                                            {HEEDMAP_MESSAGE("Reason", "it has %1 bytes, and its array takes %2"),
                                             {std::to_string(member.size), std::to_string(needed)}}})
            .in(archive.path());
    const auto contents = archive.contents(member);
    if (!contents)
        return contents.error();
    return npyTensor(*header, contents->part(header->offset, header->bytes), options);
}

Result<std::unique_ptr<TensorFile>> openNpz(std::shared_ptr<const ZipArchive> archive, const ReadOptions& options) {
    auto file = std::make_unique<NpzFile>(std::move(archive), options);
    if (auto listed = file->list(); !listed)
        return listed.error();
    return std::unique_ptr<TensorFile>(std::move(file));
}

} // namespace heedmap::files
