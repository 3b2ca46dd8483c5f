#include "core/kernels/multiply.h"

#include "core/result.h"

#include <algorithm>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/multiply.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr Index blockDepth = 256;
constexpr Index fewRows = 4;
// As many rows as leave their sums in registers: 32 of them, or 16.
constexpr int blockRows = HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM ? 8 : 4;
constexpr Index widthInVectors = 2;

// Rows × (2 vectors) of C, in registers over the whole depth. B's rows are whole vectors, `bStride` apart.
template <int rowCount, class D, class T = hn::TFromD<D>>
void tile(D d, const LeftFactor<T>& a, const T* HWY_RESTRICT b, Index bStride, View<T> c, Into into) {
    using V = hn::Vec<D>;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    V left[rowCount];
    V right[rowCount];
#pragma GCC unroll 8
    for (int i = 0; i < rowCount; ++i)
        left[i] = right[i] = hn::Zero(d);
    for (Index p = 0; p < a.columns; ++p) {
        const V b0 = hn::LoadU(d, b + p * bStride);
        const V b1 = hn::LoadU(d, b + p * bStride + lanes);
#pragma GCC unroll 8
        for (int i = 0; i < rowCount; ++i) {
            const V factor = hn::Set(d, a.data[i * a.rowStride + p * a.columnStride]);
            left[i] = hn::MulAdd(factor, b0, left[i]);
            right[i] = hn::MulAdd(factor, b1, right[i]);
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < rowCount; ++i) {
        T* out = c.row(i);
        if (c.columns == 2 * lanes) {
            const bool add = into == Into::add;
            hn::StoreU(add ? hn::Add(hn::LoadU(d, out), left[i]) : left[i], d, out);
            hn::StoreU(add ? hn::Add(hn::LoadU(d, out + lanes), right[i]) : right[i], d, out + lanes);
            continue;
        }
        HWY_ALIGN T edge[2 * hn::MaxLanes(D())];
        hn::Store(left[i], d, edge);
        hn::Store(right[i], d, edge + lanes);
        for (Index j = 0; j < c.columns; ++j)
            out[j] = into == Into::add ? out[j] + edge[j] : edge[j];
    }
}

template <class D, class T = hn::TFromD<D>>
void rowsOfTiles(D d, const LeftFactor<T>& a, const T* b, Index bStride, View<T> c, Into into) {
    Index i = 0;
    const auto from = [&] {
        LeftFactor<T> rest = a;
        rest.data += i * a.rowStride;
        return rest;
    };
    for (; i + blockRows <= a.rows; i += blockRows)
        tile<blockRows>(d, from(), b, bStride, c.middleRows(i, blockRows), into);
    for (; i + 4 <= a.rows; i += 4)
        tile<4>(d, from(), b, bStride, c.middleRows(i, 4), into);
    switch (a.rows - i) {
    case 3:
        return tile<3>(d, from(), b, bStride, c.middleRows(i, 3), into);
    case 2:
        return tile<2>(d, from(), b, bStride, c.middleRows(i, 2), into);
    case 1:
        return tile<1>(d, from(), b, bStride, c.middleRows(i, 1), into);
    default:
        return;
    }
}

template <class T>
void product(View<T> c, const LeftFactor<T>& a, const View<const T>& b, Into into) {
    const hn::ScalableTag<T> d;
    constexpr Index mostLanes = static_cast<Index>(hn::MaxLanes(hn::ScalableTag<T>()));
    const Index width = widthInVectors * static_cast<Index>(hn::Lanes(d));
    HWY_ALIGN T packed[blockDepth * widthInVectors * mostLanes];
    for (Index first = 0; first < a.columns; first += blockDepth) {
        LeftFactor<T> part = a;
        part.data += first * a.columnStride;
        part.columns = std::min(blockDepth, a.columns - first);
        const Into how = first == 0 ? into : Into::add;
        for (Index j = 0; j < b.columns; j += width) {
            const Index count = std::min(width, b.columns - j);
            const View<T> target = c.middleColumns(j, count);
            const View<const T> source = b.middleRows(first, part.columns).middleColumns(j, count);
            // Few rows read B once anyway; for many it is worth laying what they share side by side.
            if (count == width && a.rows <= fewRows) {
                rowsOfTiles(d, part, source.data, source.stride, target, how);
                continue;
            }
            for (Index p = 0; p < part.columns; ++p) {
                T* row = packed + p * width;
                std::copy_n(source.row(p), count, row);
                std::fill(row + count, row + width, T{0});
            }
            rowsOfTiles(d, part, packed, width, target, how);
        }
    }
}

void productF(const View<float>& c, const LeftFactor<float>& a, const View<const float>& b, Into into) {
    product<float>(c, a, b, into);
}
void productD(const View<double>& c, const LeftFactor<double>& a, const View<const double>& b, Into into) {
    product<double>(c, a, b, into);
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::kernels {

HWY_EXPORT(productF);
HWY_EXPORT(productD);

namespace {

// Large products are cut along the longer side of C.
template <class T, class Product>
void spread(View<T> c, const LeftFactor<T>& a, const View<const T>& b, Into into, const Product& product) {
    HEEDMAP_EXPECTS(c.rows == a.rows && c.columns == b.columns && a.columns == b.rows);
    if (c.rows == 0 || c.columns == 0)
        return;
    if (a.columns == 0) {
        for (Index i = 0; into == Into::replace && i < c.rows; ++i)
            std::fill_n(c.row(i), c.columns, T{0});
        return;
    }
    constexpr Index worthAThread = Index{1} << 22;
    if (c.rows * c.columns * a.columns < 2 * worthAThread) {
        product(c, a, b, into);
        return;
    }
    const bool byRows = c.rows >= c.columns;
    const Index length = byRows ? c.rows : c.columns;
    const Index block = std::max<Index>(64, worthAThread / (a.columns * (byRows ? c.columns : c.rows)) / 64 * 64);
    const tbb::blocked_range<Index> whole(0, length, static_cast<std::size_t>(block));
    tbb::parallel_for(
        whole,
        [&](const tbb::blocked_range<Index>& range) {
            const Index first = range.begin();
            const Index count = range.end() - first;
            LeftFactor<T> part = a;
            if (byRows) {
                part.data += first * a.rowStride;
                part.rows = count;
                product(c.middleRows(first, count), part, b, into);
            } else {
                product(c.middleColumns(first, count), a, b.middleColumns(first, count), into);
            }
        },
        tbb::simple_partitioner());
}

} // namespace

void multiply(View<float> c, const LeftFactor<float>& a, const View<const float>& b, Into into) {
    spread(c, a, b, into, HWY_DYNAMIC_DISPATCH(productF));
}
void multiply(View<double> c, const LeftFactor<double>& a, const View<const double>& b, Into into) {
    spread(c, a, b, into, HWY_DYNAMIC_DISPATCH(productD));
}

} // namespace heedmap::kernels
#endif
