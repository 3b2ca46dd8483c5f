// Files in which the program keeps something for itself. Anything may stand there instead: a pipe would be waited for.
#pragma once

#include <QString>

namespace heedmap {

// `path` when nothing but a regular file stands there, or nothing at all; what else stands there is set aside under
// another name, where it can still be looked at.
// Where that cannot be done, a path at which nothing stands.
QString ownFile(const QString& path);

// A path that is free: with a number where the name is taken.
QString freePath(const QString& base, const QString& ending);

} // namespace heedmap
