// α of long sequences, computed on demand instead of held in memory.
#pragma once

#include "core/attention/problem.h"
#include "core/attention/score.h"
#include "core/session/session.h"

#include <memory>
#include <optional>

namespace heedmap {

// Whether α is to be computed on demand: e and α of all panels that show scores take more memory than a window should,
// and α is that of the normalizer itself. What stands in for it (Problem::approximation) is always held whole.
bool needsOnDemand(const files::Session& session);

// alphaTooLarge (panel_result.h), where e and α of all panels that show scores do not fit into a half of the memory.
std::optional<Error> tooLarge(const files::Session& session);

// Whether Q and K enter the score function as the session has them: no projection, no heads.
bool isPlain(const files::Session& session, attention::ScoreFunction function);

// α as tiles computed when they are asked for (in float32 where Q and K are that; else its numbers in float64), with
// parameters seeded where they are missing. Errors: those of StreamingAttention::prepare().
Result<std::shared_ptr<const attention::AlphaSource>> computedOnDemand(const attention::Projected& projected,
                                                                       const files::Session& session,
                                                                       attention::ScoreFunction function);

// What α of a plain problem follows from, apart from the session; in float32, where that holds all of Q and K, a sixth
// of a copy of that.
struct PlainOperands {
    MatrixF q, k;
    MatrixD wideQ, wideK; // instead, where float32 does not hold them
    attention::Parameters parameters;
    attention::MaskSpec mask;
    attention::Normalizer normalizer;
};
// Precondition: isPlain() under the score functions that it is for.
PlainOperands plainOperands(const files::Session& session);
Result<std::shared_ptr<const attention::AlphaSource>> computedOnDemand(const PlainOperands& operands,
                                                                       attention::ScoreFunction function);

} // namespace heedmap
