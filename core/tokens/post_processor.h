// Which tokens are put around a text, or around two: the post-processors of tokenizer.json.
#pragma once

#include "core/tokens/part_settings.h"

#include <functional>
#include <vector>

namespace heedmap::tokens {

struct TemplateItem {
    TextOf text = TextOf::none; // the tokens of that text; none: those of `ids`
    std::vector<Id> ids;
    std::int32_t type = 0;
};

struct PostProcessor {
    std::vector<TemplateItem> single{{TextOf::first, {}, 0}};
    std::vector<TemplateItem> pair{{TextOf::first, {}, 0}, {TextOf::second, {}, 1}};
};

// `description` is the entry "post_processor"; null is none. Ids are below `limit`. Errors: tokenizerPart, those of
// settings.
Result<PostProcessor> readPostProcessor(const Json& description, std::int64_t limit);
// before A after, and before A after between B after; the second with that type.
PostProcessor around(const std::vector<Id>& before, const std::vector<Id>& after, const std::vector<Id>& between = {},
                     std::int32_t secondType = 0);

} // namespace heedmap::tokens
