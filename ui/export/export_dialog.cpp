#include "ui/export/export_dialog.h"

#include "core/session/number_export.h"
#include "ui/base/error_text.h"
#include "ui/base/file_name.h"
#include "ui/base/panel_text.h"
#include "ui/export/export_session.h"
#include "ui/export/figure_preview.h"
#include "ui/export/picture_export.h"
#include "ui/settings/settings.h"
#include "ui/widgets/dialogs.h"

#include <QAbstractButton>
#include <QDialogButtonBox>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStackedLayout>
#include <QTemporaryDir>
#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

constexpr int pauseBeforeMeasuring = 250; // milliseconds without a change

QString endingOf(ExportFormat format) {
    const std::string_view name = nameOf(format);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

// A file name made of what the session is called.
QString baseNameOf(const files::Session& session) {
    const QString name = plainFileName(QFileInfo(QString::fromStdString(session.name)).completeBaseName());
    return name.isEmpty() ? QStringLiteral("heedmap") : name;
}

// What is written, apart from the dialog.
struct ExportJob {
    Results results;
    ExportOptions options;
};

QString sizeText(Index rows, Index columns) {
    return QStringLiteral("%1 × %2").arg(rows).arg(columns);
}

} // namespace

ExportDialog::ExportDialog(Results results, int active, Settings* settings, QWidget* parent)
    : QDialog(parent)
    , results_(std::move(results))
    , active_(std::clamp(active, 0, std::max(0, static_cast<int>(results_.size()) - 1)))
    , settings_(settings) {
    setWindowTitle(tr("Export"));
    measuring_.setSingleShot(true);
    measuring_.setInterval(pauseBeforeMeasuring);
    connect(&measuring_, &QTimer::timeout, this, &ExportDialog::measure);
    build();
    refresh();
}

void ExportDialog::build() {
    const bool several = results_.size() > 1;
    const bool attention =
        std::any_of(results_.begin(), results_.end(), [](const auto& r) { return r.attention != nullptr; });
    form_ = new ExportForm(results_.session().picture,
                           several ? panelTitle(results_[static_cast<std::size_t>(active_)]) : QString(), attention,
                           settings_, this);
    connect(form_, &ExportForm::changed, this, &ExportDialog::refresh);

    auto* const shown = new QWidget(this);
    sides_ = new QStackedLayout(shown);
    preview_ = new FigurePreview(this);
    numbers_ = new QLabel(this);
    numbers_->setAccessibleName(tr("What will be written"));
    numbers_->setTextFormat(Qt::PlainText);
    numbers_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    numbers_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    sides_->addWidget(preview_);
    sides_->addWidget(numbers_);

    remark_ = new QLabel(this);
    remark_->setObjectName(QStringLiteral("exportRemark"));
    remark_->setTextFormat(Qt::PlainText);
    remark_->setWordWrap(true);
    remark_->hide();
    facts_ = new QLabel(this);
    facts_->setAccessibleName(tr("size of the file"));
    facts_->setForegroundRole(QPalette::PlaceholderText);
    error_ = new QLabel(this);
    error_->setAccessibleName(tr("error"));
    error_->setTextFormat(Qt::PlainText);
    error_->setWordWrap(true);
    error_->hide();

    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    button_ = buttons->addButton(tr("&Export…"), QDialogButtonBox::AcceptRole);
    button_->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::write);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* const left = new QVBoxLayout;
    left->addWidget(form_);
    left->addStretch();
    form_->setFixedWidth(scaledToFont(260));
    auto* const columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addLayout(left);
    columns->addWidget(shown, 1);
    auto* const all = new QVBoxLayout(this);
    all->setContentsMargins(16, 16, 16, 16);
    all->setSpacing(8);
    all->addLayout(columns, 1);
    all->addWidget(remark_);
    all->addWidget(facts_);
    all->addWidget(error_);
    all->addWidget(buttons);
    for (QAbstractButton* const choice : form_->findChildren<QAbstractButton*>())
        choice->installEventFilter(this);
    resize(scaledToFont(900), scaledToFont(560));
}

void ExportDialog::setRemark(const QString& remark) {
    remark_->setText(remark);
    remark_->setVisible(!remark.isEmpty());
}

// With the form's settings of the picture.
Results ExportDialog::chosen() const {
    std::vector<std::size_t> panels;
    for (std::size_t i = 0; i < results_.size(); ++i) {
        if (!form_->onlyActive() || i == static_cast<std::size_t>(active_))
            panels.push_back(i);
    }
    Results part = partOf(results_, panels);
    files::Session session = part.session();
    session.picture = form_->picture();
    return resultsOf(std::make_shared<const files::Session>(std::move(session)), std::move(part.panels));
}

void ExportDialog::refresh() {
    measurer_.cancel();
    error_->hide();
    const ExportOptions options = form_->options();
    button_->setEnabled(!results_.empty() &&
                        (isPicture(options.format) || options.weights || options.scores || options.context));
    sides_->setCurrentIndex(isPicture(options.format) ? 0 : 1);
    if (isPicture(options.format)) {
        Figure figure = makeFigure(chosen(), options.dark, options.columns);
        form_->setNaturalSize(naturalSize(figure));
        const QSizeF size = figureSize(figure, options);
        const QSize pixels = pixelSize(figure, options);
        facts_->setText(
            options.format == ExportFormat::png
                ? tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height())
                : tr("%1 × %2 mm").arg(size.width() / 96 * 25.4, 0, 'f', 1).arg(size.height() / 96 * 25.4, 0, 'f', 1));
        preview_->setFigure(std::move(figure), size);
    } else {
        numbers_->setText(numbersStatement());
        facts_->clear();
    }
    measuring_.start();
}

QString ExportDialog::numbersStatement() const {
    QStringList lines;
    for (const files::NamedMatrix& matrix : numbersOf(chosen(), form_->options()))
        lines +=
            tr("%1: %2 numbers")
                .arg(QString::fromStdString(matrix.name), sizeText(matrix.source->rows(), matrix.source->columns()));
    return lines.isEmpty() ? tr("Choose what is to be written: weights, scores or context.")
                           : lines.join(QLatin1Char('\n'));
}

// The size of the file is that of a file really written, elsewhere; of many numbers it is not worth that.
void ExportDialog::measure() {
    constexpr Index mostMeasured = Index{1} << 21;
    auto job = std::make_shared<ExportJob>(ExportJob{chosen(), form_->options()});
    Index numbers = 0;
    for (const PanelResult& result : job->results)
        numbers += isPicture(job->options.format) ? 0 : result.rows() * result.columns();
    if (!button_->isEnabled() || numbers > mostMeasured)
        return;
    measurer_.start(
        [job](const std::stop_token& stop, const auto&) -> std::optional<qint64> {
            const QTemporaryDir folder;
            const QString path = folder.filePath(QStringLiteral("size"));
            if (!exportSession(job->results, job->options, path.toStdString(), stop))
                return std::nullopt;
            return QFileInfo(path).size();
        },
        [this](std::optional<qint64> size) {
            if (!size)
                return;
            const QString bytes = QLocale().formattedDataSize(*size, 1, QLocale::DataSizeSIFormat);
            const QString before = facts_->text().section(QStringLiteral(" · "), 0, 0);
            facts_->setText(before.isEmpty() ? bytes : before + QStringLiteral(" · ") + bytes);
        });
}

// The typed ending says what is wanted; one that names no format is part of the name. Empty: not to be written.
QString ExportDialog::pathToWrite(QString path) {
    if (const auto named = exportFormatOf(path.toStdString())) {
        form_->setFormat(*named);
        return path;
    }
    path += QLatin1Char('.') + endingOf(form_->options().format);
    // The file dialog asked about the name without the ending.
    if (QFileInfo::exists(path) && dialogs::ask(this, tr("Export"), tr("%1 exists. Replace it?").arg(path),
                                                tr("Replace"), tr("Keep")) != dialogs::Answer::yes)
        return {};
    return path;
}

// Written off the window's thread; meanwhile nothing but cancelling works. Without a value when cancelled, at once:
// what is still being drawn ends by itself and leaves nothing behind.
std::optional<Result<void>> ExportDialog::writeAside(const QString& path) {
    measurer_.cancel();
    const auto job = std::make_shared<ExportJob>(ExportJob{chosen(), form_->options()});
    std::optional<Result<void>> outcome;
    QEventLoop loop;
    writing_ = &loop;
    form_->setEnabled(false);
    button_->setEnabled(false);
    error_->hide();
    facts_->setText(tr("Writing… Cancel stops it."));
    writer_.start(
        [job, file = path.toStdString()](const std::stop_token& stop, const auto&) {
            return exportSession(job->results, job->options, file, stop);
        },
        [&](Result<void> written) {
            outcome = std::move(written);
            loop.quit();
        });
    loop.exec();
    writing_ = nullptr;
    writer_.cancel();
    form_->setEnabled(true);
    button_->setEnabled(true);
    if (!outcome || !*outcome)
        refresh();
    return outcome;
}

// Cancel stops what is being written; the dialog is then there again.
void ExportDialog::done(int result) {
    measurer_.cancel();
    if (writing_ && result != QDialog::Accepted)
        return writing_->quit();
    QDialog::done(result);
}

void ExportDialog::write() {
    const QString offered = endingOf(form_->options().format);
    const QDir folder(settings_->directory(Setting::exportDirectory));
    QString path = dialogs::saveFile(this, tr("Export"),
                                     folder.filePath(baseNameOf(results_.session()) + QLatin1Char('.') + offered),
                                     tr("%1 files (*.%2)").arg(offered.toUpper(), offered));
    if (!path.isEmpty())
        path = pathToWrite(path);
    if (path.isEmpty())
        return;
    if (!button_->isEnabled()) { // the format of the ending needs a choice
        fail(tr("Choose what is to be written: weights, scores or context."));
        return;
    }
    const auto written = writeAside(path);
    if (!written) // cancelled
        return;
    if (!*written) {
        fail(errorText(written->error()));
        return;
    }
    form_->remember();
    settings_->setValue(Setting::exportDirectory, QFileInfo(path).absolutePath());
    writtenPath_ = path;
    accept();
}

// Return on a button of the form exports too, as the default button promises; space or down opens a choice.
bool ExportDialog::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Return && key != Qt::Key_Enter)
        return QDialog::eventFilter(watched, event);
    button_->click();
    return true;
}

void ExportDialog::fail(const QString& sentence) {
    error_->setText(sentence);
    error_->show();
}

} // namespace heedmap
