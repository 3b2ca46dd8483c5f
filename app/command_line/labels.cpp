#include "app/command_line/labels.h"

#include "app/command_line/exit_code.h"
#include "app/command_line/gold.h"
#include "core/files/labels.h"

namespace heedmap::command_line {

namespace {

std::vector<std::string> fittedTold(std::vector<std::string> labels, Index count, const char* axis) {
    if (labels.empty())
        return labels;
    std::string said;
    labels = files::fitted(std::move(labels), count, &said);
    if (!said.empty())
        remark(std::string(axis) + ": " + said);
    return labels;
}

Result<Labels> givenLabels(const InputOptions& input) {
    if (!input.tokens.empty())
        return files::readLabels(input.tokens);
    return Labels{input.rows, input.columns};
}

void setLabels(files::Session& session, const Labels& labels) {
    if (!session.showsMatrices() && session.problem.kind == attention::ProblemKind::self) {
        if (!labels.empty())
            session.selfTokens = labels.rows.empty() ? labels.columns : labels.rows;
        return;
    }
    Labels& target = session.showsMatrices() ? session.matrixLabels : session.crossLabels;
    if (!labels.rows.empty())
        target.rows = labels.rows;
    if (!labels.columns.empty())
        target.columns = labels.columns;
}

void fitLabels(files::Session& session, Index rows, Index columns) {
    if (!session.showsMatrices() && session.problem.kind == attention::ProblemKind::self) {
        session.selfTokens = fittedTold(std::move(session.selfTokens), rows, "tokens");
        return;
    }
    Labels& labels = session.showsMatrices() ? session.matrixLabels : session.crossLabels;
    labels.rows = fittedTold(std::move(labels.rows), rows, "row tokens");
    labels.columns = fittedTold(std::move(labels.columns), columns, "column tokens");
}

} // namespace

Result<void> applyLabels(files::Session& session, const InputOptions& input, Index rows, Index columns) {
    const auto labels = givenLabels(input);
    if (!labels)
        return labels.error();
    setLabels(session, *labels);
    fitLabels(session, rows, columns);
    if (!input.gold.empty()) {
        auto gold = readGold(input.gold, session.shownLabels(), rows, columns);
        if (!gold)
            return gold.error();
        session.gold = *std::move(gold);
    }
    return {};
}

} // namespace heedmap::command_line
