#include "tests/bench/references.h"

#include "core/kernels/elementwise.h"

#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace heedmap::bench {

namespace {

template <class Work>
void forRows(Index rows, int threads, const Work& work) {
    const Index block = std::max<Index>(16, (rows + 4 * threads - 1) / (4 * threads));
    tbb::task_arena arena(threads);
    arena.execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<Index>(0, rows, static_cast<std::size_t>(block)),
            [&](const tbb::blocked_range<Index>& range) { work(range.begin(), range.end() - range.begin()); },
            tbb::simple_partitioner());
    });
}

template <class Exponential>
void softmaxRows(MatrixF& alpha, Index first, Index count, const Exponential& exponential) {
    for (Index i = first; i < first + count; ++i) {
        auto row = alpha.row(i).array();
        row -= row.maxCoeff();
        exponential(alpha.data() + i * alpha.cols(), alpha.cols());
        row *= 1 / row.sum();
    }
}

void eigenExponential(float* row, Index count) {
    Eigen::Map<Eigen::ArrayXf> numbers(row, count);
    numbers = numbers.exp();
}

float scaleOf(const Buffers& buffers) {
    return 1 / std::sqrt(static_cast<float>(buffers.q.cols()));
}

void eigenInto(MatrixF& alpha, Buffers& buffers, int threads) {
    forRows(alpha.rows(), threads, [&](Index first, Index count) {
        alpha.middleRows(first, count).noalias() =
            (buffers.q.middleRows(first, count) * scaleOf(buffers)) * buffers.k.transpose();
        softmaxRows(alpha, first, count, eigenExponential);
        buffers.context.middleRows(first, count).noalias() = alpha.middleRows(first, count) * buffers.v;
    });
}

} // namespace

void eigenAttention(Buffers& buffers, int threads) {
    eigenInto(buffers.alpha, buffers, threads);
}

void eigenAttentionFresh(Buffers& buffers, int threads) {
    MatrixF alpha(buffers.q.rows(), buffers.k.rows());
    eigenInto(alpha, buffers, threads);
}

OneDnn::OneDnn() {
    for (const char* name : {"libdnnl.so.3", "libdnnl.so.2"}) {
        void* const library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
        if (library == nullptr)
            continue;
        multiply_ = reinterpret_cast<Multiply>(dlsym(library, "dnnl_sgemm"));
        setThreads_ = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
        return;
    }
}

void OneDnn::attention(Buffers& buffers, int threads) const {
    const Index n = buffers.q.rows();
    const Index d = buffers.q.cols();
    if (setThreads_ != nullptr)
        setThreads_(threads);
    multiply_('N', 'T', n, n, d, scaleOf(buffers), buffers.q.data(), d, buffers.k.data(), d, 0, buffers.alpha.data(),
              n);
    forRows(n, threads, [&](Index first, Index count) {
        softmaxRows(buffers.alpha, first, count, [](float* row, Index size) { kernels::exponentials(row, size, row); });
    });
    multiply_('N', 'N', n, d, n, 1, buffers.alpha.data(), n, buffers.v.data(), d, 0, buffers.context.data(), d);
}

} // namespace heedmap::bench
