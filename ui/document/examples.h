// The examples that are shipped: resources/pairs/*.json, in the order of resources/pairs/index.json, and pairs of the
// shipped corpora under the models trained on them.
#pragma once

#include "core/session/session.h"

#include <QString>

#include <vector>

namespace heedmap {

struct Example {
    QString id;      // "three-keys": what `pair:` takes
    QString title;   // translated
    QString lookFor; // translated; one sentence
    QString group;   // translated
};

const std::vector<Example>& examples();
// The session of an example, its lookFor translated, by its id; of a held-out pair of a shipped corpus by its source
// sentence ("I love you"); or of any sentence under the models of a corpus ("english-chinese/I love tea").
// Errors: noSuchExample with the nearest id; nothingTyped, tooManyWords.
Result<files::Session> openExample(const QString& asked);

// Gives the session of an example, whatever the language in which it was opened and perhaps saved, the name and the
// lookFor that the example has in the language of the interface.
void translateExample(files::Session& session);

inline constexpr ErrorKind noSuchExample{
    HEEDMAP_MESSAGE("Error", "there is no pair \"%1\"; the nearest is \"%2\" (heedmap pairs lists them)")};

} // namespace heedmap
