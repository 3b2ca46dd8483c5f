#include "core/session/attention_sets.h"

#include "core/attention/multi_head.h"

#include <algorithm>

namespace heedmap::files {

namespace {

// Every head, whichever of them are shown.
Result<AttentionSet> setOf(const Session& session, attention::ScoreFunction function) {
    const attention::Problem problem = session.problemOf(function);
    AttentionSet set{std::string(attention::nameOf(function)), {}, {}, {}, session.problemLabels()};
    const auto projected = attention::project(problem);
    if (!projected)
        return projected.error();
    if (problem.heads > 1) {
        auto attended = attention::attendHeads(problem, function);
        if (!attended)
            return attended.error();
        set.leading = {problem.heads};
        set.entries = std::move(attended->heads);
    } else {
        auto attended = attention::attend<double>(problem, function);
        if (!attended)
            return attended.error();
        set.entries.push_back(*std::move(attended));
    }
    for (Index head = 0; head < problem.heads; ++head) {
        auto own = attention::headOf(*projected, problem.heads, problem.keyValueHeads, head);
        if (!own)
            return own.error();
        set.values.push_back(std::move(own->v));
    }
    return set;
}

} // namespace

std::string indexedName(const std::string& name, const std::vector<Index>& index) {
    std::string text = name;
    for (std::size_t i = 0; i < index.size(); ++i)
        text += (i == 0 ? "[" : ",") + std::to_string(index[i]);
    return index.empty() ? text : text + "]";
}

std::vector<Index> indexOf(Index n, const std::vector<Index>& sizes) {
    std::vector<Index> index(sizes.size());
    for (std::size_t axis = sizes.size(); axis-- > 0;) {
        index[axis] = n % sizes[axis];
        n /= sizes[axis];
    }
    return index;
}

Result<std::vector<AttentionSet>> attentionOf(const Session& session) {
    std::vector<attention::ScoreFunction> functions;
    for (const Panel& panel : session.panels) {
        const bool known = panel.score && std::ranges::find(functions, *panel.score) != functions.end();
        if (panel.score && (!known || session.problem.heads == 1))
            functions.push_back(*panel.score);
    }
    if (functions.empty())
        return makeError(nothingToAttend);
    std::vector<AttentionSet> sets;
    for (const attention::ScoreFunction function : functions) {
        auto set = setOf(session, function);
        if (!set)
            return set.error();
        sets.push_back(*std::move(set));
    }
    return sets;
}

} // namespace heedmap::files
