// Folders of models that have one thing wrong: what a refusal says.
#include "core/transformer/config.h"
#include "core/transformer/model.h"

#include "core/files/mapped_file.h"
#include "core/files/safetensors_writer.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heedmap::transformer {

namespace {

using Json = nlohmann::json;

// What is wrong with the folder, or with the text when its letters A, B, C … are the tokens 0, 1, 2 …; "" if nothing
// is.
std::string refusal(const std::string& folder, const std::string& text) {
    const auto model = Model::open(folder);
    if (!model)
        return sentence(model.error());
    std::vector<TokenId> ids;
    for (const char letter : text)
        ids.push_back(letter - 'A');
    Run<float> run(*model);
    const auto done = run.decode(ids);
    return done ? "" : sentence(done.error());
}

constexpr const char* tinyConfig = R"("n_embd": 8, "n_layer": 1, "n_head": 2, "n_positions": 12, "vocab_size": 3)";

std::string configRefusal(const std::string& text) {
    const auto model = parseConfig(text);
    return model ? "" : sentence(model.error());
}

} // namespace

TEST(ModelFaults, EachIsRefusedWithWhatItsCaseNames) {
    HEEDMAP_CASE(root, "models/faults");
    const auto file = files::MappedFile::open(root + "/expected.json");
    ASSERT_TRUE(file);
    const Json expected = Json::parse((*file)->bytes().value().text());
    EXPECT_GE(expected.size(), 13U);
    for (const auto& [folder, fault] : expected.items()) {
        if (folder == "missing_tokenizer" || folder == "vocabulary_too_large")
            continue; // what a tokenizer has to do with
        const std::string said = refusal(root + "/" + folder, fault.value("text", "ABC"));
        EXPECT_EQ(!said.empty(), fault["refuse"].get<bool>()) << folder << ": " << said;
        for (const Json& name : fault.value("must_name", Json::array()))
            EXPECT_NE(said.find(name.get<std::string>()), std::string::npos) << folder << ": " << said;
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    }
}

TEST(ModelFaults, ATokenPastTheEmbeddingIsNeverRead) {
    HEEDMAP_CASE(root, "models/faults/sound");
    const auto model = Model::open(root);
    ASSERT_TRUE(model);
    for (const TokenId id : {TokenId{3}, TokenId{-1}, TokenId{1} << 40}) {
        transformer::Run<float> run(*model);
        const TokenId ids[]{0, id};
        const auto done = run.decode(ids);
        ASSERT_FALSE(done);
        EXPECT_TRUE(done.error().is(tokenOutside));
    }
    transformer::Run<float> run(*model);
    const auto empty = run.decode({});
    ASSERT_FALSE(empty);
    EXPECT_TRUE(empty.error().is(textEmpty));
}

TEST(ModelFaults, AConfigNamesWhatIsNotUnderstood) {
    const std::string sizes = std::string(tinyConfig) + "}";
    EXPECT_EQ(configRefusal(R"({"model_type": "gpt2", )" + sizes), "");
    const struct {
        std::string text;
        std::vector<std::string> names;
    } cases[]{
        {"{}", {"model_type", "gpt2", "vit"}},
        {"[1, 2]", {"model_type"}},
        {R"({"model_type": 3})", {"model_type", "3"}},
        {R"({"model_type": "gpt2", "auto_map": {"AutoModel": "x.py"}, )" + sizes, {"auto_map", "never run"}},
        {R"({"model_type": "gpt2", "activation_function": "mish", )" + sizes, {"activation_function", "mish", "gelu"}},
        {R"({"model_type": "gpt2", "n_embd": -8})", {"n_embd", "-8"}},
        {R"({"model_type": "gpt2", "n_embd": 1e300})", {"n_embd", "1e+300"}},
        {R"({"model_type": "gpt2", "n_embd": 8.5})", {"n_embd", "8.5"}},
        {R"({"model_type": "gpt2", "n_embd": "8"})", {"n_embd", "\"8\""}},
        {R"({"model_type": "gpt2", "n_layer": 1000000})", {"n_layer", "1000000"}},
        {R"({"model_type": "gpt2", "tie_word_embeddings": 1, )" + sizes, {"tie_word_embeddings"}},
        {R"({"model_type": "gpt2", "scale_attn_by_inverse_layer_idx": true, )" + sizes,
         {"scale_attn_by_inverse_layer_idx"}},
        {R"({"model_type": "gpt2", "quantization_config": {"bits": 4}, )" + sizes, {"quantization_config"}},
        {R"({"model_type": "bert", "position_embedding_type": "relative_key"})",
         {"position_embedding_type", "relative_key", "absolute"}},
        {R"({"model_type": "bert", "is_decoder": true})", {"is_decoder"}},
        {R"({"model_type": "llama", "rope_scaling": {"rope_type": "yarn", "factor": 4}})",
         {"rope_type", "yarn", "llama3"}},
        {R"({"model_type": "llama", "rope_scaling": 3})", {"rope_scaling", "3"}},
        {R"({"model_type": "llama", "num_key_value_heads": 5})", {"num_attention_heads 32", "num_key_value_heads 5"}},
        {R"({"model_type": "t5", "relative_attention_max_distance": 9})", {"relative_attention_max_distance", "9"}},
        {R"({"model_type": "vit", "image_size": 30, "patch_size": 16})", {"image_size 30", "patch_size 16"}},
        {R"({"model_type": "qwen2", "use_sliding_window": true, "layer_types": ["full_attention"]})", {"layer_types"}},
        {std::string("{\"model_type\": ") + std::string(100, '['), {"JSON"}},
        {"{\"model_type\": \"gpt2\"", {"JSON", "line 1"}},
    };
    for (const auto& fault : cases) {
        const std::string said = configRefusal(fault.text);
        EXPECT_NE(said, "") << fault.text;
        for (const std::string& name : fault.names)
            EXPECT_NE(said.find(name), std::string::npos) << fault.text << ": " << said;
    }
}

// Every prefix of a config, and every byte of it replaced: an answer each time, never a crash.
TEST(ModelFaults, DamagedConfigsAreReadOrRefused) {
    const std::string whole = std::string(R"({"model_type": "qwen3", "rope_scaling": {"type": "linear", "factor": 2},
        "layer_types": [], "eos_token_id": [1, 2], "id2label": {"0": "a"}, "tie_word_embeddings": false, )") +
                              R"("hidden_size": 8, "num_attention_heads": 2, "num_key_value_heads": 2})";
    ASSERT_EQ(configRefusal(whole), "");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        EXPECT_NE(configRefusal(whole.substr(0, i)), "");
        for (const char other : {'"', '0', '9', '-', 'e', ',', '{', '[', '}', '\0', '\xff'}) {
            std::string damaged = whole;
            damaged[i] = other;
            configRefusal(damaged);
        }
    }
}

// A folder without weights that can be read says so; a pickle is named and not opened.
TEST(ModelFaults, WeightsThatAreNotThereAreNamed) {
    test::TemporaryFolder folder;
    EXPECT_NE(refusal(folder.path("nothing"), "A").find("not a folder"), std::string::npos);
    EXPECT_NE(refusal(folder.path(""), "A").find("config.json"), std::string::npos);
    folder.file("config.json", R"({"model_type": "gpt2", )" + std::string(tinyConfig) + "}");
    EXPECT_NE(refusal(folder.path(""), "A").find("model.safetensors"), std::string::npos);
    folder.file("pytorch_model.bin", "\x80\x02");
    EXPECT_NE(refusal(folder.path(""), "A").find("pytorch_model.bin, a pickle"), std::string::npos);
    folder.file("model.safetensors.index.json", R"({"weight_map": {"wte.weight": "../elsewhere.safetensors"}})");
    EXPECT_NE(refusal(folder.path(""), "A").find("../elsewhere.safetensors"), std::string::npos);
    std::filesystem::remove(folder.path("model.safetensors.index.json"));
    const std::string weights = folder.path("model.safetensors");
    ASSERT_TRUE(files::writeSafetensors(weights, {{"wte.weight", makeTensor({3, 8}, std::vector<float>(24))}}));
    EXPECT_NE(refusal(folder.path(""), "A").find("\"wpe.weight\", which has to be 12×8"), std::string::npos)
        << refusal(folder.path(""), "A");
    ASSERT_TRUE(files::writeSafetensors(weights, {{"wte.weight", makeTensor({8, 3}, std::vector<float>(24))}}));
    EXPECT_NE(refusal(folder.path(""), "A").find("\"wte.weight\" is 8×3, but by config.json it has to be 3×8"),
              std::string::npos);
}

} // namespace heedmap::transformer
