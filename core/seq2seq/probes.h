// How far a gradient reaches: ‖∂out_t/∂in_i‖ (Frobenius) against the distance |t − i|, measured by going back through
// real networks of each kind.
#pragma once

#include "core/attention/score.h"
#include "core/index.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace heedmap::seq2seq {

enum class NetworkKind : std::uint8_t { plain, lstm, attention };

struct ReachOptions {
    Index length = 512; // n
    Index units = 32;
    std::uint64_t seed = 1;
    int networks = 4; // so many, each with weights and inputs of its own; the norms' geometric mean is taken
};

// norms[d] is that of the last position's output with respect to the input d positions before it, d = 0 … n − 1. Inputs
// are normal with variance 1; weights are those that training starts from. Attention is one layer of scaled dot
// attention of a sequence over itself. Empty when stopped.
std::vector<double> gradientReach(NetworkKind kind, const ReachOptions& options, std::stop_token stop = {});

} // namespace heedmap::seq2seq
