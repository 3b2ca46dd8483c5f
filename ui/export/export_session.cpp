#include "ui/export/export_session.h"

#include "ui/export/number_export.h"
#include "ui/export/picture_export.h"

#include <algorithm>
#include <new>

namespace heedmap {

Result<void> exportSession(const Results& results, const ExportOptions& options, const std::string& path,
                           std::stop_token stop) {
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
        return isPicture(options.format) ? exportPicture(results, options, path, std::move(stop))
                                         : exportNumbers(results, options, path, std::move(stop));
    } catch (const std::bad_alloc&) {
        return makeError(outOfMemory);
    }
}

} // namespace heedmap
