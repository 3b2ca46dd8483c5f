#include "core/session/problem_cost.h"

#include "core/session/consistency.h"

namespace heedmap::files {

namespace {

using analysis::CostSizes;

// d_model: the width of what the projections are applied to; without any, that of Q.
Index widthOf(const attention::Problem& problem, const CostSizes& sizes) {
    const Index width = problem.kind == attention::ProblemKind::self ? problem.x.cols() : problem.q.cols();
    return attention::projects(problem) ? width : sizes.heads * sizes.keySize;
}

void takePatterns(CostSizes& sizes, const attention::MaskSpec& mask) {
    sizes.window = mask.window.value_or(sizes.window);
    sizes.global = mask.global.value_or(sizes.global);
    sizes.random = mask.random.value_or(sizes.random);
    sizes.block = mask.block.value_or(sizes.block);
    if (mask.dilated) {
        sizes.window = *mask.dilated;
        sizes.step = mask.dilation;
    }
}

CostSizes sizesOfProblem(const Session& session, CostSizes sizes) {
    const attention::Problem& problem = session.problem;
    const auto shown = session.panels.empty() ? std::nullopt : session.panels.front().score;
    const ProblemSizes entering = sizesOf(session, shown);
    sizes.queries = entering.queries;
    sizes.keys = entering.keys;
    sizes.heads = problem.heads;
    sizes.keyValueHeads = problem.keyValueHeads > 0 ? problem.keyValueHeads : problem.heads;
    sizes.keySize = entering.queryDimension;
    sizes.valueSize = entering.valueDimension;
    sizes.model = widthOf(problem, sizes);
    sizes.features = problem.approximation.isExact() ? sizes.keySize : problem.approximation.featuresFor(sizes.keySize);
    const Index hidden = session.operands(attention::ScoreFunction::additive).parameters.v.size();
    sizes.hidden = hidden > 0 ? hidden : hiddenSize(entering.queryDimension, entering.keyDimension);
    sizes.layers = sizes.batch = 1;
    sizes.decoderLayers = sizes.feedForward = sizes.vocabulary = sizes.positions = 0;
    takePatterns(sizes, problem.mask);
    return sizes;
}

CostSizes sizesOfMatrices(const Session& session, CostSizes sizes) {
    for (const Panel& panel : session.panels) {
        if (!panel.matrix)
            continue;
        const Shape& shape = session.matrices[*panel.matrix].tensor.shape();
        sizes.queries = shape[0];
        sizes.keys = shape[1];
        break;
    }
    return sizes;
}

} // namespace

std::optional<CostSizes> costSizesOf(const Session& session, const CostSizes& others) {
    const CostSizes sizes =
        session.showsMatrices() ? sizesOfMatrices(session, others) : sizesOfProblem(session, others);
    return analysis::check(sizes) ? std::optional(sizes) : std::nullopt;
}

analysis::Method costMethodOf(const Session& session) {
    switch (session.problem.approximation.kind) {
    case attention::ApproximationKind::linear:
        return analysis::Method::linear;
    case attention::ApproximationKind::performer:
        return analysis::Method::performer;
    case attention::ApproximationKind::exact:
        break;
    }
    return analysis::Method::full;
}

} // namespace heedmap::files
