#include "core/files/json_file.h"

#include "core/files/json_contents.h"
#include "core/files/literal_text.h"
#include "core/files/recognise.h"
#include "core/files/safetensors_file.h"
#include "core/files/table_file.h"

#include <limits>

namespace heedmap::files {

namespace {

class JsonFile : public TensorFile {
public:
    JsonFile(const std::string& path, DecodedText text, JsonContents contents, std::shared_ptr<const MappedFile> file)
        : file_(std::move(file))
        , text_(std::move(text))
        , arrays_(std::move(contents.arrays)) {
        path_ = path;
        format_ = Format::json;
        labels_ = files::labelsOf(contents.texts);
        addNotes(remarks_, text_);
        textChoices_.encoding = text_.encoding;
        std::size_t nulls = 0;
        std::size_t rounded = 0;
        std::size_t infinite = 0;
        for (JsonArray& array : arrays_) {
            nulls += array.nulls;
            rounded += array.rounded;
            infinite += array.infinite;
            if (array.refusal)
                array.refusal = std::move(*array.refusal).in(path_);
            const auto dtype = array.refusal ? std::nullopt : std::optional(DType::float64);
            tensors_.push_back({array.name, "text", dtype, array.shape, array.refusal});
        }
        if (nulls > 0)
            remarks_.push_back(
                {HEEDMAP_MESSAGE("Reason", "%1 empty entries (null) are read as NaN"), {std::to_string(nulls)}});
        if (rounded > 0)
            remarks_.push_back(
                {HEEDMAP_MESSAGE("Reason", "%1 whole numbers beyond 2^53 are rounded"), {std::to_string(rounded)}});
        if (infinite > 0)
            remarks_.push_back(
                {HEEDMAP_MESSAGE("Reason", "%1 numbers larger than float64 can hold are read as infinite"),
                 {std::to_string(infinite)}});
    }

    Labels labelsOf(std::size_t tensor) const override { return arrays_[tensor].labels.value_or(labels_); }

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
        JsonScanner json(text_.text().substr(array.begin));
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
    DecodedText text_;
    std::vector<JsonArray> arrays_;
};

} // namespace

Result<std::unique_ptr<TensorFile>> openJson(std::shared_ptr<const MappedFile> file, const TextChoices& choices) {
    auto bytes = file->bytes();
    if (!bytes)
        return bytes.error();
    auto decoded = decode(*bytes, choices.encoding);
    if (!decoded)
        return Error(decoded.error()).in(file->path());
    const std::string_view text = decoded->text();
    auto contents = scanJson(text);
    if (!contents && endingOf(file->path()) != ".json") { // only its first letter made it JSON
        if (looksLikeLiteral(text))
            return openLiteral(file, *decoded);
        const ErrorKind& other = kindOfOtherText(text);
        if (!text.starts_with('{') && &other != &tableWithoutNumbers)
            return makeError(other).in(file->path());
    }
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
        std::make_unique<JsonFile>(file->path(), *std::move(decoded), *std::move(contents), file));
}

} // namespace heedmap::files
