// How well α finds the words that belong together: precision, recall and alignment error rate against a gold alignment
// (Och and Ney 2003). With links A, sure gold links S and possible ones P ⊇ S:
//   precision = |A ∩ P| / |A|;  recall = |A ∩ S| / |S|;  AER = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)
#pragma once

#include "core/attention/alpha_source.h"
#include "core/tensor/labels.h"
#include "core/tensor/matrix.h"

#include <optional>
#include <span>
#include <vector>

namespace heedmap::analysis {

// Counts of one sentence or, added up, of many. A link that is given twice counts once; one that is both sure and
// possible is sure.
struct AlignmentCounts {
    Index links = 0;         // |A|
    Index sure = 0;          // |S|
    Index linksSure = 0;     // |A ∩ S|
    Index linksPossible = 0; // |A ∩ P|

    AlignmentCounts& operator+=(const AlignmentCounts& other);
    // Where there is nothing to divide by, nothing was done wrong: 1, 1 and 0.
    double precision() const;
    double recall() const;
    double errorRate() const;
};

AlignmentCounts countLinks(std::span<const Cell> links, std::span<const GoldLink> gold);

// One link a row, to the column with the largest weight, the first of equals. Rows and columns from rowCount and
// columnCount on (the end of sentence) are no words: they neither have links nor get them. A row without any number has
// none.
std::vector<Cell> strongestLinks(const MatrixD& alpha, Index rowCount, Index columnCount);
// A link wherever the weight is at least `threshold`.
std::vector<Cell> linksFrom(const MatrixD& alpha, double threshold, Index rowCount, Index columnCount);

// The strongest links of a panel. Where the last label of an axis stands for the end of the sentence ("⏎", "</s>"), it
// is no word. Gold links that lie outside α are passed over. None without gold.
std::optional<AlignmentCounts> strongestAgainst(const attention::AlphaSource& alpha, const Labels& labels,
                                                std::span<const GoldLink> gold);

} // namespace heedmap::analysis
