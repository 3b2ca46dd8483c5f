#include "ui/files/autosave.h"

#include "ui/base/error_text.h"
#include "ui/base/start_on.h"
#include "ui/document/document.h"
#include "ui/settings/state_file.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUuid>

#include <algorithm>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

namespace heedmap {

namespace {

const QString lockEnding = QStringLiteral(".lock");
const QString pathEnding = QStringLiteral(".path");   // where the session belongs, and whether it is saved there
const QString freshEnding = QStringLiteral(".fresh"); // a session being written
const QString triesEnding = QStringLiteral(".tries"); // how often it was restored by a program that soon ended
const QString lastName = QStringLiteral("last");

constexpr int mostTries = 2;
constexpr int provedAfter = 5000; // milliseconds that a restored session has to be shown without a crash

bool writeText(const QString& path, const QString& text) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    file.write(text.toUtf8());
    return file.commit();
}

QString readText(const QString& path) {
    constexpr qint64 longest = 1 << 16; // a path or a number
    QFile file(ownFile(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.read(longest)) : QString();
}

// Where a session belongs. It is found by what the session's file holds: whatever was written last when the program was
// killed, no session is taken for that of another file, or for saved.
struct Origin {
    QString session; // digest of the session's file
    QString path;
    bool modified = false;
    qint64 size = -1; // of the file at `path` when it was as the session
    qint64 time = -1;
};

QString digestOf(const QString& path) {
    QFile file(ownFile(path));
    QCryptographicHash hash(QCryptographicHash::Sha1);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? QString::fromLatin1(hash.result().toHex())
                                                                 : QString();
}

void noteFile(Origin& origin) {
    const QFileInfo info(origin.path);
    if (origin.path.isEmpty() || !info.exists())
        return;
    origin.size = info.size();
    origin.time = info.lastModified().toMSecsSinceEpoch();
}

std::vector<Origin> readOrigins(const QString& base) {
    const QString text = readText(base + pathEnding);
    const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8());
    std::vector<Origin> origins;
    for (const QJsonValue& value : document.array()) {
        const QJsonObject object = value.toObject();
        origins.push_back({object[u"session"].toString(), object[u"path"].toString(), object[u"modified"].toBool(true),
                           object[u"size"].toInteger(-1), object[u"time"].toInteger(-1)});
    }
    if (!document.isArray() && !text.isEmpty()) // as earlier versions wrote it: the path alone
        origins.push_back({digestOf(base + sessionEnding), text, true});
    return origins;
}

bool writeOrigins(const QString& base, const std::vector<Origin>& origins) {
    QJsonArray array;
    for (const Origin& origin : origins) {
        if (origin.session.isEmpty())
            continue;
        array.append(QJsonObject{{QStringLiteral("session"), origin.session},
                                 {QStringLiteral("path"), origin.path},
                                 {QStringLiteral("modified"), origin.modified},
                                 {QStringLiteral("size"), origin.size},
                                 {QStringLiteral("time"), origin.time}});
    }
    return writeText(base + pathEnding, QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact)));
}

// What is not known counts as not saved anywhere.
Origin originOf(const QString& base) {
    const std::vector<Origin> origins = readOrigins(base);
    const bool any = !readText(base + pathEnding).isEmpty();
    const QString digest = digestOf(base + sessionEnding);
    const auto found =
        std::find_if(origins.begin(), origins.end(), [&](const Origin& origin) { return origin.session == digest; });
    if (found == origins.end())
        return {digest, {}, any};
    Origin origin = *found;
    Origin now = origin;
    now.size = now.time = -1;
    noteFile(now);
    if (!origin.path.isEmpty() && (now.size != origin.size || now.time != origin.time))
        origin.modified = true; // the file is gone, or another one
    return origin;
}

// At every moment one of the two places holds the session and what belongs to it. False: the session was not moved.
bool moveAll(const QString& from, const QString& to) {
    for (const QString& ending : {pathEnding, triesEnding}) {
        ownFile(to + ending);
        if (QFileInfo::exists(ownFile(from + ending)))
            writeText(to + ending, readText(from + ending));
        else
            QFile::remove(to + ending);
    }
    QFile::remove(to + sessionEnding);
    const bool moved = QFile::rename(from + sessionEnding, to + sessionEnding);
    for (const QString& ending : {pathEnding, triesEnding})
        QFile::remove((moved ? from : to) + ending);
    return moved;
}

double numbersIn(const attention::Operands& operands) {
    const attention::Parameters& w = operands.parameters;
    double numbers = 0;
    for (const MatrixD* m :
         {&operands.q, &operands.k, &operands.v, &w.w, &w.w_s, &w.w_h, &w.w_q, &w.w_k, &w.w_v, &w.w_o})
        numbers += static_cast<double>(m->size());
    for (const auto* vector : {&w.v, &w.b_q, &w.b_k, &w.b_v, &w.b_o})
        numbers += static_cast<double>(vector->size());
    return numbers;
}

} // namespace

double bytesOf(const files::Session& session) {
    const attention::Problem& p = session.problem;
    double numbers = numbersIn(p) + static_cast<double>(p.x.size());
    for (const auto& [function, operands] : session.own)
        numbers += numbersIn(operands);
    double bytes = 8 * numbers + static_cast<double>(p.mask.custom.size());
    for (const files::FileMatrix& matrix : session.matrices)
        bytes +=
            static_cast<double>(matrix.tensor.shape().count()) * static_cast<double>(sizeOf(matrix.tensor.dtype())) +
            static_cast<double>(matrix.allowed.size());
    return bytes;
}

Autosave::Autosave(Document* document, const QString& directory, QObject* parent)
    : QObject(parent)
    , document_(document)
    , directory_(directory) {
    QDir().mkpath(directory_);
    base_ = QDir(directory_).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces));
    lock_ = std::make_unique<QLockFile>(base_ + lockEnding);
    lock_->setStaleLockTime(0); // a lock is stale when its program is gone, never by age
    lock_->tryLock(0);
    pool_.setMaxThreadCount(1);
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &Autosave::write);
    proved_.setSingleShot(true);
    connect(&proved_, &QTimer::timeout, this, &Autosave::prove);
    connect(document_, &Document::changed, this, &Autosave::documentChanged);
    connect(document_, &Document::filePathChanged, this, &Autosave::documentChanged);
    connect(document_, &Document::modifiedChanged, this, &Autosave::documentChanged);
}

Autosave::~Autosave() {
    const bool stands = flush();
    QFile::remove(base_ + triesEnding);
    if (!QFileInfo::exists(base_ + sessionEnding))
        return;
    const QString last = QDir(directory_).filePath(lastName);
    const bool lastIsUnsaved = QFileInfo::exists(last + sessionEnding) && originOf(last).modified;
    if (!stands || (lastIsUnsaved && !originOf(base_).modified)) {
        for (const QString& ending : {sessionEnding, pathEnding})
            QFile::remove(base_ + ending);
        return;
    }
    QString to = last;
    for (int number = 2; lastIsUnsaved && QFileInfo::exists(to + sessionEnding); ++number)
        to = QStringLiteral("%1-%2").arg(last).arg(number);
    moveAll(base_, to);
}

void Autosave::setDelays(int afterChange, int atMost) {
    afterChange_ = afterChange;
    atMost_ = atMost;
}

void Autosave::documentChanged() {
    if (!waiting_.isValid())
        waiting_.start();
    const auto left = atMost_ - static_cast<int>(std::min<qint64>(waiting_.elapsed(), atMost_));
    timer_.start(std::min(afterChange_, left));
}

bool Autosave::flush() {
    if (timer_.isActive()) {
        timer_.stop();
        write();
    }
    pool_.waitForDone();
    return stands_;
}

void Autosave::write() {
    waiting_.invalidate();
    const double bytes = bytesOf(document_->session());
    if (bytes > maxBytes) {
        stands_ = false;
        tellOnce(tr("The session is too large to save automatically; save it with Ctrl+S."));
        return;
    }
    const Snapshot session = document_->snapshot();
    Origin origin{{}, document_->filePath(), document_->isModified()};
    noteFile(origin);
    const auto job = [this, session, base = base_, origin]() mutable {
        const QString fresh = base + freshEnding;
        const auto written = [&]() -> Result<void> {
            try {
                return files::writeSession(fresh.toStdString(), *session);
            } catch (const std::bad_alloc&) {
                return makeError(outOfMemory);
            }
        }();
        origin.session = written ? digestOf(fresh) : QString();
        std::error_code failure;
        if (written && writeOrigins(base, {origin, originOf(base)}))
            std::filesystem::rename(fresh.toStdString(), (base + sessionEnding).toStdString(), failure);
        else
            failure = std::make_error_code(std::errc::io_error);
        stands_ = !failure;
        const QString why = written ? QString() : errorText(written.error());
        QMetaObject::invokeMethod(
            this,
            [this, stands = !failure, why] {
                if (stands)
                    Q_EMIT saved();
                else
                    tellOnce(tr("The session could not be saved by itself. %1").arg(why));
            },
            Qt::QueuedConnection);
    };
    startOn(pool_, job);
}

void Autosave::tellOnce(const QString& sentence) {
    if (told_ == sentence)
        return;
    told_ = sentence;
    Q_EMIT noticed(sentence);
}

std::optional<Autosave::Restored> Autosave::restore() {
    auto entries = QDir(directory_).entryInfoList({QLatin1Char('*') + sessionEnding}, QDir::Files);
    std::sort(entries.begin(), entries.end(), [](const QFileInfo& a, const QFileInfo& b) { // to the millisecond
        return a.lastModified() > b.lastModified();
    });
    QStringList last;
    for (const QFileInfo& entry : entries) {
        const QString base = entry.dir().filePath(entry.completeBaseName());
        if (entry.completeBaseName().startsWith(lastName))
            last.append(base);
        if (base == base_ || entry.completeBaseName().startsWith(lastName))
            continue;
        QLockFile lock(ownFile(base + lockEnding));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0))
            continue; // its program is running
        auto restored = take(base, true);
        if (restored)
            return restored;
    }
    std::stable_partition(last.begin(), last.end(), [](const QString& base) { return originOf(base).modified; });
    for (const QString& base : std::as_const(last)) {
        if (auto restored = take(base, false))
            return restored;
    }
    return std::nullopt;
}

// The session stays in the directory, now as that of this program, so that it outlives another crash.
std::optional<Autosave::Restored> Autosave::take(const QString& base, bool crashed) {
    if (!QFileInfo::exists(base + sessionEnding))
        return std::nullopt;
    const int tries = readText(base + triesEnding).toInt();
    if (tries >= mostTries) {
        setAside(base);
        return std::nullopt;
    }
    writeText(base + triesEnding, QString::number(tries + 1));
    auto session = files::readSession((base + sessionEnding).toStdString());
    const Origin origin = originOf(base);
    if (!session) {
        setAsideDamaged(base, errorText(session.error()));
        return std::nullopt;
    }
    if (!moveAll(base, base_) && !QFileInfo::exists(base + sessionEnding))
        return std::nullopt; // another program was faster
    proved_.start(provedAfter);
    return Restored{std::move(session).value(), origin.path, origin.modified, crashed};
}

void Autosave::setAside(const QString& base) {
    const QDir folder(QDir(directory_).filePath(QStringLiteral("kept")));
    QDir().mkpath(folder.path());
    const QString path = originOf(base).path;
    const QString name = path.isEmpty() ? QStringLiteral("session") : QFileInfo(path).completeBaseName();
    const QString kept = freePath(folder.filePath(name), sessionEnding);
    if (!QFile::rename(base + sessionEnding, kept))
        return;
    QFile::remove(base + pathEnding);
    QFile::remove(base + triesEnding);
    tellSoon(tr("The program ended by itself each time it showed the last session; it is kept in %1.").arg(kept));
}

// Kept under a name that is not tried again.
void Autosave::setAsideDamaged(const QString& base, const QString& why) {
    const QString kept = freePath(base, QStringLiteral(".damaged"));
    if (!QFile::rename(base + sessionEnding, kept))
        return;
    QFile::remove(base + pathEnding);
    QFile::remove(base + triesEnding);
    tellSoon(tr("The last session could not be read and is kept in %1. %2.").arg(kept, why));
}

// When there is a window to tell it.
void Autosave::tellSoon(const QString& sentence) {
    QMetaObject::invokeMethod(
        this, [this, sentence] { Q_EMIT noticed(sentence); }, Qt::QueuedConnection);
}

void Autosave::prove() {
    if (document_->computing())
        proved_.start(provedAfter); // what might go wrong has not been drawn
    else
        QFile::remove(base_ + triesEnding);
}

} // namespace heedmap
