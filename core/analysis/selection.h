// Figures of a rectangle of cells.
#pragma once

#include "core/attention/alpha_source.h"

#include <optional>

namespace heedmap::analysis {

struct SelectionFigures {
    Index numbers = 0; // cells that hold one; the others do not count
    double sum = 0;
    double mean = 0;
    double deviation = 0; // √(mean of squared distances from the mean)
    double least = 0;
    Cell leastAt;
    double most = 0;
    Cell mostAt;
    std::optional<double> share; // of everything in the selected rows; where that is above 0
    // Of the selected numbers divided by their sum, nat, and e to it: over how many cells they are spread. Where they
    // are not negative and their sum is above 0.
    std::optional<double> entropy;
    std::optional<double> effectiveCells;
};

// Precondition: rows and columns lie inside.
SelectionFigures selectionFigures(const attention::AlphaSource& source, Rows rows, Columns columns);

} // namespace heedmap::analysis
