#include "core/seq2seq/trainer.h"

#include "core/result.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heedmap::seq2seq {

namespace {

constexpr std::uint64_t orderSeed = 0x5DEECE66D; // the order of the pairs and the first weights are drawn apart

Model emptyModel(const Corpus& corpus, const TrainingOptions& options) {
    std::vector<std::vector<std::string>> sources;
    std::vector<std::vector<std::string>> targets;
    for (const SentencePair& pair : corpus.training) {
        sources.push_back(pair.source);
        targets.push_back(pair.target);
    }
    Model model;
    model.tokens = corpus.tokens;
    model.source = Vocabulary::of(sources, options.leastCount);
    model.target = Vocabulary::of(targets, options.leastCount);
    model.sizes = trainedSizes(options, model.source.size(), model.target.size());
    model.notes["corpus"] = corpus.name;
    return model;
}

} // namespace

ModelSizes trainedSizes(const TrainingOptions& options, Index sourceWords, Index targetWords) {
    ModelSizes sizes = options.sizes;
    sizes.sourceWords = sourceWords;
    sizes.targetWords = targetWords;
    return options.likeAdditive && !sizes.score ? withoutAttentionAsLargeAs(sizes) : sizes;
}

Trainer::Trainer(std::shared_ptr<const Corpus> corpus, const TrainingOptions& options)
    : corpus_(std::move(corpus))
    , options_(options)
    , model_(emptyModel(*corpus_, options))
    , shape_(model_.sizes)
    , network_(shape_)
    , optimizer_(shape_.table())
    , random_(0)
    , gradient_(static_cast<std::size_t>(shape_.table().size())) {
    HEEDMAP_EXPECTS(!corpus_->training.empty() && options.batch > 0);
    for (const SentencePair& pair : corpus_->training)
        pairs_.push_back({model_.source.ids(pair.source), model_.target.ids(pair.target)});
    reset();
}

void Trainer::reset() {
    model_.weights = shape_.table().seeded<float>(options_.seed);
    optimizer_.reset();
    random_ = attention::RandomStream(options_.seed ^ orderSeed);
    order_.resize(pairs_.size());
    for (std::size_t i = 0; i < order_.size(); ++i)
        order_[i] = i;
    next_ = order_.size();
    losses_.clear();
    good_ = model_.weights;
    lowest_ = std::numeric_limits<double>::infinity();
}

// Every pair once before any comes again.
void Trainer::drawBatch() {
    std::vector<const IdPair*> drawn;
    while (std::ssize(drawn) < options_.batch) {
        if (next_ == order_.size()) {
            for (std::size_t i = order_.size(); i > 1; --i)
                std::swap(order_[i - 1], order_[random_.below(i)]);
            next_ = 0;
        }
        drawn.push_back(&pairs_[order_[next_++]]);
    }
    batch_ = makeBatch(drawn);
}

void Trainer::keepIfGood(double loss) {
    if (!std::isfinite(loss))
        return;
    smoothed_ = std::isinf(lowest_) ? loss : 0.9 * smoothed_ + 0.1 * loss;
    if (smoothed_ > lowest_)
        return;
    lowest_ = smoothed_;
    good_ = model_.weights;
}

StepReport Trainer::step() {
    drawBatch();
    std::ranges::fill(gradient_, 0.0F);
    const double loss = network_.loss(model_.weights, batch_);
    network_.addGradient(gradient_);
    keepIfGood(loss);
    const double rate = scheduledRate(options_.optimizer, stepsTaken(), options_.steps);
    const double norm = optimizer_.step(options_.optimizer, rate, model_.weights, gradient_);
    losses_.push_back(loss);
    return {stepsTaken(), loss, norm, rate};
}

void Trainer::goBackToLastGood() {
    model_.weights = good_;
    optimizer_.reset();
    smoothed_ = lowest_;
}

} // namespace heedmap::seq2seq
