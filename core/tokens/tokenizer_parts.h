// What a tokenizer consists of, and the readers that put it together from the files of a model's folder.
#pragma once

#include "core/tokens/added_tokens.h"
#include "core/tokens/decoder.h"
#include "core/tokens/model.h"
#include "core/tokens/normalizer.h"
#include "core/tokens/post_processor.h"
#include "core/tokens/pre_tokenizer.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::tokens {

struct TokenizerParts {
    std::string file;
    std::string_view kind;
    std::shared_ptr<const Vocabulary> vocabulary = std::make_shared<Vocabulary>();
    AddedTokens added;
    Normalizers normalizers;
    PreTokenizers preTokenizers;
    std::unique_ptr<Model> model;
    // Ids of the vocabulary for those of the model, -1 where it has none; empty where they are the same (Marian's
    // source.spm counts its own pieces).
    std::vector<Id> idOfSymbol;
    Id unknown = -1; // for what has none
    PostProcessor postProcessor;
    Decoders decoders;
    SpecialIds special;
    std::vector<bool> isSpecial; // of every id
    Id size = 0;
};

// What stands in a tokenizer.json, however it came to be known.
struct TokenizerDescription {
    std::string file;
    Json normalizer, preTokenizer, postProcessor, decoder, addedTokens;
    Json model = Json::object(); // all but its two long lists
    std::vector<NamedId> vocabulary;
    std::vector<double> scores; // of its pieces, where they have some
    std::vector<std::pair<std::string, std::string>> merges;
};

// The files that stand beside it: tokenizer_config.json, special_tokens_map.json, added_tokens.json.
struct TokenizerConfig {
    Json settings = Json::object();
    Json specialTokens = Json::object();
    Json addedTokens = Json::object();

    // Errors: notJson, cannotRead. What is absent is empty.
    static Result<TokenizerConfig> read(const std::string& folder);
    // "bos_token" → "<s>"; none where nothing is said of it.
    std::optional<std::string> tokenOf(const char* name) const;
    bool flag(const char* name, bool without) const;
    std::string className() const; // without "Fast" at its end; "" where it is absent
    // What added_tokens_decoder, added_tokens.json and the names of special tokens add, as "added_tokens" would say it;
    // `idOf` gives the ids of those that are in the vocabulary.
    Json added(const std::function<Id(std::string_view)>& idOf) const;
};

using SharedParts = std::shared_ptr<TokenizerParts>;

// Errors name the description's file.
Result<SharedParts> partsOf(TokenizerDescription description);
// Errors: notJson, tokenizerEntry, …
Result<TokenizerDescription> readTokenizerJson(std::string_view json, const std::string& name);
// {"piece": id, …} of a vocab.json.
Result<std::vector<NamedId>> readVocabularyJson(std::string_view json, const std::string& name);
// vocab.json and merges.txt; vocab.txt.
Result<SharedParts> readMergesFolder(const std::string& folder, const TokenizerConfig& config);
Result<SharedParts> readVocabularyText(const std::string& folder, const TokenizerConfig& config);
// tokenizer.model or spiece.model; source.spm or target.spm with vocab.json.
Result<SharedParts> readSentencePiece(const std::string& path, const TokenizerConfig& config);
Result<SharedParts> readMarian(const std::string& path, const std::string& vocabularyPath,
                               const TokenizerConfig& config);

// After everything else: which ids are special, and how many there are.
void finish(TokenizerParts& parts, const TokenizerConfig& config);

// The text of a file, which has to be UTF-8 where `text` is true, without a byte order mark.
struct FileText {
    std::shared_ptr<const void> keeper;
    std::string_view text;
};
Result<FileText> readFile(const std::string& path, bool text = true);

} // namespace heedmap::tokens
