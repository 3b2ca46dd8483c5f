#include "ui/document/error_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace heedmap {

namespace {

QString filled(const char* context, const ErrorKind& kind, const std::vector<std::string>& values) {
    const QString text = QCoreApplication::translate(context, kind.text);
    return QString::fromStdString(fill(text.toStdString(), values));
}

// "line 3, column 7" and its like: the words are translated, the numbers stay.
QString placeText(const QString& place) {
    struct Form {
        const char* pattern;
        const char* text;
    };
    static constexpr Form forms[] = {
        {"^line (\\d+), column (\\d+)$", QT_TRANSLATE_NOOP("Error", "line %1, column %2")},
        {"^row (\\d+), column (\\d+)$", QT_TRANSLATE_NOOP("Error", "row %1, column %2")},
        {"^line (\\d+)$", QT_TRANSLATE_NOOP("Error", "line %1")},
        {"^byte (\\d+)$", QT_TRANSLATE_NOOP("Error", "byte %1")},
        {"^tensor (.*)$", QT_TRANSLATE_NOOP("Error", "tensor %1")},
        {"^entry (.*)$", QT_TRANSLATE_NOOP("Error", "entry %1")},
    };
    for (const Form& form : forms) {
        const auto match = QRegularExpression(QLatin1String(form.pattern)).match(place);
        if (!match.hasMatch())
            continue;
        QString text = QCoreApplication::translate("Error", form.text);
        for (int i = 1; i <= match.lastCapturedIndex(); ++i)
            text = text.arg(match.captured(i));
        return text;
    }
    return place;
}

} // namespace

QString errorText(const Error& error) {
    QString text = filled("Error", *error.kind, error.values);
    if (!error.file.empty())
        text = QCoreApplication::translate("Error", "%1: %2", "file: what is wrong with it")
                   .arg(QString::fromStdString(error.file), text);
    if (!error.place.empty())
        text = QCoreApplication::translate("Error", "%1 (%2)", "what is wrong (where)")
                   .arg(text, placeText(QString::fromStdString(error.place)));
    return text;
}

QString adaptationText(const files::Adaptation& adaptation) {
    QString text = filled("Adaptation", *adaptation.kind, adaptation.values);
    const bool word = text.size() > 1 && text[1].isLetter(); // "v" stays "v"
    if (word)
        text[0] = text[0].toUpper();
    return QCoreApplication::translate("Adaptation", "%1.", "a sentence and its full stop").arg(text);
}

} // namespace heedmap
