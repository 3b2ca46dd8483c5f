// A mask in words of the user's language: "causal, window 2".
#pragma once

#include "core/attention/mask.h"

#include <QString>

namespace heedmap {

// "none" where everything is allowed. In English as MaskSpec::text().
QString maskText(const attention::MaskSpec& mask);

} // namespace heedmap
