#include "tests/support/ui/inputs_sessions.h"
#include "ui/document/view_state.h"
#include "ui/inputs/inputs_panel.h"
#include "ui/inputs/mask_section.h"
#include "ui/inputs/matrix_section.h"
#include "ui/inputs/matrix_table.h"
#include "ui/inputs/matrix_tabs.h"
#include "ui/inputs/token_editor.h"
#include "ui/inputs/token_flow.h"
#include "ui/settings/theme.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <gtest/gtest.h>

using namespace heedmap;
using attention::ScoreFunction;

namespace {

files::Session fullSession() {
    using enum ScoreFunction;
    files::Session session = tests::crossSession({additive, dot, general, scaled_dot, cosine});
    session.problem.mask.window = 2;
    session.problem.mask.random = 1;
    return session;
}

} // namespace

TEST(InputsPanel, FollowsTheKindOfTheProblem) {
    Document document;
    ViewState view;
    InputsPanel panel(&document, &view);
    panel.show();
    document.open(tests::crossSession());
    EXPECT_TRUE(panel.source()->isVisible());
    EXPECT_FALSE(panel.sequence()->isVisible());
    document.change(QStringLiteral("Self"),
                    [](files::Session& session) { session.problem.kind = attention::ProblemKind::self; });
    EXPECT_FALSE(panel.source()->isVisible());
    EXPECT_TRUE(panel.sequence()->isVisible());
    document.undoStack().undo();
    EXPECT_TRUE(panel.target()->isVisible());
}

TEST(InputsPanel, AMatrixOfAFileHasNothingToEnter) {
    Document document;
    ViewState view;
    InputsPanel panel(&document, &view);
    panel.show();
    files::Session session;
    session.matrices.push_back({"a", "a.npy#a", makeTensor(MatrixD(MatrixD::Ones(2, 2))), {}});
    session.panels.push_back({std::nullopt, 0, true});
    document.open(session);
    EXPECT_FALSE(panel.matrices()->isVisible());
    EXPECT_FALSE(panel.mask()->isVisible());
    EXPECT_FALSE(panel.source()->isVisible());
}

TEST(InputsPanel, TheChosenCellMarksItsTokens) {
    Document document;
    ViewState view;
    InputsPanel panel(&document, &view);
    document.open(tests::crossSession());
    view.setCursor(Cell{1, 2});
    EXPECT_EQ(panel.target()->flow()->current(), 1);
    EXPECT_EQ(panel.source()->flow()->current(), 2);
}

TEST(InputsPanel, NothingIsCutFromTheNarrowestToAWideDock) {
    Document document;
    ViewState view;
    InputsPanel panel(&document, &view);
    document.open(fullSession());
    for (const int width : {scaledToFont(240), scaledToFont(288), scaledToFont(360)}) {
        panel.resize(width, 700);
        panel.show();
        QCoreApplication::processEvents();
        for (const QWidget* widget : panel.findChildren<QWidget*>()) {
            const bool watched = qobject_cast<const QAbstractButton*>(widget) ||
                                 qobject_cast<const QAbstractSpinBox*>(widget) ||
                                 qobject_cast<const TokenFlow*>(widget);
            if (!watched || !widget->isVisible())
                continue;
            const QRect place(widget->mapTo(&panel, QPoint(0, 0)), widget->size());
            EXPECT_GE(place.left(), 0) << widget->accessibleName().toStdString() << " at " << width;
            EXPECT_LE(place.right(), width) << widget->accessibleName().toStdString() << " at " << width;
            const auto* spin = qobject_cast<const QAbstractSpinBox*>(widget);
            const int needed =
                spin ? spin->fontMetrics().horizontalAdvance(spin->text()) + 10 : widget->minimumSizeHint().width();
            EXPECT_GE(place.width(), needed) << widget->accessibleName().toStdString() << " at " << width;
        }
    }
}

TEST(InputsPanel, EveryControlHasANameAToolTipAndAPlaceInTheTabOrder) {
    Document document;
    ViewState view;
    InputsPanel panel(&document, &view);
    document.open(fullSession());
    panel.show();
    int seen = 0;
    for (const QWidget* widget : panel.findChildren<QWidget*>()) {
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool inside = qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) || widget->isWindow() ||
                            widget->window() != &panel;
        const bool control = button || qobject_cast<const QAbstractSpinBox*>(widget) ||
                             qobject_cast<const QLineEdit*>(widget) || qobject_cast<const TokenFlow*>(widget);
        const bool corner = widget->parentWidget()->inherits("QTableView");
        if (!control || inside || corner || !widget->isVisible())
            continue;
        ++seen;
        const std::string name =
            (widget->accessibleName().isEmpty() && button ? button->text() : widget->accessibleName()).toStdString();
        EXPECT_FALSE(name.empty()) << widget->metaObject()->className();
        EXPECT_FALSE(widget->toolTip().isEmpty()) << name;
        EXPECT_TRUE(widget->focusPolicy() & Qt::TabFocus) << name;
    }
    EXPECT_GT(seen, 30);
}

TEST(InputsPanel, ChangesWithTheTheme) {
    Document document;
    ViewState view;
    InputsPanel panel(&document, &view);
    document.open(fullSession());
    panel.resize(288, 700);
    panel.show();
    const QColor light = panel.grab().toImage().pixelColor(2, 2);
    applyTheme(ThemeChoice::dark);
    // Widgets that exist are told by a posted event.
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.palette().color(QPalette::Window) == darkTheme().window; }));
    const QImage dark = panel.grab().toImage();
    applyTheme(ThemeChoice::light);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.palette().color(QPalette::Window) == lightTheme().window; }));
    EXPECT_EQ(light.name().toStdString(), lightTheme().window.name().toStdString());
    EXPECT_EQ(dark.pixelColor(2, 2).name().toStdString(), darkTheme().window.name().toStdString());
}

TEST(InputsPanel, TablesShowAndEditWhatTheActivePanelComputesWith) {
    Document document;
    ViewState view;
    InputsPanel panel(&document, &view);
    panel.show();
    files::Session session = tests::crossSession({ScoreFunction::additive, ScoreFunction::general});
    attention::Operands& own = session.own[ScoreFunction::general];
    own.q = MatrixD::Constant(3, 5, 0.5);
    own.k = MatrixD::Constant(4, 5, 0.5);
    own.v = MatrixD::Constant(4, 1, 0.5);
    document.open(session);
    const auto tabs = [&] {
        return panel.matrices()->tabs()->findChildren<QAbstractButton*>(Qt::FindDirectChildrenOnly).size();
    };
    const auto* model = panel.matrices()->table()->model();
    EXPECT_EQ(model->columnCount(), 2);
    EXPECT_EQ(tabs(), 6); // Q K V W_s W_h v
    view.setActivePanel(1);
    EXPECT_EQ(model->columnCount(), 5);
    EXPECT_EQ(tabs(), 4); // Q K V W
    const auto labels = panel.matrices()->findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text() == QStringLiteral("3 × 5  float64 · general");
    }));
    document.undoStack().undo();
    EXPECT_EQ(document.edited(), std::nullopt);
}
