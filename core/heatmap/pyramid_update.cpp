#include "core/heatmap/pyramid_update.h"

#include "core/heatmap/pyramid_builder.h"
#include "core/result.h"

#include <algorithm>
#include <numeric>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace heedmap::heatmap {

namespace {

template <class T>
UpdatablePyramid pooled(PyramidBuilder<T>& builder, const std::vector<Index>& strips) {
    const tbb::blocked_range<std::size_t> all(0, strips.size());
    const auto poolSome = [&](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i)
            tbb::this_task_arena::isolate([&] { builder.poolStrip(strips[i]); });
    };
    constexpr std::size_t worthThreads = 4;
    if (strips.size() < worthThreads)
        poolSome(all);
    else
        tbb::parallel_for(all, poolSome);
    Pyramid pyramid = builder.finish();
    return {std::move(pyramid), builder.takeStrips()};
}

template <class T>
UpdatablePyramid builtAs(const AlphaSource& source, const PyramidOptions& options) {
    PyramidBuilder<T> builder(source, options);
    if (builder.strips() == 0)
        return {*Pyramid::build(source, {}, {}, options), {}};
    std::vector<Index> strips(static_cast<std::size_t>(builder.strips()));
    std::iota(strips.begin(), strips.end(), Index{0});
    return pooled(builder, strips);
}

template <class T>
void updateAs(UpdatablePyramid& of, const AlphaSource& source, const std::vector<Index>& rows) {
    PyramidBuilder<T> builder(source, std::move(of.pyramid), of.strips);
    std::vector<Index> strips;
    for (const Index row : rows)
        strips.push_back(row / builder.stripRows());
    std::sort(strips.begin(), strips.end());
    strips.erase(std::unique(strips.begin(), strips.end()), strips.end());
    of = pooled(builder, strips);
}

} // namespace

UpdatablePyramid buildUpdatable(const AlphaSource& source, const PyramidOptions& options) {
    HEEDMAP_EXPECTS(!source.transposed());
    return source.exceedsFloat32() ? builtAs<double>(source, options) : builtAs<float>(source, options);
}

bool update(UpdatablePyramid& of, const AlphaSource& source, const std::vector<Index>& rows) {
    if ((source.exceedsFloat32() ? of.strips.doubleTops.empty() : of.strips.floatTops.empty()))
        return false;
    if (source.exceedsFloat32())
        updateAs<double>(of, source, rows);
    else
        updateAs<float>(of, source, rows);
    return true;
}

} // namespace heedmap::heatmap
