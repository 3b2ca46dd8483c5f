#include "core/analysis/mask_figures.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace heedmap::analysis {

namespace {

// Sums of 64-bit numbers, exactly.
__extension__ using Wide = unsigned __int128;
constexpr std::uint64_t most64 = std::numeric_limits<std::uint64_t>::max();

// Σ of the first i values, for every i.
std::vector<Wide> prefixSums(const std::vector<std::uint64_t>& values) {
    std::vector<Wide> sums{0};
    sums.reserve(values.size() + 1);
    for (const std::uint64_t value : values)
        sums.push_back(sums.back() + value);
    return sums;
}

// Ways after one more layer. A number that does not fit stays at the largest, which then means "at least".
std::vector<std::uint64_t> throughOneLayer(const attention::MaskRows& mask, const std::vector<std::uint64_t>& ways) {
    const std::vector<Wide> sums = prefixSums(ways);
    std::vector<std::uint64_t> next(ways.size());
    std::vector<Columns> ranges;
    for (Index i = 0; i < mask.queries(); ++i) {
        mask.row(i, ranges);
        Wide total = 0;
        for (const Columns& range : ranges)
            total += sums[static_cast<std::size_t>(range.end)] - sums[static_cast<std::size_t>(range.begin)];
        next[static_cast<std::size_t>(i)] = total > most64 ? most64 : static_cast<std::uint64_t>(total);
    }
    return next;
}

std::vector<std::uint64_t> onlyAt(Index position, Index size) {
    std::vector<std::uint64_t> ways(static_cast<std::size_t>(size));
    ways[static_cast<std::size_t>(position)] = 1;
    return ways;
}

void expectSquare(const attention::MaskRows& mask, Index from, Index to) {
    HEEDMAP_EXPECTS(mask.queries() == mask.keys());
    HEEDMAP_EXPECTS(from >= 0 && from < mask.keys() && to >= 0 && to < mask.queries());
}

} // namespace

Count allowedCells(const attention::MaskRows& mask) {
    Count cells;
    std::vector<Columns> ranges;
    for (Index i = 0; i < mask.queries(); ++i) {
        mask.row(i, ranges);
        for (const Columns& range : ranges)
            cells += Count::of(range.size());
    }
    return cells;
}

MatrixF maskMiniature(const attention::MaskRows& mask, Index most) {
    const Index rows = std::min(mask.queries(), most);
    const Index columns = std::min(mask.keys(), most);
    const auto pieceOf = [](Index i, Index pieces, Index size) {
        return i * pieces / size;
    };
    MatrixF allowed = MatrixF::Zero(rows, columns);
    MatrixF cells = MatrixF::Zero(rows, columns);
    std::vector<float> keysOf(static_cast<std::size_t>(columns));
    for (Index j = 0; j < mask.keys(); ++j)
        ++keysOf[static_cast<std::size_t>(pieceOf(j, columns, mask.keys()))];
    std::vector<Columns> ranges;
    for (Index i = 0; i < mask.queries(); ++i) {
        const Index row = pieceOf(i, rows, mask.queries());
        mask.row(i, ranges);
        for (const Columns& range : ranges)
            for (Index j = range.begin; j < range.end; ++j)
                ++allowed(row, pieceOf(j, columns, mask.keys()));
        for (Index column = 0; column < columns; ++column)
            cells(row, column) += keysOf[static_cast<std::size_t>(column)];
    }
    return allowed.size() > 0 ? MatrixF(allowed.array() / cells.array()) : allowed;
}

PathCount pathsThrough(const attention::MaskRows& mask, Index from, Index to, Index layers) {
    expectSquare(mask, from, to);
    std::vector<std::uint64_t> ways = onlyAt(from, mask.keys());
    for (Index layer = 0; layer < layers; ++layer)
        ways = throughOneLayer(mask, ways);
    const std::uint64_t count = ways[static_cast<std::size_t>(to)];
    return {count, count == most64};
}

std::optional<Index> layersToReach(const attention::MaskRows& mask, Index from, Index to) {
    expectSquare(mask, from, to);
    std::vector<std::uint64_t> reached = onlyAt(from, mask.keys());
    for (Index layers = 0; layers <= mask.keys(); ++layers) {
        if (reached[static_cast<std::size_t>(to)] != 0)
            return layers;
        std::vector<std::uint64_t> next = throughOneLayer(mask, reached);
        bool grown = false;
        for (std::size_t i = 0; i < next.size(); ++i) {
            grown |= next[i] != 0 && reached[i] == 0;
            next[i] = next[i] != 0 || reached[i] != 0 ? 1 : 0; // where something ever was; to is none of them yet
        }
        if (!grown)
            return std::nullopt;
        reached = std::move(next);
    }
    return std::nullopt;
}

} // namespace heedmap::analysis
