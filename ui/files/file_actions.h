// Opening and saving as the user sees it: dialogs, choices, and all that failed told once.
#pragma once

#include "ui/files/file_session.h"
#include "ui/files/reading_line.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace heedmap {

class Document;
class Settings;

class FileActions : public QObject {
    Q_OBJECT

public:
    FileActions(Document* document, Settings* settings, QWidget* window);

    // Sessions and pictures open as sessions; tensors become panels, several files side by side. A path may name a
    // tensor, as in dump.npz#attn[2,7]. What failed is told in one message; what was there before stays.
    void open(const QStringList& paths);
    void openWithDialog();
    // A published model's folder, which is then asked with a text. open() does the same with the path of a folder.
    void openModelWithDialog();
    // A file of text once more, read as `choices` say.
    void readAgain(const QString& path, const files::TextChoices& choices);
    // The session to its file, or to one that is asked for. False: cancelled or failed.
    bool save();
    bool saveAs();
    // Asks before another session takes the place of one with unsaved changes. False: it has to stay.
    bool maybeSave();

Q_SIGNALS:
    void noticed(const QString& sentence);
    // How what is shown now was read; `text` where that is one file that can be read otherwise.
    void readSo(const QStringList& notes, const std::optional<TextReading>& text);

private:
    // Nothing where the user cancelled.
    Result<std::optional<OpenedSession>> read(const QString& path);
    Result<std::optional<OpenedSession>> readTensors(const QString& path);
    Result<std::optional<OpenedSession>> readModel(const QString& path);
    void show(OpenedSession opened);
    bool write(const QString& path);

    Document* document_;
    Settings* settings_;
    QPointer<QWidget> window_;
    files::ReadOptions reading_;          // of the next file
    std::optional<TextReading> textRead_; // the last file, where it was a text
};

} // namespace heedmap
