// Exchanging the axes of a matrix of a session: what its file has as rows become columns.
#pragma once

#include "core/session/session.h"

namespace heedmap::files {

// The matrix, its mask and its labels; its name says so by a ᵀ, which a second time takes away. Precondition: the
// matrix exists.
void exchangeAxes(Session& session, std::size_t matrix);

} // namespace heedmap::files
