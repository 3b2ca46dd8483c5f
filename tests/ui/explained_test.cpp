// F1 on anything gives a word: every widget of the window, workspace by workspace.
#include "tests/support/ui/window_test.h"
#include "ui/actions/actions.h"
#include "ui/compare/figures_panel.h"
#include "ui/document/view_state.h"
#include "ui/help/demonstrations.h"
#include "ui/help/glossary.h"
#include "ui/help/glossary_terms.h"
#include "ui/help/guide.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/lab/saturation_dialog.h"
#include "ui/plot/plot_view.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <set>

namespace heedmap::tests {

namespace {

class ExplainedTest : public WindowTest {
protected:
    // A dock, a plot, a group of controls, or whatever is inside one.
    void expectAllExplained(const QWidget* top) {
        static const std::set<QString> words = [] {
            std::set<QString> all;
            for (const GlossaryTerm& term : glossaryTerms())
                all.insert(term.english);
            return all;
        }();
        for (const QWidget* widget : top->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->window() != top || belongsToTheHouse(widget))
                continue;
            const QString term = termFor(widget);
            EXPECT_TRUE(words.count(term)) << chain(widget) << " has \"" << term.toStdString() << '"';
        }
    }

    // Menus, undo, redo and export do what they say; what holds all the parts is none.
    static bool belongsToTheHouse(const QWidget* widget) {
        if (!widget->findChildren<QWidget*>().empty() && termFor(widget).isEmpty() && !isPart(widget))
            return true;
        for (const QWidget* outer = widget; outer; outer = outer->parentWidget()) {
            if (qobject_cast<const QMenuBar*>(outer) || outer->inherits("heedmap::Notice"))
                return true;
        }
        const auto* button = qobject_cast<const QToolButton*>(widget);
        const QString action = button && button->defaultAction() ? button->defaultAction()->objectName() : QString();
        return action == QLatin1String("undo") || action == QLatin1String("redo") ||
               action == QLatin1String("export") || (widget->maximumHeight() == 1) ||
               (widget->maximumWidth() == 1); // hairlines
    }

    static bool isPart(const QWidget* widget) {
        return qobject_cast<const QDockWidget*>(widget) || qobject_cast<const PlotView*>(widget) ||
               widget->focusPolicy() != Qt::NoFocus;
    }

    static std::string chain(const QWidget* widget) {
        std::string text;
        for (const QWidget* outer = widget; outer; outer = outer->parentWidget())
            text += std::string(outer->metaObject()->className()) + '(' + outer->objectName().toStdString() + ") < ";
        return text;
    }
};

} // namespace

TEST_F(ExplainedTest, EverythingInExplore) {
    window->resize(1600, 1400);
    for (const char* id : {"i-love-you", "multi-head", "masks"}) {
        SCOPED_TRACE(id);
        openExample(QString::fromLatin1(id));
        window->actions()[ActionId::showFigures]->setChecked(true);
        window->findChild<QDockWidget*>(QStringLiteral("figures"))->show();
        waitForPictures();
        window->viewState().setCursor(Cell{1, 1});
        for (const int page : {0, 1, 2}) {
            window->findChild<InspectorPanel*>()->setPage(static_cast<InspectorPanel::Page>(page));
            QCoreApplication::processEvents();
            expectAllExplained(window.get());
        }
    }
    window->actions()[ActionId::drawLines]->trigger();
    QCoreApplication::processEvents();
    expectAllExplained(window.get());
}

TEST_F(ExplainedTest, EverythingInTheOtherWorkspaces) {
    window->resize(1600, 1400);
    for (const ActionId workspace : {ActionId::alignWorkspace, ActionId::costWorkspace}) {
        window->actions()[workspace]->trigger();
        QCoreApplication::processEvents();
        expectAllExplained(window.get());
    }
}

TEST_F(ExplainedTest, APlotInADialogToo) {
    window->actions()[ActionId::saturation]->trigger();
    auto* dialog = window->findChild<SaturationDialog*>();
    ASSERT_NE(dialog, nullptr);
    waitUntil([&] { return dialog->isVisible(); }, "the dialog");
    expectAllExplained(dialog);
    dialog->activateWindow();
    waitUntil([&] { return dialog->isActiveWindow(); }, "the dialog in front");
    auto* plot = dialog->findChild<PlotView*>();
    plot->setFocus();
    QTest::keyClick(dialog, Qt::Key_F1);
    auto* glossary = window->findChild<Glossary*>();
    ASSERT_NE(glossary, nullptr);
    EXPECT_TRUE(glossary->isVisible());
    EXPECT_EQ(glossary->findChild<QTextBrowser*>()->toPlainText().section(QLatin1Char('\n'), 0, 0).toStdString(),
              "scaled dot-product · 缩放点积");
}

TEST_F(ExplainedTest, WhatIsShownInExploreBringsExplore) {
    window->actions()[ActionId::costWorkspace]->trigger();
    auto* guide = window->findChild<Guide*>();
    guide->show(QStringLiteral("figures"));
    EXPECT_TRUE(window->figures().window()->isVisible());
    waitUntil([&] { return window->figures().isVisible(); }, "the figures of the panels");
}

} // namespace heedmap::tests
