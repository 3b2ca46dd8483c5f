// Figures of all panels and of each against one of them, the reference: what the table of figures shows.
#pragma once

#include "core/analysis/alignment_error.h"
#include "core/analysis/head_roles.h"
#include "core/analysis/panel_figures.h"
#include "ui/document/document.h"

#include <array>
#include <vector>

namespace heedmap {

struct PanelComparison {
    QString title;
    bool isReference = false;
    analysis::PanelFigures figures;
    std::optional<analysis::Comparison> against;        // the reference; none for itself and for another size
    bool hasOtherTokens = false;                        // than the reference: equal places are not equal words
    QString largestAt;                                  // "love → 爱 [1, 2]": where the largest difference is
    std::optional<analysis::AlignmentCounts> alignment; // where a gold alignment is known
    analysis::HeadRoles roles;
};

// "induction", "previous token": what a head is called after, in the user's language.
QString roleText(analysis::HeadRole role);

// Whether some panel is of one sequence, so that columns of heads say something.
bool haveHeads(const std::vector<PanelComparison>& rows);

// Matrices of more cells have no figures: they would keep the window waiting.
inline constexpr Index mostComparedCells = Index{1} << 21;

std::vector<PanelComparison> comparePanels(const Results& results, int reference);

// The columns of the table. Words are translated when they are asked for.
struct ComparisonColumn {
    QString (*head)();
    QString (*explanation)();
    std::optional<double> (*value)(const PanelComparison&);
    QString PanelComparison::*place = nullptr;          // of the cell that has this value, where one has
    QString (*words)(const PanelComparison&) = nullptr; // shown in place of the number
    bool isOfHeads = false;                             // of one sequence: no use where queries and keys are two
    bool inToolTip = false; // has no column in the window, but stands in the tool tip of the one before it
};
const std::vector<ComparisonColumn>& comparisonColumns();

} // namespace heedmap
