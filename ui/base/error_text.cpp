#include "ui/base/error_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace heedmap {

namespace {

// What the system says of files, where it says it in English.
[[maybe_unused]] constexpr const char* systemTexts[] = {
    QT_TRANSLATE_NOOP("Reason", "No such file or directory"),
    QT_TRANSLATE_NOOP("Reason", "Not a directory"),
    QT_TRANSLATE_NOOP("Reason", "Is a directory"),
    QT_TRANSLATE_NOOP("Reason", "Permission denied"),
    QT_TRANSLATE_NOOP("Reason", "Read-only file system"),
    QT_TRANSLATE_NOOP("Reason", "No space left on device"),
    QT_TRANSLATE_NOOP("Reason", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("Reason", "File name too long"),
    QT_TRANSLATE_NOOP("Reason", "File too large"),
    QT_TRANSLATE_NOOP("Reason", "Too many open files"),
    QT_TRANSLATE_NOOP("Reason", "Input/output error"),
};

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
        {"^array (.*)$", QT_TRANSLATE_NOOP("Error", "array %1")},
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

std::string phraseText(const Phrase& phrase);

QString filled(const char* context, const char* words, const std::vector<Phrase>& values) {
    std::vector<std::string> texts;
    for (const Phrase& value : values)
        texts.push_back(phraseText(value));
    return QString::fromStdString(fill(QCoreApplication::translate(context, words).toStdString(), texts));
}

std::string phraseText(const Phrase& phrase) {
    const QString text = phrase.isWords ? filled("Reason", phrase.text.c_str(), phrase.values)
                                        : placeText(QString::fromStdString(shortened(phrase.text)));
    return text.toStdString();
}

QString asSentence(QString text) {
    const bool word = text.size() > 1 && text[1].isLetter(); // "v" stays "v"
    if (word)
        text[0] = text[0].toUpper();
    return QCoreApplication::translate("Reason", "%1.", "a sentence and its full stop").arg(text);
}

} // namespace

QString errorText(const Error& error) {
    QString text = filled("Error", error.kind->text, error.values);
    if (!error.file.empty())
        text = QCoreApplication::translate("Error", "%1: %2", "file: what is wrong with it")
                   .arg(QString::fromStdString(error.file), text);
    if (!error.place.empty())
        text = QCoreApplication::translate("Error", "%1 (%2)", "what is wrong (where)")
                   .arg(text, placeText(QString::fromStdString(shortened(error.place))));
    return text;
}

QString adaptationText(const files::Adaptation& adaptation) {
    return asSentence(filled("Adaptation", adaptation.kind->text, adaptation.values));
}

QString phraseInWords(const Phrase& phrase) {
    return QString::fromStdString(phraseText(phrase));
}

QString remarkText(const Phrase& remark) {
    return asSentence(QString::fromStdString(phraseText(remark)));
}

QString errorSentence(const Error& error) {
    return asSentence(errorText(error));
}

} // namespace heedmap
