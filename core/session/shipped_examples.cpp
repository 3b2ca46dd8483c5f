#include "core/session/shipped_examples.h"

#include "core/embedded_pairs.h"
#include "core/files/links.h"
#include "core/nearest_word.h"
#include "core/seq2seq/shipped_corpora.h"
#include "core/session/pair_library.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace heedmap {

namespace {

using Json = nlohmann::json;

// Shipped files are always there and well formed; a test opens every one.
std::string_view contentsOf(std::string_view name) {
    const auto* const found = std::ranges::find(embedded::pairs, name, &EmbeddedFile::name);
    HEEDMAP_EXPECTS(found != std::end(embedded::pairs));
    return found->text();
}

const Json& exampleIndex() {
    static const Json entries = Json::parse(contentsOf("index"));
    return entries;
}

// "" where the entry has none.
std::string textIn(const Json& entry, const char* key) {
    return entry.value(key, std::string());
}

std::string textIn(const Json& entry, const char* key, std::string_view language) {
    const Json& texts = entry.at(key);
    const auto found = texts.find(language);
    return found == texts.end() ? texts.at("en") : *found;
}

ShippedExample exampleOf(const Json& entry, std::string_view language) {
    return {textIn(entry, "id"), textIn(entry, "title", language), textIn(entry, "lookFor", language),
            textIn(entry, "group", language)};
}

// Whether `text` is there in some language.
bool isOneOf(const Json& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

// The entry whose `key` says what the user asked for; null: there is none.
const Json* entryWith(const char* key, std::string_view asked) {
    const std::string wanted = seq2seq::lowerCase(seq2seq::simplified(asked));
    for (const Json& entry : exampleIndex()) {
        const std::string known = textIn(entry, key);
        if (!known.empty() && seq2seq::lowerCase(known) == wanted)
            return &entry;
    }
    return nullptr;
}

// A sentence under the models of the corpus before the "/"; none where no corpus is named.
std::optional<Result<files::Session>> openTyped(std::string_view asked) {
    const std::size_t slash = asked.find('/');
    if (slash == std::string_view::npos)
        return std::nullopt;
    const std::string corpus = seq2seq::simplified(asked.substr(0, slash));
    if (std::ranges::find(seq2seq::shippedGrammars(), corpus, &seq2seq::ShippedGrammar::name) ==
        seq2seq::shippedGrammars().end())
        return std::nullopt;
    return openSentence(corpus, std::string(asked.substr(slash + 1)));
}

// As it stands in the index: the corpus it is from takes longer to make than a window to open.
Result<files::Session> openTrained(const std::string& corpus, const Json& entry) {
    seq2seq::SentencePair pair{seq2seq::tokenize(textIn(entry, "sentence")), seq2seq::tokenize(textIn(entry, "target")),
                               std::nullopt};
    const auto links = files::parseLinks(textIn(entry, "gold"), std::ssize(pair.target), std::ssize(pair.source));
    HEEDMAP_EXPECTS(links.ok());
    pair.gold = *links;
    return pairSession(corpus, pair);
}

Error noSuch(std::string_view asked) {
    std::vector<std::string> names;
    for (const Json& entry : exampleIndex())
        names.push_back(textIn(entry, "id"));
    return makeError(noSuchExample, {std::string(asked), nearestWord(asked, names)});
}

} // namespace

std::vector<ShippedExample> shippedExamples(std::string_view language) {
    std::vector<ShippedExample> all;
    for (const Json& entry : exampleIndex())
        all.push_back(exampleOf(entry, language));
    return all;
}

Result<files::Session> openShipped(std::string_view asked, std::string_view language) {
    const Json* entry = entryWith("id", asked);
    if (entry == nullptr) {
        if (auto typed = openTyped(asked))
            return *std::move(typed);
        if (auto pair = openHeldOut(asked))
            return *std::move(pair);
        entry = entryWith("sentence", asked);
    }
    if (entry == nullptr)
        return noSuch(asked);
    const std::string corpus = textIn(*entry, "corpus");
    auto session =
        corpus.empty() ? files::parseManifest(contentsOf(textIn(*entry, "id"))) : openTrained(corpus, *entry);
    if (session) {
        session->name = textIn(*entry, "title", language);
        session->lookFor = textIn(*entry, "lookFor", language);
    }
    return session;
}

void translateShipped(files::Session& session, std::string_view language) {
    for (const Json& entry : exampleIndex()) {
        if (isOneOf(entry.at("title"), session.name))
            session.name = textIn(entry, "title", language);
        if (isOneOf(entry.at("lookFor"), session.lookFor))
            session.lookFor = textIn(entry, "lookFor", language);
    }
}

} // namespace heedmap
