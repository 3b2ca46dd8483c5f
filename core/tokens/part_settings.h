// One object of a tokenizer.json, read with sentences for what is not there or not what it has to be.
#pragma once

#include "core/tokens/tokenizer.h"

#include <nlohmann/json.hpp>
#include <string>

namespace heedmap::tokens {

using Json = nlohmann::json;

// Words for what an entry has to be.
inline constexpr const char* aText = HEEDMAP_MESSAGE("Reason", "a text");
inline constexpr const char* aWholeNumber = HEEDMAP_MESSAGE("Reason", "a whole number");
inline constexpr const char* trueOrFalse = HEEDMAP_MESSAGE("Reason", "true or false");
inline constexpr const char* aList = HEEDMAP_MESSAGE("Reason", "a list");
inline constexpr const char* anObject = HEEDMAP_MESSAGE("Reason", "an object");

Error entryError(const std::string& name, const char* has);

// Keeps the first error; what is asked for after it gets what it would have without the entry.
class PartSettings {
public:
    // `name` is that of the object: "pre_tokenizer".
    PartSettings(const Json& object, std::string name);

    const std::string& name() const { return name_; }
    // Of an entry that has to be there.
    std::string text(const char* key);
    std::string text(const char* key, const std::string& without);
    bool flag(const char* key, bool without);
    std::int64_t whole(const char* key, std::int64_t without);
    bool has(const char* key) const; // and is not null
    // An empty list or object where it is not one, which is an error.
    const Json& list(const char* key);
    const Json& object(const char* key);

    void fail(Error error);
    bool ok() const { return !error_; }
    const Error& error() const { return *error_; }

private:
    const Json* find(const char* key) const;

    const Json* object_;
    std::string name_;
    std::optional<Error> error_;
};

} // namespace heedmap::tokens
