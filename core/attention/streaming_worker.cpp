#include "core/attention/streaming_worker.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heedmap::attention {

namespace {

using kernels::View;

constexpr Index sumStride = 16;
constexpr Index padding = 16; // so that the rows of a strip do not all fall on the same places of a cache
constexpr Index keysBetweenStores = 64;
constexpr double smallestSum = 1.0 / (1 << 20); // what is 10⁻³⁰ of such a sum is still a normal number

Index roundedUp(Index number, Index step) {
    return (number + step - 1) / step * step;
}

// 1 or 0 for the cells of a group and some columns; keys that do not exist are not allowed.
void fillKeep(const StreamingPlan& plan, Index group, Columns columns, std::vector<std::uint8_t>& bytes, float* keep,
              Index stride) {
    const Columns real{columns.begin, std::min(columns.end, plan.keys)};
    bytes.resize(static_cast<std::size_t>(std::max<Index>(real.size(), 0)));
    for (Index r = 0; r < plan.tile.rows; ++r) {
        float* const out = keep + r * stride;
        const Index row = std::min(group * plan.tile.rows + r, plan.queries - 1);
        plan.mask.allowed(row, real, bytes.data());
        for (Index j = 0; j < real.size(); ++j)
            out[j] = static_cast<float>(bytes[static_cast<std::size_t>(j)]);
        std::fill(out + real.size(), out + columns.size(), 0.0F);
    }
}

// Every row begins with a line of the caches.
bool inWholeLines(const View<float>& view) {
    constexpr std::uintptr_t line = 64;
    return (reinterpret_cast<std::uintptr_t>(view.data) | static_cast<std::uintptr_t>(view.stride) * sizeof(float)) %
               line ==
           0;
}

// Σ of the partial sums of a row, in four chains that are added at the same time.
double sumOf(const float* partial) {
    double chains[4] = {0, 0, 0, 0};
    for (Index lane = 0; lane < sumStride; lane += 4)
        for (Index chain = 0; chain < 4; ++chain)
            chains[chain] += static_cast<double>(partial[lane + chain]);
    return (chains[0] + chains[1]) + (chains[2] + chains[3]);
}

} // namespace

void StreamingWorker::start(const StreamingPlan& plan, const StreamingRequest& request, const StreamingValues& values,
                            Index groupsOfStrip) {
    plan_ = &plan;
    request_ = &request;
    values_ = &values;
    const bool careful = request.context.data != nullptr && !values.finite;
    wholeRows_ = request.alpha.data != nullptr || careful;
    constexpr Index worthGoingPast = Index{2} << 20; // numbers; fewer stay in the caches
    stores_ = plan.keys * request.rows.size() > worthGoingPast ? kernels::Stores::past : kernels::Stores::cached;
    storesWait_ =
        request.alpha.data != nullptr && !careful && plan.mask.allowsEverything() && inWholeLines(request.alpha);
    waiting_ = {};
    stride_ = (wholeRows_ ? roundedUp(plan.keys, blockKeys) : blockKeys) + padding;
    const Index rows = groupsOfStrip * plan.tile.rows;
    const auto size = [](Index count) {
        return static_cast<std::size_t>(count);
    };
    weights_.resize(size((wholeRows_ ? rows : plan.tile.rows) * stride_));
    keep_.resize(size(plan.mask.allowsEverything() && plan.keys % plan.tile.keys == 0 ? 0 : plan.tile.rows * stride_));
    context_.resize(size(rows * values.columns));
    partial_.resize(size(plan.tile.rows * sumStride));
    sums_.resize(size(rows));
    references_.resize(size(rows));
    factors_.resize(size(rows));
    figures_.resize(request.figures.empty() ? 0 : size(rows));
    runs_.reserve(size(blockKeys));
}

Rows StreamingWorker::rowsOf(Index group) const {
    return {group * plan_->tile.rows, std::min((group + 1) * plan_->tile.rows, plan_->queries)};
}

void StreamingWorker::addRun(Index panel, bool masked) {
    if (!runs_.empty() && runs_.back().masked == masked && runs_.back().firstPanel + runs_.back().panels == panel)
        ++runs_.back().panels;
    else
        runs_.push_back({panel, 1, masked});
}

void StreamingWorker::findRuns(Index group, Columns block) {
    const Index width = plan_->tile.keys;
    const Columns real{block.begin, std::min(block.end, plan_->keys)};
    const Rows rows = rowsOf(group);
    runs_.clear();
    const RowMask::Reach whole = plan_->mask.reach(rows, real);
    if (whole == RowMask::Reach::none)
        return;
    for (Index panel = real.begin / width; panel * width < real.end; ++panel) {
        const Columns columns{panel * width, std::min((panel + 1) * width, real.end)};
        const RowMask::Reach reach = whole == RowMask::Reach::all ? whole : plan_->mask.reach(rows, columns);
        if (reach != RowMask::Reach::none)
            addRun(panel, reach == RowMask::Reach::some || columns.size() < width);
    }
}

const float* StreamingWorker::keepOf(Index group, const Run& run) {
    if (!run.masked)
        return nullptr;
    const Index width = plan_->tile.keys;
    fillKeep(*plan_, group, {run.firstPanel * width, (run.firstPanel + run.panels) * width}, allowed_, keep_.data(),
             stride_);
    return keep_.data();
}

// Weights of a block, their sums, and zeros for what is in no run.
void StreamingWorker::weighBlock(Index group, Columns block, float* weights, Index local) {
    const Index width = plan_->tile.keys;
    const Index rows = plan_->tile.rows;
    findRuns(group, block);
    std::fill(partial_.begin(), partial_.end(), 0.0F);
    const auto clear = [&](Index begin, Index end) {
        for (Index r = 0; r < rows && begin < end && wholeRows_; ++r)
            std::fill(weights + r * stride_ + begin - block.begin, weights + r * stride_ + end - block.begin, 0.0F);
    };
    Index done = block.begin;
    for (const Run& run : runs_) {
        const Index begin = run.firstPanel * width;
        clear(done, begin);
        done = begin + run.panels * width;
        const float* const keep = keepOf(group, run);
        const Index panelsAtOnce = waiting_.size() == 0 ? run.panels : std::max<Index>(1, keysBetweenStores / width);
        for (Index panel = 0; panel < run.panels; panel += panelsAtOnce) {
            const Index first = begin + panel * width;
            const Index panels = std::min(panelsAtOnce, run.panels - panel);
            storeWaiting(local, {first, first + panels * width});
            const kernels::WeightStep step{panels,
                                           keep == nullptr ? nullptr : keep + panel * width,
                                           references_.data() + localRow(local),
                                           weights + first - block.begin,
                                           stride_,
                                           partial_.data()};
            heedmap::attention::weigh(*plan_, group, run.firstPanel + panel, step);
        }
    }
    clear(done, std::min(block.end, plan_->keys));
    for (Index r = 0; r < rows && !runs_.empty(); ++r)
        sums_[static_cast<std::size_t>(localRow(local) + r)] += sumOf(partial_.data() + r * sumStride);
}

// What follows from the weights of a block: its part of the context and of the figures.
void StreamingWorker::addBlock(Columns block, const float* weights, Index local) {
    const Index width = plan_->tile.keys;
    const Index across = kernels::tileSizes(kernels::ScoreKind::single).values;
    for (const Run& run : runs_) {
        const Index begin = run.firstPanel * width;
        const Index count = std::min(begin + run.panels * width, plan_->keys) - begin;
        const float* const from = weights + begin - block.begin;
        for (Index c = 0; c < values_->columns && values_->finite; c += across)
            kernels::addValues({from, stride_, values_->data + begin * values_->stride + c, values_->stride, count,
                                context_.data() + localRow(local) * values_->columns + c, values_->columns});
        for (Index r = 0; r < plan_->tile.rows && !figures_.empty(); ++r)
            kernels::addFigures(from + r * stride_, count, begin,
                                request_->set.empty() ? nullptr : request_->set.data() + begin,
                                figures_[static_cast<std::size_t>(localRow(local) + r)]);
    }
}

// The groups [first, first + count) of the strip that starts with group 0 of weights_.
bool StreamingWorker::accumulate(Index first, Index count) {
    for (Index block = span_.begin; block < span_.end; block += blockKeys) {
        for (Index local = 0; local < count; ++local) {
            if (request_->stop.stop_requested())
                return false;
            float* const weights = weights_.data() + (wholeRows_ ? localRow(local) * stride_ + block : Index{0});
            weighBlock(first + local, {block, block + blockKeys}, weights, local);
            addBlock({block, block + blockKeys}, weights, local);
        }
    }
    return true;
}

bool StreamingWorker::strip(Index first, Index count) {
    const Columns span = plan_->mask.span({rowsOf(first).begin, rowsOf(first + count - 1).end});
    span_ = {span.begin / blockKeys * blockKeys, roundedUp(std::min(span.end, plan_->keys), blockKeys)};
    const Index rows = count * plan_->tile.rows;
    std::fill(sums_.begin(), sums_.end(), 0.0);
    std::fill(figures_.begin(), figures_.end(), kernels::FigureSums{});
    std::fill(context_.begin(), context_.end(), 0.0F);
    if (plan_->references.empty())
        std::fill(references_.begin(), references_.end(), 0.0F);
    else
        std::copy_n(plan_->references.begin() + rowsOf(first).begin, rows, references_.begin());
    if (!accumulate(first, count))
        return false;
    for (Index local = count; local < waiting_.size(); ++local)
        storeWaiting(local, {0, plan_->keys});
    waiting_ = {};
    for (Index local = 0; local < count && !plan_->certain; ++local)
        if (isTooSmall(first + local, local) && !raiseReferences(first + local, local))
            return false;
    for (Index local = 0; local < count; ++local)
        finish(first + local, local);
    if (storesWait_)
        waiting_ = {first, first + count};
    return true;
}

void StreamingWorker::finishStores() {
    for (Index local = 0; local < waiting_.size(); ++local)
        storeWaiting(local, {0, plan_->keys});
    waiting_ = {};
}

void StreamingWorker::storeWaiting(Index local, Columns columns) {
    if (local >= waiting_.size())
        return;
    const Rows group = rowsOf(waiting_.begin + local);
    const Rows rows{std::max(group.begin, request_->rows.begin), std::min(group.end, request_->rows.end)};
    const Index row = localRow(local) + rows.begin - group.begin;
    kernels::scaleRows({weights_.data() + row * stride_ + columns.begin, stride_, factors_.data() + row, rows.size(),
                        std::min(columns.end, plan_->keys) - columns.begin,
                        request_->alpha.row(rows.begin - request_->rows.begin) + columns.begin, request_->alpha.stride,
                        stores_});
}

bool StreamingWorker::isTooSmall(Index group, Index local) const {
    for (Index r = 0; r < rowsOf(group).size(); ++r)
        if (sums_[static_cast<std::size_t>(localRow(local) + r)] < smallestSum)
            return true;
    return false;
}

// Once more, with the true maxima of the rows whose sum is too small as their references.
bool StreamingWorker::raiseReferences(Index group, Index local) {
    constexpr double none = -1e300;
    std::vector<double> largest(static_cast<std::size_t>(plan_->tile.rows), none);
    for (Index block = span_.begin; block < span_.end; block += blockKeys) {
        if (request_->stop.stop_requested())
            return false;
        findRuns(group, {block, block + blockKeys});
        for (const Run& run : runs_)
            findMaxima(*plan_, group, run.firstPanel, {run.panels, keepOf(group, run), stride_, largest.data()});
    }
    for (Index r = 0; r < plan_->tile.rows; ++r) {
        const auto at = static_cast<std::size_t>(localRow(local) + r);
        if (sums_[at] < smallestSum && largest[static_cast<std::size_t>(r)] > none)
            references_[at] = static_cast<float>(std::ceil(largest[static_cast<std::size_t>(r)]));
        sums_[at] = 0;
        if (!figures_.empty())
            figures_[at] = {};
        std::fill_n(context_.begin() + (localRow(local) + r) * values_->columns, values_->columns, 0.0F);
    }
    for (Index block = span_.begin; block < span_.end; block += blockKeys) {
        if (request_->stop.stop_requested())
            return false;
        float* const weights = weights_.data() + (wholeRows_ ? localRow(local) * stride_ + block : Index{0});
        weighBlock(group, {block, block + blockKeys}, weights, local);
        addBlock({block, block + blockKeys}, weights, local);
    }
    return true;
}

void StreamingWorker::finish(Index group, Index local) {
    const Rows rows = rowsOf(group);
    for (Index row = rows.begin; row < rows.end; ++row)
        if (request_->rows.contains(row))
            finishRow(row, localRow(local) + row - rows.begin);
}

void StreamingWorker::storeAlpha(Index row, Index local, float factor) {
    float* const alpha = request_->alpha.row(row - request_->rows.begin);
    const Index past = std::min(span_.end, plan_->keys);
    std::fill(alpha, alpha + std::min(span_.begin, plan_->keys), 0.0F);
    kernels::scaleTo(weights_.data() + local * stride_ + span_.begin, factor, past - span_.begin, alpha + span_.begin,
                     stores_);
    std::fill(alpha + std::max<Index>(past, 0), alpha + plan_->keys, 0.0F);
}

void StreamingWorker::finishRow(Index row, Index local) {
    const Index out = row - request_->rows.begin;
    const auto at = static_cast<std::size_t>(local);
    const float factor = sums_[at] > 0 ? static_cast<float>(1 / sums_[at]) : 0.0F;
    factors_[at] = factor;
    if (request_->alpha.data != nullptr && !storesWait_)
        storeAlpha(row, local, factor);
    if (request_->context.data != nullptr) {
        float* const context = request_->context.row(out);
        if (values_->finite)
            kernels::scaleTo(context_.data() + local * values_->columns, factor, request_->context.columns, context,
                             kernels::Stores::cached);
        else
            carefulContext(row, weights_.data() + local * stride_, factor, context);
    }
    if (!request_->sums.empty())
        request_->sums[static_cast<std::size_t>(out)] = {sums_[at], references_[at]};
    if (!request_->figures.empty())
        request_->figures[static_cast<std::size_t>(out)] = figuresOf(local);
}

// Over the allowed keys only: 0 · ∞ and 0 · NaN of a forbidden value must not reach the context.
void StreamingWorker::carefulContext(Index row, const float* weights, float factor, float* context) const {
    const Index columns = request_->context.columns;
    std::vector<double> sum(static_cast<std::size_t>(columns), 0.0);
    for (Index j = span_.begin; j < std::min(span_.end, plan_->keys) && factor > 0; ++j) {
        if (!plan_->mask.allows({row, j}))
            continue;
        for (Index c = 0; c < columns; ++c)
            sum[static_cast<std::size_t>(c)] +=
                static_cast<double>(weights[j] * factor) * static_cast<double>(values_->given.row(j)[c]);
    }
    for (Index c = 0; c < columns; ++c)
        context[c] = static_cast<float>(sum[static_cast<std::size_t>(c)]);
}

RowFigures StreamingWorker::figuresOf(Index local) const {
    const auto at = static_cast<std::size_t>(local);
    const double sum = sums_[at];
    RowFigures figures;
    if (sum <= 0)
        return figures;
    const kernels::FigureSums& found = figures_[at];
    const auto largest = static_cast<double>(found.largest);
    figures.maximum = (std::log2(largest) + static_cast<double>(references_[at])) * plan_->unit;
    figures.denominator = sum / largest;
    figures.entropy = std::max(0.0, (std::log2(sum) - found.weightedLogarithm / sum) * std::numbers::ln2);
    figures.mass = found.chosen / sum;
    figures.largest = found.largest * static_cast<float>(1 / sum);
    figures.where = found.where;
    return figures;
}

void StreamingWorker::tile(const StreamingPlan& plan, Index group, std::span<const RowSum> sums, Rows rows,
                           Columns columns, View<float> alpha) {
    constexpr Index stride = 64; // whole panels, two of the widest
    const Index width = plan.tile.keys;
    const Index panelsAtOnce = std::max<Index>(stride / width, 1);
    alignas(64) float weights[kernels::largestTileRows * stride];
    alignas(64) float keep[kernels::largestTileRows * stride];
    alignas(64) float partial[kernels::largestTileRows * sumStride] = {};
    float references[kernels::largestTileRows] = {};
    std::vector<std::uint8_t> bytes;
    const Index firstRow = group * plan.tile.rows;
    for (Index row = std::max(rows.begin, firstRow); row < std::min(rows.end, firstRow + plan.tile.rows); ++row)
        references[row - firstRow] = sums[static_cast<std::size_t>(row - rows.begin)].reference;
    for (Index panel = columns.begin / width; panel * width < columns.end; panel += panelsAtOnce) {
        const Columns part{panel * width, (panel + panelsAtOnce) * width};
        const Columns real{part.begin, std::min(part.end, plan.keys)};
        const RowMask::Reach reach =
            plan.mask.reach({firstRow, std::min(firstRow + plan.tile.rows, plan.queries)}, real);
        const bool masked = reach != RowMask::Reach::all || real.end < part.end;
        if (masked)
            fillKeep(plan, group, part, bytes, keep, stride);
        const Index existing = (real.size() + width - 1) / width;
        heedmap::attention::weigh(plan, group, panel,
                                  {existing, masked ? keep : nullptr, references, weights, stride, partial});
        const Columns wanted{std::max(columns.begin, part.begin), std::min(columns.end, real.end)};
        for (Index row = std::max(rows.begin, firstRow); row < std::min(rows.end, firstRow + plan.tile.rows); ++row) {
            const double sum = sums[static_cast<std::size_t>(row - rows.begin)].sum;
            const float factor = sum > 0 ? static_cast<float>(1 / sum) : 0.0F;
            kernels::scaleTo(weights + (row - firstRow) * stride + wanted.begin - part.begin, factor, wanted.size(),
                             alpha.row(row - rows.begin) + wanted.begin - columns.begin, kernels::Stores::cached);
        }
    }
}

} // namespace heedmap::attention
