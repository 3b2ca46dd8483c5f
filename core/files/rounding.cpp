#include "core/files/rounding.h"

#include <bit>
#include <cstring>

namespace heedmap::files {

namespace {

std::size_t roundedIn(const TensorView& view) {
    const Shape& shape = view.shape();
    std::size_t rounded = 0;
    if (shape.rank() > 1) {
        for (Index i = 0; i < shape[0]; ++i)
            rounded += roundedIn(view.slice(0, i));
        return rounded;
    }
    const Index count = shape.count();
    const Index stride = count > 1 ? view.stride(0) : 0;
    for (Index i = 0; i < count; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, view.data() + i * stride, sizeof bits);
        if (view.byteSwapped())
            bits = __builtin_bswap64(bits);
        const bool negative = view.dtype() == DType::int64 && bits >> 63 != 0;
        const std::uint64_t magnitude = negative ? 0 - bits : bits;
        const auto width = static_cast<int>(std::bit_width(magnitude));
        const int significant = width - (magnitude == 0 ? 0 : std::countr_zero(magnitude));
        rounded += significant > 53 ? 1 : 0;
    }
    return rounded;
}

} // namespace

std::optional<Phrase> roundingNote(const TensorView& view) {
    if (view.dtype() != DType::int64 && view.dtype() != DType::uint64)
        return std::nullopt;
    const std::size_t rounded = roundedIn(view);
    if (rounded == 0)
        return std::nullopt;
    return Phrase(HEEDMAP_MESSAGE("Reason", "%1 whole numbers beyond 2^53 are rounded"), {std::to_string(rounded)});
}

} // namespace heedmap::files
