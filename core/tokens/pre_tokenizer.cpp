#include "core/tokens/pre_tokenizer.h"

#include "core/tokens/byte_alphabet.h"
#include "core/tokens/characters.h"
#include "core/tokens/pattern.h"

#include <algorithm>
#include <optional>

namespace heedmap::tokens {

namespace {

// What becomes of the matches of a pattern; what lies between them is a word by itself.
enum class Behavior : std::uint8_t { removed, isolated, mergedWithPrevious, mergedWithNext, contiguous };

struct Part {
    TextRange bytes;
    bool isMatch;
};

void removeMatches(std::vector<Part>& parts) {
    std::erase_if(parts, [](const Part& part) { return part.isMatch; });
}

// A match belongs to the word before it, unless that is a match, or there is none.
void mergeWithPrevious(std::vector<Part>& parts) {
    std::vector<Part> merged;
    bool afterMatch = false;
    for (const Part& part : parts) {
        if (part.isMatch && !afterMatch && !merged.empty())
            merged.back().bytes.end = part.bytes.end;
        else
            merged.push_back(part);
        afterMatch = part.isMatch;
    }
    parts = std::move(merged);
}

void mergeWithNext(std::vector<Part>& parts) {
    std::vector<Part> merged; // from the end
    bool beforeMatch = false;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        if (part->isMatch && !beforeMatch && !merged.empty())
            merged.back().bytes.begin = part->bytes.begin;
        else
            merged.push_back(*part);
        beforeMatch = part->isMatch;
    }
    parts.assign(merged.rbegin(), merged.rend());
}

void mergeContiguous(std::vector<Part>& parts) {
    std::vector<Part> merged;
    for (const Part& part : parts) {
        if (!merged.empty() && merged.back().isMatch == part.isMatch)
            merged.back().bytes.end = part.bytes.end;
        else
            merged.push_back(part);
    }
    parts = std::move(merged);
}

void apply(Behavior behavior, std::vector<Part>& parts) {
    switch (behavior) {
    case Behavior::removed:
        return removeMatches(parts);
    case Behavior::isolated:
        return;
    case Behavior::mergedWithPrevious:
        return mergeWithPrevious(parts);
    case Behavior::mergedWithNext:
        return mergeWithNext(parts);
    case Behavior::contiguous:
        return mergeContiguous(parts);
    }
}

class Split : public PreTokenizer {
public:
    Split(std::shared_ptr<const Pattern> pattern, Behavior behavior, bool invert = false)
        : pattern_(std::move(pattern))
        , behavior_(behavior)
        , invert_(invert) {}

    Result<void> apply(Words& words) const override {
        auto matches = pattern_->find(words.text.text(), words.words);
        if (!matches)
            return matches.error();
        std::vector<TextRange> made;
        made.reserve(matches->size());
        std::vector<Part> parts;
        auto match = matches->begin();
        for (const TextRange& word : words.words) {
            parts.clear();
            std::size_t at = word.begin;
            for (; match != matches->end() && match->begin < word.end; ++match) {
                if (match->begin > at)
                    parts.push_back({{at, match->begin}, invert_});
                parts.push_back({*match, !invert_});
                at = match->end;
            }
            if (at < word.end)
                parts.push_back({{at, word.end}, invert_});
            tokens::apply(behavior_, parts);
            for (const Part& part : parts)
                made.push_back(part.bytes);
        }
        words.words = std::move(made);
        return {};
    }

private:
    std::shared_ptr<const Pattern> pattern_;
    Behavior behavior_;
    bool invert_;
};

// Every character of a kind.
class CharactersOfKind : public Pattern {
public:
    using Kind = bool (*)(CodePoint);
    explicit CharactersOfKind(Kind isOne)
        : isOne_(isOne) {}
    Result<std::vector<TextRange>> find(std::string_view text, std::span<const TextRange> words) const override {
        std::vector<TextRange> found;
        for (const TextRange& word : words)
            for (std::size_t place = word.begin; place < word.end;) {
                const std::size_t begin = place;
                if (isOne_(nextCharacter(text, place)))
                    found.push_back({begin, place});
            }
        return found;
    }

private:
    Kind isOne_;
};

std::shared_ptr<const PreTokenizer> split(CharactersOfKind::Kind kind, Behavior behavior) {
    return std::make_shared<Split>(std::make_shared<CharactersOfKind>(kind), behavior);
}

// Writes every word anew by `write(word, made)`, and leaves out what is in no word.
template <class Write>
Result<void> rewriteWords(Words& words, const Write& write) {
    Rewriting made(words.text);
    std::vector<TextRange> places;
    places.reserve(words.words.size());
    for (const TextRange& word : words.words) {
        const std::size_t begin = made.made().size();
        write(word, made);
        if (made.made().size() > begin)
            places.push_back({begin, made.made().size()});
    }
    auto text = made.done();
    if (!text)
        return text.error();
    words.text = std::move(*text);
    words.words = std::move(places);
    return {};
}

class BlankBefore : public PreTokenizer {
public:
    Result<void> apply(Words& words) const override {
        const std::string& text = words.text.text();
        const auto hasOne = [&](const TextRange& word) {
            return text[word.begin] == ' ';
        };
        if (std::ranges::all_of(words.words, hasOne))
            return {};
        return rewriteWords(words, [&](const TextRange& word, Rewriting& made) {
            if (!hasOne(word))
                made.insert(word.begin, " ");
            made.keep(word);
        });
    }
};

class BytesAsSymbols : public PreTokenizer {
public:
    Result<void> apply(Words& words) const override {
        const std::string& text = words.text.text();
        return rewriteWords(words, [&](const TextRange& word, Rewriting& made) {
            for (std::size_t i = word.begin; i < word.end;) {
                std::size_t end = i;
                while (end < word.end && '!' <= text[end] && text[end] <= '~') // which stand for themselves
                    ++end;
                made.keep({i, end});
                if (end < word.end)
                    made.replace({end, end + 1}, symbolOf(static_cast<unsigned char>(text[end])));
                i = end + 1;
            }
        });
    }
};

// Blanks become a sign, which is also put before a word ("always"), or before what begins the text ("first").
class Metaspace : public PreTokenizer {
public:
    enum class Prepend : std::uint8_t { always, first, never };
    Metaspace(std::string sign, Prepend prepend)
        : sign_(std::move(sign))
        , prepend_(prepend) {}
    Result<void> apply(Words& words) const override {
        const std::string& text = words.text.text();
        return rewriteWords(words, [&](const TextRange& word, Rewriting& made) {
            const std::string_view rest = std::string_view(text).substr(word.begin, word.size());
            if (!rest.starts_with(' ') && !rest.starts_with(sign_) && isPrepended(words.text, word))
                made.insert(word.begin, sign_);
            for (std::size_t i = word.begin; i < word.end;) {
                const std::size_t end = std::min(text.find(' ', i), word.end);
                made.keep({i, end});
                if (end < word.end)
                    made.replace({end, end + 1}, sign_);
                i = end + 1;
            }
        });
    }

private:
    bool isPrepended(const AlignedText& text, const TextRange& word) const {
        return prepend_ == Prepend::always ||
               (prepend_ == Prepend::first && text.origin({word.begin, word.begin + 1}).begin == 0);
    }

    std::string sign_;
    Prepend prepend_;
};

std::optional<Behavior> behaviorOf(const std::string& name) {
    constexpr std::pair<const char*, Behavior> names[] = {{"Removed", Behavior::removed},
                                                          {"Isolated", Behavior::isolated},
                                                          {"MergedWithPrevious", Behavior::mergedWithPrevious},
                                                          {"MergedWithNext", Behavior::mergedWithNext},
                                                          {"Contiguous", Behavior::contiguous}};
    for (const auto& [known, behavior] : names)
        if (name == known)
            return behavior;
    return std::nullopt;
}

Behavior readBehavior(PartSettings& settings, const std::string& without) {
    const std::string name = settings.text("behavior", without);
    const auto behavior = behaviorOf(name);
    if (!behavior)
        settings.fail(makeError(tokenizerPart,
                                {HEEDMAP_MESSAGE("Reason", "behavior"), shortened(name),
                                 std::string("Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous")}));
    return behavior.value_or(Behavior::isolated);
}

void addMetaspace(PartSettings& settings, PreTokenizers& made) {
    const std::string sign = settings.text("replacement", "▁");
    const std::string scheme =
        settings.text("prepend_scheme", settings.flag("add_prefix_space", true) ? "always" : "never");
    const bool known = scheme == "always" || scheme == "first" || scheme == "never";
    if (!known)
        settings.fail(makeError(
            tokenizerPart, {std::string("prepend_scheme"), shortened(scheme), std::string("always, first, never")}));
    if (sign.empty())
        settings.fail(entryError(settings.name() + ".replacement", aText));
    made.push_back(std::make_shared<Metaspace>(sign, scheme == "always"  ? Metaspace::Prepend::always
                                                     : scheme == "first" ? Metaspace::Prepend::first
                                                                         : Metaspace::Prepend::never));
    if (settings.flag("split", true))
        made.push_back(std::make_shared<Split>(literal(sign), Behavior::mergedWithNext));
}

Result<void> addPreTokenizer(const Json& description, PreTokenizers& made, int depth) {
    PartSettings settings(description, "pre_tokenizer");
    const std::string type = settings.text("type");
    constexpr int deepest = 16;
    if (type == "Sequence" && depth < deepest) {
        for (const Json& one : settings.list("pretokenizers"))
            if (auto added = addPreTokenizer(one, made, depth + 1); !added)
                return added;
    } else if (type == "ByteLevel") {
        if (settings.flag("add_prefix_space", true))
            made.push_back(std::make_shared<BlankBefore>());
        if (settings.flag("use_regex", true))
            made.push_back(std::make_shared<Split>(gpt2Words(), Behavior::isolated));
        made.push_back(std::make_shared<BytesAsSymbols>());
    } else if (type == "Split") {
        const Behavior behavior = readBehavior(settings, "");
        const bool invert = settings.flag("invert", false);
        auto pattern = readPattern(settings);
        if (!pattern)
            return pattern.error();
        made.push_back(std::make_shared<Split>(*pattern, behavior, invert));
    } else if (type == "Whitespace") {
        // \w+|[^\w\s]+ as Rust means it
        constexpr const char* word = R"(\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control})";
        auto pattern = regularExpression(std::string("[") + word + "]+|[^" + word + R"(\s]+)");
        if (!pattern)
            return pattern.error();
        made.push_back(std::make_shared<Split>(*pattern, Behavior::removed, true));
    } else if (type == "WhitespaceSplit") {
        made.push_back(split(isBlank, Behavior::removed));
    } else if (type == "BertPreTokenizer") {
        made.push_back(split(isBlank, Behavior::removed));
        made.push_back(split(isPunctuation, Behavior::isolated));
    } else if (type == "Metaspace") {
        addMetaspace(settings, made);
    } else if (type == "Digits") {
        const bool each = settings.flag("individual_digits", false);
        made.push_back(split(isNumber, each ? Behavior::isolated : Behavior::contiguous));
    } else if (type == "Punctuation") {
        made.push_back(split(isPunctuation, readBehavior(settings, "Isolated")));
    } else if (type == "CharDelimiterSplit") {
        made.push_back(std::make_shared<Split>(literal(settings.text("delimiter")), Behavior::removed));
    } else {
        settings.fail(makeError(
            tokenizerPart, {HEEDMAP_MESSAGE("Reason", "pre-tokenizer"), shortened(type),
                            std::string("Sequence, ByteLevel, Split, Whitespace, WhitespaceSplit, BertPreTokenizer, "
                                        "Metaspace, Digits, Punctuation, CharDelimiterSplit")}));
    }
    return settings.ok() ? Result<void>() : settings.error();
}

} // namespace

Result<PreTokenizers> readPreTokenizers(const Json& description) {
    PreTokenizers made;
    if (description.is_null())
        return made;
    if (auto added = addPreTokenizer(description, made, 0); !added)
        return added.error();
    return made;
}

} // namespace heedmap::tokens
