#include "ui/settings/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace heedmap {

Translation::~Translation() {
    QCoreApplication::removeTranslator(&own_);
    QCoreApplication::removeTranslator(&toolkit_);
}

QString Translation::systemLanguage() {
    const QStringList wanted = QLocale::system().uiLanguages();
    const bool chinese = !wanted.isEmpty() && wanted.front().startsWith(QLatin1String("zh"));
    return chinese ? QStringLiteral("zh") : QStringLiteral("en");
}

void Translation::use(const QString& language) {
    QCoreApplication::removeTranslator(&own_);
    QCoreApplication::removeTranslator(&toolkit_);
    const QString chosen = language == QLatin1String("system") ? systemLanguage() : language;
    if (chosen != QLatin1String("zh"))
        return;
    if (toolkit_.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&toolkit_);
    if (own_.load(QStringLiteral(":/translations/heedmap_zh_CN.qm")))
        QCoreApplication::installTranslator(&own_);
}

} // namespace heedmap
