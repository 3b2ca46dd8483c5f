#include "app/command_line/attention_sets.h"

#include "app/command_line/problem.h"
#include "app/command_line/stack.h"
#include "app/command_line/usage_errors.h"
#include "core/attention/multi_head.h"

#include <algorithm>

namespace heedmap::command_line {

namespace {

using attention::Attention;
using attention::Problem;
using attention::ProblemKind;
using attention::ScoreFunction;

std::vector<ScoreFunction> functionsOf(const ProblemOptions& options) {
    return options.scores.empty() ? std::vector{ScoreFunction::scaled_dot} : options.scores;
}

// α of the set as matrices of the session, each with its panel.
void show(files::Session& session, const AttentionSet& set, const std::string& name) {
    for (std::size_t n = 0; n < set.entries.size(); ++n) {
        const std::string title = indexedName(name, indexOf(static_cast<Index>(n), set.leading));
        session.panels.push_back({{}, session.matrices.size(), true});
        session.matrices.push_back({title, title, makeTensor(set.entries[n].alpha), set.entries[n].allowed});
    }
}

// Which entry of a stack of keys goes with the n-th entry of a stack of queries; fewer keys are shared by groups.
Result<std::vector<std::size_t>> keyOfEachQuery(const Stack& q, const Stack& k) {
    const auto differ = [&] {
        return makeError(stacksDiffer,
                         {q.origin, std::to_string(q.matrices.size()), k.origin, std::to_string(k.matrices.size())});
    };
    if (q.leading.size() != k.leading.size() ||
        !std::equal(q.leading.begin(), q.leading.end() - 1, k.leading.begin(), k.leading.end() - 1))
        return differ();
    const Index heads = q.leading.back();
    const Index groups = k.leading.back();
    if (groups > heads || heads % groups != 0)
        return differ();
    std::vector<std::size_t> keys(q.matrices.size());
    for (std::size_t n = 0; n < keys.size(); ++n) {
        const Index query = static_cast<Index>(n);
        keys[n] = static_cast<std::size_t>(query / heads * groups + query % heads * groups / heads);
    }
    return keys;
}

struct Stacks {
    Stack q, k, v;
};

// V that was not given has no columns.
Result<Stacks> openStacks(const InputOptions& input) {
    auto q = openStack(input.q, input.reading);
    if (!q)
        return q.error();
    auto k = openStack(input.k, input.reading);
    if (!k)
        return k.error();
    if (input.v.empty()) {
        Stack v{*k};
        std::fill(v.matrices.begin(), v.matrices.end(), makeTensor(MatrixD(k->rows(), 0)));
        return Stacks{*std::move(q), *std::move(k), std::move(v)};
    }
    auto v = openStack(input.v, input.reading);
    if (!v)
        return v.error();
    if (v->leading != k->leading)
        return makeError(stacksDiffer,
                         {input.k, std::to_string(k->matrices.size()), input.v, std::to_string(v->matrices.size())});
    return Stacks{*std::move(q), *std::move(k), *std::move(v)};
}

Result<AttentionSet> attendStacks(const Stacks& stacks, Problem problem, ScoreFunction function,
                                  const ProblemOptions& options) {
    const auto keys = keyOfEachQuery(stacks.q, stacks.k);
    if (!keys)
        return keys.error();
    AttentionSet set{std::string(attention::nameOf(function)), stacks.q.leading, {}};
    for (std::size_t n = 0; n < stacks.q.matrices.size(); ++n) {
        problem.q = toMatrixD(stacks.q.matrices[n].view);
        problem.k = toMatrixD(stacks.k.matrices[(*keys)[n]].view);
        problem.v = toMatrixD(stacks.v.matrices[(*keys)[n]].view);
        seedParameters(problem, {function}, options);
        auto attended = attention::attend<double>(problem, function);
        if (!attended)
            return attended.error();
        set.entries.push_back(*std::move(attended));
        set.values.push_back(problem.v);
    }
    return set;
}

} // namespace

Result<Loaded> loadQueriesAndKeys(const InputOptions& input, const ProblemOptions& options) {
    const auto stacks = openStacks(input);
    if (!stacks)
        return stacks.error();
    Loaded loaded;
    files::Session& session = loaded.session;
    session.name = input.q;
    session.crossLabels = {stacks->q.labels.rows, stacks->k.labels.rows};
    if (stacks->q.leading.empty() && stacks->k.leading.empty()) {
        session.problem.q = toMatrixD(stacks->q.matrices.front().view);
        session.problem.k = toMatrixD(stacks->k.matrices.front().view);
        session.problem.v = toMatrixD(stacks->v.matrices.front().view);
        session.panels.push_back({ScoreFunction::scaled_dot, {}, true});
        return loaded;
    }
    if (options.heads)
        return makeError(optionsExclude, {"Q and K that are already split into heads"}).in("--heads");
    if (const auto applied = applyOptions(session.problem, options, input.reading); !applied)
        return applied.error();
    session.matrixLabels = session.crossLabels;
    const std::vector<ScoreFunction> functions = functionsOf(options);
    for (const ScoreFunction function : functions) {
        auto set = attendStacks(*stacks, session.problem, function, options);
        if (!set)
            return set.error();
        show(session, *set, functions.size() > 1 ? set->name : "alpha");
        loaded.sets.push_back(*std::move(set));
    }
    return loaded;
}

Result<Loaded> loadSequence(const InputOptions& input, const ProblemOptions& options) {
    const auto x = openMatrix(input.x, input.reading);
    if (!x)
        return x.error();
    Loaded loaded;
    files::Session& session = loaded.session;
    session.name = input.x;
    session.problem.kind = ProblemKind::self;
    session.problem.x = toMatrixD(x->view);
    for (const ScoreFunction function : functionsOf(options))
        session.panels.push_back({function, {}, true});
    if (!input.memory.empty()) {
        const auto memory = openMatrix(input.memory, input.reading);
        if (!memory)
            return memory.error();
        session.problem.k = toMatrixD(memory->view);
    }
    return loaded;
}

Result<void> projectMemory(Problem& problem) {
    auto fromX = attention::project(problem);
    if (!fromX)
        return fromX.error();
    Problem memory = problem;
    memory.x = problem.k;
    auto fromMemory = attention::project(memory);
    if (!fromMemory)
        return fromMemory.error();
    problem.kind = ProblemKind::cross;
    problem.x = MatrixD();
    problem.q = std::move(fromX->q);
    problem.k = std::move(fromMemory->k);
    problem.v = std::move(fromMemory->v);
    return {};
}

Result<void> normalizeMatrices(Loaded& loaded) {
    files::Session& session = loaded.session;
    const std::vector<files::FileMatrix> scores = std::exchange(session.matrices, {});
    session.panels.clear();
    session.picture.range = files::PictureSettings().range;
    std::size_t next = 0;
    for (const MatrixGroup& group : loaded.groups) {
        AttentionSet set{group.name, group.leading, {}};
        for (std::size_t n = 0; n < group.count; ++n, ++next) {
            auto attended = attention::normalizeScores<double>(toMatrixD(scores[next].tensor.view),
                                                               session.problem.mask, session.problem.normalizer);
            if (!attended)
                return Error(attended.error()).in(scores[next].origin);
            set.values.emplace_back(attended->alpha.cols(), 0);
            set.entries.push_back(*std::move(attended));
        }
        show(session, set, group.name);
        loaded.sets.push_back(std::move(set));
    }
    return {};
}

Result<void> splitIntoHeads(Loaded& loaded, Index heads) {
    files::Session& session = loaded.session;
    const std::vector<files::Panel> panels = std::exchange(session.panels, {});
    session.matrixLabels = session.problem.kind == ProblemKind::self ? Labels{session.selfTokens, session.selfTokens}
                                                                     : session.crossLabels;
    session.matrices.clear();
    for (const files::Panel& panel : panels) {
        if (!panel.score)
            continue;
        auto entries = attention::splitHeads<double>(session.problemOf(*panel.score), *panel.score, heads);
        if (!entries)
            return entries.error();
        AttentionSet set{std::string(attention::nameOf(*panel.score)), {heads}, *std::move(entries)};
        const MatrixD v = attention::project(session.problemOf(*panel.score))->v; // as splitHeads() projected it
        for (Index head = 0; head < heads; ++head)
            set.values.push_back(v.middleCols(head * (v.cols() / heads), v.cols() / heads));
        show(session, set, panels.size() > 1 ? set.name : "head");
        loaded.sets.push_back(std::move(set));
    }
    return {};
}

Result<std::vector<AttentionSet>> attentionOf(const Loaded& loaded) {
    if (!loaded.sets.empty())
        return loaded.sets;
    std::vector<AttentionSet> sets;
    for (const files::Panel& panel : loaded.session.panels) {
        if (!panel.score)
            continue;
        const std::string name(attention::nameOf(*panel.score));
        if (loaded.session.problem.heads > 1) { // every head, once, whichever of them are shown
            if (std::ranges::any_of(sets, [&](const AttentionSet& set) { return set.name == name; }))
                continue;
            auto attended = attention::attendHeads(loaded.session.problemOf(*panel.score), *panel.score);
            if (!attended)
                return attended.error();
            sets.push_back({name, {loaded.session.problem.heads}, std::move(attended->heads)});
            continue;
        }
        auto attended = attention::attend<double>(loaded.session.problemOf(*panel.score), *panel.score);
        if (!attended)
            return attended.error();
        sets.push_back({name, {}, {}});
        sets.back().entries.push_back(*std::move(attended));
        sets.back().values.push_back(
            attention::project(loaded.session.problemOf(*panel.score))->v); // attend() projected it too
    }
    if (sets.empty())
        return makeError(nothingToAttend);
    return sets;
}

} // namespace heedmap::command_line
