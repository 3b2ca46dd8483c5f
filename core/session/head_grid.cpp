#include "core/session/head_grid.h"

#include "core/session/panel.h"

#include <algorithm>
#include <set>

namespace heedmap {

namespace {

// The place in its stack of a panel that shows one head as it is; an empty index for others.
files::IndexedName placeOf(const files::Session& session, const files::Panel& panel) {
    const bool isHead = panel.matrix && panel.kind == files::PanelKind::weights && files::chosenHeads(panel).empty();
    return isHead ? files::placeOf(session.matrices[*panel.matrix]) : files::IndexedName{};
}

std::vector<std::size_t> varyingAxes(const std::vector<files::IndexedName>& heads) {
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; !heads.empty() && axis < heads.front().index.size(); ++axis) {
        if (std::ranges::any_of(heads, [&](const auto& head) { return head.index[axis] != heads.front().index[axis]; }))
            axes.push_back(axis);
    }
    return axes;
}

int positionIn(const std::vector<Index>& sorted, Index value) {
    return static_cast<int>(std::ranges::lower_bound(sorted, value) - sorted.begin());
}

} // namespace

std::optional<HeadGrid> headGridOf(const files::Session& session, std::span<const files::Panel> panels) {
    std::vector<files::IndexedName> names;
    std::vector<files::IndexedName> heads;
    for (const files::Panel& panel : panels) {
        names.push_back(placeOf(session, panel));
        if (!names.back().index.empty())
            heads.push_back(names.back());
    }
    const bool ofOneStack = std::ranges::all_of(heads, [&](const files::IndexedName& head) {
        return head.name == heads.front().name && head.index.size() == heads.front().index.size();
    });
    const std::vector<std::size_t> axes = ofOneStack ? varyingAxes(heads) : std::vector<std::size_t>{};
    if (axes.size() != 2)
        return std::nullopt;
    HeadGrid grid;
    for (auto [list, axis] : {std::pair{&grid.layers, axes[0]}, std::pair{&grid.heads, axes[1]}}) {
        std::set<Index> values;
        for (const files::IndexedName& head : heads)
            values.insert(head.index[axis]);
        list->assign(values.begin(), values.end());
    }
    std::set<std::pair<int, int>> taken;
    for (const files::IndexedName& name : names) {
        grid.places.emplace_back();
        if (name.index.empty())
            continue;
        const HeadGrid::Place place{positionIn(grid.layers, name.index[axes[0]]),
                                    positionIn(grid.heads, name.index[axes[1]])};
        if (!taken.emplace(place.row, place.column).second)
            return std::nullopt; // one head shown twice has no place of its own
        grid.places.back() = place;
    }
    return grid;
}

} // namespace heedmap
