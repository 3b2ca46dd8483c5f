#include "ui/files/autosave.h"

#include "ui/document/document.h"
#include "ui/document/error_text.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QUuid>

namespace heedmap {

namespace {

const QString sessionEnding = QStringLiteral(".heedmap");
const QString lockEnding = QStringLiteral(".lock");
const QString pathEnding = QStringLiteral(".path"); // where the session belongs
const QString lastName = QStringLiteral("last");

void removeAll(const QString& base) {
    for (const QString& ending : {sessionEnding, pathEnding})
        QFile::remove(base + ending);
}

void moveAll(const QString& from, const QString& to) {
    removeAll(to);
    for (const QString& ending : {sessionEnding, pathEnding})
        QFile::rename(from + ending, to + ending);
}

bool writeText(const QString& path, const QString& text) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    file.write(text.toUtf8());
    return file.commit();
}

} // namespace

double bytesOf(const files::Session& session) {
    const attention::Problem& p = session.problem;
    const attention::Parameters& w = p.parameters;
    double numbers = 0;
    for (const MatrixD* m : {&p.q, &p.k, &p.v, &p.x, &w.w, &w.w_s, &w.w_h, &w.w_q, &w.w_k, &w.w_v})
        numbers += static_cast<double>(m->size());
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
    connect(document_, &Document::changed, this, &Autosave::documentChanged);
    connect(document_, &Document::filePathChanged, this, &Autosave::documentChanged);
}

Autosave::~Autosave() {
    flush();
    if (QFileInfo::exists(base_ + sessionEnding))
        moveAll(base_, QDir(directory_).filePath(lastName));
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

void Autosave::flush() {
    if (timer_.isActive()) {
        timer_.stop();
        write();
    }
    pool_.waitForDone();
}

void Autosave::write() {
    waiting_.invalidate();
    const double bytes = bytesOf(document_->session());
    if (bytes > maxBytes) {
        tellOnce(tr("The session is too large to be saved by itself every few seconds; save it with Ctrl+S."));
        return;
    }
    auto session = std::make_shared<const files::Session>(document_->session());
    const auto job = [this, session, base = base_, path = document_->filePath()] {
        const auto written = files::writeSession((base + sessionEnding).toStdString(), *session);
        const bool stands = written.ok() && writeText(base + pathEnding, path);
        const QString why = written ? QString() : errorText(written.error());
        QMetaObject::invokeMethod(
            this,
            [this, stands, why] {
                if (stands)
                    Q_EMIT saved();
                else
                    tellOnce(tr("The session could not be saved by itself. %1").arg(why));
            },
            Qt::QueuedConnection);
    };
    pool_.start(job);
}

void Autosave::tellOnce(const QString& sentence) {
    if (told_ == sentence)
        return;
    told_ = sentence;
    Q_EMIT noticed(sentence);
}

std::optional<Autosave::Restored> Autosave::restore() {
    const auto entries =
        QDir(directory_).entryInfoList({QLatin1Char('*') + sessionEnding}, QDir::Files, QDir::Time); // newest first
    for (const QFileInfo& entry : entries) {
        const QString base = entry.dir().filePath(entry.completeBaseName());
        if (base == base_ || entry.completeBaseName() == lastName)
            continue;
        QLockFile lock(base + lockEnding);
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0))
            continue; // its program is running
        auto restored = take(base, true);
        if (restored)
            return restored;
    }
    return take(QDir(directory_).filePath(lastName), false);
}

std::optional<Autosave::Restored> Autosave::take(const QString& base, bool crashed) {
    if (!QFileInfo::exists(base + sessionEnding))
        return std::nullopt;
    auto session = files::readSession((base + sessionEnding).toStdString());
    const QString path = filePathOf(base);
    if (!session) { // kept under a name that is not tried again
        QFile::rename(base + sessionEnding, base + QStringLiteral(".damaged"));
        return std::nullopt;
    }
    removeAll(base);
    return Restored{std::move(session).value(), path, crashed};
}

QString Autosave::filePathOf(const QString& base) const {
    QFile file(base + pathEnding);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace heedmap
