#include "core/tokens/tokenizer.h"

#include "core/files/json_contents.h"
#include "core/files/json_scanner.h"
#include "core/files/mapped_file.h"
#include "core/tokens/byte_alphabet.h"
#include "core/tokens/characters.h"
#include "core/tokens/tokenizer_parts.h"

#include <algorithm>
#include <filesystem>

namespace heedmap::tokens {

namespace {

namespace fs = std::filesystem;

// Turns one text into tokens.
class TextCutter {
public:
    TextCutter(const TokenizerParts& parts, std::string_view text, TextOf which)
        : parts_(parts)
        , text_(text)
        , which_(which) {}

    Result<Encoding> run() {
        if (text_.size() > longestText)
            return makeError(textTooLong, {std::to_string(text_.size()), std::to_string(longestText)});
        if (!files::isUtf8(text_))
            return makeError(textNotUtf8);
        for (const AddedTokens::Part& part : parts_.added.split(text_, false)) {
            if (part.token)
                addToken(*part.token, part.bytes);
            else if (auto done = cutSection(part.bytes); !done)
                return done.error();
        }
        std::ranges::stable_sort(made_.unexpressed, {}, [](const Unexpressed& one) { return one.range.begin; });
        return std::move(made_);
    }

private:
    Result<void> cutSection(const TextRange& bytes) {
        auto text = normalized(parts_.normalizers, AlignedText(text_, bytes));
        if (!text)
            return text.error();
        if (!parts_.added.hasNormalized())
            return cutWords(std::move(*text));
        for (const AddedTokens::Part& part : parts_.added.split(text->text(), true)) {
            if (part.token)
                addToken(*part.token, text->origin(part.bytes));
            else if (auto done = cutWords(text->slice(part.bytes)); !done)
                return done;
        }
        return {};
    }

    Result<void> cutWords(AlignedText text) {
        Words words(std::move(text));
        for (const auto& preTokenizer : parts_.preTokenizers)
            if (auto done = preTokenizer->apply(words); !done)
                return done;
        Symbols symbols;
        parts_.model->cut(words.text.text(), words.words, symbols);
        made_.tokens.reserve(made_.tokens.size() + symbols.symbols.size());
        for (const Symbol& symbol : symbols.symbols)
            addSymbol(symbol, words.text.origin({symbol.begin, symbol.end}));
        for (const TextRange& dropped : symbols.dropped)
            made_.unexpressed.push_back({which_, words.text.origin(dropped), true});
        return {};
    }

    void addToken(const AddedToken& token, const TextRange& origin) {
        made_.tokens.push_back({token.id, 0, which_, origin});
    }

    void addSymbol(const Symbol& symbol, const TextRange& origin) {
        Id id = symbol.id;
        bool unknown = symbol.unknown;
        if (!parts_.idOfSymbol.empty()) {
            id = parts_.idOfSymbol[static_cast<std::size_t>(id)];
            unknown = unknown || id < 0;
            id = unknown ? parts_.unknown : id;
        }
        if (unknown)
            made_.unexpressed.push_back({which_, origin, id < 0});
        if (id >= 0)
            made_.tokens.push_back({id, 0, which_, origin});
    }

    const TokenizerParts& parts_;
    std::string_view text_;
    TextOf which_;
    Encoding made_;
};

// A single text stays where it is.
Encoding assembled(const std::vector<TemplateItem>& items, Encoding text, bool added) {
    std::vector<Token> before;
    bool passed = false;
    for (const TemplateItem& item : items) {
        if (item.text != TextOf::none && item.type != 0)
            for (Token& token : text.tokens)
                token.type = item.type;
        passed = passed || item.text != TextOf::none;
        for (const Id id : item.ids)
            if (added)
                (passed ? text.tokens : before).push_back({id, item.type, TextOf::none, {}});
    }
    text.tokens.insert(text.tokens.begin(), before.begin(), before.end());
    return text;
}

Encoding assembled(const std::vector<TemplateItem>& items, const Encoding& first, const Encoding& second, bool added) {
    Encoding made;
    for (const TemplateItem& item : items) {
        if (item.text == TextOf::none) {
            for (const Id id : item.ids)
                if (added)
                    made.tokens.push_back({id, item.type, TextOf::none, {}});
            continue;
        }
        const Encoding& part = item.text == TextOf::first ? first : second;
        for (Token token : part.tokens) {
            token.type = item.type;
            made.tokens.push_back(token);
        }
    }
    made.unexpressed = first.unexpressed;
    made.unexpressed.insert(made.unexpressed.end(), second.unexpressed.begin(), second.unexpressed.end());
    return made;
}

Result<SharedParts> readFolder(const std::string& folder, Side side, const TokenizerConfig& config) {
    const fs::path place(folder);
    const auto has = [&](const char* name) {
        std::error_code error;
        return fs::exists(place / name, error);
    };
    const auto path = [&](const char* name) {
        return (place / name).string();
    };
    const char* spm = side == Side::source ? "source.spm" : "target.spm";
    const bool marian = has(spm) && has("vocab.json");
    if (has("tokenizer.json") && !(marian && side == Side::target)) {
        auto file = readFile(path("tokenizer.json"));
        if (!file)
            return file.error();
        auto description = readTokenizerJson(file->text, path("tokenizer.json"));
        return description ? partsOf(std::move(*description)) : Result<SharedParts>(description.error());
    }
    if (marian)
        return readMarian(path(spm), path("vocab.json"), config);
    for (const char* name : {"tokenizer.model", "spiece.model"})
        if (has(name))
            return readSentencePiece(path(name), config);
    if (has("vocab.json") && has("merges.txt"))
        return readMergesFolder(folder, config);
    if (has("vocab.txt"))
        return readVocabularyText(folder, config);
    return makeError(noTokenizer).in(folder);
}

// Bytes as they are read, with "<0xE6>" for what is no character.
std::string readable(std::string_view bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t size = std::min(bytesOfCharacter(bytes[i]), bytes.size() - i);
        if (const std::string_view character = bytes.substr(i, size); files::isUtf8(character)) {
            text += character;
            i += size;
        } else {
            constexpr char digits[] = "0123456789ABCDEF";
            const auto byte = static_cast<unsigned char>(bytes[i++]);
            text += std::string("<0x") + digits[byte >> 4] + digits[byte & 15] + ">";
        }
    }
    return text;
}

} // namespace

std::vector<Id> Encoding::ids() const {
    std::vector<Id> made;
    made.reserve(tokens.size());
    for (const Token& token : tokens)
        made.push_back(token.id);
    return made;
}

std::vector<std::int32_t> Encoding::types() const {
    std::vector<std::int32_t> made;
    made.reserve(tokens.size());
    for (const Token& token : tokens)
        made.push_back(token.type);
    return made;
}

Result<FileText> readFile(const std::string& path, bool text) {
    auto file = files::MappedFile::open(path);
    if (!file)
        return file.error();
    auto bytes = (*file)->bytes();
    if (!bytes)
        return bytes.error();
    if (text && !files::isUtf8(bytes->text()))
        return makeError(tokenizerEntry,
                         {fs::path(path).filename().string(), HEEDMAP_MESSAGE("Reason", "a text in UTF-8")})
            .in(path);
    return FileText{bytes->keeper, text ? files::withoutByteOrderMark(bytes->text()) : bytes->text()};
}

Result<Tokenizer> Tokenizer::open(const std::string& folder, Side side) {
    auto config = TokenizerConfig::read(folder);
    if (!config)
        return config.error();
    auto parts = readFolder(folder, side, *config);
    if (!parts)
        return parts.error();
    finish(**parts, *config);
    return Tokenizer(std::move(*parts));
}

Result<Tokenizer> Tokenizer::fromJson(std::string_view json, const std::string& name) {
    auto description = readTokenizerJson(json, name);
    if (!description)
        return description.error();
    auto parts = partsOf(std::move(*description));
    if (!parts)
        return parts.error();
    finish(**parts, {});
    return Tokenizer(std::move(*parts));
}

Result<Encoding> Tokenizer::encode(std::string_view text, bool added) const {
    auto made = TextCutter(*parts_, text, TextOf::first).run();
    if (!made)
        return made;
    const std::vector<TemplateItem>& items = parts_->postProcessor.single;
    const auto isText = [](const TemplateItem& item) {
        return item.text != TextOf::none;
    };
    const bool once =
        std::ranges::count_if(items, isText) == 1 && std::ranges::find_if(items, isText)->text == TextOf::first;
    return once ? assembled(items, std::move(*made), added) : assembled(items, *made, {}, added);
}

Result<Encoding> Tokenizer::encode(std::string_view first, std::string_view second, bool added) const {
    auto one = TextCutter(*parts_, first, TextOf::first).run();
    if (!one)
        return one;
    auto other = TextCutter(*parts_, second, TextOf::second).run();
    return other ? assembled(parts_->postProcessor.pair, *one, *other, added) : other;
}

std::string Tokenizer::decode(std::span<const Id> ids, bool special) const {
    std::vector<std::string> pieces;
    for (const Id id : ids)
        if (const std::string_view found = piece(id); !found.empty() && (special || !isSpecial(id)))
            pieces.emplace_back(found);
    return decoded(parts_->decoders, std::move(pieces));
}

Id Tokenizer::size() const {
    return parts_->size;
}

std::string_view Tokenizer::piece(Id id) const {
    const AddedToken* token = parts_->added.find(id);
    return token ? std::string_view(token->content) : parts_->vocabulary->piece(id);
}

std::optional<Id> Tokenizer::id(std::string_view piece) const {
    if (const AddedToken* token = parts_->added.find(piece))
        return token->id;
    const Id id = parts_->vocabulary->find(piece);
    return id < 0 ? std::nullopt : std::optional(id);
}

std::string Tokenizer::label(Id id) const {
    const std::string_view spelled = piece(id);
    const Decoders& decoders = parts_->decoders;
    if (parts_->added.find(id))
        return std::string(spelled);
    if (decoders.byteLevel)
        return readable(bytesOfSymbols(spelled).value_or(std::string(spelled)));
    if (const int byte = ByteTokens::byteOf(spelled); byte >= 0)
        return readable(std::string(1, static_cast<char>(byte)));
    std::string text(spelled);
    if (!decoders.wordEnd.empty() && text.ends_with(decoders.wordEnd))
        text.replace(text.size() - decoders.wordEnd.size(), decoders.wordEnd.size(), " ");
    for (std::size_t at = 0; !decoders.blank.empty() && (at = text.find(decoders.blank, at)) != std::string::npos; ++at)
        text.replace(at, decoders.blank.size(), " ");
    return text;
}

bool Tokenizer::isSpecial(Id id) const {
    return id >= 0 && static_cast<std::size_t>(id) < parts_->isSpecial.size() &&
           parts_->isSpecial[static_cast<std::size_t>(id)];
}

const SpecialIds& Tokenizer::special() const {
    return parts_->special;
}

std::string_view Tokenizer::kind() const {
    return parts_->kind;
}

const std::string& Tokenizer::file() const {
    return parts_->file;
}

} // namespace heedmap::tokens
