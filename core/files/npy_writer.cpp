#include "core/files/npy_writer.h"

#include "core/files/writers.h"
#include "core/files/zip_writer.h"
#include "core/tensor/file_memory.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

namespace heedmap::files {

namespace {

using attention::AlphaSource;
using attention::Mark;

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

std::string headerOf(DType dtype, const Shape& shape) {
    std::string text = "{'descr': '" + std::string(descrOf(dtype)) + "', 'fortran_order': False, 'shape': (";
    for (const Index size : shape.sizes())
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
void forEachPiece(const TensorView& view, const std::stop_token& stop,
                  const std::function<void(const TensorView&)>& visit) {
    if (view.shape().count() <= pieceSize)
        return visit(view);
    const Index rows = view.shape()[0];
    const Index rowSize = view.shape().count() / rows;
    const Index step = std::max<Index>(1, pieceSize / rowSize);
    for (Index first = 0; first < rows && !stop.stop_requested(); first += step) {
        if (rowSize > pieceSize)
            forEachPiece(view.slice(0, first), stop, visit);
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

void producePiece(const TensorView& piece, std::string& buffer, const NpySink& sink) {
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

template <class T>
void produceSource(const AlphaSource& source, const NpySink& sink, const std::stop_token& stop) {
    if (source.rows() == 0 || source.columns() == 0)
        return;
    const Index step = std::max<Index>(source.isSlow() ? 12 : 1, pieceSize / source.columns());
    std::vector<T> values;
    std::vector<Mark> marks;
    std::string buffer;
    for (Rows rows{0, 0}; rows.begin < source.rows() && !stop.stop_requested(); rows.begin = rows.end) {
        rows.end = std::min(rows.begin + step, source.rows());
        values.resize(static_cast<std::size_t>(rows.size() * source.columns()));
        marks.resize(values.size());
        const Columns all{0, source.columns()};
        if constexpr (std::is_same_v<T, double>)
            source.preciseTile(rows, all, values, marks);
        else
            source.tile(rows, all, values, marks);
        buffer.clear();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const T number = attention::valueOf(values[i], marks[i]);
            appendNumber(buffer, reinterpret_cast<const std::byte*>(&number), sizeof number,
                         std::endian::native == std::endian::big);
        }
        sink(buffer);
    }
}

std::optional<Error> problemOf(const NamedTensor& named) {
    if (named.source)
        return named.source->problem();
    const auto file = named.tensor.shape().count() > 0 ? FileMemory::holding(named.tensor.view.data()) : nullptr;
    return file ? file->problem() : std::nullopt;
}

// What became of writing: an output that was stopped, or whose numbers could not all be read, is not kept.
Result<void> finished(OutputFile& output, const std::string& path, const std::stop_token& stop,
                      const std::vector<NamedTensor>& tensors) {
    if (stop.stop_requested())
        return makeError(writingStopped).in(path);
    for (const NamedTensor& named : tensors) {
        if (auto problem = problemOf(named))
            return *std::move(problem);
    }
    return output.commit();
}

} // namespace

void produceNpy(const TensorView& tensor, const NpySink& sink, std::stop_token stop) {
    sink(headerOf(tensor.dtype(), tensor.shape()));
    const bool asItIs =
        tensor.isPlain() && !becomesFloat32(tensor.dtype()) && std::endian::native == std::endian::little;
    const auto size = static_cast<std::size_t>(tensor.shape().count()) * sizeOf(tensor.dtype());
    if (asItIs) {
        constexpr std::size_t bytesAtOnce = std::size_t{1} << 20;
        for (std::size_t at = 0; at < size && !stop.stop_requested(); at += bytesAtOnce)
            sink({reinterpret_cast<const char*>(tensor.data()) + at, std::min(bytesAtOnce, size - at)});
        return;
    }
    std::string buffer;
    forEachPiece(tensor, stop, [&](const TensorView& piece) { producePiece(piece, buffer, sink); });
}

void produceNpy(const std::vector<std::shared_ptr<const AlphaSource>>& sources, const NpySink& sink,
                std::stop_token stop) {
    HEEDMAP_EXPECTS(!sources.empty());
    const AlphaSource& first = *sources.front();
    const bool stacked = sources.size() > 1;
    const bool wide = stacked || first.isFloat64();
    const Shape shape = stacked ? Shape{static_cast<Index>(sources.size()), first.rows(), first.columns()}
                                : Shape{first.rows(), first.columns()};
    sink(headerOf(wide ? DType::float64 : DType::float32, shape));
    for (const auto& source : sources) {
        HEEDMAP_EXPECTS(source->rows() == first.rows() && source->columns() == first.columns());
        if (wide)
            produceSource<double>(*source, sink, stop);
        else
            produceSource<float>(*source, sink, stop);
    }
}

std::string npyBytes(const TensorView& tensor) {
    std::string bytes;
    produceNpy(tensor, [&](std::string_view piece) { bytes += piece; });
    return bytes;
}

Result<void> writeNpy(const std::string& path, const TensorView& tensor, std::stop_token stop) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    produceNpy(
        tensor, [&](std::string_view piece) { output->write(piece); }, stop);
    return finished(*output, path, stop, {{{}, {tensor, nullptr}}});
}

Result<void> writeNpy(const std::string& path, const std::vector<std::shared_ptr<const AlphaSource>>& sources,
                      std::stop_token stop) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    produceNpy(
        sources, [&](std::string_view piece) { output->write(piece); }, stop);
    std::vector<NamedTensor> written;
    for (const auto& source : sources)
        written.push_back({{}, {}, source});
    return finished(*output, path, stop, written);
}

Result<void> writeNpz(const std::string& path, const std::vector<NamedTensor>& tensors, std::stop_token stop) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    ZipWriter zip(*output);
    for (const NamedTensor& named : tensors)
        zip.add(named.name + ".npy", [&](const ZipWriter::Sink& sink) {
            if (named.source)
                produceNpy({named.source}, sink, stop);
            else
                produceNpy(named.tensor.view, sink, stop);
        });
    zip.finish();
    return finished(*output, path, stop, tensors);
}

} // namespace heedmap::files
