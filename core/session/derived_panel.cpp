#include "core/session/derived_panel.h"

#include "core/attention/difference_alpha.h"
#include "core/attention/gradient.h"
#include "core/session/panel.h"

#include <algorithm>

namespace heedmap {

namespace {

using attention::DenseAlpha;
using files::Panel;
using files::PanelKind;

std::string sizeText(const PanelResult& result) {
    return std::to_string(result.rows()) + "×" + std::to_string(result.columns());
}

bool computeDifference(PanelResult& result, const files::Session& session, const std::stop_token& stop) {
    const auto a = computePanel(session, files::minuendOf(result.panel), stop);
    const auto b = a ? computePanel(session, files::subtrahendOf(result.panel), stop) : std::nullopt;
    if (!a || !b)
        return false;
    if (!a->source || !b->source)
        result.error = a->error ? a->error : b->error;
    else if (a->rows() != b->rows() || a->columns() != b->columns())
        result.error = makeError(panelsDifferInSize, {sizeText(*a), sizeText(*b)});
    else
        result.source = std::make_shared<attention::DifferenceAlpha>(a->source, b->source);
    result.shown = a->shown;
    return true;
}

bool computeGradient(PanelResult& result, const files::Session& session, const std::stop_token& stop) {
    const auto weights = computeWhole(session, files::minuendOf(result.panel), stop);
    if (!weights)
        return false;
    if (weights->error)
        result.error = weights->error;
    else if (!weights->attention)
        result.error = makeError(session.problem.heads > 1 ? gradientOfOneHead : gradientNeedsWeights);
    else
        result.source = std::make_shared<DenseAlpha>(
            attention::gradientTimesAttention(*weights->attention, weights->projected->v), weights->attention->allowed);
    return true;
}

std::optional<Error> whyNoFlow(const std::vector<MatrixD>& layers) {
    constexpr Index mostTokens = 96;
    const Index tokens = layers.front().rows();
    if (tokens > mostTokens)
        return makeError(flowTooLarge,
                         {std::to_string(layers.size()), std::to_string(tokens), std::to_string(mostTokens)});
    const bool flows = std::all_of(layers.begin(), layers.end(), [](const MatrixD& layer) {
        return layer.allFinite() && (layer.array() >= 0).all();
    });
    return flows ? std::nullopt : std::optional(makeError(flowNeedsWeights));
}

bool computeThroughStack(PanelResult& result, const files::Session& session, const std::stop_token& stop) {
    const auto stack = files::stackOf(session, *result.panel.matrix);
    const auto layers =
        stack ? analysis::layersOf(*stack, result.panel.rollout) : Result<std::vector<MatrixD>>(stack.error());
    if (!layers) {
        result.error = layers.error();
        return true;
    }
    if (result.panel.kind == PanelKind::rollout) {
        result.source = std::make_shared<DenseAlpha>(analysis::rollout(*layers));
        return true;
    }
    result.error = whyNoFlow(*layers);
    if (result.error)
        return true;
    auto flow = analysis::attentionFlow(*layers, stop);
    if (!flow)
        return false;
    result.source = std::make_shared<DenseAlpha>(*std::move(flow));
    return true;
}

} // namespace

bool computeDerived(PanelResult& result, const files::Session& session, std::stop_token stop) {
    switch (result.panel.kind) {
    case PanelKind::difference:
        return computeDifference(result, session, stop);
    case PanelKind::gradient:
        return computeGradient(result, session, stop);
    case PanelKind::rollout:
    case PanelKind::flow:
        return computeThroughStack(result, session, stop);
    case PanelKind::weights:
        break;
    }
    preconditionFailed("a kind that is made of other numbers", __FILE__, __LINE__);
}

Phrase derivedTitle(const files::Session& session, const Panel& panel) {
    if (panel.kind == PanelKind::difference)
        return {HEEDMAP_MESSAGE("Panel", "%1 − %2"),
                {titleOf(session, files::minuendOf(panel)), titleOf(session, files::subtrahendOf(panel))}};
    if (panel.kind == PanelKind::gradient)
        return {HEEDMAP_MESSAGE("Panel", "%1: gradient × α"), {titleOf(session, files::minuendOf(panel))}};
    HEEDMAP_EXPECTS(panel.matrix && *panel.matrix < session.matrices.size());
    const std::string stack = files::indexedNameOf(session.matrices[*panel.matrix].name).name;
    return {panel.kind == PanelKind::rollout ? HEEDMAP_MESSAGE("Panel", "%1: rollout")
                                             : HEEDMAP_MESSAGE("Panel", "%1: flow"),
            {stack}};
}

} // namespace heedmap
