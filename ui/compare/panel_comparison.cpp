#include "ui/compare/panel_comparison.h"

#include "core/session/panel.h"
#include "core/session/shown_tokens.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"

#include <QCoreApplication>

#include <algorithm>

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

std::optional<analysis::AlignmentCounts> alignmentOf(const files::Session& session, const PanelResult& result) {
    const bool ofPair = result.panel.matrix || session.problem.kind == attention::ProblemKind::cross;
    if (!ofPair || files::isSigned(result.panel.kind))
        return std::nullopt;
    return analysis::strongestAgainst(*result.source, shownLabels(session, result), shownGold(session, result));
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
Value ofRoles(const PanelComparison& row) {
    return row.roles.*figure;
}

template <auto figure>
Value against(const PanelComparison& row) {
    return row.against ? (*row.against).*figure : Value();
}

template <auto figure>
Value ofAlignment(const PanelComparison& row) {
    return row.alignment ? (*row.alignment.*figure)() : Value();
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

std::vector<ComparisonColumn> roleColumns() {
    using analysis::HeadRoles;
    return {
        {[] { return Figures::tr("previous"); },
         [] {
             return Figures::tr(
                 "Weight on the previous token, mean over the rows, where queries and keys are one sequence");
         },
         ofRoles<&HeadRoles::previous>},
        {[] { return Figures::tr("induction"); },
         [] {
             return Figures::tr(
                 "Weight on the token behind an earlier copy of the row's token, mean over such pairs (Olsson "
                 "et al. 2022)");
         },
         ofRoles<&HeadRoles::induction>},
        {[] { return Figures::tr("duplicate"); },
         [] { return Figures::tr("Weight on earlier copies of the row's token, mean over the rows that have any"); },
         ofRoles<&HeadRoles::duplicate>},
        {[] { return Figures::tr("self"); },
         [] { return Figures::tr("Weight on the row's own token, mean over the rows"); }, ofRoles<&HeadRoles::self>},
        {[] { return Figures::tr("role"); },
         [] {
             return Figures::tr(
                 "The largest of previous, induction, duplicate, self and sink that is at least 0.5; else "
                 "diagonal, where as much lies within one key of the diagonal");
         },
         [](const PanelComparison& row) -> Value {
             const auto role = analysis::roleOf(row.roles);
             return role ? Value(static_cast<double>(*role)) : Value();
         },
         nullptr,
         [](const PanelComparison& row) {
             const auto role = analysis::roleOf(row.roles);
             return role ? roleText(*role) : QString();
         }},
    };
}

std::vector<ComparisonColumn> ownColumns() {
    using analysis::AlignmentCounts;
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
         ofAlignment<&AlignmentCounts::errorRate>},
        {[] { return Figures::tr("precision"); },
         [] {
             return Figures::tr("The part of the rows' largest weights that are gold links, sure or possible, where a "
                                "gold alignment is known");
         },
         ofAlignment<&AlignmentCounts::precision>, nullptr, nullptr, false, true},
        {[] { return Figures::tr("recall"); },
         [] {
             return Figures::tr("The part of the sure gold links that are a row's largest weight; not defined without "
                                "sure links");
         },
         ofAlignment<&AlignmentCounts::recall>, nullptr, nullptr, false, true},
    };
}

} // namespace

QString roleText(analysis::HeadRole role) {
    switch (role) {
    case analysis::HeadRole::previous:
        return Figures::tr("previous");
    case analysis::HeadRole::induction:
        return Figures::tr("induction");
    case analysis::HeadRole::duplicate:
        return Figures::tr("duplicate");
    case analysis::HeadRole::self:
        return Figures::tr("self");
    case analysis::HeadRole::sink:
        return Figures::tr("sink");
    case analysis::HeadRole::diagonal:
        return Figures::tr("diagonal");
    }
    return {};
}

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
        row.alignment = alignmentOf(session, result);
        row.roles = analysis::headRoles(*result.source, shownLabels(session, result));
        if (other && !row.isReference && isCompared(*other) && other->rows() == result.rows() &&
            other->columns() == result.columns())
            row.against = analysis::compare(*result.source, *other->source);
        row.hasOtherTokens = row.against && files::tokensDiffer(session, result.panel, other->panel);
        if (row.against && row.against->largestDifference)
            row.largestAt = placeText(shownLabels(session, result), row.against->largestAt);
    }
    return rows;
}

bool haveHeads(const std::vector<PanelComparison>& rows) {
    return std::ranges::any_of(rows, [](const PanelComparison& row) { return row.roles.previous.has_value(); });
}

const std::vector<ComparisonColumn>& comparisonColumns() {
    static const std::vector<ComparisonColumn> columns = [] {
        std::vector<ComparisonColumn> all = againstColumns();
        for (const ComparisonColumn& column : ownColumns())
            all.push_back(column);
        for (ComparisonColumn column : roleColumns()) {
            column.isOfHeads = true;
            all.push_back(column);
        }
        return all;
    }();
    return columns;
}

} // namespace heedmap
