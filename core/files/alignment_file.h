// Alignments in text, as tools for translation print them: a sentence after another, each a matrix of weights or links
// with rows for the target words and columns for the source words.
//   Marian    --alignment soft|hard, with or without n-best fields:  target ||| w,w,w w,w,w   (a group a target word)
//   Nematus   id ||| target ||| score ||| source ||| n m, and below it a line of weights for each target word
//   OpenNMT   --report_align as Marian's links; --attn_debug tables, the largest weight of a row marked with *
//   fairseq   --print_alignment soft|hard: lines S-id, H-id (or D-id) and A-id
//   Pharaoh   0-0 1-2, a line a sentence
#pragma once

#include "core/files/links.h"
#include "core/files/mapped_file.h"
#include "core/files/tensor_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::files {

inline constexpr ErrorKind noAlignments{
    HEEDMAP_MESSAGE("Error", "the file holds sentences, but no alignment; fairseq writes them with --print-alignment")};
inline constexpr ErrorKind unevenWeights{HEEDMAP_MESSAGE("Error", "word %1 has %2 weights, but the first has %3")};
inline constexpr ErrorKind badWeight{HEEDMAP_MESSAGE("Error", "\"%1\" is not a weight")};
inline constexpr ErrorKind linkTooFar{HEEDMAP_MESSAGE("Error", "a link to word %1 is too far away to be drawn")};

enum class AlignmentTool : std::uint8_t { marian, nematus, openNmt, fairseq, pharaoh };

// By the beginning of a file, whose last line may be cut. None where it is something else.
std::optional<AlignmentTool> alignmentToolOf(std::string_view beginning);

struct AlignedSentence {
    std::string name;                           // "17"; "17.1" is the second of the translations of 17
    Labels labels;                              // with "</s>" where the tool adds it
    MatrixD weights;                            // target × source; of links 1, where only possible ½
    std::optional<std::vector<GoldLink>> links; // of links, counted from 0
    std::optional<Error> refusal;               // why it cannot be read; then it has no weights
};

// A tensor a sentence, named as the file names it.
class AlignmentFile : public TensorFile {
public:
    // `tool` is its name, which stands as the stored dtype.
    AlignmentFile(std::string path, std::vector<AlignedSentence> sentences, const char* tool,
                  std::vector<Phrase> remarks);
    const std::vector<AlignedSentence>& sentences() const { return sentences_; }
    Labels labelsOf(std::size_t tensor) const override { return sentences_[tensor].labels; }
    Result<Tensor> read(std::size_t tensor) const override;

private:
    std::vector<AlignedSentence> sentences_;
};

// Errors: those of reading, noAlignments; what is wrong with one sentence is its refusal.
Result<std::unique_ptr<TensorFile>> openAlignments(const std::shared_ptr<const MappedFile>& file);

} // namespace heedmap::files
