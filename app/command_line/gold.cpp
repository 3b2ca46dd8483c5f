#include "app/command_line/gold.h"

#include "app/command_line/printing.h"
#include "app/command_line/words.h"

#include <algorithm>

namespace heedmap::command_line {

Result<std::optional<int>> parseBase(const std::string& text) {
    const auto base = parseWhole(text, "0 or 1", 0, 1);
    if (!base)
        return base.error();
    return std::optional(static_cast<int>(*base));
}

Result<std::vector<GoldLink>> readGold(const std::string& path, const Labels& labels, Index rows, Index columns,
                                       const files::GoldOptions& options) {
    auto lines = files::readLinks(path);
    if (!lines)
        return lines.error();
    if (lines->empty())
        return std::vector<GoldLink>();
    if (lines->size() > 1)
        remark(path + ": only the first line is used");
    auto fitted = files::fittedGold(std::move(lines->front()), labels, rows, columns, options);
    if (!fitted)
        return Error(fitted.error()).in(path).at("line 1");
    for (const Phrase& said : fitted->remarks)
        remark(path + ": " + sentence(said));
    return std::move(fitted->links);
}

} // namespace heedmap::command_line
