#include "ui/document/computed_panel.h"

#include "core/attention/computed_alpha.h"
#include "core/files/available_memory.h"
#include "core/files/consistency.h"

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

Result<Source> make(const MatrixD& q, const MatrixD& k, const files::Session& session,
                    attention::ScoreFunction function) {
    const attention::Parameters parameters = attention::withSeededScores(
        session.operands(function).parameters, q.cols(), k.cols(), files::hiddenSize(q.cols(), k.cols()), 0);
    const MatrixF queries = q.cast<float>();
    const MatrixF keys = k.cast<float>();
    auto alpha = attention::ComputedAlpha::make(function, kernels::viewOf(queries), kernels::viewOf(keys), parameters,
                                                session.problem.mask, session.problem.normalizer);
    if (!alpha)
        return alpha.error();
    return Source(*std::move(alpha));
}

} // namespace

bool isPlain(const files::Session& session, attention::ScoreFunction function) {
    const attention::Problem& problem = session.problem;
    return problem.kind == attention::ProblemKind::cross && problem.heads == 1 &&
           problem.k.rows() == problem.v.rows() && !session.hasOwn(function) && !attention::projects(problem);
}

Result<Source> computedOnDemand(const attention::Projected& projected, const files::Session& session,
                                attention::ScoreFunction function) {
    return make(projected.q, projected.k, session, function);
}

Result<Source> computedOnDemand(const files::Session& session, attention::ScoreFunction function) {
    HEEDMAP_EXPECTS(isPlain(session, function));
    const attention::Operands& operands = session.operands(function);
    return make(operands.q, operands.k, session, function);
}

} // namespace heedmap
