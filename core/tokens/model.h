// What cuts a word into pieces of the vocabulary.
#pragma once

#include "core/tokens/vocabulary.h"

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heedmap::tokens {

struct Symbol {
    Id id = 0;
    // In bytes of the text that is cut.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool unknown = false; // the id is that of the unknown token
};

struct Symbols {
    std::vector<Symbol> symbols;
    std::vector<TextRange> dropped; // what no symbol stands for
};

class Model {
public:
    virtual ~Model() = default;
    // Cuts every word of a text, and adds what it is cut into.
    virtual void cut(std::string_view text, std::span<const TextRange> words, Symbols& out) const = 0;
};

// The token for each byte, <0x00> … <0xFF>; -1 where the vocabulary has none.
class ByteTokens {
public:
    ByteTokens() { ids_.assign(256, -1); }
    explicit ByteTokens(const Vocabulary& vocabulary);
    bool has(std::string_view bytes) const;
    Id id(char byte) const { return ids_[static_cast<unsigned char>(byte)]; }
    // The byte that a piece "<0x0A>" is for, -1 of another.
    static int byteOf(std::string_view piece);

private:
    std::vector<Id> ids_;
};

// Byte pair encoding (Sennrich et al. 2016) by a list of merges: the first merge of the list goes first, and of equal
// ones the leftmost.
struct BpeSettings {
    Id unknown = -1; // -1: characters that are no pieces are dropped
    bool fuseUnknown = false;
    bool byteFallback = false;
    bool ignoreMerges = false;    // a word that is a piece is that piece
    std::string continuingPrefix; // before every symbol of a word but the first
    std::string endOfWord;        // behind the last one
};
// Merges in order, without "%1 names" where it came from. Errors: tokenizerPieceUnknown.
Result<std::unique_ptr<Model>> makeBpe(std::shared_ptr<const Vocabulary> vocabulary,
                                       const std::vector<std::pair<std::string, std::string>>& merges,
                                       BpeSettings settings);

// The same by scores, as SentencePiece does it: two neighbors are merged where together they are a piece, the one of
// the highest score first. A score for every id; NaN: of a piece that texts are not cut into.
struct ScoredPieces {
    std::vector<float> scores;
    std::vector<bool> userDefined; // found in a text before anything else
    Id unknown = 0;
    bool byteFallback = false;
};
std::unique_ptr<Model> makeScoredBpe(std::shared_ptr<const Vocabulary> vocabulary, ScoredPieces pieces);

// The cut whose pieces have the largest sum of scores, log probabilities (Kudo 2018). A character without a piece costs
// 10 more than the least of all scores.
struct UnigramSettings {
    std::vector<double> scores; // of every id; NaN: of a piece that texts are not cut into
    Id unknown = -1;            // -1: such characters are dropped
    bool byteFallback = false;
    std::optional<double> least; // in place of the least of all scores
};
std::unique_ptr<Model> makeUnigram(std::shared_ptr<const Vocabulary> vocabulary, UnigramSettings settings);

// The longest piece first, and so on; a word with any unknown part, or longer than `mostCharacters`, is unknown as a
// whole (Wu et al. 2016, as BERT does it).
struct WordPieceSettings {
    Id unknown = 0;
    std::string continuingPrefix = "##";
    std::size_t mostCharacters = 100;
};
std::unique_ptr<Model> makeWordPiece(std::shared_ptr<const Vocabulary> vocabulary, WordPieceSettings settings);

// Words are pieces, or unknown; -1: dropped.
std::unique_ptr<Model> makeWordLevel(std::shared_ptr<const Vocabulary> vocabulary, Id unknown);

} // namespace heedmap::tokens
