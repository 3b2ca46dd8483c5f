// The sizes of a tensor's axes, slowest first; rank 0 (one number) to rank 8. Empty axes are legal.
#pragma once

#include "core/index.h"
#include "core/result.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace heedmap {

inline constexpr ErrorKind rankTooHigh{HEEDMAP_MESSAGE("Error", "the tensor has %1 axes, and at most 8 can be read")};
inline constexpr ErrorKind shapeOverflow{
    HEEDMAP_MESSAGE("Error", "a tensor of shape %1 has more numbers than can be addressed")};

class Shape {
public:
    static constexpr int maxRank = 8;

    Shape() = default;
    // Precondition: at most 8 sizes, none negative, and their product fits. For sizes from a file use checked().
    Shape(std::initializer_list<Index> sizes);
    // Errors: rankTooHigh, shapeOverflow (a size, or the product of the non-empty axes, times 8 bytes does not fit into
    // Index; so the bytes of a shape never overflow, whatever the dtype).
    static Result<Shape> checked(std::span<const std::uint64_t> sizes);

    int rank() const { return rank_; }
    Index operator[](int axis) const { return sizes_[static_cast<std::size_t>(axis)]; }
    std::span<const Index> sizes() const { return {sizes_.data(), static_cast<std::size_t>(rank_)}; }
    // Product of the sizes; 1 for rank 0.
    Index count() const;
    // "12×12×8×8"; "scalar" for rank 0.
    std::string text() const;

    friend bool operator==(const Shape&, const Shape&) = default;

private:
    std::array<Index, maxRank> sizes_{};
    int rank_ = 0;
};

} // namespace heedmap
