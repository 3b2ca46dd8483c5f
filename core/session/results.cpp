#include "core/session/results.h"

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

} // namespace heedmap
