#include "ui/document/examples.h"

#include "core/files/links.h"
#include "core/nearest_word.h"
#include "core/seq2seq/shipped_corpora.h"
#include "ui/document/pair_library.h"
#include "ui/settings/resources.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>

namespace heedmap {

namespace {

// Shipped files are always there and well formed; a test opens every one.
QByteArray shipped(const QString& name) {
    heedmapLoadResources();
    QFile file(QStringLiteral(":/pairs/%1").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    HEEDMAP_EXPECTS(opened);
    return file.readAll();
}

const QJsonArray& index() {
    static const QJsonArray entries = QJsonDocument::fromJson(shipped(QStringLiteral("index.json"))).array();
    return entries;
}

QString inLanguage(const QJsonValue& texts, const QString& language) {
    const QJsonObject object = texts.toObject();
    return object.value(object.contains(language) ? language : QStringLiteral("en")).toString();
}

std::vector<Example> examplesIn(const QString& language) {
    std::vector<Example> all;
    for (const QJsonValue& entry : index()) {
        all.push_back({entry[u"id"].toString(), inLanguage(entry[u"title"], language),
                       inLanguage(entry[u"lookFor"], language), inLanguage(entry[u"group"], language)});
    }
    return all;
}

// Whether `text` is there in some language.
bool isOneOf(const QJsonValue& texts, const std::string& text) {
    const QJsonObject object = texts.toObject();
    return std::any_of(object.begin(), object.end(),
                       [&](const QJsonValue& known) { return known.toString().toStdString() == text; });
}

// The entry whose `key` says what the user asked for; null: there is none.
QJsonValue entryWith(QStringView key, const QString& asked) {
    for (const QJsonValue& entry : index()) {
        const QString known = entry[key].toString();
        if (!known.isEmpty() && known.compare(asked.simplified(), Qt::CaseInsensitive) == 0)
            return entry;
    }
    return {};
}

// A sentence under the models of the corpus before the "/"; none where no corpus is named.
std::optional<Result<files::Session>> openTyped(const QString& asked) {
    const std::string corpus = asked.section(QLatin1Char('/'), 0, 0).trimmed().toStdString();
    const auto& shipped = seq2seq::shippedGrammars();
    const bool known = std::any_of(shipped.begin(), shipped.end(), [&](const auto& g) { return g.name == corpus; });
    if (!known || !asked.contains(QLatin1Char('/')))
        return std::nullopt;
    return openSentence(corpus, asked.section(QLatin1Char('/'), 1));
}

// As it stands in the index: the corpus it is from takes longer to make than a window to open.
Result<files::Session> openTrained(const std::string& corpus, const QJsonValue& entry) {
    const auto tokens = [&](QStringView key) {
        return seq2seq::tokenize(entry[key].toString().toStdString());
    };
    seq2seq::SentencePair pair{tokens(u"sentence"), tokens(u"target"), std::nullopt};
    const auto links =
        files::parseLinks(entry[u"gold"].toString().toStdString(), std::ssize(pair.target), std::ssize(pair.source));
    HEEDMAP_EXPECTS(links.ok());
    pair.gold = *links;
    return pairSession(corpus, pair);
}

Result<files::Session> openEntry(const QJsonValue& entry) {
    const QString corpus = entry[u"corpus"].toString();
    if (!corpus.isEmpty())
        return openTrained(corpus.toStdString(), entry);
    const QByteArray text = shipped(entry[u"id"].toString() + QStringLiteral(".json"));
    return files::parseManifest({text.constData(), static_cast<std::size_t>(text.size())});
}

Error unknown(const QString& asked) {
    std::vector<std::string> names;
    for (const Example& example : examples())
        names.push_back(example.id.toStdString());
    const std::string word = asked.toStdString();
    return makeError(noSuchExample, {word, nearestWord(word, names)});
}

} // namespace

const std::vector<Example>& examples() {
    static std::map<QString, std::vector<Example>> byLanguage;
    const QString language = QCoreApplication::translate(
        "Examples", "en", "the language of the shipped examples' texts: translate as the code of yours, en or zh");
    const auto known = byLanguage.find(language);
    return known != byLanguage.end() ? known->second : byLanguage.emplace(language, examplesIn(language)).first->second;
}

Result<files::Session> openExample(const QString& asked) {
    QJsonValue entry = entryWith(u"id", asked);
    if (entry.isNull()) {
        if (auto typed = openTyped(asked))
            return *std::move(typed);
        if (auto pair = openHeldOut(asked))
            return *std::move(pair);
        entry = entryWith(u"sentence", asked);
    }
    if (entry.isNull())
        return unknown(asked);
    auto session = openEntry(entry);
    if (!session)
        return session;
    const auto& all = examples();
    const auto example =
        std::find_if(all.begin(), all.end(), [&](const Example& e) { return e.id == entry[u"id"].toString(); });
    session->name = example->title.toStdString();
    session->lookFor = example->lookFor.toStdString();
    return session;
}

void translateExample(files::Session& session) {
    const auto& all = examples();
    for (qsizetype i = 0; i < index().size(); ++i) {
        const Example& example = all[static_cast<std::size_t>(i)];
        if (isOneOf(index()[i][u"title"], session.name))
            session.name = example.title.toStdString();
        if (isOneOf(index()[i][u"lookFor"], session.lookFor))
            session.lookFor = example.lookFor.toStdString();
    }
}

} // namespace heedmap
