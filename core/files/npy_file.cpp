#include "core/files/npy_format.h"

#include <cmath>

namespace heedmap::files {

namespace {

std::array<Index, Shape::maxRank> stridesOf(const NpyHeader& header, std::size_t each) {
    std::array<Index, Shape::maxRank> strides{};
    if (header.shape.count() == 0) // nothing is read, and the other sizes may be too large to multiply
        return strides;
    auto stride = static_cast<Index>(each);
    const int rank = header.shape.rank();
    for (int i = 0; i < rank; ++i) {
        const int axis = header.fortran ? i : rank - 1 - i;
        strides[static_cast<std::size_t>(axis)] = stride;
        stride *= header.shape[axis];
    }
    return strides;
}

template <class T>
Tensor magnitudes(const TensorView& real, const TensorView& imaginary) {
    const auto count = static_cast<std::size_t>(real.shape().count());
    std::vector<T> values(count);
    std::vector<T> other(count);
    real.copyTo(std::span<T>(values));
    imaginary.copyTo(std::span<T>(other));
    for (std::size_t i = 0; i < count; ++i)
        values[i] = std::hypot(values[i], other[i]);
    return makeTensor(real.shape(), std::move(values));
}

class NpyFile : public TensorFile {
public:
    NpyFile(std::shared_ptr<const MappedFile> file, NpyHeader header, const ReadOptions& options)
        : file_(std::move(file))
        , header_(std::move(header))
        , options_(options) {
        path_ = file_->path();
        format_ = Format::npy;
        tensors_ = {header_.info({})};
        const std::uint64_t extra = file_->size() - header_.offset - header_.bytes;
        if (header_.dtype && extra > 0)
            remarks_.push_back(
                {HEEDMAP_MESSAGE("Reason", "%1 bytes after the array are ignored"), {std::to_string(extra)}});
    }

    Result<Tensor> read(std::size_t) const override {
        if (header_.refusal)
            return Error(*header_.refusal).in(path_);
        const auto data = file_->bytes(header_.offset, header_.bytes);
        if (!data)
            return data.error();
        return npyTensor(header_, *data, options_);
    }

private:
    std::shared_ptr<const MappedFile> file_;
    NpyHeader header_;
    ReadOptions options_;
};

} // namespace

TensorInfo NpyHeader::info(std::string name) const {
    return {std::move(name), descr, dtype, shape, refusal};
}

Result<Tensor> npyTensor(const NpyHeader& header, const Bytes& data, const ReadOptions& options) {
    HEEDMAP_EXPECTS(header.dtype && data.data.size() >= header.bytes);
    const std::size_t part = sizeOf(*header.dtype);
    const auto strides = stridesOf(header, header.complex ? 2 * part : part);
    const auto view = [&](const std::byte* begin) {
        return TensorView(begin, *header.dtype, header.shape,
                          {strides.data(), static_cast<std::size_t>(header.shape.rank())}, header.byteSwapped);
    };
    const TensorView real = view(data.data.data());
    if (!header.complex || options.complex == ReadOptions::Complex::real)
        return Tensor{real, data.keeper};
    return magnitudesOf(real, header.bytes > 0 ? view(data.data.data() + part) : real);
}

Tensor magnitudesOf(const TensorView& real, const TensorView& imaginary) {
    HEEDMAP_EXPECTS(real.dtype() == imaginary.dtype() && real.shape() == imaginary.shape());
    return real.dtype() == DType::float32 ? magnitudes<float>(real, imaginary) : magnitudes<double>(real, imaginary);
}

Result<std::unique_ptr<TensorFile>> openNpy(std::shared_ptr<const MappedFile> file, const ReadOptions& options) {
    auto header = readNpyHeader([&](std::size_t size) { return file->bytes(0, size); }, file->size(), options);
    if (!header)
        return Error(header.error()).in(file->path());
    return std::unique_ptr<TensorFile>(std::make_unique<NpyFile>(std::move(file), *std::move(header), options));
}

} // namespace heedmap::files
