#include "core/tokens/chunks.h"
#include "core/tokens/trie.h"

#include <algorithm>
#include <cmath>

namespace heedmap::tokens {

namespace {

class Unigram : public Model {
public:
    Unigram(std::shared_ptr<const Vocabulary> vocabulary, UnigramSettings settings)
        : vocabulary_(std::move(vocabulary))
        , settings_(std::move(settings)) {
        if (settings_.byteFallback)
            byteTokens_ = ByteTokens(*vocabulary_);
        std::vector<std::pair<std::string_view, Id>> pieces;
        double least = std::numeric_limits<double>::infinity();
        for (Id id = 0; id < vocabulary_->size(); ++id) {
            const double score = settings_.scores[static_cast<std::size_t>(id)];
            if (std::isnan(score))
                continue;
            pieces.emplace_back(vocabulary_->piece(id), id);
            joints_.addPairsOf(vocabulary_->piece(id));
            least = std::min(least, score);
        }
        trie_ = Trie(std::move(pieces));
        constexpr double penalty = 10;
        unknownScore_ = settings_.least.value_or(std::isfinite(least) ? least : 0) - penalty;
    }

    void cut(std::string_view text, std::span<const TextRange> words, Symbols& out) const override {
        std::vector<Best> best;
        KnownChunks known(text);
        cutInChunks(text, words, &joints_, true, known, out,
                    [&](const TextRange& chunk, Symbols& symbols) { cutChunk(text, chunk, best, symbols); });
    }

private:
    // The best cut of what ends at a byte.
    struct Best {
        double score = 0;
        std::uint32_t begin = none; // of its last piece
        Id id = -1;
    };
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    void cutChunk(std::string_view text, const TextRange& chunk, std::vector<Best>& best, Symbols& out) const {
        const std::string_view bytes = text.substr(chunk.begin, chunk.size());
        best.assign(bytes.size() + 1, Best{});
        for (std::size_t begin = 0; begin < bytes.size();) {
            const std::size_t next = begin + bytesOfCharacter(bytes[begin]);
            const double before = best[begin].score;
            const auto offer = [&](std::size_t end, Id id, double score) {
                const double sum = score + before;
                if (best[end].begin == none || sum > best[end].score)
                    best[end] = {sum, static_cast<std::uint32_t>(begin), id};
            };
            bool single = false;
            Trie::Node node = Trie::root;
            for (std::size_t end = begin; end < bytes.size();) {
                node = trie_.step(node, bytes[end++]);
                if (node == Trie::none)
                    break;
                const Id id = trie_.id(node);
                if (id == Trie::noId)
                    continue;
                offer(end, id, settings_.scores[static_cast<std::size_t>(id)]);
                single = single || end == next;
            }
            if (!single)
                offer(next, -1, unknownScore_);
            begin = next;
        }
        add(chunk, text, best, out);
    }

    void add(const TextRange& chunk, std::string_view text, const std::vector<Best>& best, Symbols& out) const {
        const std::size_t before = out.symbols.size();
        const auto droppedBefore = static_cast<std::ptrdiff_t>(out.dropped.size());
        for (std::size_t end = chunk.size(); end > 0;) {
            const Best& last = best[end];
            const std::size_t begin = chunk.begin + last.begin;
            const std::string_view bytes = text.substr(begin, end - last.begin);
            const Symbol symbol{last.id, static_cast<std::uint32_t>(begin),
                                static_cast<std::uint32_t>(chunk.begin + end), false};
            if (last.id >= 0) {
                out.symbols.push_back(symbol);
            } else if (settings_.byteFallback && byteTokens_.has(bytes)) {
                for (std::uint32_t i = symbol.end; i > symbol.begin; --i)
                    out.symbols.push_back({byteTokens_.id(text[i - 1]), i - 1, i, false});
            } else if (settings_.unknown >= 0) {
                out.symbols.push_back({settings_.unknown, symbol.begin, symbol.end, true});
            } else {
                out.dropped.push_back({symbol.begin, symbol.end});
            }
            end = last.begin;
        }
        std::reverse(out.symbols.begin() + static_cast<std::ptrdiff_t>(before), out.symbols.end());
        std::reverse(out.dropped.begin() + droppedBefore, out.dropped.end());
    }

    std::shared_ptr<const Vocabulary> vocabulary_;
    UnigramSettings settings_;
    Trie trie_;
    Joints joints_{Joints::Strangers::apart};
    ByteTokens byteTokens_;
    double unknownScore_ = 0;
};

} // namespace

std::unique_ptr<Model> makeUnigram(std::shared_ptr<const Vocabulary> vocabulary, UnigramSettings settings) {
    HEEDMAP_EXPECTS(settings.scores.size() == static_cast<std::size_t>(vocabulary->size()));
    return std::make_unique<Unigram>(std::move(vocabulary), std::move(settings));
}

} // namespace heedmap::tokens
