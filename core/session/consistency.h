// Keeps the shapes of a session together: whoever edits one matrix sees the others follow, and is told how.
#pragma once

#include "core/session/session.h"

#include <cstring>
#include <string>
#include <vector>

namespace heedmap::files {

// What was adapted: a kind of sentence (like those of errors) and what its %1 … stand for.
struct Adaptation {
    const ErrorKind* kind;
    std::vector<Phrase> values;
};
std::string sentence(const Adaptation& adaptation); // in English, with capital and full stop

inline constexpr ErrorKind rowAdded{
    HEEDMAP_MESSAGE("Adaptation", "%1 now has %2 rows, as %3 has (1 row of zeros added)")};
inline constexpr ErrorKind rowsAdded{
    HEEDMAP_MESSAGE("Adaptation", "%1 now has %2 rows, as %3 has (%4 rows of zeros added)")};
inline constexpr ErrorKind rowRemoved{HEEDMAP_MESSAGE("Adaptation", "the last row of %1 was removed to go with %3")};
inline constexpr ErrorKind rowsRemoved{
    HEEDMAP_MESSAGE("Adaptation", "the last %4 rows of %1 were removed to go with %3")};
inline constexpr ErrorKind tokensFollow{HEEDMAP_MESSAGE("Adaptation", "the number of %1 tokens is now %2, as %3 has")};
inline constexpr ErrorKind parameterResized{HEEDMAP_MESSAGE(
    "Adaptation", "%1 is now %2, as d_q = %3 and d_k = %4 (what is new in it was drawn at random with seed 0)")};
inline constexpr ErrorKind projectionResized{
    HEEDMAP_MESSAGE("Adaptation", "%1 is now %2, as X has %3 columns (what is new in it is the identity)")};
inline constexpr ErrorKind crossProjectionResized{
    HEEDMAP_MESSAGE("Adaptation", "%1 is now %2, as %4 has %3 columns (what is new in it is the identity)")};
inline constexpr ErrorKind outputResized{HEEDMAP_MESSAGE(
    "Adaptation", "%1 is now %2, as the heads side by side have %3 columns (what is new in it is the identity)")};
inline constexpr ErrorKind parameterSeeded{
    HEEDMAP_MESSAGE("Adaptation", "%1 was not given and was drawn at random with seed 0 (%2)")};
inline constexpr ErrorKind maskResized{
    HEEDMAP_MESSAGE("Adaptation", "the custom mask is now %1, as α is (new cells are allowed)")};
inline constexpr ErrorKind linkDropped{
    HEEDMAP_MESSAGE("Adaptation", "one gold link pointed outside the tokens and was removed")};
inline constexpr ErrorKind linksDropped{
    HEEDMAP_MESSAGE("Adaptation", "%1 gold links pointed outside the tokens and were removed")};
inline constexpr ErrorKind othersFollow{
    HEEDMAP_MESSAGE("Adaptation", "the other score functions' own Q, K and V now have as many rows")};
inline constexpr ErrorKind sideFilled{HEEDMAP_MESSAGE("Adaptation", "%1 had no numbers yet; it was copied from %2")};

// `session` after an edit that began at `before`. What was edited wins; what has to go with it follows:
//  - V has as many rows as K; tokens are as many as rows (no tokens at all stay none, and tokens that were added by
//    the edit get rows of zeros);
//  - the operands that score functions have for themselves have as many rows as each other and the problem;
//  - parameters fit d_q and d_k: what overlaps is kept, the rest is seeded; those that a shown score function needs and
//    nobody gave are seeded (attention::withSeededScores, seed 0, hiddenSize());
//  - projections have as many rows as X (cross that projects: Q, K, V) has columns, identity where they grow; W_o as
//    many as the heads have columns side by side; panels of heads that are gone show all heads;
//  - the custom mask has the size of α; gold links that point outside are dropped;
//  - the side (self, cross) that is shown has numbers: an empty one starts as a copy of the other.
// d_q ≠ d_k stays: general and additive can use it, and the other score functions say that they cannot.
std::vector<Adaptation> makeConsistent(Session& session, const Session& before);
// The same of a session that was just read: nothing in it was edited.
std::vector<Adaptation> makeConsistent(Session& session);

// The hidden size of additive attention where nothing says it.
Index hiddenSize(Index queryDimension, Index keyDimension);

// Fills what `function` needs and `problem` lacks, the same for window and command line. Returns the names filled.
std::vector<std::string> seedMissing(attention::Problem& problem, attention::ScoreFunction function,
                                     std::uint64_t seed = 0);
// The same for what `function` computes with in `session`.
std::vector<std::string> seedMissing(Session& session, attention::ScoreFunction function, std::uint64_t seed = 0);

// Sizes of what enters the score function (of one head), whatever the kind: without computing anything.
struct ProblemSizes {
    Index queries = 0, keys = 0, queryDimension = 0, keyDimension = 0, valueDimension = 0;
};
ProblemSizes sizesOf(const attention::Problem& problem);
ProblemSizes sizesOf(const Session& session, std::optional<attention::ScoreFunction> function);

// The same size and the same bits: NaN equals itself.
template <class Derived>
bool sameNumbers(const Derived& a, const Derived& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           (a.size() == 0 ||
            std::memcmp(a.data(), b.data(), sizeof(*a.data()) * static_cast<std::size_t>(a.size())) == 0);
}

} // namespace heedmap::files
