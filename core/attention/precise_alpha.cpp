#include "core/attention/precise_alpha.h"

#include "core/attention/attend_rows.h"
#include "core/attention/tile_cells.h"

namespace heedmap::attention {

namespace {

// Sums of products of such numbers are far from what float32 can hold, and what it rounds to 0 beside them is nothing.
constexpr double largestForPicture = 1e15;

bool carriesPicture(const MatrixD& matrix) {
    return matrix.size() == 0 || !(matrix.array().abs() > largestForPicture && matrix.array().isFinite()).any();
}

} // namespace

bool isFloat32(const MatrixD& matrix) {
    const double* const numbers = matrix.data();
    return std::all_of(numbers, numbers + matrix.size(), [](double number) {
        return std::isnan(number) || static_cast<double>(static_cast<float>(number)) == number;
    });
}

Result<std::shared_ptr<const PreciseAlpha>> PreciseAlpha::make(ScoreFunction function, MatrixD q, MatrixD k,
                                                               const Parameters& parameters, const MaskSpec& mask,
                                                               const Normalizer& normalizer) {
    const std::shared_ptr<PreciseAlpha> alpha(new PreciseAlpha);
    if (carriesPicture(q) && carriesPicture(k)) {
        const MatrixF queries = q.cast<float>();
        const MatrixF keys = k.cast<float>();
        auto picture = ComputedAlpha::make(function, kernels::viewOf(queries), kernels::viewOf(keys), parameters, mask,
                                           normalizer);
        if (!picture)
            return picture.error();
        alpha->picture_ = *std::move(picture);
    }
    alpha->function_ = function;
    alpha->q_ = std::move(q);
    alpha->k_ = std::move(k);
    alpha->none_ = MatrixD(alpha->k_.rows(), 0);
    alpha->parameters_ = parameters;
    alpha->mask_ = mask;
    alpha->normalizer_ = normalizer;
    auto rows = MaskRows::of(alpha->mask_, alpha->q_.rows(), alpha->k_.rows());
    if (!rows)
        return rows.error();
    alpha->maskRows_ = *std::move(rows);
    // What is wrong with the operands shows with any row.
    auto first = attendRows(alpha->q_, alpha->k_, alpha->none_, function, parameters, *alpha->maskRows_, normalizer,
                            {0, std::min<Index>(alpha->q_.rows(), 1)});
    if (!first)
        return first.error();
    return std::shared_ptr<const PreciseAlpha>(alpha);
}

PreciseAlpha::Block PreciseAlpha::blockOf(Rows rows) const {
    auto block = attendRows(q_, k_, none_, function_, parameters_, *maskRows_, normalizer_, rows);
    HEEDMAP_EXPECTS(bool(block));
    BoolMatrix allowed = block->attention.allowed;
    if (allowed.size() > 0 || block->attention.alpha.cols() < columns()) {
        if (allowed.size() == 0)
            allowed = BoolMatrix::Ones(rows.size(), block->attention.alpha.cols());
        allowed = block->overAllKeys(allowed, columns(), std::uint8_t{0});
    }
    return {block->overAllKeys(block->attention.alpha, columns(), 0.0), std::move(allowed)};
}

void PreciseAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    if (picture_)
        return picture_->tile(rows, columns, values, marks);
    std::vector<double> numbers(values.size());
    preciseTile(rows, columns, numbers, marks);
    std::transform(numbers.begin(), numbers.end(), values.begin(), drawable);
}

void PreciseAlpha::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    if (values.empty())
        return;
    const Index atOnce = rowsAtATime(mask_, this->columns());
    std::size_t at = 0;
    for (Index begin = rows.begin; begin < rows.end; begin += atOnce) {
        const Rows part{begin, std::min(begin + atOnce, rows.end)};
        const Block block = blockOf(part);
        for (Index i = 0; i < part.size(); ++i) {
            for (Index j = columns.begin; j < columns.end; ++j, ++at) {
                const double value = block.alpha(i, j);
                const bool allowed = block.allowed.size() == 0 || block.allowed(i, j) != 0;
                marks[at] = allowed ? markOf(value) : Mark::masked;
                values[at] = marks[at] == Mark::number ? value : 0;
            }
        }
    }
}

std::optional<double> PreciseAlpha::allowedValue(Cell cell) const {
    const std::lock_guard lock(guard_);
    if (lastRow_ != cell.row) {
        last_ = blockOf({cell.row, cell.row + 1});
        lastRow_ = cell.row;
    }
    if (last_.allowed.size() > 0 && last_.allowed(0, cell.column) == 0)
        return std::nullopt;
    return last_.alpha(0, cell.column);
}

double PreciseAlpha::value(Cell cell) const {
    return allowedValue(cell).value_or(0);
}

Mark PreciseAlpha::mark(Cell cell) const {
    const std::optional<double> number = allowedValue(cell);
    return number ? markOf(*number) : Mark::masked;
}

TileShape PreciseAlpha::bestTile() const {
    return picture_ ? picture_->bestTile() : TileShape{rowsAtATime(mask_, columns()), columns()};
}

} // namespace heedmap::attention
