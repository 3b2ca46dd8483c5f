// The context that the words about training are translated in.
#pragma once

#include <QCoreApplication>

namespace heedmap {

struct LabWords {
    Q_DECLARE_TR_FUNCTIONS(Lab)
};

} // namespace heedmap
