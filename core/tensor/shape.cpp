#include "core/tensor/shape.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace heedmap {

namespace {

constexpr auto mostNumbers = static_cast<std::uint64_t>(std::numeric_limits<Index>::max()) / 8;

template <class Size>
std::string joined(std::span<const Size> sizes) {
    std::string text;
    for (const Size size : sizes)
        text += (text.empty() ? "" : "×") + std::to_string(size);
    return text;
}

bool fits(std::span<const std::uint64_t> sizes) {
    std::uint64_t product = 1;
    for (const std::uint64_t size : sizes) {
        if (size > mostNumbers || (size != 0 && product > mostNumbers / size))
            return false;
        product *= std::max<std::uint64_t>(size, 1);
    }
    return true;
}

} // namespace

Shape::Shape(std::initializer_list<Index> sizes) {
    HEEDMAP_EXPECTS(std::all_of(sizes.begin(), sizes.end(), [](Index size) { return size >= 0; }));
    const std::vector<std::uint64_t> unsignedSizes(sizes.begin(), sizes.end());
    *this = checked(unsignedSizes).value();
}

Result<Shape> Shape::checked(std::span<const std::uint64_t> sizes) {
    if (sizes.size() > maxRank)
        return makeError(rankTooHigh, {std::to_string(sizes.size())});
    if (!fits(sizes))
        return makeError(shapeOverflow, {joined(sizes)});
    Shape shape;
    shape.rank_ = static_cast<int>(sizes.size());
    std::transform(sizes.begin(), sizes.end(), shape.sizes_.begin(),
                   [](std::uint64_t size) { return static_cast<Index>(size); });
    return shape;
}

Index Shape::count() const {
    Index product = 1;
    for (const Index size : sizes())
        product *= size;
    return product;
}

std::string Shape::text() const {
    return rank_ == 0 ? "scalar" : joined(sizes());
}

} // namespace heedmap
