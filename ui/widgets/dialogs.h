// Every question to the user goes through here, so that a test can answer it. Without an answerer the real dialogs of
// the toolkit are shown.
#pragma once

#include <QString>
#include <QStringList>

class QDialog;
class QWidget;

namespace heedmap::dialogs {

enum class Answer { yes, no, cancel };

// One message, told once.
void message(QWidget* parent, const QString& title, const QString& text);
// Yes and No carry the words given, an empty one is left out; Cancel is always there.
Answer ask(QWidget* parent, const QString& title, const QString& text, const QString& yes, const QString& no);
// Empty: cancelled. `filter` as QFileDialog takes it.
QStringList openFiles(QWidget* parent, const QString& title, const QString& directory, const QString& filter);
QString openFolder(QWidget* parent, const QString& title, const QString& directory); // empty: cancelled
QString saveFile(QWidget* parent, const QString& title, const QString& path, const QString& filter);
// Runs a dialog of ours; true when it was accepted.
bool run(QDialog& dialog);

// Stands in for the user. What it does not override is refused: cancelled, or (message) just noted by the override.
class Answerer {
public:
    virtual ~Answerer() = default;
    virtual void message(const QString& title, const QString& text) = 0;
    virtual Answer ask(const QString& title, const QString& text);
    virtual QStringList openFiles(const QString& title);
    virtual QString openFolder(const QString& title);
    virtual QString saveFile(const QString& title, const QString& path);
    virtual bool run(QDialog& dialog);
};
// Null: the toolkit's dialogs again.
void setAnswerer(Answerer* answerer);

} // namespace heedmap::dialogs
