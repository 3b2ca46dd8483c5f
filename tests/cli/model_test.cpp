#include "tests/support/cli/results.h"
#include "tests/support/core/cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace heedmap::test {
namespace {

using nlohmann::json;

std::vector<Index> sizesOf(const Tensor& tensor) {
    const auto sizes = tensor.shape().sizes();
    return {sizes.begin(), sizes.end()};
}

TEST(ModelCommand, SaysWhatTheModelIs) {
    HEEDMAP_CASE(folder, "models/qwen3_tiny");
    const json info = jsonOf({"model", folder, "--json"});
    EXPECT_EQ(info["family"], "qwen3");
    EXPECT_EQ(info["kind"], "decoder");
    EXPECT_EQ(info["layers"], 2);
    EXPECT_EQ(info["heads"], 4);
    EXPECT_EQ(info["head_size"], 16);
    EXPECT_EQ(info["vocabulary"], 439);
    EXPECT_EQ(info["tokenizer"], "byte-level BPE");
    EXPECT_EQ(info.count("tokens"), 0U);
    const std::string text = runHeedmap({"model", folder}).output;
    EXPECT_NE(text.find("decoder: 2 layers of 4 heads of 16 (2 of keys and values), d 32"), std::string::npos) << text;
    EXPECT_NE(text.find("takes at most 128 tokens"), std::string::npos) << text;
}

TEST(ModelCommand, GoesOnWithAText) {
    HEEDMAP_CASE(folder, "models/nano_sort_gpt2");
    const json said = jsonOf({"model", folder, "--text", "CABBAC", "--generate", "6", "--json"});
    EXPECT_EQ(said["generated"]["text"], "AABBCC");
    EXPECT_EQ(said["tokens"].size(), 11U); // what was read: all but the last that was written
    EXPECT_EQ(said["tokens"][0], json({{"id", 2}, {"token", "C"}}));
    EXPECT_EQ(said["next"][0]["token"], "C");
    EXPECT_GT(said["next"][0]["probability"].get<double>(), 0.9);
    EXPECT_NE(runHeedmap({"model", folder, "--text", "CABBAC", "--generate", "6"}).output.find("goes on: AABBCC"),
              std::string::npos);
}

TEST(ModelCommand, ArraysAreTheReferences) {
    HEEDMAP_CASE(root, "models");
    const TemporaryFolder out;
    const CaseFile reference(root + "/llama_tiny/reference.npz");
    const Tensor ids = reference.tensor("t0.input_ids");
    std::string list;
    for (const double id : toVectorD(ids.view))
        list += (list.empty() ? "" : ",") + std::to_string(static_cast<int>(id));
    ASSERT_EQ(runHeedmap({"model", root + "/llama_tiny", "--ids", list, "-o", out.path("a.npz"), "--logits"}).status,
              0);
    const CaseFile written(out.path("a.npz"));
    for (const auto& [name, stored] :
         {std::pair{"alpha", "attention"}, std::pair{"q", "q"}, std::pair{"k", "k"}, std::pair{"v", "v"},
          std::pair{"hidden", "hidden"}, std::pair{"final", "final"}, std::pair{"logits", "logits"}}) {
        const Tensor mine = written.tensor(name);
        const Tensor expected = reference.tensor(std::string("t0.") + stored);
        ASSERT_EQ(sizesOf(mine), sizesOf(expected)) << name;
        std::vector<double> a(static_cast<std::size_t>(mine.shape().count()));
        std::vector<double> b(a.size());
        mine.view.copyTo(std::span(a));
        expected.view.copyTo(std::span(b));
        for (std::size_t i = 0; i < a.size(); ++i)
            ASSERT_NEAR(a[i], b[i], 1e-4) << name << " " << i;
    }
    ASSERT_EQ(runHeedmap({"model", root + "/llama_tiny", "--ids", list, "--layer", "1", "--head", "0,3", "-o",
                          out.path("b.npz")})
                  .status,
              0);
    const CaseFile some(out.path("b.npz"));
    EXPECT_EQ(sizesOf(some.tensor("alpha")), (std::vector<Index>{1, 2, ids.shape()[0], ids.shape()[0]}));
    EXPECT_EQ(some.matrix("alpha", 0, 1), written.matrix("alpha", 1, 3));
}

TEST(ModelCommand, AnEncoderDecoderWritesOrIsTold) {
    HEEDMAP_CASE(folder, "models/marian_tiny");
    const TemporaryFolder out;
    ASSERT_EQ(
        runHeedmap({"model", folder, "--text", "The old clock", "--written", "Oui", "-o", out.path("m.npz")}).status,
        0);
    const CaseFile file(out.path("m.npz"));
    const Tensor cross = file.tensor("cross_alpha");
    EXPECT_EQ(cross.shape()[0], 3);
    EXPECT_EQ(cross.shape()[1], 8);
    EXPECT_EQ(cross.shape()[2], file.tensor("decoder_ids").shape()[0]);
    EXPECT_EQ(cross.shape()[3], file.tensor("encoder_ids").shape()[0]);
    EXPECT_EQ(file.tensor("encoder_alpha").shape()[1], 4);
    const json told = jsonOf({"model", folder, "--text", "The old clock", "--generate", "4", "--json"});
    EXPECT_EQ(told["generated"]["ids"].size(), 4U);
    const Finished csv = runHeedmap({"model", folder, "--text", "The old clock", "--part", "encoder", "--layer", "0",
                                     "--head", "1", "-o", "-", "--format", "csv"});
    EXPECT_EQ(csv.status, 0) << csv.errors;
    EXPECT_NE(csv.output.find(",ock,"), std::string::npos) << csv.output; // labels of the source
}

TEST(ModelCommand, LooksAtPictures) {
    HEEDMAP_CASE(root, "models/vit_tiny");
    const json seen = jsonOf({"model", root, "--image", root + "/image0.png", "--json"});
    EXPECT_EQ(seen["label"][0]["token"], "stripes");
    EXPECT_EQ(seen["kind"], "encoder");
}

TEST(ModelCommand, FaultsAreSaidInOneLine) {
    HEEDMAP_CASE(root, "models/faults");
    const auto expectError = [](std::vector<std::string> words, int status, const std::string& part) {
        words.insert(words.begin(), "model");
        const Finished finished = runHeedmap(words);
        EXPECT_EQ(finished.status, status) << finished.errors;
        EXPECT_EQ(std::ranges::count(finished.errors, '\n'), 1) << finished.errors;
        EXPECT_NE(finished.errors.find(part), std::string::npos) << finished.errors;
    };
    expectError({}, 2, "a folder is needed");
    expectError({root + "/nothing"}, 3, "not a folder");
    expectError({root + "/missing_tensor"}, 3, "transformer.h.0.mlp.c_fc.weight");
    expectError({root + "/unknown_model_type"}, 3, "hearsay");
    expectError({root + "/missing_tokenizer", "--text", "ABC"}, 3, "tokenizer");
    expectError({root + "/vocabulary_too_large", "--text", "ABD"}, 3, "4 tokens");
    expectError({root + "/too_long_a_text", "--text", "ABCABCABCABCA"}, 3, "at most 12");
    expectError({root + "/not_a_number", "--text", "ABC"}, 3, "transformer.h.0.attn.c_attn.weight");
    expectError({root + "/sound", "--ids", "0,x"}, 2, "\"x\"");
    expectError({root + "/sound", "--text", "A", "--ids", "0"}, 2, "--ids");
    expectError({root + "/sound", "-o", "a.png"}, 2, "--text");
    expectError({root + "/sound", "--text", "A", "--logits", "-o", "a.png"}, 2, "npz");
    expectError({root + "/sound", "--text", "A", "--layer", "7", "-o", "a.npz"}, 3, "no layer 7");
    EXPECT_FALSE(std::filesystem::exists("a.npz"));
}

} // namespace
} // namespace heedmap::test
