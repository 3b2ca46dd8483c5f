// Small sessions for the tests of the inputs.
#pragma once

#include "core/session/session.h"

namespace heedmap::tests {

// 3 queries, 4 keys, d = 2, with tokens, links and the given score functions as panels. Numbers are all different.
files::Session crossSession(std::initializer_list<attention::ScoreFunction> functions = {
                                attention::ScoreFunction::dot});
// One sequence of 3 tokens, d = 2.
files::Session selfSession();

} // namespace heedmap::tests
