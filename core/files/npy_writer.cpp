#include "core/files/npy_writer.h"

#include "core/files/writers.h"
#include "core/files/zip_writer.h"

#include <algorithm>
#include <bit>

namespace heedmap::files {

namespace {

using Sink = std::function<void(std::string_view bytes)>;

constexpr std::size_t alignment = 64;
constexpr Index pieceSize = 1 << 16; // numbers

bool becomesFloat32(DType dtype) {
    return dtype == DType::bfloat16 || dtype == DType::float8_e4m3 || dtype == DType::float8_e5m2;
}

std::string_view descrOf(DType dtype) {
    switch (dtype) {
    case DType::boolean:
        return "|b1";
    case DType::int8:
        return "|i1";
    case DType::int16:
        return "<i2";
    case DType::int32:
        return "<i4";
    case DType::int64:
        return "<i8";
    case DType::uint8:
        return "|u1";
    case DType::uint16:
        return "<u2";
    case DType::uint32:
        return "<u4";
    case DType::uint64:
        return "<u8";
    case DType::float16:
        return "<f2";
    case DType::float64:
        return "<f8";
    case DType::float8_e4m3:
    case DType::float8_e5m2:
    case DType::bfloat16:
    case DType::float32:
        break;
    }
    return "<f4";
}

std::string headerOf(const TensorView& tensor) {
    std::string text = "{'descr': '" + std::string(descrOf(tensor.dtype())) + "', 'fortran_order': False, 'shape': (";
    for (const Index size : tensor.shape().sizes())
        text += std::to_string(size) + ", ";
    text += "), }";
    const std::size_t before = 10;
    const std::size_t length = (before + text.size() + 1 + alignment - 1) / alignment * alignment - before;
    text.resize(length - 1, ' ');
    text += '\n';
    std::string header = "\x93NUMPY";
    header += '\1';
    header += '\0';
    header += static_cast<char>(length & 0xff);
    header += static_cast<char>(length >> 8);
    return header + text;
}

// Pieces of a tensor in C order, small enough to be copied.
void forEachPiece(const TensorView& view, const std::function<void(const TensorView&)>& visit) {
    if (view.shape().count() <= pieceSize)
        return visit(view);
    const Index rows = view.shape()[0];
    const Index rowSize = view.shape().count() / rows;
    const Index step = std::max<Index>(1, pieceSize / rowSize);
    for (Index first = 0; first < rows; first += step) {
        if (rowSize > pieceSize)
            forEachPiece(view.slice(0, first), visit);
        else
            visit(view.narrow(0, first, std::min(step, rows - first)));
    }
}

// The bytes of one number, little-endian.
void appendNumber(std::string& out, const std::byte* data, std::size_t size, bool reversed) {
    const auto* bytes = reinterpret_cast<const char*>(data);
    if (reversed)
        out.append(std::make_reverse_iterator(bytes + size), std::make_reverse_iterator(bytes));
    else
        out.append(bytes, size);
}

void appendRaw(const TensorView& view, std::string& out) {
    constexpr bool bigMachine = std::endian::native == std::endian::big;
    const std::size_t size = sizeOf(view.dtype());
    const bool reversed = view.byteSwapped() != bigMachine;
    const int rank = view.shape().rank();
    if (view.shape().count() == 0)
        return;
    if (rank == 0)
        return appendNumber(out, view.data(), size, reversed);
    for (Index i = 0; i < view.shape()[0]; ++i) {
        if (rank == 1)
            appendNumber(out, view.data() + i * view.stride(0), size, reversed);
        else
            appendRaw(view.slice(0, i), out);
    }
}

void producePiece(const TensorView& piece, std::string& buffer, const Sink& sink) {
    buffer.clear();
    if (becomesFloat32(piece.dtype())) {
        std::vector<float> values(static_cast<std::size_t>(piece.shape().count()));
        piece.copyTo(std::span<float>(values));
        for (const float& value : values)
            appendNumber(buffer, reinterpret_cast<const std::byte*>(&value), sizeof value,
                         std::endian::native == std::endian::big);
    } else {
        appendRaw(piece, buffer);
    }
    sink(buffer);
}

} // namespace

void produceNpy(const TensorView& tensor, const Sink& sink) {
    sink(headerOf(tensor));
    const bool asItIs =
        tensor.isPlain() && !becomesFloat32(tensor.dtype()) && std::endian::native == std::endian::little;
    const auto size = static_cast<std::size_t>(tensor.shape().count()) * sizeOf(tensor.dtype());
    if (asItIs && size > 0)
        return sink({reinterpret_cast<const char*>(tensor.data()), size});
    std::string buffer;
    forEachPiece(tensor, [&](const TensorView& piece) { producePiece(piece, buffer, sink); });
}

std::string npyBytes(const TensorView& tensor) {
    std::string bytes;
    produceNpy(tensor, [&](std::string_view piece) { bytes += piece; });
    return bytes;
}

Result<void> writeNpy(const std::string& path, const TensorView& tensor) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    produceNpy(tensor, [&](std::string_view piece) { output->write(piece); });
    return output->commit();
}

Result<void> writeNpz(const std::string& path, const std::vector<NamedTensor>& tensors) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    ZipWriter zip(*output);
    for (const NamedTensor& named : tensors)
        zip.add(named.name + ".npy", [&](const ZipWriter::Sink& sink) { produceNpy(named.tensor.view, sink); });
    zip.finish();
    return output->commit();
}

} // namespace heedmap::files
