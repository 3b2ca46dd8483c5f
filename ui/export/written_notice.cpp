#include "ui/export/written_notice.h"

#include "ui/widgets/notice.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace heedmap {

namespace {

struct ExportWords {
    Q_DECLARE_TR_FUNCTIONS(Export)
};

} // namespace

void tellWritten(QWidget* from, const QString& path) {
    const QFileInfo file(path);
    for (QWidget* at = from; at != nullptr; at = at->parentWidget()) {
        auto* const notice = at->findChild<Notice*>();
        if (notice == nullptr)
            continue;
        notice->tell(
            ExportWords::tr("Saved %1 in %2").arg(file.fileName(), QDir::toNativeSeparators(file.absolutePath())));
        return;
    }
}

} // namespace heedmap
