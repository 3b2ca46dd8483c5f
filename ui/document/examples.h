// The shipped examples in the language of the interface (core/session/shipped_examples.h).
#pragma once

#include "core/session/shipped_examples.h"

#include <QString>

#include <vector>

namespace heedmap {

struct Example {
    QString id;
    QString title;
    QString lookFor;
    QString group;
};

const std::vector<Example>& examples();
Result<files::Session> openExample(const QString& asked);
void translateExample(files::Session& session);

} // namespace heedmap
