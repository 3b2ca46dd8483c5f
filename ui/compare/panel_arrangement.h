// Where the panels of a canvas stand and how large their cells are: as large as the room allows, equal in all of them.
#pragma once

#include "ui/heatmap/heatmap_painter.h"

#include <QRect>
#include <QSize>

#include <optional>
#include <span>
#include <vector>

namespace heedmap {

struct PanelPlace {
    QRect area;                      // of the widget, from the corner of the group
    std::optional<PanelFrame> frame; // none: cells as large as the area has room for
};

struct Arrangement {
    std::vector<PanelPlace> places;
    QSize size; // of the group
    int columns = 0;
    double cell = 0; // logical pixels; of square cells
};

// What an arrangement has to respect. Lengths in logical pixels.
struct ArrangementRules {
    QSize room;
    int columns = 0;            // asked for; 0: as makes the cells largest
    int headsOfALayer = 0;      // a layer begins a new line; 0: there are no layers
    bool sharesRows = false;    // the same row labels in all: said once, at the left
    bool sharesColumns = false; // the same column labels in all: said once, on top
    bool stretched = false;     // the cells of some panel fill its area
    int margin = 8;             // between the edge of a panel's widget and what it draws
    int gap = 8;                // between the widgets
    friend bool operator==(const ArrangementRules&, const ArrangementRules&) = default;
};

// Cells that are at least this large are equal in all panels and whole pixels, a multiple of 4; smaller ones, which one
// zooms into, leave every panel as much room as there is.
inline constexpr double smallestEqualCell = 16;

Arrangement arrangePanels(std::span<const PanelRoom> panels, const ArrangementRules& rules);

} // namespace heedmap
