// How many numbers of what is drawn lie where: for the bar that explains the colors.
#pragma once

#include "core/attention/alpha_source.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace heedmap::heatmap {

struct Histogram {
    double low = 0; // of the first bin
    double high = 1;
    std::vector<std::uint64_t> counts; // of equal parts of low … high; the last one holds its end, too
    std::uint64_t numbers = 0;         // that were counted: finite and not masked
    Index everyRow = 1;                // more than 1: of so many rows one was looked at, for there are too many
    friend bool operator==(const Histogram&, const Histogram&) = default;
};

// Of all the sources together, into `bins` equal parts of low … high. At most about 2^24 cells are looked at, rows
// evenly taken. What lies outside counts among `numbers` and in no bin. Without counts when stopped.
// Precondition: bins > 0, low < high.
Histogram histogramOf(std::span<const std::shared_ptr<const attention::AlphaSource>> sources, double low, double high,
                      std::size_t bins, const std::stop_token& stop = {});

} // namespace heedmap::heatmap
