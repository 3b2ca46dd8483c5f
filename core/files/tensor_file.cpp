#include "core/files/tensor_file.h"

#include "core/files/alignment_file.h"
#include "core/files/json_file.h"
#include "core/files/npy_format.h"
#include "core/files/npz_file.h"
#include "core/files/recognise.h"
#include "core/files/safetensors_file.h"
#include "core/files/table_file.h"
#include "core/files/torch_file.h"
#include "core/nearest_word.h"

#include <algorithm>

namespace heedmap::files {

Result<std::size_t> TensorFile::find(std::string_view name) const {
    if (tensors_.empty())
        return makeError(noTensors).in(path_);
    const auto isWhole = [](const TensorInfo& tensor) {
        return !tensor.isItem;
    };
    if (name.empty() && std::count_if(tensors_.begin(), tensors_.end(), isWhole) == 1)
        return static_cast<std::size_t>(std::find_if(tensors_.begin(), tensors_.end(), isWhole) - tensors_.begin());
    for (std::size_t i = 0; i < tensors_.size() && !name.empty(); ++i)
        if (tensors_[i].name == name)
            return i;
    if (name.empty()) { // also where one of several has no name: which is meant is not known
        const auto named = std::find_if(tensors_.begin(), tensors_.end(),
                                        [](const TensorInfo& tensor) { return !tensor.name.empty(); });
        const std::string example = named == tensors_.end() ? "NAME" : named->name;
        return makeError(tensorNameNeeded, {std::to_string(tensors_.size()), path_ + "#" + example}).in(path_);
    }
    std::vector<std::string> names;
    for (const TensorInfo& tensor : tensors_)
        names.push_back(tensor.name);
    const std::string nearest = nearestWord(name, names);
    if (nearest.empty())
        return makeError(noTensorNames, {std::string(name)}).in(path_);
    return makeError(noSuchTensor, {std::string(name), nearest}).in(path_);
}

Result<std::vector<Tensor>> TensorFile::readEntries(std::size_t tensor) const {
    const auto whole = read(tensor);
    if (!whole)
        return whole.error();
    std::vector<Tensor> entries;
    for (Index i = 0; i < whole->shape()[0]; ++i)
        entries.push_back(whole->slice(0, i));
    return entries;
}

Result<std::unique_ptr<TensorFile>> openTensors(const std::string& path, const ReadOptions& options) {
    auto file = MappedFile::open(path);
    if (!file)
        return file.error();
    auto recognised = recognise(*file);
    if (!recognised)
        return recognised.error();
    switch (recognised->format) {
    case Format::npz:
        return openNpz(std::move(recognised->archive), options);
    case Format::session:
        return makeError(holdsSession).in(path);
    case Format::npy:
        return openNpy(*std::move(file), options);
    case Format::safetensors:
        return openSafetensors(*std::move(file));
    case Format::torch:
        return openTorch(*std::move(file), std::move(recognised->archive), options);
    case Format::json:
        return openJson(*std::move(file), options.text);
    case Format::csv:
    case Format::tsv:
        return openTable(*std::move(file), recognised->format, options.text);
    case Format::alignments:
        return openAlignments(*file);
    default:
        return makeError(unknownFormat).in(path);
    }
}

} // namespace heedmap::files
