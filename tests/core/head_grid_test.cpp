#include "core/session/head_grid.h"
#include "core/session/panel.h"
#include "core/tensor/tensor.h"

#include <gtest/gtest.h>

using namespace heedmap;

namespace {

files::Session sessionOf(const std::vector<std::string>& origins) {
    files::Session session;
    for (const std::string& origin : origins) {
        session.panels.push_back({{}, session.matrices.size()});
        session.matrices.push_back({origin, "dump.npz#" + origin, {}});
    }
    return session;
}

} // namespace

TEST(HeadGrid, HasARowALayerAndAColumnAHead) {
    const files::Session session = sessionOf({"attn[0,1]", "attn[0,3]", "attn[2,1]"});
    const auto grid = headGridOf(session, session.panels);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->layers, (std::vector<Index>{0, 2}));
    EXPECT_EQ(grid->heads, (std::vector<Index>{1, 3}));
    EXPECT_EQ(grid->places[1], (HeadGrid::Place{0, 1}));
    EXPECT_EQ(grid->places[2], (HeadGrid::Place{1, 0}));
}

TEST(HeadGrid, AnIndexThatAllShareIsNoAxisOfIt) {
    const files::Session session = sessionOf({"attn[0,5,1]", "attn[0,5,2]", "attn[1,5,1]"});
    const auto grid = headGridOf(session, session.panels);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->layers, (std::vector<Index>{0, 1}));
    EXPECT_EQ(grid->heads, (std::vector<Index>{1, 2}));
}

TEST(HeadGrid, WhatIsDerivedHasNoPlace) {
    files::Session session = sessionOf({"attn[0,0]", "attn[0,1]", "attn[1,0]", "attn[1,1]"});
    files::Panel rollout = session.panels.front();
    rollout.kind = files::PanelKind::rollout;
    files::Panel mean = session.panels.front();
    files::setChosenHeads(mean, {0, 1});
    session.panels.push_back(rollout);
    session.panels.push_back(mean);
    const auto grid = headGridOf(session, session.panels);
    ASSERT_TRUE(grid);
    EXPECT_TRUE(grid->places[3]);
    EXPECT_FALSE(grid->places[4]);
    EXPECT_FALSE(grid->places[5]);
}

TEST(HeadGrid, NeedsOneStackWithTwoIndicesThatVary) {
    for (const auto& origins : {std::vector<std::string>{"a[0]", "a[1]"},
                                {"a[0,0]", "a[0,1]"},
                                {"a[0,0]", "b[1,1]"},
                                {"a[0,0]", "a[1,1]", "a[0,0]"},
                                {"a", "b"},
                                {}}) {
        const files::Session session = sessionOf(origins);
        EXPECT_FALSE(headGridOf(session, session.panels)) << (origins.empty() ? "" : origins.front());
    }
}
