#include "ui/files/file_actions.h"

#include "ui/base/error_text.h"
#include "ui/base/file_name.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/files/autosave.h"
#include "ui/files/model_dialog.h"
#include "ui/files/sentence_chooser.h"
#include "ui/files/tensor_chooser.h"
#include "ui/settings/settings.h"
#include "ui/widgets/dialogs.h"

#include <QDir>
#include <QFileInfo>

namespace heedmap {

namespace {

const QString examplePrefix = QStringLiteral("pair:");

bool isExample(const QString& path) {
    return path.startsWith(examplePrefix) && !QFileInfo::exists(path);
}

// The file of "dump.npz#attn[2,7]".
QString fileOf(const QString& path) {
    if (QFileInfo::exists(path))
        return path;
    const auto reference = files::parseReference(path.toStdString());
    return reference ? QString::fromStdString(reference->path) : path;
}

// Whatever went wrong is told together with its file.
QString failureText(Error error, const QString& path) {
    const QString file = isExample(path) ? path : fileOf(path);
    if (error.file.empty() && !errorText(error).contains(file))
        error.file = file.toStdString();
    return errorText(error);
}

} // namespace

FileActions::FileActions(Document* document, Settings* settings, QWidget* window)
    : QObject(window)
    , document_(document)
    , settings_(settings)
    , window_(window) {}

void FileActions::open(const QStringList& paths) {
    QStringList failures;
    std::optional<OpenedSession> matrices; // of all tensor files together
    std::vector<OpenedSession> sessions;
    for (const QString& path : paths) {
        textRead_.reset();
        auto opened = read(path);
        if (!opened) {
            failures.append(failureText(opened.error(), path));
            continue;
        }
        if (!*opened)
            continue; // cancelled
        if (!isExample(path))
            settings_->addRecentFile(fileOf(path));
        OpenedSession& one = **opened;
        if (!one.isOfMatrices())
            sessions.push_back(std::move(one));
        else if (matrices)
            files::append(matrices->imported, one.imported);
        else
            matrices = std::move(one);
    }
    if (paths.size() > 1)
        textRead_.reset();
    if (matrices)
        sessions.push_back(std::move(*matrices));
    if (!sessions.empty() && maybeSave()) {
        for (OpenedSession& session : sessions)
            show(std::move(session));
    }
    if (!failures.isEmpty())
        dialogs::message(window_, tr("Not everything could be opened"), failures.join(QStringLiteral("\n\n")));
}

void FileActions::readAgain(const QString& path, const files::TextChoices& choices) {
    reading_.text = choices;
    open({path});
    reading_ = {};
}

void FileActions::openWithDialog() {
    const QString filter = tr("All that can be opened (%1)")
                               .arg(QStringLiteral("*.npy *.npz *.safetensors *.pt *.pth *.bin *.csv *.tsv *.json "
                                                   "*.txt *.heedmap *.png *.svg *.pdf")) +
                           QStringLiteral(";;") + tr("All files (%1)").arg(QStringLiteral("*"));
    const QStringList paths =
        dialogs::openFiles(window_, tr("Open"), settings_->directory(Setting::openDirectory), filter);
    if (paths.isEmpty())
        return;
    settings_->setValue(Setting::openDirectory, QFileInfo(paths.first()).absolutePath());
    open(paths);
}

void FileActions::openModelWithDialog() {
    const QString path =
        dialogs::openFolder(window_, tr("Open a Model Folder"), settings_->directory(Setting::openDirectory));
    if (path.isEmpty())
        return;
    settings_->setValue(Setting::openDirectory, QFileInfo(path).absolutePath());
    open({path});
}

Result<std::optional<OpenedSession>> FileActions::read(const QString& path) {
    if (isExample(path)) {
        auto example = openExample(path.mid(examplePrefix.size()));
        if (!example)
            return example.error();
        OpenedSession opened;
        opened.imported.session = std::move(example).value();
        return std::optional(std::move(opened));
    }
    if (QFileInfo(path).isDir())
        return readModel(path);
    if (!files::isSessionName(path.toStdString()))
        return readTensors(path);
    auto opened = openSession(path);
    if (!opened)
        return opened.error();
    return std::optional(std::move(opened).value());
}

Result<std::optional<OpenedSession>> FileActions::readTensors(const QString& path) {
    auto input = files::inputOf(path.toStdString());
    if (!input)
        return input.error();
    auto opened = files::open(input->path, reading_);
    if (!opened)
        return opened.error();
    const std::shared_ptr<const files::TensorFile> file = *std::move(opened);
    if (file->textChoices().encoding)
        textRead_ = TextReading{path, file->textChoices()};
    if (file->format() == files::Format::session) { // a manifest, whatever its ending
        auto session = openSession(QString::fromStdString(input->path));
        if (!session)
            return session.error();
        return std::optional(std::move(session).value());
    }
    std::vector<files::Input> inputs;
    if (!input->tensor.empty() || !input->brackets.empty()) {
        input->file = file;
        inputs.push_back(*std::move(input));
    } else if (file->format() == files::Format::alignments && file->tensors().size() > 1) {
        SentenceChooser chooser(*file, window_);
        if (!dialogs::run(chooser))
            return std::optional<OpenedSession>();
        for (const std::size_t sentence : chooser.sentences()) {
            files::Input chosen = *input;
            chosen.file = file;
            chosen.position = sentence;
            inputs.push_back(std::move(chosen));
        }
    } else {
        inputs = files::suggestedInputs(file);
        if (!files::isClear(*file)) {
            TensorChooser chooser(*file, inputs, window_);
            if (!dialogs::run(chooser))
                return std::optional<OpenedSession>();
            inputs = chooser.inputs();
        }
    }
    auto session = openTensors(inputs);
    if (!session)
        return session.error();
    return std::optional(std::move(session).value());
}

Result<std::optional<OpenedSession>> FileActions::readModel(const QString& path) {
    auto reader = transformer::Reader::open(path.toStdString());
    if (!reader)
        return reader.error();
    if (!reader->model().architecture().patches && !reader->tokenizer())
        return reader->tokenizer().error();
    ModelDialog dialog(*std::move(reader), window_);
    if (!dialogs::run(dialog))
        return std::optional<OpenedSession>();
    OpenedSession opened;
    opened.imported.session = dialog.takeSession();
    for (const Phrase& remark : dialog.remarks())
        opened.imported.notes.push_back({{}, remark});
    return std::optional(std::move(opened));
}

void FileActions::show(OpenedSession opened) {
    const QString path = opened.sessionPath;
    const QStringList remarks = opened.remarks();
    document_->open(std::move(opened.imported.session));
    if (!path.isEmpty())
        document_->setFilePath(path);
    for (const QString& remark : remarks)
        Q_EMIT noticed(remark);
    Q_EMIT readSo(remarks, textRead_);
}

bool FileActions::save() {
    return document_->filePath().isEmpty() ? saveAs() : write(document_->filePath());
}

bool FileActions::saveAs() {
    QString name = document_->filePath();
    if (name.isEmpty()) {
        const QString base = plainFileName(QString::fromStdString(document_->session().name));
        name = QDir(settings_->directory(Setting::saveDirectory)).filePath(base + sessionEnding);
    }
    QString path = dialogs::saveFile(window_, tr("Save Session"), name,
                                     tr("Heedmap session (%1)").arg(QStringLiteral("*.heedmap")));
    if (path.isEmpty())
        return false;
    if (!path.endsWith(sessionEnding)) {
        path += sessionEnding;
        // The file dialog asked about the name without the ending.
        const QString question = tr("%1 exists. Replace it?").arg(path);
        if (QFileInfo::exists(path) &&
            dialogs::ask(window_, tr("Save Session"), question, tr("Replace"), tr("Keep")) != dialogs::Answer::yes)
            return false;
    }
    settings_->setValue(Setting::saveDirectory, QFileInfo(path).absolutePath());
    return write(path);
}

bool FileActions::maybeSave() {
    if (!document_->isModified())
        return true;
    const QString path = document_->filePath();
    const QString name =
        path.isEmpty() ? QString::fromStdString(document_->session().name) : QFileInfo(path).fileName();
    const dialogs::Answer answer = dialogs::ask(window_, tr("Unsaved Changes"), tr("Save the changes to %1?").arg(name),
                                                tr("Save"), tr("Discard"));
    return answer == dialogs::Answer::yes ? save() : answer == dialogs::Answer::no;
}

bool FileActions::write(const QString& path) {
    const auto written = files::writeSession(path.toStdString(), document_->session());
    if (!written) {
        dialogs::message(window_, tr("The session was not saved"), errorText(written.error()));
        return false;
    }
    document_->setFilePath(path);
    settings_->addRecentFile(path);
    return true;
}

} // namespace heedmap
