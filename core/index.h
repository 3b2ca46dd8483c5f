// Indices of matrices. Each kind has its own type, so that a range of rows cannot be passed for one of columns.
#pragma once

#include <cstddef>

namespace heedmap {

using Index = std::ptrdiff_t;

// Rows are queries, columns are keys.
struct Cell {
    Index row = 0;
    Index column = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
};

// Half open: begin is the first, end is one past the last.
template <class Tag>
struct Range {
    Index begin = 0;
    Index end = 0;
    Index size() const { return end - begin; }
    bool contains(Index i) const { return begin <= i && i < end; }
    friend bool operator==(const Range&, const Range&) = default;
};
using Rows = Range<struct RowTag>;
using Columns = Range<struct ColumnTag>;

} // namespace heedmap
