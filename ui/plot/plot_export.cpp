// A plot into a file that the user chooses.
#include "core/files/output_file.h"
#include "ui/document/error_text.h"
#include "ui/plot/plot_view.h"
#include "ui/settings/settings.h"
#include "ui/widgets/dialogs.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace heedmap {

namespace {

Result<void> writeText(const std::string& path, const QString& text) {
    auto file = files::OutputFile::create(path);
    if (!file)
        return file.error();
    file->write(text.toStdString());
    return file->commit();
}

QString fileNameOf(QString title) {
    static const QRegularExpression unfit(QStringLiteral("[^\\w]+"), QRegularExpression::UseUnicodePropertiesOption);
    return title.replace(unfit, QStringLiteral("-"));
}

} // namespace

void PlotView::exportPicture() {
    const QDir folder(settings_->directory(Setting::exportDirectory));
    QString path = dialogs::saveFile(this, tr("Export"), folder.filePath(fileNameOf(title_) + QStringLiteral(".png")),
                                     tr("Pictures and numbers (*.png *.svg *.pdf *.tsv)"));
    if (path.isEmpty())
        return;
    auto format = exportFormatOf(path.toStdString());
    if (!format) {
        path += QStringLiteral(".png");
        format = ExportFormat::png;
        // The file dialog asked about the name without the ending.
        if (QFileInfo::exists(path) && dialogs::ask(this, tr("Export"), tr("%1 exists. Replace it?").arg(path),
                                                    tr("Replace"), tr("Keep")) != dialogs::Answer::yes)
            return;
    }
    ExportOptions options;
    options.format = *format;
    options.scaleFactor = settings_->value(Setting::exportScale).toInt();
    options.dotsPerInch = settings_->value(Setting::exportResolution).toInt();
    settings_->setValue(Setting::exportDirectory, QFileInfo(path).absolutePath());
    const Result<void> done = isPicture(*format) ? writePicture(picture(), options, path.toStdString())
                                                 : writeText(path.toStdString(), numbersText());
    if (!done)
        dialogs::message(this, tr("The plot cannot be exported"), errorSentence(done.error()));
}

} // namespace heedmap
