#include "core/seq2seq/evaluation.h"

#include "core/seq2seq/network.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace heedmap::seq2seq {

using kernels::View;

namespace {

constexpr std::size_t sentencesAtOnce = 64;

class Judge {
public:
    explicit Judge(const Model& model)
        : model_(model)
        , shape_(model.sizes)
        , network_(shape_) {}

    void add(std::span<const SentencePair> pairs) {
        std::vector<IdPair> ids;
        std::vector<const IdPair*> pointers;
        for (const SentencePair& pair : pairs)
            ids.push_back({model_.source.ids(pair.source), model_.target.ids(pair.target)});
        for (const IdPair& pair : ids)
            pointers.push_back(&pair);
        const Batch batch = makeBatch(pointers);
        network_.encode(model_.weights, batch, batch.targetSteps);
        std::vector<MatrixD> alphas;
        if (model_.sizes.score)
            for (const IdPair& pair : ids)
                alphas.emplace_back(std::ssize(pair.target), batch.sourceSteps);
        std::vector<bool> right(pairs.size(), true);
        std::vector<WordId> previous(pairs.size(), endId);
        for (Index t = 0; t < batch.targetSteps; ++t) {
            const View<float> logits = network_.decode(t, previous);
            for (std::size_t b = 0; b < pairs.size(); ++b) {
                const WordId word = batch.target[static_cast<std::size_t>(t) * pairs.size() + b];
                if (word == noWord)
                    continue;
                right[b] = judgeWord(logits.row(static_cast<Index>(b)), word) && right[b];
                previous[b] = word;
                for (Index j = 0; model_.sizes.score && j < batch.sourceSteps; ++j)
                    alphas[b](t, j) = static_cast<double>(network_.alpha(t).row(static_cast<Index>(b))[j]);
            }
        }
        for (std::size_t b = 0; b < pairs.size(); ++b)
            judgeSentence(pairs[b], right[b], model_.sizes.score ? &alphas[b] : nullptr);
    }

    Evaluation result() {
        for (const auto& [length, score] : lengths_)
            evaluation_.byLength.push_back(score);
        if (evaluation_.words != 0)
            evaluation_.loss /= static_cast<double>(evaluation_.words);
        return evaluation_;
    }

private:
    // An unknown word is never right: no model can say it.
    bool judgeWord(const float* logits, WordId word) {
        const Index count = shape_.sizes().targetWords;
        const float most = *std::max_element(logits + endId, logits + count);
        double sum = 0;
        for (Index w = 0; w < count; ++w)
            sum += std::exp(static_cast<double>(logits[w]) - static_cast<double>(most));
        evaluation_.loss += std::log(sum) + static_cast<double>(most) - static_cast<double>(logits[word]);
        ++evaluation_.words;
        const bool right = word != unknownId && logits[word] == most;
        evaluation_.wordsRight += right ? 1 : 0;
        return right;
    }

    void judgeSentence(const SentencePair& pair, bool right, const MatrixD* alpha) {
        const Index length = std::ssize(pair.source);
        LengthScore& score = lengths_.try_emplace(length, LengthScore{length, 0, 0}).first->second;
        ++score.sentences;
        ++evaluation_.sentences;
        score.exact += right ? 1 : 0;
        evaluation_.exact += right ? 1 : 0;
        if (alpha == nullptr || !pair.gold)
            return;
        if (!evaluation_.alignment)
            evaluation_.alignment.emplace();
        const auto links = analysis::strongestLinks(*alpha, std::ssize(pair.target), length);
        *evaluation_.alignment += analysis::countLinks(links, *pair.gold);
    }

    const Model& model_;
    ModelShape shape_;
    Network<float> network_;
    Evaluation evaluation_;
    std::map<Index, LengthScore> lengths_;
};

} // namespace

Evaluation evaluate(const Model& model, std::span<const SentencePair> pairs, std::stop_token stop) {
    Judge judge(model);
    while (!pairs.empty() && !stop.stop_requested()) {
        const std::size_t count = std::min(pairs.size(), sentencesAtOnce);
        judge.add(pairs.first(count));
        pairs = pairs.subspan(count);
    }
    return judge.result();
}

} // namespace heedmap::seq2seq
