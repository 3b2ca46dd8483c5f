#include "core/seq2seq/model.h"

#include "core/result.h"
#include "core/seq2seq/network.h"

#include <algorithm>
#include <cmath>

namespace heedmap::seq2seq {

using attention::ScoreFunction;
using kernels::matrixOf;
using kernels::View;

namespace {

// −ln softmax(logits)[word]
double lossOf(const View<const double>& logits, WordId word) {
    const double most = *std::max_element(logits.data, logits.data + logits.columns);
    double sum = 0;
    for (Index w = 0; w < logits.columns; ++w)
        sum += std::exp(logits.data[w] - most);
    return std::log(sum) + most - logits.data[word];
}

// One sentence through the network, in double precision, so that α is what its Q and K give to the last digits.
class Reader {
public:
    Reader(const Model& model, const std::vector<std::string>& source, Index longest)
        : model_(model)
        , shape_(model.sizes)
        , weights_(model.weights.begin(), model.weights.end())
        , network_(shape_)
        , longest_(longest) {
        HEEDMAP_EXPECTS(!source.empty());
        pair_.source = model.source.ids(source);
        const IdPair* pairs[] = {&pair_};
        batch_ = makeBatch(pairs);
        network_.encode(weights_, batch_, longest);
    }

    // `choose(t, logits)` says the next word; it ends with the end of sentence.
    template <class Choose>
    std::vector<WordId> write(const Choose& choose) {
        std::vector<WordId> words;
        WordId previous = endId;
        for (Index t = 0; t < longest_; ++t) {
            const View<const double> logits = network_.decode(t, std::span(&previous, 1));
            previous = choose(t, logits);
            loss_ += lossOf(logits, previous);
            words.push_back(previous);
            if (previous == endId)
                break;
        }
        return words;
    }

    Translation result(std::vector<std::string> source, std::vector<std::string> target) {
        Translation translation;
        const Index steps = std::ssize(target);
        translation.source = std::move(source);
        translation.source.emplace_back(endWord);
        translation.target = std::move(target);
        translation.score = model_.sizes.score;
        translation.loss = steps == 0 ? 0 : loss_ / static_cast<double>(steps);
        if (!model_.sizes.score)
            return translation;
        translation.alpha.resize(steps, batch_.sourceSteps);
        translation.problem.q.resize(steps, model_.sizes.decoder);
        for (Index t = 0; t < steps; ++t) {
            translation.alpha.row(t) = matrixOf(network_.alpha(t));
            translation.problem.q.row(t) = matrixOf(network_.query(t));
        }
        fillProblem(translation.problem);
        return translation;
    }

private:
    void fillProblem(attention::Problem& problem) {
        const AttentionParameters<const double> trained = shape_.views(std::span<const double>(weights_)).attention;
        problem.v = matrixOf(network_.encoderStates());
        problem.k = problem.v;
        switch (*model_.sizes.score) {
        case ScoreFunction::additive:
            problem.parameters.w_s = matrixOf(trained.query).transpose();
            problem.parameters.w_h = matrixOf(trained.key).transpose();
            problem.parameters.v = matrixOf(trained.v).transpose();
            return;
        case ScoreFunction::general:
            problem.parameters.w = matrixOf(trained.query);
            return;
        default:
            problem.k = matrixOf(network_.attentionKeys());
        }
    }

    const Model& model_;
    ModelShape shape_;
    std::vector<double> weights_;
    Network<double> network_;
    Index longest_;
    IdPair pair_;
    Batch batch_;
    double loss_ = 0;
};

} // namespace

std::vector<std::string> tokenizeFor(const Model& model, const Vocabulary& vocabulary, std::string_view text) {
    return tokenizeKnown(text, model.tokens, [&](const std::string& word) { return vocabulary.knows(word); });
}

Translation translate(const Model& model, const std::vector<std::string>& source, Index longest) {
    Reader reader(model, source, longest);
    const std::vector<WordId> ids = reader.write([](Index, const View<const double>& logits) {
        const double* first = logits.data + endId; // <unk> is no word to say
        return static_cast<WordId>(std::max_element(first, logits.data + logits.columns) - logits.data);
    });
    std::vector<std::string> target;
    for (const WordId id : ids)
        target.push_back(model.target.word(id));
    return reader.result(source, std::move(target));
}

Translation align(const Model& model, const std::vector<std::string>& source, const std::vector<std::string>& target) {
    const std::vector<WordId> ids = model.target.ids(target);
    Reader reader(model, source, std::ssize(ids));
    reader.write([&](Index t, const View<const double>&) { return ids[static_cast<std::size_t>(t)]; });
    std::vector<std::string> labels = target;
    labels.emplace_back(endWord);
    return reader.result(source, std::move(labels));
}

} // namespace heedmap::seq2seq
