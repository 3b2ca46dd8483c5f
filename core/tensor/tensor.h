// Tensors as files hold them: any dtype, any strides, either byte order. A view reads memory that somebody else keeps;
// a Tensor is a view together with what keeps its memory alive (a buffer or a mapped file).
#pragma once

#include "core/tensor/dtype.h"
#include "core/tensor/matrix.h"
#include "core/tensor/shape.h"

#include <memory>
#include <span>
#include <vector>

namespace heedmap {

// Read-only. Strides are in bytes and may be 0 or negative; the data need not be aligned.
class TensorView {
public:
    TensorView() = default;
    // Row-major (C order), contiguous.
    TensorView(const std::byte* data, DType dtype, const Shape& shape, bool byteSwapped = false);
    TensorView(const std::byte* data, DType dtype, const Shape& shape, std::span<const Index> strides,
               bool byteSwapped = false);

    DType dtype() const { return dtype_; }
    const Shape& shape() const { return shape_; }
    Index stride(int axis) const { return strides_[static_cast<std::size_t>(axis)]; }
    bool byteSwapped() const { return byteSwapped_; }
    const std::byte* data() const { return data_; }
    // Contiguous in C order and in the machine's byte order.
    bool isPlain() const;

    // The number at `index` (one entry an axis). int64 and uint64 above 2^53 are rounded.
    double at(std::span<const Index> index) const;

    // The tensor of one rank less at `index` of `axis`. Precondition: both exist.
    TensorView slice(int axis, Index index) const;
    // `size` consecutive entries of `axis` from `first`.
    TensorView narrow(int axis, Index first, Index size) const;
    // Axis i of the result is axis order[i] of this one.
    TensorView permuted(std::span<const int> order) const;

    // All numbers in C order of this view's axes; what float32 cannot hold becomes ±inf there.
    // Precondition: out.size() == shape().count().
    void copyTo(std::span<float> out) const;
    void copyTo(std::span<double> out) const;

private:
    const std::byte* data_ = nullptr;
    Shape shape_;
    std::array<Index, Shape::maxRank> strides_{};
    DType dtype_ = DType::float32;
    bool byteSwapped_ = false;
};

struct Tensor {
    TensorView view;
    std::shared_ptr<const void> keeper; // what the view reads from lives as long as this

    const Shape& shape() const { return view.shape(); }
    DType dtype() const { return view.dtype(); }
    Tensor slice(int axis, Index index) const { return {view.slice(axis, index), keeper}; }
};

// Owning copies of what is given, as float64 / float32 / bool.
Tensor makeTensor(const Shape& shape, std::vector<double> values);
Tensor makeTensor(const Shape& shape, std::vector<float> values);
Tensor makeTensor(const MatrixD& matrix);
Tensor makeTensor(const MatrixF& matrix);
Tensor makeTensor(const VectorD& vector);
Tensor makeTensor(const BoolMatrix& matrix);

// A tensor of rank 2 as a matrix, rank 1 as one row, rank 0 as 1×1. As a vector: all its numbers, row after row.
// Precondition: rank ≤ 2.
MatrixD toMatrixD(const TensorView& view);
VectorD toVectorD(const TensorView& view);

} // namespace heedmap
