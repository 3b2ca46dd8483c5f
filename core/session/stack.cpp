#include "core/session/stack.h"

#include "core/files/labels.h"
#include "core/files/rounding.h"

#include <algorithm>
#include <filesystem>

namespace heedmap::files {

namespace {

namespace fs = std::filesystem;

// One number and one row as a matrix of one row.
Tensor asMatrix(Tensor tensor) {
    const TensorView& view = tensor.view;
    if (view.shape().rank() == 0)
        return makeTensor(toMatrixD(view));
    if (view.shape().rank() == 1) {
        const Index strides[] = {0, view.stride(0)};
        tensor.view = TensorView(view.data(), view.dtype(), Shape{1, view.shape()[0]}, strides, view.byteSwapped());
    }
    return tensor;
}

// [query, key, 1], as libraries give weights that they broadcast against values: the last axis is none of keys. A
// single query keeps it, since [head, 1, 1] is the first step of a generation.
bool endsInOne(const Shape& shape) {
    const int rank = shape.rank();
    return rank >= 3 && shape[rank - 1] == 1 && shape[rank - 2] > 1 && shape[rank - 3] > 1;
}

Shape withoutLastAxis(const Shape& shape) {
    std::vector<std::uint64_t> sizes(shape.sizes().begin(), shape.sizes().end() - 1);
    return Shape::checked(sizes).value();
}

// Whether no number of it is rounded when it is read.
bool isReadAsFloat(DType dtype) {
    return dtype != DType::int64 && dtype != DType::uint64;
}

// How many matrices a shape stands for.
Index matricesIn(const Shape& shape) {
    Index count = 1;
    for (int axis = 0; axis + 2 < shape.rank(); ++axis)
        count *= shape[axis];
    return count;
}

Result<void> checkCount(const Shape& shape, const std::string& reference, const StackOptions& options) {
    const Index count = matricesIn(shape);
    if (count == 0)
        return makeError(noMatrix, {shape.text()}).in(reference);
    if (count > 1 && options.onlyOne)
        return makeError(oneMatrixNeeded,
                         {std::to_string(count),
                          indexedName(reference, std::vector<Index>(static_cast<std::size_t>(shape.rank()) - 2, 0))})
            .in(reference);
    if (count > mostMatrices && !options.limit)
        return makeError(tooManyMatrices, {shape.text(), std::to_string(count), std::to_string(mostMatrices),
                                           indexedName(reference, {0})})
            .in(reference);
    return {};
}

// `parts` of a tensor of this shape as the parts that the n-th matrix of what is left of it has.
MatrixSource sourceOf(const std::vector<AxisPart>& parts, const Shape& shape, const std::vector<Index>& entry) {
    MatrixSource source;
    std::size_t leading = 0;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const AxisPart part = at < parts.size() ? parts[at] : AxisPart();
        const bool stays = part.kind == AxisPart::Kind::range;
        if (stays && leading == entry.size()) { // rows, columns
            source.index.push_back(part.end == shape[axis] ? AxisPart::range(part.first) : part);
            continue;
        }
        source.index.push_back(stays ? AxisPart(part.first + entry[leading++]) : part);
        source.leadingAxes = axis + 1;
    }
    while (!source.index.empty() && source.index.back().isWhole())
        source.index.pop_back();
    const bool wholeBatch = parts.size() < 2 || parts[1].kind == AxisPart::Kind::range;
    source.severalInBatch = shape.rank() == 5 && shape[1] > 1 && wholeBatch;
    return source;
}

// Which tensor the input names.
Result<Found> foundIn(const std::shared_ptr<const TensorFile>& file, const Input& input) {
    if (!input.position)
        return findIn(*file, {input.path, input.tensor, input.parts, input.brackets});
    HEEDMAP_EXPECTS(*input.position < file->tensors().size());
    const TensorInfo& info = file->tensors()[*input.position];
    auto parts =
        info.refusal ? Result<std::vector<AxisPart>>(std::vector<AxisPart>()) : partsWithin(input.parts, info.shape);
    if (!parts)
        return Error(parts.error()).in(file->path());
    return Found{*input.position, *std::move(parts)};
}

} // namespace

std::string lastPartOf(const std::string& path) {
    return fs::path(path).filename().string();
}

Result<std::shared_ptr<const TensorFile>> OpenFiles::open(const Input& input) {
    const auto known = std::ranges::find_if(
        files_, [&](const auto& file) { return input.file ? file == input.file : file->path() == input.path; });
    if (known != files_.end())
        return *known;
    std::shared_ptr<const TensorFile> file = input.file;
    if (!file) {
        auto opened = files::open(input.path, reading_);
        if (!opened)
            return opened.error();
        file = *std::move(opened);
    }
    for (const Phrase& remark : file->remarks())
        note(file->path(), remark);
    files_.push_back(file);
    return file;
}

Result<Stack> openStack(OpenFiles& files, const Input& input, const StackOptions& options) {
    const auto file = files.open(input);
    if (!file)
        return file.error();
    const auto found = foundIn(*file, input);
    if (!found)
        return found.error();
    Stack stack{*file, found->tensor, {}, {}, {}, {}, {}};
    const TensorInfo& info = stack.info();
    stack.reference = input.path + (info.name.empty() ? "" : "#" + info.name);
    const auto rank = static_cast<std::size_t>(info.shape.rank());
    const bool dropsLast = endsInOne(info.shape) && found->parts.size() < rank;
    const Shape whole = dropsLast ? withoutLastAxis(info.shape) : info.shape;
    const Shape shape = shapeOf(whole, found->parts);
    if (!info.refusal) {
        if (const auto counted = checkCount(shape, stack.reference, options); !counted)
            return counted.error();
    }
    // A list of layers need not lie in one piece, and is mapped all the same.
    const bool isList = shape == info.shape && shape.rank() > 2 && info.dtype && isReadAsFloat(*info.dtype);
    auto entries = isList ? (*file)->readEntries(found->tensor) : Result<std::vector<Tensor>>(std::vector<Tensor>());
    if (!entries)
        return entries.error();
    auto tensor = isList ? Result<Tensor>(Tensor()) : (*file)->read(found->tensor);
    if (!tensor)
        return tensor.error();
    if (dropsLast)
        files.note(input.path, {HEEDMAP_MESSAGE("Reason", "the last axis of %1 is of one entry and is left out"),
                                {info.shape.text()}});
    const Tensor part =
        isList ? Tensor() : partOf(dropsLast ? tensor->slice(info.shape.rank() - 1, 0) : *tensor, found->parts);

    for (int axis = 0; axis + 2 < shape.rank(); ++axis)
        stack.leading.push_back(shape[axis]);
    Index count = matricesIn(shape);
    if (options.limit && count > *options.limit) {
        files.note(input.path, {HEEDMAP_MESSAGE("Reason", "only the first %1 of %2 matrices are shown; open others by "
                                                          "their index"),
                                {std::to_string(*options.limit), std::to_string(count)}});
        count = *options.limit;
    }
    for (Index n = 0; n < count; ++n) {
        const std::vector<Index> entry = indexOf(n, stack.leading);
        Tensor matrix = isList ? (*entries)[static_cast<std::size_t>(entry.front())] : part;
        for (std::size_t axis = isList ? 1 : 0; axis < entry.size(); ++axis)
            matrix = matrix.slice(0, entry[axis]);
        stack.matrices.push_back(asMatrix(std::move(matrix)));
        stack.sources.push_back(sourceOf(found->parts, whole, entry));
        stack.sources.back().path = input.path;
        stack.sources.back().tensor = info.name;
    }
    if (auto rounded = isList ? std::nullopt : roundingNote(part.view))
        files.note(input.path, *std::move(rounded));
    if (options.dropsOnes && std::ranges::all_of(stack.leading, [](Index size) { return size == 1; }))
        stack.leading.clear();
    stack.labels = (*file)->labelsOf(found->tensor);
    if (stack.labels.empty())
        stack.labels = labelsBeside(input.path, stack.rows(), stack.columns());
    return stack;
}

Result<Stack> openMatrix(OpenFiles& files, const Input& input) {
    return openStack(files, input, {.dropsOnes = true, .onlyOne = true});
}

Labels labelsBeside(const std::string& path, Index rows, Index columns) {
    const fs::path folder = fs::path(path).parent_path();
    std::error_code ignored;
    const auto withoutEnding = [](const std::string& name) {
        const std::size_t dot = name.rfind('.');
        return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
    };
    // "ex0.attn.npy": "ex0.attn.tokens.json", then "ex0.tokens.json".
    std::string base = fs::path(path).filename().string();
    bool shorter = true;
    for (base = withoutEnding(base); shorter;) {
        const fs::path beside = folder / (base + ".tokens.json");
        if (fs::exists(beside, ignored)) {
            if (auto labels = readLabels(beside.string()))
                return *std::move(labels);
        }
        const std::string next = withoutEnding(base);
        shorter = next != base;
        base = next;
    }
    // A name that says nothing: only where the numbers agree.
    const fs::path plain = folder / "tokens.json";
    if (!fs::exists(plain, ignored))
        return {};
    const auto fits = [](const std::vector<std::string>& axis, Index count) {
        return axis.empty() || static_cast<Index>(axis.size()) == count;
    };
    auto labels = readLabels(plain.string());
    return labels && fits(labels->rows, rows) && fits(labels->columns, columns) ? *std::move(labels) : Labels();
}

} // namespace heedmap::files
