// The examples that are shipped: resources/pairs/*.json, in the order of resources/pairs/index.json, and pairs of the
// shipped corpora under the models trained on them.
#pragma once

#include "core/session/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace heedmap {

// Texts are in a language, "en" or "zh".
struct ShippedExample {
    std::string id; // "three-keys": what `pair:` takes
    std::string title;
    std::string lookFor; // one sentence
    std::string group;
};

std::vector<ShippedExample> shippedExamples(std::string_view language = "en");

// The session of an example by its id, its name and lookFor in `language`; of a held-out pair of a shipped corpus by
// its source sentence ("I love you"); or of any sentence under the models of a corpus ("english-chinese/I love tea").
// Capitals and spaces aside. Errors: noSuchExample with the nearest id; nothingTyped, tooManyWords.
Result<files::Session> openShipped(std::string_view asked, std::string_view language = "en");

// Gives the session of an example, whatever the language in which it was opened and perhaps saved, the name and the
// lookFor that the example has in `language`.
void translateShipped(files::Session& session, std::string_view language);

inline constexpr ErrorKind noSuchExample{
    HEEDMAP_MESSAGE("Error", "there is no pair \"%1\"; the nearest is \"%2\" (heedmap pairs lists them)")};

} // namespace heedmap
