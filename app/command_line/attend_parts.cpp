#include "app/command_line/attend_parts.h"

#include "app/command_line/exit_code.h"
#include "app/command_line/table.h"
#include "core/analysis/approximation_error.h"
#include "core/attention/attend_rows.h"
#include "core/attention/linear.h"

#include <charconv>

namespace heedmap::command_line {

namespace {

using attention::Attention;
using attention::Problem;
using attention::ScoreFunction;

std::optional<Index> wholeNumber(std::string_view text) {
    Index number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size() && number >= 0;
    return whole ? std::optional(number) : std::nullopt;
}

Result<void> checkRows(const std::optional<Rows>& rows, Index queries) {
    if (rows && rows->end > queries)
        return makeError(rowsOutside, {std::to_string(rows->begin), std::to_string(rows->end), std::to_string(queries)})
            .in("--rows");
    return {};
}

// Q, K and V as they enter the score function, with only some of the queries and their rows of the mask.
Result<Problem> projectedPart(const Problem& problem, const std::optional<Rows>& rows) {
    auto projected = attention::project(problem);
    if (!projected)
        return projected.error();
    const Index queries = projected->q.rows();
    if (const auto checked = checkRows(rows, queries); !checked)
        return checked.error();
    Problem part;
    part.kind = attention::ProblemKind::cross;
    part.parameters = problem.parameters;
    part.normalizer = problem.normalizer;
    part.approximation = problem.approximation;
    part.k = std::move(projected->k);
    part.v = std::move(projected->v);
    if (!rows) {
        part.q = std::move(projected->q);
        part.mask = problem.mask;
        return part;
    }
    part.q = projected->q.middleRows(rows->begin, rows->size());
    const auto mask = attention::MaskRows::of(problem.mask, queries, part.k.rows());
    if (!mask)
        return mask.error();
    if (problem.mask.allowsEverything() || part.q.rows() == 0)
        return part;
    part.mask.custom = BoolMatrix::Zero(rows->size(), part.k.rows());
    std::vector<Columns> ranges;
    for (Index i = 0; i < rows->size(); ++i) {
        mask->row(rows->begin + i, ranges);
        for (const Columns& range : ranges)
            part.mask.custom.row(i).segment(range.begin, range.size()).setOnes();
    }
    return part;
}

bool isOfFloat32(const MatrixD& matrix) {
    return matrix.cast<float>().cast<double>() == matrix;
}

// Numbers of float32 stay in float32 where there are so many pairs that float64 would take long.
bool suffices32(const Problem& problem) {
    constexpr Index manyPairs = Index{1} << 20;
    return problem.q.rows() >= manyPairs / std::max<Index>(problem.k.rows(), 1) && isOfFloat32(problem.q) &&
           isOfFloat32(problem.k) && isOfFloat32(problem.v);
}

template <class T>
Result<MatrixD> exactContext(const Problem& problem, ScoreFunction function, Progress& progress) {
    const auto context = *attention::attendContext<T>(problem.q.cast<T>(), problem.k.cast<T>(), problem.v.cast<T>(),
                                                      function, problem.parameters, problem.mask, problem.normalizer,
                                                      {}, [&](double part) { progress.set(part); }); // never stopped
    if (!context)
        return context.error();
    return MatrixD(context->template cast<double>());
}

Result<Attention<double>> contextOf(const Problem& problem, ScoreFunction function, Progress& progress) {
    Result<MatrixD> context = MatrixD();
    if (problem.approximation.isExact()) {
        context = suffices32(problem) ? exactContext<float>(problem, function, progress)
                                      : exactContext<double>(problem, function, progress);
    } else {
        const auto features = attention::featuresOf<double>(problem.q, problem.k, function, problem.parameters,
                                                            problem.normalizer, problem.approximation);
        if (!features)
            return features.error();
        context = attention::linearContext(*features, problem.v, problem.mask);
    }
    if (!context)
        return context.error();
    Attention<double> attention;
    attention.context = *std::move(context);
    return attention;
}

// Of what is already computed.
void reduce(Attention<double>& attention, const AttendParts& parts) {
    if (parts.rows) {
        const auto some = [&](auto& matrix) {
            if (matrix.size() > 0)
                matrix = matrix.middleRows(parts.rows->begin, parts.rows->size()).eval();
        };
        some(attention.scores);
        some(attention.allowed);
        some(attention.alpha);
        some(attention.context);
    }
    if (parts.contextOnly) {
        attention.scores = attention.alpha = MatrixD();
        attention.allowed = BoolMatrix();
    }
}

Result<std::vector<AttentionSet>> reduced(std::vector<AttentionSet> sets, const AttendParts& parts) {
    for (AttentionSet& set : sets) {
        for (Attention<double>& entry : set.entries) {
            if (const auto checked = checkRows(parts.rows, entry.alpha.rows()); !checked)
                return checked.error();
            reduce(entry, parts);
        }
    }
    return sets;
}

std::string errorText(const analysis::ApproximationError& error, const std::string& name,
                      const attention::Approximation& how) {
    return name + ", " + how.text() + ": off exact alpha by a total variation of " +
           numberOrDash(error.weights.totalVariation) + " in the mean, by " +
           numberOrDash(error.weights.largestDifference) + " at most; context off by " + numberOrDash(error.context) +
           " of its norm";
}

} // namespace

std::optional<Rows> rowsOfLabels(const std::vector<std::string>& labels) {
    if (labels.size() != 1)
        return std::nullopt;
    const std::string_view text = labels.front();
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto begin = wholeNumber(text.substr(0, colon));
    const auto end = wholeNumber(text.substr(colon + 1));
    if (!begin || !end || *begin >= *end)
        return std::nullopt;
    return Rows{*begin, *end};
}

Result<std::vector<AttentionSet>> attendedParts(const Loaded& loaded, const AttendParts& parts, Progress& progress) {
    if (parts.everything())
        return attentionOf(loaded);
    if (!loaded.sets.empty() || loaded.session.problem.heads > 1) {
        auto sets = attentionOf(loaded);
        return sets ? reduced(*std::move(sets), parts) : sets;
    }
    std::vector<AttentionSet> sets;
    for (const files::Panel& panel : loaded.session.panels) {
        if (!panel.score)
            continue;
        const auto problem = projectedPart(loaded.session.problemOf(*panel.score), parts.rows);
        if (!problem)
            return problem.error();
        if (parts.contextOnly && problem->v.cols() == 0)
            return makeError(noValues).in("--context-only");
        auto attended = parts.contextOnly ? contextOf(*problem, *panel.score, progress)
                                          : attention::attend<double>(*problem, *panel.score);
        if (!attended)
            return attended.error();
        sets.push_back({std::string(attention::nameOf(*panel.score)), {}, {}, {}, loaded.session.problemLabels()});
        sets.back().entries.push_back(*std::move(attended));
        sets.back().values.push_back(problem->v);
    }
    if (sets.empty())
        return makeError(nothingToAttend);
    return sets;
}

Result<void> tellApproximationError(const Loaded& loaded, const std::vector<AttentionSet>& sets,
                                    const AttendParts& parts) {
    constexpr Index mostCells = Index{1} << 24;
    const attention::Approximation how = loaded.session.problem.approximation;
    if (how.isExact() || !loaded.sets.empty() || loaded.session.problem.heads > 1 || parts.contextOnly)
        return {};
    for (const AttentionSet& set : sets) {
        const ScoreFunction function = attention::scoreFunctionNamed(set.name).value();
        auto exact = projectedPart(loaded.session.problemOf(function), parts.rows);
        if (!exact)
            return exact.error();
        if (exact->k.rows() > 0 && exact->q.rows() > mostCells / exact->k.rows())
            return {};
        exact->approximation = {};
        const auto attended = attention::attend<double>(*exact, function);
        if (!attended)
            return attended.error();
        remark(errorText(analysis::approximationError(set.entries.front(), *attended), set.name, how));
    }
    return {};
}

} // namespace heedmap::command_line
