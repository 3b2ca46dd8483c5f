// A heatmap as a table for screen readers: every cell says "爱, love: 0.75".
#pragma once

namespace heedmap {

class HeatmapView;

// Makes Qt use it for every HeatmapView; further calls do nothing.
void installHeatmapAccessibility();
void tellCursorMoved(HeatmapView* view);
void tellTableChanged(HeatmapView* view);

} // namespace heedmap
