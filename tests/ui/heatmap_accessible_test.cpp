#include "tests/support/ui/pictures.h"
#include "ui/heatmap/heatmap_view.h"

#include <QAccessible>

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::tests;

TEST(HeatmapAccessible, AnswersAsATableOfCells) {
    ViewState state;
    HeatmapView view(&state, 0);
    view.resize(400, 300);
    MatrixD values(2, 3);
    values << 0.25, 0.75, 0, 1, 0, 0;
    BoolMatrix allowed = BoolMatrix::Ones(2, 3);
    allowed(1, 2) = 0;
    const QStringList rows{QStringLiteral("我"), QStringLiteral("爱")};
    const QStringList columns{QStringLiteral("I"), QStringLiteral("love"), QStringLiteral("you")};
    view.setPicture(pictureOf(values, rows, columns, allowed));

    QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&view);
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->role(), QAccessible::Table);
    EXPECT_EQ(table->text(QAccessible::Name), QStringLiteral("Heatmap additive, 2 rows, 3 columns"));
    ASSERT_NE(table->tableInterface(), nullptr);
    EXPECT_EQ(table->tableInterface()->rowCount(), 2);
    EXPECT_EQ(table->tableInterface()->columnCount(), 3);
    EXPECT_EQ(table->childCount(), 6);
    EXPECT_EQ(table->tableInterface()->rowDescription(1), QStringLiteral("爱"));
    EXPECT_EQ(table->tableInterface()->cellAt(2, 0), nullptr);
    EXPECT_EQ(table->child(6), nullptr);

    QAccessibleInterface* cell = table->tableInterface()->cellAt(0, 1);
    ASSERT_NE(cell, nullptr);
    EXPECT_EQ(cell->text(QAccessible::Name), QStringLiteral("我, love: 0.75"));
    EXPECT_EQ(cell->text(QAccessible::Value), QStringLiteral("0.75"));
    EXPECT_EQ(cell, table->tableInterface()->cellAt(0, 1)) << "one interface for each cell";
    EXPECT_EQ(cell->parent(), table);
    EXPECT_EQ(table->indexOfChild(cell), 1);
    EXPECT_EQ(table->child(5)->text(QAccessible::Name), QStringLiteral("爱, you: masked"));

    state.setCursor(Cell{0, 1});
    EXPECT_TRUE(cell->state().selected);
    EXPECT_FALSE(table->child(0)->state().selected);
}

TEST(HeatmapAccessible, CellsThatAreGoneAreInvalid) {
    ViewState state;
    HeatmapView view(&state, 0);
    view.setPicture(pictureOf(gradedMatrix(3, 3)));
    QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&view);
    QAccessibleInterface* last = table->tableInterface()->cellAt(2, 2);
    EXPECT_TRUE(last->isValid());
    view.setPicture(pictureOf(gradedMatrix(2, 2)));
    EXPECT_EQ(table->tableInterface()->cellAt(2, 2), nullptr);
    EXPECT_EQ(table->childCount(), 4);
    EXPECT_EQ(table->tableInterface()->cellAt(1, 1)->text(QAccessible::Name), QStringLiteral("row 1, column 1: 0.9"));
}
