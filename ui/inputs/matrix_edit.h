// What can be done to a matrix as a whole: each an undoable change of the document with words.
#pragma once

#include "core/session/session_edit.h"
#include "ui/document/document.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace heedmap {

// The matrices that have a table: of the problem's kind, then the parameters that the score functions on show need
// that compute with the operands of `function`.
std::vector<MatrixId> dataMatrices(const files::Session& session);
std::vector<MatrixId> parameterMatrices(const files::Session& session, OperandsOf function = {});
// Whether a panel shows `score`, computed with the operands of `function`.
bool showsWith(const files::Session& session, attention::ScoreFunction score, OperandsOf function);

// The sequence that the rows of the matrix belong to; none for parameters.
std::optional<files::Sequence> sequenceOf(MatrixId id);

struct MatrixSize {
    Index rows = 0;
    Index columns = 0;
};
// The size it has, or should get where it is not given.
MatrixSize sizeToFill(const files::Session& session, MatrixId id, OperandsOf function = {});

void fillWithZeros(Document& document, MatrixId id);
void fillWithIdentity(Document& document, MatrixId id);
void fillWithRandom(Document& document, MatrixId id, std::uint64_t seed);
void replaceMatrix(Document& document, MatrixId id, MatrixD values, const QString& words);

// Rows and columns that only follow other matrices cannot be added or removed by themselves.
bool hasOwnRows(MatrixId id);
bool hasOwnColumns(MatrixId id);
void insertRows(Document& document, MatrixId id, Index at, Index count);
void removeRows(Document& document, MatrixId id, Index first, Index count);
void insertColumns(Document& document, MatrixId id, Index at, Index count);
// At least one column stays.
void removeColumns(Document& document, MatrixId id, Index first, Index count);

} // namespace heedmap
