#include "core/session/panel_result.h"

#include "core/attention/attention_alpha.h"
#include "core/attention/linear.h"
#include "core/attention/multi_head.h"
#include "core/heatmap/without_first.h"
#include "core/session/chosen_heads.h"
#include "core/session/computed_panel.h"
#include "core/session/consistency.h"
#include "core/session/derived_panel.h"
#include "core/session/panel.h"
#include "core/session/panel_pyramid.h"
#include "core/session/shown_tokens.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace heedmap {

namespace {

using attention::Attention;
using attention::MaskSpec;
using attention::Projected;
using attention::ScoreFunction;

// Rows computed between two looks at the stop token: about a hundredth of a second's work.
Index rowsAtATime(const Projected& projected) {
    const Index row = std::max<Index>(1, projected.k.rows() * (projected.k.cols() + projected.v.cols() + 64));
    return std::max<Index>(16, 20'000'000 / row);
}

MaskSpec maskOfRows(const BoolMatrix& allowed, Index first, Index count) {
    MaskSpec mask;
    if (allowed.size() > 0)
        mask.custom = allowed.middleRows(first, count);
    return mask;
}

// attend() in strips of rows, so that it can be stopped in between. Without a value when stopped.
std::optional<Result<Attention<double>>> attendInStrips(const files::Session& session, const Projected& projected,
                                                        const attention::Parameters& parameters, ScoreFunction function,
                                                        std::stop_token stop) {
    using R = Result<Attention<double>>;
    const attention::Problem& problem = session.problem;
    const Index rows = projected.q.rows();
    const Index keys = projected.k.rows();
    Attention<double> whole;
    if (!problem.mask.allowsEverything()) {
        auto allowed = attention::buildMask(problem.mask, rows, keys);
        if (!allowed)
            return R(allowed.error());
        whole.allowed = std::move(allowed).value();
    }
    const Index step = rowsAtATime(projected);
    const auto strip = [&](Index first, Index count) {
        return attention::attend<double>(projected.q.middleRows(first, count), projected.k, projected.v, function,
                                         parameters, maskOfRows(whole.allowed, first, count), problem.normalizer);
    };
    if (rows <= step) {
        auto all = strip(0, rows);
        if (all)
            all->allowed = std::move(whole.allowed);
        return all;
    }
    whole.scores.resize(rows, keys);
    whole.alpha.resize(rows, keys);
    whole.context.resize(rows, projected.v.cols());
    for (Index first = 0; first < rows; first += step) {
        if (stop.stop_requested())
            return std::nullopt;
        const Index count = std::min(step, rows - first);
        auto part = strip(first, count);
        if (!part)
            return R(part.error());
        whole.scores.middleRows(first, count) = part->scores;
        whole.alpha.middleRows(first, count) = part->alpha;
        whole.context.middleRows(first, count) = part->context;
        for (const Index row : part->emptyRows)
            whole.emptyRows.push_back(first + row);
    }
    return R(std::move(whole));
}

// By what comes near softmax.
Result<Attention<double>> attendApproximately(const attention::Problem& problem, const Projected& projected,
                                              const PanelResult& result, std::stop_token stop) {
    return attention::attendApproximately<double>(projected.q, projected.k, projected.v, *result.panel.score,
                                                  *result.parameters, problem.mask, problem.normalizer,
                                                  problem.approximation, stop);
}

// One head, or the only one. False when stopped.
bool attendHead(PanelResult& result, const files::Session& session, const Projected& all, Index head,
                std::stop_token stop) {
    const attention::Problem& problem = session.problem;
    auto projected = attention::headOf(all, problem.heads, problem.keyValueHeads, head);
    if (!projected) {
        result.error = projected.error();
        return true;
    }
    const Index queryDimension = projected->q.cols();
    const Index keyDimension = projected->k.cols();
    result.parameters = std::make_shared<attention::Parameters>(
        attention::withSeededScores(session.operands(result.panel.score).parameters, queryDimension, keyDimension,
                                    files::hiddenSize(queryDimension, keyDimension), 0));
    auto attended = attendInStrips(session, *projected, *result.parameters, *result.panel.score, stop);
    if (!attended)
        return false;
    if (!*attended) {
        result.error = attended->error();
        return true;
    }
    auto attention = std::make_unique<Attention<double>>(std::move(*attended).value());
    if (!problem.approximation.isExact()) {
        auto approximate = attendApproximately(problem, *projected, result, stop);
        if (stop.stop_requested())
            return false;
        if (!approximate) {
            result.error = approximate.error();
            return true;
        }
        result.approximationError = analysis::approximationError(*approximate, *attention);
        *attention = *std::move(approximate);
    }
    result.attention = result.memory.lend(std::move(attention));
    result.source = std::make_shared<attention::AttentionAlpha>(result.attention);
    result.projected = std::make_shared<Projected>(std::move(projected).value());
    return true;
}

// Mean or maximum of α over heads: a matrix of weights without one score or context of its own. False when stopped.
bool poolHeads(PanelResult& result, const files::Session& session, const Projected& all, std::stop_token stop) {
    std::vector<Index> heads = files::chosenHeads(result.panel);
    for (Index h = 0; files::chosenHeads(result.panel).empty() && h < session.problem.heads; ++h)
        heads.push_back(h);
    MatrixD pooled;
    BoolMatrix allowed;
    for (const Index h : heads) {
        PanelResult head;
        head.panel = result.panel;
        if (!attendHead(head, session, all, h, stop))
            return false;
        if (head.error) {
            result.error = head.error;
            return true;
        }
        const MatrixD& alpha = head.attention->alpha;
        if (h == heads.front()) {
            pooled = alpha;
            allowed = head.attention->allowed;
        } else if (result.panel.overHeads == files::OverHeads::max) {
            pooled = pooled.cwiseMax(alpha);
        } else {
            pooled += alpha;
        }
    }
    if (result.panel.overHeads == files::OverHeads::mean)
        pooled /= static_cast<double>(heads.size());
    result.source = std::make_shared<attention::DenseAlpha>(std::move(pooled), std::move(allowed));
    return true;
}

void takeSource(PanelResult& result, Result<std::shared_ptr<const attention::AlphaSource>> source) {
    if (source)
        result.source = *std::move(source);
    else
        result.error = source.error();
}

// False when stopped.
bool computeScores(PanelResult& result, const files::Session& session, std::stop_token stop) {
    const ScoreFunction function = *result.panel.score;
    const bool pooled = session.problem.heads > 1 && !result.panel.head;
    result.error = pooled || !session.problem.approximation.isExact() ? tooLarge(session) : std::nullopt;
    if (result.error)
        return true;
    const bool onDemand = !pooled && needsOnDemand(session);
    if (onDemand && isPlain(session, function)) {
        takeSource(result, computedOnDemand(plainOperands(session), function));
        return true;
    }
    const auto projected = session.hasOwn(function) ? attention::project(session.problemOf(function))
                                                    : attention::project(session.problem);
    if (!projected) {
        result.error = projected.error();
        return true;
    }
    if (onDemand) {
        const attention::Problem& problem = session.problem;
        const auto head =
            attention::headOf(*projected, problem.heads, problem.keyValueHeads, result.panel.head.value_or(0));
        takeSource(result, head ? computedOnDemand(*head, session, function) : head.error());
        return true;
    }
    if (pooled)
        return poolHeads(result, session, *projected, stop);
    return attendHead(result, session, *projected, result.panel.head.value_or(0), stop);
}

std::shared_ptr<const attention::AlphaSource> sourceOf(const files::FileMatrix& matrix) {
    if (matrix.allowed.size() > 0)
        return std::make_shared<attention::DenseAlpha>(toMatrixD(matrix.tensor.view), matrix.allowed);
    return std::make_shared<attention::TensorAlpha>(matrix.tensor);
}

} // namespace

namespace {

const char* functionTitle(ScoreFunction function) {
    switch (function) {
    case ScoreFunction::additive:
        return HEEDMAP_MESSAGE("Panel", "additive");
    case ScoreFunction::dot:
        return HEEDMAP_MESSAGE("Panel", "dot");
    case ScoreFunction::general:
        return HEEDMAP_MESSAGE("Panel", "general");
    case ScoreFunction::scaled_dot:
        return HEEDMAP_MESSAGE("Panel", "scaled dot");
    case ScoreFunction::cosine:
        return HEEDMAP_MESSAGE("Panel", "cosine");
    }
    preconditionFailed("a known score function", __FILE__, __LINE__);
}

} // namespace

Phrase titleOf(const files::Session& session, const files::Panel& panel) {
    if (panel.kind != files::PanelKind::weights)
        return derivedTitle(session, panel);
    if (panel.matrix) {
        HEEDMAP_EXPECTS(*panel.matrix < session.matrices.size());
        if (!files::chosenHeads(panel).empty())
            return chosenTitle(panel, files::layerName(session, *panel.matrix));
        const files::FileMatrix& matrix = session.matrices[*panel.matrix];
        return matrix.title.empty() ? matrix.name : matrix.title;
    }
    const Phrase function(functionTitle(panel.score.value_or(ScoreFunction::dot)));
    if (session.problem.heads == 1)
        return function;
    if (!files::chosenHeads(panel).empty())
        return chosenTitle(panel, function);
    if (panel.head)
        return {HEEDMAP_MESSAGE("Panel", "%1, head %2"), {function, std::to_string(*panel.head)}};
    return {panel.overHeads == files::OverHeads::max ? HEEDMAP_MESSAGE("Panel", "%1, max over %2 heads")
                                                     : HEEDMAP_MESSAGE("Panel", "%1, mean of %2 heads"),
            {function, std::to_string(session.problem.heads)}};
}

namespace {

// Fills `source` or `error`. False when stopped.
bool computeSource(PanelResult& result, const files::Session& session, const std::stop_token& stop) {
    const files::Panel& panel = result.panel;
    if (panel.kind != files::PanelKind::weights)
        return computeDerived(result, session, stop);
    if (!panel.matrix)
        return computeScores(result, session, stop);
    if (!files::chosenHeads(panel).empty())
        poolHeadsOfFile(result, session);
    else
        result.source = sourceOf(session.matrices[*panel.matrix]);
    return true;
}

} // namespace

std::optional<PanelResult> computeWhole(const files::Session& session, const files::Panel& panel,
                                        std::stop_token stop) {
    PanelResult result;
    result.panel = panel;
    result.title = titleOf(session, panel);
    return computeSource(result, session, stop) ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<PanelResult> computePanel(const files::Session& session, const files::Panel& panel, std::stop_token stop,
                                        const PanelReports& reports, const PanelResult* known) {
    const auto start = std::chrono::steady_clock::now();
    PanelResult result;
    if (known)
        result = *known;
    result.panel = panel;
    result.title = titleOf(session, panel);
    if (!known && !computeSource(result, session, stop))
        return std::nullopt;
    // The two sides of a difference show their tokens already.
    const bool whole = !result.shown && panel.kind != files::PanelKind::difference;
    if (result.source && whole && !session.shown.isEverything() && !showTokens(result, session, stop))
        return std::nullopt;
    if (result.source && !addPyramid(result, session.picture, reports, stop))
        return std::nullopt;
    result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return result;
}

std::vector<PanelResult> computePanels(const files::Session& session) {
    std::vector<PanelResult> results;
    for (const files::Panel& panel : session.panels)
        results.push_back(computePanel(session, panel).value()); // never stopped
    return results;
}

std::vector<heatmap::ValueRange> resolveRanges(const files::Session& session, const std::vector<PanelResult>& results) {
    const files::PictureSettings& picture = session.picture;
    std::vector<heatmap::ValueRange> ranges;
    std::map<files::Quantity, std::optional<heatmap::ValueRange>> shared;
    const auto sharedOf = [&](const PanelResult& result) -> std::optional<heatmap::ValueRange>& {
        return shared[files::quantityOf(result.panel.kind)];
    };
    for (const PanelResult& result : results) {
        heatmap::ValueRange range{0, 1, picture.scale};
        if (result.drawn && result.pyramid) {
            const heatmap::ValueSummary& summary = result.pyramid->summary();
            range = files::isSigned(result.panel.kind) ? heatmap::symmetricRange(picture.range, picture.scale, summary)
                    : picture.rangeWithoutFirst && result.withoutFirst
                        ? heatmap::resolveRange(picture.range, picture.scale, heatmap::WithoutFirst(*result.drawn),
                                                *result.withoutFirst)
                        : heatmap::resolveRange(picture.range, picture.scale, *result.drawn, summary);
            if (result.panel.linked)
                sharedOf(result) = sharedOf(result) ? heatmap::unite(*sharedOf(result), range) : range;
        }
        ranges.push_back(range);
    }
    for (std::size_t i = 0; i < results.size() && picture.linkedRange; ++i) {
        if (results[i].panel.linked && sharedOf(results[i]))
            ranges[i] = *sharedOf(results[i]);
    }
    return ranges;
}

heatmap::ColorMap colorMapOf(const files::Session& session, const files::Panel& panel) {
    const heatmap::ColorMap& chosen = session.picture.map;
    if (!files::isSigned(panel.kind) || chosen.name == heatmap::ColorMapName::rdbu)
        return chosen;
    return {heatmap::ColorMapName::rdbu, true}; // red above 0, blue below
}

} // namespace heedmap
