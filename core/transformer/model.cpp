#include "core/transformer/model.h"

#include "core/transformer/config.h"

#include <filesystem>

namespace heedmap::transformer {

namespace {

// The weights of a family by its table; the first thing that is missing or does not fit is remembered, and nothing is
// asked for after it.
class Collector {
public:
    Collector(const Family& family, const Architecture& model, TensorFolder& folder)
        : family_(family)
        , model_(model)
        , folder_(folder) {
        const StackNames& names = (model.kind == Kind::decoder ? family.decoder : family.encoder).names;
        prefix_ = family.prefixes[0];
        if (!holdsEmbedding(names, family.prefixes[0]) && holdsEmbedding(names, family.prefixes[1]))
            prefix_ = family.prefixes[1];
    }

    ModelWeights collect() {
        ModelWeights weights;
        if (model_.kind != Kind::decoder)
            weights.encoder = stack(model_.encoder, family_.encoder.names);
        if (model_.kind != Kind::encoder)
            weights.decoder = stack(model_.decoder, family_.decoder.names);
        if (model_.patches)
            patches(weights);
        output(weights);
        return weights;
    }

    const std::optional<Error>& error() const { return error_; }

private:
    bool holdsEmbedding(const StackNames& names, const std::string& prefix) const {
        if (names.embedding[0] == nullptr)
            return folder_.has(prefix + names.positions);
        for (const char* name : names.embedding)
            if (name != nullptr && folder_.has(prefix + name + ".weight"))
                return true;
        return false;
    }

    Tensor tensor(const std::vector<std::string>& names, const Shape& shape) {
        if (error_)
            return {};
        auto found = folder_.tensor(names, shape);
        if (found)
            return *std::move(found);
        error_ = found.error();
        return {};
    }

    // With the prefix, and # as the layer.
    std::string full(const char* name) const {
        std::string text = prefix_ + name;
        if (const auto place = text.find('#'); place != std::string::npos)
            text.replace(place, 1, std::to_string(layer_));
        return text;
    }

    Linear linear(const std::string& name, Index inputs, Index outputs, bool bias, bool inputsFirst) {
        Linear linear;
        linear.inputsFirst = inputsFirst;
        linear.weight = tensor({name + ".weight"}, inputsFirst ? Shape{inputs, outputs} : Shape{outputs, inputs});
        if (bias)
            linear.bias = tensor({name + ".bias"}, {outputs});
        return linear;
    }
    Linear inLayer(const char* name, Index inputs, Index outputs, bool bias) {
        return linear(full(name), inputs, outputs, bias, family_.inputsFirst);
    }

    Norm normNamed(const std::string& name, Index size) {
        Norm norm;
        norm.weight = tensor({name + ".weight", name + ".gamma"}, {size});
        if (family_.norm == NormKind::layer)
            norm.bias = tensor({name + ".bias", name + ".beta"}, {size});
        return norm;
    }
    Norm norm(const char* name, Index size) { return name == nullptr ? Norm{} : normNamed(full(name), size); }

    Tensor embedding(const Stack& stack, const StackNames& names) {
        std::vector<std::string> candidates;
        for (const char* name : names.embedding)
            if (name != nullptr)
                candidates.push_back(full(name) + ".weight");
        return tensor(candidates, {stack.vocabulary, stack.width});
    }

    Tensor positions(const Stack& stack, const StackNames& names) {
        const Index rows = stack.mostPositions + stack.positionOffset;
        if (model_.patches) {
            Tensor table = tensor({full(names.positions)}, {1, rows, stack.width});
            return error_ ? Tensor{} : table.slice(0, 0);
        }
        const std::string name = full(names.positions) + ".weight";
        if (family_.sinusoidsUnlessGiven && !folder_.has(name))
            return {};
        return tensor({name}, {rows, stack.width});
    }

    StackWeights stack(const Stack& stack, const StackNames& names) {
        StackWeights weights;
        if (names.embedding[0] != nullptr)
            weights.embedding = embedding(stack, names);
        if (stack.positions == Positions::table)
            weights.positions = positions(stack, names);
        if (names.types != nullptr && model_.types > 0)
            weights.types = tensor({full(names.types) + ".weight"}, {model_.types, stack.width});
        if (stack.positions == Positions::buckets)
            weights.bucketBias = tensor({full(names.bucketBias) + ".weight"}, {stack.buckets, stack.heads});
        weights.embeddingNorm = norm(names.embeddingNorm, stack.width);
        for (layer_ = 0; layer_ < stack.layers && !error_; ++layer_)
            weights.layers.push_back(layer(stack, names));
        weights.finalNorm = norm(names.finalNorm, stack.width);
        return weights;
    }

    LayerWeights layer(const Stack& stack, const StackNames& names) {
        const Index d = stack.width;
        const Index queries = stack.heads * stack.headSize;
        const Index keys = stack.keyValueHeads * stack.headSize;
        LayerWeights weights;
        AttentionWeights& self = weights.self;
        self.norm = norm(names.norm, d);
        if (names.qkv != nullptr) {
            self.qkv = inLayer(names.qkv, d, queries + 2 * keys, stack.attentionBias);
        } else {
            self.q = inLayer(names.q, d, queries, stack.attentionBias);
            self.k = inLayer(names.k, d, keys, stack.attentionBias);
            self.v = inLayer(names.v, d, keys, stack.attentionBias);
        }
        self.o = inLayer(names.o, queries, d, stack.outputBias);
        self.qNorm = norm(names.qNorm, stack.headSize);
        self.kNorm = norm(names.kNorm, stack.headSize);
        if (stack.cross) {
            AttentionWeights& cross = weights.cross;
            const Index source = model_.encoder.width;
            cross.norm = norm(names.crossNorm, d);
            cross.q = inLayer(names.crossQ, d, queries, stack.attentionBias);
            cross.k = inLayer(names.crossK, source, keys, stack.attentionBias);
            cross.v = inLayer(names.crossV, source, keys, stack.attentionBias);
            cross.o = inLayer(names.crossO, queries, d, stack.outputBias);
        }
        const char* up = !stack.gated && names.plainUp != nullptr ? names.plainUp : names.up;
        if (stack.gated)
            weights.gate = inLayer(names.gate, d, stack.inner, stack.feedForwardBias);
        weights.up = inLayer(up, d, stack.inner, stack.feedForwardBias);
        weights.down = inLayer(names.down, stack.inner, d, stack.feedForwardBias);
        weights.feedForwardNorm = norm(names.feedForwardNorm, d);
        return weights;
    }

    void patches(ModelWeights& weights) {
        const Patches& patches = *model_.patches;
        const Index d = model_.encoder.width;
        const Tensor token = tensor({full("embeddings.cls_token")}, {1, 1, d});
        const Tensor kernel = tensor({full("embeddings.patch_embeddings.projection.weight")},
                                     {d, patches.channels, patches.size, patches.size});
        weights.patches.bias = tensor({full("embeddings.patch_embeddings.projection.bias")}, {d});
        if (error_)
            return;
        weights.classToken = token.slice(0, 0).slice(0, 0);
        // A convolution that steps by its own size is a linear map of each patch.
        const TensorView& view = kernel.view;
        weights.patches.weight = {TensorView(view.data(), view.dtype(),
                                             {d, patches.channels * patches.size * patches.size}, view.byteSwapped()),
                                  kernel.keeper};
    }

    void output(ModelWeights& weights) {
        const Stack& stack = model_.kind == Kind::encoder ? model_.encoder : model_.decoder;
        const std::string name = family_.output;
        if (family_.head == OutputHead::classes) {
            if (folder_.has(name + ".weight"))
                weights.output = linear(name, stack.width, model_.labels, true, false);
            return;
        }
        if (family_.head == OutputHead::maskedWord) {
            if (!folder_.has(std::string(family_.headDense) + ".weight"))
                return;
            weights.headDense = linear(family_.headDense, stack.width, stack.width, true, false);
            weights.headNorm = normNamed(family_.headNorm, stack.width);
        }
        if (model_.tied)
            weights.output.weight = (model_.kind == Kind::encoder ? weights.encoder : weights.decoder).embedding;
        else
            weights.output.weight = tensor({name + ".weight"}, {stack.vocabulary, stack.width});
        if (family_.outputAdds == nullptr)
            return;
        if (family_.head == OutputHead::maskedWord)
            weights.output.bias = tensor({family_.outputAdds}, {stack.vocabulary});
        else if (folder_.has(family_.outputAdds))
            if (const Tensor bias = tensor({family_.outputAdds}, {1, stack.vocabulary}); !error_)
                weights.output.bias = bias.slice(0, 0);
    }

    const Family& family_;
    const Architecture& model_;
    TensorFolder& folder_;
    std::string prefix_;
    Index layer_ = 0;
    std::optional<Error> error_;
};

} // namespace

Result<std::shared_ptr<const Model>> Model::open(const std::string& folder) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
        return makeError(notAFolder).in(folder);
    auto architecture = readConfig(folder);
    if (!architecture)
        return architecture.error();
    auto tensors = TensorFolder::open(folder);
    if (!tensors)
        return tensors.error();
    std::shared_ptr<Model> model(new Model);
    model->folder_ = folder;
    model->architecture_ = *std::move(architecture);
    model->tensors_ = *std::move(tensors);
    Collector collector(*familyNamed(model->architecture_.family), model->architecture_, model->tensors_);
    model->weights_ = collector.collect();
    if (collector.error())
        return *collector.error();
    return std::shared_ptr<const Model>(std::move(model));
}

} // namespace heedmap::transformer
