// Answers the program's dialogs for a test and remembers what was told.
#pragma once

#include "ui/widgets/dialogs.h"

#include <functional>
#include <map>

namespace heedmap::tests {

class DialogAnswers : public dialogs::Answerer {
public:
    DialogAnswers() { dialogs::setAnswerer(this); }
    ~DialogAnswers() override { dialogs::setAnswerer(nullptr); }

    void message(const QString&, const QString& text) override { messages.append(text); }
    dialogs::Answer ask(const QString&, const QString& text) override {
        questions.append(text);
        return answer;
    }
    QStringList openFiles(const QString&) override { return filesToOpen; }
    QString openFolder(const QString&) override { return folderToOpen; }
    QString saveFile(const QString&, const QString& path) override {
        offeredPath = path;
        return fileToSave;
    }
    bool run(QDialog& dialog) override { return onDialog && onDialog(dialog); }

    QStringList messages;
    QStringList questions;
    dialogs::Answer answer = dialogs::Answer::cancel;
    QStringList filesToOpen;
    QString folderToOpen;
    QString fileToSave;
    QString offeredPath;
    std::function<bool(QDialog&)> onDialog; // true: accepted
};

} // namespace heedmap::tests
