// The document: a session, its undo stack and the results computed from it. An edit is a command on the document; the
// document says what changed; whoever shows something asks for it.
#pragma once

#include "core/session/panel_result.h"
#include "core/session/results.h"

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace heedmap {

// Whose Q, K, V and parameters: a score function's own where it has some, else (and for none) the problem's.
using OperandsOf = std::optional<attention::ScoreFunction>;

// The matrices that can be edited as tables.
enum class MatrixId {
    q,
    k,
    v,
    x,
    general_w,
    additive_w_s,
    additive_w_h,
    additive_v,
    w_q,
    w_k,
    w_v,
    w_o,
    b_q,
    b_k,
    b_v,
    b_o
};
// "Q", "K", "W_s", … as words in undo texts and labels.
QString nameOf(MatrixId id);
// Vectors (additive_v, the biases) as one column.
MatrixD matrixOf(const files::Session& session, MatrixId id, OperandsOf function = {});
// The same where it lies; null for vectors.
const MatrixD* findMatrix(const files::Session& session, MatrixId id, OperandsOf function = {});
MatrixD* findMatrix(files::Session& session, MatrixId id, OperandsOf function = {});
void setMatrix(files::Session& session, MatrixId id, MatrixD values, OperandsOf function = {});

// Parts of a session, as a set.
enum class Part : unsigned {
    problem = 1, // matrices, parameters, mask, normalizer, kind
    labels = 2,  // tokens and gold links
    panels = 4,
    matrices = 8, // of files
    picture = 16, // colors, range, what is drawn
    shown = 32,   // which tokens, and whether as words
    everything = 63,
};
Q_DECLARE_FLAGS(Parts, Part)
Q_DECLARE_OPERATORS_FOR_FLAGS(Parts)

// A rectangle of a matrix.
struct ChangedBlock {
    MatrixId id;
    OperandsOf function;
    Cell at;
    Index rows;
    Index columns;
};

// How far the results of the newest session are.
enum class Computation : std::uint8_t {
    done,
    running,
    stopped, // by the user
    failed,  // Document::failure() says why
};

// How one panel is computed: computePanel(), or what a test puts in its place.
using PanelComputation = std::function<std::optional<PanelResult>(
    const files::Session&, const files::Panel&, std::stop_token, const PanelReports&, const PanelResult* known)>;

class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr, PanelComputation compute = computePanel);
    ~Document() override;

    const files::Session& session() const; // the newest
    Snapshot snapshot() const;
    QUndoStack& undoStack();

    // What was computed last, with the session that it was computed from. Small problems are computed at once, in the
    // call that changed them; long ones off the window's thread, and the results of the older problem stay until the
    // new ones are there, or for as long as those were stopped or failed. Those of another session do not: after
    // open() there are none until then. Panels that take long show a sample of their matrix first
    // (PanelResult::pyramid is one), all of them together: results are never of two problems at once.
    const Results& results() const;
    // They are of an older problem than session().
    bool showsOlder() const;
    // Which panel of session() this one of the results is; none where it is no longer there.
    std::optional<int> panelShownAs(int result) const;

    Computation computation() const;
    bool computing() const { return computation() == Computation::running; }
    double progress() const;                     // 0 … 1 of what is being computed
    const std::optional<Error>& failure() const; // while computation() is failed
    void stopComputing();
    void compute(); // what was stopped, or failed, once more
    // Something read from a file may not be what it was: results whose file was cut short or changed become errors.
    void dropChangedFiles();

    // The one way to change the session. `edit` changes a copy; what differs afterwards becomes an undo command with
    // these words (nothing differs: no command). Shapes that no longer fit are adapted and noticed() says how.
    // Consecutive changes with the same non-empty `mergeKey` (a slider being dragged) become one undo step.
    void change(const QString& words, const std::function<void(files::Session&)>& edit, const QString& mergeKey = {});

    // The same for what is drawn how, without looking at the rest of the session.
    void changePicture(const QString& words, const std::function<void(files::PictureSettings&)>& edit,
                       const QString& mergeKey = {});

    // The operands that the tables show and that edits of matrices and parameters change; none: the problem's.
    OperandsOf edited() const;
    void setEdited(OperandsOf function);

    // A rectangle of a matrix of edited(), from `at` on; the matrix grows where the block reaches beyond it.
    void setBlock(MatrixId id, Cell at, const MatrixD& block, const QString& words);

    // While changed() is emitted: all that changed, where that is numbers of one matrix.
    const std::optional<ChangedBlock>& changedBlock() const;

    // Says everything again in the language that is used now.
    void retranslate();

    // A whole other session (an opened file, an example): undoable like any edit, with words "Open NAME".
    void open(files::Session session);
    // The same with nothing to undo: what a program begins with. `modified`: it has changes that `filePath` has not.
    void reset(files::Session session, const QString& filePath = {}, bool modified = false);

    // File the session was read from or saved to, empty where there is none. Setting it says that it is saved there.
    QString filePath() const;
    void setFilePath(const QString& path);
    // Whether it differs from what was opened or saved last; undo and redo lead back there.
    bool isModified() const;

Q_SIGNALS:
    void changed(heedmap::Parts parts); // the session changed
    void opened();                      // to another one, also by undo or redo; after changed()
    void resultsChanged(const heedmap::Results& results);
    void computingChanged(bool computing);
    void editedChanged(); // what edited() says
    void progressChanged();
    void noticed(const QString& sentence); // something the user should know, one sentence
    void filePathChanged();
    void modifiedChanged();

private:
    class Private;
    std::unique_ptr<Private> d_;
};

} // namespace heedmap
