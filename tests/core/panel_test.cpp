#include "core/session/panel.h"

#include <gtest/gtest.h>

namespace heedmap::files {
namespace {

// Two layers of two heads, in a batch of two, in disorder; and a matrix beside them.
Session stackSession() {
    Session session;
    double value = 0;
    for (const char* name :
         {"attn[1,0,1]", "attn[0,0,0]", "attn[0,1,0]", "attn[0,0,1]", "attn[1,0,0]", "other[0,0,0]", "attn[1,1,1]"})
        session.matrices.push_back({name, name, makeTensor(MatrixD{{++value}}), {}});
    return session;
}

TEST(IndexedName, IsReadFromTheEnd) {
    const auto read = [](const char* text) {
        const IndexedName name = indexedNameOf(text);
        return std::pair(name.name, name.index);
    };
    using Read = std::pair<std::string, std::vector<Index>>;
    EXPECT_EQ(read("attn[2,7]"), (Read{"attn", {2, 7}}));
    EXPECT_EQ(read("a[1].x[3]"), (Read{"a[1].x", {3}}));
    EXPECT_EQ(read("[0]"), (Read{"", {0}}));
    for (const char* plain : {"attn", "", "attn[]", "attn[1,]", "attn[,1]", "attn[1", "attn[-1]", "attn[x]", "attn 1]",
                              "attn[1 ]", "attn[99999999999999999999]"})
        EXPECT_EQ(read(plain), (Read{plain, {}}));
}

TEST(StackOf, TakesLayersAndHeadsInOrderOfOneSentence) {
    const Session session = stackSession();
    const auto stack = stackOf(session, 4);
    ASSERT_TRUE(stack.ok());
    ASSERT_EQ(stack->size(), 2U);
    EXPECT_EQ((*stack)[0][0](0, 0), 2);
    EXPECT_EQ((*stack)[0][1](0, 0), 4);
    EXPECT_EQ((*stack)[1][0](0, 0), 5);
    EXPECT_EQ((*stack)[1][1](0, 0), 1);
    EXPECT_EQ(membersOfStack(session, 4), (std::vector<std::size_t>{1, 3, 4, 0}));
    EXPECT_EQ(membersOfStack(session, 2), (std::vector<std::size_t>{2, 6})) << "the other sentence of the batch";
}

TEST(StackOf, SaysWhereThereIsNone) {
    Session session;
    session.matrices.push_back({"alone", "alone.npy", makeTensor(MatrixD{{1}}), {}});
    EXPECT_EQ(sentence(stackOf(session, 0).error()),
              "\"alone\" is not of a stack of layers; their names end with [layer, head], as in attn[2,7]");
    EXPECT_TRUE(membersOfStack(session, 0).empty());
}

TEST(PanelName, IsThatOfFiles) {
    using attention::ScoreFunction;
    const Session session = stackSession();
    EXPECT_EQ(panelName(session, {.score = ScoreFunction::scaled_dot}), "scaled");
    EXPECT_EQ(panelName(session, {.matrix = 0}), "attn[1,0,1]");
    EXPECT_EQ(panelName(session, {.score = ScoreFunction::dot, .kind = PanelKind::gradient}), "dot gradient");
    EXPECT_EQ(panelName(session, {.matrix = 1, .kind = PanelKind::rollout}), "attn rollout");
    EXPECT_EQ(panelName(session, {.matrix = 1, .kind = PanelKind::flow}), "attn flow");
    Panel difference{.score = ScoreFunction::dot, .kind = PanelKind::difference};
    difference.minusMatrix = 5;
    EXPECT_EQ(panelName(session, difference), "dot - other[0,0,0]");
}

TEST(MatricesOf, APanelAreAllThatItIsComputedFrom) {
    const Session session = stackSession();
    Panel difference{.matrix = 3, .kind = PanelKind::difference};
    difference.minusMatrix = 5;
    EXPECT_EQ(matricesOf(session, difference), (std::vector<std::size_t>{3, 5}));
    difference.minusMatrix = 3;
    EXPECT_EQ(matricesOf(session, difference), (std::vector<std::size_t>{3}));
    EXPECT_EQ(matricesOf(session, {.matrix = 0, .kind = PanelKind::rollout}), (std::vector<std::size_t>{1, 3, 4, 0}));
    EXPECT_TRUE(matricesOf(session, {.score = attention::ScoreFunction::dot}).empty());
}

TEST(ChosenHeads, AreOfAPanelOfWeights) {
    const Session session = stackSession();
    Panel panel{.matrix = 4};
    setChosenHeads(panel, {0, 1});
    EXPECT_EQ(chosenHeads(panel), (std::vector<Index>{0, 1}));
    EXPECT_EQ(panelName(session, panel), "attn[1,0] mean[0,1]");
    EXPECT_EQ(matricesOf(session, panel), (std::vector<std::size_t>{4, 0}));
    EXPECT_FALSE(soleHead(session, panel));
    EXPECT_EQ(soleHead(session, {.matrix = 0}), 1);
    EXPECT_EQ(headsOfLayer(session, 3), (std::map<Index, std::size_t>{{0, 1}, {1, 3}}));
    EXPECT_EQ(chosenHeads(minuendOf(panel)), (std::vector<Index>{0, 1}));
    panel.overHeads = OverHeads::max;
    EXPECT_EQ(panelName(session, panel), "attn[1,0] max[0,1]");
    panel.kind = PanelKind::rollout;
    EXPECT_TRUE(chosenHeads(panel).empty()) << "those are the rollout's";
    EXPECT_TRUE(chosenHeads(minuendOf(panel)).empty());
    Panel ofProblem{.score = attention::ScoreFunction::scaled_dot};
    setChosenHeads(ofProblem, {2});
    EXPECT_EQ(panelName(session, ofProblem), "scaled mean[2]");
}

TEST(PanelKind, EveryKindIsSavedAndReadBack) {
    Session session = stackSession();
    session.problem.q = session.problem.k = session.problem.v = MatrixD{{1, 0}};
    using attention::ScoreFunction;
    Panel difference{.matrix = 3, .linked = false, .kind = PanelKind::difference};
    difference.minusScore = ScoreFunction::dot;
    Panel other{.score = ScoreFunction::general, .kind = PanelKind::difference};
    other.minusMatrix = 5;
    Panel rollout{.matrix = 4, .kind = PanelKind::rollout};
    rollout.rollout = {analysis::HeadFusion::max, {0, 1}, 0.25};
    Panel chosen{.matrix = 1, .overHeads = OverHeads::max};
    setChosenHeads(chosen, {0, 1});
    session.panels = {{.score = ScoreFunction::dot},
                      chosen,
                      {.matrix = 2},
                      difference,
                      other,
                      {.score = ScoreFunction::additive, .kind = PanelKind::gradient},
                      rollout,
                      {.matrix = 1, .kind = PanelKind::flow}};
    const auto read = parseManifest(inlineManifest(session));
    ASSERT_TRUE(read.ok()) << sentence(read.error());
    ASSERT_EQ(read->panels.size(), session.panels.size());
    for (std::size_t i = 0; i < session.panels.size(); ++i)
        EXPECT_EQ(read->panels[i], session.panels[i]) << "panel " << i;
}

TEST(PanelKind, WhatCannotBeIsRefused) {
    const auto message = [](const std::string& panel) {
        const auto session = parseManifest(
            R"({"heedmap": [1, 0], "matrices": [{"name": "a[0]", "values": [[1]]}], "panels": [)" + panel + "]}");
        return session ? std::string() : sentence(session.error());
    };
    EXPECT_EQ(message(R"({"matrix": 0, "kind": "weights"})"), "");
    EXPECT_EQ(message(R"({"matrix": 0})"), "") << "as older files have it";
    const std::string head = "the session cannot be used: panels[0]";
    EXPECT_EQ(message(R"({"matrix": 0, "kind": "sum"})"), head + ".kind is \"sum\", which has no meaning");
    EXPECT_EQ(message(R"({"matrix": 0, "kind": "difference"})"),
              head + ".minus has to have either a score or a matrix");
    EXPECT_EQ(message(R"({"matrix": 0, "kind": "difference", "minus": {"matrix": 7}})"),
              head + ".minus.matrix is 7, but the session has 1 matrices, counted from 0");
    EXPECT_EQ(message(R"({"matrix": 0, "kind": "gradient"})"),
              head + " is a gradient, which only a score function has");
    EXPECT_EQ(message(R"({"score": "dot", "kind": "rollout"})"),
              head + " is of a stack of layers, which only matrices have");
    EXPECT_EQ(message(R"({"matrix": 0, "kind": "flow", "rollout": {"heads": [-1]}})"),
              head + ".rollout.heads has to be a list of whole numbers from 0 up");
}

} // namespace
} // namespace heedmap::files
