#include "core/files/safetensors_header.h"

#include "core/files/json_scanner.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace heedmap::files {

namespace {

using Token = JsonScanner::Token;

struct NamedType {
    std::string_view name;
    DType dtype;
};
constexpr NamedType types[] = {
    {"BOOL", DType::boolean},        {"U8", DType::uint8},
    {"U16", DType::uint16},          {"U32", DType::uint32},
    {"U64", DType::uint64},          {"I8", DType::int8},
    {"I16", DType::int16},           {"I32", DType::int32},
    {"I64", DType::int64},           {"F16", DType::float16},
    {"BF16", DType::bfloat16},       {"F32", DType::float32},
    {"F64", DType::float64},         {"F8_E4M3", DType::float8_e4m3},
    {"F8_E5M2", DType::float8_e5m2},
};

Error damaged(Phrase why) {
    return makeError(safetensorsHeader, {std::move(why)});
}

// What the scanner found wrong, as a reason.
Error notReadable(const Error& json) {
    return damaged({HEEDMAP_MESSAGE("Reason", "this is not valid JSON: %1 (%2)"), {json.values.front(), json.place}});
}

class HeaderReader {
public:
    explicit HeaderReader(std::string_view header)
        : header_(header)
        , json_(header) {}

    Result<std::vector<SafetensorsEntry>> read() {
        if (!header_.starts_with('{'))
            return damaged(HEEDMAP_MESSAGE("Reason", "it does not begin with {"));
        json_.next();
        std::vector<SafetensorsEntry> entries;
        for (Token token = json_.next(); token != Token::endObject; token = json_.next()) {
            if (token == Token::error)
                return notReadable(json_.error());
            const std::string name = json_.string();
            if (!names_.insert(name).second)
                return damaged({HEEDMAP_MESSAGE("Reason", "the name \"%1\" is there twice"), {name}});
            auto done = name == "__metadata__" ? readMetadata() : readEntry(name, entries);
            if (!done)
                return done.error();
        }
        const std::string_view padding = header_.substr(json_.position());
        if (padding.find_first_not_of(" \t\r\n") != std::string_view::npos)
            return damaged(HEEDMAP_MESSAGE("Reason", "something follows its closing }"));
        return entries;
    }

private:
    Result<void> readMetadata() {
        if (json_.next() != Token::beginObject)
            return damaged(HEEDMAP_MESSAGE("Reason", "__metadata__ is not an object"));
        for (Token token = json_.next(); token != Token::endObject; token = json_.next())
            if (token == Token::error || json_.next() != Token::string)
                return damaged(HEEDMAP_MESSAGE("Reason", "__metadata__ has to be an object of texts"));
        return {};
    }

    std::optional<std::vector<std::uint64_t>> readIntegers() {
        if (json_.next() != Token::beginArray)
            return std::nullopt;
        std::vector<std::uint64_t> values;
        for (Token token = json_.next(); token != Token::endArray; token = json_.next()) {
            if (token != Token::number)
                return std::nullopt;
            const std::string_view text = json_.raw();
            std::uint64_t value = 0;
            const char* end = text.data() + text.size();
            const auto [stop, error] = std::from_chars(text.data(), end, value);
            if (error != std::errc() || stop != end)
                return std::nullopt;
            values.push_back(value);
        }
        return values;
    }

    Result<void> readEntry(const std::string& name, std::vector<SafetensorsEntry>& entries) {
        const auto bad = [&](const Phrase& what) {
            return damaged(what).at("tensor " + name);
        };
        if (json_.next() != Token::beginObject)
            return bad(HEEDMAP_MESSAGE("Reason", "the tensor is not an object"));
        SafetensorsEntry entry;
        std::optional<std::vector<std::uint64_t>> shape;
        std::optional<std::vector<std::uint64_t>> offsets;
        for (Token token = json_.next(); token != Token::endObject; token = json_.next()) {
            if (token == Token::error)
                return notReadable(json_.error());
            const std::string key = json_.string();
            if (key == "dtype" && entry.info.storedDtype.empty()) {
                if (json_.next() != Token::string)
                    return bad(HEEDMAP_MESSAGE("Reason", "its dtype is not a text"));
                entry.info.storedDtype = json_.string();
            } else if (key == "shape" && !shape) {
                if (shape = readIntegers(); !shape)
                    return bad(
                        HEEDMAP_MESSAGE("Reason", "its shape is not a list of whole numbers from 0 to 2^64 - 1"));
            } else if (key == "data_offsets" && !offsets) {
                if (offsets = readIntegers(); !offsets || offsets->size() != 2)
                    return bad(HEEDMAP_MESSAGE("Reason", "its data_offsets are not two whole numbers"));
            } else {
                return bad({HEEDMAP_MESSAGE("Reason", "the entry \"%1\" is unknown or there twice"), {key}});
            }
        }
        if (entry.info.storedDtype.empty() || !shape || !offsets)
            return bad(HEEDMAP_MESSAGE("Reason", "dtype, shape or data_offsets is missing"));
        auto checked = Shape::checked(*shape);
        if (!checked)
            return Error(checked.error()).at("tensor " + name);
        entry.info.name = name;
        entry.info.shape = *checked;
        entry.begin = offsets->front();
        entry.end = offsets->back();
        entries.push_back(std::move(entry));
        return {};
    }

    std::string_view header_;
    JsonScanner json_;
    std::set<std::string> names_;
};

Result<void> resolveType(SafetensorsEntry& entry) {
    TensorInfo& info = entry.info;
    const auto* type = std::find_if(std::begin(types), std::end(types),
                                    [&](const NamedType& candidate) { return candidate.name == info.storedDtype; });
    if (type == std::end(types)) {
        info.refusal = makeError(safetensorsType, {info.storedDtype}).at("tensor " + info.name);
        return {};
    }
    info.dtype = type->dtype;
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(static_cast<std::uint64_t>(info.shape.count()), sizeOf(type->dtype), &bytes))
        return makeError(shapeOverflow, {info.shape.text()}).at("tensor " + info.name);
    if (bytes != entry.end - entry.begin)
        return makeError(safetensorsSize, {info.shape.text(), info.storedDtype, std::to_string(bytes),
                                           std::to_string(entry.end - entry.begin)})
            .at("tensor " + info.name);
    return {};
}

} // namespace

Result<std::vector<SafetensorsEntry>> parseSafetensorsHeader(std::string_view header, std::uint64_t dataSize) {
    auto entries = HeaderReader(header).read();
    if (!entries)
        return entries;
    std::stable_sort(entries->begin(), entries->end(), [](const SafetensorsEntry& a, const SafetensorsEntry& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::uint64_t end = 0;
    for (SafetensorsEntry& entry : *entries) {
        if (entry.begin != end || entry.end < entry.begin)
            return makeError(safetensorsGap, {std::to_string(entry.begin), std::to_string(end)})
                .at("tensor " + entry.info.name);
        if (auto typed = resolveType(entry); !typed)
            return typed.error();
        end = entry.end;
    }
    if (end != dataSize)
        return makeError(safetensorsEnd, {std::to_string(end), std::to_string(dataSize)});
    return entries;
}

} // namespace heedmap::files
