#include "tests/support/ui/inputs_sessions.h"

namespace heedmap::tests {

namespace {

MatrixD counted(Index rows, Index columns, double first) {
    MatrixD matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = first + 0.25 * static_cast<double>(i);
    return matrix;
}

} // namespace

files::Session crossSession(std::initializer_list<attention::ScoreFunction> functions) {
    files::Session session;
    session.name = "cross";
    session.problem.q = counted(3, 2, -0.5);
    session.problem.k = counted(4, 2, 0.125);
    session.problem.v = counted(4, 3, -2);
    session.crossLabels = {{"我", "爱", "你"}, {"I", "love", "you", "⏎"}};
    session.gold = {{{0, 0}, true}, {{1, 1}, true}, {{2, 2}, false}};
    for (const attention::ScoreFunction function : functions)
        session.panels.push_back({function, std::nullopt, true});
    return session;
}

files::Session selfSession() {
    files::Session session;
    session.name = "self";
    session.problem.kind = attention::ProblemKind::self;
    session.problem.x = counted(3, 2, 1);
    session.selfTokens = {"a", "b", "c"};
    session.panels.push_back({attention::ScoreFunction::scaled_dot, std::nullopt, true});
    return session;
}

} // namespace heedmap::tests
