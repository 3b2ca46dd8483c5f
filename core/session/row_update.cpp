#include "core/session/row_update.h"

#include "core/attention/attention_alpha.h"
#include "core/attention/multi_head.h"
#include "core/session/consistency.h"
#include "core/session/panel_pyramid.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace heedmap {

namespace {

using attention::Attention;
using attention::Changes;
using attention::Projected;

constexpr Index mostKeptCells = Index{1} << 22; // a panel's memory is held twice up to here

// `to` was the state before `from`, which differs from it in `last`; what `next` computes anyway stays as it is.
void catchUp(const Attention<double>& from, const Changes& last, const Changes& next, Attention<double>& to) {
    for (const Index row : last.queries)
        to.scores.row(row) = from.scores.row(row);
    if (!last.keys.empty())
        to.scores(Eigen::all, last.keys) = from.scores(Eigen::all, last.keys);
    to.emptyRows = from.emptyRows;
    if (next.touchesAllWeights())
        return;
    if (last.touchesAllWeights()) {
        to.alpha = from.alpha;
        to.context = from.context;
        return;
    }
    for (const Index row : last.queries)
        to.alpha.row(row) = from.alpha.row(row);
    if (!last.valueColumns.empty()) { // where values were not finite, all contexts were summed in another way
        to.context = from.context;
        return;
    }
    for (const Index row : last.queries)
        to.context.row(row) = from.context.row(row);
}

// A state equal to the present one, but for what `next` computes: the earlier one brought up to date where nobody reads
// that any more, or a copy.
std::unique_ptr<Attention<double>> writable(const PanelResult& result, const Changes& next,
                                            const EarlierState& earlier) {
    const Attention<double>& present = *result.attention;
    auto state = result.memory.takeBack(earlier.attention);
    const bool fits = state && state->alpha.rows() == present.alpha.rows() &&
                      state->alpha.cols() == present.alpha.cols() && state->context.cols() == present.context.cols();
    if (!fits)
        return std::make_unique<Attention<double>>(present);
    catchUp(present, earlier.changes, next, *state);
    return state;
}

std::vector<Index> united(const std::vector<Index>& a, const std::vector<Index>& b) {
    std::vector<Index> all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

// The pyramid of what is drawn now, from the earlier one where that is possible.
std::unique_ptr<heatmap::UpdatablePyramid> updatedPyramid(const PanelResult& result,
                                                          const attention::AlphaSource& drawn, const Changes& changes,
                                                          const EarlierState& earlier, heatmap::Pooling pooling) {
    auto pyramid = earlier.pyramids.takeBack(earlier.pyramid); // null while a view still holds it
    if (pyramid && earlier.redrawn && !changes.touchesAllWeights() &&
        heatmap::update(*pyramid, drawn, united(*earlier.redrawn, changes.queries)))
        return pyramid;
    const bool known = earlier.presentPyramid && result.pyramid.get() == &earlier.presentPyramid->pyramid;
    if (known && !changes.touchesAllWeights()) {
        pyramid = std::make_unique<heatmap::UpdatablePyramid>(*earlier.presentPyramid);
        if (heatmap::update(*pyramid, drawn, changes.queries))
            return pyramid;
    }
    return std::make_unique<heatmap::UpdatablePyramid>(
        heatmap::buildUpdatable(drawn, {pooling, heatmap::firstLevelFor(drawn)}));
}

// Sets the source, what is drawn of it, and its pyramid.
void drawAnew(PanelResult& result, std::shared_ptr<const attention::AlphaSource> source,
              const files::PictureSettings& picture, const Changes& changes, EarlierState& earlier) {
    const bool sameDrawing = drawsAs(result, picture);
    result.source = std::move(source);
    const bool sameWeights = changes.queries.empty() && !changes.touchesAllWeights();
    result.drawn = drawnOf(result.source, picture);
    result.pooling = picture.pooling;
    if (!sameDrawing) {
        earlier.pyramid = nullptr;
        earlier.presentPyramid = nullptr;
    } else if (sameWeights && result.pyramid) {
        return;
    }
    auto pyramid = earlier.pyramids.lend(updatedPyramid(result, *result.drawn, changes, earlier, picture.pooling));
    result.pyramid = {pyramid, &pyramid->pyramid};
    earlier.pyramid = earlier.presentPyramid.get();
    earlier.presentPyramid = std::move(pyramid);
    earlier.redrawn = changes.touchesAllWeights() ? std::nullopt : std::optional(changes.queries);
}

// Of the head that the panel shows.
Operands operandsOf(const files::Session& session, const files::Panel& panel) {
    const attention::Problem& problem = session.problem;
    const attention::Operands& given = session.operands(panel.score);
    if (problem.heads == 1 && !attention::projects(problem) && given.k.rows() == given.v.rows())
        return std::make_shared<Projected>(Projected{given.q, given.k, given.v});
    if (problem.heads > 1 && !panel.head)
        return nullptr;
    const auto all = session.hasOwn(*panel.score) ? attention::project(session.problemOf(*panel.score))
                                                  : attention::project(problem);
    if (!all)
        return nullptr;
    auto head = attention::headOf(*all, problem.heads, problem.keyValueHeads, panel.head.value_or(0));
    return head ? std::make_shared<Projected>(*std::move(head)) : nullptr;
}

bool haveSameOperands(const files::Session& session, const files::Panel& a, const files::Panel& b) {
    const bool own = session.hasOwn(*a.score) || session.hasOwn(*b.score);
    return a.head == b.head && (a.score == b.score || !own);
}

bool showsScores(const files::Panel& panel) {
    return panel.kind == files::PanelKind::weights && panel.score;
}

template <class Range>
std::vector<Index> indicesOf(const Range& range) {
    std::vector<Index> indices;
    for (Index i = range.begin; i < range.end; ++i)
        indices.push_back(i);
    return indices;
}

bool areFew(const std::vector<Index>& rows, Index all) {
    return static_cast<Index>(rows.size()) * 8 <= std::max<Index>(all, 8);
}

} // namespace

bool mayBeUpdated(const PanelResult& result) {
    return result.attention && result.projected && result.parameters && showsScores(result.panel) &&
           !result.approximationError && result.attention->alpha.size() <= mostKeptCells;
}

std::optional<Changes> changesOf(const PanelResult& result, const files::Session& session, const ProblemEdit& edit) {
    const attention::Problem& problem = session.problem;
    if (!mayBeUpdated(result) || !problem.approximation.isExact())
        return std::nullopt;
    Changes changes;
    changes.normalizer = edit.normalizer;
    const bool own = session.hasOwn(*result.panel.score);
    if (own ? edit.function != result.panel.score : edit.function.has_value())
        return changes; // the numbers are others'
    const bool self = problem.kind == attention::ProblemKind::self;
    changes.queries = indicesOf(self ? edit.x : edit.q);
    changes.keys = indicesOf(self ? edit.x : edit.k);
    const bool mixed = problem.heads > 1 || attention::projects(problem); // a number of V enters several columns
    const bool otherValues = self ? edit.x.size() > 0 : edit.v.size() > 0;
    if (otherValues)
        changes.valueColumns = indicesOf(mixed ? Columns{0, result.projected->v.cols()} : edit.v);
    const bool few =
        areFew(changes.queries, result.projected->q.rows()) && areFew(changes.keys, result.projected->k.rows());
    return few ? std::optional(changes) : std::nullopt;
}

std::vector<Operands> operandsAfter(const std::vector<PanelResult>& results, const files::Session& session,
                                    const std::vector<std::optional<Changes>>& changes) {
    const auto hasOthers = [&](std::size_t i) {
        return changes[i] &&
               !(changes[i]->queries.empty() && changes[i]->keys.empty() && changes[i]->valueColumns.empty());
    };
    std::vector<Operands> operands(results.size());
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const files::Panel& panel = results[i].panel;
        if (changes[i] && !hasOthers(i))
            operands[i] = results[i].projected;
        for (std::size_t j = 0; j < i && hasOthers(i) && !operands[i]; ++j) {
            if (hasOthers(j) && haveSameOperands(session, results[j].panel, panel))
                operands[i] = operands[j];
        }
        if (hasOthers(i) && !operands[i])
            operands[i] = operandsOf(session, panel);
    }
    return operands;
}

std::optional<EarlierState> preparedFor(const PanelResult& result) {
    constexpr Index mostPreparedCells = Index{1} << 20;
    if (!result.attention || !result.drawn || !result.pyramid || !showsScores(result.panel) ||
        result.attention->alpha.size() > mostPreparedCells)
        return std::nullopt;
    EarlierState state;
    state.attention = result.memory.keep(std::make_unique<Attention<double>>(*result.attention));
    state.pyramid = state.pyramids.keep(std::make_unique<heatmap::UpdatablePyramid>(
        heatmap::buildUpdatable(*result.drawn, {result.pooling, heatmap::firstLevelFor(*result.drawn)})));
    state.redrawn.emplace();
    return state;
}

double workOfUpdate(const PanelResult& result, const Changes& changes) {
    constexpr double normalizing = 40;
    const auto cells = static_cast<double>(result.attention->alpha.size());
    const auto values = static_cast<double>(result.attention->context.cols());
    if (changes.touchesAllWeights())
        return cells * (normalizing + values / 4);
    return cells * static_cast<double>(changes.valueColumns.size()) / 4;
}

void updatePanel(PanelResult& result, const files::Session& session, const Operands& now, const Changes& changes,
                 EarlierState& earlier) {
    const auto start = std::chrono::steady_clock::now();
    auto state = writable(result, changes, earlier);
    attention::update(*state, *result.projected, *now, changes, *result.panel.score, *result.parameters,
                      session.problem.normalizer);
    const auto present = result.memory.lend(std::move(state));
    drawAnew(result, std::make_shared<attention::AttentionAlpha>(present), session.picture, changes, earlier);
    earlier.attention = result.attention.get();
    earlier.changes = changes;
    result.attention = present;
    result.projected = now;
    result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

} // namespace heedmap
