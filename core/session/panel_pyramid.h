// What is drawn of a panel's numbers, and the pyramid of that: the last step of computing a panel.
#pragma once

#include "core/session/panel_result.h"

namespace heedmap {

// What is colored where these are a panel's numbers.
std::shared_ptr<const attention::AlphaSource> drawnOf(const std::shared_ptr<const attention::AlphaSource>& source,
                                                      const files::PictureSettings& picture);

// Sets `drawn` and `pyramid`. A slow source is looked at first: `reports.firstLook` then gets the panel with a coarse
// picture, while the rest is read. Pyramids of large files are looked up among those of earlier sessions. What went
// wrong while reading becomes the panel's error. False when stopped.
bool addPyramid(PanelResult& result, const files::PictureSettings& picture, const PanelReports& reports,
                std::stop_token stop);

// Whether the pyramid is of what these settings draw, and all is known that its range needs.
bool drawsAs(const PanelResult& result, const files::PictureSettings& picture);

} // namespace heedmap
