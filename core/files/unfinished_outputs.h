// Names of temporary files, kept where a signal handler can read them.
#pragma once

#include <string>

namespace heedmap::files {

// Names that are too long, and more than 32 at a time, are not kept: they are only missed where the program is killed.
void rememberUnfinished(const std::string& path);
void forgetUnfinished(const std::string& path);

} // namespace heedmap::files
