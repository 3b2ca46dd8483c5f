// WordPiece, whole words, and the tokens of single bytes.
#include "core/tokens/characters.h"
#include "core/tokens/model.h"
#include "core/tokens/trie.h"

#include <algorithm>
#include <array>

namespace heedmap::tokens {

namespace {

std::string byteToken(int byte) {
    constexpr char digits[] = "0123456789ABCDEF";
    return std::string("<0x") + digits[byte >> 4] + digits[byte & 15] + ">";
}

// Adds the unknown token, or notes that nothing stands for the word.
void addUnknown(const TextRange& word, Id unknown, Symbols& out) {
    if (unknown < 0)
        out.dropped.push_back(word);
    else
        out.symbols.push_back(
            {unknown, static_cast<std::uint32_t>(word.begin), static_cast<std::uint32_t>(word.end), true});
}

class WordPiece : public Model {
public:
    WordPiece(std::shared_ptr<const Vocabulary> vocabulary, WordPieceSettings settings)
        : vocabulary_(std::move(vocabulary))
        , settings_(std::move(settings)) {
        std::vector<std::pair<std::string_view, Id>> pieces;
        for (Id id = 0; id < vocabulary_->size(); ++id)
            pieces.emplace_back(vocabulary_->piece(id), id);
        trie_ = Trie(std::move(pieces));
        continuing_ = trie_.step(Trie::root, settings_.continuingPrefix);
    }

    void cut(std::string_view text, std::span<const TextRange> words, Symbols& out) const override {
        for (const TextRange& word : words)
            cut(text.substr(0, word.end), word, out);
    }

private:
    void cut(std::string_view text, const TextRange& word, Symbols& out) const {
        const std::size_t before = out.symbols.size();
        std::size_t place = isTooLong(text.substr(word.begin)) ? word.end + 1 : word.begin;
        while (place < word.end) {
            const Trie::Match match = trie_.longest(text, place, place == word.begin ? Trie::root : continuing_);
            if (match.id == Trie::noId) {
                place = word.end + 1;
            } else {
                out.symbols.push_back(
                    {match.id, static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(match.end), false});
                place = match.end;
            }
        }
        if (place > word.end) {
            out.symbols.resize(before);
            addUnknown(word, settings_.unknown, out);
        }
    }

    bool isTooLong(std::string_view word) const {
        if (word.size() <= settings_.mostCharacters)
            return false;
        const auto characters = std::ranges::count_if(word, [](char c) { return (c & 0xc0) != 0x80; });
        return static_cast<std::size_t>(characters) > settings_.mostCharacters;
    }

    std::shared_ptr<const Vocabulary> vocabulary_;
    WordPieceSettings settings_;
    Trie trie_;
    Trie::Node continuing_ = Trie::none;
};

class WordLevel : public Model {
public:
    WordLevel(std::shared_ptr<const Vocabulary> vocabulary, Id unknown)
        : vocabulary_(std::move(vocabulary))
        , unknown_(unknown) {}
    void cut(std::string_view text, std::span<const TextRange> words, Symbols& out) const override {
        for (const TextRange& word : words) {
            const Id id = vocabulary_->find(text.substr(word.begin, word.size()));
            if (id < 0)
                addUnknown(word, unknown_, out);
            else
                out.symbols.push_back(
                    {id, static_cast<std::uint32_t>(word.begin), static_cast<std::uint32_t>(word.end), false});
        }
    }

private:
    std::shared_ptr<const Vocabulary> vocabulary_;
    Id unknown_;
};

} // namespace

ByteTokens::ByteTokens(const Vocabulary& vocabulary) {
    for (int byte = 0; byte < 256; ++byte)
        ids_.push_back(vocabulary.find(byteToken(byte)));
}

bool ByteTokens::has(std::string_view bytes) const {
    return std::ranges::all_of(bytes, [this](char byte) { return id(byte) >= 0; });
}

int ByteTokens::byteOf(std::string_view piece) {
    constexpr std::size_t size = 6;
    if (piece.size() != size || !piece.starts_with("<0x") || piece.back() != '>')
        return -1;
    int byte = 0;
    for (const char c : piece.substr(3, 2)) {
        const int digit = '0' <= c && c <= '9'   ? c - '0'
                          : 'A' <= c && c <= 'F' ? c - 'A' + 10
                          : 'a' <= c && c <= 'f' ? c - 'a' + 10
                                                 : -1;
        if (digit < 0)
            return -1;
        byte = byte << 4 | digit;
    }
    return byte;
}

std::unique_ptr<Model> makeWordPiece(std::shared_ptr<const Vocabulary> vocabulary, WordPieceSettings settings) {
    return std::make_unique<WordPiece>(std::move(vocabulary), std::move(settings));
}

std::unique_ptr<Model> makeWordLevel(std::shared_ptr<const Vocabulary> vocabulary, Id unknown) {
    return std::make_unique<WordLevel>(std::move(vocabulary), unknown);
}

} // namespace heedmap::tokens
