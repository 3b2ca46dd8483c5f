#include "core/tokens/added_tokens.h"

#include "core/tokens/characters.h"
#include "core/tokens/vocabulary.h"

#include <algorithm>

namespace heedmap::tokens {

namespace {

bool standsAlone(std::string_view text, const TextRange& token) {
    std::size_t before = token.begin;
    std::size_t after = token.end;
    return (token.begin == 0 || !isWordCharacter(previousCharacter(text, before))) &&
           (token.end == text.size() || !isWordCharacter(nextCharacter(text, after)));
}

} // namespace

Result<std::vector<AddedToken>> readAddedTokens(const Json& description, std::size_t pieces) {
    std::vector<AddedToken> tokens;
    if (description.is_null())
        return tokens;
    if (!description.is_array())
        return entryError("added_tokens", aList);
    const std::int64_t limit = idLimit(pieces + description.size());
    for (const Json& one : description) {
        PartSettings settings(one, "added_tokens");
        AddedToken token;
        const std::int64_t id = settings.whole("id", -1);
        token.content = settings.text("content");
        token.singleWord = settings.flag("single_word", false);
        token.leftStrip = settings.flag("lstrip", false);
        token.rightStrip = settings.flag("rstrip", false);
        token.special = settings.flag("special", false);
        token.normalized = settings.flag("normalized", !token.special);
        if (!settings.ok())
            return settings.error();
        if (id < 0)
            return entryError("added_tokens.id", HEEDMAP_MESSAGE("Reason", "an id, 0 or more"));
        if (id >= limit)
            return makeError(tokenizerIdTooLarge, {shortened(token.content), std::to_string(id), std::to_string(pieces),
                                                   std::to_string(limit)});
        token.id = static_cast<Id>(id);
        tokens.push_back(std::move(token));
    }
    return tokens;
}

Result<AddedTokens> AddedTokens::of(std::vector<AddedToken> tokens, const Normalizers& normalizers) {
    AddedTokens made;
    made.tokens_ = std::move(tokens);
    for (std::size_t i = 0; i < made.tokens_.size(); ++i) {
        const AddedToken& token = made.tokens_[i];
        made.byId_[token.id] = i;
        made.byContent_[token.content] = i;
        made.texts_.push_back(token.content);
        if (token.normalized && !token.content.empty()) {
            auto text = normalized(normalizers, AlignedText(token.content, {0, token.content.size()}));
            if (!text)
                return text.error();
            made.texts_.back() = text->text();
            made.hasNormalized_ = true;
        }
    }
    std::vector<std::pair<std::string_view, Id>> given, whenNormalized;
    for (std::size_t i = 0; i < made.tokens_.size(); ++i)
        (made.tokens_[i].normalized ? whenNormalized : given).emplace_back(made.texts_[i], static_cast<Id>(i));
    made.given_ = Trie(std::move(given));
    made.normalized_ = Trie(std::move(whenNormalized));
    return made;
}

const AddedToken* AddedTokens::find(Id id) const {
    const auto found = byId_.find(id);
    return found == byId_.end() ? nullptr : &tokens_[found->second];
}

const AddedToken* AddedTokens::find(std::string_view content) const {
    const auto found = byContent_.find(content);
    return found == byContent_.end() ? nullptr : &tokens_[found->second];
}

std::vector<AddedTokens::Part> AddedTokens::split(std::string_view text, bool normalized) const {
    const Trie& trie = normalized ? normalized_ : given_;
    std::vector<Part> parts;
    std::size_t done = 0;
    for (std::size_t place = 0; place < text.size();) {
        const Trie::Match match = trie.longest(text, place);
        if (match.id == Trie::noId) {
            ++place;
            continue;
        }
        const AddedToken& token = tokens_[static_cast<std::size_t>(match.id)];
        TextRange bytes{place, match.end};
        place = match.end;
        if (bytes.begin < done || (token.singleWord && !standsAlone(text, bytes)))
            continue;
        for (std::size_t next = bytes.begin;
             token.leftStrip && bytes.begin > done && isBlank(previousCharacter(text, next));)
            bytes.begin = next;
        for (std::size_t next = bytes.end;
             token.rightStrip && bytes.end < text.size() && isBlank(nextCharacter(text, next));)
            bytes.end = next;
        if (done < bytes.begin)
            parts.push_back({{done, bytes.begin}, nullptr});
        parts.push_back({bytes, &token});
        done = bytes.end;
    }
    if (done < text.size())
        parts.push_back({{done, text.size()}, nullptr});
    return parts;
}

} // namespace heedmap::tokens
