#include "core/attention/streaming.h"

#include "core/attention/attention.h"
#include "core/attention/streaming_plan.h"
#include "core/attention/streaming_worker.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

namespace heedmap::attention {

struct StreamingAttention::State {
    StreamingPlan plan;
    std::vector<StreamingWorker> workers;
    LargeArray<float> values; // V with its columns filled up
    std::optional<tbb::task_arena> arena;
    int arenaThreads = 0;

    StreamingValues laidOut(const StreamingRequest& request);
    bool runStrips(const StreamingRequest& request, const StreamingValues& values);
    int threadsFor(const StreamingRequest& request) const;
};

namespace {

using kernels::View;

// Some rows as attend() has them. Few at a time: so that a stop is seen soon, and to keep little.
Attention<double> attendRows(const StreamingPlan& plan, Rows rows, const MatrixD& v) {
    MaskSpec mask;
    if (!plan.mask.allowsEverything()) {
        mask.custom.resize(rows.size(), plan.keys);
        for (Index i = rows.begin; i < rows.end && plan.keys > 0; ++i)
            plan.mask.allowed(i, {0, plan.keys}, &mask.custom(i - rows.begin, 0));
    }
    auto attended = attend<double>(plan.q.middleRows(rows.begin, rows.size()), plan.k, v, plan.function,
                                   plan.parameters, mask, plan.normalizer);
    return std::move(attended).value(); // the plan was checked when it was made
}

Index rowsAtOnce(const StreamingPlan& plan) {
    constexpr Index work = Index{1} << 22; // multiplications
    const Index row = plan.keys * (plan.k.cols() + plan.parameters.v.size() * 8 + 64);
    return std::clamp<Index>(work / std::max<Index>(row, 1), 1, 64);
}

double maximumOf(const Attention<double>& attention, Index row) {
    double maximum = -std::numeric_limits<double>::infinity();
    for (Index j = 0; j < attention.scores.cols(); ++j) {
        if (attention.allowed.size() != 0 && attention.allowed(row, j) == 0)
            continue;
        if (std::isnan(attention.scores(row, j)))
            return attention.scores(row, j);
        maximum = std::max(maximum, attention.scores(row, j));
    }
    return maximum;
}

RowFigures figuresOf(const StreamingPlan& plan, const Attention<double>& attention, Index row,
                     std::span<const float> set) {
    RowFigures figures;
    if (std::find(attention.emptyRows.begin(), attention.emptyRows.end(), row) != attention.emptyRows.end() ||
        plan.keys == 0)
        return figures;
    figures.maximum = maximumOf(attention, row);
    double largest = -1;
    for (Index j = 0; j < plan.keys; ++j) {
        const double weight = attention.alpha(row, j);
        figures.entropy -= weight == 0 ? 0 : weight * std::log(weight);
        figures.mass += set.empty() ? 0 : weight * static_cast<double>(set[static_cast<std::size_t>(j)]);
        if (weight > largest) {
            largest = weight;
            figures.where = j;
        }
    }
    figures.largest = static_cast<float>(figures.where < 0 ? figures.entropy : largest); // NaN throughout
    figures.entropy = figures.entropy < 0 ? 0 : figures.entropy;
    if (plan.normalizer.kind == NormalizerKind::softmax)
        figures.denominator = 1 / largest;
    return figures;
}

void store(const StreamingPlan& plan, const StreamingRequest& request, const Attention<double>& attention, Rows rows) {
    for (Index i = rows.begin; i < rows.end; ++i) {
        const Index from = i - rows.begin;
        const Index out = i - request.rows.begin;
        for (Index j = 0; j < plan.keys && request.alpha.data != nullptr; ++j)
            request.alpha.row(out)[j] = static_cast<float>(attention.alpha(from, j));
        for (Index c = 0; c < request.context.columns && request.context.data != nullptr; ++c)
            request.context.row(out)[c] = static_cast<float>(attention.context(from, c));
        if (!request.sums.empty())
            request.sums[static_cast<std::size_t>(out)] = {};
        if (!request.figures.empty())
            request.figures[static_cast<std::size_t>(out)] = figuresOf(plan, attention, from, request.set);
    }
}

// Requests answered by whole rows in float64, for normalizers other than softmax and for numbers that the loops do not
// take.
bool runByRows(const StreamingPlan& plan, const StreamingRequest& request) {
    MatrixD v = MatrixD::Zero(plan.keys, request.context.data == nullptr ? 0 : request.values.columns);
    for (Index j = 0; j < v.rows(); ++j)
        for (Index c = 0; c < v.cols(); ++c)
            v(j, c) = static_cast<double>(request.values.row(j)[c]);
    const Index step = rowsAtOnce(plan);
    for (Index first = request.rows.begin; first < request.rows.end; first += step) {
        if (request.stop.stop_requested())
            return false;
        const Rows rows{first, std::min(first + step, request.rows.end)};
        store(plan, request, attendRows(plan, rows, v), rows);
    }
    return true;
}

void tileByRows(const StreamingPlan& plan, Rows rows, Columns columns, View<float> alpha) {
    const MatrixD noValues(plan.keys, 0);
    const Index step = rowsAtOnce(plan);
    for (Index first = rows.begin; first < rows.end; first += step) {
        const Rows part{first, std::min(first + step, rows.end)};
        const Attention<double> attention = attendRows(plan, part, noValues);
        for (Index i = part.begin; i < part.end; ++i)
            for (Index j = columns.begin; j < columns.end; ++j)
                alpha.row(i - rows.begin)[j - columns.begin] = static_cast<float>(attention.alpha(i - part.begin, j));
    }
}

using kernels::View;

Rows groupsOf(const StreamingPlan& plan, Rows rows) {
    return {rows.begin / plan.tile.rows, (rows.end + plan.tile.rows - 1) / plan.tile.rows};
}

// So many groups that their weights stay close, and that every thread gets several strips.
Index groupsOfStrip(const StreamingPlan& plan, const StreamingRequest& request, int threads) {
    constexpr Index most = 4;
    constexpr Index stripsOfThread = 4;
    const Index groups = groupsOf(plan, request.rows).size();
    Index count = std::max<Index>(1, groups / (stripsOfThread * threads));
    if (request.alpha.data != nullptr) {
        const Index bytes = plan.tile.rows * plan.keys * static_cast<Index>(sizeof(float));
        count = std::min(count, std::max<Index>(1, StreamingWorker::stripBytes / std::max<Index>(bytes, 1)));
    }
    return std::min(count, most);
}

// The last of the groups that are left; fewer at the end, so that all threads are done at about the same time.
Rows takeStrip(std::atomic<Index>& left, Index most, int threads) {
    Index end = left;
    Index count = 0;
    do
        count = std::clamp<Index>(end / (2 * threads), std::min<Index>(end, 1), most);
    while (!left.compare_exchange_weak(end, end - count));
    return {end - count, end};
}

} // namespace

StreamingAttention::StreamingAttention()
    : state_(std::make_unique<State>()) {}
StreamingAttention::StreamingAttention(StreamingAttention&&) noexcept = default;
StreamingAttention& StreamingAttention::operator=(StreamingAttention&&) noexcept = default;
StreamingAttention::~StreamingAttention() = default;

Result<void> StreamingAttention::prepare(ScoreFunction function, View<const float> q, View<const float> k,
                                         const Parameters& parameters, const MaskSpec& mask,
                                         const Normalizer& normalizer) {
    return makePlan({function, q, k, parameters, mask, normalizer}, state_->plan);
}

bool StreamingAttention::inBlocks() const {
    return state_->plan.kind != StreamingPlan::Kind::byRows;
}
Index StreamingAttention::queries() const {
    return state_->plan.queries;
}
Index StreamingAttention::keys() const {
    return state_->plan.keys;
}
const RowMask& StreamingAttention::mask() const {
    return state_->plan.mask;
}

StreamingValues StreamingAttention::State::laidOut(const StreamingRequest& request) {
    const View<const float>& v = request.values;
    StreamingValues result{v, v.data, v.stride, 0, true};
    if (request.context.data == nullptr)
        return result;
    const Index across = kernels::tileSizes(kernels::ScoreKind::single).values;
    result.columns = (v.columns + across - 1) / across * across;
    result.finite = kernels::allFinite(v);
    if (v.columns == result.columns)
        return result;
    values.resize(static_cast<std::size_t>(v.rows * result.columns));
    for (Index j = 0; j < v.rows; ++j) {
        float* const row = values.data() + j * result.columns;
        std::copy_n(v.row(j), v.columns, row);
        std::fill(row + v.columns, row + result.columns, 0.0F);
    }
    result.data = values.data();
    result.stride = result.columns;
    return result;
}

int StreamingAttention::State::threadsFor(const StreamingRequest& request) const {
    constexpr Index worthAThread = Index{1} << 21; // multiplications
    const Index products = request.rows.size() * plan.keys * (plan.depth + request.context.columns + 8);
    if (request.threads == 1)
        return 1;
    const int processors = tbb::this_task_arena::max_concurrency();
    const int all = request.threads > 0 ? std::min(request.threads, processors) : processors;
    return static_cast<int>(std::clamp<Index>(products / worthAThread, 1, all));
}

bool StreamingAttention::State::runStrips(const StreamingRequest& request, const StreamingValues& laidOutValues) {
    const int threads = threadsFor(request);
    const Rows groups = groupsOf(plan, request.rows);
    const Index step = groupsOfStrip(plan, request, threads);
    if (workers.size() < static_cast<std::size_t>(threads))
        workers.resize(static_cast<std::size_t>(threads));
    std::atomic<Index> left{groups.size()}; // from the last on: what a causal mask makes longest is first
    std::atomic<bool> stopped{false};
    const auto work = [&](int thread) {
        StreamingWorker& worker = workers[static_cast<std::size_t>(thread)];
        worker.start(plan, request, laidOutValues, step);
        for (Rows taken = takeStrip(left, step, threads); taken.size() > 0 && !stopped;
             taken = takeStrip(left, step, threads))
            if (!worker.strip(groups.begin + taken.begin, taken.size()))
                stopped = true;
        if (!stopped)
            worker.finishStores();
    };
    if (threads == 1) {
        work(0);
        return !stopped;
    }
    const auto onThreads = [&] {
        tbb::parallel_for(0, threads, work, tbb::static_partitioner());
    };
    if (threads == tbb::this_task_arena::max_concurrency()) {
        tbb::this_task_arena::isolate(onThreads);
        return !stopped;
    }
    if (!arena || arenaThreads != threads) {
        arena.emplace(threads);
        arenaThreads = threads;
    }
    arena->execute(onThreads);
    return !stopped;
}

bool StreamingAttention::run(const StreamingRequest& request) {
    const StreamingPlan& plan = state_->plan;
    const auto count = static_cast<std::size_t>(request.rows.size());
    HEEDMAP_EXPECTS(0 <= request.rows.begin && request.rows.begin <= request.rows.end);
    HEEDMAP_EXPECTS(request.rows.end <= plan.queries);
    HEEDMAP_EXPECTS(request.alpha.data == nullptr ||
                    (request.alpha.rows == request.rows.size() && request.alpha.columns == plan.keys));
    HEEDMAP_EXPECTS(request.context.data == nullptr ||
                    (request.context.rows == request.rows.size() && request.values.rows == plan.keys &&
                     request.context.columns == request.values.columns));
    HEEDMAP_EXPECTS(request.sums.empty() || request.sums.size() == count);
    HEEDMAP_EXPECTS(request.figures.empty() || request.figures.size() == count);
    HEEDMAP_EXPECTS(request.set.empty() || static_cast<Index>(request.set.size()) == plan.keys);
    if (request.stop.stop_requested())
        return false;
    if (count == 0)
        return true;
    if (plan.kind == StreamingPlan::Kind::byRows)
        return runByRows(plan, request);
    return state_->runStrips(request, state_->laidOut(request));
}

void StreamingAttention::sumsOf(Rows rows, std::span<RowSum> sums) const {
    const StreamingPlan& plan = state_->plan;
    HEEDMAP_EXPECTS(0 <= rows.begin && rows.begin <= rows.end && rows.end <= plan.queries);
    HEEDMAP_EXPECTS(static_cast<Index>(sums.size()) == rows.size());
    std::fill(sums.begin(), sums.end(), RowSum{});
    if (rows.size() == 0 || plan.kind == StreamingPlan::Kind::byRows)
        return;
    StreamingRequest request;
    request.rows = rows;
    request.sums = sums;
    const StreamingValues none;
    StreamingWorker worker;
    worker.start(plan, request, none, 1);
    const Rows groups = groupsOf(plan, rows);
    for (Index group = groups.begin; group < groups.end; ++group)
        worker.strip(group, 1); // never stopped
}

void StreamingAttention::tile(std::span<const RowSum> sums, Rows rows, Columns columns, View<float> alpha) const {
    const StreamingPlan& plan = state_->plan;
    HEEDMAP_EXPECTS(0 <= rows.begin && rows.begin <= rows.end && rows.end <= plan.queries);
    HEEDMAP_EXPECTS(0 <= columns.begin && columns.begin <= columns.end && columns.end <= plan.keys);
    HEEDMAP_EXPECTS(static_cast<Index>(sums.size()) == rows.size());
    HEEDMAP_EXPECTS(alpha.rows == rows.size() && alpha.columns == columns.size());
    if (rows.size() == 0 || columns.size() == 0)
        return;
    if (plan.kind == StreamingPlan::Kind::byRows)
        return tileByRows(plan, rows, columns, alpha);
    const Rows groups = groupsOf(plan, rows);
    for (Index group = groups.begin; group < groups.end; ++group)
        StreamingWorker::tile(plan, group, sums, rows, columns, alpha);
}

} // namespace heedmap::attention
