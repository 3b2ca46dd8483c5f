#include "ui/document/computed_panel.h"

#include "core/attention/computed_alpha.h"
#include "core/files/available_memory.h"
#include "core/files/consistency.h"
#include "core/tensor/huge_pages.h"

#include <algorithm>

namespace heedmap {

bool isTooLargeForMemory(const files::Session& session) {
    constexpr double bytesOfCell = 25; // e and α in float64, and the pyramid
    const files::ProblemSizes sizes = files::sizesOf(session.problem);
    const auto panels = std::count_if(session.panels.begin(), session.panels.end(),
                                      [](const files::Panel& panel) { return panel.score.has_value(); });
    const double needed = bytesOfCell * static_cast<double>(sizes.queries) * static_cast<double>(sizes.keys) *
                          static_cast<double>(std::max<std::ptrdiff_t>(panels, 1));
    return needed > std::min(static_cast<double>(files::availableMemory()) / 8, 1e9);
}

namespace {

using Source = std::shared_ptr<const attention::AlphaSource>;

MatrixF narrowed(const MatrixD& matrix) {
    auto narrow = unfilled<MatrixF>(matrix.rows(), matrix.cols());
    narrow = matrix.cast<float>();
    return narrow;
}

} // namespace

bool isPlain(const files::Session& session, attention::ScoreFunction function) {
    const attention::Problem& problem = session.problem;
    return problem.kind == attention::ProblemKind::cross && problem.heads == 1 &&
           problem.k.rows() == problem.v.rows() && !session.hasOwn(function) && !attention::projects(problem);
}

PlainOperands plainOperands(const files::Session& session) {
    const attention::Problem& problem = session.problem;
    return {narrowed(problem.q), narrowed(problem.k), problem.parameters, problem.mask, problem.normalizer};
}

Result<Source> computedOnDemand(const PlainOperands& operands, attention::ScoreFunction function) {
    const Index queryDimension = operands.q.cols();
    const Index keyDimension = operands.k.cols();
    const attention::Parameters parameters = attention::withSeededScores(
        operands.parameters, queryDimension, keyDimension, files::hiddenSize(queryDimension, keyDimension), 0);
    auto alpha = attention::ComputedAlpha::make(function, kernels::viewOf(operands.q), kernels::viewOf(operands.k),
                                                parameters, operands.mask, operands.normalizer);
    if (!alpha)
        return alpha.error();
    return Source(*std::move(alpha));
}

Result<Source> computedOnDemand(const attention::Projected& projected, const files::Session& session,
                                attention::ScoreFunction function) {
    const attention::Problem& problem = session.problem;
    return computedOnDemand({narrowed(projected.q), narrowed(projected.k), session.operands(function).parameters,
                             problem.mask, problem.normalizer},
                            function);
}

} // namespace heedmap
