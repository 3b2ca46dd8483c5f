#include "core/tensor/tensor.h"

#include "core/tensor/element.h"
#include "core/tensor/huge_pages.h"

#include <algorithm>

namespace heedmap {

namespace {

std::array<Index, Shape::maxRank> contiguousStrides(const Shape& shape, DType dtype) {
    std::array<Index, Shape::maxRank> strides{};
    auto stride = static_cast<Index>(sizeOf(dtype));
    for (int axis = shape.rank(); axis-- > 0;) {
        strides[static_cast<std::size_t>(axis)] = stride;
        stride *= shape[axis];
    }
    return strides;
}

Shape shapeOf(std::span<const Index> sizes) {
    const std::vector<std::uint64_t> unsignedSizes(sizes.begin(), sizes.end());
    return Shape::checked(unsignedSizes).value();
}

template <class Element, bool swap, class Out>
void copyRun(const std::byte* data, Index stride, std::span<Out> out) {
    constexpr auto contiguous = static_cast<Index>(sizeof(typename Element::Bits));
    if (stride == contiguous) { // a stride known to the compiler lets it use vector instructions
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<Out>(element::load<Element, swap>(data + i * sizeof(typename Element::Bits)));
    } else {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<Out>(element::load<Element, swap>(data + static_cast<Index>(i) * stride));
    }
}

// Goes through the runs of the last axis in C order.
template <class Element, bool swap, class Out>
void copyStrided(const TensorView& view, std::span<Out> out) {
    const Shape& shape = view.shape();
    const int last = shape.rank() - 1;
    const auto run = static_cast<std::size_t>(shape[last]);
    std::array<Index, Shape::maxRank> index{};
    const std::byte* data = view.data();
    for (std::size_t done = 0; done < out.size(); done += run) {
        copyRun<Element, swap>(data, view.stride(last), out.subspan(done, run));
        for (int axis = last; axis-- > 0;) {
            Index& i = index[static_cast<std::size_t>(axis)];
            if (++i < shape[axis]) {
                data += view.stride(axis);
                break;
            }
            data -= (i - 1) * view.stride(axis);
            i = 0;
        }
    }
}

template <class Out>
void copyAs(const TensorView& view, std::span<Out> out) {
    HEEDMAP_EXPECTS(static_cast<Index>(out.size()) == view.shape().count());
    if (out.empty())
        return;
    const bool plain = view.isPlain();
    constexpr DType sameType = std::is_same_v<Out, float> ? DType::float32 : DType::float64;
    if (plain && view.dtype() == sameType) {
        std::memcpy(out.data(), view.data(), out.size_bytes());
        return;
    }
    element::visit(view.dtype(), [&]<class Element>() {
        if (plain || view.shape().rank() == 0)
            view.byteSwapped() ? copyRun<Element, true>(view.data(), sizeof(typename Element::Bits), out)
                               : copyRun<Element, false>(view.data(), sizeof(typename Element::Bits), out);
        else
            view.byteSwapped() ? copyStrided<Element, true>(view, out) : copyStrided<Element, false>(view, out);
    });
}

template <class Values>
Tensor owning(const Shape& shape, DType dtype, Values values) {
    HEEDMAP_EXPECTS(static_cast<Index>(values.size()) == shape.count());
    const auto owner = std::make_shared<const Values>(std::move(values));
    return {TensorView(reinterpret_cast<const std::byte*>(owner->data()), dtype, shape), owner};
}

template <class T>
Matrix<T> toMatrix(const TensorView& view) {
    const Shape& shape = view.shape();
    HEEDMAP_EXPECTS(shape.rank() <= 2);
    const Index rows = shape.rank() == 2 ? shape[0] : 1;
    const Index columns = shape.rank() == 0 ? 1 : shape[shape.rank() - 1];
    auto matrix = unfilled<Matrix<T>>(rows, columns);
    view.copyTo(std::span(matrix.data(), static_cast<std::size_t>(matrix.size())));
    return matrix;
}

} // namespace

TensorView::TensorView(const std::byte* data, DType dtype, const Shape& shape, bool byteSwapped)
    : data_(data)
    , shape_(shape)
    , strides_(contiguousStrides(shape, dtype))
    , dtype_(dtype)
    , byteSwapped_(byteSwapped) {}

TensorView::TensorView(const std::byte* data, DType dtype, const Shape& shape, std::span<const Index> strides,
                       bool byteSwapped)
    : data_(data)
    , shape_(shape)
    , dtype_(dtype)
    , byteSwapped_(byteSwapped) {
    HEEDMAP_EXPECTS(static_cast<int>(strides.size()) == shape.rank());
    std::copy(strides.begin(), strides.end(), strides_.begin());
}

bool TensorView::isPlain() const {
    if (byteSwapped_ && sizeOf(dtype_) > 1)
        return false;
    if (shape_.count() == 0)
        return true;
    const auto contiguous = contiguousStrides(shape_, dtype_);
    for (int axis = 0; axis < shape_.rank(); ++axis)
        if (shape_[axis] != 1 && stride(axis) != contiguous[static_cast<std::size_t>(axis)])
            return false;
    return true;
}

double TensorView::at(std::span<const Index> index) const {
    HEEDMAP_EXPECTS(data_ != nullptr && static_cast<int>(index.size()) == shape_.rank());
    const std::byte* data = data_;
    for (int axis = 0; axis < shape_.rank(); ++axis) {
        const Index i = index[static_cast<std::size_t>(axis)];
        HEEDMAP_EXPECTS(0 <= i && i < shape_[axis]);
        data += i * stride(axis);
    }
    return element::visit(dtype_, [&]<class Element>() {
        return byteSwapped_ ? static_cast<double>(element::load<Element, true>(data))
                            : static_cast<double>(element::load<Element, false>(data));
    });
}

TensorView TensorView::slice(int axis, Index index) const {
    HEEDMAP_EXPECTS(0 <= axis && axis < shape_.rank());
    HEEDMAP_EXPECTS(0 <= index && index < shape_[axis]);
    std::vector<Index> sizes;
    std::vector<Index> strides;
    for (int i = 0; i < shape_.rank(); ++i) {
        if (i == axis)
            continue;
        sizes.push_back(shape_[i]);
        strides.push_back(stride(i));
    }
    const std::byte* data = shape_.count() == 0 ? data_ : data_ + index * stride(axis);
    return {data, dtype_, shapeOf(sizes), strides, byteSwapped_};
}

TensorView TensorView::narrow(int axis, Index first, Index size) const {
    HEEDMAP_EXPECTS(0 <= axis && axis < shape_.rank());
    HEEDMAP_EXPECTS(0 <= first && 0 <= size && size <= shape_[axis] && first <= shape_[axis] - size);
    std::vector<Index> sizes(shape_.sizes().begin(), shape_.sizes().end());
    sizes[static_cast<std::size_t>(axis)] = size;
    TensorView narrowed = *this;
    narrowed.shape_ = shapeOf(sizes);
    if (narrowed.shape_.count() != 0)
        narrowed.data_ += first * stride(axis);
    return narrowed;
}

TensorView TensorView::permuted(std::span<const int> order) const {
    HEEDMAP_EXPECTS(static_cast<int>(order.size()) == shape_.rank());
    std::vector<Index> sizes;
    std::vector<Index> strides;
    std::array<bool, Shape::maxRank> used{};
    for (const int axis : order) {
        HEEDMAP_EXPECTS(0 <= axis && axis < shape_.rank() && !used[static_cast<std::size_t>(axis)]);
        used[static_cast<std::size_t>(axis)] = true;
        sizes.push_back(shape_[axis]);
        strides.push_back(stride(axis));
    }
    return {data_, dtype_, shapeOf(sizes), strides, byteSwapped_};
}

void TensorView::copyTo(std::span<float> out) const {
    copyAs(*this, out);
}

void TensorView::copyTo(std::span<double> out) const {
    copyAs(*this, out);
}

Tensor makeTensor(const Shape& shape, std::vector<double> values) {
    return owning(shape, DType::float64, std::move(values));
}

Tensor makeTensor(const Shape& shape, std::vector<float> values) {
    return owning(shape, DType::float32, std::move(values));
}

Tensor makeTensor(const MatrixD& matrix) {
    return owning({matrix.rows(), matrix.cols()}, DType::float64, matrix);
}

Tensor makeTensor(const MatrixF& matrix) {
    return owning({matrix.rows(), matrix.cols()}, DType::float32, matrix);
}

Tensor makeTensor(const VectorD& vector) {
    return owning({vector.size()}, DType::float64, vector);
}

Tensor makeTensor(const BoolMatrix& matrix) {
    return owning({matrix.rows(), matrix.cols()}, DType::boolean, matrix);
}

MatrixD toMatrixD(const TensorView& view) {
    return toMatrix<double>(view);
}

VectorD toVectorD(const TensorView& view) {
    HEEDMAP_EXPECTS(view.shape().rank() <= 2);
    VectorD vector(view.shape().count());
    view.copyTo(std::span(vector.data(), static_cast<std::size_t>(vector.size())));
    return vector;
}

} // namespace heedmap
