// What the inspector explains: a cell of a panel, with what surrounds it.
#pragma once

#include "ui/document/document.h"
#include "ui/document/view_state.h"

#include <QStringList>

namespace heedmap {

struct Inspected {
    const files::Session& session; // that of the results
    const Results& results;
    const PanelResult& panel; // the active one; has a source
    Cell cell;                // inside it
    Rows selectedRows;
    Columns selectedColumns;
    QStringList rowTokens; // exactly rows() entries: tokens, or numbers where there are none
    QStringList columnTokens;

    bool computed() const { return panel.attention != nullptr; }
    // What makes α of the scores that the panel has: of an approximation these are the scores that its features imply,
    // in which τ is already, and plain softmax follows.
    attention::Normalizer normalizer() const {
        const attention::Problem& problem = session.problem;
        return problem.approximation.isExact() ? problem.normalizer : attention::Normalizer();
    }
};

// Up to ten decimals without trailing zeros, a real minus: what the inspector states as results.
QString statedNumber(double value);

} // namespace heedmap
