#include "ui/settings/paths.h"

#include <QDir>

namespace heedmap {

namespace {

QString directory(const char* variable, const QString& belowHome) {
    QString base = qEnvironmentVariable(variable);
    if (base.isEmpty() || !QDir::isAbsolutePath(base)) // the specification: relative paths are ignored
        base = QDir::home().filePath(belowHome);
    const QString path = QDir(base).filePath(QStringLiteral("heedmap"));
    QDir().mkpath(path);
    return path;
}

} // namespace

QString configDirectory() {
    return directory("XDG_CONFIG_HOME", QStringLiteral(".config"));
}

QString stateDirectory() {
    return directory("XDG_STATE_HOME", QStringLiteral(".local/state"));
}

} // namespace heedmap
