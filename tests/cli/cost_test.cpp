// The true numbers of attention's cost, from `heedmap cost --json` as another program would read them.
#include "tests/support/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heedmap::test {
namespace {

using Json = nlohmann::json;

Json costOf(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "cost");
    arguments.emplace_back("--json");
    const Finished finished = runHeedmap(arguments);
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.errors, "");
    return Json::parse(finished.output, nullptr, false);
}

std::uint64_t at(const Json& json, const std::string& pointer) {
    const Json& value = json.at(Json::json_pointer(pointer));
    EXPECT_TRUE(value.is_number_unsigned()) << pointer << " is " << value.dump();
    return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

TEST(Cost, CountsOfOneHead) {
    const Json json = costOf({"--n", "2048", "--d-model", "64", "--heads", "1", "--window", "4", "--hidden", "32"});
    constexpr std::uint64_t n = 2048;
    constexpr std::uint64_t d = 64;
    EXPECT_EQ(at(json, "/methods/full/score_macs"), 268'435'456U);
    EXPECT_EQ(at(json, "/methods/full/context_macs"), n * n * d);
    EXPECT_EQ(at(json, "/methods/full/projection_macs"), 4 * n * d * d);
    EXPECT_EQ(at(json, "/feed_forward_macs"), 8 * n * d * d);
    EXPECT_EQ(at(json, "/methods/additive/score_macs"), n * d * 32 + n * d * 32 + n * n * 32);
    EXPECT_EQ(at(json, "/methods/additive/tanhs"), n * n * 32);
    EXPECT_EQ(at(json, "/methods/lstm/macs"), 8 * n * d * d);
    EXPECT_EQ(at(json, "/methods/gru/macs"), 6 * n * d * d);
    EXPECT_EQ(at(json, "/methods/convolution/macs"), 3 * n * d * d);
    EXPECT_EQ(at(json, "/methods/window/pairs"), n * 9 - 4 * 5);
    EXPECT_EQ(at(json, "/methods/causal_window/pairs"), n * 5 - 4 * 5 / 2);
    EXPECT_EQ(at(json, "/methods/causal/pairs"), n * (n + 1) / 2);
    EXPECT_EQ(at(json, "/methods/linear/macs"), 2 * n * d * d + n * d);
}

TEST(Cost, CountsWhereEverySizeIsAnother) {
    const Json json = costOf({"--queries", "10", "--keys", "20", "--d-model", "6", "--heads", "1", "--d-k", "6",
                              "--d-v", "5", "--hidden", "3", "--features", "7"});
    EXPECT_EQ(at(json, "/methods/full/score_macs"), 10U * 20 * 6);
    EXPECT_EQ(at(json, "/methods/full/context_macs"), 10U * 20 * 5);
    EXPECT_EQ(at(json, "/methods/full/alpha_bytes"), 10U * 20 * 4);
    EXPECT_EQ(at(json, "/methods/additive/score_macs"), 10U * 6 * 3 + 20 * 6 * 3 + 10 * 20 * 3);
    EXPECT_EQ(at(json, "/methods/additive/tanhs"), 10U * 20 * 3);
    const Json square =
        costOf({"--n", "100", "--d-model", "6", "--heads", "1", "--d-v", "5", "--features", "7", "--width", "5"});
    EXPECT_EQ(at(square, "/methods/linear/macs"), 2U * 100 * 7 * 5 + 100 * 7);
    EXPECT_EQ(at(square, "/methods/convolution/macs"), 5U * 100 * 6 * 6);
}

TEST(Cost, BytesOfAlpha) {
    const auto alphaBytes = [](const std::string& n, const std::string& bytes) {
        return at(costOf({"--n", n, "--d-model", "64", "--heads", "1", "--bytes", bytes}), "/methods/full/alpha_bytes");
    };
    EXPECT_EQ(alphaBytes("4096", "4"), 67'108'864U);
    EXPECT_EQ(alphaBytes("8192", "1"), 67'108'864U) << "numbers";
}

TEST(Cost, StepsAndPathsOfVaswanisTable) {
    const Json json = costOf({"--n", "1000", "--d-model", "64", "--heads", "1", "--window", "4"});
    const auto row = [&](const std::string& method) {
        const std::string path = "/methods/" + method;
        return std::array{at(json, path + "/table_cost"), at(json, path + "/sequential_steps"),
                          at(json, path + "/longest_path")};
    };
    using Row = std::array<std::uint64_t, 3>;
    EXPECT_EQ(row("full"), (Row{1000 * 1000 * 64, 1, 1}));
    EXPECT_EQ(row("lstm"), (Row{1000 * 64 * 64, 1000, 1000}));
    EXPECT_EQ(row("gru"), (Row{1000 * 64 * 64, 1000, 1000}));
    EXPECT_EQ(at(json, "/methods/lstm/edges"), 999U);
    EXPECT_EQ(row("convolution"), (Row{3 * 1000 * 64 * 64, 1, 334}));
    EXPECT_EQ(row("dilated_convolution"), (Row{3 * 1000 * 64 * 64, 1, 7}));
    EXPECT_EQ(row("window"), (Row{(1000 * 9 - 20) * 64, 1, 112})) << "r = 9, less at the ends";
    EXPECT_EQ(at(json, "/methods/bigbird/edges"), 2U);
    EXPECT_TRUE(json.at("methods").at("block").at("edges").is_null());
}

TEST(Cost, AttentionPassesTheLstmAtEightD) {
    EXPECT_EQ(at(costOf({"--d-model", "64", "--heads", "1"}), "/dearer_than_lstm_from_n/scores"), 8U * 64);
    EXPECT_EQ(at(costOf({"--preset", "transformer-base"}), "/dearer_than_lstm_from_n/scores"), 8U * 512);
}

TEST(Cost, PresetsAreThePapersModels) {
    const Json base = costOf({"--preset", "transformer-base"});
    const Json big = costOf({"--preset", "transformer-big"});
    EXPECT_EQ(base.at("sizes").at("layers"), 6);
    EXPECT_EQ(base.at("sizes").at("decoder_layers"), 6);
    EXPECT_EQ(base.at("sizes").at("d_k"), 64);
    EXPECT_EQ(base.at("sizes").at("d_model"), 512);
    EXPECT_EQ(base.at("sizes").at("heads"), 8);
    EXPECT_EQ(big.at("sizes").at("layers"), 6);
    EXPECT_EQ(big.at("sizes").at("decoder_layers"), 6);
    EXPECT_EQ(big.at("sizes").at("d_model"), 1024);
    EXPECT_EQ(big.at("sizes").at("heads"), 16);
    EXPECT_EQ(big.at("sizes").at("d_k"), 64);
    EXPECT_EQ(at(base, "/parameters/published"), 65'000'000U);
    EXPECT_EQ(at(big, "/parameters/published"), 213'000'000U);
    // The papers round, and say "about 37 000 tokens"; what is counted is within 4 % of what they say.
    EXPECT_NEAR(static_cast<double>(at(base, "/parameters/total")), 65e6, 0.04 * 65e6);
    EXPECT_NEAR(static_cast<double>(at(big, "/parameters/total")), 213e6, 0.04 * 213e6);
}

TEST(Cost, Gpt3) {
    const Json json = costOf({"--preset", "gpt-3"});
    EXPECT_EQ(json.at("preset"), "gpt-3");
    EXPECT_EQ(at(json, "/sizes/d_k"), 128U);
    EXPECT_EQ(at(json, "/sizes/layers"), 96U);
    EXPECT_EQ(at(json, "/sizes/d_model"), 12'288U);
    EXPECT_EQ(at(json, "/sizes/heads"), 96U);
    EXPECT_EQ(at(json, "/sizes/vocabulary") + at(json, "/sizes/positions"), 50'257U + 2'048);
    EXPECT_EQ(at(json, "/sizes/queries"), 2'048U);
    EXPECT_EQ(at(json, "/sizes/bytes"), 2U);
    EXPECT_EQ(at(json, "/parameters/blocks"), 12ULL * 96 * 12'288 * 12'288);
    EXPECT_EQ(at(json, "/parameters/blocks"), 173'946'175'488U);
    EXPECT_EQ(at(json, "/parameters/embedding"), 642'723'840U);
    EXPECT_EQ(at(json, "/kv_cache/bytes_per_token"), 4'718'592U);
    EXPECT_EQ(at(json, "/kv_cache/bytes"), 9'663'676'416U);
    EXPECT_EQ(at(json, "/methods/full/alpha_bytes"), 805'306'368U);
}

TEST(Cost, MemoryInTraining) {
    const Json single = costOf({"--preset", "transformer-base"});
    const std::uint64_t p = at(single, "/parameters/total");
    EXPECT_EQ(at(single, "/memory/weight_bytes"), 4 * p);
    EXPECT_EQ(at(single, "/memory/gradient_bytes"), 4 * p);
    EXPECT_EQ(at(single, "/memory/optimizer_bytes/adam"), 8 * p);
    EXPECT_EQ(at(single, "/memory/weight_bytes") + at(single, "/memory/gradient_bytes") +
                  at(single, "/memory/optimizer_bytes/adam"),
              16 * p)
        << "before activations";
    EXPECT_EQ(at(single, "/memory/optimizer_bytes/adamw"), 8 * p);
    EXPECT_EQ(at(single, "/memory/optimizer_bytes/momentum"), 4 * p);
    EXPECT_EQ(at(single, "/memory/optimizer_bytes/sgd"), 0U);
    const Json half = costOf({"--preset", "transformer-base", "--bytes", "2"});
    EXPECT_EQ(at(half, "/memory/weight_bytes"), 2 * p);
    EXPECT_EQ(at(half, "/memory/optimizer_bytes/adamw_master"), 12 * p) << "6 times float16 weights";
}

TEST(Cost, EverySizeCounts) {
    const Json plain = costOf({});
    EXPECT_EQ(plain.at("overflowed"), Json::array());
    for (const char* const option :
         {"--n",         "--d-model", "--heads",          "--kv-heads",  "--d-k",    "--d-v",
          "--d-ff",      "--layers",  "--decoder-layers", "--batch",     "--bytes",  "--vocabulary",
          "--positions", "--window",  "--step",           "--global",    "--random", "--block",
          "--features",  "--hidden",  "--width",          "--flash-rows"}) {
        const std::string name = option;
        Json other = costOf({name, name == "--d-model" ? "16" : name == "--bytes" ? "2" : "4"});
        EXPECT_NE(plain.at("sizes"), other.at("sizes")) << option;
        other["sizes"] = plain.at("sizes");
        EXPECT_NE(plain, other) << option << " changes no figure";
    }
    const Json cross = costOf({"--queries", "10", "--keys", "20"});
    EXPECT_EQ(at(cross, "/methods/full/pairs"), 200U);
    EXPECT_FALSE(cross.at("methods").contains("lstm")) << "it has one sequence";
}

TEST(Cost, WhatDoesNotFitIsNamed) {
    const Json json = costOf({"--n", "1099511627776"});
    EXPECT_TRUE(json.at("methods").at("full").at("pairs").is_null());
    const Json& overflowed = json.at("overflowed");
    EXPECT_NE(std::find(overflowed.begin(), overflowed.end(), "methods.full.pairs"), overflowed.end());
    EXPECT_EQ(at(json, "/methods/block/pairs"), (1ULL << 40U) * 64);
    const Finished table = runHeedmap({"cost", "--n", "1099511627776"});
    EXPECT_NE(table.output.find("about 1.20893e+24"), std::string::npos) << table.output;
}

TEST(Cost, PeopleReadTheSameNumbers) {
    const Finished table = runHeedmap({"cost", "--preset", "gpt-3"});
    EXPECT_EQ(table.status, 0);
    for (const char* const number : {"173946175488", "642723840", "9663676416", "a token 4718592", "805306368"})
        EXPECT_NE(table.output.find(number), std::string::npos) << number;
}

} // namespace
} // namespace heedmap::test
