// A long word falls into chunks that can be cut by themselves: where no piece can reach from one character to the next,
// nothing on one side has to do with the other. Chunks come again and again, so what they were cut into is kept.
#pragma once

#include "core/tokens/characters.h"
#include "core/tokens/flat_table.h"
#include "core/tokens/model.h"

#include <algorithm>
#include <bitset>
#include <unordered_map>

namespace heedmap::tokens {

class Joints {
public:
    enum class Strangers : std::uint8_t { apart, join }; // characters that were not added
    explicit Joints(Strangers strangers)
        : strangers_(strangers) {}

    void addPair(CodePoint left, CodePoint right) {
        if (left < ascii && right < ascii)
            pairsOfAscii_.set(static_cast<std::size_t>(left * ascii + right));
        pairs_.insert(pairOf(left, right), true);
    }
    // Every two neighbors in it.
    void addPairsOf(std::string_view piece) {
        for (std::size_t place = 0, left = 0; place < piece.size();) {
            const std::size_t begin = place;
            const CodePoint right = nextCharacter(piece, place);
            if (begin > 0)
                addPair(nextCharacter(piece, left), right);
        }
    }
    void addKnown(CodePoint c) { known_.insert(static_cast<std::uint64_t>(c), true); }

    bool join(CodePoint left, CodePoint right) const {
        if (left < ascii && right < ascii ? pairsOfAscii_.test(static_cast<std::size_t>(left * ascii + right))
                                          : pairs_.find(pairOf(left, right)) != nullptr)
            return true;
        return strangers_ == Strangers::join && !(isKnown(left) && isKnown(right));
    }

private:
    static constexpr CodePoint ascii = 128;
    bool isKnown(CodePoint c) const { return known_.find(static_cast<std::uint64_t>(c)) != nullptr; }

    Strangers strangers_;
    std::bitset<ascii * ascii> pairsOfAscii_;
    FlatTable<bool> pairs_;
    FlatTable<bool> known_;
};

// `cutOne(chunk, out)` adds what the bytes `chunk` of the text are cut into. Without joints words are not taken apart.
// With `fuse` neighboring unknown symbols of a word become one.
template <class CutOne>
void cutInChunks(std::string_view text, std::span<const TextRange> words, const Joints* joints, bool fuse, Symbols& out,
                 const CutOne& cutOne) {
    struct Kept {
        std::size_t first = 0, count = 0; // of kept
    };
    constexpr std::size_t shortWord = 24; // bytes; not worth looking at every character
    constexpr std::size_t longestKept = 64;
    std::unordered_map<std::string_view, Kept> known;
    std::vector<Symbol> kept; // their places count from the chunk's beginning

    const auto addChunk = [&](const TextRange& chunk) {
        const std::string_view bytes = text.substr(chunk.begin, chunk.size());
        const auto begin = static_cast<std::uint32_t>(chunk.begin);
        if (const auto found = bytes.size() <= longestKept ? known.find(bytes) : known.end(); found != known.end()) {
            for (std::size_t i = found->second.first; i < found->second.first + found->second.count; ++i)
                out.symbols.push_back({kept[i].id, kept[i].begin + begin, kept[i].end + begin, kept[i].unknown});
            return;
        }
        const std::size_t before = out.symbols.size();
        const std::size_t droppedBefore = out.dropped.size();
        cutOne(chunk, out);
        if (bytes.size() > longestKept || out.dropped.size() != droppedBefore)
            return;
        known[bytes] = {kept.size(), out.symbols.size() - before};
        for (std::size_t i = before; i < out.symbols.size(); ++i) {
            const Symbol& symbol = out.symbols[i];
            kept.push_back({symbol.id, symbol.begin - begin, symbol.end - begin, symbol.unknown});
        }
    };
    const auto fuseFrom = [&](std::size_t first) {
        const auto begin = out.symbols.begin() + static_cast<std::ptrdiff_t>(first);
        if (!fuse || std::none_of(begin, out.symbols.end(), [](const Symbol& symbol) { return symbol.unknown; }))
            return;
        std::size_t count = first;
        for (std::size_t i = first; i < out.symbols.size(); ++i) {
            if (count > first && out.symbols[count - 1].unknown && out.symbols[i].unknown)
                out.symbols[count - 1].end = out.symbols[i].end;
            else
                out.symbols[count++] = out.symbols[i];
        }
        out.symbols.resize(count);
    };
    for (const TextRange& word : words) {
        const std::size_t first = out.symbols.size();
        std::size_t begin = word.begin;
        if (joints && word.size() > shortWord) {
            const std::string_view within = text.substr(0, word.end);
            std::size_t place = word.begin;
            for (CodePoint left = nextCharacter(within, place); place < word.end;) {
                const std::size_t between = place;
                const CodePoint right = nextCharacter(within, place);
                if (!joints->join(left, right)) {
                    addChunk({begin, between});
                    begin = between;
                }
                left = right;
            }
        }
        addChunk({begin, word.end});
        fuseFrom(first);
    }
}

} // namespace heedmap::tokens
