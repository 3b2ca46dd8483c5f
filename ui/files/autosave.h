// A crash loses at most the last few seconds: the session is written to the state directory shortly after each change,
// and found there at the next start, together with the file it belongs to and whether it has changes that are not
// there. Several windows of the program keep out of each other's way.
#pragma once

#include "core/session/session.h"

#include <QElapsedTimer>
#include <QLockFile>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <memory>
#include <optional>

namespace heedmap {

// What names of session files end in.
inline const QString sessionEnding = QStringLiteral(".heedmap");

class Document;

class Autosave : public QObject {
    Q_OBJECT

public:
    // `directory` is created. Watches `document` from now on.
    Autosave(Document* document, const QString& directory, QObject* parent = nullptr);
    // Ends properly: the session is kept as the last one, beside one with unsaved changes that is still there.
    ~Autosave() override;

    struct Restored {
        files::Session session;
        QString filePath;      // that it was saved to or read from; empty: none
        bool modified = false; // it differs from that file, as far as is known
        bool crashed = false;  // the program that wrote it did not end properly
    };
    // What a program that did not end properly left behind, the newest first; else the last session of one that did.
    // Each is given out once, and stays in the directory as the session of this program. What is damaged, and what
    // ended the program again and again, is put aside; noticed() says where as soon as the event loop runs.
    std::optional<Restored> restore();

    // Writes now what still waits to be written, and waits until it stands. False: the session as it is now does not.
    bool flush();

    void setDelays(int afterChange,
                   int atMost); // milliseconds; 400 and 1200 unless set: at most two seconds of work may be lost

    // Sessions above this are not saved by themselves: it would cost more than it gives.
    static constexpr double maxBytes = 64.0 * 1024 * 1024;

Q_SIGNALS:
    void saved();
    void noticed(const QString& sentence); // what cannot be saved or restored, and why; once for each reason

private:
    void documentChanged();
    void write();
    void tellOnce(const QString& sentence);
    std::optional<Restored> take(const QString& base, bool crashed);
    void setAside(const QString& base);
    void setAsideDamaged(const QString& base, const QString& why);
    void tellSoon(const QString& sentence);
    void prove();

    Document* document_;
    QString directory_;
    QString base_; // path of this program's session without its ending
    std::unique_ptr<QLockFile> lock_;
    QTimer timer_;
    QTimer proved_;                   // until a restored session counts as harmless
    QElapsedTimer waiting_;           // since the oldest change that is not written
    std::atomic<bool> stands_ = true; // the session as it was written last
    QThreadPool pool_;
    QString told_;
    int afterChange_ = 400;
    int atMost_ = 1200;
};

// Bytes of the numbers of a session.
double bytesOf(const files::Session& session);

} // namespace heedmap
