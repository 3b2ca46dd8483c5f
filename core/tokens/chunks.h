// A long word falls into chunks that can be cut by themselves: where no piece can reach from one character to the next,
// nothing on one side has to do with the other. Chunks come again and again, so what they were cut into is kept.
#pragma once

#include "core/tokens/characters.h"
#include "core/tokens/flat_table.h"
#include "core/tokens/model.h"

#include <algorithm>
#include <bitset>
#include <functional>

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

// What chunks of a text were cut into.
class KnownChunks {
public:
    static constexpr std::size_t longest = 64; // bytes
    explicit KnownChunks(std::string_view text)
        : text_(text) {}

    // Adds the symbols of that chunk; false where it was not seen yet.
    bool add(const TextRange& chunk, Symbols& out) const {
        const Entry& entry = entries_[slotOf(chunk, hashOf(chunk))];
        if (entry.size == 0)
            return false;
        const auto begin = static_cast<std::uint32_t>(chunk.begin);
        for (std::size_t i = entry.first; i < entry.first + entry.count; ++i)
            out.symbols.push_back(
                {symbols_[i].id, symbols_[i].begin + begin, symbols_[i].end + begin, symbols_[i].unknown});
        return true;
    }
    void keep(const TextRange& chunk, std::span<const Symbol> symbols) {
        if (2 * ++count_ > entries_.size())
            grow();
        const std::uint64_t hash = hashOf(chunk);
        const auto begin = static_cast<std::uint32_t>(chunk.begin);
        entries_[slotOf(chunk, hash)] = {hash, begin, static_cast<std::uint32_t>(chunk.size()),
                                         static_cast<std::uint32_t>(symbols_.size()),
                                         static_cast<std::uint32_t>(symbols.size())};
        for (const Symbol& symbol : symbols)
            symbols_.push_back({symbol.id, symbol.begin - begin, symbol.end - begin, symbol.unknown});
    }

private:
    struct Entry {
        std::uint64_t hash = 0;
        std::uint32_t begin = 0, size = 0;  // of the text; size 0: nothing is here
        std::uint32_t first = 0, count = 0; // of symbols_
    };
    std::string_view bytesOf(const TextRange& chunk) const { return text_.substr(chunk.begin, chunk.size()); }
    std::uint64_t hashOf(const TextRange& chunk) const { return std::hash<std::string_view>()(bytesOf(chunk)); }
    std::size_t slotOf(const TextRange& chunk, std::uint64_t hash) const {
        const std::size_t mask = entries_.size() - 1;
        std::size_t slot = hash & mask;
        for (; entries_[slot].size > 0; slot = (slot + 1) & mask) {
            const Entry& entry = entries_[slot];
            if (entry.hash == hash && text_.substr(entry.begin, entry.size) == bytesOf(chunk))
                break;
        }
        return slot;
    }
    void grow() {
        std::vector<Entry> before(2 * entries_.size());
        before.swap(entries_);
        for (const Entry& entry : before)
            if (entry.size > 0)
                entries_[slotOf({entry.begin, entry.begin + entry.size}, entry.hash)] = entry;
    }

    std::string_view text_;
    std::vector<Entry> entries_ = std::vector<Entry>(64);
    std::vector<Symbol> symbols_; // places count from the chunk's beginning
    std::size_t count_ = 0;
};

// `cutOne(chunk, out)` adds what the bytes `chunk` of the text are cut into. Without joints words are not taken apart.
// With `fuse` neighboring unknown symbols of a word become one.
template <class CutOne>
void cutInChunks(std::string_view text, std::span<const TextRange> words, const Joints* joints, bool fuse,
                 KnownChunks& known, Symbols& out, const CutOne& cutOne) {
    constexpr std::size_t shortWord = 24; // bytes; not worth looking at every character

    const auto addChunk = [&](const TextRange& chunk) {
        const bool kept = chunk.size() <= KnownChunks::longest;
        if (kept && known.add(chunk, out))
            return;
        const std::size_t before = out.symbols.size();
        const std::size_t droppedBefore = out.dropped.size();
        cutOne(chunk, out);
        if (kept && out.dropped.size() == droppedBefore)
            known.keep(chunk, std::span<const Symbol>(out.symbols).subspan(before));
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
