// What makeConsistent() does to a session, in its own sentences.
#pragma once

#include "core/session/consistency.h"

#include <string>
#include <vector>

namespace heedmap::test {

using Sentences = std::vector<std::string>;

inline Sentences sentences(files::Session& session, const files::Session& before) {
    Sentences result;
    for (const files::Adaptation& adaptation : files::makeConsistent(session, before))
        result.push_back(sentence(adaptation));
    return result;
}

} // namespace heedmap::test
