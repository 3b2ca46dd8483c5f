#include "core/tokens/part_settings.h"

#include <utility>

namespace heedmap::tokens {

namespace {

const Json emptyList = Json::array();
const Json emptyObject = Json::object();

} // namespace

Error entryError(const std::string& name, const char* has) {
    return makeError(tokenizerEntry, {name, Phrase(has)});
}

PartSettings::PartSettings(const Json& object, std::string name)
    : object_(object.is_object() ? &object : &emptyObject)
    , name_(std::move(name)) {
    if (!object.is_object())
        fail(entryError(name_, anObject));
}

void PartSettings::fail(Error error) {
    if (!error_)
        error_ = std::move(error);
}

const Json* PartSettings::find(const char* key) const {
    const auto found = object_->find(key);
    return found == object_->end() || found->is_null() ? nullptr : &*found;
}

bool PartSettings::has(const char* key) const {
    return find(key) != nullptr;
}

std::string PartSettings::text(const char* key) {
    if (!has(key))
        fail(makeError(tokenizerEntryMissing, {name_ + "." + key}));
    return text(key, {});
}

std::string PartSettings::text(const char* key, const std::string& without) {
    const Json* value = find(key);
    if (!value)
        return without;
    if (value->is_string())
        return value->get<std::string>();
    fail(entryError(name_ + "." + key, aText));
    return without;
}

bool PartSettings::flag(const char* key, bool without) {
    const Json* value = find(key);
    if (!value)
        return without;
    if (value->is_boolean())
        return value->get<bool>();
    fail(entryError(name_ + "." + key, trueOrFalse));
    return without;
}

std::int64_t PartSettings::whole(const char* key, std::int64_t without) {
    const Json* value = find(key);
    if (!value)
        return without;
    constexpr std::uint64_t most = std::uint64_t{1} << 62;
    if (value->is_number_integer() && (!value->is_number_unsigned() || value->get<std::uint64_t>() < most))
        return value->get<std::int64_t>();
    fail(entryError(name_ + "." + key, aWholeNumber));
    return without;
}

const Json& PartSettings::list(const char* key) {
    const Json* value = find(key);
    if (value && value->is_array())
        return *value;
    fail(value ? entryError(name_ + "." + key, aList) : makeError(tokenizerEntryMissing, {name_ + "." + key}));
    return emptyList;
}

const Json& PartSettings::object(const char* key) {
    const Json* value = find(key);
    if (value && value->is_object())
        return *value;
    fail(value ? entryError(name_ + "." + key, anObject) : makeError(tokenizerEntryMissing, {name_ + "." + key}));
    return emptyObject;
}

} // namespace heedmap::tokens
