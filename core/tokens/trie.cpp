#include "core/tokens/trie.h"

#include <algorithm>

namespace heedmap::tokens {

namespace {

unsigned char unsignedOf(char byte) {
    return static_cast<unsigned char>(byte);
}

} // namespace

// Level by level, so that the children of a node lie side by side.
Trie::Trie(std::vector<std::pair<std::string_view, Id>> texts) {
    std::ranges::stable_sort(texts, {}, &std::pair<std::string_view, Id>::first);
    struct Group {
        Node node;
        std::size_t begin, end; // texts that share the first `depth` bytes
    };
    std::vector<Group> level{{root, 0, texts.size()}};
    for (std::size_t depth = 0; !level.empty(); ++depth) {
        std::vector<Group> next;
        for (const Group& group : level) {
            std::size_t i = group.begin;
            for (; i < group.end && texts[i].first.size() == depth; ++i)
                if (depth > 0)
                    nodes_[group.node].id = texts[i].second;
            nodes_[group.node].firstChild = static_cast<std::uint32_t>(nodes_.size());
            while (i < group.end) {
                const char byte = texts[i].first[depth];
                const std::size_t begin = i;
                while (i < group.end && texts[i].first[depth] == byte)
                    ++i;
                ++nodes_[group.node].children;
                next.push_back({static_cast<Node>(nodes_.size()), begin, i});
                nodes_.push_back({.byte = byte});
            }
        }
        level = std::move(next);
    }
    for (Node child = nodes_[root].firstChild; child < nodes_[root].firstChild + nodes_[root].children; ++child)
        first_[unsignedOf(nodes_[child].byte)] = child;
}

Trie::Node Trie::step(Node from, char byte) const {
    if (from == root)
        return first_[unsignedOf(byte)];
    const auto begin = nodes_.begin() + nodes_[from].firstChild;
    const auto end = begin + nodes_[from].children;
    const auto found = std::lower_bound(
        begin, end, byte, [](const Entry& entry, char wanted) { return unsignedOf(entry.byte) < unsignedOf(wanted); });
    return found != end && found->byte == byte ? static_cast<Node>(found - nodes_.begin()) : none;
}

Trie::Node Trie::step(Node from, std::string_view bytes) const {
    for (std::size_t i = 0; i < bytes.size() && from != none; ++i)
        from = step(from, bytes[i]);
    return from;
}

Trie::Match Trie::longest(std::string_view text, std::size_t place, Node from) const {
    Match match;
    while (from != none && place < text.size()) {
        from = step(from, text[place++]);
        if (from != none && id(from) != noId)
            match = {id(from), place};
    }
    return match;
}

} // namespace heedmap::tokens
