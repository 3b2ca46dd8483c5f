// The corpora that come with the program, made from the grammars in resources/corpora.
#pragma once

#include "core/seq2seq/grammar.h"

#include <span>

namespace heedmap::seq2seq {

struct ShippedGrammar {
    std::string_view name; // "english-chinese"
    std::string_view text;
};
std::span<const ShippedGrammar> shippedGrammars();

inline constexpr ErrorKind unknownCorpus{
    HEEDMAP_MESSAGE("Error", "there is no corpus \"%1\"; did you mean \"%2\"? A file has to be named with its path")};

// The corpus that training, the shipped weights and every figure about them use. Errors: unknownCorpus.
Result<Corpus> shippedCorpus(std::string_view name);

} // namespace heedmap::seq2seq
