// The Python that the program offers to copy, run with PyTorch, gives the program's numbers.
#include "core/session/torch_code.h"

#include "core/attention/multi_head.h"
#include "core/session/consistency.h"
#include "core/session/reference.h"
#include "tests/support/core/near.h"
#include "tests/support/core/skip.h"
#include "tests/support/core/temporary_folder.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::attention;
using heedmap::test::sumsNear;

namespace {

struct LayerCase {
    std::string name;
    Problem problem;
    ScoreFunction function = ScoreFunction::scaled_dot;
    bool layer = false; // torch.nn.MultiheadAttention is offered
};

MatrixD randomMatrix(Index rows, Index columns, std::uint64_t seed) {
    RandomStream random(seed);
    return normalMatrix(rows, columns, random);
}

Problem selfProblem(Index heads) {
    Problem problem;
    problem.kind = ProblemKind::self;
    problem.x = randomMatrix(5, 8, 1);
    problem.heads = heads;
    problem.parameters.w_q = randomMatrix(8, 8, 2);
    problem.parameters.w_k = randomMatrix(8, 8, 3);
    problem.parameters.w_v = randomMatrix(8, 8, 4);
    problem.parameters.w_o = randomMatrix(8, 8, 5);
    return problem;
}

Problem crossProblem() {
    Problem problem;
    problem.q = randomMatrix(3, 4, 21);
    problem.k = randomMatrix(6, 4, 22);
    problem.v = randomMatrix(6, 3, 23);
    return problem;
}

void addLayers(std::vector<LayerCase>& cases) {
    LayerCase encoder{"encoder", selfProblem(4), ScoreFunction::scaled_dot, true};
    cases.push_back(encoder);
    LayerCase decoder{"decoder", selfProblem(2), ScoreFunction::scaled_dot, true};
    decoder.problem.mask.causal = true;
    decoder.problem.normalizer.temperature = 0.5;
    decoder.problem.parameters.b_q = randomMatrix(8, 1, 6);
    decoder.problem.parameters.b_o = randomMatrix(8, 1, 7);
    cases.push_back(decoder);
    LayerCase cross{"cross", selfProblem(2), ScoreFunction::scaled_dot, true};
    cross.problem.kind = ProblemKind::cross;
    cross.problem.projectsCross = true;
    cross.problem.q = randomMatrix(3, 8, 8);
    cross.problem.k = cross.problem.v = randomMatrix(6, 8, 9);
    cross.problem.mask.padding = 4;
    cases.push_back(cross);
    LayerCase sizes = cross;
    sizes.name = "cross with other sizes";
    sizes.problem.v = randomMatrix(6, 5, 10);
    sizes.problem.parameters.w_v = randomMatrix(5, 8, 11);
    sizes.problem.parameters.w_o.resize(0, 0);
    cases.push_back(sizes);
}

void addPlain(std::vector<LayerCase>& cases) {
    for (const ScoreFunction function : allScoreFunctions)
        cases.push_back({"plain " + std::string(nameOf(function)), crossProblem(), function});
    for (const NormalizerKind kind : allNormalizers) {
        LayerCase each{std::string(nameOf(kind)) + ", an empty row", selfProblem(2)};
        each.problem.normalizer = {kind, 0.7};
        each.problem.mask.custom = BoolMatrix::Ones(5, 5);
        each.problem.mask.custom.row(2).setZero();
        each.problem.mask.custom(0, 1) = 0;
        each.problem.parameters.b_o = randomMatrix(8, 1, 12);
        cases.push_back(each);
        each.name = std::string(nameOf(kind));
        each.problem.mask = {};
        each.problem.mask.window = 1;
        each.layer = kind == NormalizerKind::softmax;
        cases.push_back(each);
    }
    LayerCase grouped{"grouped", selfProblem(4)};
    grouped.problem.keyValueHeads = 2;
    grouped.problem.parameters.w_k = randomMatrix(8, 4, 3);
    grouped.problem.parameters.w_v = randomMatrix(8, 6, 4);
    grouped.problem.parameters.w_o = randomMatrix(12, 5, 5);
    cases.push_back(grouped);
    LayerCase general{"two heads of general", selfProblem(2), ScoreFunction::general};
    general.problem.parameters.w = randomMatrix(4, 4, 13);
    cases.push_back(general);
}

std::vector<LayerCase> allCases() {
    std::vector<LayerCase> cases;
    addLayers(cases);
    addPlain(cases);
    return cases;
}

bool pythonHasTorch() {
    return std::system("/usr/bin/python3 -c 'import torch' 2>/dev/null") == 0;
}

Problem withSeeds(const LayerCase& each) {
    Problem problem = each.problem;
    files::seedMissing(problem, each.function);
    return problem;
}

// One process runs all codes: starting PyTorch takes longer than they do.
std::string scriptOf(const std::vector<LayerCase>& cases, const std::string& folder) {
    std::string script = "import contextlib, io, numpy\n";
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto code = files::torchCode(cases[i].problem, cases[i].function);
        EXPECT_TRUE(code) << cases[i].name << ": " << sentence(code.error());
        if (!code)
            continue;
        std::ofstream(folder + "/code" + std::to_string(i) + ".py") << *code;
    }
    return script + "for i in range(" + std::to_string(cases.size()) +
           "):\n"
           "    with open(f'" +
           folder +
           "/code{i}.py') as file:\n        code = file.read()\n"
           "    names = {}\n"
           "    with contextlib.redirect_stdout(io.StringIO()):\n        exec(code, names)\n"
           "    numpy.savez(f'" +
           folder + "/out{i}.npz', alpha=names['alpha'][0].numpy(), output=names['output'][0].numpy())\n";
}

void expectNumbers(const LayerCase& each, const std::string& path) {
    const auto file = files::open(path);
    ASSERT_TRUE(file) << sentence(file.error());
    const auto read = [&](const char* name) {
        return (*file)->read((*file)->find(name).value()).value();
    };
    const auto expected = attendHeads(withSeeds(each), each.function);
    ASSERT_TRUE(expected) << sentence(expected.error());
    const Tensor alpha = read("alpha");
    for (std::size_t h = 0; h < expected->heads.size(); ++h) {
        const MatrixD head = toMatrixD(alpha.slice(0, static_cast<Index>(h)).view);
        EXPECT_TRUE(sumsNear(head, expected->heads[h].alpha, 1e-6)) << each.name << ", head " << h;
    }
    EXPECT_TRUE(sumsNear(toMatrixD(read("output").view), expected->output, 1e-6)) << each.name;
}

} // namespace

TEST(TorchCode, GivesTheProgramsNumbersInPyTorch) {
    if (!pythonHasTorch())
        HEEDMAP_SKIP("/usr/bin/python3 has no PyTorch");
    const test::TemporaryFolder folder;
    const std::vector<LayerCase> cases = allCases();
    const std::string script = folder.path("all.py");
    std::ofstream(script) << scriptOf(cases, folder.path(""));
    ASSERT_EQ(std::system(("/usr/bin/python3 " + script).c_str()), 0);
    for (std::size_t i = 0; i < cases.size(); ++i)
        expectNumbers(cases[i], folder.path("out" + std::to_string(i) + ".npz"));
}

TEST(TorchCode, NamesTheLayerWhereItGivesTheSame) {
    for (const LayerCase& each : allCases()) {
        const auto code = files::torchCode(each.problem, each.function);
        ASSERT_TRUE(code) << each.name;
        EXPECT_EQ(files::isTorchLayer(each.problem, each.function), each.layer) << each.name;
        EXPECT_EQ(code->find("torch.nn.MultiheadAttention(") != std::string::npos, each.layer) << each.name;
    }
    const std::string code = files::torchCode(selfProblem(4), ScoreFunction::scaled_dot).value();
    EXPECT_NE(code.find("layer = torch.nn.MultiheadAttention(embed_dim=8, num_heads=4, bias=False, batch_first=True)"),
              std::string::npos)
        << code;
    EXPECT_NE(code.find("# X (B, T, d) = (1, 5, 8)"), std::string::npos) << code;
}

TEST(TorchCode, SaysWhatItCannotWrite) {
    Problem problem = crossProblem();
    problem.k = MatrixD::Zero(20000, 4);
    problem.v = MatrixD::Zero(20000, 1);
    const auto code = files::torchCode(problem, ScoreFunction::dot);
    ASSERT_FALSE(code);
    EXPECT_EQ(sentence(code.error()), "the problem has 100012 numbers; code is written with up to 50000");
    problem = selfProblem(2);
    problem.approximation.kind = ApproximationKind::linear;
    EXPECT_FALSE(files::isTorchLayer(problem, ScoreFunction::scaled_dot));
    EXPECT_EQ(sentence(files::torchCode(problem, ScoreFunction::scaled_dot).error()),
              "code is written for exact attention; take the approximation off");
    problem = crossProblem();
    problem.heads = 3;
    EXPECT_FALSE(files::torchCode(problem, ScoreFunction::dot));
    problem.heads = 1;
    problem.k = MatrixD::Zero(6, 3);
    EXPECT_FALSE(files::torchCode(problem, ScoreFunction::dot));
}

// The window asks after each change: a byte for every cell would be more than the machine has.
TEST(TorchCode, WhetherItIsALayerIsKnownOfLongSequencesToo) {
    Problem problem;
    problem.kind = ProblemKind::self;
    problem.x = MatrixD::Zero(Index{1} << 20, 2);
    for (MatrixD* w : {&problem.parameters.w_q, &problem.parameters.w_k, &problem.parameters.w_v})
        *w = MatrixD::Identity(2, 2);
    problem.mask.causal = true;
    EXPECT_TRUE(files::isTorchLayer(problem, ScoreFunction::scaled_dot));
    problem.mask.window = 2;
    EXPECT_TRUE(files::isTorchLayer(problem, ScoreFunction::scaled_dot));
    problem.mask = {};
    problem.mask.block = 0;
    EXPECT_FALSE(files::isTorchLayer(problem, ScoreFunction::scaled_dot)) << "no row allows anything";
}
