#include "core/heatmap/stoppable_source.h"

#include <algorithm>

namespace heedmap::heatmap {

using attention::Mark;

template <class T, class Read>
void StoppableSource::inParts(Rows rows, Columns columns, std::span<T> values, std::span<Mark> marks,
                              const Read& read) const {
    const Index step = std::max<Index>(1, source_.bestTile().rows);
    const auto width = static_cast<std::size_t>(columns.size());
    for (Rows part{rows.begin, rows.begin}; part.begin < rows.end; part.begin = part.end) {
        part.end = std::min(part.begin + step, rows.end);
        const std::size_t at = static_cast<std::size_t>(part.begin - rows.begin) * width;
        if (stop_.stop_requested()) {
            std::fill(values.begin() + static_cast<std::ptrdiff_t>(at), values.end(), T(0));
            std::fill(marks.begin() + static_cast<std::ptrdiff_t>(at), marks.end(), Mark::number);
            return;
        }
        const std::size_t count = static_cast<std::size_t>(part.size()) * width;
        read(part, values.subspan(at, count), marks.subspan(at, count));
    }
}

void StoppableSource::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    inParts(rows, columns, values, marks, [&](Rows part, std::span<float> some, std::span<Mark> theirs) {
        source_.tile(part, columns, some, theirs);
    });
}

void StoppableSource::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    inParts(rows, columns, values, marks, [&](Rows part, std::span<double> some, std::span<Mark> theirs) {
        source_.preciseTile(part, columns, some, theirs);
    });
}

} // namespace heedmap::heatmap
