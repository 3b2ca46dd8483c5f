// The matrices of a tensor that has more than two axes: one for each entry of the axes before rows and columns. Private
// to the importer.
#pragma once

#include "core/session/import.h"

namespace heedmap::files {

struct Stack {
    std::shared_ptr<const TensorFile> file;
    std::size_t tensor = 0;
    std::string reference;        // as it would be written: "dump.npz#attn"
    std::vector<Index> leading;   // sizes of the axes before rows and columns
    std::vector<Tensor> matrices; // rank 2 each, in C order of these axes
    std::vector<MatrixSource> sources;
    Labels labels; // those that came with the file, or lie beside it; of any length

    const TensorInfo& info() const { return file->tensors()[tensor]; }
    Index rows() const { return matrices.empty() ? 0 : matrices.front().shape()[0]; }
    Index columns() const { return matrices.empty() ? 0 : matrices.front().shape()[1]; }
};

// Files that were opened, each once; what they remark is noted once.
class OpenFiles {
public:
    OpenFiles(const ReadOptions& reading, std::vector<Note>& notes)
        : reading_(reading)
        , notes_(notes) {}
    // Errors: those of open().
    Result<std::shared_ptr<const TensorFile>> open(const Input& input);
    const ReadOptions& reading() const { return reading_; }
    void note(const std::string& file, Phrase text) { notes_.push_back({file, std::move(text)}); }

private:
    ReadOptions reading_;
    std::vector<Note>& notes_;
    std::vector<std::shared_ptr<const TensorFile>> files_;
};

struct StackOptions {
    std::optional<Index> limit{}; // so many matrices, which is noted; none: more than mostMatrices are an error
    bool dropsOnes = false;       // leading axes of one, as of a single problem or mask
    bool onlyOne = false;         // more than one matrix is an error
};
// What an input names; rank 0 and 1 become one row, and a last axis of one behind rows and columns goes ([n, n, 1]),
// which is noted. Errors: those of open(), findIn() and read(), tooManyMatrices, noMatrix, oneMatrixNeeded; of shapes
// before any number is read.
Result<Stack> openStack(OpenFiles& files, const Input& input, const StackOptions& options);
// The same where only one matrix makes sense. Errors: also oneMatrixNeeded.
Result<Stack> openMatrix(OpenFiles& files, const Input& input);

// "…/ex0.npz" → "ex0.npz".
std::string lastPartOf(const std::string& path);
// Tokens in a file beside `path`: NAME.tokens.json, with fewer and fewer endings of NAME, then tokens.json where it
// fits. Empty where there are none.
Labels labelsBeside(const std::string& path, Index rows, Index columns);

} // namespace heedmap::files
