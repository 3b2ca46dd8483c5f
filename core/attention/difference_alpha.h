// A − B, computed where it is looked at.
#pragma once

#include "core/attention/alpha_source.h"

#include <algorithm>

namespace heedmap::attention {

// Masked where one of the two is; what is no number on either side stays none (∞ − ∞ is NaN). Precondition: a and b are
// of one size.
class DifferenceAlpha : public AlphaSource {
public:
    DifferenceAlpha(std::shared_ptr<const AlphaSource> a, std::shared_ptr<const AlphaSource> b);

    Index rows() const override { return a_->rows(); }
    Index columns() const override { return a_->columns(); }
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const override;
    bool exceedsFloat32() const override { return !isSlow() || a_->exceedsFloat32() || b_->exceedsFloat32(); }
    bool isFloat64() const override { return true; }
    void preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const override;
    double value(Cell cell) const override;
    Mark mark(Cell cell) const override;
    // That of the slower one.
    Storage storage() const override { return std::max(a_->storage(), b_->storage()); }
    std::optional<Error> problem() const override { return a_->problem() ? a_->problem() : b_->problem(); }

private:
    std::shared_ptr<const AlphaSource> a_, b_;
};

} // namespace heedmap::attention
