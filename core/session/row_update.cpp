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

// A state equal to `present` that nobody else sees, but for what `next` computes: the earlier one brought up to date,
// or a copy.
std::shared_ptr<Attention<double>> writable(const Attention<double>& present, const Changes& next,
                                            EarlierState& earlier) {
    const bool ours = earlier.attention && earlier.attention.use_count() == 1 &&
                      earlier.attention->alpha.rows() == present.alpha.rows() &&
                      earlier.attention->alpha.cols() == present.alpha.cols() &&
                      earlier.attention->context.cols() == present.context.cols();
    if (!ours)
        return std::make_shared<Attention<double>>(present);
    auto state = std::const_pointer_cast<Attention<double>>(std::move(earlier.attention));
    catchUp(present, earlier.changes, next, *state);
    return state;
}

std::vector<Index> united(const std::vector<Index>& a, const std::vector<Index>& b) {
    std::vector<Index> all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

using KeptPyramid = std::shared_ptr<heatmap::UpdatablePyramid>;

std::shared_ptr<const heatmap::Pyramid> shared(const KeptPyramid& kept) {
    return {kept, &kept->pyramid};
}

// The pyramid of what is drawn now, from the earlier one where that is possible.
KeptPyramid updatedPyramid(const PanelResult& result, const attention::AlphaSource& drawn, const Changes& changes,
                           EarlierState& earlier, heatmap::Pooling pooling) {
    // Ours alone: a view may still hold its pyramid.
    const bool ours = earlier.redrawn && earlier.pyramid && earlier.pyramid.use_count() == 1;
    if (ours && !changes.touchesAllWeights()) {
        KeptPyramid pyramid = std::move(earlier.pyramid);
        if (heatmap::update(*pyramid, drawn, united(*earlier.redrawn, changes.queries)))
            return pyramid;
    }
    const bool known = earlier.presentPyramid && result.pyramid.get() == &earlier.presentPyramid->pyramid;
    if (known && !changes.touchesAllWeights()) {
        auto pyramid = std::make_shared<heatmap::UpdatablePyramid>(*earlier.presentPyramid);
        if (heatmap::update(*pyramid, drawn, changes.queries))
            return pyramid;
    }
    return std::make_shared<heatmap::UpdatablePyramid>(
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
    if (!sameDrawing)
        earlier.pyramid = earlier.presentPyramid = nullptr;
    else if (sameWeights && result.pyramid)
        return;
    KeptPyramid pyramid = updatedPyramid(result, *result.drawn, changes, earlier, picture.pooling);
    result.pyramid = shared(pyramid);
    earlier.pyramid = std::exchange(earlier.presentPyramid, std::move(pyramid));
    earlier.redrawn = changes.touchesAllWeights() ? std::nullopt : std::optional(changes.queries);
}

bool sameParameters(const attention::Parameters& a, const attention::Parameters& b) {
    using files::sameNumbers;
    return sameNumbers(a.w, b.w) && sameNumbers(a.w_s, b.w_s) && sameNumbers(a.w_h, b.w_h) && sameNumbers(a.v, b.v) &&
           a.beta == b.beta;
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

bool areFew(const std::vector<Index>& rows, Index all) {
    return static_cast<Index>(rows.size()) * 8 <= std::max<Index>(all, 8);
}

} // namespace

bool mayBeUpdated(const PanelResult& result) {
    return result.attention && result.projected && result.parameters && showsScores(result.panel) &&
           !result.approximationError && result.attention->alpha.size() <= mostKeptCells;
}

std::vector<Operands> operandsOfPanels(const files::Session& session) {
    std::vector<Operands> operands(session.panels.size());
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const files::Panel& panel = session.panels[i];
        for (std::size_t j = 0; j < i && showsScores(panel) && !operands[i]; ++j) {
            if (showsScores(session.panels[j]) && haveSameOperands(session, session.panels[j], panel))
                operands[i] = operands[j];
        }
        if (showsScores(panel) && !operands[i])
            operands[i] = operandsOf(session, panel);
    }
    return operands;
}

std::optional<Changes> changesOf(const PanelResult& result, const files::Session& session, const Operands& now,
                                 bool otherNormalizer) {
    const bool comparable = now && mayBeUpdated(result) && session.problem.approximation.isExact();
    auto changes = comparable ? attention::changesBetween(*result.projected, *now) : std::nullopt;
    if (!changes || !areFew(changes->queries, now->q.rows()) || !areFew(changes->keys, now->k.rows()))
        return std::nullopt;
    const Index queryDimension = now->q.cols();
    const Index keyDimension = now->k.cols();
    const attention::Parameters seeded =
        attention::withSeededScores(session.operands(result.panel.score).parameters, queryDimension, keyDimension,
                                    files::hiddenSize(queryDimension, keyDimension), 0);
    if (!sameParameters(seeded, *result.parameters))
        return std::nullopt;
    changes->normalizer = otherNormalizer;
    return changes;
}

std::optional<EarlierState> preparedFor(const PanelResult& result) {
    constexpr Index mostPreparedCells = Index{1} << 20;
    if (!result.attention || !result.drawn || !result.pyramid || !showsScores(result.panel) ||
        result.attention->alpha.size() > mostPreparedCells)
        return std::nullopt;
    EarlierState state;
    state.attention = std::make_shared<Attention<double>>(*result.attention);
    state.pyramid = std::make_shared<heatmap::UpdatablePyramid>(
        heatmap::buildUpdatable(*result.drawn, {result.pooling, heatmap::firstLevelFor(*result.drawn)}));
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
    const std::shared_ptr<Attention<double>> state = writable(*result.attention, changes, earlier);
    attention::update(*state, *result.projected, *now, changes, *result.panel.score, *result.parameters,
                      session.problem.normalizer);
    drawAnew(result, std::make_shared<attention::AttentionAlpha>(state), session.picture, changes, earlier);
    earlier.attention = std::move(result.attention);
    earlier.changes = changes;
    result.attention = state;
    result.projected = now;
    result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

} // namespace heedmap
