#include "ui/document/examples.h"

#include <QCoreApplication>

#include <map>
#include <string>

namespace heedmap {

namespace {

std::string exampleLanguage() {
    return QCoreApplication::translate(
               "Examples", "en",
               "the language of the shipped examples' texts: translate as the code of yours, en or zh")
        .toStdString();
}

} // namespace

const std::vector<Example>& examples() {
    static std::map<std::string, std::vector<Example>> byLanguage;
    const std::string language = exampleLanguage();
    const auto [known, isNew] = byLanguage.try_emplace(language);
    if (isNew) {
        for (const ShippedExample& shipped : shippedExamples(language))
            known->second.push_back({QString::fromStdString(shipped.id), QString::fromStdString(shipped.title),
                                     QString::fromStdString(shipped.lookFor), QString::fromStdString(shipped.group)});
    }
    return known->second;
}

Result<files::Session> openExample(const QString& asked) {
    return openShipped(asked.toStdString(), exampleLanguage());
}

void translateExample(files::Session& session) {
    translateShipped(session, exampleLanguage());
}

} // namespace heedmap
