#include "core/attention/computed_alpha.h"

#include "core/attention/tile_cells.h"

namespace heedmap::attention {

namespace {

// Sums are found for so many rows together: as many as the inner loops take at a time, so that a first look at single
// rows costs little more than those.
constexpr Index group = 12;

void markMasked(const RowMask& mask, Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) {
    const auto width = static_cast<std::size_t>(columns.size());
    std::vector<std::uint8_t> allowed(width);
    for (Index row = rows.begin; row < rows.end; ++row) {
        mask.allowed(row, columns, allowed.data());
        const std::size_t at = static_cast<std::size_t>(row - rows.begin) * width;
        for (std::size_t j = 0; j < width; ++j) {
            if (allowed[j] != 0)
                continue;
            values[at + j] = 0;
            marks[at + j] = Mark::masked;
        }
    }
}

} // namespace

Result<std::shared_ptr<const ComputedAlpha>> ComputedAlpha::make(ScoreFunction function, kernels::View<const float> q,
                                                                 kernels::View<const float> k,
                                                                 const Parameters& parameters, const MaskSpec& mask,
                                                                 const Normalizer& normalizer) {
    const std::shared_ptr<ComputedAlpha> alpha(new ComputedAlpha);
    if (auto prepared = alpha->attention_.prepare(function, q, k, parameters, mask, normalizer); !prepared)
        return prepared.error();
    alpha->byRows_ = normalizer.kind != NormalizerKind::softmax;
    alpha->sums_.resize(static_cast<std::size_t>(q.rows));
    alpha->known_ = std::vector<std::atomic<std::uint8_t>>(static_cast<std::size_t>((q.rows + group - 1) / group));
    return std::shared_ptr<const ComputedAlpha>(alpha);
}

// Two threads may find the same sums at the same time; they are the same numbers, and only one keeps them.
std::span<const RowSum> ComputedAlpha::sumsOf(Rows rows) const {
    constexpr std::uint8_t unknown = 0;
    constexpr std::uint8_t beingKept = 1;
    constexpr std::uint8_t known = 2;
    for (Index g = rows.begin / group; g <= (rows.end - 1) / group; ++g) {
        std::atomic<std::uint8_t>& state = known_[static_cast<std::size_t>(g)];
        if (state.load(std::memory_order_acquire) == known)
            continue;
        const Rows its{g * group, std::min((g + 1) * group, this->rows())};
        std::array<RowSum, group> found{};
        attention_.sumsOf(its, std::span(found).first(static_cast<std::size_t>(its.size())));
        std::uint8_t expected = unknown;
        if (state.compare_exchange_strong(expected, beingKept)) {
            std::copy_n(found.begin(), its.size(), sums_.begin() + its.begin);
            state.store(known, std::memory_order_release);
            state.notify_all();
        } else {
            state.wait(beingKept, std::memory_order_acquire);
        }
    }
    return std::span(sums_).subspan(static_cast<std::size_t>(rows.begin), static_cast<std::size_t>(rows.size()));
}

void ComputedAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    if (values.empty())
        return;
    const kernels::View<float> alpha(values.data(), rows.size(), columns.size());
    attention_.tile(sumsOf(rows), rows, columns, alpha);
    markCells(values, marks);
    if (attention_.mask().reach(rows, columns) != RowMask::Reach::all)
        markMasked(attention_.mask(), rows, columns, values, marks);
}

double ComputedAlpha::value(Cell cell) const {
    float value = 0;
    attention_.tile(sumsOf({cell.row, cell.row + 1}), {cell.row, cell.row + 1}, {cell.column, cell.column + 1},
                    kernels::View<float>(&value, 1, 1));
    return static_cast<double>(value);
}

Mark ComputedAlpha::mark(Cell cell) const {
    return attention_.mask().allows(cell) ? markOf(value(cell)) : Mark::masked;
}

TileShape ComputedAlpha::bestTile() const {
    constexpr Index mostCells = Index{1} << 18; // a row of its own takes a hundredth of a second at 131 072 keys
    if (byRows_)
        return {std::clamp<Index>(mostCells / std::max<Index>(columns(), 1), 1, 8), columns()};
    return {64, 2048};
}

} // namespace heedmap::attention
