// From the tensors of a file to a session: no dialogs, no widgets.
#pragma once

#include "core/session/reference.h"
#include "core/session/session.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace heedmap {

enum class TensorRole { none, alpha, q, k, v, x };

// What one tensor of a file is taken for. `index` has an entry for each leading axis and picks one matrix of a stack;
// with `alpha`, files::wholeAxis stands for all along an axis, and nothing at all for the whole stack, side by side.
struct TensorUse {
    std::size_t tensor = 0;
    TensorRole role = TensorRole::none;
    std::vector<Index> index;
};

// What names and shapes suggest, one entry for each tensor of the file: tensors named q, k, v (or ending so) are a
// problem; else what is most likely called α is shown.
std::vector<TensorUse> suggestedUses(const files::TensorFile& file);
// Nothing else could reasonably be meant, so nobody is asked.
bool isClear(const files::TensorFile& file);

// More matrices than this are not drawn at once.
inline constexpr Index maxMatrices = 1024;

inline constexpr ErrorKind nothingChosen{HEEDMAP_MESSAGE("Error", "the file holds no tensor that can be shown")};
inline constexpr ErrorKind keysNeeded{
    HEEDMAP_MESSAGE("Error", "Q and K are needed together to compute α; %1 is missing")};
inline constexpr ErrorKind emptyStack{HEEDMAP_MESSAGE("Error", "a tensor of shape %1 holds no matrix")};

struct OpenedSession {
    files::Session session;
    QString sessionPath; // of a .heedmap file; empty for everything else
    QStringList remarks; // sentences for the user
};

// Errors: those of reading, nothingChosen, keysNeeded, emptyStack, indexOutOfRange.
Result<OpenedSession> sessionOf(const files::TensorFile& file, const std::vector<TensorUse>& uses);

// A session file, a picture that carries its session, or a manifest as JSON: by ending and content.
bool holdsSession(const QString& path);
Result<OpenedSession> openSession(const QString& path);

// Appends the matrices and panels of `more`, as when several files are dropped at once.
void append(files::Session& session, const files::Session& more);

// Tokens in a file beside `path`: NAME.tokens.json, with fewer and fewer endings of NAME, then tokens.json.
Labels labelsBeside(const QString& path, Index rows, Index columns);

} // namespace heedmap
