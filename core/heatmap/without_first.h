// The same matrix but for its first column, as where the first key is a sink.
#pragma once

#include "core/attention/alpha_source.h"

namespace heedmap::heatmap {

// `source` outlives it. Precondition: it has a column.
class WithoutFirst : public attention::AlphaSource {
public:
    explicit WithoutFirst(const attention::AlphaSource& source)
        : source_(source) {}

    Index rows() const override { return source_.rows(); }
    Index columns() const override { return source_.columns() - 1; }
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<attention::Mark> marks) const override {
        source_.tile(rows, shifted(columns), values, marks);
    }
    bool exceedsFloat32() const override { return source_.exceedsFloat32(); }
    bool isFloat64() const override { return source_.isFloat64(); }
    void preciseTile(Rows rows, Columns columns, std::span<double> values,
                     std::span<attention::Mark> marks) const override {
        source_.preciseTile(rows, shifted(columns), values, marks);
    }
    double value(Cell cell) const override { return source_.value({cell.row, cell.column + 1}); }
    attention::Mark mark(Cell cell) const override { return source_.mark({cell.row, cell.column + 1}); }
    attention::Storage storage() const override { return source_.storage(); }
    attention::TileShape bestTile() const override { return source_.bestTile(); }
    std::optional<Error> problem() const override { return source_.problem(); }

private:
    static Columns shifted(Columns columns) { return {columns.begin + 1, columns.end + 1}; }

    const attention::AlphaSource& source_;
};

} // namespace heedmap::heatmap
