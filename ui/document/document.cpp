#include "ui/document/document.h"

#include "core/session/consistency.h"
#include "ui/base/error_text.h"
#include "ui/document/examples.h"
#include "ui/document/result_worker.h"
#include "ui/document/session_change.h"

#include <algorithm>
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
    Private(Document* document, PanelComputation compute)
        : q(document)
        , worker(std::move(compute)) {}

    void announce(Parts parts, const std::optional<ProblemEdit>& edit = {});
    void announceBlock(const ChangedBlock& block);
    void announceOpened(Parts parts);
    void tell(const std::vector<files::Adaptation>& adaptations);
    void push(QUndoCommand* command);
    void checkModified();

    Document* q;
    Snapshot snapshot = std::make_shared<const files::Session>();
    OperandsOf edited;
    SavedState saved;
    bool modified = false;
    bool pushing = false;
    std::optional<ChangedBlock> changedBlock;
    ResultWorker worker;
    QUndoStack undoStack; // destroyed first: its commands refer to the rest
};

namespace {

// A session to be changed: what others hold stays as it is.
std::shared_ptr<files::Session> editable(const Snapshot& snapshot) {
    return std::make_shared<files::Session>(editableCopy(*snapshot));
}

using Announce = std::function<void(Parts, const std::optional<ProblemEdit>&)>;

// Members of the session change places with what the command keeps.
class ChangeCommand : public QUndoCommand {
public:
    // `after`: what the change leads to; it keeps the values of before.
    ChangeCommand(const QString& words, Snapshot& session, Snapshot after, SessionChange change, QString mergeKey,
                  Announce announce)
        : QUndoCommand(words)
        , session_(session)
        , after_(std::move(after))
        , change_(std::move(change))
        , mergeKey_(std::move(mergeKey))
        , announce_(std::move(announce)) {}

    int id() const override { return mergeKey_.isEmpty() ? -1 : mergeable; }
    bool mergeWith(const QUndoCommand* other) override {
        // The stack passes a command of ours that it deletes afterwards.
        auto* later = const_cast<ChangeCommand*>(static_cast<const ChangeCommand*>(other));
        if (later->mergeKey_ != mergeKey_)
            return false;
        change_.absorb(later->change_, *session_);
        setObsolete(change_.isEmpty());
        return true;
    }
    void undo() override { redo(); }
    void redo() override {
        const Parts parts = change_.parts();
        if (after_) {
            session_ = std::move(after_);
        } else {
            auto next = editable(session_);
            change_.swapWith(*next);
            session_ = std::move(next);
        }
        announce_(parts, change_.isOfNormalizer() ? std::optional(ProblemEdit{.normalizer = true}) : std::nullopt);
    }

private:
    Snapshot& session_;
    Snapshot after_; // until it is done for the first time
    SessionChange change_;
    QString mergeKey_;
    Announce announce_;
};

// A whole session and its saved state: each session has its own.
class OpenCommand : public QUndoCommand {
public:
    OpenCommand(const QString& words, Snapshot& session, Snapshot opened, SavedState& saved, int index,
                std::function<void(Parts)> announce, std::function<void()> announcePath)
        : QUndoCommand(words)
        , session_(session)
        , other_(std::move(opened))
        , saved_(saved)
        , kept_{{}, index}
        , announce_(std::move(announce))
        , announcePath_(std::move(announcePath)) {}

    void undo() override { redo(); }
    void redo() override {
        const bool moved = saved_.path != kept_.path;
        std::swap(saved_, kept_);
        std::swap(session_, other_);
        announce_(Part::everything);
        if (moved)
            announcePath_();
    }

private:
    Snapshot& session_;
    Snapshot other_;
    SavedState& saved_;
    SavedState kept_;
    std::function<void(Parts)> announce_;
    std::function<void()> announcePath_;
};

// A rectangle of one matrix that keeps its size.
class BlockCommand : public QUndoCommand {
public:
    BlockCommand(const QString& words, Snapshot& session, MatrixId id, OperandsOf function, Cell at, MatrixD block,
                 std::function<void(const ChangedBlock&)> announce)
        : QUndoCommand(words)
        , session_(session)
        , id_(id)
        , function_(function)
        , at_(at)
        , kept_(std::move(block))
        , announce_(std::move(announce)) {}

    void undo() override { redo(); }
    void redo() override {
        auto next = editable(session_);
        const auto swapIn = [this](MatrixD& matrix) {
            matrix.block(at_.row, at_.column, kept_.rows(), kept_.cols()).swap(kept_);
        };
        if (MatrixD* const matrix = findMatrix(*next, id_, function_)) {
            swapIn(*matrix);
        } else {
            MatrixD vector = matrixOf(*next, id_, function_);
            swapIn(vector);
            setMatrix(*next, id_, std::move(vector), function_);
        }
        session_ = std::move(next);
        announce_({id_, function_, at_, kept_.rows(), kept_.cols()});
    }

private:
    Snapshot& session_;
    MatrixId id_;
    OperandsOf function_;
    Cell at_;
    MatrixD kept_;
    std::function<void(const ChangedBlock&)> announce_;
};

// None: of parameters, on which all depends.
std::optional<ProblemEdit> editOf(const ChangedBlock& block) {
    ProblemEdit edit{.function = block.function};
    const Rows rows{block.at.row, block.at.row + block.rows};
    switch (block.id) {
    case MatrixId::q:
        edit.q = rows;
        return edit;
    case MatrixId::k:
        edit.k = rows;
        return edit;
    case MatrixId::v:
        edit.v = {block.at.column, block.at.column + block.columns};
        return edit;
    case MatrixId::x:
        edit.x = rows;
        return edit;
    default:
        return std::nullopt;
    }
}

MatrixD grownWith(const MatrixD& matrix, Cell at, const MatrixD& block) {
    MatrixD grown = MatrixD::Zero(std::max(matrix.rows(), at.row + block.rows()),
                                  std::max(matrix.cols(), at.column + block.cols()));
    grown.topLeftCorner(matrix.rows(), matrix.cols()) = matrix;
    grown.block(at.row, at.column, block.rows(), block.cols()) = block;
    return grown;
}

} // namespace

void Document::Private::announce(Parts parts, const std::optional<ProblemEdit>& edit) {
    worker.update(snapshot, parts, edit);
    Q_EMIT q->changed(parts);
    Q_EMIT q->resultsChanged(worker.results());
}

void Document::Private::announceBlock(const ChangedBlock& block) {
    changedBlock = block;
    announce(Part::problem, editOf(block));
    changedBlock.reset();
}

// What is not computed yet is not shown as what another session had.
void Document::Private::announceOpened(Parts parts) {
    worker.update(snapshot, parts);
    if (worker.computation() != Computation::done)
        worker.forget();
    Q_EMIT q->changed(parts);
    Q_EMIT q->opened();
    Q_EMIT q->resultsChanged(worker.results());
}

// What was saved cannot be reached any more where its command is dropped or changed.
void Document::Private::push(QUndoCommand* command) {
    const int before = undoStack.index();
    if (saved.index && *saved.index > before)
        saved.index.reset();
    pushing = true;
    undoStack.push(command);
    pushing = false;
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

Document::Document(QObject* parent, PanelComputation compute)
    : QObject(parent)
    , d_(std::make_unique<Private>(this, std::move(compute))) {
    connect(&d_->worker, &ResultWorker::computingChanged, this, &Document::computingChanged);
    connect(&d_->worker, &ResultWorker::progressChanged, this, &Document::progressChanged);
    connect(&d_->worker, &ResultWorker::resultsChanged, this, [this] { Q_EMIT resultsChanged(results()); });
    connect(&d_->worker, &ResultWorker::failed, this, [this] { Q_EMIT noticed(errorSentence(*failure())); });
    connect(&d_->undoStack, &QUndoStack::indexChanged, this, [this] {
        if (!d_->pushing && d_->undoStack.count() == 0) // cleared: the session is what it was
            d_->saved.index = d_->modified ? std::nullopt : std::optional(0);
        d_->checkModified();
    });
}

Document::~Document() = default;

const files::Session& Document::session() const {
    return *d_->snapshot;
}

Snapshot Document::snapshot() const {
    return d_->snapshot;
}

QUndoStack& Document::undoStack() {
    return d_->undoStack;
}

const Results& Document::results() const {
    return d_->worker.results();
}

bool Document::showsOlder() const {
    return d_->worker.showsOlder();
}

std::optional<int> Document::panelShownAs(int result) const {
    const auto index = static_cast<std::size_t>(result);
    const files::Session& now = session();
    const files::Session& shown = results().session();
    if (result < 0)
        return std::nullopt;
    if (results().empty() || shown.panels == now.panels)
        return index < now.panels.size() ? std::optional(result) : std::nullopt;
    if (index >= shown.panels.size() || shown.matrices.size() != now.matrices.size())
        return std::nullopt;
    const auto found = std::ranges::find(now.panels, shown.panels[index]);
    return found == now.panels.end() ? std::nullopt : std::optional(static_cast<int>(found - now.panels.begin()));
}

Computation Document::computation() const {
    return d_->worker.computation();
}

double Document::progress() const {
    return d_->worker.progress();
}

const std::optional<Error>& Document::failure() const {
    return d_->worker.failure();
}

void Document::stopComputing() {
    d_->worker.stop();
}

void Document::compute() {
    d_->worker.computeAgain();
}

void Document::dropChangedFiles() {
    if (d_->worker.dropChangedFiles())
        Q_EMIT resultsChanged(results());
}

void Document::change(const QString& words, const std::function<void(files::Session&)>& edit, const QString& mergeKey) {
    const auto after = editable(d_->snapshot);
    edit(*after);
    const auto adaptations = files::makeConsistent(*after, session());
    SessionChange change(*after, session());
    if (change.isEmpty())
        return;
    d_->push(new ChangeCommand(words, d_->snapshot, after, std::move(change), mergeKey,
                               [this](Parts parts, const auto& what) { d_->announce(parts, what); }));
    d_->tell(adaptations);
}

void Document::changePicture(const QString& words, const std::function<void(files::PictureSettings&)>& edit,
                             const QString& mergeKey) {
    files::PictureSettings picture = session().picture;
    edit(picture);
    if (picture == session().picture)
        return;
    const auto after = editable(d_->snapshot);
    after->picture = std::move(picture);
    d_->push(new ChangeCommand(words, d_->snapshot, after, SessionChange(*after, session().picture), mergeKey,
                               [this](Parts parts, const auto& what) { d_->announce(parts, what); }));
}

const std::optional<ChangedBlock>& Document::changedBlock() const {
    return d_->changedBlock;
}

OperandsOf Document::edited() const {
    return d_->edited && session().hasOwn(*d_->edited) ? d_->edited : std::nullopt;
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
    const MatrixD* const whole = findMatrix(session(), id, function);
    const MatrixD vector = whole == nullptr ? matrixOf(session(), id, function) : MatrixD();
    const MatrixD& matrix = whole == nullptr ? vector : *whole;
    if (at.row + block.rows() > matrix.rows() || at.column + block.cols() > matrix.cols()) {
        change(words, [&](files::Session& session) { setMatrix(session, id, grownWith(matrix, at, block), function); });
        return;
    }
    const MatrixD old = matrix.block(at.row, at.column, block.rows(), block.cols());
    if (files::sameNumbers(old, block))
        return;
    d_->push(new BlockCommand(words, d_->snapshot, id, function, at, block,
                              [this](const ChangedBlock& changed) { d_->announceBlock(changed); }));
}

void Document::retranslate() {
    const auto translated = editable(d_->snapshot);
    translateExample(*translated);
    d_->snapshot = translated;
    d_->announce(Parts(Part::panels) | Part::labels);
}

void Document::open(files::Session session) {
    translateExample(session);
    const QString words = tr("Open %1").arg(QString::fromStdString(session.name));
    const auto adaptations = files::makeConsistent(session);
    d_->push(new OpenCommand(
        words, d_->snapshot, std::make_shared<const files::Session>(std::move(session)), d_->saved,
        d_->undoStack.index() + 1, [this](Parts parts) { d_->announceOpened(parts); },
        [this] { Q_EMIT filePathChanged(); }));
    d_->undoStack.setClean();
    d_->tell(adaptations);
}

void Document::reset(files::Session session, const QString& filePath, bool modified) {
    open(std::move(session));
    setFilePath(filePath);
    d_->undoStack.clear();
    if (modified)
        d_->saved.index.reset();
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
