#include "ui/base/file_name.h"

#include <QRegularExpression>

namespace heedmap {

QString plainFileName(QString title) {
    static const QRegularExpression unfit(QStringLiteral("[→−–/\\\\:*?\"<>|]"));
    return title.replace(unfit, QStringLiteral("-")).simplified();
}

} // namespace heedmap
