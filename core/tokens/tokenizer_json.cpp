#include "core/files/json_contents.h"
#include "core/files/json_scanner.h"
#include "core/tokens/tokenizer_parts.h"

#include <charconv>

namespace heedmap::tokens {

namespace {

using files::JsonScanner;
using Lexeme = JsonScanner::Token;

constexpr const char* piecesAndIds = HEEDMAP_MESSAGE("Reason", "pieces and their ids");
constexpr const char* piecesAndScores = HEEDMAP_MESSAGE("Reason", "pieces and their scores");
constexpr const char* aListOfMerges = HEEDMAP_MESSAGE("Reason", "a list of merges, each two pieces");

class TokenizerJsonReader {
public:
    explicit TokenizerJsonReader(std::string_view json)
        : json_(json)
        , scanner_(json) {}

    Result<TokenizerDescription> read() {
        if (scanner_.next() != Lexeme::beginObject)
            return wrong("tokenizer.json", anObject);
        Lexeme token = scanner_.next();
        for (; token == Lexeme::key; token = scanner_.next()) {
            const std::string key = scanner_.string();
            Result<void> done;
            if (key == "model")
                done = readModel();
            else
                done = readPart(partOf(key));
            if (!done)
                return done.error();
        }
        if (token == Lexeme::error || scanner_.next() == Lexeme::error)
            return scanner_.error();
        if (description_.model.empty())
            return makeError(tokenizerEntryMissing, {std::string("model")});
        return std::move(description_);
    }

    Result<std::vector<NamedId>> readVocabularyAlone() {
        if (auto done = readVocabulary("vocab.json"); !done)
            return done.error();
        if (scanner_.next() == Lexeme::error)
            return scanner_.error();
        return std::move(description_.vocabulary);
    }

private:
    // What is wrong at this place: the JSON, or what it says.
    Error wrong(const std::string& name, const char* has) {
        return scanner_.next() == Lexeme::error && scanner_.position() >= json_.size()
                   ? scanner_.error()
                   : entryError(name, has).at(files::placeOf(json_, scanner_.begin()));
    }

    Json* partOf(const std::string& key) {
        return key == "normalizer"       ? &description_.normalizer
               : key == "pre_tokenizer"  ? &description_.preTokenizer
               : key == "post_processor" ? &description_.postProcessor
               : key == "decoder"        ? &description_.decoder
               : key == "added_tokens"   ? &description_.addedTokens
                                         : nullptr;
    }

    // The value that follows; null: it is passed over.
    Result<void> readPart(Json* part) {
        const int depth = scanner_.depth();
        const Lexeme token = scanner_.next();
        const std::size_t begin = scanner_.begin();
        if (token == Lexeme::error || scanner_.skipTo(depth) == Lexeme::error)
            return scanner_.error();
        if (!part)
            return {};
        *part = Json::parse(json_.substr(begin, scanner_.position() - begin), nullptr, false);
        if (part->is_discarded()) // a NaN, which only some take for JSON
            return makeError(files::notJson, {HEEDMAP_MESSAGE("Reason", "a value is missing")})
                .at(files::placeOf(json_, begin));
        return {};
    }

    Result<void> readModel() {
        if (scanner_.next() != Lexeme::beginObject)
            return wrong("model", anObject);
        Lexeme token = scanner_.next();
        for (; token == Lexeme::key; token = scanner_.next()) {
            const std::string key = scanner_.string();
            Result<void> done;
            if (key == "vocab")
                done = readVocabulary("model.vocab");
            else if (key == "merges")
                done = readMerges();
            else
                done = readPart(&description_.model[key]);
            if (!done)
                return done;
        }
        return token == Lexeme::error ? Result<void>(scanner_.error()) : Result<void>();
    }

    std::optional<std::int64_t> wholeNumber() const {
        const std::string_view raw = scanner_.raw();
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), value);
        return error == std::errc() && end == raw.data() + raw.size() ? std::optional(value) : std::nullopt;
    }

    // {"piece": id, …} or [["piece", score], …]
    Result<void> readVocabulary(const char* name) {
        const Lexeme open = scanner_.next();
        if (open == Lexeme::beginArray)
            return readScored(name);
        if (open != Lexeme::beginObject)
            return open == Lexeme::error ? scanner_.error() : wrong(name, piecesAndIds);
        Lexeme token = scanner_.next();
        for (; token == Lexeme::key; token = scanner_.next()) {
            std::string piece = scanner_.string();
            const bool number = scanner_.next() == Lexeme::number;
            const auto id = number ? wholeNumber() : std::nullopt;
            if (!id)
                return wrong(name, piecesAndIds);
            description_.vocabulary.emplace_back(std::move(piece), *id);
        }
        return token == Lexeme::error ? Result<void>(scanner_.error()) : Result<void>();
    }

    Result<void> readScored(const char* name) {
        Lexeme token = scanner_.next();
        for (; token == Lexeme::beginArray; token = scanner_.next()) {
            if (scanner_.next() != Lexeme::string)
                return wrong(name, piecesAndScores);
            std::string piece = scanner_.string();
            if (scanner_.next() != Lexeme::number)
                return wrong(name, piecesAndScores);
            const double score = scanner_.number();
            if (scanner_.next() != Lexeme::endArray)
                return wrong(name, piecesAndScores);
            description_.vocabulary.emplace_back(std::move(piece),
                                                 static_cast<std::int64_t>(description_.vocabulary.size()));
            description_.scores.push_back(score);
        }
        return token == Lexeme::endArray ? Result<void>() : wrong(name, piecesAndScores);
    }

    // ["a b", …] or [["a", "b"], …]
    Result<void> readMerges() {
        constexpr const char* name = "model.merges";
        if (scanner_.next() != Lexeme::beginArray)
            return wrong(name, aListOfMerges);
        Lexeme token = scanner_.next();
        for (; token == Lexeme::string || token == Lexeme::beginArray; token = scanner_.next()) {
            if (token == Lexeme::string) {
                const std::string& merge = scanner_.string();
                const std::size_t space = merge.find(' ');
                if (space == std::string::npos || merge.find(' ', space + 1) != std::string::npos)
                    return makeError(tokenizerMerge,
                                     {std::to_string(description_.merges.size() + 1), shortened(merge)});
                description_.merges.emplace_back(merge.substr(0, space), merge.substr(space + 1));
                continue;
            }
            if (scanner_.next() != Lexeme::string)
                return wrong(name, aListOfMerges);
            std::string left = scanner_.string();
            if (scanner_.next() != Lexeme::string)
                return wrong(name, aListOfMerges);
            std::string right = scanner_.string();
            if (scanner_.next() != Lexeme::endArray)
                return wrong(name, aListOfMerges);
            description_.merges.emplace_back(std::move(left), std::move(right));
        }
        return token == Lexeme::endArray ? Result<void>() : wrong(name, aListOfMerges);
    }

    std::string_view json_;
    JsonScanner scanner_;
    TokenizerDescription description_;
};

// Of a piece that an entry names; -1 where the entry is absent.
Id namedPiece(PartSettings& settings, const char* key, const Vocabulary& vocabulary, const AddedTokens& added) {
    const std::string piece = settings.text(key, "");
    if (piece.empty())
        return -1;
    Id id = vocabulary.find(piece);
    if (const AddedToken* token = id < 0 ? added.find(piece) : nullptr)
        id = token->id;
    if (id < 0)
        settings.fail(makeError(tokenizerPieceUnknown, {std::string("model.") + key, shortened(piece)}));
    return id;
}

std::unique_ptr<Model> readUnigram(PartSettings& settings, TokenizerParts& parts, const TokenizerDescription& from) {
    UnigramSettings unigram;
    unigram.scores = from.scores;
    unigram.byteFallback = settings.flag("byte_fallback", false);
    if (unigram.scores.size() != static_cast<std::size_t>(parts.vocabulary->size())) {
        settings.fail(entryError("model.vocab", piecesAndScores));
        return nullptr;
    }
    const std::int64_t unknown = settings.whole("unk_id", -1);
    if (unknown < -1 || unknown >= parts.vocabulary->size())
        settings.fail(entryError("model.unk_id", HEEDMAP_MESSAGE("Reason", "the id of a piece")));
    unigram.unknown = static_cast<Id>(std::clamp<std::int64_t>(unknown, -1, parts.vocabulary->size() - 1));
    parts.kind = "Unigram";
    return makeUnigram(parts.vocabulary, std::move(unigram));
}

std::unique_ptr<Model> readBpe(PartSettings& settings, TokenizerParts& parts, const TokenizerDescription& from) {
    BpeSettings bpe;
    bpe.unknown = namedPiece(settings, "unk_token", *parts.vocabulary, parts.added);
    bpe.fuseUnknown = settings.flag("fuse_unk", false);
    bpe.byteFallback = settings.flag("byte_fallback", false);
    bpe.ignoreMerges = settings.flag("ignore_merges", false);
    bpe.continuingPrefix = settings.text("continuing_subword_prefix", "");
    bpe.endOfWord = settings.text("end_of_word_suffix", "");
    parts.kind = parts.decoders.byteLevel ? "byte-level BPE" : bpe.byteFallback ? "BPE with byte fallback" : "BPE";
    auto model = makeBpe(parts.vocabulary, from.merges, std::move(bpe));
    if (!model)
        settings.fail(model.error());
    return model ? std::move(*model) : nullptr;
}

std::unique_ptr<Model> readModel(PartSettings& settings, TokenizerParts& parts, const TokenizerDescription& from) {
    // Files of the library's first years do not say which it is.
    const std::string type = settings.text("type", !from.scores.empty()   ? "Unigram"
                                                   : !from.merges.empty() ? "BPE"
                                                                          : "WordPiece");
    if (type == "BPE")
        return readBpe(settings, parts, from);
    if (type == "Unigram")
        return readUnigram(settings, parts, from);
    if (type == "WordPiece") {
        WordPieceSettings wordPiece;
        wordPiece.unknown = namedPiece(settings, "unk_token", *parts.vocabulary, parts.added);
        wordPiece.continuingPrefix = settings.text("continuing_subword_prefix", "##");
        const std::int64_t most = settings.whole("max_input_chars_per_word", 100);
        wordPiece.mostCharacters = static_cast<std::size_t>(std::max<std::int64_t>(0, most));
        parts.kind = "WordPiece";
        return makeWordPiece(parts.vocabulary, std::move(wordPiece));
    }
    if (type == "WordLevel") {
        parts.kind = "words";
        return makeWordLevel(parts.vocabulary, namedPiece(settings, "unk_token", *parts.vocabulary, parts.added));
    }
    settings.fail(makeError(tokenizerPart, {HEEDMAP_MESSAGE("Reason", "model"), shortened(type),
                                            std::string("BPE, WordPiece, Unigram, WordLevel")}));
    return nullptr;
}

Result<SharedParts> partsWithoutFile(const TokenizerDescription& from) {
    auto parts = std::make_shared<TokenizerParts>();
    auto vocabulary = Vocabulary::of(from.vocabulary);
    if (!vocabulary)
        return vocabulary.error();
    parts->vocabulary = std::make_shared<Vocabulary>(std::move(*vocabulary));
    auto normalizers = readNormalizers(from.normalizer);
    if (!normalizers)
        return normalizers.error();
    parts->normalizers = std::move(*normalizers);
    auto preTokenizers = readPreTokenizers(from.preTokenizer);
    if (!preTokenizers)
        return preTokenizers.error();
    parts->preTokenizers = std::move(*preTokenizers);
    auto tokens = readAddedTokens(from.addedTokens, from.vocabulary.size());
    if (!tokens)
        return tokens.error();
    auto added = AddedTokens::of(std::move(*tokens), parts->normalizers);
    if (!added)
        return added.error();
    parts->added = std::move(*added);
    std::int64_t limit = parts->vocabulary->size();
    for (const AddedToken& token : parts->added.tokens())
        limit = std::max<std::int64_t>(limit, token.id + 1);
    auto postProcessor = readPostProcessor(from.postProcessor, limit);
    if (!postProcessor)
        return postProcessor.error();
    parts->postProcessor = std::move(*postProcessor);
    auto decoders = readDecoders(from.decoder);
    if (!decoders)
        return decoders.error();
    parts->decoders = std::move(*decoders);
    PartSettings settings(from.model, "model");
    parts->model = readModel(settings, *parts, from);
    if (!settings.ok())
        return settings.error();
    return parts;
}

} // namespace

Result<TokenizerDescription> readTokenizerJson(std::string_view json, const std::string& name) {
    auto description = TokenizerJsonReader(files::withoutByteOrderMark(json)).read();
    if (!description)
        return Error(description.error()).in(name);
    description->file = name;
    return description;
}

Result<std::vector<NamedId>> readVocabularyJson(std::string_view json, const std::string& name) {
    auto vocabulary = TokenizerJsonReader(files::withoutByteOrderMark(json)).readVocabularyAlone();
    return vocabulary ? std::move(vocabulary) : Error(vocabulary.error()).in(name);
}

Result<SharedParts> partsOf(TokenizerDescription description) {
    auto parts = partsWithoutFile(description);
    if (!parts)
        return Error(parts.error()).in(description.file);
    (*parts)->file = description.file;
    return parts;
}

} // namespace heedmap::tokens
