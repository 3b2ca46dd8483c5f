#include "core/kernels/attention.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/packing.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// x · (high + low), rounded about once.
struct Factor {
    float high, low;
};

void packSome(const View<const float>& from, Rows rows, Columns columns, Index width, Factor factor, float* panel) {
    for (Index i = rows.begin; i < rows.end; ++i) {
        const float* const row = from.row(i);
        for (Index c = columns.begin; c < columns.end; ++c)
            panel[c * width + i - rows.begin] = row[c] * factor.high + row[c] * factor.low;
    }
}

#if HWY_TARGET == HWY_SCALAR
void packFour(const View<const float>& from, Index row, Index column, Index width, Factor factor, float* out) {
    packSome(from, {row, row + 4}, {column, column + 4}, width, factor, out - column * width);
}
#else
// Four rows and columns at a time change places in registers.
HWY_INLINE void packFour(const View<const float>& from, Index row, Index column, Index width, Factor factor,
                         float* out) {
    const hn::CappedTag<float, 4> d;
    const hn::CappedTag<double, 2> pairs;
    using V = hn::Vec<decltype(d)>;
    const auto scaled = [&](Index i) {
        const V x = hn::LoadU(d, from.row(row + i) + column);
        return hn::MulAdd(x, hn::Set(d, factor.high), hn::Mul(x, hn::Set(d, factor.low)));
    };
    const V a = scaled(0);
    const V b = scaled(1);
    const V c = scaled(2);
    const V e = scaled(3);
    const auto ab = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
    const auto ce = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
    const auto abHigh = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
    const auto ceHigh = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, ab, ce)), d, out);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, ab, ce)), d, out + width);
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, abHigh, ceHigh)), d, out + 2 * width);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, abHigh, ceHigh)), d, out + 3 * width);
}
#endif

void packPanelsF(const View<const float>& from, Index width, double factor, float* panels) {
    const auto high = static_cast<float>(factor);
    const Factor parts{high, static_cast<float>(factor - static_cast<double>(high))};
    const Index wholeColumns = from.columns / 4 * 4;
    for (Index first = 0; first < from.rows; first += width, panels += width * from.columns) {
        const Index count = std::min(width, from.rows - first);
        Index i = 0;
        for (; i + 4 <= count; i += 4) {
            for (Index c = 0; c < wholeColumns; c += 4)
                packFour(from, first + i, c, width, parts, panels + c * width + i);
            packSome(from, {first + i, first + i + 4}, {wholeColumns, from.columns}, width, parts, panels + i);
        }
        packSome(from, {first + i, first + count}, {0, from.columns}, width, parts, panels + i);
        for (Index c = 0; c < from.columns && count < width; ++c)
            std::fill_n(panels + c * width + count, width - count, 0.0F);
    }
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::kernels {

HWY_EXPORT(packPanelsF);

void packPanels(const View<const float>& from, Index width, double factor, float* panels) {
    HWY_DYNAMIC_DISPATCH(packPanelsF)(from, width, factor, panels);
}

namespace {

template <class From, class To>
void pack(const View<const From>& from, Index width, double factor, To* panels) {
    for (Index first = 0; first < from.rows; first += width, panels += width * from.columns) {
        const Index count = std::min(width, from.rows - first);
        for (Index i = 0; i < count; ++i) {
            const From* const row = from.row(first + i);
            for (Index c = 0; c < from.columns; ++c)
                panels[c * width + i] = static_cast<To>(static_cast<double>(row[c]) * factor);
        }
        for (Index c = 0; c < from.columns && count < width; ++c)
            std::fill_n(panels + c * width + count, width - count, To{0});
    }
}

} // namespace

void packPanels(const View<const float>& from, Index width, double factor, double* panels) {
    pack(from, width, factor, panels);
}
void packPanels(const View<const double>& from, Index width, double factor, float* panels) {
    pack(from, width, factor, panels);
}
void packPanels(const View<const double>& from, Index width, double factor, double* panels) {
    pack(from, width, factor, panels);
}

} // namespace heedmap::kernels
#endif
