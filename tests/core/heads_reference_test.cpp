// Panels of a multi-head problem show what PyTorch's layer and grouped-query attention compute.
#include "core/attention/multi_head.h"
#include "core/session/panel_result.h"

#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"
#include "tests/support/core/shown_numbers.h"

#include <gtest/gtest.h>

using namespace heedmap;
using attention::ProblemKind;
using attention::ScoreFunction;
using heedmap::test::CaseFile;
using heedmap::test::near;
using heedmap::test::shownBy;
using heedmap::test::sumsNear;

namespace {

constexpr Index heads = 3;

// PyTorch's weights stand on the left of a column, ours on the right of a row.
attention::Parameters parametersOf(const CaseFile& file, bool ownKeySize) {
    attention::Parameters p;
    if (ownKeySize) {
        p.w_q = file.matrix("parameter.q_proj_weight").transpose();
        p.w_k = file.matrix("parameter.k_proj_weight").transpose();
        p.w_v = file.matrix("parameter.v_proj_weight").transpose();
    } else {
        const MatrixD all = file.matrix("parameter.in_proj_weight");
        const Index embedding = all.cols();
        p.w_q = all.topRows(embedding).transpose();
        p.w_k = all.middleRows(embedding, embedding).transpose();
        p.w_v = all.bottomRows(embedding).transpose();
    }
    const VectorD bias = file.vector("parameter.in_proj_bias");
    const Index embedding = bias.size() / 3;
    p.b_q = bias.head(embedding);
    p.b_k = bias.segment(embedding, embedding);
    p.b_v = bias.tail(embedding);
    p.w_o = file.matrix("parameter.out_proj.weight").transpose();
    p.b_o = file.vector("parameter.out_proj.bias");
    return p;
}

MatrixD batchOf(const CaseFile& file, const std::string& name, Index batch) {
    return toMatrixD(file.tensor(name).slice(0, batch).view);
}

files::Session sessionOf(const CaseFile& file, const std::string& name, Index batch) {
    files::Session session;
    attention::Problem& problem = session.problem;
    problem.parameters = parametersOf(file, name == "cross_kdim");
    problem.heads = heads;
    if (name == "self") {
        problem.kind = ProblemKind::self;
        problem.x = batchOf(file, "query", batch);
    } else {
        problem.q = batchOf(file, "query", batch);
        problem.k = batchOf(file, "key", batch);
        problem.v = batchOf(file, "value", batch);
        problem.projectsCross = true;
    }
    for (Index h = 0; h < heads; ++h)
        session.panels.push_back({.score = ScoreFunction::scaled_dot, .head = h});
    session.panels.push_back({.score = ScoreFunction::scaled_dot});
    session.panels.push_back({.score = ScoreFunction::scaled_dot, .overHeads = files::OverHeads::max});
    return session;
}

void expectLayer(const CaseFile& file, const std::string& mask, Index batch, const files::Session& session) {
    const std::vector<PanelResult> panels = computePanels(session);
    ASSERT_EQ(panels.size(), 5U);
    MatrixD largest;
    for (Index h = 0; h < heads; ++h) {
        const MatrixD expected = file.matrix(mask + "_weights_expected", batch, h);
        EXPECT_TRUE(near(shownBy(panels[static_cast<std::size_t>(h)]), expected, 1e-12)) << "head " << h;
        largest = h == 0 ? expected : MatrixD(largest.cwiseMax(expected));
    }
    EXPECT_TRUE(near(shownBy(panels[3]), batchOf(file, mask + "_mean_weights_expected", batch), 1e-12)) << "mean";
    EXPECT_TRUE(near(shownBy(panels[4]), largest, 1e-12)) << "max";
    const auto layer = attention::attendHeads(session.problem, ScoreFunction::scaled_dot);
    ASSERT_TRUE(layer) << sentence(layer.error());
    EXPECT_TRUE(sumsNear(layer->output, batchOf(file, mask + "_output_expected", batch), 1e-12)) << "output";
}

} // namespace

TEST(HeadPanels, AreThoseOfPyTorchsLayer) {
    HEEDMAP_CASE(folder, "reference");
    for (const std::string name : {"self", "cross", "cross_kdim"}) {
        const CaseFile file(folder + "/multihead_" + name + ".npz");
        for (Index batch = 0; batch < 2; ++batch) {
            files::Session session = sessionOf(file, name, batch);
            const BoolMatrix padded = file.mask("key_padding_mask");
            for (const bool causal : {false, true}) {
                for (const bool padding : {false, true}) {
                    SCOPED_TRACE(name + " batch " + std::to_string(batch));
                    session.problem.mask.causal = causal;
                    session.problem.mask.padding.reset();
                    if (padding)
                        session.problem.mask.padding = padded.cols() - padded.row(batch).cast<Index>().sum();
                    const char* tag = causal ? (padding ? "both" : "causal") : padding ? "padding" : "plain";
                    expectLayer(file, tag, batch, session);
                }
            }
        }
    }
}

TEST(HeadPanels, AreThoseOfGroupedQueries) {
    HEEDMAP_CASE(path, "reference/grouped_query.npz");
    const CaseFile file(path);
    const auto sideBySide = [&](const char* name) {
        const Tensor tensor = file.tensor(name);
        MatrixD all(tensor.shape()[1], tensor.shape()[0] * tensor.shape()[2]);
        for (Index h = 0; h < tensor.shape()[0]; ++h)
            all.middleCols(h * tensor.shape()[2], tensor.shape()[2]) = batchOf(file, name, h);
        return all;
    };
    files::Session session;
    session.problem.q = sideBySide("Q");
    session.problem.k = sideBySide("K");
    session.problem.v = sideBySide("V");
    session.problem.heads = 4;
    session.problem.keyValueHeads = 2;
    session.problem.mask.causal = true;
    for (Index h = 0; h < 4; ++h)
        session.panels.push_back({.score = ScoreFunction::scaled_dot, .head = h});
    const std::vector<PanelResult> panels = computePanels(session);
    for (Index h = 0; h < 4; ++h) {
        const PanelResult& panel = panels[static_cast<std::size_t>(h)];
        EXPECT_TRUE(near(shownBy(panel), batchOf(file, "alpha_expected", h), 1e-12)) << "head " << h;
        EXPECT_TRUE(sumsNear(panel.attention->context, batchOf(file, "context_expected", h), 1e-12)) << "head " << h;
        EXPECT_EQ(sentence(panel.title), "scaled dot, head " + std::to_string(h));
    }
}

TEST(HeadPanels, SayWhatDoesNotFit) {
    files::Session session;
    session.problem.q = session.problem.k = session.problem.v = MatrixD::Ones(2, 4);
    session.problem.heads = 3;
    session.panels = {{.score = ScoreFunction::dot, .head = 0}, {.score = ScoreFunction::dot}};
    for (const PanelResult& panel : computePanels(session)) {
        ASSERT_TRUE(panel.error) << sentence(panel.title);
        EXPECT_EQ(sentence(*panel.error), "4 columns cannot be split evenly into 3 heads");
    }
}
