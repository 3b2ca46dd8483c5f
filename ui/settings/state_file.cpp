#include "ui/settings/state_file.h"

#include <QFile>
#include <QFileInfo>

namespace heedmap {

QString ownFile(const QString& path) {
    const QFileInfo info(path);
    if (info.isFile() || !info.exists())
        return path;
    const QString aside = freePath(path, QStringLiteral(".damaged"));
    return QFile::rename(path, aside) ? path : freePath(path, QStringLiteral(".new"));
}

QString freePath(const QString& base, const QString& ending) {
    QString path = base + ending;
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = QStringLiteral("%1-%2%3").arg(base).arg(number).arg(ending);
    return path;
}

} // namespace heedmap
