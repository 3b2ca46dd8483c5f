#include "ui/document/document.h"

namespace heedmap {

namespace {

// Null for matrices with rows and columns.
template <class Parameters>
auto* vectorOf(Parameters& parameters, MatrixId id) {
    switch (id) {
    case MatrixId::additive_v:
        return &parameters.v;
    case MatrixId::b_q:
        return &parameters.b_q;
    case MatrixId::b_k:
        return &parameters.b_k;
    case MatrixId::b_v:
        return &parameters.b_v;
    case MatrixId::b_o:
        return &parameters.b_o;
    default:
        return static_cast<decltype(&parameters.v)>(nullptr);
    }
}

// All but the vectors.
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
    case MatrixId::w_o:
        return operands.parameters.w_o;
    default:
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
    case MatrixId::w_o:
        return QStringLiteral("W_O");
    case MatrixId::b_q:
        return QStringLiteral("b_Q");
    case MatrixId::b_k:
        return QStringLiteral("b_K");
    case MatrixId::b_v:
        return QStringLiteral("b_V");
    case MatrixId::b_o:
        return QStringLiteral("b_O");
    }
    return {};
}

MatrixD matrixOf(const files::Session& session, MatrixId id, OperandsOf function) {
    if (const auto* vector = vectorOf(session.operands(function).parameters, id))
        return *vector;
    return memberOf(session, id, function);
}

const MatrixD* findMatrix(const files::Session& session, MatrixId id, OperandsOf function) {
    const bool isVector = vectorOf(session.operands(function).parameters, id) != nullptr;
    return isVector ? nullptr : &memberOf(session, id, function);
}

MatrixD* findMatrix(files::Session& session, MatrixId id, OperandsOf function) {
    const files::Session& same = session;
    return findMatrix(same, id, function) == nullptr ? nullptr : &memberOf(session, id, function);
}

void setMatrix(files::Session& session, MatrixId id, MatrixD values, OperandsOf function) {
    if (auto* vector = vectorOf(session.operands(function).parameters, id)) {
        *vector = values.reshaped<Eigen::RowMajor>();
        return;
    }
    memberOf(session, id, function) = std::move(values);
}

} // namespace heedmap
