// The problem options applied to a problem, or to all that a session computes with.
#pragma once

#include "app/command_line/options.h"
#include "core/session/session.h"

namespace heedmap::command_line {

// Parameters from a file, mask, normalizer and temperature; what is not given stays. Errors: of reading the files.
Result<void> applyOptions(attention::Problem& problem, const ProblemOptions& options,
                          const files::ReadOptions& reading);
Result<void> applyOptions(files::Session& session, const ProblemOptions& options, const files::ReadOptions& reading);

// What the score functions need and nobody gave, seeded. With --seed, all that does not come from --parameters.
void seedParameters(attention::Problem& problem, const std::vector<attention::ScoreFunction>& functions,
                    const ProblemOptions& options);

inline constexpr ErrorKind emptyParameter{
    "the parameter %1 is %2 and holds no number; leave it out of the file where it is to be seeded"};
inline constexpr ErrorKind parameterRank{"the parameter is %1, but a matrix is needed"};

} // namespace heedmap::command_line
