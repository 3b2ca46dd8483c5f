#include "ui/document/examples.h"

#include "core/nearest_word.h"
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

// The id of what the user asked for: an id, or the source sentence of a pair. Empty: there is none.
QString idOf(const QString& asked) {
    for (const QJsonValue& entry : index()) {
        for (const auto& key : {u"id", u"sentence"}) {
            const QString known = entry[QStringView(key)].toString();
            if (!known.isEmpty() && known.compare(asked.simplified(), Qt::CaseInsensitive) == 0)
                return entry[u"id"].toString();
        }
    }
    return {};
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
    const QString id = idOf(asked);
    const auto& all = examples();
    const auto example = std::find_if(all.begin(), all.end(), [&](const Example& e) { return e.id == id; });
    if (example == all.end())
        return unknown(asked);
    const QByteArray text = shipped(id + QStringLiteral(".json"));
    auto session = files::parseManifest({text.constData(), static_cast<std::size_t>(text.size())});
    if (!session)
        return session;
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
