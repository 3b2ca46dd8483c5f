// What determines α, as a request says it, taken into a problem. Private to the importer.
#pragma once

#include "core/session/stack.h"

#include <functional>

namespace heedmap::files {

// A mask of any rank that broadcasts to queries × keys, of every entry of a stack of these sizes before them.
class MaskStack {
public:
    // Errors: those of openStack() and customMask(), customMaskEmpty.
    static Result<MaskStack> open(OpenFiles& files, const Input& input);
    // Of the n-th entry of a stack of `leading` sizes. Errors: customMaskDoesNotFit.
    Result<BoolMatrix> at(Index n, const std::vector<Index>& leading, Index queries, Index keys) const;
    // The one for all heads. Errors: customMaskDoesNotFit, maskPerHead.
    Result<BoolMatrix> one(Index queries, Index keys) const;

private:
    Result<BoolMatrix> broadcast(const BoolMatrix& mask, Index queries, Index keys) const;

    std::vector<Index> leading_;
    std::vector<BoolMatrix> masks_;
    std::string reference_;
};

// Parameters from a file, mask (but no custom one), normalizer, temperature, method and seeds; what is not given stays.
// Errors: of reading the file, parameterRank, emptyParameter.
Result<void> applyProblem(attention::Problem& problem, const ProblemRequest& request, OpenFiles& files);
// The same for all that a session computes with.
Result<void> applyProblem(Session& session, const ProblemRequest& request, OpenFiles& files);

} // namespace heedmap::files
