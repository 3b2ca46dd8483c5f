// Text of a tool tip that is shown letter by letter: the toolkit would take the token <s> for markup.
#pragma once

#include <QString>

namespace heedmap {

QString toolTipText(const QString& text);

} // namespace heedmap
