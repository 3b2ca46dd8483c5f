#include "core/tensor/tensor.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

using namespace heedmap;

namespace {

template <class T>
std::vector<std::byte> bytesOf(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

std::vector<std::byte> withEachNumberReversed(std::vector<std::byte> bytes, std::size_t size) {
    for (std::size_t i = 0; i + size <= bytes.size(); i += size)
        std::reverse(bytes.data() + i, bytes.data() + i + size);
    return bytes;
}

std::vector<double> doublesOf(const TensorView& view) {
    std::vector<double> out(static_cast<std::size_t>(view.shape().count()));
    view.copyTo(std::span(out));
    return out;
}

std::vector<float> floatsOf(const TensorView& view) {
    std::vector<float> out(static_cast<std::size_t>(view.shape().count()));
    view.copyTo(std::span(out));
    return out;
}

// The same numbers, one at() after the other.
std::vector<double> oneByOne(const TensorView& view) {
    const Shape& shape = view.shape();
    std::vector<double> out;
    std::vector<Index> index(static_cast<std::size_t>(shape.rank()), 0);
    for (Index i = 0; i < shape.count(); ++i) {
        Index rest = i;
        for (int axis = shape.rank(); axis-- > 0;) {
            index[static_cast<std::size_t>(axis)] = rest % shape[axis];
            rest /= shape[axis];
        }
        out.push_back(view.at(index));
    }
    return out;
}

struct DTypeRow {
    DType dtype;
    std::vector<std::byte> bytes;
    std::vector<double> values;
};

std::vector<DTypeRow> everyDType() {
    using U8 = std::vector<std::uint8_t>;
    using U16 = std::vector<std::uint16_t>;
    return {
        {DType::boolean, bytesOf(U8{0, 1, 255}), {0, 1, 1}},
        {DType::int8, bytesOf(std::vector<std::int8_t>{-128, 0, 127}), {-128, 0, 127}},
        {DType::int16, bytesOf(std::vector<std::int16_t>{-32768, 258, 32767}), {-32768, 258, 32767}},
        {DType::int32, bytesOf(std::vector<std::int32_t>{-2147483647, 16909060}), {-2147483647, 16909060}},
        {DType::int64, bytesOf(std::vector<std::int64_t>{-9007199254740992, 3}), {-9007199254740992.0, 3}},
        {DType::uint8, bytesOf(U8{0, 255}), {0, 255}},
        {DType::uint16, bytesOf(U16{258, 65535}), {258, 65535}},
        {DType::uint32, bytesOf(std::vector<std::uint32_t>{16909060, 4294967295}), {16909060, 4294967295}},
        {DType::uint64, bytesOf(std::vector<std::uint64_t>{72623859790382856U}), {72623859790382856.0}},
        {DType::float8_e4m3, bytesOf(U8{0x38, 0xC0, 0x01}), {1, -2, 0.001953125}},
        {DType::float8_e5m2, bytesOf(U8{0x3C, 0xC0, 0x01}), {1, -2, 1.52587890625e-05}},
        {DType::float16, bytesOf(U16{0x3C00, 0xC248, 0x0001}), {1, -3.140625, 5.9604644775390625e-08}},
        {DType::bfloat16, bytesOf(U16{0x3F80, 0xC049}), {1, -3.140625}},
        {DType::float32, bytesOf(std::vector<float>{0.1F, -2.5F}), {0.1F, -2.5}},
        {DType::float64, bytesOf(std::vector<double>{0.1, -2.5, 1e17}), {0.1, -2.5, 1e17}},
    };
}

} // namespace

TEST(Tensor, ReadsEveryDTypeInBothByteOrders) {
    for (const DTypeRow& row : everyDType()) {
        SCOPED_TRACE(nameOf(row.dtype));
        const Shape shape{static_cast<Index>(row.values.size())};
        const auto swapped = withEachNumberReversed(row.bytes, sizeOf(row.dtype));
        const TensorView plain(row.bytes.data(), row.dtype, shape);
        const TensorView other(swapped.data(), row.dtype, shape, true);
        EXPECT_EQ(doublesOf(plain), row.values);
        EXPECT_EQ(doublesOf(other), row.values);
        EXPECT_EQ(oneByOne(plain), row.values);
        EXPECT_EQ(oneByOne(other), row.values);
        EXPECT_EQ(floatsOf(plain), std::vector<float>(row.values.begin(), row.values.end()));
        EXPECT_EQ(floatsOf(other), std::vector<float>(row.values.begin(), row.values.end()));
        EXPECT_TRUE(plain.isPlain());
        EXPECT_EQ(other.isPlain(), sizeOf(row.dtype) == 1);
    }
}

TEST(Tensor, ReadsUnalignedData) {
    const std::vector<double> values{1.5, -2.25, 1e300};
    std::vector<std::byte> bytes = bytesOf(values);
    bytes.insert(bytes.begin(), std::byte{7});
    const TensorView view(bytes.data() + 1, DType::float64, {3});
    EXPECT_EQ(doublesOf(view), values);
    EXPECT_EQ(oneByOne(view), values);
}

TEST(Tensor, HonoursStrides) {
    std::vector<float> values(24);
    std::iota(values.begin(), values.end(), 0.0F);
    const auto bytes = bytesOf(values);
    struct Row {
        const char* what;
        Index offset;
        Shape shape;
        std::vector<Index> strides;
        std::vector<double> expected;
    };
    const std::vector<Row> rows{
        {"Fortran order", 0, {2, 3}, {4, 8}, {0, 2, 4, 1, 3, 5}},
        {"negative", 20, {2, 3}, {-12, -4}, {5, 4, 3, 2, 1, 0}},
        {"a repeated row", 0, {2, 3}, {0, 4}, {0, 1, 2, 0, 1, 2}},
        {"one number everywhere", 28, {2, 2}, {0, 0}, {7, 7, 7, 7}},
        {"every second", 0, {2, 2}, {48, 8}, {0, 2, 12, 14}},
        {"three axes", 0, {2, 1, 2}, {4, 400, 48}, {0, 12, 1, 13}},
        {"nothing", 0, {0, 3}, {4, 4}, {}},
        {"one number", 8, {}, {}, {2}},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.what);
        const TensorView view(bytes.data() + row.offset, DType::float32, row.shape, row.strides);
        EXPECT_EQ(doublesOf(view), row.expected);
        EXPECT_EQ(oneByOne(view), row.expected);
        EXPECT_EQ(floatsOf(view), std::vector<float>(row.expected.begin(), row.expected.end()));
    }
}

TEST(Tensor, SlicesNarrowsAndPermutes) {
    std::vector<double> values(24);
    std::iota(values.begin(), values.end(), 0.0);
    const Tensor tensor = makeTensor({2, 3, 4}, values);
    EXPECT_EQ(doublesOf(tensor.slice(0, 1).view),
              (std::vector<double>{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
    EXPECT_EQ(doublesOf(tensor.view.slice(1, 2)), (std::vector<double>{8, 9, 10, 11, 20, 21, 22, 23}));
    EXPECT_EQ(tensor.view.slice(2, 3).shape(), (Shape{2, 3}));
    EXPECT_EQ(doublesOf(tensor.view.slice(2, 3).slice(0, 1).slice(0, 0)), (std::vector<double>{15}));
    EXPECT_EQ(doublesOf(tensor.view.narrow(2, 1, 2).slice(0, 0)), (std::vector<double>{1, 2, 5, 6, 9, 10}));
    EXPECT_EQ(tensor.view.narrow(1, 3, 0).shape(), (Shape{2, 0, 4}));
    const TensorView permuted = tensor.view.permuted(std::vector{2, 0, 1});
    EXPECT_EQ(permuted.shape(), (Shape{4, 2, 3}));
    EXPECT_EQ(doublesOf(permuted.slice(0, 1)), (std::vector<double>{1, 5, 9, 13, 17, 21}));
    EXPECT_EQ(doublesOf(permuted), oneByOne(permuted));
    EXPECT_FALSE(permuted.isPlain());
    EXPECT_TRUE(tensor.view.narrow(0, 1, 1).isPlain());
}

TEST(Tensor, EmptyAxes) {
    const TensorView view(nullptr, DType::float64, {3, 0, 5});
    EXPECT_TRUE(view.isPlain());
    EXPECT_EQ(doublesOf(view), std::vector<double>());
    EXPECT_EQ(view.slice(0, 2).shape(), (Shape{0, 5}));
    EXPECT_EQ(view.narrow(2, 1, 4).shape(), (Shape{3, 0, 4}));
    EXPECT_EQ(toMatrixD(view.slice(0, 1)).cols(), 5);
}

TEST(Tensor, NaNAndInfinitiesStayWhatTheyAre) {
    const double infinity = std::numeric_limits<double>::infinity();
    const Tensor tensor = makeTensor({4}, std::vector{infinity, -infinity, std::nan(""), 1e300});
    const auto floats = floatsOf(tensor.view);
    EXPECT_EQ(floats[0], std::numeric_limits<float>::infinity());
    EXPECT_EQ(floats[1], -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(floats[2]));
    EXPECT_EQ(floats[3], std::numeric_limits<float>::infinity());
}

TEST(Tensor, BecomesMatricesAndBack) {
    MatrixD matrix(2, 3);
    matrix << 1, 2, 3, 4, 5, 6;
    EXPECT_EQ(toMatrixD(makeTensor(matrix).view), matrix);
    EXPECT_EQ(toMatrixD(makeTensor(MatrixF(matrix.cast<float>())).view), matrix);
    const VectorD vector = VectorD::LinSpaced(4, 0, 3);
    EXPECT_EQ(toVectorD(makeTensor(vector).view), vector);
    EXPECT_EQ(toMatrixD(makeTensor(vector).view), MatrixD(vector.transpose()));
    BoolMatrix allowed(1, 2);
    allowed << 1, 0;
    EXPECT_EQ(makeTensor(allowed).dtype(), DType::boolean);
    EXPECT_EQ(toMatrixD(makeTensor(allowed).view), MatrixD(allowed.cast<double>()));
    EXPECT_EQ(toMatrixD(makeTensor({}, std::vector{2.5}).view), MatrixD::Constant(1, 1, 2.5));
}

TEST(Tensor, ASliceKeepsTheMemoryAlive) {
    Tensor row;
    {
        const Tensor whole = makeTensor(MatrixD(MatrixD::Constant(3, 4, 1.25)));
        row = whole.slice(0, 2);
    }
    EXPECT_EQ(doublesOf(row.view), std::vector<double>(4, 1.25));
}

TEST(TensorDeathTest, WrongIndicesAreProgrammersErrors) {
    const Tensor tensor = makeTensor({2, 2}, std::vector<double>(4));
    EXPECT_DEATH(static_cast<void>(tensor.view.at(std::vector<Index>{0, 2})), "precondition failed");
    EXPECT_DEATH(static_cast<void>(tensor.view.slice(2, 0)), "precondition failed");
    EXPECT_DEATH(static_cast<void>(tensor.view.narrow(0, 1, 2)), "precondition failed");
    EXPECT_DEATH(static_cast<void>(tensor.view.permuted(std::vector{0, 0})), "precondition failed");
    EXPECT_DEATH(tensor.view.copyTo(std::span<double>()), "precondition failed");
}
