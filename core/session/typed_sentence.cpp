#include "core/session/typed_sentence.h"

#include "core/seq2seq/shipped_corpora.h"
#include "core/seq2seq/shipped_models.h"

#include <algorithm>
#include <array>

namespace heedmap::seq2seq {

using attention::ScoreFunction;

namespace {

constexpr std::array scores{ScoreFunction::additive, ScoreFunction::dot, ScoreFunction::general,
                            ScoreFunction::scaled_dot};

// By the shipped models.
Result<std::vector<Reading>> readingsOf(std::string_view text) {
    std::vector<Model> models;
    std::vector<NamedModel> named;
    models.reserve(shippedModels().size());
    for (const ShippedModel& shipped : shippedModels()) {
        if (shipped.score != scores.front())
            continue;
        auto model = load(shipped);
        if (!model)
            return model.error();
        models.push_back(*std::move(model));
        named.push_back({std::string(shipped.corpus), &models.back()});
    }
    return readingsOf(text, named);
}

// The pair of the corpus with this source sentence; without a target where there is none.
Result<SentencePair> knownPair(const Reading& reading) {
    const auto corpus = shippedCorpus(reading.corpus);
    if (!corpus)
        return corpus.error();
    for (const auto& pairs : {&corpus->heldOut, &corpus->training}) {
        const auto found = std::ranges::find(*pairs, reading.tokens, &SentencePair::source);
        if (found != pairs->end())
            return *found;
    }
    return SentencePair{reading.tokens, {}, std::nullopt};
}

std::string listed(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words)
        list += (list.empty() ? "" : ", ") + word;
    return list;
}

} // namespace

std::vector<Reading> readingsOf(std::string_view text, const std::vector<NamedModel>& models) {
    std::vector<Reading> readings;
    for (const auto& [corpus, model] : models) {
        std::vector<std::string> tokens = tokenizeFor(*model, model->source, text);
        std::vector<UnknownToken> unknown = model->source.unknown(tokens);
        if (unknown.size() < tokens.size())
            readings.push_back({corpus, model->tokens, std::move(tokens), std::move(unknown)});
    }
    std::ranges::stable_sort(readings, {}, [](const Reading& reading) {
        return std::pair(reading.kind != Tokens::words, reading.unknown.size());
    });
    return readings;
}

Result<files::Session> openTypedSentence(std::string_view text) {
    const auto readings = readingsOf(text);
    if (!readings)
        return readings.error();
    if (readings->empty())
        return makeError(noCorpusKnows, {std::string(text)});
    const Reading& reading = readings->front();
    if (!reading.unknown.empty())
        return makeError(wordNotKnown,
                         {reading.corpus, reading.unknown.front().token, listed(reading.unknown.front().nearest)});
    const auto pair = knownPair(reading);
    if (!pair)
        return pair.error();
    ModelSet models;
    for (const ScoreFunction score : scores) {
        const ShippedModel* const shipped = shippedModel(reading.corpus, score);
        HEEDMAP_EXPECTS(shipped != nullptr);
        auto model = load(*shipped);
        if (!model)
            return model.error();
        models.push_back(std::make_shared<const Model>(*std::move(model)));
    }
    files::Session session = trainedSession(models, *pair);
    session.name = std::string(text);
    session.corpus = reading.corpus;
    return session;
}

} // namespace heedmap::seq2seq
