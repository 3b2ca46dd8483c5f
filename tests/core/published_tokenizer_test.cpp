// Tokenizers of published models: against the cases, against what the library that writes tokenizer.json makes of the
// same texts (tests/data/tokenizers/expected.json says how it was asked), by laws, and with damaged files.
#include "core/tokens/tokenizer.h"

#include "core/files/json_scanner.h"

#include "tests/support/core/cases.h"
#include "tests/support/core/places.h"
#include "tests/support/core/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

using namespace heedmap;
using namespace heedmap::tokens;
using Json = nlohmann::json;

namespace {

Json readJsonFile(const std::string& path) {
    return Json::parse(test::contentsOf(path));
}

const Json& expectedOfLibrary() {
    static const Json expected = readJsonFile(test::sourceFolder() + "/tests/data/tokenizers/expected.json");
    return expected;
}

Json tokenizerJson(Json normalizer, Json preTokenizer, Json model) {
    return {{"added_tokens", Json::array()},
            {"normalizer", std::move(normalizer)},
            {"pre_tokenizer", std::move(preTokenizer)},
            {"post_processor", nullptr},
            {"decoder", nullptr},
            {"model", std::move(model)}};
}

Tokenizer tokenizerOf(const Json& json) {
    auto made = Tokenizer::fromJson(json.dump(), "tokenizer.json");
    HEEDMAP_EXPECTS(made.ok());
    return *made;
}

Error refusal(const Json& json) {
    const auto made = Tokenizer::fromJson(json.dump(), "tokenizer.json");
    HEEDMAP_EXPECTS(!made.ok());
    return made.error();
}

// A token for every byte, whose id is that byte.
Json byteModel() {
    Json vocabulary = Json::object();
    for (int byte = 0; byte < 256; ++byte) {
        char name[8];
        std::snprintf(name, sizeof name, "<0x%02X>", byte);
        vocabulary[name] = byte;
    }
    return {{"type", "BPE"}, {"byte_fallback", true}, {"vocab", vocabulary}, {"merges", Json::array()}};
}

std::string asBytes(const std::vector<Id>& ids) {
    std::string bytes;
    for (const Id id : ids)
        bytes += static_cast<char>(id);
    return bytes;
}

std::vector<Id> idsOf(const Tokenizer& tokenizer, const std::string& text, bool added = true) {
    const auto made = tokenizer.encode(text, added);
    if (!made) {
        ADD_FAILURE() << sentence(made.error());
        return {};
    }
    return made->ids();
}

std::vector<std::string> piecesOf(const Tokenizer& tokenizer, const std::vector<Id>& ids) {
    std::vector<std::string> pieces;
    for (const Id id : ids)
        pieces.emplace_back(tokenizer.piece(id));
    return pieces;
}

// Ranges are in order and within the text.
void expectRangesInOrder(const Encoding& made, TextOf which, const std::string& text) {
    std::size_t begin = 0;
    for (const Token& token : made.tokens) {
        if (token.text != which)
            continue;
        EXPECT_LE(begin, token.range.begin) << text;
        EXPECT_LE(token.range.begin, token.range.end) << text;
        EXPECT_LE(token.range.end, text.size()) << text;
        begin = token.range.begin;
    }
}

void checkCase(const std::string& folder, const std::string& questions) {
    const auto tokenizer = Tokenizer::open(folder);
    ASSERT_TRUE(tokenizer) << sentence(tokenizer.error());
    const Json all = readJsonFile(questions);
    for (const Json& question : all["texts"]) {
        const auto text = question["text"].get<std::string>();
        SCOPED_TRACE(folder + ": " + text);
        const bool pair = question.contains("pair") && question["pair"].is_string();
        const auto second = pair ? question["pair"].get<std::string>() : std::string();
        const auto made = pair ? tokenizer->encode(text, second) : tokenizer->encode(text);
        ASSERT_TRUE(made) << sentence(made.error());
        std::vector<Id> ids = question["input_ids"];
        std::vector<std::string> pieces = question["tokens"];
        std::vector<std::int32_t> types(ids.size(), 0);
        if (question.contains("token_type_ids"))
            types = question["token_type_ids"].get<std::vector<std::int32_t>>();
        if (question.contains("attention_mask")) { // what is behind was filled up
            const auto& mask = question["attention_mask"];
            const auto count = static_cast<std::size_t>(std::ranges::count(mask, Json(1)));
            ids.resize(count);
            pieces.resize(count);
            types.resize(count);
        }
        EXPECT_EQ(made->ids(), ids);
        EXPECT_EQ(piecesOf(*tokenizer, made->ids()), pieces);
        if (question.contains("token_type_ids")) {
            EXPECT_EQ(made->types(), types);
        }
        expectRangesInOrder(*made, TextOf::first, text);
        expectRangesInOrder(*made, TextOf::second, second);
    }
}

std::vector<std::string> caseFolders(const std::string& models) {
    std::vector<std::string> folders;
    for (const auto& entry : std::filesystem::directory_iterator(models)) {
        const auto questions = entry.path() / "texts.json";
        if (std::filesystem::exists(questions) &&
            readJsonFile(questions.string())["texts"][0].value("text", Json()).is_string())
            folders.push_back(entry.path().string());
    }
    std::ranges::sort(folders);
    return folders;
}

std::string randomText(std::mt19937_64& random) {
    std::string text;
    const auto below = [&](std::uint32_t limit) {
        return static_cast<std::uint32_t>(random() % limit);
    };
    for (std::uint32_t i = below(24); i > 0; --i) {
        constexpr std::uint32_t blocks[][2] = {{0x0, 0x7f},        {0x20, 0x7f},       {0x80, 0x24f},
                                               {0x300, 0x36f},     {0x600, 0x6ff},     {0x2000, 0x206f},
                                               {0x4e00, 0x9fff},   {0xac00, 0xd7a3},   {0xe000, 0xffff},
                                               {0x1f300, 0x1f9ff}, {0x10000, 0x10ffff}};
        const auto& block = blocks[below(std::size(blocks))];
        std::uint32_t c = block[0] + below(block[1] - block[0] + 1);
        const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        constexpr std::uint32_t marks[] = {0, 0xc0, 0xe0, 0xf0};
        text += static_cast<char>(marks[more] | c >> (6 * more));
        for (int j = more - 1; j >= 0; --j)
            text += static_cast<char>(0x80 | (c >> (6 * j) & 0x3f));
    }
    return text;
}

// GPT-2's way with a token for every byte and a few merges.
Tokenizer byteLevelTokenizer() {
    Json vocabulary = Json::object();
    std::vector<std::string> symbols;
    for (int byte = 0, other = 256; byte < 256; ++byte) {
        const bool printed = (33 <= byte && byte <= 126) || (161 <= byte && byte <= 172) || byte >= 174;
        const int c = printed ? byte : other++;
        symbols.push_back(c < 128 ? std::string(1, static_cast<char>(c))
                                  : std::string{static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 63))});
        vocabulary[symbols.back()] = byte;
    }
    Json merges = Json::array();
    const auto merge = [&](const std::string& left, const std::string& right) {
        vocabulary[left + right] = vocabulary.size();
        merges.push_back(left + " " + right);
    };
    merge("t", "h");
    merge("th", "e");
    merge("Ġ", "the");
    merge(symbols[0xc3], symbols[0xa9]); // é
    merge(symbols[0xe6], symbols[0xb3]); // the first two bytes of 注
    Json made = tokenizerJson(nullptr, {{"type", "ByteLevel"}, {"add_prefix_space", false}},
                              {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", merges}});
    made["decoder"] = {{"type", "ByteLevel"}};
    return tokenizerOf(made);
}

} // namespace

TEST(PublishedTokenizer, CutsTheTextsOfTheCasesAsTheReferencesDo) {
    HEEDMAP_CASE(models, "models");
    const auto folders = caseFolders(models);
    EXPECT_GE(folders.size(), 17U);
    for (const std::string& folder : folders)
        checkCase(folder, folder + "/texts.json");
}

TEST(PublishedTokenizer, ReadsTheOlderFilesOfTheSameFoldersToTheSameEnd) {
    HEEDMAP_CASE(models, "models");
    int compared = 0;
    for (const std::string& folder : caseFolders(models)) {
        const std::filesystem::path from(folder);
        if (!std::filesystem::exists(from / "tokenizer.model") && !std::filesystem::exists(from / "source.spm"))
            continue;
        const test::TemporaryFolder copy;
        for (const char* name : {"tokenizer.model", "source.spm", "target.spm", "vocab.json", "tokenizer_config.json"})
            if (std::filesystem::exists(from / name))
                copy.file(name, test::contentsOf((from / name).string()));
        checkCase(copy.path(""), folder + "/texts.json");
        ++compared;
    }
    EXPECT_GE(compared, 3);
}

TEST(PublishedTokenizer, TheTargetSideOfMarianIsCutByItsOwnFile) {
    HEEDMAP_CASE(marian, "models/marian_tiny");
    const auto tokenizer = Tokenizer::open(marian, Side::target);
    ASSERT_TRUE(tokenizer) << sentence(tokenizer.error());
    EXPECT_TRUE(tokenizer->file().ends_with("target.spm")) << tokenizer->file();
    const Json all = readJsonFile(marian + "/texts.json");
    for (const Json& question : all["texts"]) {
        std::vector<std::string> pieces = question["decoder_tokens"];
        pieces.erase(pieces.begin()); // where decoding starts from
        const std::string text = question["decoder_text"];
        EXPECT_EQ(piecesOf(*tokenizer, idsOf(*tokenizer, text, false)), pieces);
    }
}

TEST(PublishedTokenizer, NormalizersAndPreTokenizersMakeTheSameBytesAsTheLibrary) {
    const Json& expected = expectedOfLibrary();
    ASSERT_GT(expected["bytes"].size(), 20U);
    for (const Json& one : expected["bytes"]) {
        const Tokenizer tokenizer = tokenizerOf(tokenizerJson(one["normalizer"], one["pre_tokenizer"], byteModel()));
        for (std::size_t i = 0; i < expected["texts"].size(); ++i) {
            const std::string text = expected["texts"][i];
            EXPECT_EQ(asBytes(idsOf(tokenizer, text)), one["say"][i].get<std::string>())
                << one["name"] << ": " << expected["texts"][i];
        }
    }
}

TEST(PublishedTokenizer, PreTokenizersMakeTheSameWordsAsTheLibrary) {
    const Json& expected = expectedOfLibrary();
    ASSERT_GT(expected["words"].size(), 20U);
    const Json model{{"type", "WordLevel"}, {"vocab", expected["words_vocabulary"]}, {"unk_token", "<unk>"}};
    for (const Json& one : expected["words"]) {
        const Tokenizer tokenizer = tokenizerOf(tokenizerJson(nullptr, one["pre_tokenizer"], model));
        for (std::size_t i = 0; i < expected["texts"].size(); ++i) {
            const std::string text = expected["texts"][i];
            EXPECT_EQ(idsOf(tokenizer, text), one["ids"][i].get<std::vector<Id>>())
                << one["name"] << ": " << expected["texts"][i];
        }
    }
}

TEST(PublishedTokenizer, ModelsAddedTokensAndPairsAreThoseOfTheLibrary) {
    const Json& expected = expectedOfLibrary();
    ASSERT_GT(expected["models"].size(), 10U);
    for (const Json& one : expected["models"]) {
        const Tokenizer tokenizer = tokenizerOf(one["tokenizer"]);
        for (std::size_t i = 0; i < expected["texts"].size(); ++i) {
            const std::string text = expected["texts"][i];
            const auto made = tokenizer.encode(text);
            ASSERT_TRUE(made) << sentence(made.error());
            EXPECT_EQ(made->ids(), one["ids"][i].get<std::vector<Id>>()) << one["name"] << ": " << expected["texts"][i];
            EXPECT_EQ(tokenizer.decode(made->ids()), one["decoded"][i].get<std::string>())
                << one["name"] << ": " << expected["texts"][i];
            expectRangesInOrder(*made, TextOf::first, text);
        }
        const std::string first = expected["texts"][0];
        const std::string second = expected["texts"][2];
        const auto pair = tokenizer.encode(first, second);
        ASSERT_TRUE(pair) << sentence(pair.error());
        EXPECT_EQ(pair->ids(), one["pair"]["ids"].get<std::vector<Id>>()) << one["name"];
        EXPECT_EQ(pair->types(), one["pair"]["types"].get<std::vector<std::int32_t>>()) << one["name"];
        expectRangesInOrder(*pair, TextOf::second, second);
    }
}

TEST(PublishedTokenizer, ByteLevelTokensCoverEveryByteOnceAndGiveTheTextBack) {
    const Tokenizer tokenizer = byteLevelTokenizer();
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        const std::string text = randomText(random);
        const auto made = tokenizer.encode(text);
        ASSERT_TRUE(made) << sentence(made.error());
        EXPECT_TRUE(made->unexpressed.empty());
        std::size_t end = 0;
        for (const Token& token : made->tokens) {
            EXPECT_EQ(token.range.begin, end);
            EXPECT_GT(token.range.size(), 0U);
            end = token.range.end;
        }
        EXPECT_EQ(end, text.size());
        ASSERT_EQ(tokenizer.decode(made->ids()), text);
    }
}

TEST(PublishedTokenizer, MergesOfALongWordAreThoseOfItsParts) {
    const Tokenizer tokenizer = byteLevelTokenizer();
    const std::string blank = "\xc4\xa0"; // as the vocabulary spells it
    std::string text;
    std::vector<Id> expected;
    for (int i = 0; i < 300; ++i) { // a single word of letters
        text += i % 3 == 0 ? "the" : i % 3 == 1 ? "th" : "e\xc3\xa9";
        if (i % 3 == 0)
            expected.push_back(*tokenizer.id("the"));
        if (i % 3 == 1)
            expected.push_back(*tokenizer.id("the")); // with the e that follows
        if (i % 3 == 2)
            expected.push_back(*tokenizer.id("\xc3\x83\xc2\xa9"));
    }
    EXPECT_EQ(idsOf(tokenizer, text), expected);
    EXPECT_EQ(idsOf(tokenizer, " the the"), std::vector<Id>(2, *tokenizer.id(blank + "the")));
}

TEST(PublishedTokenizer, KnownExpressionsCutAsTheirRegularExpressionsDo) {
    const std::string expressions[] = {
        R"('(?:[stmd]|re|ve|ll)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"};
    const char* parts[] = {" ",    "  ", "\n", "\r\n",      "\t", "\xc2\xa0",  "'s",   "'S",          "'LL", "'re",
                           "'Ve",  "'x", "''", "'\xc5\xbf", "a",  "bc",        "é",    "猫",          "1",   "234",
                           "5678", "²",  ".",  "...",       "?!", "e\xcc\x81", "🙂", "\xe2\x80\xa8"};
    const Json model{{"type", "WordLevel"}, {"vocab", {{"<unk>", 0}}}, {"unk_token", "<unk>"}};
    std::mt19937_64 random(2);
    for (const std::string& expression : expressions) {
        const auto split = [&](const std::string& written) {
            return tokenizerOf(tokenizerJson(
                nullptr, {{"type", "Split"}, {"behavior", "Isolated"}, {"pattern", {{"Regex", written}}}}, model));
        };
        const Tokenizer known = split(expression);
        const Tokenizer any = split("(?:" + expression + ")"); // the same to all but a comparison of texts
        for (int i = 0; i < 2000; ++i) {
            std::string text;
            for (auto j = random() % 8; j > 0; --j)
                text += parts[random() % std::size(parts)];
            const auto one = known.encode(text);
            const auto other = any.encode(text);
            ASSERT_TRUE(one && other);
            ASSERT_EQ(one->tokens, other->tokens) << text;
        }
    }
}

TEST(PublishedTokenizer, LabelsAreReadAndPiecesAreSpelledAsTheVocabularyDoes) {
    const Tokenizer tokenizer = byteLevelTokenizer();
    const std::vector<Id> ids = idsOf(tokenizer, " the\né注");
    ASSERT_EQ(ids.size(), 5U);
    EXPECT_EQ(tokenizer.piece(ids[0]), "\xc4\xa0the");
    const auto labels = [&] {
        std::vector<std::string> made;
        for (const Id id : ids)
            made.push_back(tokenizer.label(id));
        return made;
    }();
    EXPECT_EQ(labels, (std::vector<std::string>{" the", "\n", "é", "<0xE6><0xB3>", "<0xA8>"}));
    EXPECT_EQ(tokenizer.piece(-1), "");
    EXPECT_EQ(tokenizer.piece(tokenizer.size()), "");
    EXPECT_EQ(tokenizer.label(tokenizer.size()), "");
    EXPECT_FALSE(tokenizer.id("absent"));

    Json metaspace = tokenizerJson(nullptr, nullptr, byteModel());
    metaspace["model"]["vocab"]["▁the"] = 256;
    metaspace["model"]["vocab"]["▁"] = 257;
    metaspace["decoder"] = {{"type", "Replace"}, {"pattern", {{"String", "▁"}}}, {"content", " "}};
    EXPECT_EQ(tokenizerOf(metaspace).label(256), " the");
    EXPECT_EQ(tokenizerOf(metaspace).label(0x41), "A");
    EXPECT_EQ(tokenizerOf(metaspace).label(0xe6), "<0xE6>");
}

TEST(PublishedTokenizer, SaysWhatItCannotExpress) {
    const Json model{{"type", "BPE"}, {"vocab", {{"A", 0}, {"B", 1}}}, {"merges", Json::array()}};
    const auto dropped = tokenizerOf(tokenizerJson(nullptr, nullptr, model)).encode("A注B");
    ASSERT_TRUE(dropped);
    EXPECT_EQ(dropped->ids(), (std::vector<Id>{0, 1}));
    EXPECT_EQ(dropped->unexpressed, (std::vector<Unexpressed>{{TextOf::first, {1, 4}, true}}));
    EXPECT_EQ(dropped->tokens[1].range, (TextRange{4, 5}));

    Json withUnknown = model;
    withUnknown["vocab"]["<unk>"] = 2;
    withUnknown["unk_token"] = "<unk>";
    withUnknown["fuse_unk"] = true;
    const auto unknown = tokenizerOf(tokenizerJson(nullptr, nullptr, withUnknown)).encode("A注意B");
    ASSERT_TRUE(unknown);
    EXPECT_EQ(unknown->ids(), (std::vector<Id>{0, 2, 1}));
    EXPECT_EQ(unknown->unexpressed, (std::vector<Unexpressed>{{TextOf::first, {1, 7}, false}}));
}

TEST(PublishedTokenizer, RangesAreThoseOfTheTextAsItWasGiven) {
    const Json bert{{"type", "WordPiece"},
                    {"unk_token", "[UNK]"},
                    {"vocab", {{"[UNK]", 0}, {"cafe", 1}, {"##s", 2}, {"猫", 3}, {"!", 4}}}};
    const auto made = tokenizerOf(tokenizerJson({{"type", "BertNormalizer"}, {"lowercase", true}},
                                                {{"type", "BertPreTokenizer"}}, bert))
                          .encode("  Cafe\u0301s\u0007 猫!");
    ASSERT_TRUE(made);
    EXPECT_EQ(made->ids(), (std::vector<Id>{1, 2, 3, 4}));
    EXPECT_EQ(made->tokens[0].range, (TextRange{2, 6})); // the accent, which is taken away, is between two tokens
    EXPECT_EQ(made->tokens[1].range, (TextRange{8, 9}));
    EXPECT_EQ(made->tokens[2].range, (TextRange{11, 14}));
    EXPECT_EQ(made->tokens[3].range, (TextRange{14, 15}));
}

TEST(PublishedTokenizer, TextsThatAreNotUtf8AreRefused) {
    const auto made = byteLevelTokenizer().encode("a\xff");
    ASSERT_FALSE(made);
    EXPECT_TRUE(made.error().is(textNotUtf8));
}

TEST(PublishedTokenizer, ATextThatWouldGrowWithoutBoundsIsRefused) {
    Json longer{{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", std::string(1000, 'a')}};
    const Json twice{{"type", "Sequence"}, {"normalizers", {longer, longer, longer}}};
    const auto made = tokenizerOf(tokenizerJson(twice, nullptr, byteModel())).encode("aaaa");
    ASSERT_FALSE(made);
    EXPECT_TRUE(made.error().is(textGrows)) << sentence(made.error());
}

TEST(PublishedTokenizer, ARegularExpressionThatNeverEndsIsStopped) {
    const Json split{
        {"type", "Split"}, {"pattern", {{"Regex", "(.*)*(.*)*\\1\\2x"}}}, {"behavior", "Isolated"}, {"invert", false}};
    const auto made = tokenizerOf(tokenizerJson(nullptr, split, byteModel())).encode(std::string(4000, 'a'));
    ASSERT_FALSE(made);
    EXPECT_TRUE(made.error().is(patternTooSlow)) << sentence(made.error());
}

TEST(PublishedTokenizer, RefusalsNameWhatIsMissingAndWhatIsUnderstood) {
    const Json sound = tokenizerJson(nullptr, nullptr, byteModel());
    const auto with = [&](const char* place, const Json& value) {
        Json changed = sound;
        changed[Json::json_pointer(place)] = value;
        return sentence(refusal(changed));
    };
    EXPECT_EQ(
        with("/normalizer", {{"type", "Nmt"}}),
        "tokenizer.json: the tokenizer's normalizer is \"Nmt\", which is not understood; understood are Sequence, "
        "NFC, NFD, NFKC, NFKD, Lowercase, StripAccents, BertNormalizer, Replace, Prepend, Strip, Precompiled, "
        "ByteLevel");
    EXPECT_EQ(with("/pre_tokenizer", {{"type", "Split"}, {"behavior", "Isolated"}}),
              "tokenizer.json: the tokenizer lacks \"pre_tokenizer.pattern\"");
    EXPECT_NE(with("/pre_tokenizer", {{"type", "Split"}, {"behavior", "Isolated"}, {"pattern", {{"Regex", "(a"}}}})
                  .find("cannot be used"),
              std::string::npos);
    EXPECT_EQ(with("/model/merges", Json::array({"a b"})),
              "tokenizer.json: merge 1 names the piece \"a\", which is not in the vocabulary");
    EXPECT_EQ(with("/model/merges", Json::array({"ab"})),
              "tokenizer.json: merge 1 has to be two pieces with a space between them: \"ab\"");
    EXPECT_EQ(with("/model/unk_token", "<none>"),
              "tokenizer.json: model.unk_token names the piece \"<none>\", which is not in the vocabulary");
    EXPECT_EQ(with("/model/type", "Oracle"), "tokenizer.json: the tokenizer's model is \"Oracle\", which is not "
                                             "understood; understood are BPE, WordPiece, Unigram, WordLevel");
    EXPECT_EQ(with("/model/vocab/x", 2'000'000'000),
              "tokenizer.json: the piece \"x\" has the id 2000000000; among 257 pieces ids below 1050632 are "
              "understood");
    EXPECT_EQ(with("/model/vocab/x", 65), "tokenizer.json: the pieces \"<0x41>\" and \"x\" share the id 65");
    EXPECT_EQ(with("/model/vocab/x", "65").substr(0, 76),
              "tokenizer.json: the tokenizer's \"model.vocab\" has to be pieces and their ids");
    Json lacking = sound;
    lacking.erase("model");
    EXPECT_EQ(sentence(refusal(lacking)), "tokenizer.json: the tokenizer lacks \"model\"");

    const test::TemporaryFolder empty;
    const auto absent = Tokenizer::open(empty.path(""));
    ASSERT_FALSE(absent);
    EXPECT_TRUE(absent.error().is(noTokenizer));
    EXPECT_NE(sentence(absent.error()).find("tokenizer.json"), std::string::npos);

    empty.file("vocab.txt", "a\n[CLS]\n");
    const auto unfinished = Tokenizer::open(empty.path(""));
    ASSERT_FALSE(unfinished);
    EXPECT_NE(sentence(unfinished.error()).find("[UNK]"), std::string::npos);
    empty.file("tokenizer.model", "no model");
    const auto noModel = Tokenizer::open(empty.path(""));
    ASSERT_FALSE(noModel);
    EXPECT_TRUE(noModel.error().is(tokenizerModelFile)) << sentence(noModel.error());
    empty.file("tokenizer_config.json", R"({"tokenizer_class": "XLNetTokenizer"})");
    EXPECT_FALSE(Tokenizer::open(empty.path("")));
}

TEST(PublishedTokenizer, DamagedFilesAreRefusedOrReadButNothingElse) {
    HEEDMAP_CASE(models, "models");
    std::mt19937_64 random(3);
    const std::string texts[] = {"The cat's key", "注意力 — naïve café 🙂", "<s>  x\n"};
    for (const auto& [folder, name] : {std::pair("qwen3_tiny", "tokenizer.json"),
                                       {"bert_tiny", "tokenizer.json"},
                                       {"t5_tiny", "tokenizer.json"},
                                       {"stories260k_llama", "tokenizer.model"},
                                       {"marian_tiny", "source.spm"},
                                       {"gpt2_sharded", "vocab.json"},
                                       {"gpt2_sharded", "merges.txt"},
                                       {"bert_cased_tiny", "vocab.txt"}}) {
        const std::filesystem::path from = std::filesystem::path(models) / folder;
        const test::TemporaryFolder copy;
        for (const char* other : {"vocab.json", "merges.txt", "tokenizer_config.json"})
            if (std::filesystem::exists(from / other))
                copy.file(other, test::contentsOf((from / other).string()));
        const std::string whole = test::contentsOf((from / name).string());
        for (int i = 0; i < 40; ++i) {
            std::string changed = whole;
            if (i % 3 == 0)
                changed.resize(random() % whole.size());
            for (std::uint64_t j = random() % 4; j > 0 && !changed.empty(); --j)
                changed[random() % changed.size()] = static_cast<char>(random());
            copy.file(name, changed);
            const auto tokenizer = Tokenizer::open(copy.path(""));
            if (!tokenizer) {
                EXPECT_FALSE(sentence(tokenizer.error()).empty());
                continue;
            }
            for (const std::string& text : texts)
                if (const auto made = tokenizer->encode(text, text)) {
                    for (const Token& token : made->tokens) {
                        ASSERT_GE(token.id, 0);
                        ASSERT_LT(token.id, tokenizer->size());
                    }
                    EXPECT_TRUE(files::isUtf8(tokenizer->decode(made->ids(), true)));
                }
        }
    }
}
