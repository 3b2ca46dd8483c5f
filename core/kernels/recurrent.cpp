#include "core/kernels/recurrent.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/recurrent.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/kernels/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

template <class T>
void lstmForwardRow(const LstmStep<T>& step, Index row) {
    const Index units = step.cell.columns;
    T* gates = step.gates.row(row);
    const T* before = step.cellBefore.row(row);
    forVectors<T>(units, [&](auto d, Index u) {
        const auto i = sigmoid(d, hn::LoadU(d, gates + u));
        const auto f = sigmoid(d, hn::LoadU(d, gates + units + u));
        const auto g = tangent(d, hn::LoadU(d, gates + 2 * units + u));
        const auto o = sigmoid(d, hn::LoadU(d, gates + 3 * units + u));
        const auto c = hn::MulAdd(f, hn::LoadU(d, before + u), hn::Mul(i, g));
        const auto y = tangent(d, c);
        hn::StoreU(i, d, gates + u);
        hn::StoreU(f, d, gates + units + u);
        hn::StoreU(g, d, gates + 2 * units + u);
        hn::StoreU(o, d, gates + 3 * units + u);
        hn::StoreU(c, d, step.cell.row(row) + u);
        hn::StoreU(y, d, step.cellTanh.row(row) + u);
        hn::StoreU(hn::Mul(o, y), d, step.state.row(row) + u);
    });
}

template <class T>
void lstmForwardRows(const LstmStep<T>& step) {
    const Index units = step.cell.columns;
    for (Index row = 0; row < step.cell.rows; ++row) {
        if (step.live == nullptr || step.live[row] != 0) {
            lstmForwardRow(step, row);
            continue;
        }
        std::copy_n(step.cellBefore.row(row), units, step.cell.row(row));
        std::copy_n(step.stateBefore.row(row), units, step.state.row(row));
    }
}

template <class T>
void lstmBackwardRow(const LstmBackStep<T>& step, Index row) {
    const Index units = step.dCell.columns;
    T* gates = step.gates.row(row);
    T* dState = step.dState.row(row);
    T* dCell = step.dCell.row(row);
    forVectors<T>(units, [&](auto d, Index u) {
        const auto one = hn::Set(d, T{1});
        const auto i = hn::LoadU(d, gates + u);
        const auto f = hn::LoadU(d, gates + units + u);
        const auto g = hn::LoadU(d, gates + 2 * units + u);
        const auto o = hn::LoadU(d, gates + 3 * units + u);
        const auto y = hn::LoadU(d, step.cellTanh.row(row) + u);
        const auto dh = hn::LoadU(d, dState + u);
        const auto dc = hn::MulAdd(hn::Mul(dh, o), hn::NegMulAdd(y, y, one), hn::LoadU(d, dCell + u));
        const auto slope = [&](auto gate) { // σ' = σ(1 − σ)
            return hn::Mul(gate, hn::Sub(one, gate));
        };
        const auto before = hn::LoadU(d, step.cellBefore.row(row) + u);
        hn::StoreU(hn::Mul(hn::Mul(dc, g), slope(i)), d, gates + u);
        hn::StoreU(hn::Mul(hn::Mul(dc, before), slope(f)), d, gates + units + u);
        hn::StoreU(hn::Mul(hn::Mul(dc, i), hn::NegMulAdd(g, g, one)), d, gates + 2 * units + u);
        hn::StoreU(hn::Mul(hn::Mul(dh, y), slope(o)), d, gates + 3 * units + u);
        hn::StoreU(hn::Mul(dc, f), d, dCell + u);
        hn::StoreU(hn::Zero(d), d, dState + u);
    });
}

template <class T>
void lstmBackwardRows(const LstmBackStep<T>& step) {
    for (Index row = 0; row < step.dCell.rows; ++row) {
        if (step.live == nullptr || step.live[row] != 0)
            lstmBackwardRow(step, row);
        else
            std::fill_n(step.gates.row(row), step.gates.columns, T{0});
    }
}

template <class T>
void tanhRows(View<T> x) {
    for (Index row = 0; row < x.rows; ++row)
        forVectors<T>(x.columns, [&](auto d, Index i) {
            hn::StoreU(tangent(d, hn::LoadU(d, x.row(row) + i)), d, x.row(row) + i);
        });
}

template <class T>
void tanhBackRows(const View<const T>& y, View<T> gradient) {
    for (Index row = 0; row < y.rows; ++row)
        forVectors<T>(y.columns, [&](auto d, Index i) {
            const auto value = hn::LoadU(d, y.row(row) + i);
            const auto slope = hn::NegMulAdd(value, value, hn::Set(d, T{1}));
            hn::StoreU(hn::Mul(hn::LoadU(d, gradient.row(row) + i), slope), d, gradient.row(row) + i);
        });
}

void lstmForwardF(const LstmStep<float>& step) {
    lstmForwardRows(step);
}
void lstmForwardD(const LstmStep<double>& step) {
    lstmForwardRows(step);
}
void lstmBackwardF(const LstmBackStep<float>& step) {
    lstmBackwardRows(step);
}
void lstmBackwardD(const LstmBackStep<double>& step) {
    lstmBackwardRows(step);
}
void tanhForwardF(const View<float>& x) {
    tanhRows(x);
}
void tanhForwardD(const View<double>& x) {
    tanhRows(x);
}
void tanhBackwardF(const View<const float>& y, const View<float>& gradient) {
    tanhBackRows(y, gradient);
}
void tanhBackwardD(const View<const double>& y, const View<double>& gradient) {
    tanhBackRows(y, gradient);
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::kernels {

HWY_EXPORT(lstmForwardF);
HWY_EXPORT(lstmForwardD);
HWY_EXPORT(lstmBackwardF);
HWY_EXPORT(lstmBackwardD);
HWY_EXPORT(tanhForwardF);
HWY_EXPORT(tanhForwardD);
HWY_EXPORT(tanhBackwardF);
HWY_EXPORT(tanhBackwardD);

void lstmForward(const LstmStep<float>& step) {
    HWY_DYNAMIC_DISPATCH(lstmForwardF)(step);
}
void lstmForward(const LstmStep<double>& step) {
    HWY_DYNAMIC_DISPATCH(lstmForwardD)(step);
}
void lstmBackward(const LstmBackStep<float>& step) {
    HWY_DYNAMIC_DISPATCH(lstmBackwardF)(step);
}
void lstmBackward(const LstmBackStep<double>& step) {
    HWY_DYNAMIC_DISPATCH(lstmBackwardD)(step);
}
void tanhForward(View<float> x) {
    HWY_DYNAMIC_DISPATCH(tanhForwardF)(x);
}
void tanhForward(View<double> x) {
    HWY_DYNAMIC_DISPATCH(tanhForwardD)(x);
}
void tanhBackward(const View<const float>& y, View<float> gradient) {
    HWY_DYNAMIC_DISPATCH(tanhBackwardF)(y, gradient);
}
void tanhBackward(const View<const double>& y, View<double> gradient) {
    HWY_DYNAMIC_DISPATCH(tanhBackwardD)(y, gradient);
}

} // namespace heedmap::kernels
#endif
