// Exchanging the axes of a matrix of a session: what its file has as rows become columns.
#pragma once

#include "core/session/session.h"

namespace heedmap::files {

// The matrix, its mask and its labels; its name says so by a ᵀ, which a second time takes away. The session's labels
// are those of all its matrices, so they are exchanged with the first. Precondition: the matrix exists.
void exchangeAxes(Session& session, std::size_t matrix);

} // namespace heedmap::files
