#include "core/session/computed_panel.h"

#include "core/attention/precise_alpha.h"
#include "core/files/available_memory.h"
#include "core/session/consistency.h"
#include "core/session/panel_result.h"
#include "core/tensor/huge_pages.h"

#include <algorithm>

namespace heedmap {

bool needsOnDemand(const files::Session& session) {
    if (!session.problem.approximation.isExact())
        return false;
    constexpr double bytesOfCell = 25; // e and α in float64, and the pyramid
    const files::ProblemSizes sizes = files::sizesOf(session.problem);
    const auto panels = std::count_if(session.panels.begin(), session.panels.end(),
                                      [](const files::Panel& panel) { return panel.score.has_value(); });
    const double needed = bytesOfCell * static_cast<double>(sizes.queries) * static_cast<double>(sizes.keys) *
                          static_cast<double>(std::max<std::ptrdiff_t>(panels, 1));
    return needed > std::min(static_cast<double>(files::availableMemory()) / 8, 1e9);
}

namespace {

// e and α in float64, the mask, and the pyramid of every panel that shows α; beside an approximation the exact ones.
double bytesOfCell(const files::Session& session) {
    return session.problem.approximation.isExact() ? 20 : 36;
}

} // namespace

std::optional<Error> tooLarge(const files::Session& session) {
    const files::ProblemSizes sizes = files::sizesOf(session.problem);
    const auto panels = std::count_if(session.panels.begin(), session.panels.end(),
                                      [](const files::Panel& panel) { return panel.score.has_value(); });
    const double cells = static_cast<double>(sizes.queries) * static_cast<double>(sizes.keys);
    const double needed = bytesOfCell(session) * cells * static_cast<double>(std::max<std::ptrdiff_t>(1, panels));
    const auto there = static_cast<double>(files::totalMemory());
    if (needed <= there / 2)
        return std::nullopt;
    const auto gigabytes = [](double bytes) {
        return std::to_string(static_cast<long long>(bytes / 1e9));
    };
    return makeError(alphaTooLarge,
                     {std::to_string(sizes.queries), std::to_string(sizes.keys), gigabytes(needed), gigabytes(there)});
}

namespace {

using Source = std::shared_ptr<const attention::AlphaSource>;

MatrixF narrowed(const MatrixD& matrix) {
    auto narrow = unfilled<MatrixF>(matrix.rows(), matrix.cols());
    narrow = matrix.cast<float>();
    return narrow;
}

PlainOperands operandsOf(const MatrixD& q, const MatrixD& k, const attention::Parameters& parameters,
                         const attention::Problem& problem) {
    PlainOperands operands{{}, {}, {}, {}, parameters, problem.mask, problem.normalizer};
    if (attention::isFloat32(q) && attention::isFloat32(k)) {
        operands.q = narrowed(q);
        operands.k = narrowed(k);
    } else {
        operands.wideQ = q;
        operands.wideK = k;
    }
    return operands;
}

template <class Made>
Result<Source> asSource(Made made) {
    if (!made)
        return made.error();
    return Source(*std::move(made));
}

} // namespace

bool isPlain(const files::Session& session, attention::ScoreFunction function) {
    const attention::Problem& problem = session.problem;
    return problem.kind == attention::ProblemKind::cross && problem.heads == 1 &&
           problem.k.rows() == problem.v.rows() && !session.hasOwn(function) && !attention::projects(problem);
}

PlainOperands plainOperands(const files::Session& session) {
    const attention::Problem& problem = session.problem;
    return operandsOf(problem.q, problem.k, problem.parameters, problem);
}

Result<Source> computedOnDemand(const PlainOperands& operands, attention::ScoreFunction function) {
    const bool wide = operands.wideQ.size() > 0 || operands.wideK.size() > 0;
    const Index queryDimension = wide ? operands.wideQ.cols() : operands.q.cols();
    const Index keyDimension = wide ? operands.wideK.cols() : operands.k.cols();
    const attention::Parameters parameters = attention::withSeededScores(
        operands.parameters, queryDimension, keyDimension, files::hiddenSize(queryDimension, keyDimension), 0);
    if (wide)
        return asSource(attention::PreciseAlpha::make(function, operands.wideQ, operands.wideK, parameters,
                                                      operands.mask, operands.normalizer));
    return asSource(attention::ComputedAlpha::make(function, kernels::viewOf(operands.q), kernels::viewOf(operands.k),
                                                   parameters, operands.mask, operands.normalizer));
}

Result<Source> computedOnDemand(const attention::Projected& projected, const files::Session& session,
                                attention::ScoreFunction function) {
    return computedOnDemand(
        operandsOf(projected.q, projected.k, session.operands(function).parameters, session.problem), function);
}

} // namespace heedmap
