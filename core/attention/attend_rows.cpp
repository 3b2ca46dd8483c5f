#include "core/attention/attend_rows.h"

#include "core/attention/streaming.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <tbb/parallel_for.h>

namespace heedmap::attention {

namespace {

Index sizeOf(const std::vector<Columns>& ranges) {
    Index size = 0;
    for (const Columns& range : ranges)
        size += range.size();
    return size;
}

template <class T>
Matrix<T> rowsOf(const Matrix<T>& matrix, const std::vector<Columns>& ranges) {
    Matrix<T> rows(sizeOf(ranges), matrix.cols());
    Index taken = 0;
    for (const Columns& range : ranges) {
        rows.middleRows(taken, range.size()) = matrix.middleRows(range.begin, range.size());
        taken += range.size();
    }
    return rows;
}

// What the mask allows of these keys, as a custom mask; empty where it allows all of them.
BoolMatrix allowedOf(const MaskRows& mask, Rows rows, const std::vector<Columns>& keys) {
    BoolMatrix allowed = BoolMatrix::Zero(rows.size(), sizeOf(keys));
    std::vector<Columns> ranges;
    Index count = 0;
    for (Index i = 0; i < rows.size(); ++i) {
        mask.row(rows.begin + i, ranges);
        Index taken = 0;
        auto key = keys.begin();
        for (const Columns& range : ranges) { // each lies in one of the ranges of the block
            while (key->end < range.end)
                taken += (key++)->size();
            allowed.row(i).segment(taken + range.begin - key->begin, range.size()).setOnes();
            count += range.size();
        }
    }
    return count == allowed.size() ? BoolMatrix() : allowed;
}

} // namespace

template <class T>
Result<RowBlock<T>> attendRows(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v, ScoreFunction function,
                               const Parameters& parameters, const MaskRows& mask, const Normalizer& normalizer,
                               Rows rows) {
    HEEDMAP_EXPECTS(mask.queries() == q.rows() && mask.keys() == k.rows());
    HEEDMAP_EXPECTS(rows.begin >= 0 && rows.begin <= rows.end && rows.end <= q.rows());
    if (k.rows() != v.rows())
        return makeError(keysAndValuesDiffer, {std::to_string(k.rows()), std::to_string(v.rows())});
    RowBlock<T> block{rows, {}, {}};
    mask.block(rows, block.keys);
    const bool allKeys = sizeOf(block.keys) == k.rows();
    MaskSpec part;
    part.custom = allowedOf(mask, rows, block.keys);
    const Matrix<T> queries = q.middleRows(rows.begin, rows.size());
    auto attention = allKeys ? attend<T>(queries, k, v, function, parameters, part, normalizer)
                             : attend<T>(queries, rowsOf(k, block.keys), rowsOf(v, block.keys), function, parameters,
                                         part, normalizer);
    if (!attention)
        return attention.error();
    block.attention = *std::move(attention);
    return block;
}

Index rowsAtATime(const MaskSpec& mask, Index keys) {
    constexpr Index mostRows = 64; // more rows of a pattern see more keys that are not each other's
    if (mask.hasPattern() && !mask.global)
        return mostRows;
    const Index cells = Index{1} << (mask.hasPattern() ? 23 : 20); // global rows are few, but see all keys
    return std::clamp<Index>(cells / std::max<Index>(keys, 1), 4, mostRows);
}

namespace {

// False when stopped.
bool contextInBlocks(StreamingAttention& streaming, const MatrixF& v, MatrixF& context, const std::stop_token& stop,
                     const std::function<void(double)>& progress) {
    constexpr Index work = Index{1} << 31; // multiplications between two reports of progress
    const Index step = std::max<Index>(work / std::max<Index>(streaming.keys() * (v.cols() + 64), 1), 192);
    for (Index first = 0; first < context.rows(); first += step) {
        StreamingRequest request;
        request.rows = {first, std::min(first + step, context.rows())};
        request.values = kernels::viewOf(v);
        request.context = kernels::viewOf(context).middleRows(first, request.rows.size());
        request.stop = stop;
        if (!streaming.run(request))
            return false;
        if (progress)
            progress(static_cast<double>(request.rows.end) / static_cast<double>(context.rows()));
    }
    return true;
}

} // namespace

template <class T>
std::optional<Result<Matrix<T>>> attendContext(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v,
                                               ScoreFunction function, const Parameters& parameters,
                                               const MaskSpec& spec, const Normalizer& normalizer, std::stop_token stop,
                                               const std::function<void(double)>& progress) {
    using R = Result<Matrix<T>>;
    const auto mask = MaskRows::of(spec, q.rows(), k.rows());
    if (!mask)
        return R(mask.error());
    Matrix<T> context(q.rows(), v.cols());
    if constexpr (std::is_same_v<T, float>) {
        if (k.rows() != v.rows())
            return R(makeError(keysAndValuesDiffer, {std::to_string(k.rows()), std::to_string(v.rows())}));
        StreamingAttention streaming;
        const auto prepared =
            streaming.prepare(function, kernels::viewOf(q), kernels::viewOf(k), parameters, spec, normalizer);
        if (!prepared)
            return R(prepared.error());
        if (streaming.inBlocks())
            return contextInBlocks(streaming, v, context, stop, progress) ? std::optional(R(std::move(context)))
                                                                          : std::nullopt;
    }
    const Index step = rowsAtATime(spec, k.rows());
    const Index blocks = (q.rows() + step - 1) / step;
    Index done = 0;
    std::mutex telling; // one at a time and in order, as a callback may expect
    std::atomic<bool> failed = false;
    std::optional<Error> error;
    tbb::parallel_for(Index{0}, blocks, [&](Index n) {
        if (stop.stop_requested() || failed)
            return;
        const Rows rows{n * step, std::min(q.rows(), (n + 1) * step)};
        auto block = attendRows<T>(q, k, v, function, parameters, *mask, normalizer, rows);
        if (!block) {
            if (!failed.exchange(true))
                error = block.error();
            return;
        }
        context.middleRows(rows.begin, rows.size()) = block->attention.context;
        if (progress) {
            const std::lock_guard lock(telling);
            progress(static_cast<double>(++done) / static_cast<double>(blocks));
        }
    });
    if (error)
        return R(*error);
    if (stop.stop_requested())
        return std::nullopt;
    return R(std::move(context));
}

template Result<RowBlock<double>> attendRows(const MatrixD&, const MatrixD&, const MatrixD&, ScoreFunction,
                                             const Parameters&, const MaskRows&, const Normalizer&, Rows);
template Result<RowBlock<float>> attendRows(const MatrixF&, const MatrixF&, const MatrixF&, ScoreFunction,
                                            const Parameters&, const MaskRows&, const Normalizer&, Rows);
template std::optional<Result<MatrixD>> attendContext(const MatrixD&, const MatrixD&, const MatrixD&, ScoreFunction,
                                                      const Parameters&, const MaskSpec&, const Normalizer&,
                                                      std::stop_token, const std::function<void(double)>&);
template std::optional<Result<MatrixF>> attendContext(const MatrixF&, const MatrixF&, const MatrixF&, ScoreFunction,
                                                      const Parameters&, const MaskSpec&, const Normalizer&,
                                                      std::stop_token, const std::function<void(double)>&);

} // namespace heedmap::attention
