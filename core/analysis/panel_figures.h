// What can be said in figures of one row of weights, and of a whole panel (a score function, a head, a file's matrix).
// Positions are counted from 0; the diagonal of n_q rows and n_k keys passes row i at key d_i = (i + ½) n_k/n_q − ½,
// which is i itself where n_q = n_k.
#pragma once

#include "core/analysis/divergence.h"

#include <array>
#include <cstdint>
#include <numbers>
#include <string_view>
#include <vector>

namespace heedmap::analysis {

struct FigureOptions {
    Index band = 1;           // half width in keys: |j − d_i| ≤ band
    Index sink = 0;           // the key that may be a sink (Xiao et al. 2024: the first token)
    std::vector<Index> set{}; // any keys whose share is asked for
};

// nat → bit
inline double inBits(double nat) {
    return nat / std::numbers::ln2;
}

// Of one row p (n_k weights) at position i of n_q. NaN where a number is no weight; where they do not
// sum to 1 (as the largest α over heads), all but the largest is NaN.
struct RowFigures {
    double entropy = 0;       // H, nat
    double effectiveKeys = 0; // e^H: 1 (one key) … n_k (all alike)
    double largest = 0;       // max α, its first place
    Index largestAt = 0;
    double offDiagonal = 0; // Σ α_j |j − d_i|, keys: 0 is a diagonal
    double inBand = 0;      // Σ α_j where |j − d_i| ≤ band
    double distance = 0;    // Σ α_j |j − i|, tokens (Vig and Belinkov 2019)
    double sink = 0;        // α of the sink; 0 where there is no such key
    double onSet = 0;       // Σ α_j over the set
};
// Precondition: p is not empty, 0 ≤ row < rows.
RowFigures rowFigures(std::span<const double> p, Index row, Index rows, const FigureOptions& options = {});

// Σ p_j over `keys`; those that p does not have count for nothing, and each counts once.
double massOn(std::span<const double> p, std::span<const Index> keys);

// Means over the rows that hold any weight; a figure is missing where there is no such row, or where some number is no
// weight; all but the largest also where some row does not sum to 1.
struct PanelFigures {
    std::optional<double> entropy;       // nat
    std::optional<double> effectiveKeys; // mean of e^H
    std::optional<double> largest;       // mean of the rows' largest
    std::optional<double> peak;          // the largest of all
    Cell peakAt;                         // its first place
    std::optional<double> offDiagonal;
    std::optional<double> inBand;
    std::optional<double> distance;
    std::optional<double> sink;
    std::optional<double> onSet; // missing where no set was asked for
};
PanelFigures panelFigures(const attention::AlphaSource& alpha, const FigureOptions& options = {});

// The figures by the words of the command line.
struct NamedFigure {
    std::string_view name;
    std::optional<double> PanelFigures::*value;
};
inline constexpr std::array allPanelFigures{
    NamedFigure{"entropy", &PanelFigures::entropy},
    NamedFigure{"keys", &PanelFigures::effectiveKeys},
    NamedFigure{"largest", &PanelFigures::largest},
    NamedFigure{"peak", &PanelFigures::peak},
    NamedFigure{"diagonal", &PanelFigures::offDiagonal},
    NamedFigure{"band", &PanelFigures::inBand},
    NamedFigure{"distance", &PanelFigures::distance},
    NamedFigure{"sink", &PanelFigures::sink},
    NamedFigure{"set", &PanelFigures::onSet},
};

enum class Order : std::uint8_t { ascending, descending };
// Places of the values in this order; equal ones as they came, missing ones last either way.
std::vector<std::size_t> ordered(std::span<const std::optional<double>> values, Order order);

} // namespace heedmap::analysis
