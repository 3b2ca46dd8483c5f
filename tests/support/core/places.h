// Where the tests find what they read and start. One file only is compiled with these paths: all others are the same
// whatever folder the project lies in.
#pragma once

#include <string>

namespace heedmap::test {

std::string sourceFolder(); // the root of the source tree, without a slash at the end
std::string builtProgram(); // empty where only the core is built

} // namespace heedmap::test
