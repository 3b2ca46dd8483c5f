#include "ui/files/file_session.h"

#include "ui/base/error_text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace heedmap {

QStringList OpenedSession::remarks() const {
    const auto& notes = imported.notes;
    const bool several = std::ranges::any_of(
        notes, [&](const files::Note& note) { return !note.file.empty() && note.file != notes.front().file; });
    QStringList texts;
    for (const files::Note& note : notes) {
        const QString text = remarkText(note.text);
        const QString file = QFileInfo(QString::fromStdString(note.file)).fileName();
        const bool named = several && !file.isEmpty();
        texts.append(named
                         ? QCoreApplication::translate("Error", "%1: %2", "file: what is wrong with it").arg(file, text)
                         : text);
    }
    return texts;
}

bool OpenedSession::isOfMatrices() const {
    return sessionPath.isEmpty() && imported.session.showsMatrices();
}

Result<OpenedSession> openTensors(const std::vector<files::Input>& inputs) {
    files::ImportRequest request;
    request.matrixLimit = maxMatrices;
    request.completes = true;
    std::ranges::copy_if(inputs, std::back_inserter(request.inputs),
                         [](const files::Input& input) { return input.role != files::Role::none; });
    auto imported = files::importSession(request);
    if (!imported)
        return imported.error();
    return OpenedSession{*std::move(imported)};
}

Result<OpenedSession> openSession(const QString& path) {
    auto session = files::readSession(path.toStdString());
    if (!session)
        return session.error();
    OpenedSession opened;
    opened.imported.session = *std::move(session);
    if (QFileInfo(path).suffix().toLower() == u"heedmap")
        opened.sessionPath = QFileInfo(path).absoluteFilePath();
    if (opened.imported.session.name.empty())
        opened.imported.session.name = QFileInfo(path).fileName().toStdString();
    return opened;
}

} // namespace heedmap
