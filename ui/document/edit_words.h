// The context that the words of edits are translated in.
#pragma once

#include <QCoreApplication>

namespace heedmap {

struct Edits {
    Q_DECLARE_TR_FUNCTIONS(Edits)
};

} // namespace heedmap
