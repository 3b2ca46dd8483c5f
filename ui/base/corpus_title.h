// The titles of the shipped corpora in the language of the user.
#pragma once

#include <QString>

#include <string>

namespace heedmap {

// "English → Chinese", translated; a title that is not of a shipped corpus stays as it is.
QString corpusTitle(const std::string& title);

} // namespace heedmap
