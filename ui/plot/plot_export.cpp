// A plot into a file that the user chooses.
#include "core/files/output_file.h"
#include "ui/base/error_text.h"
#include "ui/base/file_name.h"
#include "ui/export/written_notice.h"
#include "ui/plot/plot_view.h"
#include "ui/settings/settings.h"
#include "ui/widgets/dialogs.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace heedmap {

namespace {

Result<void> writeText(const std::string& path, const QString& text) {
    auto file = files::OutputFile::create(path);
    if (!file)
        return file.error();
    file->write(text.toStdString());
    return file->commit();
}

// The one that was written last, if a plot can be written so.
ExportFormat lastFormat(const Settings& settings) {
    const auto last = exportFormatNamed(settings.value(Setting::exportFormat).toString().toStdString());
    return last && (isPicture(*last) || *last == ExportFormat::tsv) ? *last : ExportFormat::png;
}

QString endingOf(ExportFormat format) {
    return QLatin1Char('.') + QString::fromStdString(std::string(nameOf(format)));
}

} // namespace

void PlotView::exportPicture() {
    const QDir folder(settings_->directory(Setting::exportDirectory));
    const ExportFormat last = lastFormat(*settings_);
    QString path = dialogs::saveFile(this, tr("Export"), folder.filePath(plainFileName(title_) + endingOf(last)),
                                     tr("Pictures and numbers (*.png *.svg *.pdf *.tsv)"));
    if (path.isEmpty())
        return;
    auto format = exportFormatOf(path.toStdString());
    if (!format) {
        path += endingOf(last);
        format = last;
        // The file dialog asked about the name without the ending.
        if (QFileInfo::exists(path) && dialogs::ask(this, tr("Export"), tr("%1 exists. Replace it?").arg(path),
                                                    tr("Replace"), tr("Keep")) != dialogs::Answer::yes)
            return;
    }
    ExportOptions options;
    options.format = *format;
    options.scaleFactor = std::clamp(settings_->value(Setting::exportScale).toInt(), 1, 4);
    options.dotsPerInch = std::clamp(settings_->value(Setting::exportResolution).toInt(), 10, 2400);
    settings_->setValue(Setting::exportDirectory, QFileInfo(path).absolutePath());
    const Result<void> done = isPicture(*format) ? writePicture(picture(), options, path.toStdString())
                                                 : writeText(path.toStdString(), numbersText());
    if (!done)
        return dialogs::message(this, tr("The plot cannot be exported"), errorSentence(done.error()));
    settings_->setValue(Setting::exportFormat, QString::fromStdString(std::string(nameOf(*format))));
    tellWritten(this, path);
}

} // namespace heedmap
