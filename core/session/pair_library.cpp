#include "core/session/pair_library.h"

#include "core/seq2seq/shipped_corpora.h"
#include "core/seq2seq/shipped_models.h"
#include "core/session/typed_sentence.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

namespace heedmap {

namespace {

using attention::ScoreFunction;
using seq2seq::ModelSet;
using seq2seq::SentencePair;

constexpr std::size_t mostWords = 100;
constexpr std::array shownScores{ScoreFunction::additive, ScoreFunction::dot, ScoreFunction::general,
                                 ScoreFunction::scaled_dot};

// Languages first, then what is made of characters, then random words.
std::vector<std::string> makeCorpusNames() {
    std::vector<std::pair<int, std::string>> ranked;
    for (const seq2seq::ShippedGrammar& shipped : seq2seq::shippedGrammars()) {
        const auto grammar = seq2seq::Grammar::parse(shipped.text);
        HEEDMAP_EXPECTS(grammar.ok()); // it is shipped, and a test reads every one
        const bool characters = grammar->tokens() == seq2seq::Tokens::characters;
        ranked.emplace_back(grammar->isOfRandomWords() ? 2 : characters ? 1 : 0, shipped.name);
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<int, std::string>::first);
    std::vector<std::string> names;
    for (auto& [rank, name] : ranked)
        names.push_back(std::move(name));
    return names;
}

const std::vector<std::string>& corpusNames() {
    static const std::vector<std::string> names = makeCorpusNames();
    return names;
}

Result<ModelSet> readModels(const std::string& corpus) {
    ModelSet models;
    for (const ScoreFunction score : shownScores) {
        const seq2seq::ShippedModel* shipped = seq2seq::shippedModel(corpus, score);
        if (!shipped)
            continue;
        auto model = seq2seq::load(*shipped);
        if (!model)
            return model.error();
        models.push_back(std::make_shared<const seq2seq::Model>(*std::move(model)));
    }
    if (models.empty())
        return makeError(noModels, {corpus});
    return models;
}

// Null where there is no such corpus.
const PairGroup* groupOf(const std::string& corpus) {
    static std::mutex guard;
    static std::map<std::string, PairGroup> known; // its entries stay where they are
    const std::lock_guard lock(guard);
    if (const auto found = known.find(corpus); found != known.end())
        return &found->second;
    auto made = seq2seq::shippedCorpus(corpus);
    if (!made)
        return nullptr;
    PairGroup group{made->name, made->tokens, std::move(made->heldOut)};
    return &known.emplace(corpus, std::move(group)).first->second;
}

// The held-out pair with this source sentence; null: there is none.
const SentencePair* pairIn(const PairGroup& group, std::string_view sentence) {
    const std::string wanted = seq2seq::lowerCase(seq2seq::simplified(sentence));
    const auto found = std::ranges::find_if(group.pairs, [&](const SentencePair& pair) {
        return seq2seq::lowerCase(textOf(pair.source, group.tokens)) == wanted;
    });
    return found == group.pairs.end() ? nullptr : &*found;
}

void addKnownGold(files::Session& session) {
    const PairGroup* group = groupOf(session.corpus);
    if (!group)
        return;
    const auto source = wordsOf(session.crossLabels.columns);
    const auto target = wordsOf(session.crossLabels.rows);
    const auto known = std::ranges::find_if(
        group->pairs, [&](const SentencePair& pair) { return pair.source == source && pair.target == target; });
    if (known != group->pairs.end() && known->gold)
        session.gold = *known->gold;
}

} // namespace

std::vector<const PairGroup*> pairGroups() {
    std::vector<const PairGroup*> groups;
    for (const std::string& name : corpusNames())
        groups.push_back(groupOf(name));
    return groups;
}

Result<ModelSet> modelsOf(const std::string& corpus) {
    static std::mutex guard;
    static std::map<std::string, ModelSet> known;
    const std::lock_guard lock(guard);
    if (const auto found = known.find(corpus); found != known.end())
        return found->second;
    auto models = readModels(corpus);
    if (models)
        known.emplace(corpus, *models);
    return models;
}

std::string titleOfCorpus(const std::string& corpus) {
    static std::mutex guard;
    static std::map<std::string, std::string> known;
    const std::lock_guard lock(guard);
    if (known.empty()) {
        for (const seq2seq::ShippedGrammar& shipped : seq2seq::shippedGrammars()) {
            const auto grammar = seq2seq::Grammar::parse(shipped.text);
            known.emplace(shipped.name, grammar ? grammar->title() : std::string(shipped.name));
        }
    }
    const auto found = known.find(corpus);
    return found == known.end() ? corpus : found->second;
}

std::string textOf(const std::vector<std::string>& tokens, seq2seq::Tokens kind) {
    if (kind == seq2seq::Tokens::words)
        return seq2seq::joined(tokens);
    std::string text;
    for (const std::string& token : tokens)
        text += token == "␣" ? " " : token;
    return text;
}

std::vector<std::string> wordsOf(std::vector<std::string> labels) {
    if (!labels.empty() && labels.back() == seq2seq::endLabel)
        labels.pop_back();
    return labels;
}

Result<files::Session> pairSession(const std::string& corpus, const SentencePair& pair) {
    const auto models = modelsOf(corpus);
    if (!models)
        return models.error();
    files::Session session = seq2seq::trainedSession(*models, pair);
    session.name = textOf(pair.source, models->front()->tokens);
    session.corpus = corpus;
    return session;
}

Result<files::Session> typedSession(const std::string& corpus, const TypedPair& typed) {
    const auto models = modelsOf(corpus);
    if (!models)
        return models.error();
    const seq2seq::Model& first = *models->front();
    SentencePair pair{seq2seq::tokenizeFor(first, first.source, typed.source),
                      seq2seq::tokenizeFor(first, first.target, typed.target), std::nullopt};
    if (pair.source.empty())
        return makeError(nothingTyped);
    const std::size_t longest = std::max(pair.source.size(), pair.target.size());
    if (longest > mostWords)
        return makeError(tooManyWords, {std::to_string(mostWords), std::to_string(longest)});
    auto session = pairSession(corpus, pair);
    if (!session)
        return session.error();
    addKnownGold(*session);
    return session;
}

Result<files::Session> openSentence(const std::string& corpus, const std::string& sentence) {
    if (const PairGroup* group = groupOf(corpus)) {
        if (const SentencePair* pair = pairIn(*group, sentence))
            return pairSession(corpus, *pair);
    }
    return typedSession(corpus, {sentence, {}});
}

std::optional<Result<files::Session>> openHeldOut(std::string_view sentence) {
    for (const std::string& name : corpusNames()) { // one after the other: each takes its time to make
        const PairGroup& group = *groupOf(name);
        if (const SentencePair* pair = pairIn(group, sentence))
            return pairSession(group.corpus, *pair);
    }
    return std::nullopt;
}

std::vector<Suggestion> suggestionsFor(std::string_view sentence) {
    constexpr std::size_t mostSuggestions = 3;
    std::vector<ModelSet> kept;
    std::vector<seq2seq::NamedModel> models;
    for (const std::string& corpus : corpusNames()) {
        auto known = modelsOf(corpus);
        if (!known)
            continue;
        kept.push_back(*std::move(known));
        models.push_back({corpus, kept.back().front().get()});
    }
    std::vector<Suggestion> all;
    const auto readings = seq2seq::readingsOf(seq2seq::simplified(sentence), models);
    for (const seq2seq::Reading& reading : readings) {
        const seq2seq::Reading& best = readings.front();
        const bool asGood = reading.kind == best.kind && reading.unknown.size() == best.unknown.size();
        if (!asGood || reading.tokens.size() > mostWords || all.size() == mostSuggestions)
            continue;
        const seq2seq::Model& model = *std::ranges::find(models, reading.corpus, &seq2seq::NamedModel::corpus)->model;
        auto written = seq2seq::translate(model, reading.tokens).target;
        if (!written.empty() && written.back() == seq2seq::endWord)
            written.pop_back();
        all.push_back({reading.corpus, textOf(written, model.tokens), reading.unknown});
    }
    return all;
}

} // namespace heedmap
