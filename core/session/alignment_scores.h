// Alignments of many sentences against a gold alignment: matrices of a folder, an archive or a file, a sentence each,
// or the links of another aligner.
#pragma once

#include "core/analysis/alignment_error.h"
#include "core/files/links.h"
#include "core/files/tensor_file.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heedmap::files {

inline constexpr ErrorKind goldOfOtherSentences{
    HEEDMAP_MESSAGE("Error", "there are links for %1 sentences, but there are %2 sentences")};
inline constexpr ErrorKind noSentences{HEEDMAP_MESSAGE("Error", "the folder holds no file of numbers")};

// One matrix of a file that is open.
struct SentenceMatrix {
    std::string name;
    std::shared_ptr<const TensorFile> file;
    std::size_t tensor = 0;
    std::optional<Index> entry; // of the first axis of a tensor of rank 3
    Labels labels;
};

struct SentenceMatrices {
    std::vector<SentenceMatrix> sentences;
    bool isSet = false;    // what was named holds several by itself, and nothing else is likely meant
    bool hasLinks = false; // some are links of an aligner and no weights
};

// What a folder (its npy, npz, safetensors, csv, tsv and json files, by name; tokens from a json beside), an archive
// (its matrices, by name), a tensor [sentence, target, source] and a file of alignments hold; anything else is one.
// Numbers in names are ordered by their size. Errors: of reading, noSentences.
Result<SentenceMatrices> sentencesIn(const std::vector<std::string>& inputs, const ReadOptions& reading = {});

// Whether `goldLines` lines of links are those of the sentences one by one: as many, or as many as the file has that
// single sentences were named of; or what holds several matrices, or links, can be nothing else.
bool areSentences(const SentenceMatrices& matrices, std::size_t goldLines);

struct GoldOptions {
    std::optional<int> base{}; // none: as the links tell
    analysis::EndLinks end = analysis::EndLinks::leftOut;
    bool transposed = false; // rows of the matrices are source words
};

struct SentenceScore {
    std::string name;
    analysis::AlignmentCounts counts;
};
struct AlignmentScores {
    std::vector<SentenceScore> sentences;
    analysis::AlignmentCounts total;
    std::vector<Phrase> remarks; // what was assumed or left out
    Index exchanged = 0;         // matrices whose columns sum to 1 and whose rows do not
};

// The strongest links of each matrix (or its links) against `gold`, line by line; of single sentences of a file the
// lines that are theirs.
// Errors: goldOfOtherSentences, linkOutOfRange with the line, those of reading a matrix.
Result<AlignmentScores> scoresOf(const SentenceMatrices& matrices, std::vector<std::vector<GoldLink>> gold,
                                 const std::string& goldPath, const GoldOptions& options = {});
// The links of another aligner, whose words are counted as they tell. Errors: as above.
Result<AlignmentScores> scoresOfLinks(std::vector<std::vector<GoldLink>> links, std::vector<std::vector<GoldLink>> gold,
                                      const std::string& linksPath, const std::string& goldPath,
                                      const GoldOptions& options = {});

// The links of one sentence as they have to be for a matrix with these labels. Errors: linkOutOfRange.
struct FittedGold {
    std::vector<GoldLink> links;
    std::vector<Phrase> remarks;
};
Result<FittedGold> fittedGold(std::vector<GoldLink> links, const Labels& labels, Index rows, Index columns,
                              const GoldOptions& options = {});

} // namespace heedmap::files
