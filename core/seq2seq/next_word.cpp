#include "core/seq2seq/next_word.h"

#include "core/result.h"
#include "core/seq2seq/network.h"

#include <algorithm>

namespace heedmap::seq2seq {

using kernels::matrixOf;
using kernels::View;

namespace {

VectorD softmax(const View<const double>& logits) {
    const VectorD row = matrixOf(logits).row(0).transpose();
    VectorD p = (row.array() - row.maxCoeff()).exp();
    return p / p.sum();
}

// One pair as a batch, in double precision.
struct Prefix {
    Prefix(const Model& model, const std::vector<std::string>& source, const std::vector<std::string>& target)
        : shape(model.sizes)
        , weights(model.weights.begin(), model.weights.end())
        , network(shape) {
        HEEDMAP_EXPECTS(model.sizes.score.has_value() && !source.empty());
        pair.source = model.source.ids(source);
        pair.target = model.target.ids(target);
        const IdPair* pairs[] = {&pair};
        batch = makeBatch(pairs);
    }

    ModelShape shape;
    std::vector<double> weights;
    Network<double> network;
    IdPair pair;
    Batch batch;
};

} // namespace

class NextWord::Private {
public:
    Private(const Model& model, const std::vector<std::string>& source, const std::vector<std::string>& before)
        : prefix_(model, source, before)
        , step_(std::ssize(before)) {
        Network<double>& network = prefix_.network;
        network.encode(prefix_.weights, prefix_.batch, step_ + 1);
        for (Index t = 0; t < step_; ++t)
            network.decode(t, std::span(&wordBefore(t), 1));
        network.setAlphaHook([this](Index, Index, std::span<double> alpha) {
            if (other_)
                std::copy(other_->begin(), other_->end(), alpha.begin());
        });
        own_ = softmax(network.decode(step_, std::span(&wordBefore(step_), 1)));
        alpha_ = matrixOf(network.alpha(step_)).row(0).transpose();
        values_ = matrixOf(network.encoderStates());
    }

    VectorD probabilities(const VectorD& alpha) {
        HEEDMAP_EXPECTS(alpha.size() == alpha_.size());
        other_ = &alpha;
        VectorD p = softmax(prefix_.network.decode(step_, std::span(&wordBefore(step_), 1)));
        other_ = nullptr;
        return p;
    }

    VectorD alpha_, own_;
    MatrixD values_;

private:
    const WordId& wordBefore(Index t) const {
        return t == 0 ? endId : prefix_.pair.target[static_cast<std::size_t>(t - 1)];
    }

    Prefix prefix_;
    Index step_;
    const VectorD* other_ = nullptr;
};

NextWord::NextWord(const Model& model, const std::vector<std::string>& source, const std::vector<std::string>& before)
    : d_(std::make_unique<Private>(model, source, before)) {}

NextWord::~NextWord() = default;

const VectorD& NextWord::alpha() const {
    return d_->alpha_;
}

const MatrixD& NextWord::values() const {
    return d_->values_;
}

const VectorD& NextWord::probabilities() const {
    return d_->own_;
}

VectorD NextWord::probabilities(const VectorD& alpha) const {
    return d_->probabilities(alpha);
}

WordId mostLikely(const VectorD& probabilities) {
    HEEDMAP_EXPECTS(probabilities.size() > endId);
    Index word = 0;
    probabilities.tail(probabilities.size() - endId).maxCoeff(&word);
    return static_cast<WordId>(word) + endId;
}

} // namespace heedmap::seq2seq
