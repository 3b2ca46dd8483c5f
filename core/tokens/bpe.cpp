#include "core/tokens/chunks.h"
#include "core/tokens/trie.h"

#include <cmath>
#include <queue>

namespace heedmap::tokens {

namespace {

struct Merge {
    std::uint32_t rank = 0; // smaller: earlier
    Id id = -1;
};

// The symbols of a chunk while they are merged, a list; and what can be merged, the best first.
class Merging {
public:
    void clear() {
        links_.clear();
        queue_.clear();
    }
    void add(const Symbol& symbol, bool frozen = false) {
        const auto here = static_cast<std::int32_t>(links_.size());
        if (here > 0)
            links_.back().next = here;
        links_.push_back({symbol, frozen, here - 1, -1});
    }

    // `mergeOf(left, right)` is what two neighbors become, none where they stay apart.
    template <class MergeOf>
    void run(const MergeOf& mergeOf) {
        for (std::int32_t i = 0; i + 1 < static_cast<std::int32_t>(links_.size()); ++i)
            look(i, mergeOf);
        while (!queue_.empty()) {
            std::ranges::pop_heap(queue_, later);
            const Candidate best = queue_.back();
            queue_.pop_back();
            Link& left = at(best.left);
            // What was merged since with something else is another symbol now.
            if (left.symbol.end == left.symbol.begin || left.next < 0 || left.symbol.end != best.middle ||
                left.symbol.begin != best.begin || at(left.next).symbol.end != best.end)
                continue;
            Link& right = at(left.next);
            left.symbol.id = best.id;
            left.symbol.end = right.symbol.end;
            left.symbol.unknown = false;
            right.symbol.begin = right.symbol.end;
            left.next = right.next;
            if (left.next >= 0) {
                at(left.next).previous = best.left;
                look(best.left, mergeOf);
            }
            if (left.previous >= 0)
                look(left.previous, mergeOf);
        }
    }
    template <class Visit>
    void each(const Visit& visit) const {
        for (std::int32_t i = links_.empty() ? -1 : 0; i >= 0; i = links_[static_cast<std::size_t>(i)].next)
            visit(links_[static_cast<std::size_t>(i)].symbol);
    }

private:
    struct Link {
        Symbol symbol;
        bool frozen;                 // is not merged
        std::int32_t previous, next; // -1: none
    };
    struct Candidate {
        std::uint32_t rank;
        std::int32_t left;
        Id id;
        std::uint32_t begin, middle, end; // of both symbols when they were looked at
    };
    static bool later(const Candidate& a, const Candidate& b) {
        return a.rank != b.rank ? a.rank > b.rank : a.left > b.left;
    }
    Link& at(std::int32_t i) { return links_[static_cast<std::size_t>(i)]; }

    template <class MergeOf>
    void look(std::int32_t i, const MergeOf& mergeOf) {
        const Link& left = at(i);
        const Link& right = at(left.next);
        if (left.frozen || right.frozen)
            return;
        if (const std::optional<Merge> merge = mergeOf(left.symbol, right.symbol)) {
            queue_.push_back({merge->rank, i, merge->id, left.symbol.begin, left.symbol.end, right.symbol.end});
            std::ranges::push_heap(queue_, later);
        }
    }

    std::vector<Link> links_;
    std::vector<Candidate> queue_;
};

void addSymbols(const Merging& merging, Symbols& out) {
    merging.each([&](const Symbol& symbol) { out.symbols.push_back(symbol); });
}

class Bpe : public Model {
public:
    Bpe(std::shared_ptr<const Vocabulary> vocabulary, BpeSettings settings, FlatTable<Merge> merges, Joints joints)
        : vocabulary_(std::move(vocabulary))
        , settings_(std::move(settings))
        , merges_(std::move(merges))
        , joints_(std::move(joints)) {
        if (settings_.byteFallback)
            byteTokens_ = ByteTokens(*vocabulary_);
        for (CodePoint c = 0; c < static_cast<CodePoint>(characters_.size()); ++c)
            characters_[static_cast<std::size_t>(c)] = vocabulary_->find(textOf(c));
    }

    void cut(std::string_view text, std::span<const TextRange> words, Symbols& out) const override {
        Merging merging;
        KnownChunks known(text);
        const bool plain = settings_.continuingPrefix.empty() && settings_.endOfWord.empty();
        const auto cutOne = [&](const TextRange& chunk, Symbols& symbols) {
            cutChunk(text, chunk, merging, symbols);
        };
        if (!settings_.ignoreMerges || !plain) {
            cutInChunks(text, words, plain ? &joints_ : nullptr, false, known, out, cutOne);
            return;
        }
        // Runs of words between those that are pieces as they are.
        std::size_t first = 0;
        for (std::size_t i = 0; i <= words.size(); ++i) {
            const Id id = i < words.size() ? vocabulary_->find(text.substr(words[i].begin, words[i].size())) : -1;
            if (id < 0 && i < words.size())
                continue;
            cutInChunks(text, words.subspan(first, i - first), &joints_, false, known, out, cutOne);
            first = i + 1;
            if (i < words.size())
                out.symbols.push_back(
                    {id, static_cast<std::uint32_t>(words[i].begin), static_cast<std::uint32_t>(words[i].end), false});
        }
    }

private:
    void cutChunk(std::string_view text, const TextRange& chunk, Merging& merging, Symbols& out) const {
        merging.clear();
        std::optional<Symbol> unknown; // not yet added, since the next may be fused with it
        const auto addUnknown = [&] {
            if (unknown)
                merging.add(*unknown);
            unknown.reset();
        };
        const std::string_view within = text.substr(0, chunk.end);
        for (std::size_t place = chunk.begin; place < chunk.end;) {
            const std::size_t begin = place;
            const Id id = pieceOf(within, place, begin == chunk.begin);
            Symbol symbol{id, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(place), false};
            const std::string_view bytes = text.substr(begin, place - begin);
            if (id >= 0) {
                addUnknown();
                merging.add(symbol);
            } else if (settings_.byteFallback && byteTokens_.has(bytes)) {
                addUnknown();
                for (const char byte : bytes) {
                    symbol.end = symbol.begin + 1;
                    symbol.id = byteTokens_.id(byte);
                    merging.add(symbol);
                    ++symbol.begin;
                }
            } else if (settings_.unknown < 0) {
                out.dropped.push_back({begin, place});
            } else if (unknown && settings_.fuseUnknown) {
                unknown->end = symbol.end;
            } else {
                addUnknown();
                symbol.id = settings_.unknown;
                symbol.unknown = true;
                unknown = symbol;
            }
        }
        addUnknown();
        merging.run([this](const Symbol& left, const Symbol& right) -> std::optional<Merge> {
            const Merge* merge = merges_.find(pairOf(left.id, right.id));
            return merge ? std::optional(*merge) : std::nullopt;
        });
        addSymbols(merging, out);
    }

    // Of the character at `place`, which is moved behind it; -1 where there is none.
    Id pieceOf(std::string_view within, std::size_t& place, bool first) const {
        const std::size_t begin = place;
        const CodePoint c = nextCharacter(within, place);
        const bool last = place == within.size();
        const bool bare = (first || settings_.continuingPrefix.empty()) && (!last || settings_.endOfWord.empty());
        if (bare && c < static_cast<CodePoint>(characters_.size()))
            return characters_[static_cast<std::size_t>(c)];
        const std::string_view bytes = within.substr(begin, place - begin);
        if (bare)
            return vocabulary_->find(bytes);
        std::string piece = first ? std::string() : settings_.continuingPrefix;
        piece += bytes;
        if (last)
            piece += settings_.endOfWord;
        return vocabulary_->find(piece);
    }

    std::shared_ptr<const Vocabulary> vocabulary_;
    BpeSettings settings_;
    FlatTable<Merge> merges_;
    Joints joints_;
    ByteTokens byteTokens_;
    std::vector<Id> characters_ = std::vector<Id>(0x250, -1); // of the first ones, among them all that stand for bytes
};

class ScoredBpe : public Model {
public:
    ScoredBpe(std::shared_ptr<const Vocabulary> vocabulary, ScoredPieces pieces)
        : vocabulary_(std::move(vocabulary))
        , pieces_(std::move(pieces)) {
        if (pieces_.byteFallback)
            byteTokens_ = ByteTokens(*vocabulary_);
        std::vector<float> scores;
        std::vector<std::pair<std::string_view, Id>> userDefined;
        for (Id id = 0; id < vocabulary_->size(); ++id) {
            if (!isPiece(id))
                continue;
            const auto i = static_cast<std::size_t>(id);
            scores.push_back(pieces_.scores[i]);
            joints_.addPairsOf(vocabulary_->piece(id));
            if (pieces_.userDefined[i])
                userDefined.emplace_back(vocabulary_->piece(id), id);
        }
        userDefined_ = Trie(std::move(userDefined));
        std::ranges::sort(scores, std::greater<>());
        ranks_.resize(pieces_.scores.size());
        for (Id id = 0; id < vocabulary_->size(); ++id)
            if (const auto i = static_cast<std::size_t>(id); isPiece(id))
                ranks_[i] = static_cast<std::uint32_t>(
                    std::ranges::lower_bound(scores, pieces_.scores[i], std::greater<>()) - scores.begin());
    }

    void cut(std::string_view text, std::span<const TextRange> words, Symbols& out) const override {
        Merging merging;
        KnownChunks known(text);
        cutInChunks(text, words, &joints_, true, known, out,
                    [&](const TextRange& chunk, Symbols& symbols) { cutChunk(text, chunk, merging, symbols); });
    }

private:
    bool isPiece(Id id) const { return id >= 0 && !std::isnan(pieces_.scores[static_cast<std::size_t>(id)]); }

    void cutChunk(std::string_view text, const TextRange& chunk, Merging& merging, Symbols& out) const {
        merging.clear();
        const std::string_view within = text.substr(0, chunk.end);
        const auto idOf = [&](std::size_t begin, std::size_t end) {
            const Id id = vocabulary_->find(within.substr(begin, end - begin));
            return isPiece(id) ? id : -1;
        };
        for (std::size_t place = chunk.begin; place < chunk.end;) {
            const Trie::Match own = userDefined_.longest(within, place);
            const std::size_t end = own.id != Trie::noId ? own.end : place + bytesOfCharacter(within[place]);
            merging.add({own.id != Trie::noId ? own.id : idOf(place, end), static_cast<std::uint32_t>(place),
                         static_cast<std::uint32_t>(end), false},
                        own.id != Trie::noId);
            place = end;
        }
        merging.run([&](const Symbol& left, const Symbol& right) -> std::optional<Merge> {
            const Id id = idOf(left.begin, right.end);
            return id < 0 ? std::nullopt : std::optional(Merge{ranks_[static_cast<std::size_t>(id)], id});
        });
        merging.each([&](Symbol symbol) {
            const std::string_view bytes = within.substr(symbol.begin, symbol.end - symbol.begin);
            if (symbol.id >= 0) {
                out.symbols.push_back(symbol);
            } else if (pieces_.byteFallback && byteTokens_.has(bytes)) {
                for (std::uint32_t i = symbol.begin; i < symbol.end; ++i)
                    out.symbols.push_back({byteTokens_.id(text[i]), i, i + 1, false});
            } else {
                out.symbols.push_back({pieces_.unknown, symbol.begin, symbol.end, true});
            }
        });
    }

    std::shared_ptr<const Vocabulary> vocabulary_;
    ScoredPieces pieces_;
    std::vector<std::uint32_t> ranks_;
    Joints joints_{Joints::Strangers::apart};
    Trie userDefined_;
    ByteTokens byteTokens_;
};

CodePoint firstCharacter(std::string_view text) {
    std::size_t place = 0;
    return nextCharacter(text, place);
}

CodePoint lastCharacter(std::string_view text) {
    std::size_t place = text.size();
    return previousCharacter(text, place);
}

} // namespace

Result<std::unique_ptr<Model>> makeBpe(std::shared_ptr<const Vocabulary> vocabulary,
                                       const std::vector<std::pair<std::string, std::string>>& merges,
                                       BpeSettings settings) {
    FlatTable<Merge> table(merges.size());
    Joints joints(Joints::Strangers::join);
    for (Id id = 0; id < vocabulary->size(); ++id) {
        const std::string_view piece = vocabulary->piece(id);
        if (!piece.empty() && bytesOfCharacter(piece[0]) == piece.size())
            joints.addKnown(firstCharacter(piece));
    }
    std::string merged;
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        const auto& [left, right] = merges[rank];
        const std::size_t prefix = right.starts_with(settings.continuingPrefix) ? settings.continuingPrefix.size() : 0;
        merged.assign(left).append(right, prefix);
        const auto find = [&](const std::string& piece) {
            return vocabulary->find(piece);
        };
        for (const std::string* piece : {&left, &right, static_cast<const std::string*>(&merged)})
            if (piece->empty() || find(*piece) < 0)
                return makeError(
                    tokenizerPieceUnknown,
                    {{HEEDMAP_MESSAGE("Reason", "merge %1"), {std::to_string(rank + 1)}}, shortened(*piece)});
        table.insert(pairOf(find(left), find(right)), {static_cast<std::uint32_t>(rank), find(merged)});
        joints.addPair(lastCharacter(left), firstCharacter(right));
    }
    return std::unique_ptr<Model>(
        std::make_unique<Bpe>(std::move(vocabulary), std::move(settings), std::move(table), std::move(joints)));
}

std::unique_ptr<Model> makeScoredBpe(std::shared_ptr<const Vocabulary> vocabulary, ScoredPieces pieces) {
    HEEDMAP_EXPECTS(pieces.scores.size() == static_cast<std::size_t>(vocabulary->size()) &&
                    pieces.userDefined.size() == pieces.scores.size());
    return std::make_unique<ScoredBpe>(std::move(vocabulary), std::move(pieces));
}

} // namespace heedmap::tokens
