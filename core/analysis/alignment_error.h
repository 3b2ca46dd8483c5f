// How well α finds the words that belong together: precision, recall and alignment error rate against a gold alignment
// (Och and Ney 2003). With links A, sure gold links S and possible ones P ⊇ S:
//   precision = |A ∩ P| / |A|;  recall = |A ∩ S| / |S|;  AER = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)
#pragma once

#include "core/attention/alpha_source.h"
#include "core/tensor/labels.h"
#include "core/tensor/matrix.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace heedmap::analysis {

// Counts of one sentence or, added up, of many: figures of a corpus come from its sums, and not from means over
// sentences. A link that is given twice counts once; one that is both sure and possible is sure.
struct AlignmentCounts {
    Index links = 0;         // |A|
    Index sure = 0;          // |S|
    Index linksSure = 0;     // |A ∩ S|
    Index linksPossible = 0; // |A ∩ P|

    AlignmentCounts& operator+=(const AlignmentCounts& other);
    friend bool operator==(const AlignmentCounts&, const AlignmentCounts&) = default;
    // None where there is nothing to divide by: no links, no sure links, neither.
    std::optional<double> precision() const;
    std::optional<double> recall() const;
    std::optional<double> errorRate() const;
};

AlignmentCounts countLinks(std::span<const Cell> links, std::span<const GoldLink> gold);

// One link a row, to the column with the largest weight, the first of equals. Rows and columns from rowCount and
// columnCount on (the end of sentence) are no words: they neither have links nor get them. A row without any number has
// none.
std::vector<Cell> strongestLinks(const MatrixD& alpha, Index rowCount, Index columnCount);
// A link wherever the weight is at least `threshold`.
std::vector<Cell> linksFrom(const MatrixD& alpha, double threshold, Index rowCount, Index columnCount);

// "⏎", "</s>", "<eos>" and the like: what stands for the end of a sentence.
bool isEndOfSentence(std::string_view label);

// How many rows and columns are words: all but a last one that stands for the end of the sentence, or that alone has no
// label.
struct WordCounts {
    Index rows = 0;
    Index columns = 0;
    friend bool operator==(const WordCounts&, const WordCounts&) = default;
};
WordCounts wordsOf(const Labels& labels, Index rows, Index columns);

// What becomes of links of the end of the sentence, of α and of the gold alignment alike.
enum class EndLinks : std::uint8_t { leftOut, counted };

// The links of α against gold: the strongest of each row, or all ones where α holds nothing but 0 and 1, as the links
// of an aligner do. Gold links that lie outside α are passed over.
AlignmentCounts linksAgainst(const attention::AlphaSource& alpha, const Labels& labels, std::span<const GoldLink> gold,
                             EndLinks end = EndLinks::leftOut);
// The same; none without gold.
std::optional<AlignmentCounts> strongestAgainst(const attention::AlphaSource& alpha, const Labels& labels,
                                                std::span<const GoldLink> gold, EndLinks end = EndLinks::leftOut);
// The gold links that have an end of the sentence on either side.
Index linksOfTheEnd(std::span<const GoldLink> gold, const WordCounts& words, Index rows, Index columns);

} // namespace heedmap::analysis
