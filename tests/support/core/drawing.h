#pragma once

namespace heedmap::test {

bool programDraws(); // framed pictures; not where only the core is built, without Qt

} // namespace heedmap::test
