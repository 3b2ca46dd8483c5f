// What a head does, in figures of its tokens and its α, and the name that follows from them. Positions i (query) and j
// (key) are counted from 0; α is n_q × n_k, and "mean over i" is over the rows that hold any weight.
#pragma once

#include "core/analysis/panel_figures.h"
#include "core/tensor/labels.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heedmap::analysis {

// A figure is missing where there is no row or pair that it is a mean of, or where some row is no weights of sum 1
// (a row whose rest was left out may sum to less). Those that ask for one sequence are missing where queries and keys
// are two: n_q ≠ n_k, or other tokens. Without tokens, a square α is taken for one sequence.
struct HeadRoles {
    // One sequence: mean over i ≥ 1 of α[i, i−1] (Clark et al. 2019, section 3.1; Voita et al. 2019, positional heads).
    std::optional<double> previous;
    // One sequence with tokens: mean of α[i, j+1] over the pairs j < i with token j = token i, the prefix matching
    // score (Olsson et al. 2022, Elhage et al. 2021).
    std::optional<double> induction;
    // One sequence with tokens: mean over the i with an earlier copy of Σ α[i, j] over j < i with token j = token i
    // (Wang et al. 2023, duplicate token heads).
    std::optional<double> duplicate;
    // One sequence: mean over i of α[i, i].
    std::optional<double> self;
    // Mean over i of α[i, sink] (Xiao et al. 2024; Clark et al. 2019 for [CLS] and [SEP]): the first key.
    std::optional<double> sink;
    // Mean over i of Σ α[i, j] over the keys within `band` of the diagonal, as PanelFigures::inBand.
    std::optional<double> diagonal;
    std::optional<double> reach;   // mean over i of Σ α[i, j] |i − j|, tokens (Vig and Belinkov 2019)
    std::optional<double> entropy; // mean over i of −Σ α ln α, nat; missing where a row sums to less than 1
};

// What a head is called after: the figure of that word, 0 … 1.
enum class HeadRole : std::uint8_t { previous, induction, duplicate, self, sink, diagonal };
inline constexpr std::size_t headRoleCount = 6;
// "previous", "induction", "duplicate", "self", "sink", "diagonal"
std::string_view nameOf(HeadRole role);
std::optional<double> figureOf(const HeadRoles& roles, HeadRole role);

HeadRoles headRoles(const attention::AlphaSource& alpha, const Labels& labels, const FigureOptions& options = {});

// Half of the weight, or more, is where the role says.
inline constexpr double roleThreshold = 0.5;
// The role of the largest figure that is at least the threshold, the first of equals; none: no figure is. What lies on
// the diagonal's band contains self and previous, so that it names a head only where no other role does.
std::optional<HeadRole> roleOf(const HeadRoles& roles, double threshold = roleThreshold);

// The figures by the words of the command line, those that panel_figures.h does not have already.
struct NamedRoleFigure {
    std::string_view name;
    std::optional<double> HeadRoles::*value;
};
inline constexpr std::array roleFigures{
    NamedRoleFigure{"previous", &HeadRoles::previous},
    NamedRoleFigure{"induction", &HeadRoles::induction},
    NamedRoleFigure{"duplicate", &HeadRoles::duplicate},
    NamedRoleFigure{"self", &HeadRoles::self},
};

} // namespace heedmap::analysis
