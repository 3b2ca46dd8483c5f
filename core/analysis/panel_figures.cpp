#include "core/analysis/panel_figures.h"

#include "core/analysis/rows.h"
#include "core/result.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace heedmap::analysis {

RowFigures rowFigures(std::span<const double> p, Index row, Index rows, const FigureOptions& options) {
    HEEDMAP_EXPECTS(!p.empty() && row >= 0 && row < rows);
    RowFigures figures;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (!areWeights(p))
        return {nan, nan, nan, 0, nan, nan, nan, nan, nan};
    figures.largestAt = analysis::largest(p);
    figures.largest = p[static_cast<std::size_t>(figures.largestAt)];
    if (!areDistribution(p))
        return {nan, nan, figures.largest, figures.largestAt, nan, nan, nan, nan, nan};
    figures.entropy = entropy(p);
    figures.effectiveKeys = std::exp(figures.entropy);
    const double keys = static_cast<double>(p.size());
    const double diagonal = (static_cast<double>(row) + 0.5) * keys / static_cast<double>(rows) - 0.5;
    for (std::size_t j = 0; j < p.size(); ++j) {
        const double position = static_cast<double>(j);
        const double off = std::abs(position - diagonal);
        figures.offDiagonal += p[j] * off;
        figures.inBand += off <= static_cast<double>(options.band) ? p[j] : 0;
        figures.distance += p[j] * std::abs(position - static_cast<double>(row));
    }
    figures.sink = massOn(p, std::span(&options.sink, 1));
    figures.onSet = massOn(p, options.set);
    return figures;
}

double massOn(std::span<const double> p, std::span<const Index> keys) {
    double mass = 0;
    for (auto key = keys.begin(); key != keys.end(); ++key) {
        const bool there = *key >= 0 && static_cast<std::size_t>(*key) < p.size();
        if (there && std::find(keys.begin(), key, *key) == key)
            mass += p[static_cast<std::size_t>(*key)];
    }
    return mass;
}

namespace {

// Of every row that holds weight, on all processors where that pays.
std::vector<std::optional<RowFigures>> allRows(const attention::AlphaSource& alpha, const FigureOptions& options) {
    constexpr Index worthAThread = 1 << 14;
    std::vector<std::optional<RowFigures>> figures(static_cast<std::size_t>(alpha.rows()));
    const auto grain = static_cast<std::size_t>(worthAThread / std::max<Index>(alpha.columns(), 1) + 1);
    tbb::parallel_for(tbb::blocked_range<Index>(0, alpha.rows(), grain), [&](const auto& rows) {
        for (Index i = rows.begin(); i < rows.end(); ++i)
            if (const std::vector<double> p = rowOf(alpha, i); holdsWeight(p))
                figures[static_cast<std::size_t>(i)] = rowFigures(p, i, alpha.rows(), options);
    });
    return figures;
}

} // namespace

PanelFigures panelFigures(const attention::AlphaSource& alpha, const FigureOptions& options) {
    Mean entropies, effective, largest, off, band, distance, sink, set;
    PanelFigures result;
    Index i = -1;
    for (const std::optional<RowFigures>& figures : allRows(alpha, options)) {
        ++i;
        if (!figures)
            continue;
        const RowFigures& row = *figures;
        entropies.add(row.entropy);
        effective.add(row.effectiveKeys);
        largest.add(row.largest);
        off.add(row.offDiagonal);
        band.add(row.inBand);
        distance.add(row.distance);
        sink.add(row.sink);
        set.add(row.onSet);
        if (!result.peak || row.largest > *result.peak) {
            result.peak = row.largest;
            result.peakAt = {i, row.largestAt};
        }
    }
    result.entropy = entropies.value();
    result.effectiveKeys = effective.value();
    result.largest = largest.value();
    if (!result.largest)
        result.peak.reset();
    result.offDiagonal = off.value();
    result.inBand = band.value();
    result.distance = distance.value();
    result.sink = sink.value();
    if (!options.set.empty())
        result.onSet = set.value();
    return result;
}

std::vector<std::size_t> ordered(std::span<const std::optional<double>> values, Order order) {
    std::vector<std::size_t> places(values.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        if (!values[a] || !values[b])
            return values[a].has_value() && !values[b].has_value();
        return order == Order::ascending ? *values[a] < *values[b] : *values[a] > *values[b];
    });
    return places;
}

} // namespace heedmap::analysis
