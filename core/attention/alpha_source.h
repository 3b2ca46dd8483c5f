// Where α (or any matrix that is drawn) comes from. A picture never needs the whole matrix at once, so it asks for
// tiles.
#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/tensor.h"

#include <memory>
#include <span>
#include <vector>

namespace heedmap::attention {

// What a cell holds. A value never has to stand for "nothing".
enum class Mark : std::uint8_t { number, masked, nan, positiveInfinity, negativeInfinity };

// The mark of a value that is not masked.
Mark markOf(double value);

class AlphaSource {
public:
    virtual ~AlphaSource() = default;
    virtual Index rows() const = 0;
    virtual Index columns() const = 0;

    // Values and marks of the tile in row-major order; both spans hold rows.size()·columns.size() entries. Where the
    // mark is not `number` the value is 0. Safe to call from several threads at once.
    virtual void tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const = 0;

    // Whether there may be numbers that float32 cannot tell apart or hold. They are then to be read with preciseTile(),
    // which gives the same as tile(), but the numbers as value() has them.
    virtual bool exceedsFloat32() const { return false; }
    virtual void preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const;

    // One cell in full precision: the number as it is stored or computed (NaN and ±inf as they are, 0 where masked).
    virtual double value(Cell cell) const = 0;
    virtual Mark mark(Cell cell) const = 0;
};

// A matrix in memory.
class DenseAlpha : public AlphaSource {
public:
    // `allowed` is empty (nothing masked) or of the matrix's size.
    explicit DenseAlpha(MatrixD values, BoolMatrix allowed = {});
    explicit DenseAlpha(MatrixF values, BoolMatrix allowed = {});

    Index rows() const override;
    Index columns() const override;
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const override;
    bool exceedsFloat32() const override;
    void preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const override;
    double value(Cell cell) const override;
    Mark mark(Cell cell) const override;

private:
    // Exactly one of the two holds the numbers.
    MatrixD doubles_;
    MatrixF floats_;
    BoolMatrix allowed_;
};

// A matrix of a file: any dtype and strides, over memory or a mapped file, converted where it is read.
// Nothing is masked in it: a file has no mask of its own. Precondition: rank 2.
class TensorAlpha : public AlphaSource {
public:
    explicit TensorAlpha(Tensor tensor);

    Index rows() const override;
    Index columns() const override;
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const override;
    bool exceedsFloat32() const override;
    void preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const override;
    double value(Cell cell) const override;
    Mark mark(Cell cell) const override;

private:
    Tensor tensor_;
};

} // namespace heedmap::attention
