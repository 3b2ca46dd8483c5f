#include "core/tokens/post_processor.h"

namespace heedmap::tokens {

namespace {

// ["[SEP]", 102]
Id readNamedId(PartSettings& settings, const char* key, std::int64_t limit) {
    const Json& entry = settings.list(key);
    if (entry.size() == 2 && entry[1].is_number_unsigned() &&
        entry[1].get<std::uint64_t>() < static_cast<std::uint64_t>(limit))
        return entry[1].get<Id>();
    settings.fail(entryError(settings.name() + "." + key, HEEDMAP_MESSAGE("Reason", "a piece and its id")));
    return 0;
}

std::vector<TemplateItem> readTemplate(PartSettings& settings, const char* key, std::int64_t limit) {
    std::vector<TemplateItem> items;
    const Json& specials = settings.has("special_tokens") ? settings.object("special_tokens") : Json::object();
    for (const Json& entry : settings.list(key)) {
        const std::string name = settings.name() + "." + key;
        const bool isText = entry.is_object() && entry.contains("Sequence");
        if (!isText && !(entry.is_object() && entry.contains("SpecialToken"))) {
            settings.fail(entryError(name, HEEDMAP_MESSAGE("Reason", "a list of Sequence and SpecialToken")));
            continue;
        }
        PartSettings item(entry[isText ? "Sequence" : "SpecialToken"], name);
        const std::string id = item.text("id");
        const std::int64_t type = item.whole("type_id", 0);
        if (type < 0 || type > 255)
            item.fail(entryError(name + ".type_id", aWholeNumber));
        TemplateItem made{TextOf::none, {}, static_cast<std::int32_t>(type)};
        if (isText) {
            made.text = id == "B" ? TextOf::second : TextOf::first;
        } else if (const auto special = specials.find(id); special == specials.end()) {
            item.fail(makeError(tokenizerEntryMissing, {settings.name() + ".special_tokens." + shortened(id)}));
        } else {
            PartSettings found(*special, settings.name() + ".special_tokens");
            for (const Json& one : found.list("ids")) {
                if (one.is_number_unsigned() && one.get<std::uint64_t>() < static_cast<std::uint64_t>(limit))
                    made.ids.push_back(one.get<Id>());
                else
                    found.fail(entryError(found.name() + ".ids", HEEDMAP_MESSAGE("Reason", "a list of ids")));
            }
            if (!found.ok())
                item.fail(found.error());
        }
        if (!item.ok())
            settings.fail(item.error());
        items.push_back(std::move(made));
    }
    return items;
}

Result<void> addPostProcessor(const Json& description, std::int64_t limit, std::optional<PostProcessor>& made,
                              int depth) {
    PartSettings settings(description, "post_processor");
    const std::string type = settings.text("type");
    constexpr int deepest = 16;
    std::optional<PostProcessor> one;
    if (type == "Sequence" && depth < deepest) {
        for (const Json& part : settings.list("processors"))
            if (auto added = addPostProcessor(part, limit, made, depth + 1); !added)
                return added;
    } else if (type == "TemplateProcessing") {
        one.emplace();
        one->single = readTemplate(settings, "single", limit);
        one->pair = readTemplate(settings, "pair", limit);
    } else if (type == "BertProcessing" || type == "RobertaProcessing") {
        const Id end = readNamedId(settings, "sep", limit);
        const Id begin = readNamedId(settings, "cls", limit);
        one = type == "BertProcessing" ? around({begin}, {end}, {}, 1) : around({begin}, {end}, {end});
    } else if (type != "ByteLevel") { // which only says what ranges of bytes are shown
        settings.fail(makeError(tokenizerPart, {HEEDMAP_MESSAGE("Reason", "post-processor"), shortened(type),
                                                std::string("Sequence, TemplateProcessing, BertProcessing, "
                                                            "RobertaProcessing, ByteLevel")}));
    }
    if (one && made)
        settings.fail(makeError(tokenizerPart, {HEEDMAP_MESSAGE("Reason", "post-processor"), shortened(type),
                                                HEEDMAP_MESSAGE("Reason", "one that puts tokens around a text")}));
    if (one)
        made = std::move(one);
    return settings.ok() ? Result<void>() : settings.error();
}

} // namespace

PostProcessor around(const std::vector<Id>& before, const std::vector<Id>& after, const std::vector<Id>& between,
                     std::int32_t secondType) {
    const TemplateItem begin{TextOf::none, before, 0};
    const TemplateItem end{TextOf::none, after, 0};
    PostProcessor made;
    made.single = {begin, {TextOf::first, {}, 0}, end};
    made.pair = made.single;
    made.pair.push_back({TextOf::none, between, secondType});
    made.pair.push_back({TextOf::second, {}, secondType});
    made.pair.push_back({TextOf::none, after, secondType});
    return made;
}

Result<PostProcessor> readPostProcessor(const Json& description, std::int64_t limit) {
    std::optional<PostProcessor> made;
    if (!description.is_null())
        if (auto added = addPostProcessor(description, limit, made, 0); !added)
            return added.error();
    return made.value_or(PostProcessor{});
}

} // namespace heedmap::tokens
