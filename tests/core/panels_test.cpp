// Panels without a window: what they are called, what they compute, and the heads that are chosen.
#include "core/session/chosen_heads.h"
#include "core/session/derived_panel.h"
#include "core/session/panel.h"
#include "core/session/panel_result.h"
#include "tests/support/core/near.h"
#include "tests/support/core/shown_numbers.h"

#include <gtest/gtest.h>

using namespace heedmap;
using attention::ScoreFunction;
using files::PanelKind;
using heedmap::test::near;
using heedmap::test::shownBy;

namespace {

// Two layers of two heads; head h of layer l gives 0.1, 0.2, 0.3 and 0.4 of each row to the other key.
files::Session sessionOfStack() {
    files::Session session;
    for (const char* name : {"attn[0,0]", "attn[0,1]", "attn[1,0]", "attn[1,1]"}) {
        const double share = 0.1 * static_cast<double>(1 + session.matrices.size());
        session.panels.push_back({.matrix = session.matrices.size()});
        session.matrices.push_back({name, name, makeTensor(MatrixD{{1 - share, share}, {share, 1 - share}}), {}});
    }
    return session;
}

files::Session sessionOfHeads(Index heads) {
    files::Session session;
    session.problem.q = session.problem.k = MatrixD{{1, 0, 2, 0}, {0, 1, 0, 2}};
    session.problem.v = MatrixD::Identity(2, 4);
    session.problem.heads = heads;
    return session;
}

std::string title(const files::Session& session, const files::Panel& panel) {
    return sentence(titleOf(session, panel));
}

} // namespace

TEST(PanelTitle, SaysScoreFunctionAndHeads) {
    const files::Session one = sessionOfHeads(1);
    EXPECT_EQ(title(one, {.score = ScoreFunction::additive}), "additive");
    EXPECT_EQ(title(one, {.score = ScoreFunction::scaled_dot}), "scaled dot");
    const files::Session four = sessionOfHeads(4);
    EXPECT_EQ(title(four, {.score = ScoreFunction::dot, .head = 2}), "dot, head 2");
    EXPECT_EQ(title(four, {.score = ScoreFunction::dot}), "dot, mean of 4 heads");
    files::Panel panel{.score = ScoreFunction::dot, .overHeads = files::OverHeads::max};
    EXPECT_EQ(title(four, panel), "dot, max over 4 heads");
    files::setChosenHeads(panel, {0, 3});
    EXPECT_EQ(title(four, panel), "dot, max over heads 0, 3");
}

TEST(PanelTitle, SaysMatrixAndWhatIsMadeOfIt) {
    const files::Session session = sessionOfStack();
    EXPECT_EQ(title(session, {.matrix = 3}), "attn[1,1]");
    files::Panel difference{.matrix = 3, .kind = PanelKind::difference, .minusMatrix = 0};
    EXPECT_EQ(title(session, difference), "attn[1,1] − attn[0,0]");
    EXPECT_EQ(title(session, {.matrix = 0, .kind = PanelKind::rollout}), "attn: rollout");
    EXPECT_EQ(title(session, {.matrix = 0, .kind = PanelKind::flow}), "attn: flow");
    EXPECT_EQ(title(sessionOfHeads(1), {.score = ScoreFunction::dot, .kind = PanelKind::gradient}),
              "dot: gradient × α");
}

TEST(PanelTitle, OfANameThatLooksLikeAPlaceholderStaysAsItIs) {
    files::Session session = sessionOfStack();
    session.matrices[0].name = "%2";
    const files::Panel difference{.matrix = 0, .kind = PanelKind::difference, .minusMatrix = 3};
    EXPECT_EQ(title(session, difference), "%2 − attn[1,1]");
}

TEST(Panels, CarryTheirTitleAndTheirTime) {
    const std::vector<PanelResult> results = computePanels(sessionOfStack());
    ASSERT_EQ(results.size(), 4U);
    EXPECT_EQ(sentence(results[2].title), "attn[1,0]");
    EXPECT_GE(results[2].milliseconds, 0);
    EXPECT_TRUE(results[2].pyramid);
}

TEST(Panels, OfDifferentSizesHaveNoDifference) {
    files::Session session = sessionOfStack();
    session.matrices[3].tensor = makeTensor(MatrixD{{1}});
    session.panels = {{.matrix = 0, .kind = PanelKind::difference, .minusMatrix = 3}};
    const std::vector<PanelResult> results = computePanels(session);
    ASSERT_TRUE(results.front().error);
    EXPECT_TRUE(results.front().error->is(panelsDifferInSize));
}

TEST(ChosenHeadsOfASession, ComeAndGoWithTheirPanel) {
    files::Session session = sessionOfStack();
    EXPECT_TRUE(canBeChosen(session, 0));
    EXPECT_FALSE(canBeChosen(session, 4));
    toggleChosen(session, 0);
    toggleChosen(session, 1);
    ASSERT_EQ(session.panels.size(), 5U);
    EXPECT_TRUE(showsChosen(session, 4));
    EXPECT_TRUE(isChosen(session, 1));
    EXPECT_FALSE(isChosen(session, 2)); // of another layer
    EXPECT_EQ(title(session, session.panels[4]), "attn[0], mean of heads 0, 1");
    EXPECT_TRUE(near(shownBy(computePanels(session)[4]), MatrixD{{0.85, 0.15}, {0.15, 0.85}}, 1e-12));
    toggleChosen(session, 0);
    toggleChosen(session, 1);
    EXPECT_EQ(session.panels, sessionOfStack().panels);
}
