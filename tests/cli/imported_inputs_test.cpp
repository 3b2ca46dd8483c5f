// What people have, as it came: inputs that were misread before.
#include "core/files/writers.h"
#include "tests/support/cli/program.h"
#include "tests/support/cli/results.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heedmap::test {
namespace {

Finished asCsv(const TemporaryFolder& folder, std::vector<std::string> inputs) {
    inputs.insert(inputs.begin(), "render");
    inputs.insert(inputs.end(), {"-o", "-", "--format", "csv"});
    RunOptions options;
    options.folder = folder.path("");
    return runHeedmap(inputs, options);
}

TEST(ImportedInputs, TwoFilesKeepTheirTokens) {
    const TemporaryFolder folder;
    folder.file("m1.json", R"({"tokens":["un","believ","able"],"attention":[[1,0,0],[0.5,0.5,0],[0.2,0.3,0.5]]})");
    folder.file("m2.json", R"({"tokens":["unb","eliev","able"],"attention":[[1,0,0],[0.4,0.6,0],[0.1,0.3,0.6]]})");
    EXPECT_EQ(asCsv(folder, {"m1.json", "m2.json"}).output,
              "# m1.json\n,un,believ,able\nun,1,0,0\nbeliev,0.5,0.5,0\nable,0.2,0.3,0.5\n\n"
              "# m2.json\n,unb,eliev,able\nunb,1,0,0\neliev,0.4,0.6,0\nable,0.1,0.3,0.6\n");
    folder.file("c1.csv", ",a,b\nx,0.9,0.1\ny,0.2,0.8\n");
    folder.file("c2.csv", ",c,d\nz,0.3,0.7\nw,0.6,0.4\n");
    EXPECT_EQ(asCsv(folder, {"c1.csv", "c2.csv"}).output,
              "# c1.csv\n,a,b\nx,0.9,0.1\ny,0.2,0.8\n\n# c2.csv\n,c,d\nz,0.3,0.7\nw,0.6,0.4\n");
    const Finished difference = asCsv(folder, {"m1.json", "m2.json", "--difference"});
    EXPECT_EQ(difference.errors, "heedmap: note: the tokens of \"m1.json\" and \"m2.json\" differ\n");
    const std::string m1 = folder.path("m1.json");
    const Finished compared = runHeedmap({"compare", m1, folder.path("m2.json"), "--json"});
    EXPECT_EQ(compared.errors, difference.errors);
    const nlohmann::json json = nlohmann::json::parse(compared.output);
    EXPECT_EQ(json["pairs"][0]["tokens_differ"], true);
    EXPECT_EQ(json["panels"][1]["name"], "m2.json");
    EXPECT_EQ(jsonOf({"compare", m1, m1, "--json"})["pairs"][0]["tokens_differ"], false);
}

TEST(ImportedInputs, StepsOfAGeneration) {
    const TemporaryFolder folder;
    ASSERT_TRUE(files::writeNpy(folder.path("s0.npy"), makeTensor(MatrixD{{1, 0}, {0.5, 0.5}}).view).ok());
    ASSERT_TRUE(files::writeNpy(folder.path("s1.npy"), makeTensor(MatrixD{{0.25, 0.25, 0.5}}).view).ok());
    folder.file("t.json", R"(["The","cat","."])");
    EXPECT_EQ(asCsv(folder, {"s0.npy", "s1.npy", "--tokens", "t.json"}).output,
              "# s0.npy\n,The,cat\nThe,1,0\ncat,0.5,0.5\n\n# s1.npy\n,The,cat,.\n.,0.25,0.25,0.5\n");
}

TEST(ImportedInputs, SlicesAndMeans) {
    const TemporaryFolder folder;
    std::vector<double> values(4 * 3 * 1 * 2, 0.5);
    values[0] = 0.2;
    ASSERT_TRUE(files::writeNpy(folder.path("a.npy"), makeTensor(Shape{4, 3, 1, 2}, values).view).ok());
    const Finished some = asCsv(folder, {"a.npy#[0:2]"});
    EXPECT_EQ(some.status, 0) << some.errors;
    EXPECT_EQ(std::ranges::count(some.output, '#'), 6) << some.output;
    const Finished mean = asCsv(folder, {"a.npy#[0,mean]"});
    EXPECT_EQ(mean.status, 0) << mean.errors;
    EXPECT_NEAR(std::stod(mean.output), (0.2 + 0.5 + 0.5) / 3, 1e-12);
    EXPECT_TRUE(mean.output.ends_with(",0.5\n")) << mean.output;
    const Finished wrong = asCsv(folder, {"a.npy#[0:x]"});
    EXPECT_EQ(wrong.status, 3);
    EXPECT_NE(wrong.errors.find("\"[0:x]\" is not an index"), std::string::npos) << wrong.errors;
}

TEST(ImportedInputs, ARangeOfRowsIsNoLabel) {
    const TemporaryFolder folder;
    const std::string q = folder.file("q.csv", "1,0\n0,1\n1,1\n");
    const Finished finished = runHeedmap({"render", "--q", q, "--k", q, "--rows", "1:3", "-o", folder.path("x.csv")});
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.errors,
              "heedmap: --rows: \"1:3\" is a range of queries, which only heedmap attend takes; tokens "
              "are written a,b,c\n");
}

TEST(ImportedInputs, InfoOfOneTensorAndOfWhatCannotBeShown) {
    const TemporaryFolder folder;
    const std::string npz = folder.path("n.npz");
    ASSERT_TRUE(files::writeNpz(
                    npz, {{"a/b/c", makeTensor(MatrixD{{0.25, 0.75}})}, {"w[1]", makeTensor(MatrixD{{3, 4}, {5, 6}})}})
                    .ok());
    const nlohmann::json one = jsonOf({"info", npz + "#a/b/c", "--json"})["files"][0]["tensors"];
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0]["name"], "a/b/c");
    const nlohmann::json part = jsonOf({"info", npz + "#w[1][1]", "--json"})["files"][0]["tensors"][0];
    EXPECT_EQ(part["name"], "w[1][1]");
    EXPECT_EQ(part["minimum"], 5);
    const Finished absent = runHeedmap({"info", npz + "#zz"});
    EXPECT_EQ(absent.status, 3);
    EXPECT_NE(absent.errors.find("has no tensor \"zz\""), std::string::npos) << absent.errors;
    std::string header = "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }";
    header.resize(117, ' ');
    const std::string objects =
        folder.file("obj.npy", std::string("\x93NUMPY\x01\x00v\x00", 10) + header + "\n" + std::string(16, '\0'));
    const Finished useless = runHeedmap({"info", objects});
    EXPECT_EQ(useless.status, 3);
    EXPECT_EQ(useless.output, "");
    EXPECT_EQ(std::count(useless.errors.begin(), useless.errors.end(), '\n'), 1) << useless.errors;
    EXPECT_TRUE(useless.errors.starts_with("heedmap: " + objects + ": ")) << useless.errors;
    const std::string png = folder.file("x.pt", "\x89PNG\r\n\x1a\n");
    const Finished cut = runHeedmap({"info", png});
    EXPECT_EQ(cut.status, 3);
    EXPECT_EQ(cut.errors, "heedmap: " + png + ": the picture is cut off\n");
}

TEST(ImportedInputs, CasesThatWereMisread) {
    HEEDMAP_CASE(cases, "inputs");
    const TemporaryFolder folder;
    const Finished square = asCsv(folder, {cases + "/attention_weights_n_n_1.npy"});
    EXPECT_EQ(std::ranges::count(square.output, '\n'), 4) << square.output;
    EXPECT_EQ(std::ranges::count(square.output, ','), 12) << square.output;
    EXPECT_EQ(square.errors, "heedmap: note: " + cases +
                                 "/attention_weights_n_n_1.npy: the last axis of 4×4×1 is of one entry and is left "
                                 "out\n");
    const std::string qkv = cases + "/qkv.npz";
    const auto alphaWith = [&](const std::string& mask) {
        return attended(folder, {"--q", qkv + "#q", "--k", qkv + "#k", "--mask", mask}).matrix("alpha");
    };
    const MatrixD causal = alphaWith("causal");
    EXPECT_EQ(alphaWith("custom:" + cases + "/mask_finfo_min.npy"), causal);
    const MatrixD fourAxes = alphaWith("custom:" + cases + "/mask_1_1_n_n.npy");
    EXPECT_EQ(alphaWith("custom:" + cases + "/mask_1_1_n_n.npy[0,0]"), fourAxes);
    EXPECT_EQ(fourAxes.rows(), 4);
    const Finished rounded = asCsv(folder, {cases + "/n07_int64.npy"});
    EXPECT_NE(rounded.errors.find("whole numbers beyond 2^53 are rounded"), std::string::npos) << rounded.errors;
    EXPECT_NE(runHeedmap({"info", cases + "/n07_int64.npy"}).output.find("note: whole numbers beyond 2^53"),
              std::string::npos);
    EXPECT_EQ(runHeedmap({"info", cases + "/n38_slash.npz#a/b/c"}).status, 0);
}

} // namespace
} // namespace heedmap::test
