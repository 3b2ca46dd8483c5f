// Which panels are heads of one stack, and where they stand in its grid of layers and heads.
#pragma once

#include "core/session/session.h"

#include <optional>
#include <span>
#include <vector>

namespace heedmap {

// A row a layer, a column a head, in ascending order; places may be empty. Panels that are no head of the stack, as a
// mean, a difference or a rollout is none, have no place.
struct HeadGrid {
    std::vector<Index> layers; // the index that each row stands for
    std::vector<Index> heads;  // the index that each column stands for
    struct Place {
        int row = 0;
        int column = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    std::vector<std::optional<Place>> places; // of the panels
};

// None where the matrices that the panels show are not of one stack in which exactly two indices vary.
std::optional<HeadGrid> headGridOf(const files::Session& session, std::span<const files::Panel> panels);

} // namespace heedmap
