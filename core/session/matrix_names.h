// What the matrices of a session are called, from where they came. Private to the importer.
#pragma once

#include "core/session/import.h"

namespace heedmap::files {

// Name, origin and title of each: "attn[2,7]", "dump.npz#attn[2,7]" and "L2 · H7". Where several files stand side by
// side, names and titles begin with the file; where several tensors of a file do, the title names the tensor.
// Precondition: as many sources as matrices.
void nameMatrices(Session& session, const std::vector<MatrixSource>& sources);

} // namespace heedmap::files
