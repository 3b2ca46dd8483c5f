// heedmap attend where less than everything is wanted, and where softmax is only come near to.
#include "core/attention/parameters.h"
#include "core/files/writers.h"
#include "tests/support/cli/program.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"
#include "tests/support/core/skip.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

namespace heedmap::test {
namespace {

class AttendParts : public testing::Test {
protected:
    // Q, K and V of `n` positions and 8 components as arguments, in numbers of float64 or float32.
    std::vector<std::string> inputs(Index n, bool single = false) {
        attention::RandomStream random(7);
        std::vector<std::string> arguments{"attend"};
        for (const char* const name : {"q", "k", "v"}) {
            const std::string path = folder_.path(std::string(name) + ".npy");
            const MatrixD matrix = attention::normalMatrix(n, 8, random);
            const Tensor tensor = single ? makeTensor(MatrixF(matrix.cast<float>())) : makeTensor(matrix);
            EXPECT_TRUE(files::writeNpy(path, tensor.view).ok());
            arguments.insert(arguments.end(), {std::string("--") + name, path});
        }
        return arguments;
    }

    Finished run(std::vector<std::string> arguments, const std::vector<std::string>& more, const std::string& out) {
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.insert(arguments.end(), {"-o", folder_.path(out)});
        return runHeedmap(arguments);
    }

    CaseFile written(const std::vector<std::string>& arguments, const std::vector<std::string>& more,
                     const std::string& out = "out.npz") {
        const Finished finished = run(arguments, more, out);
        EXPECT_EQ(finished.status, 0) << finished.errors;
        return CaseFile(folder_.path(out));
    }

    TemporaryFolder folder_;
};

TEST_F(AttendParts, TheContextAloneIsThatOfTheWhole) {
    const auto in = inputs(150);
    for (const char* const mask :
         {"none", "causal", "window:4", "dilated:2,3,causal", "block:16", "global:1,random:3"}) {
        const CaseFile whole = written(in, {"--mask", mask});
        const CaseFile alone = written(in, {"--mask", mask, "--context-only"}, "context.npz");
        EXPECT_TRUE(near(alone.matrix("context"), whole.matrix("context"), 1e-12, 1)) << mask;
    }
    const Finished names = runHeedmap({"info", folder_.path("context.npz"), "--json"});
    EXPECT_EQ(names.output.find("\"alpha\""), std::string::npos) << names.output;
}

// From 2²⁰ pairs on they are not widened.
TEST_F(AttendParts, TheContextOfFloat32IsNearThatOfFloat64) {
    const auto in = inputs(1030, true);
    for (const char* const mask : {"none", "causal,window:40"}) {
        const MatrixD rows = written(in, {"--mask", mask, "--rows", "700:720"}).matrix("context");
        const CaseFile alone = written(in, {"--mask", mask, "--context-only"}, "context.npz");
        EXPECT_TRUE(near(alone.matrix("context").middleRows(700, 20).eval(), rows, 5e-6, 1)) << mask;
        EXPECT_FALSE(near(alone.matrix("context").middleRows(700, 20).eval(), rows, 1e-12, 1)) << mask;
    }
}

TEST_F(AttendParts, OneArrayGoesIntoANpy) {
    const auto in = inputs(20);
    EXPECT_EQ(run(in, {"--context-only"}, "c.npy").status, 0);
    const Finished several = run(in, {}, "all.npy");
    EXPECT_EQ(several.status, 2);
    EXPECT_TRUE(several.errors.ends_with("a .npy file holds one matrix, but there are 3; take one as in "
                                         "--context-only\n"))
        << several.errors;
}

// 16 384² scores in float64 are 2 GiB; the program has 1.2 GB of addresses.
TEST_F(AttendParts, ALongSequenceNeedsNoMemoryForItsSquare) {
#ifdef __SANITIZE_ADDRESS__
    HEEDMAP_SKIP("the sanitizer reserves more memory than the test leaves");
#endif
    const auto in = inputs(16384);
    RunOptions little;
    little.memory = 1200L << 20;
    auto arguments = in;
    arguments.insert(arguments.end(), {"--mask", "causal,window:32", "--context-only", "-o", folder_.path("c.npz")});
    const Finished finished = runHeedmap(arguments, little);
    ASSERT_EQ(finished.status, 0) << finished.errors;
    const CaseFile rows = written(in, {"--mask", "causal,window:32", "--rows", "16000:16002"});
    const MatrixD context = CaseFile(folder_.path("c.npz")).matrix("context");
    EXPECT_TRUE(near(context.middleRows(16000, 2).eval(), rows.matrix("context"), 1e-12, 1));
}

TEST_F(AttendParts, SomeRowsAreThoseOfTheWhole) {
    const auto in = inputs(40);
    for (const char* const mask : {"none", "causal", "window:2,random:2", "block:7"}) {
        const CaseFile whole = written(in, {"--mask", mask});
        const CaseFile some = written(in, {"--mask", mask, "--rows", "10:25"}, "some.npz");
        for (const char* const name : {"scores", "alpha", "context"})
            EXPECT_TRUE(near(some.matrix(name), whole.matrix(name).middleRows(10, 15).eval(), 1e-12, 1))
                << mask << " " << name;
    }
    const Finished outside = run(in, {"--rows", "30:41"}, "x.npz");
    EXPECT_EQ(outside.status, 3);
    EXPECT_EQ(outside.errors, "heedmap: --rows: 30:41 is outside of the 40 queries, which are counted from 0\n");
}

TEST_F(AttendParts, RowsOfHeadsAndOfLabelsToo) {
    const auto in = inputs(12);
    const CaseFile whole = written(in, {"--heads", "2"});
    const CaseFile some = written(in, {"--heads", "2", "--rows", "3:5"}, "some.npz");
    for (Index head = 0; head < 2; ++head)
        EXPECT_TRUE(near(toMatrixD(some.tensor("alpha").view.slice(0, head)),
                         toMatrixD(whole.tensor("alpha").view.slice(0, head)).middleRows(3, 2), 1e-15));
    const Finished labelled =
        runHeedmap({"attend", "pair:three-keys", "--rows", "0:1", "--score", "scaled", "-o", "-", "--format", "csv"});
    EXPECT_NE(labelled.output.find("query,"), std::string::npos) << labelled.output;
}

TEST_F(AttendParts, MethodsImplyTheirWeightsAndSayHowFarOffTheyAre) {
    HEEDMAP_CASE(path, "reference/linear_attention.npz");
    const CaseFile expected(path);
    const std::vector<std::string> in{"attend", "--q", path + "#Q", "--k", path + "#K", "--v", path + "#V"};
    const CaseFile found = written(in, {"--score", "dot", "--method", "linear", "--mask", "causal"});
    EXPECT_TRUE(near(found.matrix("alpha"), expected.matrix("causal_alpha_expected"), 1e-13));
    EXPECT_TRUE(sumsNear(found.matrix("context"), expected.matrix("causal_context_expected"), 1e-13));
    const CaseFile context = written(in, {"--score", "dot", "--method", "linear", "--context-only"}, "context.npz");
    EXPECT_TRUE(sumsNear(context.matrix("context"), expected.matrix("full_context_expected"), 1e-13));
    const Finished performer = run(in, {"--method", "performer:4096"}, "p.npz");
    EXPECT_TRUE(performer.errors.starts_with("heedmap: note: scaled, performer:4096: off exact alpha by a total "
                                             "variation of 0.0"))
        << performer.errors;
}

TEST_F(AttendParts, MethodsThatDoNotGoAreRefused) {
    const auto in = inputs(4);
    const std::pair<std::vector<std::string>, std::string> rows[] = {
        {{"--method", "fast"}, "--method: there is no method \"fast\"; there are exact, linear and performer:FEATURES"},
        {{"--method", "linear", "--score", "additive"},
         "attend: linear attention needs a score that is a product (dot, general, scaled or cosine), not additive"},
        {{"--method", "linear", "--normalizer", "hardmax"},
         "attend: linear attention comes near softmax; it has no hardmax"}};
    for (const auto& [options, sentence] : rows)
        EXPECT_EQ(run(in, options, "x.npz").errors, "heedmap: " + sentence + "\n");
}

} // namespace
} // namespace heedmap::test
