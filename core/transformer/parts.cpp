#include "core/transformer/parts.h"

#include "core/kernels/elementwise.h"

#include <cmath>
#include <numbers>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace heedmap::transformer {

namespace {

using kernels::View;

// Calls work(row) for all rows, spread over the processors where there is enough of it.
template <class Work>
void forEachRow(Index rows, Index columns, const Work& work) {
    const Index block = std::max<Index>((Index{1} << 14) / std::max<Index>(columns, 1), 1);
    tbb::parallel_for(
        tbb::blocked_range<Index>(0, rows, static_cast<std::size_t>(block)),
        [&](const tbb::blocked_range<Index>& range) {
            for (Index i = range.begin(); i < range.end(); ++i)
                work(i);
        },
        tbb::simple_partitioner());
}

template <class T>
struct NormNumbers {
    NormNumbers(const Norm& norm, NormKind normKind, double normEpsilon)
        : kind(normKind)
        , epsilon(normEpsilon)
        , weight(numbersOf<T>(norm.weight)) {
        if (norm.bias.view.data() != nullptr)
            bias = numbersOf<T>(norm.bias);
    }

    void operator()(const T* x, T* y) const {
        const auto size = static_cast<Index>(weight.size());
        double mean = 0;
        if (kind == NormKind::layer) {
            for (Index c = 0; c < size; ++c)
                mean += static_cast<double>(x[c]);
            mean /= static_cast<double>(size);
        }
        double squares = 0;
        for (Index c = 0; c < size; ++c) {
            const double centered = static_cast<double>(x[c]) - mean;
            squares += centered * centered;
        }
        const double factor = 1 / std::sqrt(squares / static_cast<double>(size) + epsilon);
        const T one = kind == NormKind::rmsAroundOne ? T{1} : T{0};
        for (Index c = 0; c < size; ++c) {
            const auto place = static_cast<std::size_t>(c);
            const T normalized = static_cast<T>((static_cast<double>(x[c]) - mean) * factor);
            y[c] = normalized * (one + weight[place]) + (bias.empty() ? T{0} : bias[place]);
        }
    }

    NormKind kind;
    double epsilon;
    std::vector<T> weight;
    std::vector<T> bias;
};

// f of every number of a row: by the loops in float32.
void exponentialsOf(const float* x, Index count, float* out) {
    kernels::exponentials(x, count, out);
}
void exponentialsOf(const double* x, Index count, double* out) {
    std::transform(x, x + count, out, [](double value) { return std::exp(value); });
}
void tangentsOf(const float* x, Index count, float* out) {
    kernels::tangents(x, count, out);
}
void tangentsOf(const double* x, Index count, double* out) {
    std::transform(x, x + count, out, [](double value) { return std::tanh(value); });
}

template <class T>
void activateRow(Activation activation, T* x, Index count, std::vector<T>& space) {
    space.resize(static_cast<std::size_t>(count));
    T* const f = space.data();
    switch (activation) {
    case Activation::relu:
        for (Index c = 0; c < count; ++c)
            x[c] = std::max(x[c], T{0});
        return;
    case Activation::gelu:
        for (Index c = 0; c < count; ++c)
            x[c] = x[c] / 2 * (1 + std::erf(x[c] * static_cast<T>(std::numbers::sqrt2 / 2)));
        return;
    case Activation::geluTanh:
        for (Index c = 0; c < count; ++c)
            f[c] = static_cast<T>(std::numbers::sqrt2 * std::numbers::inv_sqrtpi) *
                   (x[c] + static_cast<T>(0.044715) * x[c] * x[c] * x[c]);
        tangentsOf(f, count, f);
        for (Index c = 0; c < count; ++c)
            x[c] = x[c] / 2 * (1 + f[c]);
        return;
    case Activation::silu:
        for (Index c = 0; c < count; ++c)
            f[c] = -x[c];
        exponentialsOf(f, count, f);
        for (Index c = 0; c < count; ++c)
            x[c] /= 1 + f[c];
        return;
    }
}

std::vector<double> frequencies(const Rotary& rotary, Index half) {
    std::vector<double> inverse(static_cast<std::size_t>(half));
    for (Index c = 0; c < half; ++c) {
        double f = std::pow(rotary.theta, -static_cast<double>(c) / static_cast<double>(half));
        const RotaryScaling& s = rotary.scaling;
        if (s.kind == RotaryScaling::Kind::linear) {
            f /= s.factor;
        } else if (s.kind == RotaryScaling::Kind::llama3) {
            const double turns = s.originalPositions * f / (2 * std::numbers::pi); // within the trained context
            const double kept =
                std::clamp((turns - s.lowFrequencyFactor) / (s.highFrequencyFactor - s.lowFrequencyFactor), 0.0, 1.0);
            f = (1 - kept) * f / s.factor + kept * f;
        }
        inverse[static_cast<std::size_t>(c)] = f;
    }
    return inverse;
}

} // namespace

template <class T>
void normalize(const Norm& norm, NormKind kind, double epsilon, View<const T> x, View<T> y) {
    const NormNumbers<T> numbers(norm, kind, epsilon);
    HEEDMAP_EXPECTS(static_cast<Index>(numbers.weight.size()) == x.columns && x.columns == y.columns);
    forEachRow(x.rows, x.columns, [&](Index i) { numbers(x.row(i), y.row(i)); });
}

template <class T>
void normalizeHeads(const Norm& norm, NormKind kind, double epsilon, Index size, View<T> x) {
    const NormNumbers<T> numbers(norm, kind, epsilon);
    HEEDMAP_EXPECTS(static_cast<Index>(numbers.weight.size()) == size && x.columns % size == 0);
    forEachRow(x.rows, x.columns, [&](Index i) {
        for (Index c = 0; c < x.columns; c += size)
            numbers(x.row(i) + c, x.row(i) + c);
    });
}

template <class T>
void activate(Activation activation, View<T> x) {
    forEachRow(x.rows, x.columns, [&](Index i) {
        std::vector<T> space;
        activateRow(activation, x.row(i), x.columns, space);
    });
}

template <class T>
void rotate(const Rotary& rotary, Index size, Index first, View<T> x) {
    HEEDMAP_EXPECTS(size % 2 == 0 && x.columns % size == 0);
    const Index half = size / 2;
    const std::vector<double> inverse = frequencies(rotary, half);
    forEachRow(x.rows, x.columns, [&](Index i) {
        std::vector<T> turn(static_cast<std::size_t>(size));
        for (Index c = 0; c < half; ++c) {
            const double angle = static_cast<double>(first + i) * inverse[static_cast<std::size_t>(c)];
            turn[static_cast<std::size_t>(c)] = static_cast<T>(std::cos(angle));
            turn[static_cast<std::size_t>(c + half)] = static_cast<T>(std::sin(angle));
        }
        for (T* head = x.row(i); head != x.row(i) + x.columns; head += size) {
            for (Index c = 0; c < half; ++c) {
                const T cosine = turn[static_cast<std::size_t>(c)];
                const T sine = turn[static_cast<std::size_t>(c + half)];
                const T a = head[c];
                const T b = head[c + half];
                head[c] = a * cosine - b * sine;
                head[c + half] = b * cosine + a * sine;
            }
        }
    });
}

template <class T>
void addSinusoids(Index first, View<T> x) {
    const Index half = x.columns / 2;
    for (Index i = 0; i < x.rows; ++i) {
        for (Index c = 0; c < half; ++c) {
            const double exponent = 2 * static_cast<double>(c) / static_cast<double>(x.columns);
            const double angle = static_cast<double>(first + i) / std::pow(10000.0, exponent);
            x.row(i)[c] += static_cast<T>(std::sin(angle));
            x.row(i)[c + half] += static_cast<T>(std::cos(angle));
        }
    }
}

Index bucketOf(Index distance, bool causal, Index buckets, Index farthest) {
    Index base = 0;
    if (causal) {
        distance = std::max<Index>(-distance, 0);
    } else {
        buckets /= 2;
        base = distance > 0 ? buckets : 0;
        distance = std::abs(distance);
    }
    const Index exact = buckets / 2;
    if (distance < exact)
        return base + distance;
    // In float32, as the models were trained: at the edges of the buckets rounding decides.
    const float ratio = std::log(static_cast<float>(distance) / static_cast<float>(exact)) /
                        static_cast<float>(std::log(static_cast<double>(farthest) / static_cast<double>(exact)));
    const auto far = exact + static_cast<Index>(ratio * static_cast<float>(buckets - exact));
    return base + std::min(far, buckets - 1);
}

template <class T>
std::shared_ptr<const DistanceBias<T>> distanceBias(const Tensor& table, bool causal, Index farthest) {
    const Index buckets = table.shape()[0];
    const Index heads = table.shape()[1];
    const std::vector<T> numbers = numbersOf<T>(table);
    auto bias = std::make_shared<DistanceBias<T>>();
    bias->farthest = farthest;
    bias->numbers.reserve(static_cast<std::size_t>(heads * (2 * farthest + 1)));
    for (Index head = 0; head < heads; ++head)
        for (Index distance = -farthest; distance <= farthest; ++distance)
            bias->numbers.push_back(
                numbers[static_cast<std::size_t>(bucketOf(distance, causal, buckets, farthest) * heads + head)]);
    return bias;
}

#define HEEDMAP_PARTS(T)                                                                                               \
    template void normalize(const Norm&, NormKind, double, View<const T>, View<T>);                                    \
    template void normalizeHeads(const Norm&, NormKind, double, Index, View<T>);                                       \
    template void activate(Activation, View<T>);                                                                       \
    template void rotate(const Rotary&, Index, Index, View<T>);                                                        \
    template void addSinusoids(Index, View<T>);                                                                        \
    template std::shared_ptr<const DistanceBias<T>> distanceBias(const Tensor&, bool, Index);
HEEDMAP_PARTS(float)
HEEDMAP_PARTS(double)
#undef HEEDMAP_PARTS

} // namespace heedmap::transformer
