// SentencePiece models: a message of Protocol Buffers, of which the few fields that matter here are read
// (https://github.com/google/sentencepiece, src/sentencepiece_model.proto).
#include "core/tokens/tokenizer_parts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

namespace heedmap::tokens {

namespace {

namespace fs = std::filesystem;

// The fields of a message one by one.
class MessageReader {
public:
    explicit MessageReader(std::string_view bytes)
        : rest_(bytes) {}

    // False at the end, and where the message is damaged.
    bool next() {
        if (rest_.empty())
            return false;
        const std::uint64_t tag = varint();
        number_ = tag >> 3;
        value_ = 0;
        bytes_ = {};
        switch (tag & 7) {
        case 0:
            value_ = varint();
            break;
        case 1:
            bytes_ = take(8);
            break;
        case 2:
            bytes_ = take(varint());
            break;
        case 5:
            bytes_ = take(4);
            break;
        default:
            damaged_ = true;
        }
        return !damaged_;
    }
    std::uint64_t number() const { return number_; }
    std::string_view bytes() const { return bytes_; }
    bool flag() const { return value_ != 0; }
    std::int32_t whole() const { return static_cast<std::int32_t>(value_); }
    float real() const {
        float value = 0;
        if (bytes_.size() == sizeof value)
            std::memcpy(&value, bytes_.data(), sizeof value);
        return value;
    }
    bool isDamaged() const { return damaged_; }

private:
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (rest_.empty())
                break;
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
        damaged_ = true;
        return 0;
    }
    std::string_view take(std::uint64_t size) {
        if (size > rest_.size()) {
            damaged_ = true;
            return {};
        }
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    std::string_view rest_;
    std::uint64_t number_ = 0, value_ = 0;
    std::string_view bytes_;
    bool damaged_ = false;
};

enum class PieceKind : std::uint8_t { normal = 1, unknown, control, userDefined, unused, byte };

struct SentencePieceModel {
    struct Piece {
        std::string text;
        float score = 0;
        PieceKind kind = PieceKind::normal;
    };
    std::vector<Piece> pieces;
    std::int32_t kind = 1; // 1: Unigram, 2: BPE
    bool byteFallback = false;
    std::int32_t unknown = 0, begin = 1, end = 2, padding = -1;
    SentencePieceNormalization normalization;
};

bool readPiece(std::string_view bytes, SentencePieceModel::Piece& piece) {
    MessageReader message(bytes);
    while (message.next()) {
        if (message.number() == 1)
            piece.text = message.bytes();
        else if (message.number() == 2)
            piece.score = message.real();
        else if (message.number() == 3)
            piece.kind = static_cast<PieceKind>(std::clamp(message.whole(), 1, 6));
    }
    return !message.isDamaged() && asUtf8(piece.text) == piece.text && std::isfinite(piece.score);
}

bool readTrainer(std::string_view bytes, SentencePieceModel& model) {
    MessageReader message(bytes);
    while (message.next()) {
        switch (message.number()) {
        case 3:
            model.kind = message.whole();
            break;
        case 24:
            model.normalization.blankAsSuffix = message.flag();
            break;
        case 35:
            model.byteFallback = message.flag();
            break;
        case 40:
            model.unknown = message.whole();
            break;
        case 41:
            model.begin = message.whole();
            break;
        case 42:
            model.end = message.whole();
            break;
        case 43:
            model.padding = message.whole();
            break;
        default:
            break;
        }
    }
    return !message.isDamaged();
}

Result<void> readNormalization(std::string_view bytes, SentencePieceNormalization& normalization) {
    MessageReader message(bytes);
    while (message.next()) {
        if (message.number() == 2 && !message.bytes().empty()) {
            auto charsmap = Charsmap::of(message.bytes());
            if (!charsmap)
                return charsmap.error();
            normalization.charsmap = std::move(*charsmap);
        } else if (message.number() == 3) {
            normalization.addDummyPrefix = message.flag();
        } else if (message.number() == 4) {
            normalization.removeExtraBlanks = message.flag();
        } else if (message.number() == 5) {
            normalization.escapeBlanks = message.flag();
        }
    }
    return message.isDamaged() ? Result<void>(makeError(tokenizerModelFile)) : Result<void>();
}

Result<SentencePieceModel> readModelFile(const std::string& path) {
    auto file = readFile(path, false);
    if (!file)
        return file.error();
    SentencePieceModel model;
    MessageReader message(file->text);
    bool whole = true;
    while (whole && message.next()) {
        if (message.number() == 1) {
            model.pieces.emplace_back();
            whole = readPiece(message.bytes(), model.pieces.back());
        } else if (message.number() == 2) {
            whole = readTrainer(message.bytes(), model);
        } else if (message.number() == 3) {
            if (auto done = readNormalization(message.bytes(), model.normalization); !done)
                return Error(done.error()).in(path);
        }
    }
    if (!whole || message.isDamaged() || model.pieces.empty() || model.unknown < 0 ||
        model.unknown >= static_cast<std::int32_t>(model.pieces.size()))
        return makeError(tokenizerModelFile).in(path);
    constexpr std::int32_t unigram = 1, bpe = 2;
    if (model.kind != unigram && model.kind != bpe)
        return makeError(tokenizerPart, {HEEDMAP_MESSAGE("Reason", "kind of model"), std::to_string(model.kind),
                                         std::string("1 (Unigram), 2 (BPE)")})
            .in(path);
    for (const auto& piece : model.pieces)
        if (piece.kind == PieceKind::userDefined)
            model.normalization.userDefined.push_back(piece.text);
    return model;
}

std::unique_ptr<Model> cutterOf(const SentencePieceModel& model, std::shared_ptr<const Vocabulary> vocabulary) {
    ScoredPieces scored;
    scored.unknown = model.unknown;
    scored.byteFallback = model.byteFallback;
    float least = std::numeric_limits<float>::max();
    float most = std::numeric_limits<float>::lowest();
    for (const auto& piece : model.pieces) {
        const bool text = piece.kind == PieceKind::normal || piece.kind == PieceKind::userDefined;
        scored.scores.push_back(text && !piece.text.empty() ? piece.score : std::numeric_limits<float>::quiet_NaN());
        scored.userDefined.push_back(piece.kind == PieceKind::userDefined);
        if (piece.kind == PieceKind::normal) {
            least = std::min(least, piece.score);
            most = std::max(most, piece.score);
        }
    }
    constexpr std::int32_t bpe = 2;
    if (model.kind == bpe)
        return makeScoredBpe(std::move(vocabulary), std::move(scored));
    UnigramSettings unigram;
    for (std::size_t id = 0; id < scored.scores.size(); ++id) // what a user defined is better than any cut of it
        unigram.scores.push_back(
            scored.userDefined[id] ? static_cast<double>(static_cast<float>(model.pieces[id].text.size()) * most - 0.1F)
                                   : static_cast<double>(scored.scores[id]));
    unigram.unknown = model.unknown;
    unigram.byteFallback = model.byteFallback;
    if (least <= most)
        unigram.least = static_cast<double>(least);
    return makeUnigram(std::move(vocabulary), std::move(unigram));
}

Result<std::shared_ptr<const Vocabulary>> vocabularyOf(const SentencePieceModel& model) {
    std::vector<NamedId> pieces;
    for (const auto& piece : model.pieces)
        pieces.emplace_back(piece.text, static_cast<std::int64_t>(pieces.size()));
    auto vocabulary = Vocabulary::of(pieces);
    if (!vocabulary)
        return vocabulary.error();
    return std::shared_ptr<const Vocabulary>(std::make_shared<Vocabulary>(std::move(*vocabulary)));
}

Result<Decoders> decodersOf(const SentencePieceModel& model) {
    Json steps = Json::array({{{"type", "Replace"}, {"pattern", {{"String", "▁"}}}, {"content", " "}},
                              {{"type", "ByteFallback"}},
                              {{"type", "Fuse"}}});
    if (model.normalization.addDummyPrefix)
        steps.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
    return readDecoders({{"type", "Sequence"}, {"decoders", steps}});
}

// Everything but added tokens and what is put around a text.
Result<SharedParts> partsOfModel(const SentencePieceModel& model, const std::string& path) {
    auto parts = std::make_shared<TokenizerParts>();
    parts->file = path;
    auto vocabulary = vocabularyOf(model);
    if (!vocabulary)
        return Error(vocabulary.error()).in(path);
    parts->vocabulary = *vocabulary;
    parts->normalizers.push_back(sentencePieceNormalizer(model.normalization));
    parts->model = cutterOf(model, *vocabulary);
    constexpr std::int32_t bpe = 2;
    parts->kind = model.kind != bpe ? "Unigram" : model.byteFallback ? "BPE with byte fallback" : "BPE";
    auto decoders = decodersOf(model);
    if (!decoders)
        return Error(decoders.error()).in(path);
    parts->decoders = std::move(*decoders);
    return parts;
}

// Special tokens of the folder and of the model are found in texts as they are, as in tokenizer.json.
Result<void> addTokens(TokenizerParts& parts, Json added, const std::string& path) {
    auto tokens = readAddedTokens(added, parts.vocabulary->pieces());
    if (!tokens)
        return Error(tokens.error()).in(path);
    auto made = AddedTokens::of(std::move(*tokens), parts.normalizers);
    if (!made)
        return Error(made.error()).in(path);
    parts.added = std::move(*made);
    return {};
}

Json specialToken(std::int64_t id, const std::string& content) {
    return {{"id", id}, {"content", content}, {"normalized", false}, {"special", true}};
}

void addUnlessThere(Json& added, Json token) {
    if (std::ranges::none_of(added, [&](const Json& other) { return other["content"] == token["content"]; }))
        added.push_back(std::move(token));
}

// T5 has as many tokens <extra_id_0>, … behind its pieces, the last one first.
void addExtraIds(const SentencePieceModel& model, const TokenizerConfig& config, Json& added) {
    const auto said = config.settings.find("extra_ids");
    constexpr std::int64_t usual = 100;
    constexpr std::int64_t most = 100'000;
    const std::int64_t count = std::clamp<std::int64_t>(
        said != config.settings.end() && said->is_number_unsigned() ? said->get<std::int32_t>() : usual, 0, most);
    const auto pieces = static_cast<std::int64_t>(model.pieces.size());
    for (std::int64_t i = 0; i < count; ++i)
        addUnlessThere(added, specialToken(pieces + count - 1 - i, "<extra_id_" + std::to_string(i) + ">"));
}

} // namespace

Result<SharedParts> readSentencePiece(const std::string& path, const TokenizerConfig& config) {
    auto model = readModelFile(path);
    if (!model)
        return model.error();
    const std::string name = config.className();
    const bool byName = fs::path(path).filename() == "spiece.model";
    const bool t5 = name == "T5Tokenizer" || (name.empty() && byName);
    const bool llama = name == "LlamaTokenizer" || name == "GemmaTokenizer" || name == "CodeLlamaTokenizer" ||
                       (name.empty() && !byName);
    if (!t5 && !llama)
        return makeError(tokenizerPart,
                         {HEEDMAP_MESSAGE("Reason", "class"), shortened(name),
                          std::string("LlamaTokenizer, CodeLlamaTokenizer, GemmaTokenizer, T5Tokenizer")})
            .in((fs::path(path).parent_path() / "tokenizer_config.json").string());
    auto parts = partsOfModel(*model, path);
    if (!parts)
        return parts;
    const Vocabulary& vocabulary = *(*parts)->vocabulary;
    Json added = config.added([&](std::string_view piece) { return vocabulary.find(piece); });
    for (std::size_t id = 0; id < model->pieces.size(); ++id)
        if (const auto& piece = model->pieces[id]; piece.kind == PieceKind::control || piece.kind == PieceKind::unknown)
            addUnlessThere(added, specialToken(static_cast<std::int64_t>(id), piece.text));
    if (t5)
        addExtraIds(*model, config, added);
    if (auto done = addTokens(**parts, std::move(added), path); !done)
        return done.error();

    const auto idOf = [&](const char* role, std::int32_t without) {
        const Id id = vocabulary.find(config.tokenOf(role).value_or(""));
        return id >= 0 || without >= vocabulary.size() ? id : without;
    };
    const Id begin = idOf("bos_token", model->begin);
    const Id end = idOf("eos_token", model->end);
    const bool withBegin = llama && config.flag("add_bos_token", true) && begin >= 0;
    const bool withEnd = (t5 || config.flag("add_eos_token", false)) && end >= 0;
    const std::vector<Id> before = withBegin ? std::vector<Id>{begin} : std::vector<Id>{};
    const std::vector<Id> after = withEnd ? std::vector<Id>{end} : std::vector<Id>{};
    (*parts)->postProcessor = around(before, after, before, llama ? 1 : 0);
    const auto given = [](Id id) {
        return id < 0 ? std::nullopt : std::optional(id);
    };
    (*parts)->special = {given(begin), given(end), model->unknown, given(idOf("pad_token", model->padding)), {},
                         {},           {}};
    return parts;
}

Result<SharedParts> readMarian(const std::string& path, const std::string& vocabularyPath,
                               const TokenizerConfig& config) {
    auto model = readModelFile(path);
    if (!model)
        return model.error();
    auto parts = partsOfModel(*model, path);
    if (!parts)
        return parts;
    auto file = readFile(vocabularyPath);
    if (!file)
        return file.error();
    auto pieces = readVocabularyJson(file->text, vocabularyPath);
    if (!pieces)
        return pieces.error();
    auto vocabulary = Vocabulary::of(*pieces);
    if (!vocabulary)
        return Error(vocabulary.error()).in(vocabularyPath);
    const auto tokenOf = [&](const char* role, const char* without) {
        return vocabulary->find(config.tokenOf(role).value_or(without));
    };
    const Id end = tokenOf("eos_token", "</s>");
    const Id unknown = tokenOf("unk_token", "<unk>");
    if (end < 0 || unknown < 0)
        return makeError(tokenizerEntryMissing, {std::string(end < 0 ? "</s>" : "<unk>")}).in(vocabularyPath);
    Json added = config.added([&](std::string_view piece) { return vocabulary->find(piece); });
    for (const char* special : {"</s>", "<unk>", "<pad>"})
        if (const Id id = vocabulary->find(special); id >= 0)
            addUnlessThere(added, specialToken(id, special));
    for (const auto& [piece, id] : *pieces) // what language to translate into
        if (piece.starts_with(">>") && piece.ends_with("<<"))
            addUnlessThere(added, specialToken(id, piece));
    const Vocabulary& symbols = *(*parts)->vocabulary;
    for (Id id = 0; id < symbols.size(); ++id)
        (*parts)->idOfSymbol.push_back(id == model->unknown ? -1 : vocabulary->find(symbols.piece(id)));
    (*parts)->unknown = unknown;
    (*parts)->vocabulary = std::make_shared<Vocabulary>(std::move(*vocabulary));
    if (auto done = addTokens(**parts, std::move(added), vocabularyPath); !done)
        return done.error();
    (*parts)->postProcessor = around({}, {end});
    const auto padding = (*parts)->vocabulary->find(config.tokenOf("pad_token").value_or("<pad>"));
    (*parts)->special.end = end;
    (*parts)->special.unknown = unknown;
    if (padding >= 0)
        (*parts)->special.padding = padding;
    return parts;
}

} // namespace heedmap::tokens
