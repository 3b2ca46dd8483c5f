// What stands beside a tokenizer, and the tokenizers of the time before tokenizer.json.
#include "core/files/json_scanner.h"
#include "core/tokens/characters.h"
#include "core/tokens/tokenizer_parts.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace heedmap::tokens {

namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 7> specialNames{"bos_token", "eos_token", "unk_token", "pad_token",
                                                  "sep_token", "cls_token", "mask_token"};

// An object; empty where the file is absent.
Result<Json> readObject(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error))
        return Json::object();
    auto file = readFile(path.string());
    if (!file)
        return file.error();
    files::JsonScanner scanner(file->text); // which knows how deep is too deep, and says where the mistake is
    const bool object = scanner.next() == files::JsonScanner::Token::beginObject;
    scanner.skipTo(0);
    if (scanner.next() == files::JsonScanner::Token::error)
        return scanner.error().in(path.string());
    Json json = Json::parse(file->text, nullptr, false);
    if (!object || !json.is_object())
        return entryError(path.filename().string(), anObject).in(path.string());
    return json;
}

// A text, or an object with one.
std::optional<std::string> contentOf(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end())
        return std::nullopt;
    const Json& value = found->is_object() && found->contains("content") ? (*found)["content"] : *found;
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

Json addedToken(Id id, const std::string& content, bool special, bool leftStrip = false) {
    return {{"id", id},        {"content", content},  {"single_word", false}, {"lstrip", leftStrip},
            {"rstrip", false}, {"normalized", false}, {"special", special}};
}

// Pieces that a folder need not name, where the vocabulary has them.
Json addedPieces(const Vocabulary& vocabulary, std::initializer_list<const char*> contents) {
    Json added = Json::array();
    for (const char* content : contents)
        if (const Id id = vocabulary.find(content); id >= 0)
            added.push_back(addedToken(id, content, true, std::string_view(content) == "<mask>"));
    return added;
}

// What the folder adds, then what it need not say.
Json allAdded(const TokenizerConfig& config, const Vocabulary& vocabulary, const Json& unsaid) {
    Json added = config.added([&](std::string_view piece) { return vocabulary.find(piece); });
    for (const Json& one : unsaid)
        if (std::ranges::none_of(added, [&](const Json& other) { return other["content"] == one["content"]; }))
            added.push_back(one);
    return added;
}

constexpr const char* qwenWords =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

Error unknownClass(const std::string& name, const char* understood) {
    return makeError(tokenizerPart, {HEEDMAP_MESSAGE("Reason", "class"), shortened(name), std::string(understood)});
}

Result<std::vector<std::pair<std::string, std::string>>> readMergesText(const std::string& path) {
    auto file = readFile(path);
    if (!file)
        return file.error();
    std::vector<std::pair<std::string, std::string>> merges;
    std::string_view rest = file->text;
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.empty() || line.starts_with("#version"))
            continue;
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos)
            return makeError(tokenizerMerge, {std::to_string(merges.size() + 1), shortened(std::string(line))})
                .in(path)
                .at("line " + std::to_string(number));
        merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    return merges;
}

bool isAmong(const std::string& name, std::initializer_list<const char*> names) {
    return std::ranges::any_of(names, [&](const char* one) { return name == one; });
}

} // namespace

Result<TokenizerConfig> TokenizerConfig::read(const std::string& folder) {
    TokenizerConfig config;
    for (const auto& [part, name] : {std::pair(&config.settings, "tokenizer_config.json"),
                                     std::pair(&config.specialTokens, "special_tokens_map.json"),
                                     std::pair(&config.addedTokens, "added_tokens.json")}) {
        auto object = readObject(fs::path(folder) / name);
        if (!object)
            return object.error();
        *part = std::move(*object);
    }
    return config;
}

std::optional<std::string> TokenizerConfig::tokenOf(const char* name) const {
    const auto said = contentOf(settings, name);
    return said ? said : contentOf(specialTokens, name);
}

bool TokenizerConfig::flag(const char* name, bool without) const {
    const auto found = settings.find(name);
    return found != settings.end() && found->is_boolean() ? found->get<bool>() : without;
}

std::string TokenizerConfig::className() const {
    std::string name = contentOf(settings, "tokenizer_class").value_or("");
    constexpr std::string_view fast = "Fast";
    if (name.ends_with(fast))
        name.resize(name.size() - fast.size());
    return name;
}

Json TokenizerConfig::added(const std::function<Id(std::string_view)>& idOf) const {
    Json made = Json::array();
    const auto add = [&](Json token) {
        if (std::ranges::none_of(made, [&](const Json& other) { return other["content"] == token["content"]; }))
            made.push_back(std::move(token));
    };
    if (const auto decoder = settings.find("added_tokens_decoder"); decoder != settings.end() && decoder->is_object())
        for (const auto& [id, token] : decoder->items())
            if (token.is_object() && contentOf(token, "content")) {
                Json one = token;
                try {
                    one["id"] = std::stoll(id);
                } catch (const std::exception&) {
                    one["id"] = -1; // which is refused with the rest
                }
                add(std::move(one));
            }
    for (const auto& [content, id] : addedTokens.items())
        add(addedToken(id.is_number_unsigned() && id.get<std::uint64_t>() < (1U << 30) ? id.get<Id>() : -1, content,
                       false));
    for (const char* name : specialNames)
        if (const auto content = tokenOf(name))
            if (const Id id = idOf(*content); id >= 0)
                add(addedToken(id, *content, true, std::string_view(name) == "mask_token" && *content == "<mask>"));
    return made;
}

Result<SharedParts> readMergesFolder(const std::string& folder, const TokenizerConfig& config) {
    const std::string path = (fs::path(folder) / "vocab.json").string();
    auto file = readFile(path);
    if (!file)
        return file.error();
    auto vocabulary = readVocabularyJson(file->text, path);
    if (!vocabulary)
        return vocabulary.error();
    auto merges = readMergesText((fs::path(folder) / "merges.txt").string());
    if (!merges)
        return merges.error();
    const auto known = Vocabulary::of(*vocabulary);
    if (!known)
        return Error(known.error()).in(path);
    const std::string name = config.className();
    const bool roberta = isAmong(name, {"RobertaTokenizer", "BartTokenizer", "LongformerTokenizer", "LEDTokenizer"});
    const bool qwen = name == "Qwen2Tokenizer";
    if (!roberta && !qwen && !isAmong(name, {"", "GPT2Tokenizer", "GPTNeoXTokenizer", "CodeGenTokenizer"}))
        return unknownClass(name, "GPT2Tokenizer, RobertaTokenizer, BartTokenizer, LongformerTokenizer, LEDTokenizer, "
                                  "Qwen2Tokenizer, GPTNeoXTokenizer, CodeGenTokenizer")
            .in((fs::path(folder) / "tokenizer_config.json").string());

    TokenizerDescription made;
    made.file = path;
    made.vocabulary = std::move(*vocabulary);
    made.merges = std::move(*merges);
    Json byteLevel{{"type", "ByteLevel"}, {"add_prefix_space", config.flag("add_prefix_space", false)}};
    made.preTokenizer = byteLevel;
    made.decoder = byteLevel;
    if (qwen) {
        byteLevel["use_regex"] = false;
        made.normalizer = {{"type", "NFC"}};
        const Json split{
            {"type", "Split"}, {"pattern", {{"Regex", qwenWords}}}, {"behavior", "Isolated"}, {"invert", false}};
        made.preTokenizer = {{"type", "Sequence"}, {"pretokenizers", {split, byteLevel}}};
    }
    const auto idOf = [&](const char* role, const char* without) {
        return known->find(config.tokenOf(role).value_or(without));
    };
    made.addedTokens = allAdded(config, *known,
                                roberta ? addedPieces(*known, {"<s>", "</s>", "<pad>", "<unk>", "<mask>"})
                                        : addedPieces(*known, {"<|endoftext|>"}));
    made.model = {{"type", "BPE"}};
    auto parts = partsOf(std::move(made));
    if (!parts)
        return parts;
    if (const Id begin = idOf("bos_token", "<s>"), end = idOf("eos_token", "</s>"); roberta && begin >= 0 && end >= 0)
        (*parts)->postProcessor = around({begin}, {end}, {end});
    else if (const Id first = idOf("bos_token", "<|endoftext|>"); config.flag("add_bos_token", false) && first >= 0)
        (*parts)->postProcessor = around({first}, {}, {first});
    return parts;
}

Result<SharedParts> readVocabularyText(const std::string& folder, const TokenizerConfig& config) {
    TokenizerDescription made;
    made.file = (fs::path(folder) / "vocab.txt").string();
    const std::string name = config.className();
    if (!isAmong(name, {"", "BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer"}))
        return unknownClass(name, "BertTokenizer, DistilBertTokenizer, ElectraTokenizer")
            .in((fs::path(folder) / "tokenizer_config.json").string());
    auto file = readFile(made.file);
    if (!file)
        return file.error();
    std::string_view rest = file->text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        made.vocabulary.emplace_back(line, static_cast<std::int64_t>(made.vocabulary.size()));
    }
    const auto known = Vocabulary::of(made.vocabulary);
    if (!known)
        return Error(known.error()).in(made.file);
    const auto tokenOf = [&](const char* role, const char* without) {
        return config.tokenOf(role).value_or(without);
    };
    const std::string unknown = tokenOf("unk_token", "[UNK]");
    const std::string begin = tokenOf("cls_token", "[CLS]");
    const std::string end = tokenOf("sep_token", "[SEP]");
    for (const std::string& piece : {unknown, begin, end})
        if (known->find(piece) < 0)
            return makeError(tokenizerEntryMissing, {shortened(piece)}).in(made.file);
    const auto accents = config.settings.find("strip_accents");
    made.normalizer = {{"type", "BertNormalizer"},
                       {"lowercase", config.flag("do_lower_case", true)},
                       {"handle_chinese_chars", config.flag("tokenize_chinese_chars", true)}};
    if (accents != config.settings.end() && accents->is_boolean())
        made.normalizer["strip_accents"] = *accents;
    made.preTokenizer = {{"type", "BertPreTokenizer"}};
    made.decoder = {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}};
    made.addedTokens = allAdded(config, *known, addedPieces(*known, {"[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"}));
    made.model = {{"type", "WordPiece"}, {"unk_token", unknown}};
    auto parts = partsOf(std::move(made));
    if (parts)
        (*parts)->postProcessor = around({known->find(begin)}, {known->find(end)}, {}, 1);
    return parts;
}

void finish(TokenizerParts& parts, const TokenizerConfig& config) {
    parts.size = parts.vocabulary->size();
    for (const AddedToken& token : parts.added.tokens())
        parts.size = std::max(parts.size, token.id + 1);
    parts.isSpecial.assign(static_cast<std::size_t>(parts.size), false);
    for (const AddedToken& token : parts.added.tokens())
        if (token.special)
            parts.isSpecial[static_cast<std::size_t>(token.id)] = true;

    const auto find = [&](std::string_view piece) -> std::optional<Id> {
        if (const AddedToken* token = parts.added.find(piece))
            return token->id;
        const Id id = parts.vocabulary->find(piece);
        return id < 0 ? std::nullopt : std::optional(id);
    };
    // What the file says, else the usual name that is there.
    const auto choose = [&](std::optional<Id>& chosen, const char* name, std::initializer_list<const char*> usual) {
        if (chosen)
            return;
        if (const auto said = config.tokenOf(name))
            chosen = find(*said);
        for (const char* piece : usual)
            if (!chosen)
                chosen = find(piece);
    };
    SpecialIds& special = parts.special;
    choose(special.begin, "bos_token", {"<s>", "<bos>", "<|begin_of_text|>"});
    choose(special.end, "eos_token", {"</s>", "<eos>", "<|endoftext|>", "<|end_of_text|>"});
    choose(special.unknown, "unk_token", {"<unk>", "[UNK]"});
    choose(special.padding, "pad_token", {"<pad>", "[PAD]"});
    choose(special.separator, "sep_token", {"[SEP]"});
    choose(special.classification, "cls_token", {"[CLS]"});
    choose(special.mask, "mask_token", {"<mask>", "[MASK]"});
}

} // namespace heedmap::tokens
