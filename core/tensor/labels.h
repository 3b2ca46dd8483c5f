// What the rows (queries) and columns (keys) of a matrix are called, and which cells are known to be links.
#pragma once

#include "core/index.h"

#include <string>
#include <vector>

namespace heedmap {

// UTF-8; empty where there are none.
struct Labels {
    std::vector<std::string> rows;
    std::vector<std::string> columns;
    bool empty() const { return rows.empty() && columns.empty(); }
    friend bool operator==(const Labels&, const Labels&) = default;
};

// A sure or possible link between a query and a key.
struct GoldLink {
    Cell cell;
    bool sure = true;
    friend bool operator==(const GoldLink&, const GoldLink&) = default;
};
} // namespace heedmap
