#include "core/heatmap/pyramid_builder.h"

#include "core/heatmap/farthest.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace heedmap::heatmap {

namespace {

// Cells of a strip, where its rows are not many more. Small ones are pooled again quickly when a number in them
// changes.
Index mostCells(const AlphaSource& source) {
    return Index{1} << (source.isSlow() ? 18 : 16);
}
constexpr Index mostStripRows = 1024;

void resize(LevelValues& values, std::size_t count, bool doubles) {
    values.floats.resize(doubles ? 0 : count);
    values.doubles.resize(doubles ? count : 0);
}

template <class T>
LargeArray<T>& valuesAs(LevelValues& values) {
    if constexpr (std::is_same_v<T, double>)
        return values.doubles;
    else
        return values.floats;
}

template <class T>
void transpose(LargeArray<T>& values, Index rows, Index columns) {
    if (values.empty())
        return;
    LargeArray<T> turned(values.size());
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            turned[static_cast<std::size_t>(j * rows + i)] = values[static_cast<std::size_t>(i * columns + j)];
    values.swap(turned);
}

} // namespace

Pyramid emptyPyramid(const AlphaSource& source, const PyramidOptions& options) {
    Pyramid pyramid;
    const int top = levelsAbove(source.rows(), source.columns());
    pyramid.firstLevel_ = std::clamp(options.firstLevel, 1, std::max(1, top));
    for (int level = pyramid.firstLevel_; level <= top; ++level) {
        PyramidLevel& made = pyramid.levels_.emplace_back();
        made.rows = halvedSize(source.rows(), level);
        made.columns = halvedSize(source.columns(), level);
        const auto count = static_cast<std::size_t>(made.rows * made.columns);
        if (options.only != Pooling::mean && options.only != farthest)
            resize(made.max, count, source.exceedsFloat32());
        if (options.only != Pooling::max)
            resize(made.mean, count, source.exceedsFloat32());
        made.marks.resize(count);
    }
    return pyramid;
}

template <class T>
PyramidBuilder<T>::PyramidBuilder(const AlphaSource& source, const PyramidOptions& options, bool thin)
    : source_(source)
    , byMax_(options.only == Pooling::max)
    , byFarthest_(options.only == farthest)
    , pyramid_(emptyPyramid(source, options))
    , topLevel_(levelsAbove(source.rows(), source.columns()))
    , stripLevel_(pyramid_.firstLevel_)
    , rooms_([&source, level = pyramid_.firstLevel_] { return Room(source, level); }) {
    const Index rows = std::clamp<Index>(mostCells(source) / std::max<Index>(source.columns(), 1), 2, mostStripRows);
    while (!thin && (Index{2} << stripLevel_) <= rows && stripLevel_ < topLevel_)
        ++stripLevel_;
    tops_.resize(static_cast<std::size_t>(strips()));
    extremes_.resize(tops_.size());
}

template <class T>
PyramidBuilder<T>::PyramidBuilder(const AlphaSource& source, Pyramid pyramid, const PyramidStrips& strips)
    : source_(source)
    , byMax_(strips.byMax)
    , byFarthest_(strips.byFarthest)
    , pyramid_(std::move(pyramid))
    , topLevel_(levelsAbove(source.rows(), source.columns()))
    , stripLevel_(strips.level)
    , extremes_(strips.extremes)
    , rooms_([&source, level = pyramid_.firstLevel_] { return Room(source, level); }) {
    PyramidStrips copy = strips;
    tops_ = std::move(topsOf(copy));
}

template <class T>
std::vector<PooledRow<T>>& PyramidBuilder<T>::topsOf(PyramidStrips& strips) {
    if constexpr (std::is_same_v<T, double>)
        return strips.doubleTops;
    else
        return strips.floatTops;
}

template <class T>
Index PyramidBuilder<T>::strips() const {
    return topLevel_ == 0 ? 0 : (source_.rows() + stripRows() - 1) / stripRows();
}

template <class T>
Index PyramidBuilder<T>::tileRows() const {
    return std::clamp<Index>((Index{1} << 17) / source_.columns(), 8, stripRows());
}

template <class T>
void PyramidBuilder<T>::store(int level, Index row, const PooledRow<T>& pooled) {
    PyramidLevel& to = pyramid_.levels_[static_cast<std::size_t>(level - firstLevel())];
    const auto at = static_cast<std::size_t>(row) * pooled.size();
    if (to.max.size() > 0) {
        T* const max = valuesAs<T>(to.max).data() + at;
        for (std::size_t j = 0; j < pooled.size(); ++j)
            max[j] = pooled.max[j] == -std::numeric_limits<T>::infinity() ? T(0) : pooled.max[j];
    }
    if (to.mean.size() > 0)
        std::copy(pooled.mean.begin(), pooled.mean.end(), valuesAs<T>(to.mean).data() + at);
    std::copy(pooled.marks.begin(), pooled.marks.end(), to.marks.data() + at);
}

// The limits are those of the numbers themselves.
template <class T>
void PyramidBuilder<T>::read(Rows rows, Room& room, Extremes& extremes) const {
    const auto columns = static_cast<std::size_t>(source_.columns());
    const std::size_t count = static_cast<std::size_t>(rows.size()) * columns;
    room.values.resize(count);
    room.marks.resize(count);
    readTile<T>(source_, rows, Columns{0, source_.columns()}, room.values, room.marks);
    for (std::size_t at = 0; at < count; at += columns)
        extremes.takeCells(room.values.data() + at, room.marks.data() + at, columns, room.numbers);
    extremes.takeMarks(room.marks.data(), count);
}

// Rows of the first level come from whole blocks at once; where only the largest values are kept, nothing else is
// needed below it.
template <class T>
void PyramidBuilder<T>::poolByMax(Index strip, Rows rows, Extremes& extremes, RowCascade<T>& above) {
    Room& room = rooms_.local();
    const Index firstRow = rows.begin >> firstLevel();
    const auto width = static_cast<std::size_t>(halvedSize(source_.columns(), firstLevel()));
    std::vector<PooledRow<T>> pooled(static_cast<std::size_t>(((rows.end - 1) >> firstLevel()) + 1 - firstRow));
    for (PooledRow<T>& row : pooled) {
        row.hasMeans = false;
        row.resize(width);
    }
    room.pool.pool(rows, Columns{0, source_.columns()}, &extremes,
                   [&](Index row, Index column, const T* max, const MarkSet* marks, std::size_t count) {
                       PooledRow<T>& to = pooled[static_cast<std::size_t>(row - firstRow)];
                       std::copy_n(max, count, to.max.begin() + column);
                       std::copy_n(marks, count, to.marks.begin() + column);
                   });
    for (std::size_t i = 0; i < pooled.size(); ++i) {
        store(firstLevel(), firstRow + static_cast<Index>(i), pooled[i]);
        above.push(pooled[i]);
    }
    if (stripLevel_ == firstLevel())
        tops_[static_cast<std::size_t>(strip)] = std::move(pooled.front());
}

template <class T>
void PyramidBuilder<T>::poolByRows(Rows rows, Extremes& extremes, RowCascade<T>& cascade) {
    Room& room = rooms_.local();
    const auto columns = static_cast<std::size_t>(source_.columns());
    for (Rows part{rows.begin, rows.begin}; part.begin < rows.end; part.begin = part.end) {
        part.end = std::min(part.begin + tileRows(), rows.end);
        read(part, room, extremes);
        for (std::size_t at = 0; at < static_cast<std::size_t>(part.size()) * columns; at += columns) {
            setBase(room.row, room.values.data() + at, room.marks.data() + at, columns);
            room.row.farthest = byFarthest_;
            cascade.push(room.row);
        }
    }
}

template <class T>
void PyramidBuilder<T>::poolStrip(Index strip) {
    Extremes& extremes = extremes_[static_cast<std::size_t>(strip)];
    extremes = {};
    const Rows rows{strip * stripRows(), std::min((strip + 1) * stripRows(), source_.rows())};
    const auto keep = [&](int level, Index row, const PooledRow<T>& pooled) {
        if (level >= firstLevel())
            store(level, (rows.begin >> level) + row, pooled);
        if (level == stripLevel_)
            tops_[static_cast<std::size_t>(strip)] = pooled;
    };
    RowCascade<T> cascade(byMax_ ? firstLevel() : 0, stripLevel_, keep);
    if (byMax_)
        poolByMax(strip, rows, extremes, cascade);
    else
        poolByRows(rows, extremes, cascade);
    cascade.finish();
}

template <class T>
void PyramidBuilder<T>::sampleStrip(Index strip, Extremes& extremes) {
    const Index row = std::min(strip * stripRows() + stripRows() / 2, source_.rows() - 1);
    Room& room = rooms_.local();
    read(Rows{row, row + 1}, room, extremes);
    PooledRow<T>& pooled = tops_[static_cast<std::size_t>(strip)];
    if (byMax_) {
        room.block.begin(room.values.size());
        room.block.take(room.values.data(), room.marks.data());
        const std::size_t count = room.block.finish(firstLevel());
        pooled.hasMeans = false;
        pooled.max.assign(room.block.max(), room.block.max() + count);
        pooled.marks.assign(room.block.marks(), room.block.marks() + count);
    } else {
        setBase(pooled, room.values.data(), room.marks.data(), room.values.size());
        pooled.farthest = byFarthest_;
        for (int level = 0; level < firstLevel(); ++level) {
            halve<T>(pooled, nullptr, room.row);
            std::swap(pooled, room.row);
        }
    }
    store(firstLevel(), strip, pooled);
}

template <class T>
void PyramidBuilder<T>::repeatStrip(Index strip, Index another) {
    tops_[static_cast<std::size_t>(another)] = tops_[static_cast<std::size_t>(strip)];
    store(firstLevel(), another, tops_[static_cast<std::size_t>(another)]);
}

template <class T>
Pyramid PyramidBuilder<T>::finish() {
    Extremes all;
    for (const Extremes& some : extremes_)
        all.join(some);
    return finish(all.summary());
}

template <class T>
PyramidStrips PyramidBuilder<T>::takeStrips() {
    PyramidStrips strips;
    strips.level = stripLevel_;
    strips.byMax = byMax_;
    strips.byFarthest = byFarthest_;
    strips.extremes = std::move(extremes_);
    topsOf(strips) = std::move(tops_);
    return strips;
}

template <class T>
Pyramid PyramidBuilder<T>::finish(const ValueSummary& summary) {
    RowCascade<T> cascade(stripLevel_, topLevel_,
                          [&](int level, Index row, const PooledRow<T>& pooled) { store(level, row, pooled); });
    for (const PooledRow<T>& top : tops_)
        cascade.push(top);
    cascade.finish();
    pyramid_.summary_ = summary;
    return std::move(pyramid_);
}

Pyramid transposed(Pyramid pyramid) {
    for (PyramidLevel& level : pyramid.levels_) {
        for (LevelValues* values : {&level.max, &level.mean}) {
            transpose(values->floats, level.rows, level.columns);
            transpose(values->doubles, level.rows, level.columns);
        }
        transpose(level.marks, level.rows, level.columns);
        std::swap(level.rows, level.columns);
    }
    return pyramid;
}

template class PyramidBuilder<float>;
template class PyramidBuilder<double>;

} // namespace heedmap::heatmap
