// Pieces and their ids.
#pragma once

#include "core/tokens/tokenizer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heedmap::tokens {

// A piece as a file says it; the id is not yet checked.
using NamedId = std::pair<std::string, std::int64_t>;

// Ids below this are taken from a file with so many pieces: some mean nothing, but not nearly all.
std::int64_t idLimit(std::size_t pieces);

class Vocabulary {
public:
    Vocabulary() = default;
    // Of a piece that is there twice the later id is found. Errors: tokenizerIdTooLarge, tokenizerIdTwice,
    // tokenizerEntry (an id below 0).
    static Result<Vocabulary> of(const std::vector<NamedId>& pieces);

    Id size() const { return static_cast<Id>(places_.size()); } // one more than the largest id
    std::size_t pieces() const { return count_; }
    bool contains(Id id) const { return id >= 0 && id < size() && places_[static_cast<std::size_t>(id)].size != none; }
    // "" where the id means nothing.
    std::string_view piece(Id id) const;
    // -1 where there is no such piece.
    Id find(std::string_view piece) const;

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct Place {
        std::size_t begin = 0;
        std::uint32_t size = none;
    };
    std::size_t slotOf(std::string_view piece) const;

    std::string text_; // of all pieces
    std::vector<Place> places_;
    std::vector<Id> slots_{-1}; // a table by hash with open addresses; its size is a power of two
    std::size_t count_ = 0;
};

} // namespace heedmap::tokens
