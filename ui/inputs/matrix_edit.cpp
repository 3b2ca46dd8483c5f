#include "ui/inputs/matrix_edit.h"

#include "core/session/consistency.h"

#include <QCoreApplication>

#include <algorithm>

namespace heedmap {

namespace {

using attention::Parameters;
using attention::ProblemKind;
using attention::ScoreFunction;
using files::Sequence;

QString words(const char* text) {
    return QCoreApplication::translate("MatrixEdit", text);
}

// Rows or columns of one matrix inserted or removed; what is not of the expected size is left to the document.
class Line {
public:
    Line(Index at, Index count, bool insert)
        : at_(at)
        , count_(count)
        , insert_(insert) {}

    template <class M>
    void rows(M& matrix, Index expected) const {
        if (matrix.rows() != expected || expected == 0)
            return;
        matrix = insert_ ? files::withRows(matrix, at_, count_, 0.0) : files::withoutRows(matrix, at_, count_);
    }
    template <class M>
    void columns(M& matrix, Index expected) const {
        if (matrix.cols() != expected || expected == 0)
            return;
        matrix = insert_ ? files::withColumns(matrix, at_, count_, 0.0) : files::withoutColumns(matrix, at_, count_);
    }

private:
    Index at_;
    Index count_;
    bool insert_;
};

// d_q and d_k change together where they are equal: a dot product needs both.
void editKeyDimension(attention::Operands& operands, bool given, bool queries, const Line& line) {
    Parameters& p = operands.parameters;
    MatrixD& q = given ? operands.q : p.w_q;
    MatrixD& k = given ? operands.k : p.w_k;
    const Index queryDimension = q.cols();
    const Index keyDimension = k.cols();
    const bool both = queryDimension == keyDimension;
    if (queries || both) {
        line.columns(q, queryDimension);
        line.rows(p.w, queryDimension);
        line.columns(p.w_s, queryDimension);
    }
    if (!queries || both) {
        line.columns(k, keyDimension);
        line.columns(p.w, keyDimension);
        line.columns(p.w_h, keyDimension);
    }
}

// States of decoder or encoder: their projection takes the new width.
void editStates(MatrixD& states, MatrixD& projection, const Line& line) {
    line.rows(projection, states.cols());
    line.columns(states, states.cols());
}

void editColumns(files::Session& session, OperandsOf function, MatrixId id, const Line& line) {
    attention::Operands& operands = session.operands(function);
    attention::Problem& problem = session.problem;
    Parameters& p = operands.parameters;
    const bool given = !attention::projects(problem);
    if (problem.kind == ProblemKind::cross && problem.projectsCross) {
        if (id == MatrixId::q)
            return editStates(operands.q, p.w_q, line);
        if (id == MatrixId::k)
            return editStates(operands.k, p.w_k, line);
        if (id == MatrixId::v)
            return editStates(operands.v, p.w_v, line);
    }
    switch (id) {
    case MatrixId::q:
    case MatrixId::w_q:
        return editKeyDimension(operands, given, true, line);
    case MatrixId::k:
    case MatrixId::w_k:
        return editKeyDimension(operands, given, false, line);
    case MatrixId::v:
        return line.columns(operands.v, operands.v.cols());
    case MatrixId::w_v:
        return line.columns(p.w_v, p.w_v.cols());
    case MatrixId::w_o:
        return line.columns(p.w_o, p.w_o.cols());
    case MatrixId::x: {
        const Index dimension = problem.x.cols();
        line.columns(problem.x, dimension);
        for (MatrixD* projection : {&p.w_q, &p.w_k, &p.w_v})
            line.rows(*projection, dimension);
        return;
    }
    default:
        return;
    }
}

// Hidden units of additive attention: a row of W_s, a row of W_h and an entry of v.
void editHiddenUnits(Parameters& p, const Line& line) {
    const Index hidden = p.v.size();
    line.rows(p.w_s, hidden);
    line.rows(p.w_h, hidden);
    line.rows(p.v, hidden);
}

} // namespace

std::vector<MatrixId> dataMatrices(const files::Session& session) {
    const attention::Problem& problem = session.problem;
    std::vector<MatrixId> ids{MatrixId::q, MatrixId::k, MatrixId::v};
    if (problem.kind == ProblemKind::self)
        ids = {MatrixId::x};
    if (attention::projects(problem))
        ids.insert(ids.end(), {MatrixId::w_q, MatrixId::w_k, MatrixId::w_v});
    if (problem.heads > 1 || problem.parameters.w_o.size() > 0)
        ids.push_back(MatrixId::w_o);
    if (attention::projects(problem)) {
        for (const MatrixId bias : {MatrixId::b_q, MatrixId::b_k, MatrixId::b_v, MatrixId::b_o}) {
            if (matrixOf(session, bias).size() > 0)
                ids.push_back(bias);
        }
    }
    return ids;
}

bool showsWith(const files::Session& session, ScoreFunction score, OperandsOf function) {
    return &session.operands(score) == &session.operands(function) &&
           std::any_of(session.panels.begin(), session.panels.end(),
                       [score](const files::Panel& panel) { return panel.score == score; });
}

std::vector<MatrixId> parameterMatrices(const files::Session& session, OperandsOf function) {
    std::vector<MatrixId> ids;
    if (showsWith(session, ScoreFunction::general, function))
        ids.push_back(MatrixId::general_w);
    if (showsWith(session, ScoreFunction::additive, function))
        ids.insert(ids.end(), {MatrixId::additive_w_s, MatrixId::additive_w_h, MatrixId::additive_v});
    return ids;
}

std::optional<Sequence> sequenceOf(MatrixId id) {
    switch (id) {
    case MatrixId::q:
        return Sequence::target;
    case MatrixId::k:
    case MatrixId::v:
        return Sequence::source;
    case MatrixId::x:
        return Sequence::self;
    default:
        return std::nullopt;
    }
}

MatrixSize sizeToFill(const files::Session& session, MatrixId id, OperandsOf function) {
    const MatrixD matrix = matrixOf(session, id, function);
    if (matrix.size() > 0)
        return {matrix.rows(), matrix.cols()};
    const files::ProblemSizes sizes = files::sizesOf(session, function);
    const Index hidden = files::hiddenSize(sizes.queryDimension, sizes.keyDimension);
    const bool self = session.problem.kind == ProblemKind::self;
    const auto widthOf = [&](const MatrixD& states) {
        return self ? session.problem.x.cols() : states.cols();
    };
    const Index groups = session.problem.keyValueHeads > 0 ? session.problem.keyValueHeads : session.problem.heads;
    const Index output = sizes.valueDimension * session.problem.heads;
    switch (id) {
    case MatrixId::general_w:
        return {sizes.queryDimension, sizes.keyDimension};
    case MatrixId::additive_w_s:
        return {hidden, sizes.queryDimension};
    case MatrixId::additive_w_h:
        return {hidden, sizes.keyDimension};
    case MatrixId::additive_v:
        return {hidden, 1};
    case MatrixId::w_q:
        return {widthOf(session.problem.q), sizes.queryDimension * session.problem.heads};
    case MatrixId::w_k:
        return {widthOf(session.problem.k), sizes.keyDimension * groups};
    case MatrixId::w_v:
        return {widthOf(session.problem.v), sizes.valueDimension * groups};
    case MatrixId::w_o:
        return {output, output};
    default:
        return {std::max<Index>(matrix.rows(), 1), std::max<Index>(matrix.cols(), 2)};
    }
}

void replaceMatrix(Document& document, MatrixId id, MatrixD values, const QString& text) {
    document.change(text,
                    [&](files::Session& session) { setMatrix(session, id, std::move(values), document.edited()); });
}

void fillWithZeros(Document& document, MatrixId id) {
    const MatrixSize size = sizeToFill(document.session(), id, document.edited());
    replaceMatrix(document, id, MatrixD::Zero(size.rows, size.columns),
                  words(QT_TRANSLATE_NOOP("MatrixEdit", "Fill %1 with zeros")).arg(nameOf(id)));
}

void fillWithIdentity(Document& document, MatrixId id) {
    const MatrixSize size = sizeToFill(document.session(), id, document.edited());
    replaceMatrix(document, id, MatrixD::Identity(size.rows, size.columns),
                  words(QT_TRANSLATE_NOOP("MatrixEdit", "Fill %1 with the identity")).arg(nameOf(id)));
}

void fillWithRandom(Document& document, MatrixId id, std::uint64_t seed) {
    const MatrixSize size = sizeToFill(document.session(), id, document.edited());
    attention::RandomStream random(seed);
    replaceMatrix(document, id, attention::normalMatrix(size.rows, size.columns, random),
                  words(QT_TRANSLATE_NOOP("MatrixEdit", "Fill %1 with random numbers (seed %2)"))
                      .arg(nameOf(id), QString::number(seed)));
}

bool hasOwnRows(MatrixId id) {
    return sequenceOf(id) || id == MatrixId::additive_w_s || id == MatrixId::additive_w_h || id == MatrixId::additive_v;
}

bool hasOwnColumns(MatrixId id) {
    return sequenceOf(id) || id == MatrixId::w_q || id == MatrixId::w_k || id == MatrixId::w_v || id == MatrixId::w_o;
}

void insertRows(Document& document, MatrixId id, Index at, Index count) {
    document.change(words(QT_TRANSLATE_NOOP("MatrixEdit", "Insert a row into %1")).arg(nameOf(id)),
                    [&](files::Session& session) {
                        if (const auto sequence = sequenceOf(id))
                            files::insertPositions(session, *sequence, at, count);
                        else
                            editHiddenUnits(session.operands(document.edited()).parameters, Line(at, count, true));
                    });
}

void removeRows(Document& document, MatrixId id, Index first, Index count) {
    document.change(words(QT_TRANSLATE_NOOP("MatrixEdit", "Remove rows from %1")).arg(nameOf(id)),
                    [&](files::Session& session) {
                        if (const auto sequence = sequenceOf(id))
                            files::removePositions(session, *sequence, first, count);
                        else
                            editHiddenUnits(session.operands(document.edited()).parameters, Line(first, count, false));
                    });
}

void insertColumns(Document& document, MatrixId id, Index at, Index count) {
    document.change(
        words(QT_TRANSLATE_NOOP("MatrixEdit", "Insert a column into %1")).arg(nameOf(id)),
        [&](files::Session& session) { editColumns(session, document.edited(), id, Line(at, count, true)); });
}

void removeColumns(Document& document, MatrixId id, Index first, Index count) {
    document.change(
        words(QT_TRANSLATE_NOOP("MatrixEdit", "Remove columns from %1")).arg(nameOf(id)),
        [&](files::Session& session) { editColumns(session, document.edited(), id, Line(first, count, false)); });
}

} // namespace heedmap
