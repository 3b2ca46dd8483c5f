// What was computed, together with what it was computed from. Whatever is shown, read out, captioned, copied or
// exported is taken from here as a whole: the newest session may be another one already.
#pragma once

#include "core/session/panel_result.h"

#include <memory>
#include <vector>

namespace heedmap {

inline constexpr ErrorKind outOfMemory{HEEDMAP_MESSAGE("Error", "there is not enough memory to compute this")};

// A session that nobody changes any more.
using Snapshot = std::shared_ptr<const files::Session>;

struct Results {
    Snapshot snapshot = std::make_shared<const files::Session>(); // never null
    std::vector<PanelResult> panels;         // one for each of its panels; none before anything is computed
    std::vector<heatmap::ValueRange> ranges; // of the colors, one for each of `panels`

    const files::Session& session() const { return *snapshot; }

    // The panels, as a list.
    bool empty() const { return panels.empty(); }
    std::size_t size() const { return panels.size(); }
    const PanelResult& operator[](std::size_t panel) const { return panels[panel]; }
    const PanelResult& at(std::size_t panel) const { return panels.at(panel); }
    const PanelResult& front() const { return panels.front(); }
    const PanelResult& back() const { return panels.back(); }
    auto begin() const { return panels.begin(); }
    auto end() const { return panels.end(); }
};

Results resultsOf(Snapshot snapshot, std::vector<PanelResult> panels);
// All panels of a session, computed in the call.
Results computeResults(files::Session session);
// Only these panels, with only those matrices of the session that they need.
Results partOf(const Results& results, const std::vector<std::size_t>& panels);

} // namespace heedmap
