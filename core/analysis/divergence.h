// How spread the weights of a row are, and how far two rows of weights are from each other.
#pragma once

#include "core/attention/alpha_source.h"

#include <optional>
#include <span>

namespace heedmap::analysis {

// Of one row p or two rows p, q of weights (of one length): 0 … 1, and of sum 1 or nothing but 0, give or take
// sumTolerance of statistics.h. Entropy and divergences are NaN of other numbers (the largest α over heads).

// H(p) = −Σ p ln p, in nat, with 0 ln 0 = 0 (Shannon 1948).
double entropy(std::span<const double> p);
// (KL(p ‖ m) + KL(q ‖ m))/2 with m = (p + q)/2, in nat: 0 … ln 2 (Lin 1991).
double jensenShannon(std::span<const double> p, std::span<const double> q);
// Σ |p − q| / 2: 0 … 1.
double totalVariation(std::span<const double> p, std::span<const double> q);
// p·q / (‖p‖ ‖q‖); NaN where a norm is 0.
double cosine(std::span<const double> p, std::span<const double> q);
// Pearson's r; NaN where one of them is the same everywhere.
double correlation(std::span<const double> p, std::span<const double> q);
// The position of the largest weight, the first of equals. Precondition: p is not empty.
Index largest(std::span<const double> p);

// Mean over the rows that hold any weight; none: there is no such row, or some row is no distribution.
std::optional<double> meanEntropy(const attention::AlphaSource& alpha);

// Means over the rows in which both hold any weight; a figure is missing where there is no such row or some number is
// no weight, the first two also where some row does not sum to 1.
struct Comparison {
    std::optional<double> jensenShannon; // nat
    std::optional<double> totalVariation;
    std::optional<double> cosine;
    std::optional<double> correlation;       // Pearson's r over all cells that hold a number in both
    std::optional<double> argmaxAgreement;   // part of the rows whose largest weight is on the same key
    std::optional<double> largestDifference; // max |a − b| over all cells
    Cell largestAt;                          // where that is
};

// Precondition: a and b are of one size.
Comparison compare(const attention::AlphaSource& a, const attention::AlphaSource& b);

} // namespace heedmap::analysis
