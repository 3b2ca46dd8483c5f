#include "core/session/results.h"

#include "core/session/panel.h"

#include <map>
#include <utility>

namespace heedmap {

Results resultsOf(Snapshot snapshot, std::vector<PanelResult> panels) {
    auto ranges = resolveRanges(*snapshot, panels);
    return {std::move(snapshot), std::move(panels), std::move(ranges)};
}

Results computeResults(files::Session session) {
    const auto snapshot = std::make_shared<const files::Session>(std::move(session));
    return resultsOf(snapshot, computePanels(*snapshot));
}

Results partOf(const Results& results, const std::vector<std::size_t>& panels) {
    const files::Session& whole = results.session();
    files::Session part = whole;
    part.panels.clear();
    part.matrices.clear();
    std::map<std::size_t, std::size_t> moved; // where a matrix of the session is in the part
    std::vector<PanelResult> chosen;
    for (const std::size_t panel : panels) {
        PanelResult result = results.at(panel);
        for (const std::size_t matrix : files::matricesOf(whole, result.panel)) {
            if (moved.try_emplace(matrix, part.matrices.size()).second)
                part.matrices.push_back(whole.matrices[matrix]);
        }
        for (auto* const matrix : {&result.panel.matrix, &result.panel.minusMatrix}) {
            if (*matrix)
                *matrix = moved.at(**matrix);
        }
        part.panels.push_back(result.panel);
        chosen.push_back(std::move(result));
    }
    return resultsOf(std::make_shared<const files::Session>(std::move(part)), std::move(chosen));
}

} // namespace heedmap
