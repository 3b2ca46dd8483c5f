// α of every entry of a stack: of several heads, of several Q and K, of scores that come from a file.
#pragma once

#include "core/attention/attention.h"
#include "core/session/session.h"

#include <string>
#include <vector>

namespace heedmap::files {

// Attention of one score function over heads or over the entries of a stack of Q and K.
struct AttentionSet {
    std::string name;           // "scaled"; what the arrays of several sets are told apart by
    std::vector<Index> leading; // sizes of the axes before rows and columns; empty: one entry
    std::vector<attention::Attention<double>> entries;
    std::vector<MatrixD> values{}; // V of each entry; n_k × 0 where there is none
    Labels labels{};               // of every entry
    bool onlyWeights = false;      // α of a file: no scores and no context
};

// "attn" and {2, 7} → "attn[2,7]".
std::string indexedName(const std::string& name, const std::vector<Index>& index);
// The index of the n-th entry of axes of these sizes, in C order.
std::vector<Index> indexOf(Index n, const std::vector<Index>& sizes);

// The attention of every score function that the session's panels show, of all its heads. Errors: nothingToAttend,
// those of attend().
Result<std::vector<AttentionSet>> attentionOf(const Session& session);

inline constexpr ErrorKind nothingToAttend{
    HEEDMAP_MESSAGE("Error", "the input holds no queries and keys, only weights; give --q and --k, or "
                             "say that they are scores with --normalizer")};

} // namespace heedmap::files
