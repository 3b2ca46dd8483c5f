#include "core/session/reference.h"
#include "tests/support/cli/numbers.h"
#include "tests/support/cli/program.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace heedmap::test {
namespace {

const std::vector<std::string> threeKeys{"render", "pair:three-keys", "--score", "scaled"};
const MatrixD threeKeysAlpha{{0.4011120926797859, 0.1977758146404282, 0.4011120926797859}};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

MatrixD onlyMatrixOf(const std::string& path) {
    const auto opened = files::openReference({path, {}, {}});
    if (!opened) {
        ADD_FAILURE() << sentence(opened.error());
        return {};
    }
    return toMatrixD(opened->tensor.view);
}

TEST(RenderNumbers, ThreeKeysOnStandardOutput) {
    const Finished finished = runHeedmap(with(threeKeys, {"-o", "-", "--format", "tsv"}));
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.errors, "");
    const auto tables = numbersIn(finished.output, '\t');
    ASSERT_EQ(tables.size(), 1U) << finished.output;
    expectRounded(tables[0], {0.4011120927, 0.1977758146, 0.4011120927});
}

TEST(RenderNumbers, EveryFormatReadsBack) {
    const TemporaryFolder folder;
    for (const char* const format : {"csv", "tsv", "npy", "npz", "json"}) {
        const std::string path = folder.path(std::string("out.") + format);
        const Finished finished = runHeedmap(with(threeKeys, {"-o", path}));
        ASSERT_EQ(finished.status, 0) << finished.errors;
        EXPECT_TRUE(near(onlyMatrixOf(path), threeKeysAlpha, 1e-15)) << format;
        EXPECT_EQ(runHeedmap(with(threeKeys, {"-o", "-", "--format", format})).output, contentsOf(path)) << format;
    }
}

TEST(RenderNumbers, SeveralMatrices) {
    const TemporaryFolder folder;
    const std::string npz = folder.path("out.npz");
    ASSERT_EQ(runHeedmap({"render", "pair:three-keys", "--score", "scaled,dot", "-o", npz}).status, 0);
    EXPECT_TRUE(near(CaseFile(npz).matrix("scaled"), threeKeysAlpha, 1e-15));
    EXPECT_EQ(CaseFile(npz).matrix("dot").cols(), 3);
    const std::string npy = folder.path("out.npy");
    ASSERT_EQ(runHeedmap({"render", "pair:three-keys", "--score", "scaled,dot", "-o", npy}).status, 0);
    EXPECT_EQ(CaseFile(npy).tensor("").shape(), (Shape{2, 1, 3}));
}

TEST(RenderNumbers, AFilesNumbersStayAsTheyAre) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    const TemporaryFolder folder;
    const std::string output = folder.path("head.npy");
    ASSERT_EQ(runHeedmap({"render", path + "#attn_softmax[2,7]", "-o", output}).status, 0);
    const CaseFile written(output);
    EXPECT_EQ(written.tensor("").dtype(), DType::float32);
    EXPECT_EQ(written.matrix(""), CaseFile(path).matrix("attn_softmax", 2, 7));
}

TEST(RenderNumbers, MaskedCellsAreEmpty) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.csv", "1\n1\n");
    const Finished finished =
        runHeedmap({"render", "--x", x, "--mask", "causal", "--rows", "a,b", "-o", "-", "--format", "csv"});
    EXPECT_EQ(finished.output, ",a,b\na,1,\nb,0.5,0.5\n");
}

TEST(RenderNumbers, TokensOfAnotherLengthAreSaid) {
    const TemporaryFolder folder;
    const std::string matrix = folder.file("m.csv", "1,0\n0,1\n");
    const Finished finished =
        runHeedmap({"render", matrix, "--rows", "a,b,c", "--columns", "x", "-o", "-", "--format", "csv"});
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.output, ",x,\na,1,0\nb,0,1\n");
    EXPECT_EQ(finished.errors, "heedmap: note: " + matrix +
                                   ": tokens of the rows: 3 for 2; the rest is left out\n"
                                   "heedmap: note: " +
                                   matrix + ": tokens of the columns: 1 for 2; the rest stays empty\n");
}

TEST(RenderNumbers, BahdanauWithItsTokens) {
    HEEDMAP_CASE(folderOfCase, "attention/translation/bahdanau2015");
    std::ifstream file(folderOfCase + "/labels_ex2.json");
    const nlohmann::json labels = nlohmann::json::parse(file);
    const TemporaryFolder folder;
    const std::string tokens =
        folder.file("tokens.json",
                    nlohmann::json{{"rows", labels["rows_source_en"]}, {"columns", labels["cols_target_fr"]}}.dump());
    const std::string output = folder.path("out.csv");
    const Finished finished =
        runHeedmap({"render", folderOfCase + "/rnn_attentional_ex2.csv", "--tokens", tokens, "-o", output});
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.errors, "");
    const auto opened = files::openReference({output, {}, {}});
    ASSERT_TRUE(opened.ok()) << sentence(opened.error());
    EXPECT_EQ(opened->labels.rows.at(5), "Economic");
    EXPECT_EQ(opened->labels.columns.at(0), "l’");
    const MatrixD alpha = toMatrixD(opened->tensor.view);
    EXPECT_EQ(alpha(0, 0), 0.5);
    EXPECT_EQ(alpha(5, 5), 0.76);
}

} // namespace
} // namespace heedmap::test
