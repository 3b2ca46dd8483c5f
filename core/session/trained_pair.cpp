#include "core/session/trained_pair.h"

#include <algorithm>

namespace heedmap::seq2seq {

namespace {

std::vector<std::string> labelsOf(std::vector<std::string> tokens) {
    std::replace(tokens.begin(), tokens.end(), std::string(endWord), std::string(endLabel));
    return tokens;
}

std::vector<std::string> withoutEnd(std::vector<std::string> tokens) {
    if (!tokens.empty() && tokens.back() == endWord)
        tokens.pop_back();
    return tokens;
}

} // namespace

files::Session trainedSession(const ModelSet& models, const SentencePair& pair) {
    HEEDMAP_EXPECTS(!models.empty() && !pair.source.empty());
    files::Session session;
    session.name = joined(pair.source);
    std::vector<std::string> target = pair.target;
    if (target.empty())
        target = withoutEnd(translate(*models.front(), pair.source).target);
    for (const std::shared_ptr<const Model>& model : models) {
        HEEDMAP_EXPECTS(model->sizes.score.has_value());
        Translation translation = align(*model, pair.source, target);
        const bool first = session.panels.empty();
        attention::Operands& operands = translation.problem;
        if (first)
            session.crossLabels = {labelsOf(translation.target), labelsOf(translation.source)};
        (first ? static_cast<attention::Operands&>(session.problem) : session.own[*translation.score]) =
            std::move(operands);
        session.panels.push_back({.score = translation.score});
    }
    session.gold = pair.gold.value_or(std::vector<GoldLink>());
    session.picture.range = {heatmap::RangeSpec::Kind::fixed, 0, 1};
    return session;
}

} // namespace heedmap::seq2seq
