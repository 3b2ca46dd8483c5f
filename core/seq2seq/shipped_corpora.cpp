#include "core/seq2seq/shipped_corpora.h"

#include "core/nearest_word.h"
#include "core/seq2seq/shipped_grammars.h"

namespace heedmap::seq2seq {

namespace {

constexpr std::uint64_t corpusSeed = 1;
constexpr std::size_t heldOutPairs = 200;
constexpr std::size_t trainingPairs = 1800;
constexpr std::size_t trainingPairsOfRandomWords = 8000; // there is no end of them, and no words to be learnt

} // namespace

std::span<const ShippedGrammar> shippedGrammars() {
    return grammarTexts;
}

Result<Corpus> shippedCorpus(std::string_view name) {
    std::vector<std::string> names;
    for (const ShippedGrammar& shipped : shippedGrammars()) {
        names.emplace_back(shipped.name);
        if (shipped.name != name)
            continue;
        const auto grammar = Grammar::parse(shipped.text);
        if (!grammar)
            return grammar.error();
        const std::size_t training = grammar->isOfRandomWords() ? trainingPairsOfRandomWords : trainingPairs;
        Corpus corpus = grammar->corpus(training, heldOutPairs, corpusSeed);
        corpus.name = name;
        return corpus;
    }
    return makeError(unknownCorpus, {std::string(name), nearestWord(name, names)});
}

} // namespace heedmap::seq2seq
