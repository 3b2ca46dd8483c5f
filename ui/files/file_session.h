// From a file to a session as the window opens it: no dialogs, no widgets.
#pragma once

#include "core/session/import.h"

#include <QString>
#include <QStringList>

namespace heedmap {

// More matrices than this are not drawn at once.
inline constexpr Index maxMatrices = 1024;

struct OpenedSession {
    files::Imported imported;
    QString sessionPath{}; // of a .heedmap file; empty for everything else

    // Sentences for the user. Where several files are told of, each names its own.
    QStringList remarks() const;
    // Matrices of files, which can stand beside those of others.
    bool isOfMatrices() const;
};

// The chosen tensors of a file. Errors: those of importSession().
Result<OpenedSession> openTensors(const std::vector<files::Input>& inputs);

// A session file, a picture that carries its session, or a manifest as JSON.
Result<OpenedSession> openSession(const QString& path);

} // namespace heedmap
