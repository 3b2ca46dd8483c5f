// Published models asked with text and pictures, and what they become as sessions.
#include "core/transformer/reader.h"

#include "core/attention/multi_head.h"
#include "core/files/mapped_file.h"
#include "core/session/model_session.h"
#include "core/session/panel_result.h"
#include "core/transformer/pixels.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heedmap::transformer {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

Json textsOf(const std::string& folder) {
    const auto file = files::MappedFile::open(folder + "/texts.json");
    return file ? Json::parse((*file)->bytes().value().text())["texts"] : Json::array();
}

Reader readerOf(const std::string& folder) {
    auto reader = Reader::open(folder);
    if (!reader)
        ADD_FAILURE() << sentence(reader.error());
    return *std::move(reader);
}

Answer answerOf(const Reader& reader, const Question& question) {
    auto answer = reader.ask(question);
    if (!answer)
        ADD_FAILURE() << sentence(answer.error());
    return answer ? *std::move(answer) : Answer();
}

std::string refusalOf(const Reader& reader, const Question& question) {
    const auto answer = reader.ask(question);
    return answer ? "" : sentence(answer.error());
}

} // namespace

TEST(ModelReader, TextsBecomeTheIdsOfTheReferences) {
    HEEDMAP_CASE(root, "models");
    int asked = 0;
    for (const auto& entry : fs::directory_iterator(root)) {
        const std::string folder = entry.path().string();
        if (!fs::exists(folder + "/reference.npz") || fs::exists(folder + "/image0.png"))
            continue;
        const Reader reader = readerOf(folder);
        for (const Json& text : textsOf(folder)) {
            if (!text["text"].is_string() || text.value("padded_to", Json()).is_number())
                continue;
            SCOPED_TRACE(folder + " " + text["key"].get<std::string>());
            Question question;
            question.text = text["text"].get<std::string>();
            if (text.value("pair", Json()).is_string())
                question.second = text["pair"].get<std::string>();
            if (text.value("decoder_text", Json()).is_string())
                question.written = text["decoder_text"].get<std::string>();
            const Answer answer = answerOf(reader, question);
            const bool decoder = reader.model().architecture().kind == Kind::decoder;
            EXPECT_EQ(decoder ? answer.decoderIds : answer.encoderIds, text["input_ids"].get<std::vector<TokenId>>());
            if (question.written) {
                EXPECT_EQ(answer.decoderIds, text["decoder_input_ids"].get<std::vector<TokenId>>());
            }
            EXPECT_EQ(answer.decoderLabels.size(), answer.decoderIds.size());
            EXPECT_EQ(answer.encoderLabels.size(), answer.encoderIds.size());
            ++asked;
        }
    }
    EXPECT_GE(asked, 35);
}

TEST(ModelReader, TrainedModelsDoTheirWork) {
    HEEDMAP_CASE(root, "models");
    Question question;
    for (const auto& [text, sorted] : {std::pair{"CABBAC", "AABBCC"}, std::pair{"BBBAAA", "AAABBB"}}) {
        question.text = text;
        question.generate = 6;
        EXPECT_EQ(answerOf(readerOf(root + "/nano_sort_gpt2"), question).generatedText, sorted);
    }
    const Json story = textsOf(root + "/stories260k_llama")[0];
    question.text = story["greedy_from"].get<std::string>();
    question.generate = std::ssize(story["greedy_ids"]);
    const Answer told = answerOf(readerOf(root + "/stories260k_llama"), question);
    EXPECT_EQ(told.generated, story["greedy_ids"].get<std::vector<TokenId>>());
    EXPECT_EQ(answerOf(readerOf(root + "/aren_pegasus"), {.text = "آتزمون"}).generatedText, "atzmon");
    // The trace has grown with what was written, all but the last token.
    EXPECT_EQ(told.trace->decoder->length(), std::ssize(told.decoderIds));
    EXPECT_EQ(told.decoderIds.size(), story["greedy_from_ids"].size() + told.generated.size() - 1);
}

TEST(ModelReader, PicturesAreScaledAndNormalizedAsTheReferencesAre) {
    HEEDMAP_CASE(root, "models/vit_tiny");
    const Reader reader = readerOf(root);
    const test::CaseFile reference(root + "/reference.npz");
    for (const Json& text : textsOf(root)) {
        const std::string picture = root + "/" + text["image"].get<std::string>();
        const auto pixels = readPixels(reader.model(), picture);
        ASSERT_TRUE(pixels);
        const std::vector<float> expected =
            numbersOf<float>(reference.tensor(text["key"].get<std::string>() + ".pixel_values"));
        ASSERT_EQ(static_cast<std::size_t>(pixels->size()), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            ASSERT_NEAR(pixels->data()[i], expected[i], 1e-6F) << i;
        Question question;
        question.picture = picture;
        const Answer answer = answerOf(reader, question);
        EXPECT_EQ(answer.encoderLabels, text["tokens"].get<std::vector<std::string>>());
        EXPECT_EQ(reader.model().architecture().labelNames[static_cast<std::size_t>(mostLikely(*answer.trace))],
                  text["label"].get<std::string>());
    }
    EXPECT_NE(refusalOf(reader, {.text = "a"}).find("pictures"), std::string::npos);
    EXPECT_NE(refusalOf(reader, {.picture = root + "/config.json"}).find("PNG"), std::string::npos);
}

// A picture that is the same everywhere stays so at any size; a straight edge stays where it is.
TEST(ModelReader, ScalingKeepsWhatIsEvenAndWhereThingsAre) {
    for (const bool bicubic : {false, true}) {
        const MatrixD even = scaled(MatrixD::Constant(7, 5, 93), 12, 3, bicubic);
        EXPECT_EQ(even, MatrixD::Constant(12, 3, 93));
        MatrixD edge = MatrixD::Zero(4, 8);
        edge.rightCols(4).setConstant(200);
        const MatrixD smaller = scaled(edge, 2, 4, bicubic);
        EXPECT_LT(smaller(0, 0), 30);
        EXPECT_GT(smaller(0, 3), 170);
        EXPECT_NEAR(smaller(1, 1) + smaller(1, 2), 200, 1);
    }
    MatrixD pixels(1, 4);
    pixels << 0, 100, 200, 40;
    MatrixD half(1, 2); // a triangle four pixels wide: 0·3/7 + 100·3/7 + 200·1/7, and 100·1/7 + 200·3/7 + 40·3/7
    half << 71, 117;
    EXPECT_EQ(scaled(pixels, 1, 2, false), half);
}

TEST(ModelReader, WhatCannotBeAskedIsSaid) {
    HEEDMAP_CASE(root, "models");
    const std::string faults = root + "/faults/";
    const auto missing = Reader::open(faults + "missing_tokenizer");
    ASSERT_TRUE(missing);
    EXPECT_NE(refusalOf(*missing, {.text = "ABC"}).find("tokenizer"), std::string::npos);
    EXPECT_EQ(refusalOf(*missing, {.ids = {0, 1}}), "");
    const std::string large = refusalOf(readerOf(faults + "vocabulary_too_large"), {.text = "ABD"});
    EXPECT_NE(large.find("tokenizer has 4 tokens"), std::string::npos) << large;
    EXPECT_NE(large.find("3 rows"), std::string::npos) << large;
    EXPECT_NE(large.find("\"D\""), std::string::npos) << large;
    EXPECT_EQ(refusalOf(readerOf(faults + "sound"), {.text = "CABBCA"}), "");
    const std::string length = refusalOf(readerOf(faults + "too_long_a_text"), {.text = "ABCABCABCABCA"});
    EXPECT_NE(length.find("13"), std::string::npos) << length;
    EXPECT_NE(length.find("12"), std::string::npos) << length;
    EXPECT_NE(refusalOf(readerOf(root + "/bert_tiny"), {.text = "a", .generate = 3}).find("only reads"),
              std::string::npos);
    EXPECT_NE(refusalOf(readerOf(root + "/gpt2_tiny"), {.text = "a", .second = "b"}).find("one text"),
              std::string::npos);
}

TEST(ModelReader, CharactersWithoutATokenAreSaid) {
    HEEDMAP_CASE(root, "models/marian_tiny");
    const Answer answer = answerOf(readerOf(root), {.text = "Bring 5 zebras % please!"});
    ASSERT_FALSE(answer.remarks.empty());
    EXPECT_NE(sentence(answer.remarks.front()).find("unknown token"), std::string::npos);
}

TEST(ModelSession, EveryHeadIsAMatrixNamedByItsPlace) {
    HEEDMAP_CASE(root, "models/marian_tiny");
    const Reader reader = readerOf(root);
    const Answer answer = answerOf(reader, {.text = "The old clock", .written = "Oui"});
    const Labels labels{answer.decoderLabels, answer.encoderLabels};
    const auto whole = modelSession(*answer.trace, ModelPart::cross, {}, labels, "m");
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->matrices.size(), 3U * 8U);
    EXPECT_EQ(whole->panels.size(), whole->matrices.size());
    EXPECT_EQ(whole->matrices[9].name, "cross[1,1]");
    EXPECT_EQ(whole->matrices[9].title, "L1 · H1");
    ASSERT_TRUE(whole->matrices[9].labels);
    EXPECT_EQ(*whole->matrices[9].labels, labels);
    const auto some = modelSession(*answer.trace, ModelPart::decoder, {{2, 0, 2}, {5}}, labels, "m");
    ASSERT_TRUE(some);
    ASSERT_EQ(some->matrices.size(), 2U);
    EXPECT_EQ(some->matrices[1].name, "decoder[2,5]");
    EXPECT_EQ(some->matrices[0].allowed(0, 1), 0); // causal
    EXPECT_EQ(some->matrices[0].allowed(1, 0), 1);
    const auto refusal = [&](ModelPart part, const HeadChoice& choice) {
        const auto session = modelSession(*answer.trace, part, choice, labels, "m");
        return session ? "" : sentence(session.error());
    };
    EXPECT_NE(refusal(ModelPart::encoder, {{2}, {}}).find("no layer 2"), std::string::npos);
    EXPECT_NE(refusal(ModelPart::encoder, {{}, {4}}).find("no head 4"), std::string::npos);
    const Answer only = answerOf(readerOf(root + "/../gpt2_tiny"), {.text = "a b c"});
    const auto none = modelSession(*only.trace, ModelPart::cross, {}, {}, "m");
    ASSERT_FALSE(none);
    EXPECT_NE(sentence(none.error()).find("no cross attention; it has decoder"), std::string::npos);
}

// A layer as a problem gives the same α by the program's own heads, grouped keys and masks.
TEST(ModelSession, ALayerAsAProblemHasTheModelsAlpha) {
    HEEDMAP_CASE(root, "models");
    for (const char* name : {"gpt2_tiny", "mistral_tiny", "qwen3_tiny", "bert_tiny", "marian_tiny"}) {
        const Reader reader = readerOf(root + "/" + name);
        const Answer answer = answerOf(reader, {.text = "The cat sat on the mat, or so they said."});
        const ModelPart part = partsOf(*answer.trace).front();
        const auto session = modelLayerSession(*answer.trace, part, 1, {}, name);
        ASSERT_TRUE(session);
        const auto attention = attentionsOf(*answer.trace, part).value()[1];
        ASSERT_EQ(static_cast<Index>(session->panels.size()), attention->heads);
        for (std::size_t h = 0; h < session->panels.size(); ++h) {
            const auto result = computePanel(*session, session->panels[h]);
            ASSERT_TRUE(result && result->source);
            const auto alpha = alphaOf(*attention, Head{static_cast<Index>(h)}).value();
            for (Index i = 0; i < alpha->rows(); ++i)
                for (Index j = 0; j < alpha->columns(); ++j)
                    ASSERT_NEAR(result->source->value({i, j}), alpha->value({i, j}), 1e-6) << name << " " << h;
        }
    }
    const Answer t5 = answerOf(readerOf(root + "/t5_tiny"), {.text = "The cat sat."});
    const auto biased = modelLayerSession(*t5.trace, ModelPart::encoder, 0, {}, "t5");
    ASSERT_FALSE(biased);
    EXPECT_TRUE(biased.error().is(scoresNeedMore));
    EXPECT_TRUE(modelLayerSession(*t5.trace, ModelPart::cross, 0, {}, "t5"));
}

} // namespace heedmap::transformer
