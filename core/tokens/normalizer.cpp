#include "core/tokens/normalizer.h"

#include "core/tokens/byte_alphabet.h"
#include "core/tokens/characters.h"
#include "core/tokens/pattern.h"
#include "core/tokens/trie.h"

#include <unicode/brkiter.h>
#include <unicode/bytestream.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/utext.h>

namespace heedmap::tokens {

namespace {

// `change(c, by)` puts into `by` what the character becomes and says true, or leaves it as it is.
template <class Change>
Result<AlignedText> charactersChanged(const AlignedText& text, const Change& change) {
    Rewriting made(text);
    std::string by;
    std::size_t kept = 0; // up to here everything is done
    for (std::size_t place = 0; place < text.text().size();) {
        const std::size_t begin = place;
        const CodePoint c = nextCharacter(text.text(), place);
        by.clear();
        if (!change(c, by))
            continue;
        made.keep({kept, begin});
        made.replace({begin, place}, by);
        kept = place;
    }
    made.keep({kept, text.text().size()});
    return made.done();
}

class UnicodeForm : public Normalizer {
public:
    explicit UnicodeForm(const icu::Normalizer2* form)
        : form_(form) {}
    Result<AlignedText> apply(AlignedText text) const override {
        UErrorCode status = U_ZERO_ERROR;
        const icu::StringPiece input(text.text().data(), static_cast<std::int32_t>(text.text().size()));
        if (form_->isNormalizedUTF8(input, status))
            return text;
        std::string output;
        icu::StringByteSink<std::string> sink(&output, input.size());
        icu::Edits edits;
        form_->normalizeUTF8(0, input, sink, &edits, status);
        HEEDMAP_EXPECTS(U_SUCCESS(status));
        Rewriting made(text);
        for (auto edit = edits.getFineIterator(); edit.next(status);) {
            const auto begin = static_cast<std::size_t>(edit.sourceIndex());
            const TextRange source{begin, begin + static_cast<std::size_t>(edit.oldLength())};
            if (edit.hasChange())
                made.replace(source, std::string_view(output).substr(static_cast<std::size_t>(edit.destinationIndex()),
                                                                     static_cast<std::size_t>(edit.newLength())));
            else
                made.keep(source);
        }
        return made.done();
    }

private:
    const icu::Normalizer2* form_; // ICU's own, which lives as long as the program
};

std::shared_ptr<const Normalizer> unicodeForm(const char* data, UNormalization2Mode mode) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* form = icu::Normalizer2::getInstance(nullptr, data, mode, status);
    HEEDMAP_EXPECTS(U_SUCCESS(status));
    return std::make_shared<UnicodeForm>(form);
}

bool makeLowerCase(CodePoint c, std::string& by) {
    if (c < 0x80 && !('A' <= c && c <= 'Z'))
        return false;
    appendLowerCase(by, c);
    return true;
}

class Lowercase : public Normalizer {
public:
    Result<AlignedText> apply(AlignedText text) const override { return charactersChanged(text, makeLowerCase); }
};

class WithoutMarks : public Normalizer {
public:
    using Kind = bool (*)(CodePoint);
    explicit WithoutMarks(Kind isOne)
        : isOne_(isOne) {}
    Result<AlignedText> apply(AlignedText text) const override {
        return charactersChanged(text, [this](CodePoint c, std::string&) { return isOne_(c); });
    }

private:
    Kind isOne_;
};

// Control characters go, every blank becomes " ".
class BertCleaning : public Normalizer {
public:
    Result<AlignedText> apply(AlignedText text) const override {
        return charactersChanged(text, [](CodePoint c, std::string& by) {
            const bool blank = isBlank(c);
            if (blank)
                by = " ";
            const bool line = c == '\t' || c == '\n' || c == '\r';
            if (c == 0 || c == 0xfffd || (!line && isControl(c))) {
                by.clear();
                return true;
            }
            return blank && c != ' ';
        });
    }
};

class IdeographsApart : public Normalizer {
public:
    Result<AlignedText> apply(AlignedText text) const override {
        Rewriting made(text);
        std::size_t kept = 0;
        for (std::size_t place = 0; place < text.text().size();) {
            const std::size_t begin = place;
            if (!isIdeograph(nextCharacter(text.text(), place)))
                continue;
            made.keep({kept, begin});
            made.insert(begin, " ");
            made.keep({begin, place});
            made.insert(place, " ");
            kept = place;
        }
        made.keep({kept, text.text().size()});
        return made.done();
    }
};

class Replace : public Normalizer {
public:
    Replace(std::shared_ptr<const Pattern> pattern, std::string content)
        : pattern_(std::move(pattern))
        , content_(std::move(content)) {}
    Result<AlignedText> apply(AlignedText text) const override {
        const TextRange all{0, text.text().size()};
        auto found = pattern_->find(text.text(), {&all, 1});
        if (!found)
            return found.error();
        Rewriting made(text);
        std::size_t kept = 0;
        for (const TextRange& match : *found) {
            made.keep({kept, match.begin});
            made.replace(match, content_);
            kept = match.end;
        }
        made.keep({kept, all.end});
        return made.done();
    }

private:
    std::shared_ptr<const Pattern> pattern_;
    std::string content_;
};

class Prepend : public Normalizer {
public:
    explicit Prepend(std::string what)
        : what_(std::move(what)) {}
    Result<AlignedText> apply(AlignedText text) const override {
        if (text.empty())
            return text;
        Rewriting made(text);
        made.insert(0, what_);
        made.keep({0, text.text().size()});
        return made.done();
    }

private:
    std::string what_;
};

class Strip : public Normalizer {
public:
    Strip(bool left, bool right)
        : left_(left)
        , right_(right) {}
    Result<AlignedText> apply(AlignedText text) const override {
        std::size_t begin = 0;
        std::size_t end = text.text().size();
        for (std::size_t next = begin; left_ && begin < end && isBlank(nextCharacter(text.text(), next));)
            begin = next;
        for (std::size_t next = end; right_ && begin < end && isBlank(previousCharacter(text.text(), next));)
            end = next;
        return text.slice({begin, end});
    }

private:
    bool left_, right_;
};

class ByteSymbols : public Normalizer {
public:
    Result<AlignedText> apply(AlignedText text) const override {
        Rewriting made(text);
        for (std::size_t i = 0; i < text.text().size(); ++i)
            made.replace({i, i + 1}, symbolOf(static_cast<unsigned char>(text.text()[i])));
        return made.done();
    }
};

// The table is asked for what a reader takes for one character, letter and accents together, where it is short; else
// for each of its characters; and always for the shortest text that fits, as the library `tokenizers` does.
class Precompiled : public Normalizer {
public:
    explicit Precompiled(Charsmap charsmap)
        : charsmap_(std::move(charsmap)) {}
    Result<AlignedText> apply(AlignedText text) const override {
        Rewriting made(text);
        const std::string_view all = text.text();
        Graphemes graphemes(all);
        std::size_t kept = 0;
        const auto replace = [&](TextRange bytes) {
            const Charsmap::Match match = charsmap_.shortest(all.substr(bytes.begin, bytes.size()));
            if (match.size == 0)
                return false;
            made.keep({kept, bytes.begin});
            made.replace(bytes, match.by);
            kept = bytes.end;
            return true;
        };
        constexpr std::size_t shortOne = 6; // bytes
        for (std::size_t begin = 0; begin < all.size();) {
            const std::size_t end = graphemes.endOf(begin);
            if (end - begin >= shortOne || !replace({begin, end}))
                for (std::size_t place = begin; place < end;) {
                    const std::size_t next = place + bytesOfCharacter(all[place]);
                    replace({place, next});
                    place = next;
                }
            begin = end;
        }
        made.keep({kept, all.size()});
        return made.done();
    }

private:
    class Graphemes {
    public:
        explicit Graphemes(std::string_view text)
            : text_(text) {}
        ~Graphemes() { utext_close(&input_); }
        Graphemes(const Graphemes&) = delete;
        Graphemes& operator=(const Graphemes&) = delete;
        std::size_t endOf(std::size_t begin) {
            const auto isAscii = [&](std::size_t i) {
                return i >= text_.size() || static_cast<unsigned char>(text_[i]) < 0x80;
            };
            if (isAscii(begin) && isAscii(begin + 1) && text_[begin] != '\r')
                return begin + 1;
            if (!breaks_) {
                UErrorCode status = U_ZERO_ERROR;
                utext_openUTF8(&input_, text_.data(), static_cast<std::int64_t>(text_.size()), &status);
                breaks_.reset(icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
                HEEDMAP_EXPECTS(U_SUCCESS(status));
                breaks_->setText(&input_, status);
            }
            const std::int32_t end = breaks_->following(static_cast<std::int32_t>(begin));
            return end == icu::BreakIterator::DONE ? text_.size() : static_cast<std::size_t>(end);
        }

    private:
        std::string_view text_;
        UText input_ = UTEXT_INITIALIZER;
        std::unique_ptr<icu::BreakIterator> breaks_; // made where the first character needs it
    };

    Charsmap charsmap_;
};

// https://github.com/google/sentencepiece, src/normalizer.cc
class SentencePieceNormalizer : public Normalizer {
public:
    explicit SentencePieceNormalizer(SentencePieceNormalization settings)
        : settings_(std::move(settings)) {
        std::vector<std::pair<std::string_view, Id>> pieces;
        for (const std::string& piece : settings_.userDefined)
            pieces.emplace_back(piece, 0);
        userDefined_ = Trie(std::move(pieces));
    }
    Result<AlignedText> apply(AlignedText text) const override {
        const std::string_view all = text.text();
        const std::string_view blank = settings_.escapeBlanks ? "▁" : " ";
        std::size_t place = 0;
        for (; settings_.removeExtraBlanks && place < all.size(); place += prefix(all.substr(place)).size)
            if (prefix(all.substr(place)).by != " ")
                break;
        Rewriting made(text);
        if (place == all.size())
            return made.done();
        if (settings_.addDummyPrefix && !settings_.blankAsSuffix)
            made.insert(place, blank);
        bool afterBlank = settings_.removeExtraBlanks;
        while (place < all.size()) {
            const Charsmap::Match match = prefix(all.substr(place));
            std::string_view by = match.by;
            while (afterBlank && by.starts_with(' '))
                by.remove_prefix(1);
            if (!by.empty()) {
                add(made, {place, place + match.size}, all.substr(place, match.size), by, blank);
                afterBlank = settings_.removeExtraBlanks && by.ends_with(' ');
            }
            place += match.size;
        }
        while (settings_.removeExtraBlanks && made.made().ends_with(blank))
            made.shortenTo(made.made().size() - blank.size());
        if (settings_.addDummyPrefix && settings_.blankAsSuffix)
            made.insert(all.size(), blank);
        return made.done();
    }

private:
    Charsmap::Match prefix(std::string_view text) const {
        if (const Trie::Match piece = userDefined_.longest(text, 0); piece.id != Trie::noId)
            return {piece.end, text.substr(0, piece.end)};
        if (const Charsmap::Match match = settings_.charsmap.longest(text); match.size > 0)
            return match;
        const std::size_t size = bytesOfCharacter(text[0]);
        return {size, text.substr(0, size)};
    }
    static void add(Rewriting& made, TextRange bytes, std::string_view before, std::string_view by,
                    std::string_view blank) {
        if (by == before && by.find(' ') == std::string_view::npos) {
            made.keep(bytes);
            return;
        }
        for (std::size_t i = 0; i < by.size();) {
            const std::size_t end = by[i] == ' ' ? i + 1 : std::min(by.find(' ', i), by.size());
            made.replace(bytes, by[i] == ' ' ? blank : by.substr(i, end - i));
            i = end;
        }
    }

    SentencePieceNormalization settings_;
    Trie userDefined_;
};

void addBert(PartSettings& settings, Normalizers& normalizers) {
    const bool lowercase = settings.flag("lowercase", true);
    if (settings.flag("clean_text", true))
        normalizers.push_back(std::make_shared<BertCleaning>());
    if (settings.flag("handle_chinese_chars", true))
        normalizers.push_back(std::make_shared<IdeographsApart>());
    if (settings.flag("strip_accents", lowercase)) {
        normalizers.push_back(unicodeForm("nfc", UNORM2_DECOMPOSE));
        normalizers.push_back(std::make_shared<WithoutMarks>(isNonspacingMark));
    }
    if (lowercase)
        normalizers.push_back(std::make_shared<Lowercase>());
}

Result<void> addNormalizer(const Json& description, Normalizers& normalizers, int depth) {
    PartSettings settings(description, "normalizer");
    const std::string type = settings.text("type");
    constexpr int deepest = 16;
    if (type == "Sequence" && depth < deepest) {
        for (const Json& one : settings.list("normalizers"))
            if (auto added = addNormalizer(one, normalizers, depth + 1); !added)
                return added;
    } else if (type == "NFC" || type == "NFD") {
        normalizers.push_back(unicodeForm("nfc", type == "NFC" ? UNORM2_COMPOSE : UNORM2_DECOMPOSE));
    } else if (type == "NFKC" || type == "NFKD") {
        normalizers.push_back(unicodeForm("nfkc", type == "NFKC" ? UNORM2_COMPOSE : UNORM2_DECOMPOSE));
    } else if (type == "Lowercase") {
        normalizers.push_back(std::make_shared<Lowercase>());
    } else if (type == "StripAccents") {
        normalizers.push_back(std::make_shared<WithoutMarks>(isMark));
    } else if (type == "BertNormalizer") {
        addBert(settings, normalizers);
    } else if (type == "Replace") {
        const std::string content = settings.text("content");
        auto pattern = readPattern(settings);
        if (!pattern)
            return pattern.error();
        normalizers.push_back(std::make_shared<Replace>(*pattern, content));
    } else if (type == "Prepend") {
        normalizers.push_back(std::make_shared<Prepend>(settings.text("prepend")));
    } else if (type == "Strip") {
        const bool left = settings.flag("strip_left", true);
        normalizers.push_back(std::make_shared<Strip>(left, settings.flag("strip_right", true)));
    } else if (type == "ByteLevel") {
        normalizers.push_back(std::make_shared<ByteSymbols>());
    } else if (type == "Precompiled") {
        auto charsmap = Charsmap::ofBase64(settings.text("precompiled_charsmap"));
        if (!charsmap)
            return charsmap.error();
        normalizers.push_back(std::make_shared<Precompiled>(std::move(*charsmap)));
    } else {
        settings.fail(makeError(tokenizerPart,
                                {HEEDMAP_MESSAGE("Reason", "normalizer"), shortened(type),
                                 std::string("Sequence, NFC, NFD, NFKC, NFKD, Lowercase, StripAccents, BertNormalizer, "
                                             "Replace, Prepend, Strip, Precompiled, ByteLevel")}));
    }
    return settings.ok() ? Result<void>() : settings.error();
}

} // namespace

Result<Normalizers> readNormalizers(const Json& description) {
    Normalizers normalizers;
    if (description.is_null())
        return normalizers;
    if (auto added = addNormalizer(description, normalizers, 0); !added)
        return added.error();
    return normalizers;
}

Result<AlignedText> normalized(const Normalizers& normalizers, AlignedText text) {
    for (const auto& normalizer : normalizers) {
        auto next = normalizer->apply(std::move(text));
        if (!next)
            return next;
        text = std::move(*next);
    }
    return text;
}

std::shared_ptr<const Normalizer> sentencePieceNormalizer(SentencePieceNormalization settings) {
    return std::make_shared<SentencePieceNormalizer>(std::move(settings));
}

} // namespace heedmap::tokens
