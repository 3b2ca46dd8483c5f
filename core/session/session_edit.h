// Edits of a session's sequences that keep everything beside its token: rows of Q, K, V or X, gold links and the custom
// mask move with it.
#pragma once

#include "core/session/session.h"

#include <string>
#include <vector>

namespace heedmap::files {

enum class Sequence : std::uint8_t {
    target, // queries: rows of Q
    source, // keys: rows of K and V
    self,   // X: queries and keys at once
};

// How many positions the sequence has: rows of its matrix.
Index lengthOf(const Session& session, Sequence sequence);
// Its tokens; empty where it has none.
const std::vector<std::string>& tokensOf(const Session& session, Sequence sequence);

// `count` positions with zeros, empty tokens (where there are tokens) and nothing masked, before position `at`.
void insertPositions(Session& session, Sequence sequence, Index at, Index count);
void removePositions(Session& session, Sequence sequence, Index first, Index count);

// Replaces all tokens. The longest common beginning and end keep their rows; in between rows are kept in order, and
// added or removed at its end.
void setTokens(Session& session, Sequence sequence, std::vector<std::string> tokens);

// A line of text as tokens: split at spaces.
std::vector<std::string> tokensOfText(std::string_view text);

// `count` rows (columns) of `value` before row (column) `at`; and without `count` of them from `first` on.
template <class M>
M withRows(const M& matrix, Index at, Index count, typename M::Scalar value) {
    M result(matrix.rows() + count, matrix.cols());
    result.topRows(at) = matrix.topRows(at);
    result.middleRows(at, count).setConstant(value);
    result.bottomRows(matrix.rows() - at) = matrix.bottomRows(matrix.rows() - at);
    return result;
}
template <class M>
M withColumns(const M& matrix, Index at, Index count, typename M::Scalar value) {
    M result(matrix.rows(), matrix.cols() + count);
    result.leftCols(at) = matrix.leftCols(at);
    result.middleCols(at, count).setConstant(value);
    result.rightCols(matrix.cols() - at) = matrix.rightCols(matrix.cols() - at);
    return result;
}
template <class M>
M withoutRows(const M& matrix, Index first, Index count) {
    M result(matrix.rows() - count, matrix.cols());
    result.topRows(first) = matrix.topRows(first);
    result.bottomRows(result.rows() - first) = matrix.bottomRows(result.rows() - first);
    return result;
}
template <class M>
M withoutColumns(const M& matrix, Index first, Index count) {
    M result(matrix.rows(), matrix.cols() - count);
    result.leftCols(first) = matrix.leftCols(first);
    result.rightCols(result.cols() - first) = matrix.rightCols(result.cols() - first);
    return result;
}

} // namespace heedmap::files
