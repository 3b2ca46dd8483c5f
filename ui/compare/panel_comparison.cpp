#include "ui/compare/panel_comparison.h"

#include "core/analysis/alignment_error.h"
#include "core/session/panel.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"

#include <QCoreApplication>

namespace heedmap {

namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

using Value = std::optional<double>;

bool isCompared(const PanelResult& result) {
    return result.source && !files::isSigned(result.panel.kind) && result.rows() > 0 && result.columns() > 0 &&
           result.rows() <= mostComparedCells / result.columns();
}

std::optional<double> errorRateOf(const files::Session& session, const PanelResult& result) {
    const bool ofPair = result.panel.matrix || session.problem.kind == attention::ProblemKind::cross;
    if (!ofPair || files::isSigned(result.panel.kind))
        return std::nullopt;
    const auto counts = analysis::strongestAgainst(*result.source, session.labelsOf(result.panel), session.gold);
    return counts ? std::optional(counts->errorRate()) : std::nullopt;
}

// Of a token, or the number of the position where it has none.
QString nameAt(const std::vector<std::string>& tokens, Index place) {
    const auto position = static_cast<std::size_t>(place);
    return position < tokens.size() ? shownToken(QString::fromStdString(tokens[position])) : QString::number(place);
}

QString placeText(const Labels& labels, Cell cell) {
    return QStringLiteral("%1 → %2 [%3, %4]")
        .arg(nameAt(labels.rows, cell.row), nameAt(labels.columns, cell.column))
        .arg(cell.row)
        .arg(cell.column);
}

template <auto figure>
Value own(const PanelComparison& row) {
    return row.figures.*figure;
}

template <auto figure>
Value against(const PanelComparison& row) {
    return row.against ? (*row.against).*figure : Value();
}

std::vector<ComparisonColumn> againstColumns() {
    using analysis::Comparison;
    return {
        {[] { return Figures::tr("JS, nat"); },
         [] {
             return Figures::tr("Jensen–Shannon divergence from the reference, mean over the rows: 0 (equal) to ln 2");
         },
         against<&Comparison::jensenShannon>},
        {[] { return Figures::tr("TV"); },
         [] {
             return Figures::tr(
                 "Total variation from the reference: the part of a row's weight that lies elsewhere, 0 to 1");
         },
         against<&Comparison::totalVariation>},
        {[] { return Figures::tr("cosine"); },
         [] { return Figures::tr("Cosine of the rows with those of the reference, mean: 1 is the same direction"); },
         against<&Comparison::cosine>},
        {[] { return Figures::tr("r"); },
         [] { return Figures::tr("Pearson's correlation with the reference over all cells"); },
         against<&Comparison::correlation>},
        {[] { return Figures::tr("same key"); },
         [] { return Figures::tr("The part of the rows whose largest weight is on the same key as the reference's"); },
         against<&Comparison::argmaxAgreement>},
        {[] { return Figures::tr("most Δ"); },
         [] { return Figures::tr("The largest difference of a cell from the reference's"); },
         against<&Comparison::largestDifference>, &PanelComparison::largestAt},
    };
}

std::vector<ComparisonColumn> ownColumns() {
    using analysis::PanelFigures;
    return {
        {[] { return Figures::tr("H, nat"); }, [] { return Figures::tr("Entropy of the rows, mean"); },
         own<&PanelFigures::entropy>},
        {[] { return Figures::tr("keys"); },
         [] { return Figures::tr("Effective number of keys a row looks at, e to the entropy, mean"); },
         own<&PanelFigures::effectiveKeys>},
        {[] { return Figures::tr("largest"); }, [] { return Figures::tr("The largest weight of the rows, mean"); },
         own<&PanelFigures::largest>},
        {[] { return Figures::tr("off diag."); },
         [] { return Figures::tr("How many keys from the diagonal the weight lies, on average"); },
         own<&PanelFigures::offDiagonal>},
        {[] { return Figures::tr("in band"); },
         [] { return Figures::tr("The part of the weight within one key of the diagonal"); },
         own<&PanelFigures::inBand>},
        {[] { return Figures::tr("distance"); },
         [] { return Figures::tr("How many tokens from the row's own position the weight lies, on average"); },
         own<&PanelFigures::distance>},
        {[] { return Figures::tr("sink"); },
         [] { return Figures::tr("The weight on the first key, mean over the rows"); }, own<&PanelFigures::sink>},
        {[] { return Figures::tr("AER"); },
         [] {
             return Figures::tr(
                 "Alignment error rate of the rows' largest weights against the gold alignment, where one is known");
         },
         [](const PanelComparison& row) {
             return row.errorRate;
         }},
    };
}

} // namespace

std::vector<PanelComparison> comparePanels(const Results& results, int reference) {
    const files::Session& session = results.session();
    std::vector<PanelComparison> rows;
    const auto place = static_cast<std::size_t>(reference);
    const PanelResult* const other = reference >= 0 && place < results.size() ? &results[place] : nullptr;
    for (const PanelResult& result : results) {
        PanelComparison& row = rows.emplace_back();
        row.title = panelTitle(result);
        row.isReference = &result == other;
        if (!isCompared(result))
            continue;
        row.figures = analysis::panelFigures(*result.source);
        row.errorRate = errorRateOf(session, result);
        if (other && !row.isReference && isCompared(*other) && other->rows() == result.rows() &&
            other->columns() == result.columns())
            row.against = analysis::compare(*result.source, *other->source);
        row.hasOtherTokens = row.against && files::tokensDiffer(session, result.panel, other->panel);
        if (row.against && row.against->largestDifference)
            row.largestAt = placeText(session.labelsOf(result.panel), row.against->largestAt);
    }
    return rows;
}

const std::vector<ComparisonColumn>& comparisonColumns() {
    static const std::vector<ComparisonColumn> columns = [] {
        std::vector<ComparisonColumn> all = againstColumns();
        for (const ComparisonColumn& column : ownColumns())
            all.push_back(column);
        return all;
    }();
    return columns;
}

} // namespace heedmap
