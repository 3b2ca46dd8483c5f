#include "core/tokens/decoder.h"

#include "core/tokens/byte_alphabet.h"
#include "core/tokens/characters.h"
#include "core/tokens/model.h"
#include "core/tokens/pattern.h"

#include <algorithm>
#include <unicode/utf8.h>

namespace heedmap::tokens {

namespace {

std::string joinedPieces(const std::vector<std::string>& pieces, std::string_view between) {
    std::string text;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i > 0)
            text += between;
        text += pieces[i];
    }
    return text;
}

void replaceAll(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

class ByteLevelDecoder : public Decoder {
public:
    void apply(std::vector<std::string>& pieces) const override {
        std::string bytes;
        for (const std::string& piece : pieces)
            bytes += bytesOfSymbols(piece).value_or(piece);
        pieces = {asUtf8(bytes)};
    }
};

class MetaspaceDecoder : public Decoder {
public:
    MetaspaceDecoder(std::string sign, bool prepended)
        : sign_(std::move(sign))
        , prepended_(prepended) {}
    void apply(std::vector<std::string>& pieces) const override {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (i == 0 && prepended_)
                replaceAll(pieces[i], sign_, "");
            else
                replaceAll(pieces[i], sign_, " ");
        }
    }

private:
    std::string sign_;
    bool prepended_;
};

// Blanks that English has not: "do n't ." → "don't.".
void cleanUp(std::string& text) {
    constexpr std::pair<const char*, const char*> changes[] = {
        {" .", "."},   {" ?", "?"},           {" !", "!"},   {" ,", ","},     {" ' ", "'"},   {" n't", "n't"},
        {" 'm", "'m"}, {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
    for (const auto& [what, by] : changes)
        replaceAll(text, what, by);
}

class WordPieceDecoder : public Decoder {
public:
    WordPieceDecoder(std::string prefix, bool cleanup)
        : prefix_(std::move(prefix))
        , cleanup_(cleanup) {}
    void apply(std::vector<std::string>& pieces) const override {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            std::string& piece = pieces[i];
            if (i > 0 && piece.starts_with(prefix_))
                piece.erase(0, prefix_.size());
            else if (i > 0)
                piece.insert(0, " ");
            if (cleanup_)
                cleanUp(piece);
        }
    }

private:
    std::string prefix_;
    bool cleanup_;
};

// Runs of byte tokens become their characters, or U+FFFD for each of them where they are no UTF-8.
class ByteFallbackDecoder : public Decoder {
public:
    void apply(std::vector<std::string>& pieces) const override {
        std::vector<std::string> made;
        std::string bytes;
        const auto end = [&] {
            const bool whole = asUtf8(bytes) == bytes;
            if (whole && !bytes.empty())
                made.push_back(bytes);
            for (std::size_t i = 0; i < bytes.size() && !whole; ++i)
                made.emplace_back("\xef\xbf\xbd");
            bytes.clear();
        };
        for (std::string& piece : pieces) {
            if (const int byte = ByteTokens::byteOf(piece); byte >= 0) {
                bytes += static_cast<char>(byte);
                continue;
            }
            end();
            made.push_back(std::move(piece));
        }
        end();
        pieces = std::move(made);
    }
};

class FuseDecoder : public Decoder {
public:
    void apply(std::vector<std::string>& pieces) const override { pieces = {joinedPieces(pieces, "")}; }
};

class StripDecoder : public Decoder {
public:
    StripDecoder(std::string content, std::size_t start, std::size_t stop)
        : content_(std::move(content))
        , start_(start)
        , stop_(stop) {}
    void apply(std::vector<std::string>& pieces) const override {
        if (content_.empty())
            return;
        for (std::string& piece : pieces) {
            for (std::size_t i = 0; i < start_ && piece.starts_with(content_); ++i)
                piece.erase(0, content_.size());
            for (std::size_t i = 0; i < stop_ && piece.ends_with(content_); ++i)
                piece.erase(piece.size() - content_.size());
        }
    }

private:
    std::string content_;
    std::size_t start_, stop_;
};

class ReplaceDecoder : public Decoder {
public:
    ReplaceDecoder(std::shared_ptr<const Pattern> pattern, std::string content)
        : pattern_(std::move(pattern))
        , content_(std::move(content)) {}
    void apply(std::vector<std::string>& pieces) const override {
        for (std::string& piece : pieces) {
            const TextRange all{0, piece.size()};
            const auto found = pattern_->find(piece, {&all, 1});
            constexpr std::size_t mostGrowing = 1 << 16; // bytes
            if (!found || found->empty() || found->size() * content_.size() > piece.size() + mostGrowing)
                continue;
            std::string made;
            std::size_t kept = 0;
            for (const TextRange& match : *found) {
                made.append(piece, kept, match.begin - kept).append(content_);
                kept = match.end;
            }
            piece = made.append(piece, kept);
        }
    }

private:
    std::shared_ptr<const Pattern> pattern_;
    std::string content_;
};

class WordEndDecoder : public Decoder {
public:
    explicit WordEndDecoder(std::string suffix)
        : suffix_(std::move(suffix)) {}
    void apply(std::vector<std::string>& pieces) const override {
        for (std::size_t i = 0; i < pieces.size(); ++i)
            replaceAll(pieces[i], suffix_, i + 1 < pieces.size() ? " " : "");
    }

private:
    std::string suffix_;
};

Result<void> addDecoder(const Json& description, Decoders& made, int depth) {
    PartSettings settings(description, "decoder");
    const std::string type = settings.text("type");
    constexpr int deepest = 16;
    if (type == "Sequence" && depth < deepest) {
        for (const Json& one : settings.list("decoders"))
            if (auto added = addDecoder(one, made, depth + 1); !added)
                return added;
    } else if (type == "ByteLevel") {
        made.decoders.push_back(std::make_shared<ByteLevelDecoder>());
        made.byteLevel = true;
    } else if (type == "Metaspace") {
        made.blank = settings.text("replacement", "▁");
        if (made.blank.empty())
            settings.fail(entryError("decoder.replacement", aText));
        const bool prepended =
            settings.text("prepend_scheme", settings.flag("add_prefix_space", true) ? "always" : "never") != "never";
        made.decoders.push_back(std::make_shared<MetaspaceDecoder>(made.blank, prepended));
    } else if (type == "WordPiece") {
        const std::string prefix = settings.text("prefix", "##");
        made.decoders.push_back(std::make_shared<WordPieceDecoder>(prefix, settings.flag("cleanup", true)));
    } else if (type == "ByteFallback") {
        made.decoders.push_back(std::make_shared<ByteFallbackDecoder>());
    } else if (type == "Fuse") {
        made.decoders.push_back(std::make_shared<FuseDecoder>());
    } else if (type == "Strip") {
        const auto start = static_cast<std::size_t>(std::max<std::int64_t>(0, settings.whole("start", 0)));
        const auto stop = static_cast<std::size_t>(std::max<std::int64_t>(0, settings.whole("stop", 0)));
        made.decoders.push_back(std::make_shared<StripDecoder>(settings.text("content"), start, stop));
    } else if (type == "Replace") {
        const std::string content = settings.text("content");
        auto pattern = readPattern(settings);
        if (!pattern)
            return pattern.error();
        if (content == " " && settings.object("pattern").contains("String"))
            made.blank = settings.object("pattern")["String"].get<std::string>();
        made.decoders.push_back(std::make_shared<ReplaceDecoder>(*pattern, content));
    } else if (type == "BPEDecoder") {
        made.wordEnd = settings.text("suffix", "</w>");
        if (made.wordEnd.empty())
            settings.fail(entryError("decoder.suffix", aText));
        made.decoders.push_back(std::make_shared<WordEndDecoder>(made.wordEnd));
    } else {
        settings.fail(makeError(tokenizerPart, {HEEDMAP_MESSAGE("Reason", "decoder"), shortened(type),
                                                std::string("Sequence, ByteLevel, Metaspace, WordPiece, ByteFallback, "
                                                            "Fuse, Strip, Replace, BPEDecoder")}));
    }
    return settings.ok() ? Result<void>() : settings.error();
}

} // namespace

Result<Decoders> readDecoders(const Json& description) {
    Decoders made;
    if (description.is_null())
        return made;
    made.separated = false;
    if (auto added = addDecoder(description, made, 0); !added)
        return added.error();
    return made;
}

std::string decoded(const Decoders& decoders, std::vector<std::string> pieces) {
    for (const auto& decoder : decoders.decoders)
        decoder->apply(pieces);
    return joinedPieces(pieces, decoders.separated ? " " : "");
}

std::string asUtf8(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    for (std::size_t place = 0; place < bytes.size();) {
        const std::size_t begin = place;
        CodePoint c = 0;
        U8_NEXT(data, place, bytes.size(), c);
        if (c < 0)
            text += "\xef\xbf\xbd";
        else
            text += bytes.substr(begin, place - begin);
    }
    return text;
}

} // namespace heedmap::tokens
