// The weights of an attention as a source of tiles, without copying them.
#pragma once

#include "core/attention/alpha_source.h"
#include "core/attention/attention.h"

#include <memory>

namespace heedmap::attention {

class AttentionAlpha : public AlphaSource {
public:
    explicit AttentionAlpha(std::shared_ptr<const Attention<double>> attention);

    Index rows() const override;
    Index columns() const override;
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const override;
    bool exceedsFloat32() const override { return true; }
    void preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const override;
    double value(Cell cell) const override;
    Mark mark(Cell cell) const override;

private:
    std::shared_ptr<const Attention<double>> attention_;
};

} // namespace heedmap::attention
