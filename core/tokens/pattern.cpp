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
        constexpr std::string_view word = "\\p{L}\\p{M}\\p{Nd}\\p{Pc}";
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
        constexpr std::int32_t mostSteps = 1000; // of about a millisecond each, for one match
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

} // namespace

Result<std::shared_ptr<const Pattern>> regularExpression(const std::string& expression) {
    const std::string spelled = inWordsOfIcu(expression);
    if (expression.size() > longestExpression)
        return makeError(tokenizerPattern, {HEEDMAP_MESSAGE("Reason", "it is too long"), shortened(expression)});
    UErrorCode status = U_ZERO_ERROR;
    UParseError place;
    std::unique_ptr<icu::RegexPattern> pattern(
        icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(spelled), UREGEX_MULTILINE, place, status));
    if (U_FAILURE(status))
        return makeError(tokenizerPattern, {std::string(u_errorName(status)), shortened(expression)});
    return std::shared_ptr<const Pattern>(std::make_shared<RegularExpression>(std::move(pattern), expression));
}

std::shared_ptr<const Pattern> literal(const std::string& text) {
    return std::make_shared<Literal>(text);
}

std::shared_ptr<const Pattern> gpt2Words() {
    return *regularExpression(R"('(?:[stmd]|re|ve|ll)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)");
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
