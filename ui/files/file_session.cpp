#include "ui/files/file_session.h"

#include "core/files/labels.h"
#include "core/session/reference.h"
#include "core/tensor/huge_pages.h"
#include "ui/base/error_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <map>

namespace heedmap {

namespace {

using attention::ScoreFunction;

QString translated(const char* text) {
    return QCoreApplication::translate("Files", text);
}

// "layers.0.q", "attn_q", "Q" are Q; what is not Q, K or V may be α.
TensorRole roleOfName(const std::string& name) {
    const QString lower = QString::fromStdString(name).toLower();
    const QString last =
        lower.section(QLatin1Char('.'), -1).section(QLatin1Char('/'), -1).section(QLatin1Char('_'), -1);
    if (last == u"q" || last == u"query" || last == u"queries")
        return TensorRole::q;
    if (last == u"k" || last == u"key" || last == u"keys")
        return TensorRole::k;
    if (last == u"v" || last == u"value" || last == u"values")
        return TensorRole::v;
    return TensorRole::alpha;
}

// How much a name sounds like weights.
int likeness(const std::string& name) {
    const QString lower = QString::fromStdString(name).toLower();
    const auto holds = [&](const char* word) {
        return lower.contains(QLatin1String(word));
    };
    const bool weights = holds("softmax") || holds("alpha") || holds("weight") || holds("attsm");
    return (weights ? 4 : 0) + (holds("att") ? 2 : 0) + (holds("cross") ? 1 : 0);
}

bool usable(const files::TensorInfo& info) {
    return info.dtype && !info.refusal && info.shape.rank() >= 1;
}

std::vector<Index> firstIndex(const Shape& shape) {
    return std::vector<Index>(static_cast<std::size_t>(std::max(0, shape.rank() - 2)), 0);
}

// A vector is one row.
Tensor asMatrix(Tensor tensor) {
    const TensorView& view = tensor.view;
    if (view.shape().rank() == 1) {
        const Index strides[] = {0, view.stride(0)};
        tensor.view = TensorView(view.data(), view.dtype(), Shape{1, view.shape()[0]}, strides, view.byteSwapped());
    }
    return tensor;
}

Result<Tensor> matrixAt(const Tensor& tensor, const std::vector<Index>& index) {
    Tensor matrix = tensor;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
        const Index size = matrix.shape()[0];
        if (index[axis] < 0 || index[axis] >= size)
            return makeError(files::indexOutOfRange,
                             {std::to_string(index[axis]), std::to_string(axis), std::to_string(size)});
        matrix = matrix.slice(0, index[axis]);
    }
    return asMatrix(std::move(matrix));
}

std::string indexText(const std::vector<Index>& index) {
    std::string text;
    for (const Index i : index)
        text += (text.empty() ? "[" : ",") + std::to_string(i);
    return text.empty() ? text : text + "]";
}

// [layer, batch, head, query, key], with more than one in the batch.
bool hasBatch(const Shape& shape) {
    return shape.rank() == 5 && shape[1] > 1;
}

// Of a batch all is shown, and not one entry.
bool showsBatch(const Shape& shape, const std::vector<Index>& given) {
    return hasBatch(shape) && (given.size() < 2 || given[1] == files::wholeAxis);
}

// "L2 · H7" for a stack of layers and heads, "L2 · B0 · H7" where several of a batch stand side by side, else
// "name[2,7]".
std::string matrixTitle(const std::string& name, const std::vector<Index>& index, bool withBatch) {
    if (index.size() != 2 && index.size() != 3)
        return name + indexText(index);
    const std::string batch = withBatch ? " · B" + std::to_string(index[1]) : "";
    return "L" + std::to_string(index.front()) + batch + " · H" + std::to_string(index.back());
}

// The indices that `given` stands for, in C order: of a whole axis every entry.
std::vector<std::vector<Index>> indicesOf(const Shape& shape, std::vector<Index> given, std::size_t most) {
    given.resize(firstIndex(shape).size(), files::wholeAxis);
    std::vector<std::vector<Index>> all{{}};
    for (std::size_t axis = 0; axis < given.size(); ++axis) {
        const Index size = shape[static_cast<int>(axis)];
        const bool whole = given[axis] == files::wholeAxis;
        std::vector<std::vector<Index>> longer;
        for (const std::vector<Index>& begun : all) {
            for (Index i = whole ? 0 : given[axis]; i < (whole ? size : given[axis] + 1) && longer.size() < most; ++i) {
                longer.push_back(begun);
                longer.back().push_back(i);
            }
        }
        all = std::move(longer);
    }
    return all;
}

class Builder {
public:
    explicit Builder(const files::TensorFile& file)
        : file_(file)
        , path_(QString::fromStdString(file.path())) {
        opened_.session.name = QFileInfo(path_).fileName().toStdString();
        opened_.session.picture.range.kind = heatmap::RangeSpec::Kind::automatic;
        for (const Phrase& remark : file.remarks())
            opened_.remarks.append(remarkText(remark));
    }

    Result<OpenedSession> build(const std::vector<TensorUse>& uses) {
        for (const TensorUse& use : uses) {
            if (use.role == TensorRole::none)
                continue;
            auto tensor = file_.read(use.tensor);
            if (!tensor)
                return tensor.error();
            const auto added = use.role == TensorRole::alpha ? addAlpha(use, *tensor) : addInput(use, *tensor);
            if (!added)
                return Error(added.error()).in(file_.path());
        }
        const auto complete = completeProblem();
        if (!complete)
            return Error(complete.error()).in(file_.path());
        addLabels(uses);
        return std::move(opened_);
    }

private:
    std::string nameOf(const TensorUse& use) const {
        const std::string& name = file_.tensors()[use.tensor].name;
        return name.empty() ? opened_.session.name : name;
    }

    Result<void> addAlpha(const TensorUse& use, const Tensor& tensor) {
        const Shape& shape = tensor.shape();
        const Index count = matrixCount(shape, use.index);
        if (count == 0)
            return makeError(emptyStack, {shape.text()});
        if (count > maxMatrices)
            opened_.remarks.append(
                translated(QT_TRANSLATE_NOOP("Files",
                                             "Only the first %1 of %2 matrices are shown; open others by their index."))
                    .arg(maxMatrices)
                    .arg(count));
        if (hasBatch(shape) && !showsBatch(shape, use.index))
            opened_.remarks.append(translated(QT_TRANSLATE_NOOP("Files", "Entry %1 of a batch of %2 is shown."))
                                       .arg(use.index[1])
                                       .arg(shape[1]));
        for (const std::vector<Index>& index : indicesOf(shape, use.index, maxMatrices)) {
            auto matrix = matrixAt(tensor, index);
            if (!matrix)
                return matrix.error();
            addMatrix(nameOf(use), use, shape, index, std::move(*matrix));
        }
        return {};
    }

    // How many matrices an index stands for.
    static Index matrixCount(const Shape& shape, const std::vector<Index>& index) {
        Index count = 1;
        for (int axis = 0; axis + 2 < shape.rank(); ++axis) {
            const auto at = static_cast<std::size_t>(axis);
            count *= at >= index.size() || index[at] == files::wholeAxis ? shape[axis] : 1;
        }
        return count;
    }

    void addMatrix(const std::string& name, const TensorUse& use, const Shape& shape, const std::vector<Index>& index,
                   Tensor matrix) {
        files::Session& session = opened_.session;
        const std::string& tensorName = file_.tensors()[use.tensor].name;
        const bool named = !tensorName.empty() || !index.empty();
        const std::string origin = file_.path() + (named ? "#" + tensorName + indexText(index) : "");
        session.panels.push_back({.matrix = session.matrices.size()});
        session.matrices.push_back({matrixTitle(name, index, showsBatch(shape, use.index)), origin, std::move(matrix)});
    }

    Result<void> addInput(const TensorUse& use, const Tensor& tensor) {
        auto matrix = matrixAt(tensor, use.index.empty() ? firstIndex(tensor.shape()) : use.index);
        if (!matrix)
            return matrix.error();
        attention::Problem& problem = opened_.session.problem;
        MatrixD& target = use.role == TensorRole::q   ? problem.q
                          : use.role == TensorRole::k ? problem.k
                          : use.role == TensorRole::v ? problem.v
                                                      : problem.x;
        target = toMatrixD(matrix->view);
        hasInputs_ = true;
        return {};
    }

    Result<void> completeProblem() {
        files::Session& session = opened_.session;
        attention::Problem& problem = session.problem;
        if (!hasInputs_)
            return session.matrices.empty() ? Result<void>(makeError(nothingChosen)) : Result<void>();
        const bool self = problem.x.size() > 0 && problem.q.size() == 0 && problem.k.size() == 0;
        problem.kind = self ? attention::ProblemKind::self : attention::ProblemKind::cross;
        if (!self && (problem.q.size() == 0 || problem.k.size() == 0))
            return makeError(keysNeeded, {problem.q.size() == 0 ? "Q" : "K"});
        if (problem.v.size() == 0)
            problem.v = largeCopy(problem.k);
        const bool oneSize = self || problem.q.cols() == problem.k.cols();
        session.panels.insert(session.panels.begin(),
                              {.score = oneSize ? ScoreFunction::scaled_dot : ScoreFunction::general});
        return {};
    }

    // Tokens of one tensor where each has its own: of the first that is shown.
    void addLabels(const std::vector<TensorUse>& uses) {
        const auto first =
            std::ranges::find_if(uses, [](const TensorUse& use) { return use.role != TensorRole::none; });
        own_ = first == uses.end() ? file_.labels() : file_.labelsOf(first->tensor);
        files::Session& session = opened_.session;
        if (!session.matrices.empty()) {
            const Shape& shape = session.matrices.front().tensor.shape();
            session.matrixLabels = labelsFor(shape[0], shape[1]);
        }
        if (!hasInputs_)
            return;
        if (session.problem.kind == attention::ProblemKind::self)
            session.selfTokens = labelsFor(session.problem.x.rows(), session.problem.x.rows()).rows;
        else
            session.crossLabels = labelsFor(session.problem.q.rows(), session.problem.k.rows());
    }

    Labels labelsFor(Index rows, Index columns) {
        Labels labels = own_;
        if (labels.empty())
            labels = labelsBeside(path_, rows, columns);
        const auto fit = [&](std::vector<std::string>& axis, Index count) {
            if (axis.empty() || static_cast<Index>(axis.size()) == count)
                return;
            const char* text =
                static_cast<Index>(axis.size()) > count
                    ? QT_TRANSLATE_NOOP("Files", "There are %1 tokens for %2; the last ones are left out.")
                    : QT_TRANSLATE_NOOP("Files", "There are %1 tokens for %2; the last ones stay empty.");
            opened_.remarks.append(translated(text).arg(axis.size()).arg(count));
            axis = files::fitted(std::move(axis), count);
        };
        fit(labels.rows, rows);
        fit(labels.columns, columns);
        return labels;
    }

    const files::TensorFile& file_;
    QString path_;
    OpenedSession opened_;
    Labels own_;
    bool hasInputs_ = false;
};

} // namespace

namespace {

// One sentence of a batch, of all layers and heads.
std::vector<Index> suggestedIndex(const Shape& shape) {
    return hasBatch(shape) ? std::vector<Index>{files::wholeAxis, 0, files::wholeAxis} : std::vector<Index>();
}

} // namespace

std::vector<TensorUse> suggestedUses(const files::TensorFile& file) {
    const auto& tensors = file.tensors();
    std::vector<TensorUse> uses(tensors.size());
    std::map<TensorRole, std::size_t> best;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        uses[i].tensor = i;
        if (!usable(tensors[i]) || (tensors[i].shape.rank() < 2 && tensors.size() > 1))
            continue;
        const TensorRole role = roleOfName(tensors[i].name);
        const auto known = best.find(role);
        // Of q, k, v the first: a model's dump has one for every layer. Of the others what is most likely called α.
        if (known == best.end() ||
            (role == TensorRole::alpha && likeness(tensors[i].name) > likeness(tensors[known->second].name)))
            best[role] = i;
    }
    const bool problem = best.contains(TensorRole::q) && best.contains(TensorRole::k);
    for (const auto& [role, tensor] : best) {
        if (problem && role != TensorRole::alpha)
            uses[tensor] = {tensor, role, firstIndex(tensors[tensor].shape)};
        else if (!problem && role == TensorRole::alpha)
            uses[tensor] = {tensor, role, suggestedIndex(tensors[tensor].shape)};
    }
    return uses;
}

namespace {

// Q and K, perhaps V, a matrix each, and nothing else.
bool isOneProblem(const std::vector<files::TensorInfo>& tensors) {
    std::map<TensorRole, int> count;
    for (const files::TensorInfo& info : tensors) {
        if (!usable(info) || info.shape.rank() != 2)
            return false;
        ++count[roleOfName(info.name)];
    }
    return !count.contains(TensorRole::alpha) && count[TensorRole::q] == 1 && count[TensorRole::k] == 1 &&
           count[TensorRole::v] <= 1;
}

} // namespace

bool isClear(const files::TensorFile& file) {
    const auto& tensors = file.tensors();
    if (isOneProblem(tensors))
        return true;
    const auto matrices = std::count_if(tensors.begin(), tensors.end(), [](const files::TensorInfo& info) {
        return usable(info) && info.shape.rank() >= 2;
    });
    const bool batch = std::any_of(tensors.begin(), tensors.end(),
                                   [](const files::TensorInfo& info) { return usable(info) && hasBatch(info.shape); });
    return (tensors.size() <= 1 || matrices == 1) && !batch;
}

Result<OpenedSession> sessionOf(const files::TensorFile& file, const std::vector<TensorUse>& uses) {
    if (file.tensors().size() == 1 && file.tensors()[0].refusal)
        return *file.tensors()[0].refusal;
    return Builder(file).build(uses);
}

bool holdsSession(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    return ending == u"heedmap" || ending == u"png" || ending == u"svg" || ending == u"pdf";
}

Result<OpenedSession> openSession(const QString& path) {
    auto session = files::readSession(path.toStdString());
    if (!session)
        return session.error();
    OpenedSession opened{std::move(session).value(), {}, {}};
    if (QFileInfo(path).suffix().toLower() == u"heedmap")
        opened.sessionPath = QFileInfo(path).absoluteFilePath();
    if (opened.session.name.empty())
        opened.session.name = QFileInfo(path).fileName().toStdString();
    return opened;
}

void append(files::Session& session, const files::Session& more) {
    const std::size_t first = session.matrices.size();
    session.matrices.insert(session.matrices.end(), more.matrices.begin(), more.matrices.end());
    for (files::Panel panel : more.panels) {
        if (!panel.matrix || panel.minusScore)
            continue;
        *panel.matrix += first;
        if (panel.minusMatrix)
            *panel.minusMatrix += first;
        session.panels.push_back(panel);
    }
    session.name += ", " + more.name;
}

Labels labelsBeside(const QString& path, Index rows, Index columns) {
    const QFileInfo info(path);
    QStringList candidates;
    for (QString base = info.completeBaseName(); !base.isEmpty(); base = base.section(QLatin1Char('.'), 0, -2)) {
        candidates.append(base + QStringLiteral(".tokens.json"));
        if (!base.contains(QLatin1Char('.')))
            break;
    }
    const auto fits = [](const std::vector<std::string>& axis, Index count) {
        return axis.empty() || static_cast<Index>(axis.size()) == count;
    };
    for (const QString& name : candidates) {
        const QString candidate = info.dir().filePath(name);
        if (!QFileInfo::exists(candidate))
            continue;
        if (auto labels = files::readLabels(candidate.toStdString()))
            return std::move(labels).value();
    }
    // A name that says nothing: only where the numbers agree.
    const QString plain = info.dir().filePath(QStringLiteral("tokens.json"));
    if (QFileInfo::exists(plain)) {
        auto labels = files::readLabels(plain.toStdString());
        if (labels && fits(labels->rows, rows) && fits(labels->columns, columns))
            return std::move(labels).value();
    }
    return {};
}

} // namespace heedmap
