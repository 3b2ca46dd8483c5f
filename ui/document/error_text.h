// Errors and adaptations of core as sentences in the user's language: the one place where they are translated.
#pragma once

#include "core/error.h"
#include "core/files/consistency.h"

#include <QString>

namespace heedmap {

QString errorText(const Error& error);
QString adaptationText(const files::Adaptation& adaptation);

} // namespace heedmap
