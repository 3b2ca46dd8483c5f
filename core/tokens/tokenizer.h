// The tokenizer of a published model: texts into the ids that its embedding knows, and back.
// It is read from what lies in the model's folder, and does what the libraries do that wrote those files:
// tokenizer.json as the library `tokenizers` applies it, *.model and *.spm as SentencePiece does, vocab.json with
// merges.txt and vocab.txt as the first programs for GPT-2 and BERT did. Nothing is executed; sizes are checked before
// memory is taken.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::tokens {

inline constexpr ErrorKind noTokenizer{HEEDMAP_MESSAGE(
    "Error", "there is no tokenizer; one is read from tokenizer.json, vocab.json with merges.txt, vocab.txt, "
             "tokenizer.model, spiece.model, or source.spm with target.spm and vocab.json")};
inline constexpr ErrorKind tokenizerEntryMissing{HEEDMAP_MESSAGE("Error", "the tokenizer lacks \"%1\"")};
inline constexpr ErrorKind tokenizerEntry{HEEDMAP_MESSAGE("Error", "the tokenizer's \"%1\" has to be %2")};
inline constexpr ErrorKind tokenizerPart{
    HEEDMAP_MESSAGE("Error", "the tokenizer's %1 is \"%2\", which is not understood; understood are %3")};
inline constexpr ErrorKind tokenizerIdTooLarge{
    HEEDMAP_MESSAGE("Error", "the piece \"%1\" has the id %2; among %3 pieces ids below %4 are understood")};
inline constexpr ErrorKind tokenizerIdTwice{HEEDMAP_MESSAGE("Error", "the pieces \"%1\" and \"%2\" share the id %3")};
inline constexpr ErrorKind tokenizerPieceUnknown{
    HEEDMAP_MESSAGE("Error", "%1 names the piece \"%2\", which is not in the vocabulary")};
inline constexpr ErrorKind tokenizerMerge{
    HEEDMAP_MESSAGE("Error", "merge %1 has to be two pieces with a space between them: \"%2\"")};
inline constexpr ErrorKind tokenizerPattern{
    HEEDMAP_MESSAGE("Error", "the tokenizer's regular expression cannot be used: %1: \"%2\"")};
inline constexpr ErrorKind tokenizerCharsmap{
    HEEDMAP_MESSAGE("Error", "the tokenizer's table of characters is damaged")};
inline constexpr ErrorKind tokenizerModelFile{
    HEEDMAP_MESSAGE("Error", "this is no SentencePiece model, or it is damaged")};
// Of texts:
inline constexpr ErrorKind textNotUtf8{HEEDMAP_MESSAGE("Error", "the text is not UTF-8")};
inline constexpr ErrorKind textTooLong{
    HEEDMAP_MESSAGE("Error", "the text has %1 bytes; a tokenizer takes at most %2 at once")};
inline constexpr ErrorKind textGrows{
    HEEDMAP_MESSAGE("Error", "the tokenizer makes more than %1 bytes of the text's %2 before it cuts it")};
inline constexpr ErrorKind patternTooSlow{HEEDMAP_MESSAGE(
    "Error", "the tokenizer's regular expression \"%1\" took too long on this text, or too much memory")};

using Id = std::int32_t; // ≥ 0

// Half open, in bytes of a text.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
    friend bool operator==(const TextRange&, const TextRange&) = default;
};

// Whose bytes a range counts.
enum class TextOf : std::uint8_t {
    first,
    second, // of a pair
    none,   // neither: the token was added, as [CLS] is
};

struct Token {
    Id id = 0;
    std::int32_t type = 0; // token_type_ids of BERT; 0 where the tokenizer tells none apart
    TextOf text = TextOf::first;
    // What of the text it covers, blanks included that it stands for. Tokens that are several to a character share its
    // bytes only where the text was rewritten (accents split off, …); a byte-level token covers exactly its own bytes.
    // Empty for added ones.
    TextRange range;
    friend bool operator==(const Token&, const Token&) = default;
};

// Characters that no piece expresses: the unknown token stands for them, or none at all.
struct Unexpressed {
    TextOf text = TextOf::first;
    TextRange range;
    bool dropped = false; // no token stands for them
    friend bool operator==(const Unexpressed&, const Unexpressed&) = default;
};

struct Encoding {
    std::vector<Token> tokens;
    std::vector<Unexpressed> unexpressed; // in order

    std::vector<Id> ids() const;
    std::vector<std::int32_t> types() const;
};

// Where source and target have vocabularies of their own (Marian), which of them cuts the text.
enum class Side : std::uint8_t { source, target };

// Ids of the tokens with a meaning of their own, as far as the folder names them.
struct SpecialIds {
    std::optional<Id> begin, end, unknown, padding, separator, classification, mask;
};

struct TokenizerParts;

// A value that shares what it has read: copies cost nothing, and all functions may be called from many threads at once.
class Tokenizer {
public:
    // Of a model's folder. Of several kinds of files the first of this order is read: tokenizer.json; source.spm,
    // target.spm and vocab.json; tokenizer.model or spiece.model; vocab.json and merges.txt; vocab.txt.
    // tokenizer_config.json, special_tokens_map.json and added_tokens.json say what these do not.
    // Errors: those of the first group above, those of JSON, cannotOpen, cannotRead; they name the file.
    static Result<Tokenizer> open(const std::string& folder, Side side = Side::source);
    // What a tokenizer.json says, called `name` in errors.
    static Result<Tokenizer> fromJson(std::string_view json, const std::string& name);

    // `added`: with the tokens that the tokenizer puts around a text ([CLS] … [SEP], <s>, </s>). Nothing is cut off,
    // whatever the file says of truncation, and nothing filled up. Errors: those of texts above.
    Result<Encoding> encode(std::string_view text, bool added = true) const;
    Result<Encoding> encode(std::string_view first, std::string_view second, bool added = true) const;

    // The text of ids; bytes that are no UTF-8 become U+FFFD, ids that are unknown are passed over. Without `special`
    // the special tokens are left out.
    std::string decode(std::span<const Id> ids, bool special = false) const;

    // Ids are below it; some of them may mean nothing.
    Id size() const;
    // As the vocabulary spells it ("Ġthe", "▁the", "##s", "<0x0A>"); "" for an id that means nothing.
    std::string_view piece(Id id) const;
    std::optional<Id> id(std::string_view piece) const;
    // As it is read: " the", " the", "##s", "\n"; bytes that are no whole character as "<0xE6>". Blanks are blanks.
    std::string label(Id id) const;
    // Special tokens are those that decode() leaves out.
    bool isSpecial(Id id) const;
    const SpecialIds& special() const;

    // In words: "byte-level BPE", "BPE with byte fallback", "BPE", "WordPiece", "Unigram", "words"; and the file.
    std::string_view kind() const;
    const std::string& file() const;

private:
    explicit Tokenizer(std::shared_ptr<const TokenizerParts> parts)
        : parts_(std::move(parts)) {}
    std::shared_ptr<const TokenizerParts> parts_;
};

} // namespace heedmap::tokens
