// Times attention, and what bounds it, as JSON: each figure beside its reference run in the same process.
//   heedmap_bench [--largest N] [SECTION…]     sections: alpha context small additive masks errors; all without one
// Not part of the tests: figures of a busy machine say nothing.
#include "core/attention/attention.h"
#include "core/attention/streaming.h"
#include "core/kernels/target.h"
#include "core/tensor/large_array.h"
#include "tests/bench/limits.h"
#include "tests/bench/references.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <tbb/task_arena.h>

using namespace heedmap;
using namespace heedmap::attention;
using kernels::viewOf;
using nlohmann::ordered_json;

namespace {

constexpr Index dimension = 64;
Index largest = 16384;

double seconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
}

// Medians in ms of several works that take turns, so that a machine that drifts does so for all of them.
std::vector<double> mediansInTurn(const std::vector<std::function<void()>>& works, double budget = 1.0) {
    std::vector<std::vector<double>> times(works.size());
    for (const auto& work : works)
        work();
    double spent = 0;
    for (int round = 0; round < 3 || (spent < budget && round < 4001); ++round)
        for (std::size_t i = 0; i < works.size(); ++i) {
            times[i].push_back(seconds(works[i]));
            spent += times[i].back();
        }
    std::vector<double> result;
    for (auto& time : times)
        result.push_back(1e3 * median(time));
    return result;
}

struct Subject {
    explicit Subject(Index n, Index values = dimension)
        : buffers{} {
        RandomStream random(1);
        buffers.q = normalMatrix(n, dimension, random).cast<float>();
        buffers.k = normalMatrix(n, dimension, random).cast<float>();
        buffers.v = normalMatrix(n, values, random).cast<float>();
        buffers.context = MatrixF::Zero(n, values);
    }
    void prepare() {
        streaming
            .prepare(function, viewOf(std::as_const(buffers.q)), viewOf(std::as_const(buffers.k)), parameters, mask)
            .ok();
    }
    StreamingRequest request(int threads) {
        StreamingRequest request;
        request.rows = {0, buffers.q.rows()};
        request.values = viewOf(std::as_const(buffers.v));
        request.context = viewOf(buffers.context);
        request.threads = threads;
        return request;
    }
    // From Q, K and V to α and context, or to the context only.
    void alphaAndContext(int threads) {
        prepare();
        StreamingRequest asked = request(threads);
        asked.alpha = {alpha.data(), buffers.q.rows(), buffers.k.rows()};
        streaming.run(asked);
    }
    void contextOnly(int threads) {
        prepare();
        streaming.run(request(threads));
    }

    bench::Buffers buffers;
    LargeArray<float> alpha;
    ScoreFunction function = ScoreFunction::scaled_dot;
    Parameters parameters;
    MaskSpec mask;
    StreamingAttention streaming;
};

double limitOf(Index n, int threads) {
    static const double peaks[] = {bench::multiplyAddPeak(1), bench::multiplyAddPeak(2)};
    return 4.0 * static_cast<double>(n) * static_cast<double>(n) * dimension / peaks[threads - 1] * 1e-6;
}

ordered_json alphaFigures() {
    ordered_json figures;
    const bench::OneDnn oneDnn;
    for (Index n = 512; n <= largest; n *= 2)
        for (const int threads : {1, 2}) {
            Subject subject(n);
            subject.alpha.assign(static_cast<std::size_t>(n * n), 0.0F);
            subject.buffers.alpha = MatrixF::Zero(n, n);
            const auto fresh = [&] {
                subject.alpha = LargeArray<float>();
                subject.alpha.resize(static_cast<std::size_t>(n * n));
                subject.alphaAndContext(threads);
            };
            tbb::task_arena arena(threads);
            const auto attended = [&] {
                arena.execute([&] {
                    attend<float>(subject.buffers.q, subject.buffers.k, subject.buffers.v, subject.function, {}, {}, {})
                        .ok();
                });
            };
            std::vector<std::function<void()>> works{[&] { subject.alphaAndContext(threads); }, fresh, attended};
            if (oneDnn.isHere())
                works.push_back([&] { oneDnn.attention(subject.buffers, threads); });
            if (n <= 4096) {
                works.push_back([&] { bench::eigenAttention(subject.buffers, threads); });
                works.push_back([&] { bench::eigenAttentionFresh(subject.buffers, threads); });
            }
            const std::vector<double> ms = mediansInTurn(works);
            std::size_t next = 3;
            ordered_json figure{{"n", n}, {"threads", threads}, {"ms", ms[0]}, {"fresh_ms", ms[1]}};
            figure["attend_ms"] = ms[2]; // and the scores, all of it fresh
            figure["limit_ms"] = limitOf(n, threads);
            figure["part_of_limit"] = limitOf(n, threads) / ms[0];
            if (oneDnn.isHere())
                figure["onednn_ms"] = ms[next++];
            if (n <= 4096) {
                figure["eigen_ms"] = ms[next++];
                figure["eigen_fresh_ms"] = ms[next];
            }
            figures.push_back(figure);
        }
    return figures;
}

ordered_json contextFigures() {
    ordered_json figures;
    for (Index n = 1024; n <= largest; n *= 2)
        for (const int threads : {1, 2}) {
            Subject subject(n);
            const double ms = mediansInTurn({[&] {
                subject.contextOnly(threads);
            }})[0];
            figures.push_back(
                {{"n", n}, {"threads", threads}, {"ms", ms}, {"part_of_limit", limitOf(n, threads) / ms}});
        }
    return figures;
}

ordered_json smallFigures() {
    ordered_json figures;
    for (const Index n : {3, 32, 64, 128, 256}) {
        Subject subject(n);
        subject.alpha.assign(static_cast<std::size_t>(n * n), 0.0F);
        const double ms = mediansInTurn({[&] {
                                            subject.alphaAndContext(1);
                                        }},
                                        0.2)[0];
        figures.push_back({{"n", n}, {"us", 1e3 * ms}});
    }
    return figures;
}

ordered_json additiveFigures() {
    ordered_json figures;
    const double rates[] = {bench::tangentRate(1), bench::tangentRate(2)};
    for (Index n = 512; n <= std::min<Index>(largest, 4096); n *= 2)
        for (const int threads : {1, 2}) {
            Subject subject(n);
            subject.function = ScoreFunction::additive;
            RandomStream random(3);
            subject.parameters.w_s = normalMatrix(64, dimension, random) * 0.1;
            subject.parameters.w_h = normalMatrix(64, dimension, random) * 0.1;
            subject.parameters.v = normalMatrix(64, 1, random);
            subject.alpha.assign(static_cast<std::size_t>(n * n), 0.0F);
            tbb::task_arena arena(threads); // prepare() takes all threads there are
            const double ms = mediansInTurn({[&] {
                arena.execute([&] { subject.alphaAndContext(threads); });
            }})[0];
            const double tangents = static_cast<double>(n * n) * 64 / rates[threads - 1] * 1e-6;
            figures.push_back({{"n", n},
                               {"threads", threads},
                               {"ms", ms},
                               {"tanh_limit_ms", tangents},
                               {"times_tanh_limit", tangents / ms}});
        }
    return figures;
}

// Multiply–adds that a mask leaves, as a part of all.
double allowedPart(const RowMask& mask, Index n) {
    double allowed = 0;
    for (Index i = 0; i < n; ++i)
        allowed += static_cast<double>(mask.span({i, i + 1}).size());
    return allowed / (static_cast<double>(n) * static_cast<double>(n));
}

ordered_json maskFigures() {
    ordered_json figures;
    for (const auto& [text, n] : {std::pair<const char*, Index>{"causal", 8192}, {"window:256", 65536}}) {
        if (n > 4 * largest)
            continue;
        Subject full(n);
        Subject masked(n);
        masked.mask = parseMask(text).value();
        const bool withAlpha = n <= 8192;
        for (Subject* subject : {&full, &masked})
            subject->alpha.assign(withAlpha ? static_cast<std::size_t>(n * n) : 0, 0.0F);
        const auto run = [&](Subject& subject) {
            return [&subject, withAlpha] {
                withAlpha ? subject.alphaAndContext(2) : subject.contextOnly(2);
            };
        };
        const std::vector<double> ms = mediansInTurn({run(full), run(masked)}, 2.0);
        figures.push_back({{"mask", text},
                           {"n", n},
                           {"full_ms", ms[0]},
                           {"masked_ms", ms[1]},
                           {"part_of_time", ms[1] / ms[0]},
                           {"part_of_multiply_adds", allowedPart(masked.streaming.mask(), n)}});
    }
    return figures;
}

// The largest relative error of α > 10⁻³⁰ and of the sum of a row, over 16 rows of all.
ordered_json errorOf(Subject& subject) {
    const Index n = subject.buffers.q.rows();
    subject.prepare();
    const MatrixD k = subject.buffers.k.cast<double>();
    const MatrixD noValues(n, 0);
    double worst = 0;
    double worstSum = 0;
    const Index rows = std::min<Index>(n, 16);
    for (Index r = 0; r < rows; ++r) {
        const Index row = r * (n - 1) / std::max<Index>(rows - 1, 1);
        const auto exact = attend<double>(MatrixD(subject.buffers.q.row(row).cast<double>()), k, noValues,
                                          subject.function, subject.parameters, {}, {});
        MatrixF alpha(1, n);
        StreamingRequest request;
        request.rows = {row, row + 1};
        request.alpha = viewOf(alpha);
        subject.streaming.run(request);
        for (Index j = 0; j < n; ++j)
            if (const double weight = exact.value().alpha(0, j); weight > 1e-30)
                worst = std::max(worst, std::abs(static_cast<double>(alpha(0, j)) / weight - 1));
        worstSum = std::max(worstSum, std::abs(alpha.cast<double>().sum() - 1));
    }
    return {{"score", nameOf(subject.function)}, {"n", n}, {"alpha", worst}, {"row_sum", worstSum}};
}

ordered_json errorFigures() {
    ordered_json figures;
    for (const ScoreFunction function : allScoreFunctions)
        for (const Index n : {3, 64, 1024, 8192, 65536}) {
            if (n > 4 * largest)
                continue;
            Subject subject(n, 0);
            subject.function = function;
            subject.parameters = withSeededScores({}, dimension, dimension, 64, 1);
            figures.push_back(errorOf(subject));
        }
    return figures;
}

} // namespace

int main(int count, char** arguments) {
    const std::vector<std::pair<std::string, ordered_json (*)()>> sections{
        {"alpha", alphaFigures},       {"context", contextFigures}, {"small", smallFigures},
        {"additive", additiveFigures}, {"masks", maskFigures},      {"errors", errorFigures}};
    std::vector<std::string> wanted;
    for (int i = 1; i < count; ++i) {
        if (std::string(arguments[i]) == "--largest" && i + 1 < count)
            largest = std::atol(arguments[++i]);
        else
            wanted.emplace_back(arguments[i]);
    }
    ordered_json all;
    all["target"] = kernels::currentTarget();
    all["multiply_add_peak_gflops"] = {bench::multiplyAddPeak(1), bench::multiplyAddPeak(2)};
    all["tanh_rate_g"] = {bench::tangentRate(1), bench::tangentRate(2)};
    for (const auto& [name, figures] : sections)
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end())
            all[name] = figures();
    std::cout << all.dump(2) << '\n';
    return 0;
}
