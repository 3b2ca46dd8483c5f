#include "core/tokens/pattern.h"

#include "core/tokens/characters.h"

#include <algorithm>
#include <string>
#include <unicode/regex.h>

namespace heedmap::tokens {

namespace {

constexpr std::size_t longestExpression = 1 << 16;

class Literal : public Pattern {
public:
    explicit Literal(std::string text)
        : text_(std::move(text)) {}
    Result<std::vector<TextRange>> find(std::string_view text, std::span<const TextRange> words) const override {
        std::vector<TextRange> found;
        if (text_.empty())
            return found;
        for (const TextRange& word : words) {
            const std::string_view within = text.substr(0, word.end);
            for (std::size_t at = within.find(text_, word.begin); at != std::string_view::npos;
                 at = within.find(text_, at + text_.size()))
                found.push_back({at, at + text_.size()});
        }
        return found;
    }

private:
    std::string text_;
};

// The expressions are written for Oniguruma; the few classes that ICU means otherwise by the same letter are spelled
// out (https://github.com/kkos/oniguruma, doc/RE; https://unicode-org.github.io/icu/userguide/strings/regexp.html).
std::string inWordsOfIcu(std::string_view expression) {
    std::string spelled;
    int sets = 0; // how many [ are open
    for (std::size_t i = 0; i < expression.size(); ++i) {
        const char c = expression[i];
        if (c != '\\' || i + 1 == expression.size()) {
            sets += c == '[' ? 1 : c == ']' && sets > 0 ? -1 : 0;
            spelled += c;
            continue;
        }
        const auto within = [&](std::string_view members) {
            spelled += sets > 0 ? std::string(members) : "[" + std::string(members) + "]";
        };
        const auto without = [&](std::string_view members) {
            spelled += "[^" + std::string(members) + "]";
        };
        constexpr std::string_view blank = "\\p{White_Space}";
        constexpr std::string_view word = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}";
        constexpr std::string_view hexadecimal = "0-9a-fA-F";
        switch (const char letter = expression[++i]) {
        case 's':
            within(blank);
            break;
        case 'S':
            without(blank);
            break;
        case 'w':
            within(word);
            break;
        case 'W':
            without(word);
            break;
        case 'h':
            within(hexadecimal);
            break;
        case 'H':
            without(hexadecimal);
            break;
        default:
            spelled += c;
            spelled += letter;
        }
    }
    return spelled;
}

// A text in UTF-16, and where each of its units lies in UTF-8.
struct Utf16 {
    std::u16string units;
    std::vector<std::uint32_t> bytes; // of every unit, and of the end

    explicit Utf16(std::string_view text) {
        units.reserve(text.size());
        bytes.reserve(text.size() + 1);
        for (std::size_t place = 0; place < text.size();) {
            const auto begin = static_cast<std::uint32_t>(place);
            const CodePoint c = nextCharacter(text, place);
            bytes.push_back(begin);
            if (c < 0x10000) {
                units += static_cast<char16_t>(c);
            } else {
                units += static_cast<char16_t>(0xd7c0 + (c >> 10));
                units += static_cast<char16_t>(0xdc00 | (c & 0x3ff));
                bytes.push_back(begin);
            }
        }
        bytes.push_back(static_cast<std::uint32_t>(text.size()));
    }
};

class RegularExpression : public Pattern {
public:
    RegularExpression(std::unique_ptr<icu::RegexPattern> pattern, std::string expression)
        : pattern_(std::move(pattern))
        , expression_(std::move(expression)) {}

    Result<std::vector<TextRange>> find(std::string_view text, std::span<const TextRange> words) const override {
        std::vector<TextRange> found;
        if (words.empty())
            return found;
        const std::size_t first = words.front().begin;
        const Utf16 input(text.substr(first, words.back().end - first));
        const icu::UnicodeString all(false, input.units.data(), static_cast<std::int32_t>(input.units.size()));
        UErrorCode status = U_ZERO_ERROR;
        const std::unique_ptr<icu::RegexMatcher> matcher(pattern_->matcher(all, status));
        if (U_FAILURE(status))
            return tooSlow();
        constexpr std::int32_t mostMemory = 64 << 20;
        // Of ten thousand steps each, about a millisecond: for any text, and for every hundred characters of it.
        const std::int32_t mostSteps = 200 + static_cast<std::int32_t>(input.units.size() / 100);
        matcher->setStackLimit(mostMemory, status);
        matcher->setTimeLimit(mostSteps, status);
        std::int32_t unit = 0;
        const auto goTo = [&](std::size_t byte) {
            const auto at = input.bytes.begin() + unit;
            unit =
                static_cast<std::int32_t>(std::lower_bound(at, input.bytes.end(), byte - first) - input.bytes.begin());
            return unit;
        };
        for (const TextRange& word : words) {
            const std::int32_t begin = goTo(word.begin);
            matcher->region(begin, goTo(word.end), status);
            while (matcher->find(status) && U_SUCCESS(status)) {
                const auto byteOf = [&](std::int32_t at) {
                    return first + input.bytes[static_cast<std::size_t>(at)];
                };
                const TextRange match{byteOf(matcher->start(status)), byteOf(matcher->end(status))};
                if (match.size() > 0)
                    found.push_back(match);
            }
            if (U_FAILURE(status))
                return tooSlow();
        }
        return found;
    }

private:
    Error tooSlow() const { return makeError(patternTooSlow, {shortened(expression_)}); }

    std::unique_ptr<icu::RegexPattern> pattern_;
    std::string expression_;
};

// The expressions that most models have, by hand, since matching takes most of the time otherwise. All of them cut a
// text into parts without anything between them.
class KnownWords : public Pattern {
public:
    Result<std::vector<TextRange>> find(std::string_view text, std::span<const TextRange> words) const override {
        std::vector<TextRange> found;
        if (!words.empty())
            found.reserve((words.back().end - words.front().begin) / 4);
        for (const TextRange& word : words) {
            const std::string_view within = text.substr(0, word.end);
            for (std::size_t begin = word.begin; begin < word.end;) {
                const std::size_t end = endOf(within, begin);
                found.push_back({begin, end});
                begin = end;
            }
        }
        return found;
    }

protected:
    enum class Kind : std::uint8_t { letter, number, blank, other, nothing };
    static Kind kindOf(CodePoint c) {
        return isLetter(c) ? Kind::letter : isNumber(c) ? Kind::number : isBlank(c) ? Kind::blank : Kind::other;
    }
    static Kind kindAt(std::string_view text, std::size_t place) {
        return place < text.size() ? kindOf(nextCharacter(text, place)) : Kind::nothing;
    }
    // The end of the characters of a kind, at most so many.
    static std::size_t runEnd(std::string_view text, std::size_t place, Kind kind,
                              std::size_t most = std::string::npos) {
        for (std::size_t next = place; most > 0 && next < text.size() && kindOf(nextCharacter(text, next)) == kind;
             --most)
            place = next;
        return place;
    }
    // \s+(?!\S)|\s+: blanks, but the last is left to a word that follows.
    static std::size_t blanksEnd(std::string_view text, std::size_t begin) {
        const std::size_t end = runEnd(text, begin, Kind::blank);
        std::size_t last = end;
        previousCharacter(text, last);
        return end == text.size() || last == begin ? end : last;
    }
    virtual std::size_t endOf(std::string_view text, std::size_t begin) const = 0;
};

constexpr const char* gpt2Expression = R"('(?:[stmd]|re|ve|ll)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

class Gpt2Words : public KnownWords {
    std::size_t endOf(std::string_view text, std::size_t begin) const override {
        const std::string_view rest = text.substr(begin);
        for (const char* form : {"'s", "'t", "'m", "'d", "'re", "'ve", "'ll"})
            if (rest[0] == '\'' && rest.starts_with(form))
                return begin + std::string_view(form).size();
        const std::size_t start = begin + (rest[0] == ' ' ? 1 : 0);
        const Kind kind = kindAt(text, start);
        return kind == Kind::blank || kind == Kind::nothing ? blanksEnd(text, begin) : runEnd(text, start, kind);
    }
};

// LLaMA 3, with up to three digits in a row, and Qwen, with one.
constexpr const char* llama3Expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* qwenExpression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

class LlamaWords : public KnownWords {
public:
    explicit LlamaWords(std::size_t mostDigits)
        : mostDigits_(mostDigits) {}

private:
    static bool endsLine(char c) { return c == '\r' || c == '\n'; }
    static std::size_t shortForm(std::string_view rest) {
        const auto lower = [&](std::size_t i) {
            const char c = i < rest.size() ? rest[i] : '\0';
            return 'A' <= c && c <= 'Z' ? static_cast<char>(c + 32) : c;
        };
        if (rest[0] != '\'')
            return 0;
        const char first = lower(1);
        const char second = lower(2);
        if (first == 's' || first == 't' || first == 'm' || first == 'd')
            return 2;
        if (rest.substr(1).starts_with("ſ")) // which is an s when capitals do not matter
            return 3;
        return ((first == 'r' || first == 'v') && second == 'e') || (first == 'l' && second == 'l') ? 3 : 0;
    }

    std::size_t endOf(std::string_view text, std::size_t begin) const override {
        if (const std::size_t size = shortForm(text.substr(begin)))
            return begin + size;
        std::size_t next = begin;
        const Kind kind = kindOf(nextCharacter(text, next));
        if (kind == Kind::letter)
            return runEnd(text, next, Kind::letter);
        if (kind == Kind::number)
            return runEnd(text, begin, Kind::number, mostDigits_);
        if (!endsLine(text[begin]) && kindAt(text, next) == Kind::letter)
            return runEnd(text, next, Kind::letter);
        const std::size_t start = begin + (text[begin] == ' ' ? 1 : 0);
        if (kindAt(text, start) == Kind::other) {
            std::size_t end = runEnd(text, start, Kind::other);
            while (end < text.size() && endsLine(text[end]))
                ++end;
            return end;
        }
        const std::size_t end = runEnd(text, begin, Kind::blank);
        for (std::size_t last = end; last > begin; --last)
            if (endsLine(text[last - 1]))
                return last;
        return blanksEnd(text, begin);
    }

    std::size_t mostDigits_;
};

} // namespace

Result<std::shared_ptr<const Pattern>> regularExpression(const std::string& expression) {
    using Made = std::shared_ptr<const Pattern>;
    if (expression == gpt2Expression)
        return Made(std::make_shared<Gpt2Words>());
    if (expression == llama3Expression)
        return Made(std::make_shared<LlamaWords>(3));
    if (expression == qwenExpression)
        return Made(std::make_shared<LlamaWords>(1));
    const std::string spelled = inWordsOfIcu(expression);
    if (expression.size() > longestExpression)
        return makeError(tokenizerPattern, {HEEDMAP_MESSAGE("Reason", "it is too long"), shortened(expression)});
    UErrorCode status = U_ZERO_ERROR;
    UParseError place;
    std::unique_ptr<icu::RegexPattern> pattern(icu::RegexPattern::compile(
        icu::UnicodeString::fromUTF8(spelled), UREGEX_MULTILINE | UREGEX_UNIX_LINES, place, status));
    if (U_FAILURE(status))
        return makeError(tokenizerPattern, {std::string(u_errorName(status)), shortened(expression)});
    return std::shared_ptr<const Pattern>(std::make_shared<RegularExpression>(std::move(pattern), expression));
}

std::shared_ptr<const Pattern> literal(const std::string& text) {
    return std::make_shared<Literal>(text);
}

std::shared_ptr<const Pattern> gpt2Words() {
    return *regularExpression(gpt2Expression);
}

Result<std::shared_ptr<const Pattern>> readPattern(PartSettings& settings) {
    PartSettings pattern(settings.object("pattern"), settings.name() + ".pattern");
    if (pattern.has("String"))
        return literal(pattern.text("String"));
    const std::string expression = pattern.text("Regex");
    if (!pattern.ok())
        settings.fail(pattern.error());
    if (!settings.ok())
        return settings.error();
    return regularExpression(expression);
}

} // namespace heedmap::tokens
