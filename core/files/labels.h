// Labels and gold links as files and people write them.
#pragma once

#include "core/result.h"
#include "core/tensor/labels.h"

#include <string>
#include <vector>

namespace heedmap::files {

// `labels` cropped or padded (with empty ones) to `count`; a sentence into `remark` where they were not of that length.
std::vector<std::string> fitted(std::vector<std::string> labels, Index count, std::string* remark = nullptr);

// A JSON file of tokens: {"rows": […], "columns": […]}, {"target": …, "source": …}, {"left": …, "right": …} (left are
// the rows, as BertViz draws them), {"tokens": […]} or a plain list of texts (both axes). Errors: those of reading
// JSON; noLabels.
Result<Labels> readLabels(const std::string& path);
inline constexpr ErrorKind noLabels{
    HEEDMAP_MESSAGE("Error", "no tokens were found; write {\"rows\": [\"a\", \"b\"], \"columns\": [\"x\", \"y\"]}")};

// Pharaoh form, one line: "0-0 1p2 2-1P 3-3S"; source-target, so `i-j` is column i, row j; `base` 0 or 1.
// Errors: badLink with the token, linkOutOfRange.
Result<std::vector<GoldLink>> parseLinks(std::string_view line, Index rows, Index columns, int base = 0);
inline constexpr ErrorKind badLink{
    HEEDMAP_MESSAGE("Error", "\"%1\" is not an alignment link; write source-target as in 0-2, 0p2, 0-2S or 0-2P")};
inline constexpr ErrorKind linkOutOfRange{
    HEEDMAP_MESSAGE("Error", "the link \"%1\" points outside the %2 source and %3 target tokens")};

} // namespace heedmap::files
