// Where α (or any matrix that is drawn) comes from. A picture never needs the whole matrix at once, so it asks for
// tiles.
#pragma once

#include "core/tensor/file_memory.h"
#include "core/tensor/matrix.h"
#include "core/tensor/tensor.h"

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace heedmap::attention {

// What a cell holds. A value never has to stand for "nothing".
enum class Mark : std::uint8_t { number, masked, nan, positiveInfinity, negativeInfinity };

// The mark of a value that is not masked.
Mark markOf(double value);

// Where the numbers are: all in memory, in a file and read when they are asked for, or computed when they are asked
// for.
enum class Storage : std::uint8_t { dense, mapped, computed };

// So many rows and columns as a tile best has at least and at most, for who reads the whole of a matrix.
struct TileShape {
    Index rows;
    Index columns;
};

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
    // Whether preciseTile() has digits that tile() has not, though pictures do without: who writes numbers or computes
    // with them asks for those.
    virtual bool isFloat64() const { return exceedsFloat32(); }

    // One cell in full precision: the number as it is stored or computed (NaN and ±inf as they are, 0 where masked).
    virtual double value(Cell cell) const = 0;
    virtual Mark mark(Cell cell) const = 0;

    virtual Storage storage() const { return Storage::dense; }
    // Tiles of what is not in memory take long. Whoever must not wait then draws from a pyramid.
    bool isSlow() const { return storage() != Storage::dense; }
    virtual TileShape bestTile() const { return {8, Index{1} << 14}; }
    // The same matrix with rows and columns exchanged, where a column of this one is read much faster than a row; else
    // null.
    virtual std::unique_ptr<const AlphaSource> transposed() const { return nullptr; }
    // What went wrong in the tiles read so far: they have NaN there, or numbers of a file that was changed meanwhile.
    virtual std::optional<Error> problem() const { return std::nullopt; }
};

// What a cell of a tile stands for, as value() gives it.
template <class T>
T valueOf(T number, Mark mark) {
    using Limits = std::numeric_limits<T>;
    switch (mark) {
    case Mark::nan:
        return Limits::quiet_NaN();
    case Mark::positiveInfinity:
        return Limits::infinity();
    case Mark::negativeInfinity:
        return -Limits::infinity();
    case Mark::number:
    case Mark::masked:
        break;
    }
    return number;
}

// A row in one tile, where cell by cell each would be computed or read anew; numbers as value() gives them.
struct AlphaRow {
    std::vector<double> values;
    std::vector<Mark> marks;
};
AlphaRow readRow(const AlphaSource& alpha, Index row);
std::vector<double> rowOf(const AlphaSource& alpha, Index row);

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

// A matrix of a file: any dtype and strides, over memory or a mapped file, converted where it is read. What a file
// keeps is read tile by tile, so that a matrix of any size leaves nothing resident. Nothing is masked in it: a file has
// no mask of its own. Precondition: rank 2.
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
    Storage storage() const override { return file_ ? Storage::mapped : Storage::dense; }
    std::unique_ptr<const AlphaSource> transposed() const override;
    std::optional<Error> problem() const override { return file_ ? file_->problem() : std::nullopt; }

    const Tensor& tensor() const { return tensor_; }
    const FileMemory* file() const { return file_.get(); } // null where it is in memory

private:
    template <class T>
    void read(Rows rows, Columns columns, std::span<T> out) const;

    Tensor tensor_;
    std::shared_ptr<const FileMemory> file_;
};

} // namespace heedmap::attention
