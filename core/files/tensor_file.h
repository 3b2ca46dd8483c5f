// One door for every kind of file that holds tensors: npy, npz, safetensors, torch archives, csv/tsv, json, what Python
// prints, alignments in text. Sessions, which can be opened as such too, have theirs in core/session/reference.h.
// Opening reads only what describes the file; numbers are mapped or read when a tensor is asked for. All sizes are
// checked against the real file before anything is allocated, and nothing in a file is ever executed.
#pragma once

#include "core/files/labels.h"
#include "core/files/number_field.h"
#include "core/files/text_encoding.h"
#include "core/result.h"
#include "core/tensor/tensor.h"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heedmap::files {

enum class Format : std::uint8_t { npy, npz, safetensors, csv, tsv, json, torch, session, python, alignments };
std::string_view nameOf(Format format);

// How to read a text that can be read in several ways; what is not chosen is guessed and noted.
struct TextChoices {
    std::optional<TextEncoding> encoding;
    std::optional<DecimalSign> decimal;
    std::optional<bool> columnLabels; // whether the first row of a table holds them
    std::optional<bool> rowLabels;    // whether the first column does
    friend bool operator==(const TextChoices&, const TextChoices&) = default;
};

// How to read what a file does not say by itself.
struct ReadOptions {
    bool voidAsBfloat16 = false; // `|V2` arrays
    enum class Complex { refuse, magnitude, real } complex = Complex::refuse;
    TextChoices text{};
};

struct TensorInfo {
    std::string name;           // "" in a file that holds a single tensor without a name
    std::string storedDtype;    // as the file spells it: "<f4", "BF16", "|V2"
    std::optional<DType> dtype; // none: it cannot be read, and `refusal` says why
    Shape shape;
    std::optional<Error> refusal;
    bool isItem = false; // an entry of the stack that is listed before it
};

// Whether a shape can be used at all; asked before its numbers are read, which may take much memory.
using ShapeCheck = std::function<Result<void>(const Shape& shape)>;

class TensorFile {
public:
    virtual ~TensorFile() = default;
    const std::string& path() const { return path_; }
    Format format() const { return format_; }
    const std::vector<TensorInfo>& tensors() const { return tensors_; }
    const Labels& labels() const { return labels_; } // tokens that came with the file; empty where it has none
    virtual Labels labelsOf(std::size_t) const { return labels_; } // of one of the tensors, where they differ
    // Things worth a sentence that did not stop the reading ("; with a decimal comma", trailing bytes that are
    // allowed).
    const std::vector<Phrase>& remarks() const { return remarks_; }
    // How a text was read, so that another way can be chosen: all of it where it is a table, the encoding where it is
    // JSON, nothing where the file is no text.
    const TextChoices& textChoices() const { return textChoices_; }

    // Position of a name; "" names the only tensor, entries of stacks aside. Errors: noSuchTensor with the nearest
    // name, tensorNameNeeded.
    Result<std::size_t> find(std::string_view name) const;
    // The numbers, mapped where the file allows it. Errors: the tensor's refusal, or what is found while reading.
    virtual Result<Tensor> read(std::size_t tensor) const = 0;
    // The entries along the first axis: each is mapped where it can be, even where not all of them could be as one.
    // Precondition: the tensor has an axis.
    virtual Result<std::vector<Tensor>> readEntries(std::size_t tensor) const;
    // Which cells of every matrix of a tensor are masked (0), as the file says; empty where it says nothing.
    virtual BoolMatrix allowed(std::size_t) const { return {}; }

protected:
    std::string path_;
    Format format_ = Format::npy;
    std::vector<TensorInfo> tensors_;
    Labels labels_;
    std::vector<Phrase> remarks_;
    TextChoices textChoices_;
};

inline constexpr ErrorKind noSuchTensor{
    HEEDMAP_MESSAGE("Error", "the file has no tensor \"%1\"; the nearest name is \"%2\"")};
inline constexpr ErrorKind noTensors{HEEDMAP_MESSAGE("Error", "the file holds no tensors")};
inline constexpr ErrorKind noTensorNames{
    HEEDMAP_MESSAGE("Error", "the file has no tensor \"%1\"; its only tensor has no name")};
inline constexpr ErrorKind tensorNameNeeded{HEEDMAP_MESSAGE("Error", "the file holds %1 tensors; say which, as in %2")};

inline constexpr ErrorKind holdsSession{
    HEEDMAP_MESSAGE("Error", "this is a session of Heedmap and not a file of tensors")};

// Recognises the format by content first, by ending second. Errors: those of reading; holdsSession.
Result<std::unique_ptr<TensorFile>> openTensors(const std::string& path, const ReadOptions& options = {});

} // namespace heedmap::files
