#include "core/session/reference.h"

#include "core/session/session_file.h"

#include <charconv>
#include <filesystem>

namespace heedmap::files {

namespace {

bool exists(std::string_view path) {
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::path(path), ignored);
}

// The place of the bracket that opens the index; npos where the text has none.
std::size_t indexBegin(std::string_view text) {
    return text.ends_with(']') ? text.rfind('[') : std::string_view::npos;
}

Result<std::vector<Index>> parseIndex(std::string_view text) {
    std::vector<Index> index;
    std::string_view rest = text.substr(1, text.size() - 2);
    while (true) {
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        if (rest.starts_with(':')) {
            index.push_back(wholeAxis);
            rest.remove_prefix(1);
        } else {
            Index value = 0;
            const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
            if (error != std::errc())
                return makeError(badIndex, {std::string(text)});
            index.push_back(value);
            rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        }
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        if (rest.empty())
            return index;
        if (rest.front() != ',')
            return makeError(badIndex, {std::string(text)});
        rest.remove_prefix(1);
    }
}

// The `#` that separates the path: the first one whose left side exists, else the first.
std::size_t separator(std::string_view text) {
    const std::size_t first = text.find('#');
    for (std::size_t at = first; at != std::string_view::npos; at = text.find('#', at + 1))
        if (exists(text.substr(0, at)))
            return at;
    return first;
}

std::string fileNameOf(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

// The index of a reference, counted from 0.
Result<std::vector<Index>> indexWithin(const Reference& reference, const Shape& shape) {
    if (reference.index.size() > static_cast<std::size_t>(shape.rank()))
        return makeError(tooManyIndices,
                         {std::to_string(reference.index.size()), std::to_string(shape.rank()), shape.text()})
            .in(reference.path);
    std::vector<Index> index = reference.index;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
        const Index size = shape[static_cast<int>(axis)];
        const Index given = index[axis];
        if (given == wholeAxis)
            continue;
        if (given < -size || given >= size)
            return makeError(indexOutOfRange, {std::to_string(given), std::to_string(axis), std::to_string(size)})
                .in(reference.path);
        index[axis] = given < 0 ? given + size : given;
    }
    return index;
}

Shape shapeAt(const Shape& shape, const std::vector<Index>& index) {
    std::vector<std::uint64_t> sizes;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        if (at >= index.size() || index[at] == wholeAxis)
            sizes.push_back(static_cast<std::uint64_t>(shape[axis]));
    }
    return Shape::checked(sizes).value();
}

} // namespace

Result<Reference> parseReference(std::string_view text) {
    if (exists(text))
        return Reference{std::string(text), {}, {}};
    const std::size_t bracket = indexBegin(text);
    const bool pathIndexed = bracket != std::string_view::npos && exists(text.substr(0, bracket));
    const std::size_t hash = pathIndexed ? std::string_view::npos : separator(text);
    // Without a tensor's name the brackets belong to the path unless the path without them is a file.
    const bool indexed = pathIndexed || (bracket != std::string_view::npos && hash < bracket);
    Reference reference;
    if (indexed) {
        auto index = parseIndex(text.substr(bracket));
        if (!index)
            return index.error();
        reference.index = *std::move(index);
        text = text.substr(0, bracket);
    }
    reference.path = text.substr(0, hash);
    if (hash != std::string_view::npos)
        reference.tensor = text.substr(hash + 1);
    return reference;
}

Result<std::unique_ptr<TensorFile>> open(const std::string& path, const ReadOptions& options) {
    auto file = openTensors(path, options);
    return file || !file.error().is(holdsSession) ? std::move(file) : openSession(path);
}

Result<OpenedTensor> openReference(const Reference& reference, const ReadOptions& options, const ShapeCheck& check) {
    const auto file = open(reference.path, options);
    if (!file)
        return file.error();
    const auto position = (*file)->find(reference.tensor);
    if (!position)
        return position.error();
    const TensorInfo& info = (*file)->tensors()[*position];
    const auto index =
        info.refusal ? Result<std::vector<Index>>(std::vector<Index>()) : indexWithin(reference, info.shape);
    if (!index)
        return index.error();
    if (check && !info.refusal) {
        if (const auto wanted = check(shapeAt(info.shape, *index)); !wanted)
            return wanted.error();
    }
    auto tensor = (*file)->read(*position);
    if (!tensor)
        return tensor.error();

    OpenedTensor opened{*std::move(tensor), (*file)->labelsOf(*position), info.name, (*file)->remarks()};
    if (opened.name.empty())
        opened.name = fileNameOf(reference.path);
    std::string indices;
    int kept = 0;
    for (const Index i : *index) {
        indices += (indices.empty() ? "" : ",") + (i == wholeAxis ? ":" : std::to_string(i));
        if (i == wholeAxis)
            ++kept;
        else
            opened.tensor = opened.tensor.slice(kept, i);
    }
    if (!indices.empty())
        opened.name += "[" + indices + "]";
    return opened;
}

} // namespace heedmap::files
