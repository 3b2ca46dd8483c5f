#include "ui/files/file_actions.h"

#include "core/session/reference.h"
#include "ui/base/error_text.h"
#include "ui/base/file_name.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/files/autosave.h"
#include "ui/files/model_dialog.h"
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

// The use that a reference names.
Result<std::vector<TensorUse>> namedUse(const files::TensorFile& file, const files::Reference& reference) {
    auto tensor = file.find(reference.tensor);
    if (!tensor)
        return tensor.error();
    const Shape& shape = file.tensors()[*tensor].shape;
    TensorUse use{*tensor, TensorRole::alpha, reference.index};
    for (std::size_t axis = 0; axis < use.index.size(); ++axis) {
        if (use.index[axis] < 0 && use.index[axis] != files::wholeAxis && static_cast<int>(axis) < shape.rank())
            use.index[axis] += shape[static_cast<int>(axis)];
    }
    if (static_cast<int>(use.index.size()) > std::max(0, shape.rank() - 2))
        return makeError(files::tooManyIndices,
                         {std::to_string(use.index.size()), std::to_string(shape.rank()), shape.text()})
            .in(file.path());
    return std::vector<TensorUse>{use};
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
        if (matrices && one.session.showsMatrices() && one.sessionPath.isEmpty()) {
            append(matrices->session, one.session);
            matrices->remarks += one.remarks;
        } else if (!matrices && one.session.showsMatrices() && one.sessionPath.isEmpty()) {
            matrices = std::move(one);
        } else {
            sessions.push_back(std::move(one));
        }
    }
    if (matrices)
        sessions.push_back(std::move(*matrices));
    if (!sessions.empty() && maybeSave()) {
        for (OpenedSession& session : sessions)
            show(std::move(session));
    }
    if (!failures.isEmpty())
        dialogs::message(window_, tr("Not everything could be opened"), failures.join(QStringLiteral("\n\n")));
}

void FileActions::openWithDialog() {
    const QString filter = tr("All that can be opened (%1)")
                               .arg(QStringLiteral("*.npy *.npz *.safetensors *.csv *.tsv *.json *.heedmap "
                                                   "*.png *.svg *.pdf")) +
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
        return std::optional(OpenedSession{std::move(example).value(), {}, {}});
    }
    if (QFileInfo(path).isDir())
        return readModel(path);
    if (!holdsSession(path))
        return readTensors(path);
    auto opened = openSession(path);
    if (!opened)
        return opened.error();
    return std::optional(std::move(opened).value());
}

Result<std::optional<OpenedSession>> FileActions::readTensors(const QString& path) {
    const auto reference = files::parseReference(path.toStdString());
    if (!reference)
        return reference.error();
    auto file = files::open(reference->path);
    if (!file)
        return file.error();
    if ((*file)->format() == files::Format::session) { // a manifest, whatever its ending
        auto session = openSession(QString::fromStdString(reference->path));
        if (!session)
            return session.error();
        return std::optional(std::move(session).value());
    }
    std::vector<TensorUse> uses = suggestedUses(**file);
    if (!reference->tensor.empty() || !reference->index.empty()) {
        auto named = namedUse(**file, *reference);
        if (!named)
            return named.error();
        uses = std::move(named).value();
    } else if (!isClear(**file)) {
        TensorChooser chooser(**file, uses, window_);
        if (!dialogs::run(chooser))
            return std::optional<OpenedSession>();
        uses = chooser.uses();
    }
    auto opened = sessionOf(**file, uses);
    if (!opened)
        return opened.error();
    return std::optional(std::move(opened).value());
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
    return std::optional(OpenedSession{dialog.takeSession(), {}, dialog.remarks()});
}

void FileActions::show(OpenedSession opened) {
    const QString path = opened.sessionPath;
    document_->open(std::move(opened.session));
    if (!path.isEmpty())
        document_->setFilePath(path);
    for (const QString& remark : std::as_const(opened.remarks))
        Q_EMIT noticed(remark);
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
