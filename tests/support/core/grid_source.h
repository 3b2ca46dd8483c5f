// A small alpha source for tests: values and marks as they are listed.
#pragma once

#include "core/attention/alpha_source.h"

#include <functional>
#include <initializer_list>
#include <vector>

namespace heedmap::test {

class GridSource : public attention::AlphaSource {
public:
    GridSource(Index rows, Index columns, double value = 0);
    GridSource(Index rows, Index columns, const std::function<double(Index row, Index column)>& value);
    GridSource(std::initializer_list<std::initializer_list<double>> values);

    GridSource& set(Index row, Index column, double value); // NaN and ±inf get their marks
    GridSource& mask(Index row, Index column);

    Index rows() const override { return rows_; }
    Index columns() const override { return columns_; }
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<attention::Mark> marks) const override;
    double value(Cell cell) const override { return values_[place(cell.row, cell.column)]; }
    attention::Mark mark(Cell cell) const override { return marks_[place(cell.row, cell.column)]; }

private:
    std::size_t place(Index row, Index column) const { return static_cast<std::size_t>(row * columns_ + column); }

    Index rows_;
    Index columns_;
    std::vector<double> values_;
    std::vector<attention::Mark> marks_;
};

// Numbers between 0 and 1 that look random and are the same everywhere.
double noise(Index row, Index column);

} // namespace heedmap::test
