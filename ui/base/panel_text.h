// Panels in words of the user's language.
#pragma once

#include "core/session/panel_result.h"

#include <QString>

namespace heedmap {

QString panelTitle(const files::Session& session, const files::Panel& panel);
QString panelTitle(const PanelResult& result);
// What the numbers of the panel are, beside its color bar: "α", "Δα", "rank in row"; empty for a file's.
QString valueName(const files::Session& session, const files::Panel& panel);
// What the numbers of a rollout or flow depend on besides its stack, for beside the title: "mean of the heads, residual
// 0.5"; empty for others.
QString derivedRemark(const files::Panel& panel);

} // namespace heedmap
