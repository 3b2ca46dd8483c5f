// Texts with ids, found byte by byte.
#pragma once

#include "core/tokens/tokenizer.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace heedmap::tokens {

class Trie {
public:
    using Node = std::uint32_t;
    static constexpr Node root = 0;
    static constexpr Node none = ~Node{0};
    static constexpr Id noId = -1;

    Trie() = default;
    // Empty texts are passed over; of equal ones the last counts.
    explicit Trie(std::vector<std::pair<std::string_view, Id>> texts);

    Node step(Node from, char byte) const;
    Node step(Node from, std::string_view bytes) const;
    // noId where no text ends.
    Id id(Node node) const { return nodes_[node].id; }

    struct Match {
        Id id = noId;
        std::size_t end = 0;
    };
    // The longest that begins at `place`, followed from `from` on.
    Match longest(std::string_view text, std::size_t place, Node from = root) const;

private:
    struct Entry {
        std::uint32_t firstChild = 0;
        std::uint16_t children = 0;
        char byte = 0;
        Id id = noId;
    };
    std::vector<Entry> nodes_{Entry{}};
    std::vector<Node> first_ = std::vector<Node>(256, none); // children of the root by their byte
};

} // namespace heedmap::tokens
