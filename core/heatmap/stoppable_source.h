// Private to the heatmap: a source that stops giving numbers when asked, so that whoever reads a large tile of a slow
// one need not be waited for.
#pragma once

#include "core/attention/alpha_source.h"

#include <stop_token>

namespace heedmap::heatmap {

// What `source` gives, until stopped; then zeros. Between two looks at the token lie at most bestTile().rows rows.
class StoppableSource : public attention::AlphaSource {
public:
    // `source` outlives it.
    StoppableSource(const attention::AlphaSource& source, std::stop_token stop)
        : source_(source)
        , stop_(std::move(stop)) {}

    Index rows() const override { return source_.rows(); }
    Index columns() const override { return source_.columns(); }
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<attention::Mark> marks) const override;
    bool exceedsFloat32() const override { return source_.exceedsFloat32(); }
    bool isFloat64() const override { return source_.isFloat64(); }
    void preciseTile(Rows rows, Columns columns, std::span<double> values,
                     std::span<attention::Mark> marks) const override;
    double value(Cell cell) const override { return source_.value(cell); }
    attention::Mark mark(Cell cell) const override { return source_.mark(cell); }
    attention::Storage storage() const override { return source_.storage(); }
    attention::TileShape bestTile() const override { return source_.bestTile(); }
    std::unique_ptr<const AlphaSource> transposed() const override { return source_.transposed(); }
    std::optional<Error> problem() const override { return source_.problem(); }

private:
    template <class T, class Read>
    void inParts(Rows rows, Columns columns, std::span<T> values, std::span<attention::Mark> marks,
                 const Read& read) const;

    const attention::AlphaSource& source_;
    std::stop_token stop_;
};

} // namespace heedmap::heatmap
