#include "core/session/export_options.h"

#include <algorithm>
#include <cctype>

namespace heedmap {

std::string_view nameOf(ExportFormat format) {
    switch (format) {
    case ExportFormat::png:
        return "png";
    case ExportFormat::svg:
        return "svg";
    case ExportFormat::pdf:
        return "pdf";
    case ExportFormat::csv:
        return "csv";
    case ExportFormat::tsv:
        return "tsv";
    case ExportFormat::npy:
        return "npy";
    case ExportFormat::npz:
        return "npz";
    case ExportFormat::json:
        return "json";
    }
    preconditionFailed("a known format", __FILE__, __LINE__);
}

std::optional<ExportFormat> exportFormatNamed(std::string_view name) {
    const auto* const found = std::find_if(allExportFormats.begin(), allExportFormats.end(),
                                           [&](ExportFormat f) { return nameOf(f) == name; });
    return found == allExportFormats.end() ? std::nullopt : std::optional(*found);
}

std::optional<ExportFormat> exportFormatOf(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos)
        return std::nullopt;
    std::string ending(path.substr(dot + 1));
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return exportFormatNamed(ending);
}

bool isPicture(ExportFormat format) {
    return format == ExportFormat::png || format == ExportFormat::svg || format == ExportFormat::pdf;
}

} // namespace heedmap
