// Files by the names that people give them: "dump.npz#attn[2,7]" says which tensor of a file, and which part of it.
#pragma once

#include "core/files/tensor_file.h"

#include <optional>
#include <string>
#include <vector>

namespace heedmap::files {

// openTensors(), and sessions (`.heedmap`, exported pictures, manifests) as files of tensors: their matrices, then q,
// k, v and x. Errors: those of openTensors() and readSession().
Result<std::unique_ptr<TensorFile>> open(const std::string& path, const ReadOptions& options = {});

// What is taken along one axis of a tensor: "7", "2:5", ":" or "mean".
struct AxisPart {
    enum class Kind : std::uint8_t {
        range, // the axis stays
        entry, // one entry; the axis goes
        mean,  // of all its entries; the axis goes
    };
    AxisPart() = default; // the whole axis
    AxisPart(Index entry)
        : kind(Kind::entry)
        , first(entry) {}
    static AxisPart range(Index first, std::optional<Index> end = {});
    static AxisPart mean();

    Kind kind = Kind::range;
    Index first = 0;            // of entry and range; negative counts from the end of the axis
    std::optional<Index> end{}; // of a range: behind its last entry; none: to the end of the axis

    bool isWhole() const { return kind == Kind::range && first == 0 && !end; }
    std::string text() const; // as it is written
    friend bool operator==(const AxisPart&, const AxisPart&) = default;
};

// "dump.npz#attn[2,7]" → path, tensor, parts; "dump.npz#attn[:,0]" leaves the first axis whole. A `#` or `[` that is
// part of an existing path is respected.
struct Reference {
    std::string path;
    std::string tensor;          // empty: the only one
    std::vector<AxisPart> parts; // of the leading axes
    // The brackets as they were written: they may belong to the tensor's name, which only its file knows.
    std::string brackets{};
};
Result<Reference> parseReference(std::string_view text);
inline constexpr ErrorKind badIndex{HEEDMAP_MESSAGE(
    "Error", "\"%1\" is not an index; write whole numbers as in [2,7], 2:5 for some entries, : for a whole axis, or "
             "mean")};
// Which tensor of an open file that is, and what of its axes: counted from 0, ranges with their ends.
// Errors: those of find(), badIndex, indexOutOfRange, emptyRange, tooManyIndices.
struct Found {
    std::size_t tensor = 0;
    std::vector<AxisPart> parts;
};
Result<Found> findIn(const TensorFile& file, const Reference& reference);

// `parts` (of the leading axes) counted from 0, ranges with their ends. Errors: as above, without a file.
Result<std::vector<AxisPart>> partsWithin(std::vector<AxisPart> parts, const Shape& shape);
// What is left of a shape, and of a tensor: entries are taken, ranges narrowed (the numbers stay where they are), means
// computed in float64. Precondition: partsWithin() gave them.
Shape shapeOf(const Shape& shape, const std::vector<AxisPart>& parts);
Tensor partOf(Tensor tensor, const std::vector<AxisPart>& parts);
std::string textOf(const std::vector<AxisPart>& parts); // "[2,7]"; "" of none
// Without the ends of ranges that the axis has anyway: ":" for the whole.
std::vector<AxisPart> shortForm(std::vector<AxisPart> parts, const Shape& shape);

// The tensor a reference names, with the parts of its axes that it says. `check` is of what is left.
// Errors: those of open(), findIn(), `check` and read().
struct OpenedTensor {
    Tensor tensor;
    Labels labels;
    std::string name; // "attn[2,7]"; file name where the tensor has none
    std::vector<Phrase> remarks;
};
Result<OpenedTensor> openReference(const Reference& reference, const ReadOptions& options = {},
                                   const ShapeCheck& check = {});
inline constexpr ErrorKind indexOutOfRange{
    HEEDMAP_MESSAGE("Error", "index %1 is outside axis %2, which has %3 entries")};
inline constexpr ErrorKind emptyRange{
    HEEDMAP_MESSAGE("Error", "the range %1 holds nothing of axis %2, which has %3 entries")};
inline constexpr ErrorKind tooManyIndices{
    HEEDMAP_MESSAGE("Error", "%1 indices are given, but the tensor has only %2 axes (%3)")};

} // namespace heedmap::files
