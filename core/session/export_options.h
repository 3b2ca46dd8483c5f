// What an export writes and how: plain data, the same for the dialog and the command line.
#pragma once

#include "core/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heedmap {

enum class ExportFormat : std::uint8_t { png, svg, pdf, csv, tsv, npy, npz, json };
inline constexpr std::array allExportFormats{ExportFormat::png, ExportFormat::svg, ExportFormat::pdf,
                                             ExportFormat::csv, ExportFormat::tsv, ExportFormat::npy,
                                             ExportFormat::npz, ExportFormat::json};
// "png" …: the words of the command line, and the endings of files.
std::string_view nameOf(ExportFormat format);
std::optional<ExportFormat> exportFormatNamed(std::string_view name);
// By the ending of a path, capitals aside.
std::optional<ExportFormat> exportFormatOf(std::string_view path);
bool isPicture(ExportFormat format);

struct PictureSize { // in points of 1/96 inch
    double width = 0;
    double height = 0;
};

struct ExportOptions {
    ExportFormat format = ExportFormat::png;

    // Pictures.
    PictureSize size;        // 0 × 0: what fits the cells
    double scaleFactor = 1;  // pixels a point (PNG)
    double dotsPerInch = 96; // stated in the file (PNG)
    bool dark = false;
    int columns = 0; // panels side by side; 0: as square as possible

    // Numbers: which matrices of each panel. A matrix of a file has weights only.
    bool weights = true;
    bool scores = false;
    bool context = false;
};

} // namespace heedmap
