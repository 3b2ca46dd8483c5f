#include "core/transformer/trace.h"

#include "core/attention/attention.h"
#include "core/attention/computed_alpha.h"
#include "core/kernels/multiply.h"
#include "core/transformer/biased_alpha.h"

#include <atomic>
#include <mutex>
#include <tbb/parallel_for.h>

namespace heedmap::transformer {

namespace {

using attention::ScoreFunction;
using kernels::View;
using kernels::viewOf;

template <class T>
ScoreFunction functionOf(const AttentionTrace<T>& trace) {
    return trace.scaled ? ScoreFunction::scaled_dot : ScoreFunction::dot;
}

Result<void> contextOfHead(const AttentionTrace<float>& trace, Head head, Index first, View<float> context) {
    attention::StreamingAttention streaming;
    if (auto prepared = streaming.prepare(functionOf(trace), trace.query(head), trace.key(head), {}, trace.mask);
        !prepared)
        return prepared;
    attention::StreamingRequest request;
    request.rows = {first, trace.q.rows()};
    request.values = trace.value(head);
    request.context = context;
    request.threads = 1;
    streaming.run(request);
    return {};
}

Result<void> contextOfHead(const AttentionTrace<double>& trace, Head head, Index first, View<double> context) {
    const auto attended =
        attention::attend<double>(kernels::matrixOf(trace.query(head)), kernels::matrixOf(trace.key(head)),
                                  kernels::matrixOf(trace.value(head)), functionOf(trace), {}, trace.mask, {});
    if (!attended)
        return attended.error();
    for (Index i = 0; i < context.rows; ++i)
        std::copy_n(attended->context.data() + (first + i) * context.columns, context.columns, context.row(i));
    return {};
}

} // namespace

template <class T>
Result<std::shared_ptr<const attention::AlphaSource>> alphaOf(const AttentionTrace<T>& trace, Head head) {
    using R = Result<std::shared_ptr<const attention::AlphaSource>>;
    HEEDMAP_EXPECTS(0 <= head.value && head.value < trace.heads);
    if (trace.bias) {
        auto biased = BiasedAlpha<T>::make(trace, head);
        return biased ? R(*std::move(biased)) : R(biased.error());
    }
    if constexpr (std::is_same_v<T, float>) {
        auto computed =
            attention::ComputedAlpha::make(functionOf(trace), trace.query(head), trace.key(head), {}, trace.mask);
        return computed ? R(*std::move(computed)) : R(computed.error());
    } else {
        const Matrix<T> keys = kernels::matrixOf(trace.key(head));
        auto attended = attention::attend<T>(kernels::matrixOf(trace.query(head)), keys, Matrix<T>(keys.rows(), 0),
                                             functionOf(trace), {}, trace.mask, {});
        if (!attended)
            return attended.error();
        return R(std::make_shared<attention::DenseAlpha>(std::move(attended->alpha), std::move(attended->allowed)));
    }
}

template <class T>
Result<void> addContext(const AttentionTrace<T>& trace, Index first, View<T> context) {
    std::atomic<bool> failed = false;
    std::optional<Error> error;
    tbb::parallel_for(Index{0}, trace.heads, [&](Index h) {
        const View<T> own = context.middleColumns(h * trace.headSize, trace.headSize);
        Matrix<T> numbers(own.rows, own.columns);
        const auto done = trace.bias ? biasedContext<T>(trace, Head{h}, first, viewOf(numbers))
                                     : contextOfHead(trace, Head{h}, first, viewOf(numbers));
        if (!done) {
            if (!failed.exchange(true))
                error = done.error();
            return;
        }
        for (Index i = 0; i < own.rows; ++i)
            std::copy_n(numbers.data() + i * own.columns, own.columns, own.row(i));
    });
    return error ? Result<void>(*error) : Result<void>();
}

template Result<std::shared_ptr<const attention::AlphaSource>> alphaOf(const AttentionTrace<float>&, Head);
template Result<std::shared_ptr<const attention::AlphaSource>> alphaOf(const AttentionTrace<double>&, Head);
template Result<void> addContext(const AttentionTrace<float>&, Index, View<float>);
template Result<void> addContext(const AttentionTrace<double>&, Index, View<double>);

} // namespace heedmap::transformer
