#include "ui/export/export_session.h"

#include "core/session/panel.h"
#include "core/session/results.h"
#include "ui/export/number_export.h"
#include "ui/export/picture_export.h"

#include <algorithm>
#include <map>
#include <new>

namespace heedmap {

Result<void> exportSession(const files::Session& session, const std::vector<PanelResult>& results,
                           const ExportOptions& options, const std::string& path, std::stop_token stop) {
    const auto failed = std::find_if(results.begin(), results.end(), [](const auto& r) { return r.error.has_value(); });
    if (failed != results.end())
        return *failed->error;
    if (results.empty())
        return makeError(nothingToExport, {HEEDMAP_MESSAGE("Reason", "no panel is shown")});
    const bool whole = std::ranges::all_of(results, [&](const PanelResult& result) {
        return result.source && !(isPicture(options.format) && result.pyramid && result.pyramid->isSample());
    });
    if (!whole)
        return makeError(nothingToExport, {HEEDMAP_MESSAGE("Reason", "not all of it is computed yet")});
    try {
        return isPicture(options.format) ? exportPicture(session, results, options, path, std::move(stop))
                                         : exportNumbers(session, results, options, path, std::move(stop));
    } catch (const std::bad_alloc&) {
        return makeError(outOfMemory);
    }
}

files::Session sessionOf(const files::Session& session, const std::vector<PanelResult>& results) {
    files::Session part = session;
    part.panels.clear();
    part.matrices.clear();
    std::map<std::size_t, std::size_t> moved; // where a matrix of the session is in the part
    for (const PanelResult& result : results) {
        files::Panel panel = result.panel;
        for (const std::size_t matrix : files::matricesOf(session, panel)) {
            if (moved.try_emplace(matrix, part.matrices.size()).second)
                part.matrices.push_back(session.matrices[matrix]);
        }
        for (auto* const matrix : {&panel.matrix, &panel.minusMatrix}) {
            if (*matrix)
                *matrix = moved.at(**matrix);
        }
        part.panels.push_back(panel);
    }
    return part;
}

} // namespace heedmap
