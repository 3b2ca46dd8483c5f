// Attention that is not softmax itself but comes near it in time linear in n: which kind, with how many features.
#pragma once

#include "core/index.h"
#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace heedmap::attention {

enum class ApproximationKind : std::uint8_t {
    exact,     // none: the normalizer itself
    linear,    // φ(x) = elu(x) + 1 (Katharopoulos et al. 2020); as many features as q has components
    performer, // positive orthogonal random features, FAVOR+ (Choromanski et al. 2021)
};

struct Approximation {
    ApproximationKind kind = ApproximationKind::exact;
    Index features = 0; // of performer, m; 0: ⌈d ln d⌉, at least 16
    std::uint64_t seed = 0;

    bool isExact() const { return kind == ApproximationKind::exact; }
    // How many features there are for queries of d components.
    Index featuresFor(Index d) const;
    // "exact", "linear", "performer:64": as parseApproximation() takes it.
    std::string text() const;
    friend bool operator==(const Approximation&, const Approximation&) = default;
};

inline constexpr ErrorKind unknownMethod{
    HEEDMAP_MESSAGE("Error", "there is no method \"%1\"; there are exact, linear and performer:FEATURES")};
inline constexpr ErrorKind performerNeedsNumber{
    HEEDMAP_MESSAGE("Error", "performer takes a number of features from 1 to %1, as in performer:64, not \"%2\"")};

inline constexpr Index mostFeatures = 65536;

// Errors: unknownMethod, performerNeedsNumber.
Result<Approximation> parseApproximation(std::string_view text);

} // namespace heedmap::attention
