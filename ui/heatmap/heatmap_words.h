// The context that the words on a picture are translated in.
#pragma once

#include <QCoreApplication>

namespace heedmap {

struct Heatmap {
    Q_DECLARE_TR_FUNCTIONS(Heatmap)
};

} // namespace heedmap
