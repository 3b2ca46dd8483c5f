#include "core/transformer/model.h"

#include "core/files/available_memory.h"
#include "core/files/mapped_file.h"
#include "core/transformer/parts.h"

#include <algorithm>
#include <cmath>

namespace heedmap::transformer {

namespace {

using kernels::View;
using kernels::viewOf;

template <class T>
void copyInto(View<const T> from, View<T> to) {
    for (Index i = 0; i < from.rows; ++i)
        std::copy_n(from.row(i), from.columns, to.row(i));
}

template <class T>
View<const T> reading(const Matrix<T>& matrix) {
    return viewOf(matrix);
}

// Layers of a stack for some more of its tokens: x (count × d) is the residual stream.
template <class T>
struct Stream {
    const Stack& stack;
    Index first; // position of the first of these tokens
    Matrix<T> x;

    // What a part works on.
    Matrix<T> before(const Norm& norm) const {
        Matrix<T> h = x;
        if (stack.normBefore)
            normalize<T>(norm, stack.norm, stack.epsilon, reading(h), viewOf(h));
        return h;
    }

    void add(const Matrix<T>& part, const Norm& norm, RowStore<T>& added) {
        copyInto(reading(part), added.append(part.rows()));
        x += part;
        if (!stack.normBefore)
            normalize<T>(norm, stack.norm, stack.epsilon, reading(x), viewOf(x));
    }
};

template <class T>
void addKeys(const Stack& stack, const AttentionWeights& weights, Index first, View<const T> h,
             AttentionTrace<T>& trace) {
    const View<T> k = trace.k.append(h.rows);
    const View<T> v = trace.v.append(h.rows);
    apply<T>(weights.k, h, k);
    apply<T>(weights.v, h, v);
    if (weights.kNorm.given())
        normalizeHeads<T>(weights.kNorm, stack.norm, stack.epsilon, stack.headSize, k);
    if (stack.positions == Positions::rotary)
        rotate<T>(stack.rotary, stack.headSize, first, k);
}

// Q, K and V of a matrix that holds the three side by side.
template <class T>
void addFused(const Stack& stack, const AttentionWeights& weights, View<const T> h, AttentionTrace<T>& trace) {
    const Index keys = stack.keyValueHeads * stack.headSize;
    Matrix<T> all(h.rows, weights.qkv.outputs());
    apply<T>(weights.qkv, h, viewOf(all));
    const View<const T> view = reading(all);
    const View<T> q = trace.q.append(h.rows);
    copyInto(view.middleColumns(0, q.columns), q);
    copyInto(view.middleColumns(q.columns, keys), trace.k.append(h.rows));
    copyInto(view.middleColumns(q.columns + keys, keys), trace.v.append(h.rows));
}

template <class T>
void addQueries(const Stack& stack, const AttentionWeights& weights, Index first, View<const T> h,
                AttentionTrace<T>& trace) {
    const View<T> q = trace.q.append(h.rows);
    apply<T>(weights.q, h, q);
    if (weights.qNorm.given())
        normalizeHeads<T>(weights.qNorm, stack.norm, stack.epsilon, stack.headSize, q);
    if (stack.positions == Positions::rotary)
        rotate<T>(stack.rotary, stack.headSize, first, q);
}

template <class T>
Result<void> mix(Stream<T>& stream, const AttentionWeights& weights, AttentionTrace<T>& trace) {
    Matrix<T> context(stream.x.rows(), trace.q.columns());
    if (auto done = addContext<T>(trace, trace.q.rows() - stream.x.rows(), viewOf(context)); !done)
        return done;
    Matrix<T> part(stream.x.rows(), stream.x.cols());
    apply<T>(weights.o, reading(context), viewOf(part));
    stream.add(part, weights.norm, trace.added);
    return {};
}

template <class T>
Result<void> selfAttention(Stream<T>& stream, const AttentionWeights& weights, AttentionTrace<T>& trace) {
    const Matrix<T> h = stream.before(weights.norm);
    if (weights.qkv.given()) {
        addFused<T>(stream.stack, weights, reading(h), trace);
    } else {
        addQueries<T>(stream.stack, weights, stream.first, reading(h), trace);
        addKeys<T>(stream.stack, weights, stream.first, reading(h), trace);
    }
    return mix(stream, weights, trace);
}

template <class T>
Result<void> crossAttention(Stream<T>& stream, const AttentionWeights& weights, View<const T> memory,
                            AttentionTrace<T>& trace) {
    const Matrix<T> h = stream.before(weights.norm);
    addQueries<T>(stream.stack, weights, stream.first, reading(h), trace);
    if (trace.k.rows() == 0)
        addKeys<T>(stream.stack, weights, 0, memory, trace);
    return mix(stream, weights, trace);
}

template <class T>
void feedForward(Stream<T>& stream, const LayerWeights& weights, RowStore<T>& added) {
    const Stack& stack = stream.stack;
    const Matrix<T> h = stream.before(weights.feedForwardNorm);
    Matrix<T> part(h.rows(), h.cols());
    // So many rows at a time that the inner layer stays small.
    const Index step = std::max<Index>((Index{1} << 24) / stack.inner, 64);
    for (Index first = 0; first < h.rows(); first += step) {
        const Index count = std::min(step, h.rows() - first);
        const View<const T> rows = reading(h).middleRows(first, count);
        Matrix<T> inner(count, stack.inner);
        apply<T>(weights.up, rows, viewOf(inner));
        if (stack.gated) {
            Matrix<T> gate(count, stack.inner);
            apply<T>(weights.gate, rows, viewOf(gate));
            activate<T>(stack.activation, viewOf(gate));
            inner = inner.cwiseProduct(gate);
        } else {
            activate<T>(stack.activation, viewOf(inner));
        }
        apply<T>(weights.down, reading(inner), viewOf(part).middleRows(first, count));
    }
    stream.add(part, weights.feedForwardNorm, added);
}

// The embeddings of tokens from position `first` on; `types` may be empty.
template <class T>
Matrix<T> embed(const Stack& stack, const StackWeights& weights, std::span<const TokenId> ids,
                std::span<const Index> types, std::span<const Index> rows) {
    Matrix<T> x(static_cast<Index>(ids.size()), stack.width);
    std::vector<T> row(static_cast<std::size_t>(stack.width));
    const auto add = [&](const Tensor& table, Index place, Index i) {
        copyRow<T>(table, place, row.data());
        for (Index c = 0; c < stack.width; ++c)
            x(i, c) += row[static_cast<std::size_t>(c)];
    };
    for (Index i = 0; i < x.rows(); ++i) {
        const auto place = static_cast<std::size_t>(i);
        copyRow<T>(weights.embedding, ids[place], row.data());
        for (Index c = 0; c < stack.width; ++c)
            x(i, c) = row[static_cast<std::size_t>(c)] * static_cast<T>(stack.embeddingScale);
        if (weights.positions.view.data() != nullptr)
            add(weights.positions, rows[place], i);
        else if (stack.positions == Positions::table)
            addSinusoids<T>(rows[place], viewOf(x).middleRows(i, 1));
        if (weights.types.view.data() != nullptr)
            add(weights.types, types.empty() ? 0 : types[place], i);
    }
    if (weights.embeddingNorm.given())
        normalize<T>(weights.embeddingNorm, stack.norm, stack.epsilon, reading(x), viewOf(x));
    return x;
}

Result<void> checkIds(const Stack& stack, std::span<const TokenId> ids, Index before) {
    const auto count = before + static_cast<Index>(ids.size());
    if (count == 0)
        return makeError(textEmpty);
    if (stack.mostPositions > 0 && count > stack.mostPositions)
        return makeError(textTooLong, {std::to_string(count), std::to_string(stack.mostPositions)});
    for (const TokenId id : ids)
        if (id < 0 || id >= stack.vocabulary)
            return makeError(tokenOutside, {std::to_string(id), std::to_string(stack.vocabulary)});
    return {};
}

attention::MaskSpec maskOf(const std::vector<std::uint8_t>& real) {
    attention::MaskSpec mask;
    const auto padding = std::ranges::find(real, std::uint8_t{0});
    if (padding == real.end())
        return mask;
    if (std::all_of(padding, real.end(), [](std::uint8_t one) { return one == 0; })) {
        mask.padding = padding - real.begin();
        return mask;
    }
    const auto count = static_cast<Index>(real.size());
    mask.custom =
        Eigen::Map<const Eigen::Matrix<std::uint8_t, 1, Eigen::Dynamic>>(real.data(), count).replicate(count, 1);
    return mask;
}

// The rows of the table of positions.
std::vector<Index> positionRows(const Architecture& model, std::span<const TokenId> ids) {
    std::vector<Index> rows;
    Index next = model.encoder.positionOffset;
    for (const TokenId id : ids)
        rows.push_back(model.positionsSkipPadding && id == model.padding ? model.padding : next++);
    return rows;
}

} // namespace

template <class T>
Run<T>::Run(std::shared_ptr<const Model> model, RunOptions options)
    : model_(std::move(model))
    , options_(std::move(options))
    , trace_(std::make_shared<Trace<T>>()) {}

template <class T>
StackTrace<T> Run<T>::emptyTrace(const Stack& stack) const {
    StackTrace<T> trace;
    const Index d = stack.width;
    trace.input = RowStore<T>(d);
    trace.final = RowStore<T>(d);
    const Index layers = options_.layers > 0 ? std::min(options_.layers, stack.layers) : stack.layers;
    const auto attention = [&] {
        AttentionTrace<T> part;
        part.heads = stack.heads;
        part.keyValueHeads = stack.keyValueHeads;
        part.headSize = stack.headSize;
        part.scaled = stack.scaledScores;
        part.q = RowStore<T>(stack.heads * stack.headSize);
        part.k = part.v = RowStore<T>(stack.keyValueHeads * stack.headSize);
        part.added = RowStore<T>(d);
        return part;
    };
    std::shared_ptr<const DistanceBias<T>> bias;
    if (stack.positions == Positions::buckets)
        bias = distanceBias<T>((stack.cross ? model_->weights().decoder : model_->weights().encoder).bucketBias,
                               stack.causal, stack.farthest);
    for (Index i = 0; i < layers; ++i) {
        LayerTrace<T> layer;
        layer.self = attention();
        layer.self.bias = bias;
        layer.self.mask.causal = stack.causal;
        if (stack.cross)
            layer.cross = attention();
        layer.feedForward = layer.output = RowStore<T>(d);
        trace.layers.push_back(std::move(layer));
    }
    return trace;
}

template <class T>
Result<void> Run<T>::checkMemory(Index encoded, Index decoded) const {
    const Architecture& model = model_->architecture();
    double numbers = 0;
    const auto add = [&](const Stack& stack, Index tokens) {
        const Index layers = options_.layers > 0 ? std::min(options_.layers, stack.layers) : stack.layers;
        const Index row = (stack.heads + 2 * stack.keyValueHeads) * stack.headSize * (stack.cross ? 2 : 1) +
                          stack.width * (stack.cross ? 4 : 3);
        numbers +=
            static_cast<double>(tokens) * (static_cast<double>(layers * row) + 8.0 * static_cast<double>(stack.width));
    };
    add(model.encoder, encoded);
    add(model.decoder, decoded);
    if (options_.logits == LogitsOf::all && model_->hasLogits())
        numbers += static_cast<double>(model.kind == Kind::encoder ? encoded : decoded) *
                   static_cast<double>(model_->weights().output.outputs());
    const double bytes = numbers * sizeof(T);
    constexpr double little = 1 << 26;
    if (bytes > little && bytes > static_cast<double>(files::availableMemory()))
        return makeError(files::notEnoughMemory, {std::to_string(static_cast<std::uint64_t>(bytes))})
            .in(model_->folder());
    return {};
}

template <class T>
Result<void> Run<T>::checkFinite(View<const T> states) const {
    for (Index i = 0; i < states.rows; ++i)
        if (!std::all_of(states.row(i), states.row(i) + states.columns, [](T x) { return std::isfinite(x); })) {
            if (auto problem = model_->tensors().problem())
                return *problem;
            if (const auto name = model_->tensors().firstNotFinite())
                return makeError(notFinite, {*name}).in(model_->tensors().path());
            return makeError(statesNotFinite).in(model_->folder());
        }
    return {};
}

template <class T>
Result<void> Run<T>::through(const Stack& stack, const StackWeights& weights, StackTrace<T>& trace, Matrix<T> x,
                             const attention::MaskSpec& mask) {
    const Index count = x.rows();
    Stream<T> stream{stack, trace.length(), std::move(x)};
    copyInto(reading(stream.x), trace.input.append(count));
    for (std::size_t i = 0; i < trace.layers.size(); ++i) {
        if (options_.stop.stop_requested())
            return makeError(runStopped);
        LayerTrace<T>& layer = trace.layers[i];
        const std::optional<Index> window = stack.window(static_cast<Index>(i));
        layer.self.mask.window = window && *window < trace.length() - 1 ? window : std::nullopt;
        layer.self.mask.padding = mask.padding;
        layer.self.mask.custom = mask.custom;
        if (auto done = selfAttention(stream, weights.layers[i].self, layer.self); !done)
            return done;
        if (layer.cross) {
            // The encoder's padding is hidden from the decoder as well.
            const attention::MaskSpec& hidden = trace_->encoder->layers.front().self.mask;
            layer.cross->mask.padding = hidden.padding;
            if (hidden.custom.size() != 0)
                layer.cross->mask.custom = hidden.custom.row(0).replicate(trace.input.rows(), 1);
            if (auto done =
                    crossAttention(stream, weights.layers[i].cross, trace_->encoder->final.view(), *layer.cross);
                !done)
                return done;
        }
        feedForward(stream, weights.layers[i], layer.feedForward);
        copyInto(reading(stream.x), layer.output.append(count));
        if (auto finite = checkFinite(reading(stream.x)); !finite)
            return finite;
        if (options_.progress)
            options_.progress(static_cast<double>(i + 1) / static_cast<double>(trace.layers.size()));
    }
    const View<T> final = trace.final.append(count);
    if (weights.finalNorm.given())
        normalize<T>(weights.finalNorm, stack.norm, stack.epsilon, reading(stream.x), final);
    else
        copyInto(reading(stream.x), final);
    if (auto problem = model_->tensors().problem())
        return *problem;
    return {};
}

template <class T>
Result<void> Run<T>::putOut(const Stack& stack, View<const T> final) {
    if (options_.logits == LogitsOf::none || !model_->hasLogits() ||
        (options_.layers > 0 && options_.layers < stack.layers))
        return {};
    const Architecture& model = model_->architecture();
    const ModelWeights& weights = model_->weights();
    if (model.patches)
        final = final.middleRows(0, 1); // the class token
    else if (options_.logits == LogitsOf::last)
        final = final.middleRows(final.rows - 1, 1);
    Matrix<T> h = kernels::matrixOf(final);
    if (weights.headDense.given()) {
        Matrix<T> dense(h.rows(), h.cols());
        apply<T>(weights.headDense, reading(h), viewOf(dense));
        activate<T>(model.headActivation, viewOf(dense));
        normalize<T>(weights.headNorm, stack.norm, stack.epsilon, reading(dense), viewOf(h));
    }
    h *= static_cast<T>(model.finalScale);
    if (options_.logits == LogitsOf::last || trace_->logits.columns() == 0)
        trace_->logits = RowStore<T>(weights.output.outputs());
    apply<T>(weights.output, reading(h), trace_->logits.append(h.rows()));
    return checkFinite(trace_->logits.last(h.rows()));
}

template <class T>
Result<void> Run<T>::encode(const Text& text) {
    const Architecture& model = model_->architecture();
    HEEDMAP_EXPECTS(model.kind != Kind::decoder && !trace_->encoder);
    HEEDMAP_EXPECTS(text.types.empty() || text.types.size() == text.ids.size());
    HEEDMAP_EXPECTS(text.real.empty() || text.real.size() == text.ids.size());
    if (model.patches)
        return makeError(needsPicture).in(model_->folder());
    if (auto fits = checkIds(model.encoder, text.ids, 0); !fits)
        return Error(fits.error()).in(model_->folder());
    for (const Index type : text.types)
        if (type < 0 || (model.types > 0 && type >= model.types))
            return makeError(typeOutside, {std::to_string(type), std::to_string(model.types)}).in(model_->folder());
    if (auto fits = checkMemory(static_cast<Index>(text.ids.size()), 0); !fits)
        return fits;
    trace_->encoder = emptyTrace(model.encoder);
    Matrix<T> x =
        embed<T>(model.encoder, model_->weights().encoder, text.ids, text.types, positionRows(model, text.ids));
    if (auto done =
            through(model.encoder, model_->weights().encoder, *trace_->encoder, std::move(x), maskOf(text.real));
        !done)
        return done;
    return model.kind == Kind::encoder ? putOut(model.encoder, trace_->encoder->final.view()) : Result<void>();
}

template <class T>
Result<void> Run<T>::look(View<const T> pixels) {
    const Architecture& model = model_->architecture();
    HEEDMAP_EXPECTS(!trace_->encoder);
    if (!model.patches)
        return makeError(needsText).in(model_->folder());
    const Patches& patches = *model.patches;
    HEEDMAP_EXPECTS(pixels.rows == patches.channels && pixels.columns == patches.imageHeight * patches.imageWidth);
    const StackWeights& weights = model_->weights().encoder;
    const Index tokens = patches.rows() * patches.columns() + 1;
    if (auto fits = checkMemory(tokens, 0); !fits)
        return fits;
    const Index a = patches.size;
    Matrix<T> flat(tokens - 1, patches.channels * a * a);
    for (Index i = 0; i < flat.rows(); ++i) {
        const Index top = i / patches.columns() * a;
        const Index left = i % patches.columns() * a;
        for (Index c = 0; c < patches.channels; ++c)
            for (Index y = 0; y < a; ++y)
                std::copy_n(pixels.row(c) + (top + y) * patches.imageWidth + left, a,
                            flat.data() + i * flat.cols() + (c * a + y) * a);
    }
    Matrix<T> x(tokens, model.encoder.width);
    const std::vector<T> first = numbersOf<T>(model_->weights().classToken);
    std::ranges::copy(first, x.data());
    apply<T>(model_->weights().patches, reading(flat), viewOf(x).middleRows(1, tokens - 1));
    const std::vector<T> positions = numbersOf<T>(weights.positions);
    x += Eigen::Map<const Matrix<T>>(positions.data(), x.rows(), x.cols());
    trace_->encoder = emptyTrace(model.encoder);
    if (auto done = through(model.encoder, weights, *trace_->encoder, std::move(x), {}); !done)
        return done;
    return putOut(model.encoder, trace_->encoder->final.view());
}

template <class T>
Result<void> Run<T>::decode(std::span<const TokenId> ids) {
    const Architecture& model = model_->architecture();
    HEEDMAP_EXPECTS(model.kind != Kind::encoder && (model.kind == Kind::decoder || trace_->encoder));
    const Index before = trace_->decoder ? trace_->decoder->length() : 0;
    if (auto fits = checkIds(model.decoder, ids, before); !fits)
        return Error(fits.error()).in(model_->folder());
    if (auto fits = checkMemory(0, static_cast<Index>(ids.size())); !fits)
        return fits;
    if (!trace_->decoder)
        trace_->decoder = emptyTrace(model.decoder);
    std::vector<Index> rows;
    for (std::size_t i = 0; i < ids.size(); ++i)
        rows.push_back(before + static_cast<Index>(i) + model.decoder.positionOffset);
    Matrix<T> x = embed<T>(model.decoder, model_->weights().decoder, ids, {}, rows);
    if (auto done = through(model.decoder, model_->weights().decoder, *trace_->decoder, std::move(x), {}); !done)
        return done;
    return putOut(model.decoder, trace_->decoder->final.last(static_cast<Index>(ids.size())));
}

template <class T>
TokenId mostLikely(const Trace<T>& trace) {
    HEEDMAP_EXPECTS(trace.logits.rows() > 0);
    const View<const T> last = trace.logits.last(1);
    return std::max_element(last.data, last.data + last.columns) - last.data;
}

template <class T>
Result<std::vector<TokenId>> generate(Run<T>& run, Index most) {
    const Architecture& model = run.model().architecture();
    std::vector<TokenId> ids;
    while (static_cast<Index>(ids.size()) < most) {
        const TokenId next = mostLikely(run.trace());
        ids.push_back(next);
        const bool full =
            model.decoder.mostPositions > 0 && run.trace().decoder->length() == model.decoder.mostPositions;
        if (full || std::ranges::find(model.ends, next) != model.ends.end() || static_cast<Index>(ids.size()) == most)
            break;
        if (auto done = run.decode(std::span(&next, 1)); !done)
            return done.error();
    }
    return ids;
}

template class Run<float>;
template class Run<double>;
template TokenId mostLikely(const Trace<float>&);
template TokenId mostLikely(const Trace<double>&);
template Result<std::vector<TokenId>> generate(Run<float>&, Index);
template Result<std::vector<TokenId>> generate(Run<double>&, Index);

} // namespace heedmap::transformer
