#include "core/session/reference.h"

#include "core/files/rounding.h"
#include "core/session/generation.h"
#include "core/session/session_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

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

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

std::optional<Index> indexIn(std::string_view text) {
    text = trimmed(text);
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// "7", "2:5", ":5", "2:", ":", "mean"
std::optional<AxisPart> partIn(std::string_view text) {
    text = trimmed(text);
    if (text == "mean")
        return AxisPart::mean();
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        const auto entry = indexIn(text);
        return entry ? std::optional(AxisPart(*entry)) : std::nullopt;
    }
    const std::string_view before = trimmed(text.substr(0, colon));
    const std::string_view behind = trimmed(text.substr(colon + 1));
    const auto first = before.empty() ? std::optional(Index{0}) : indexIn(before);
    const auto end = behind.empty() ? std::nullopt : indexIn(behind);
    if (!first || (!behind.empty() && !end))
        return std::nullopt;
    return AxisPart::range(*first, end);
}

// "[2,0:4,mean]"
Result<std::vector<AxisPart>> parseParts(std::string_view text) {
    std::vector<AxisPart> parts;
    std::string_view rest = text.substr(1, text.size() - 2);
    while (true) {
        const std::size_t comma = rest.find(',');
        const auto part = partIn(rest.substr(0, comma));
        if (!part)
            return makeError(badIndex, {std::string(text)});
        parts.push_back(*part);
        if (comma == std::string_view::npos)
            return parts;
        rest.remove_prefix(comma + 1);
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

Result<AxisPart> partWithin(AxisPart part, Index axis, Index size) {
    if (part.kind == AxisPart::Kind::mean)
        return size > 0 ? Result<AxisPart>(part)
                        : makeError(emptyRange, {part.text(), std::to_string(axis), std::to_string(size)});
    if (part.kind == AxisPart::Kind::entry) {
        if (part.first < -size || part.first >= size)
            return makeError(indexOutOfRange, {std::to_string(part.first), std::to_string(axis), std::to_string(size)});
        part.first += part.first < 0 ? size : 0;
        return part;
    }
    const AxisPart given = part;
    const auto place = [&](Index at) {
        return std::clamp<Index>(at < 0 ? at + size : at, 0, size);
    };
    part.first = place(part.first);
    part.end = part.end ? place(*part.end) : size;
    if (!given.isWhole() && part.first >= *part.end)
        return makeError(emptyRange, {given.text(), std::to_string(axis), std::to_string(size)});
    return part;
}

// The mean along one axis, which goes.
Tensor meanOver(const Tensor& tensor, int axis) {
    const Index size = tensor.shape()[axis];
    const Shape shape = tensor.slice(axis, 0).shape();
    std::vector<double> sum(static_cast<std::size_t>(shape.count()));
    std::vector<double> entry(sum.size());
    for (Index i = 0; i < size; ++i) {
        tensor.view.slice(axis, i).copyTo(std::span<double>(entry));
        std::ranges::transform(sum, entry, sum.begin(), std::plus<>());
    }
    for (double& value : sum)
        value /= static_cast<double>(size);
    return makeTensor(shape, std::move(sum));
}

} // namespace

AxisPart AxisPart::range(Index first, std::optional<Index> end) {
    AxisPart part;
    part.first = first;
    part.end = end;
    return part;
}

AxisPart AxisPart::mean() {
    AxisPart part;
    part.kind = Kind::mean;
    return part;
}

std::string AxisPart::text() const {
    if (kind == Kind::mean)
        return "mean";
    if (kind == Kind::entry)
        return std::to_string(first);
    return (first == 0 ? "" : std::to_string(first)) + ":" + (end ? std::to_string(*end) : "");
}

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
        auto parts = parseParts(text.substr(bracket));
        if (!parts && (pathIndexed || !exists(text.substr(0, hash))))
            return parts.error();
        if (parts)
            reference.parts = *std::move(parts);
        reference.brackets = text.substr(bracket);
        text = text.substr(0, bracket);
    }
    reference.path = text.substr(0, hash);
    if (hash != std::string_view::npos)
        reference.tensor = text.substr(hash + 1);
    return reference;
}

Result<std::unique_ptr<TensorFile>> open(const std::string& path, const ReadOptions& options) {
    auto file = openTensors(path, options);
    if (file)
        return withGenerations(*std::move(file));
    return file.error().is(holdsSession) ? openSession(path) : std::move(file);
}

Result<std::vector<AxisPart>> partsWithin(std::vector<AxisPart> parts, const Shape& shape) {
    if (parts.size() > static_cast<std::size_t>(shape.rank()))
        return makeError(tooManyIndices, {std::to_string(parts.size()), std::to_string(shape.rank()), shape.text()});
    for (std::size_t axis = 0; axis < parts.size(); ++axis) {
        const auto part = partWithin(parts[axis], static_cast<Index>(axis), shape[static_cast<int>(axis)]);
        if (!part)
            return part.error();
        parts[axis] = *part;
    }
    return parts;
}

Result<Found> findIn(const TensorFile& file, const Reference& reference) {
    const auto named = std::ranges::find(file.tensors(), reference.tensor + reference.brackets, &TensorInfo::name);
    if (!reference.brackets.empty() && named != file.tensors().end())
        return Found{static_cast<std::size_t>(named - file.tensors().begin()), {}};
    const auto tensor = file.find(reference.tensor);
    if (!tensor)
        return tensor.error();
    if (!reference.brackets.empty() && reference.parts.empty())
        return makeError(badIndex, {reference.brackets}).in(file.path());
    const TensorInfo& info = file.tensors()[*tensor];
    auto parts = info.refusal ? Result<std::vector<AxisPart>>(std::vector<AxisPart>())
                              : partsWithin(reference.parts, info.shape);
    if (!parts)
        return Error(parts.error()).in(file.path());
    return Found{*tensor, *std::move(parts)};
}

Shape shapeOf(const Shape& shape, const std::vector<AxisPart>& parts) {
    std::vector<std::uint64_t> sizes;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        if (at >= parts.size())
            sizes.push_back(static_cast<std::uint64_t>(shape[axis]));
        else if (parts[at].kind == AxisPart::Kind::range)
            sizes.push_back(static_cast<std::uint64_t>(parts[at].end.value_or(shape[axis]) - parts[at].first));
    }
    return Shape::checked(sizes).value();
}

Tensor partOf(Tensor tensor, const std::vector<AxisPart>& parts) {
    std::vector<int> means;
    int kept = 0;
    for (const AxisPart& part : parts) {
        if (part.kind == AxisPart::Kind::entry) {
            tensor = tensor.slice(kept, part.first);
            continue;
        }
        if (part.kind == AxisPart::Kind::mean)
            means.push_back(kept);
        else if (!part.isWhole())
            tensor.view = tensor.view.narrow(kept, part.first, part.end.value_or(tensor.shape()[kept]) - part.first);
        ++kept;
    }
    for (auto axis = means.rbegin(); axis != means.rend(); ++axis)
        tensor = meanOver(tensor, *axis);
    return tensor;
}

std::string textOf(const std::vector<AxisPart>& parts) {
    std::string text;
    for (const AxisPart& part : parts)
        text += (text.empty() ? "[" : ",") + part.text();
    return text.empty() ? text : text + "]";
}

std::vector<AxisPart> shortForm(std::vector<AxisPart> parts, const Shape& shape) {
    for (std::size_t axis = 0; axis < parts.size(); ++axis) {
        if (parts[axis].end == shape[static_cast<int>(axis)])
            parts[axis].end.reset();
    }
    return parts;
}

Result<OpenedTensor> openReference(const Reference& reference, const ReadOptions& options, const ShapeCheck& check) {
    const auto file = open(reference.path, options);
    if (!file)
        return file.error();
    const auto found = findIn(**file, reference);
    if (!found)
        return found.error();
    const TensorInfo& info = (*file)->tensors()[found->tensor];
    if (check && !info.refusal) {
        if (const auto wanted = check(shapeOf(info.shape, found->parts)); !wanted)
            return wanted.error();
    }
    auto tensor = (*file)->read(found->tensor);
    if (!tensor)
        return tensor.error();
    const std::string name = info.name.empty() ? fileNameOf(reference.path) : info.name;
    OpenedTensor opened{partOf(*std::move(tensor), found->parts), (*file)->labelsOf(found->tensor),
                        name + textOf(shortForm(found->parts, info.shape)), (*file)->remarks()};
    if (auto rounded = roundingNote(opened.tensor.view))
        opened.remarks.push_back(*std::move(rounded));
    return opened;
}

} // namespace heedmap::files
