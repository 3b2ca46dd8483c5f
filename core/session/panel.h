// What a panel of a session stands for: its name in files, the matrices it needs, and the stack of layers and heads
// that a matrix belongs to, which are those of one name, as "attn[2,7]" says.
#pragma once

#include "core/analysis/rollout.h"
#include "core/session/session.h"

#include <map>

namespace heedmap::files {

// The two that a difference is made of, as panels of weights; minuendOf() of other kinds: the weights they come from.
Panel minuendOf(const Panel& panel);
Panel subtrahendOf(const Panel& panel);
void setSubtrahend(Panel& panel, const Panel& weights);

// As files and the command line call it, never translated: "scaled", "attn[2,7]", "scaled[1]" (a head), "dot - scaled",
// "dot gradient", "attn rollout". Precondition: its matrices exist.
std::string panelName(const Session& session, const Panel& panel);

// "attn[2,7]" → "attn" and 2, 7; a name without an index has none.
struct IndexedName {
    std::string name;
    std::vector<Index> index;
};
IndexedName indexedNameOf(std::string_view text);
// Where a matrix stands in its stack: by its origin, else by its name.
IndexedName placeOf(const FileMatrix& matrix);

inline constexpr ErrorKind noStack{HEEDMAP_MESSAGE(
    "Error", "\"%1\" is not of a stack of layers; their names end with [layer, head], as in attn[2,7]")};

// The heads of every layer of the stack that a matrix belongs to, in order: the first index is the layer, the last the
// head (a single index: the layer); those in between (a batch) are the matrix's own. Precondition: the matrix exists.
// Errors: noStack.
Result<analysis::HeadStack> stackOf(const Session& session, std::size_t matrix);
// The matrices of that stack, layer by layer; none where there is no stack.
std::vector<std::size_t> membersOfStack(const Session& session, std::size_t matrix);

// Of a panel of weights over heads: only these, ascending; empty: all heads of the problem, or, of a matrix, that one
// itself. Of a matrix they are those of its layer of the stack. They are kept in Panel::rollout.
const std::vector<Index>& chosenHeads(const Panel& panel);
void setChosenHeads(Panel& panel, std::vector<Index> heads);
// The head that a panel of weights shows alone; none: it shows several, or a matrix without a stack.
std::optional<Index> soleHead(const Session& session, const Panel& panel);
// Session::matrices[…] of the heads of the layer that a matrix belongs to, by head; empty without a stack.
std::map<Index, std::size_t> headsOfLayer(const Session& session, std::size_t matrix);
std::string layerName(const Session& session, std::size_t matrix); // "attn[2,7]" → "attn[2]"

// Both panels have tokens on an axis, and they are not the same: a cell of one is not what the same cell of the other
// is.
bool tokensDiffer(const Session& session, const Panel& a, const Panel& b);

// What the panel is computed from: Session::matrices[…], each once.
std::vector<std::size_t> matricesOf(const Session& session, const Panel& panel);

} // namespace heedmap::files
