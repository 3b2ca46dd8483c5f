#include "ui/export/export_session.h"

#include "core/session/number_export.h"
#include "ui/export/picture_export.h"

namespace heedmap {

Result<void> exportSession(const Results& results, const ExportOptions& options, const std::string& path,
                           std::stop_token stop) {
    return isPicture(options.format) ? exportPicture(results, options, path, std::move(stop))
                                     : exportNumbers(results, options, path, std::move(stop));
}

} // namespace heedmap
