#include "ui/document/view_state.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

using heedmap::Cell;
using heedmap::ViewState;

TEST(ViewState, SelectionRunsFromAnchorToCursor) {
    ViewState state;
    EXPECT_EQ(state.selectedRows().size(), 0);
    state.setCursor(Cell{3, 4});
    state.extendTo({1, 6});
    EXPECT_EQ(state.selectedRows(), (heedmap::Rows{1, 4}));
    EXPECT_EQ(state.selectedColumns(), (heedmap::Columns{4, 7}));
    EXPECT_EQ(state.anchor(), (Cell{3, 4}));
}

TEST(ViewState, ALockedCrosshairStays) {
    ViewState state;
    state.setHover(Cell{1, 1});
    state.setCrosshairLocked(true);
    state.setHover(Cell{2, 2});
    EXPECT_EQ(state.hover(), (Cell{1, 1}));
}

TEST(ViewState, StaysInsideASmallerMatrix) {
    ViewState state;
    state.setCursor(Cell{5, 5});
    state.extendTo({9, 2});
    state.setHover(Cell{8, 8});
    QSignalSpy moved(&state, &ViewState::cursorChanged);
    state.fitTo(4, 4);
    EXPECT_EQ(state.cursor(), (Cell{3, 2}));
    EXPECT_EQ(state.anchor(), (Cell{3, 3}));
    EXPECT_FALSE(state.hover().has_value());
    EXPECT_EQ(moved.count(), 1);
    state.fitTo(0, 4);
    EXPECT_FALSE(state.cursor().has_value());
}

TEST(ViewState, TellsOnlyWhatChanged) {
    ViewState state;
    QSignalSpy spy(&state, &ViewState::viewportChanged);
    state.setViewport(2, {0.25, 0.5});
    state.setViewport(2, {0.25, 0.5});
    EXPECT_EQ(spy.count(), 1);
}
