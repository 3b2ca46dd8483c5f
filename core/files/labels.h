// Labels as files and people write them.
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

} // namespace heedmap::files
