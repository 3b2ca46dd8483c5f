// Training, one step at a time. The same corpus, options and seed give the same weights bit for bit on one machine,
// whatever the number of threads.
#pragma once

#include "core/seq2seq/corpus.h"
#include "core/seq2seq/model.h"
#include "core/seq2seq/network.h"
#include "core/seq2seq/optimizer.h"

#include <memory>

namespace heedmap::seq2seq {

struct TrainingOptions {
    ModelSizes sizes; // the numbers of words are the corpus's
    // Without attention, the decoder is as large as withoutAttentionAsLargeAs() makes it.
    bool likeAdditive = false;
    OptimizerOptions optimizer;
    Index steps = 600; // what the schedule of the learning rate ends with
    Index batch = 32;
    std::uint64_t seed = 1;
    std::size_t leastCount = 1; // words that appear less often are <unk>
};

// The sizes of the model that is trained with such a corpus.
ModelSizes trainedSizes(const TrainingOptions& options, Index sourceWords, Index targetWords);

struct StepReport {
    Index step = 0; // from 1
    double loss = 0;
    double gradientNorm = 0; // before clipping
    double learningRate = 0;
};

class Trainer {
public:
    Trainer(std::shared_ptr<const Corpus> corpus, const TrainingOptions& options);
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

    const Corpus& corpus() const { return *corpus_; }
    const TrainingOptions& options() const { return options_; }
    // May be changed between steps; those of the model and the batch may not.
    OptimizerOptions& optimizerOptions() { return options_.optimizer; }
    // The weights are those after the last step.
    const Model& model() const { return model_; }
    Index parameterCount() const { return shape_.table().size(); }
    // Of each step so far.
    const std::vector<double>& losses() const { return losses_; }
    Index stepsTaken() const { return std::ssize(losses_); }

    StepReport step();
    // From the beginning, with the same seed.
    void reset();
    // The weights that had the lowest loss (smoothed over about ten steps), as if the optimizer had just begun.
    void goBackToLastGood();

private:
    void drawBatch();
    void keepIfGood(double loss);

    std::shared_ptr<const Corpus> corpus_;
    TrainingOptions options_;
    Model model_;
    ModelShape shape_;
    Network<float> network_;
    Optimizer optimizer_;
    std::vector<IdPair> pairs_;
    std::vector<std::size_t> order_; // of the pairs in this pass over the corpus
    std::size_t next_ = 0;           // in order_
    attention::RandomStream random_;
    Batch batch_;
    std::vector<float> gradient_;
    std::vector<double> losses_;
    std::vector<float> good_;
    double smoothed_ = 0;
    double lowest_ = 0;
};

} // namespace heedmap::seq2seq
