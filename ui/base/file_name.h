// The name that is offered for a file.
#pragma once

#include <QString>

namespace heedmap {

// "I love you - 我 爱 你" of "I love you → 我 爱 你": without what a file system or a shell takes amiss. Empty where
// nothing is left. Without an ending.
QString plainFileName(QString title);

} // namespace heedmap
