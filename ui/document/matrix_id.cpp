#include "ui/document/document.h"

namespace heedmap {

namespace {

// All but additive_v, which is a vector.
template <class Session>
auto& memberOf(Session& session, MatrixId id, OperandsOf function) {
    auto& operands = session.operands(function);
    switch (id) {
    case MatrixId::q:
        return operands.q;
    case MatrixId::k:
        return operands.k;
    case MatrixId::v:
        return operands.v;
    case MatrixId::x:
        return session.problem.x;
    case MatrixId::general_w:
        return operands.parameters.w;
    case MatrixId::additive_w_s:
        return operands.parameters.w_s;
    case MatrixId::additive_w_h:
        return operands.parameters.w_h;
    case MatrixId::w_q:
        return operands.parameters.w_q;
    case MatrixId::w_k:
        return operands.parameters.w_k;
    case MatrixId::w_v:
        return operands.parameters.w_v;
    case MatrixId::additive_v:
        break;
    }
    preconditionFailed("a matrix with rows and columns", __FILE__, __LINE__);
}

} // namespace

QString nameOf(MatrixId id) {
    switch (id) {
    case MatrixId::q:
        return QStringLiteral("Q");
    case MatrixId::k:
        return QStringLiteral("K");
    case MatrixId::v:
        return QStringLiteral("V");
    case MatrixId::x:
        return QStringLiteral("X");
    case MatrixId::general_w:
        return QStringLiteral("W");
    case MatrixId::additive_w_s:
        return QStringLiteral("W_s");
    case MatrixId::additive_w_h:
        return QStringLiteral("W_h");
    case MatrixId::additive_v:
        return QStringLiteral("v");
    case MatrixId::w_q:
        return QStringLiteral("W_Q");
    case MatrixId::w_k:
        return QStringLiteral("W_K");
    case MatrixId::w_v:
        return QStringLiteral("W_V");
    }
    return {};
}

MatrixD matrixOf(const files::Session& session, MatrixId id, OperandsOf function) {
    if (id == MatrixId::additive_v)
        return session.operands(function).parameters.v;
    return memberOf(session, id, function);
}

void setMatrix(files::Session& session, MatrixId id, MatrixD values, OperandsOf function) {
    if (id == MatrixId::additive_v) {
        session.operands(function).parameters.v = values.reshaped<Eigen::RowMajor>();
        return;
    }
    memberOf(session, id, function) = std::move(values);
}

} // namespace heedmap
