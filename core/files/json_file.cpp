#include "core/files/json_file.h"

#include "core/files/json_contents.h"
#include "core/files/safetensors_file.h"

#include <limits>

namespace heedmap::files {

namespace {

class JsonFile : public TensorFile {
public:
    JsonFile(const std::string& path, Bytes text, JsonContents contents, std::shared_ptr<const MappedFile> file)
        : file_(std::move(file))
        , text_(std::move(text))
        , arrays_(std::move(contents.arrays)) {
        path_ = path;
        format_ = Format::json;
        labels_ = files::labelsOf(contents.texts);
        std::size_t nulls = 0;
        for (JsonArray& array : arrays_) {
            nulls += array.nulls;
            if (array.refusal)
                array.refusal = std::move(*array.refusal).in(path_);
            const auto dtype = array.refusal ? std::nullopt : std::optional(DType::float64);
            tensors_.push_back({array.name, "text", dtype, array.shape, array.refusal});
        }
        if (nulls > 0)
            remarks_.push_back(
                {HEEDMAP_MESSAGE("Reason", "%1 empty entries (null) are read as NaN"), {std::to_string(nulls)}});
    }

    Result<Tensor> read(std::size_t tensor) const override {
        using Token = JsonScanner::Token;
        HEEDMAP_EXPECTS(tensor < arrays_.size());
        const JsonArray& array = arrays_[tensor];
        if (array.refusal)
            return *array.refusal;
        if (auto same = file_->read(0, {}); !same) // the text may be mapped
            return same.error();
        const auto count = static_cast<std::size_t>(array.shape.count());
        std::vector<double> values;
        values.reserve(count);
        JsonScanner json(withoutByteOrderMark(text_.text()).substr(array.begin));
        for (Token token = json.next(); token != Token::error && json.depth() > 0; token = json.next())
            if (token == Token::number || token == Token::null)
                values.push_back(token == Token::number ? json.number() : std::numeric_limits<double>::quiet_NaN());
        if (values.size() != count)
            return makeError(changedWhileOpen, {std::to_string(file_->size()), std::to_string(file_->size())})
                .in(path_);
        return makeTensor(array.shape, std::move(values));
    }

private:
    std::shared_ptr<const MappedFile> file_;
    Bytes text_;
    std::vector<JsonArray> arrays_;
};

} // namespace

Result<std::unique_ptr<TensorFile>> openJson(std::shared_ptr<const MappedFile> file) {
    auto bytes = file->bytes();
    if (!bytes)
        return bytes.error();
    const std::string_view text = withoutByteOrderMark(bytes->text());
    auto contents = scanJson(text);
    if (!contents)
        return Error(contents.error()).in(file->path());
    if (contents->isManifest)
        return makeError(holdsSession).in(file->path());
    if (contents->isShardIndex)
        return openShardIndex(file->path(), text);
    if (contents->arrays.empty())
        return makeError(noNumbersInJson).in(file->path());
    if (contents->arrays.size() == 1 && contents->arrays.front().refusal)
        return Error(*contents->arrays.front().refusal).in(file->path());
    return std::unique_ptr<TensorFile>(
        std::make_unique<JsonFile>(file->path(), *std::move(bytes), *std::move(contents), file));
}

} // namespace heedmap::files
