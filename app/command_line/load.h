// From the input and problem options to a session: what the window would show.
#pragma once

#include "app/command_line/options.h"
#include "core/attention/attention.h"

#include <vector>

namespace heedmap::command_line {

// Attention of one score function over heads or over the entries of a stack of Q and K.
struct AttentionSet {
    std::string name;           // "scaled"; what the arrays of several sets are told apart by
    std::vector<Index> leading; // sizes of the axes before rows and columns; empty: one entry
    std::vector<attention::Attention<double>> entries;
    std::vector<MatrixD> values{}; // V of each entry; n_k × 0 where there is none
    bool onlyWeights = false;      // α of a file: no scores and no context
};

// Matrices of the session that came from one tensor: `count` of them, in order.
struct MatrixGroup {
    std::string name;
    std::vector<Index> leading;
    std::size_t count = 0;
};

struct Loaded {
    files::Session session;
    std::vector<MatrixGroup> groups;
    // What a session cannot say by a problem (heads, stacks, scores of a file), already computed; its matrices are α of
    // these. Empty where the session's panels say everything.
    std::vector<AttentionSet> sets{};
};

// Prints remarks (labels cropped, parameters not known). Errors: of reading, of sizes that do not fit.
Result<Loaded> load(const InputOptions& input, const ProblemOptions& problem);

// The attention of every panel that is computed: `sets`, else each score panel of the session.
Result<std::vector<AttentionSet>> attentionOf(const Loaded& loaded);

inline constexpr ErrorKind stacksDiffer{
    "%1 holds %2 matrices and %3 holds %4; they have to be as many, or Q a multiple "
    "of K (grouped heads)"};
inline constexpr ErrorKind nothingToAttend{"the input holds no queries and keys, only weights; give --q and --k, or "
                                           "say that they are scores with --normalizer"};

} // namespace heedmap::command_line
