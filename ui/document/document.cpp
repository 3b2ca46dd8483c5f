#include "ui/document/document.h"

#include "core/session/consistency.h"
#include "ui/base/error_text.h"
#include "ui/document/examples.h"
#include "ui/document/result_worker.h"
#include "ui/document/session_change.h"

#include <functional>
#include <optional>
#include <utility>

namespace heedmap {

namespace {

constexpr int mergeable = 1; // QUndoCommand::id() of changes with a merge key

} // namespace

// Where the session shown was read from or saved to, and where on the undo stack it is as it is there.
struct SavedState {
    QString path;
    std::optional<int> index = 0; // none: nowhere any more
};

class Document::Private {
public:
    explicit Private(Document* document)
        : q(document) {}

    void announce(Parts parts);
    void announceOpened(Parts parts);
    void refresh(Parts parts);
    void tell(const std::vector<files::Adaptation>& adaptations);
    void push(QUndoCommand* command);
    void checkModified();

    Document* q;
    files::Session session;
    OperandsOf edited;
    SavedState saved;
    bool modified = false;
    std::vector<heatmap::ValueRange> ranges;
    ResultWorker worker;
    QUndoStack undoStack; // destroyed first: its commands refer to the rest
};

namespace {

// Members of the session swap with what the command keeps.
class ChangeCommand : public QUndoCommand {
public:
    ChangeCommand(const QString& words, files::Session& session, SessionChange change, QString mergeKey,
                  std::function<void(Parts)> announce)
        : QUndoCommand(words)
        , session_(session)
        , change_(std::move(change))
        , mergeKey_(std::move(mergeKey))
        , announce_(std::move(announce)) {}

    int id() const override { return mergeKey_.isEmpty() ? -1 : mergeable; }
    bool mergeWith(const QUndoCommand* other) override {
        // The stack passes a command of ours that it deletes afterwards.
        auto* later = const_cast<ChangeCommand*>(static_cast<const ChangeCommand*>(other));
        if (later->mergeKey_ != mergeKey_)
            return false;
        change_.absorb(later->change_, session_);
        setObsolete(change_.isEmpty());
        return true;
    }
    void undo() override { redo(); }
    void redo() override {
        const Parts parts = change_.parts();
        change_.swapWith(session_);
        announce_(parts);
    }

private:
    files::Session& session_;
    SessionChange change_;
    QString mergeKey_;
    std::function<void(Parts)> announce_;
};

// A whole session and its saved state: each session has its own.
class OpenCommand : public ChangeCommand {
public:
    OpenCommand(const QString& words, files::Session& session, SessionChange change, SavedState& saved, int index,
                std::function<void(Parts)> announce, std::function<void()> announcePath)
        : ChangeCommand(words, session, std::move(change), {}, std::move(announce))
        , saved_(saved)
        , kept_{{}, index}
        , announcePath_(std::move(announcePath)) {}

    void undo() override { redo(); }
    void redo() override {
        const bool moved = saved_.path != kept_.path;
        std::swap(saved_, kept_);
        ChangeCommand::redo();
        if (moved)
            announcePath_();
    }

private:
    SavedState& saved_;
    SavedState kept_;
    std::function<void()> announcePath_;
};

// A rectangle of one matrix that keeps its size.
class BlockCommand : public QUndoCommand {
public:
    BlockCommand(const QString& words, files::Session& session, MatrixId id, OperandsOf function, Cell at,
                 MatrixD block, std::function<void(Parts)> announce)
        : QUndoCommand(words)
        , session_(session)
        , id_(id)
        , function_(function)
        , at_(at)
        , kept_(std::move(block))
        , announce_(std::move(announce)) {}

    void undo() override { redo(); }
    void redo() override {
        const auto swapIn = [this](MatrixD& matrix) {
            matrix.block(at_.row, at_.column, kept_.rows(), kept_.cols()).swap(kept_);
        };
        if (MatrixD* const matrix = findMatrix(session_, id_, function_)) {
            swapIn(*matrix);
        } else {
            MatrixD vector = matrixOf(session_, id_, function_);
            swapIn(vector);
            setMatrix(session_, id_, std::move(vector), function_);
        }
        announce_(Part::problem);
    }

private:
    files::Session& session_;
    MatrixId id_;
    OperandsOf function_;
    Cell at_;
    MatrixD kept_;
    std::function<void(Parts)> announce_;
};

MatrixD grownWith(const MatrixD& matrix, Cell at, const MatrixD& block) {
    MatrixD grown = MatrixD::Zero(std::max(matrix.rows(), at.row + block.rows()),
                                  std::max(matrix.cols(), at.column + block.cols()));
    grown.topLeftCorner(matrix.rows(), matrix.cols()) = matrix;
    grown.block(at.row, at.column, block.rows(), block.cols()) = block;
    return grown;
}

} // namespace

void Document::Private::refresh(Parts parts) {
    worker.update(session, parts);
    ranges = resolveRanges(session, worker.results());
}

void Document::Private::announce(Parts parts) {
    refresh(parts);
    Q_EMIT q->changed(parts);
    Q_EMIT q->resultsChanged();
}

// What is not computed yet is not shown as what another session had.
void Document::Private::announceOpened(Parts parts) {
    refresh(parts);
    if (worker.computing()) {
        worker.forget();
        ranges.clear();
    }
    Q_EMIT q->changed(parts);
    Q_EMIT q->opened();
    Q_EMIT q->resultsChanged();
}

// What was saved cannot be reached any more where its command is dropped or changed.
void Document::Private::push(QUndoCommand* command) {
    const int before = undoStack.index();
    if (saved.index && *saved.index > before)
        saved.index.reset();
    undoStack.push(command);
    if (undoStack.index() <= before && saved.index == before)
        saved.index.reset();
    checkModified();
}

void Document::Private::checkModified() {
    const bool now = saved.index != undoStack.index();
    if (std::exchange(modified, now) != now)
        Q_EMIT q->modifiedChanged();
}

void Document::Private::tell(const std::vector<files::Adaptation>& adaptations) {
    for (const files::Adaptation& adaptation : adaptations)
        Q_EMIT q->noticed(adaptationText(adaptation));
}

Document::Document(QObject* parent)
    : QObject(parent)
    , d_(std::make_unique<Private>(this)) {
    connect(&d_->worker, &ResultWorker::computingChanged, this, &Document::computingChanged);
    connect(&d_->worker, &ResultWorker::progressChanged, this, &Document::progressChanged);
    for (const auto signal : {&ResultWorker::finished, &ResultWorker::firstLooked})
        connect(&d_->worker, signal, this, [this] {
            d_->ranges = resolveRanges(d_->session, d_->worker.results());
            Q_EMIT resultsChanged();
        });
    connect(&d_->undoStack, &QUndoStack::indexChanged, this, [this] { d_->checkModified(); });
}

Document::~Document() = default;

const files::Session& Document::session() const {
    return d_->session;
}

QUndoStack& Document::undoStack() {
    return d_->undoStack;
}

const std::vector<PanelResult>& Document::results() const {
    return d_->worker.results();
}

const std::vector<heatmap::ValueRange>& Document::ranges() const {
    return d_->ranges;
}

bool Document::computing() const {
    return d_->worker.computing();
}

double Document::progress() const {
    return d_->worker.progress();
}

void Document::stopComputing() {
    d_->worker.stop();
}

void Document::dropChangedFiles() {
    if (!d_->worker.dropChangedFiles())
        return;
    d_->ranges = resolveRanges(d_->session, d_->worker.results());
    Q_EMIT resultsChanged();
}

void Document::change(const QString& words, const std::function<void(files::Session&)>& edit, const QString& mergeKey) {
    files::Session after = editableCopy(d_->session);
    edit(after);
    const auto adaptations = files::makeConsistent(after, d_->session);
    SessionChange change(d_->session, std::move(after));
    if (change.isEmpty())
        return;
    d_->push(new ChangeCommand(words, d_->session, std::move(change), mergeKey,
                               [this](Parts parts) { d_->announce(parts); }));
    d_->tell(adaptations);
}

void Document::changePicture(const QString& words, const std::function<void(files::PictureSettings&)>& edit) {
    files::PictureSettings after = d_->session.picture;
    edit(after);
    SessionChange change(d_->session, after);
    if (!change.isEmpty())
        d_->push(
            new ChangeCommand(words, d_->session, std::move(change), {}, [this](Parts parts) { d_->announce(parts); }));
}

OperandsOf Document::edited() const {
    return d_->edited && d_->session.hasOwn(*d_->edited) ? d_->edited : std::nullopt;
}

void Document::setEdited(OperandsOf function) {
    const OperandsOf before = edited();
    d_->edited = function;
    if (edited() != before)
        Q_EMIT editedChanged();
}

void Document::setBlock(MatrixId id, Cell at, const MatrixD& block, const QString& words) {
    if (block.size() == 0)
        return;
    const OperandsOf function = edited();
    const MatrixD* const whole = findMatrix(d_->session, id, function);
    const MatrixD vector = whole == nullptr ? matrixOf(d_->session, id, function) : MatrixD();
    const MatrixD& matrix = whole == nullptr ? vector : *whole;
    if (at.row + block.rows() > matrix.rows() || at.column + block.cols() > matrix.cols()) {
        change(words, [&](files::Session& session) { setMatrix(session, id, grownWith(matrix, at, block), function); });
        return;
    }
    const MatrixD old = matrix.block(at.row, at.column, block.rows(), block.cols());
    if (files::sameNumbers(old, block))
        return;
    d_->push(
        new BlockCommand(words, d_->session, id, function, at, block, [this](Parts parts) { d_->announce(parts); }));
}

void Document::retranslate() {
    translateExample(d_->session);
    d_->announce(Parts(Part::panels) | Part::labels);
}

void Document::open(files::Session session) {
    translateExample(session);
    const QString words = tr("Open %1").arg(QString::fromStdString(session.name));
    const auto adaptations = files::makeConsistent(session);
    SessionChange change(d_->session, std::move(session));
    d_->push(new OpenCommand(
        words, d_->session, std::move(change), d_->saved, d_->undoStack.index() + 1,
        [this](Parts parts) { d_->announceOpened(parts); }, [this] { Q_EMIT filePathChanged(); }));
    d_->undoStack.setClean();
    d_->tell(adaptations);
}

void Document::reset(files::Session session, const QString& filePath, bool modified) {
    open(std::move(session));
    setFilePath(filePath);
    d_->saved.index = modified ? std::nullopt : std::optional(0);
    d_->undoStack.clear();
    d_->checkModified();
}

QString Document::filePath() const {
    return d_->saved.path;
}

void Document::setFilePath(const QString& path) {
    d_->undoStack.setClean(); // nothing is merged into what is saved
    d_->saved.index = d_->undoStack.index();
    if (path != d_->saved.path) {
        d_->saved.path = path;
        Q_EMIT filePathChanged();
    }
    d_->checkModified();
}

bool Document::isModified() const {
    return d_->modified;
}

} // namespace heedmap
