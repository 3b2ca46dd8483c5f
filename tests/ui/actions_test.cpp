#include "ui/actions/actions.h"

#include "ui/actions/action_finder.h"
#include "ui/help/glossary.h"
#include "ui/help/glossary_terms.h"
#include "ui/settings/icon.h"

#include <QDir>
#include <QDirIterator>
#include <QLineEdit>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QUndoStack>

#include <gtest/gtest.h>

#include <set>

using namespace heedmap;

TEST(Actions, NamesAndKeysAreUnique) {
    std::set<std::string> names;
    std::set<QString> keys;
    const ActionTable table;
    for (const ActionInfo& info : allActions()) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        const auto shortcuts = table[info.id]->shortcuts();
        for (const QKeySequence& key : shortcuts) {
            EXPECT_FALSE(key.isEmpty()) << info.name;
            EXPECT_TRUE(keys.insert(key.toString()).second) << info.name << " " << key.toString().toStdString();
        }
    }
}

TEST(Actions, EveryTooltipNamesItsKeyAndEveryActionExplainsItself) {
    const ActionTable table;
    for (QAction* action : table.all()) {
        EXPECT_FALSE(action->statusTip().isEmpty()) << action->objectName().toStdString();
        EXPECT_TRUE(action->toolTip().contains(action->shortcut().toString(QKeySequence::NativeText)))
            << action->toolTip().toStdString();
        EXPECT_FALSE(action->toolTip().contains(QLatin1Char('&'))) << action->toolTip().toStdString();
    }
    EXPECT_EQ(table[ActionId::copyPicture]->toolTip(), QStringLiteral("Copy Picture (Ctrl+Shift+C)"));
}

TEST(Actions, UndoHasTheWordsOfTheStack) {
    ActionTable table;
    QUndoStack stack;
    table.follow(&stack);
    EXPECT_FALSE(table[ActionId::undo]->isEnabled());
    stack.push(new QUndoCommand(QStringLiteral("edit of K[2,0]")));
    EXPECT_EQ(plainText(table[ActionId::undo]->text()), QStringLiteral("Undo edit of K[2,0]"));
    EXPECT_FALSE(table[ActionId::redo]->isEnabled());
    table[ActionId::undo]->trigger();
    EXPECT_EQ(plainText(table[ActionId::redo]->text()), QStringLiteral("Redo edit of K[2,0]"));
    EXPECT_EQ(plainText(table[ActionId::undo]->text()), QStringLiteral("Undo"));
    stack.push(new QUndoCommand(QStringLiteral("Change Q and K")));
    EXPECT_EQ(plainText(table[ActionId::undo]->text()), QStringLiteral("Undo change Q and K"));
    stack.push(new QUndoCommand(QStringLiteral("W_q: random")));
    EXPECT_EQ(plainText(table[ActionId::undo]->text()), QStringLiteral("Undo W_q: random"));
}

TEST(Actions, ChoicesExcludeEachOther) {
    const ActionTable table;
    table[ActionId::crossAttention]->trigger();
    table[ActionId::selfAttention]->trigger();
    EXPECT_FALSE(table[ActionId::crossAttention]->isChecked());
    EXPECT_TRUE(table[ActionId::selfAttention]->isChecked());
}

TEST(Icons, EveryShippedDrawingDrawsInTheColorOfThePalette) {
    icon(QStringLiteral("open")); // loads the resources
    QDirIterator files(QStringLiteral(":/icons"));
    int count = 0;
    while (files.hasNext()) {
        files.next();
        const QString name = files.fileInfo().completeBaseName();
        if (name == u"heedmap") // the program's own, in its own colors
            continue;
        const QImage image = icon(name).pixmap(20, 20).toImage().convertToFormat(QImage::Format_ARGB32);
        const QColor expected = QGuiApplication::palette().color(QPalette::WindowText);
        int strongest = 0;
        int wrong = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor pixel = image.pixelColor(x, y);
                strongest = std::max(strongest, pixel.alpha());
                wrong += pixel.alpha() == 255 && pixel.rgb() != expected.rgb() ? 1 : 0;
            }
        }
        EXPECT_GT(strongest, 100) << name.toStdString() << " draws nothing";
        EXPECT_EQ(wrong, 0) << name.toStdString();
        ++count;
    }
    EXPECT_GT(count, 20);
}

TEST(ActionFinder, FindsByWordsAndPrefersTheBeginning) {
    const std::vector<FinderEntry> entries{{QStringLiteral("Zoom In"), {}, {}, true, {}},
                                           {QStringLiteral("Copy"), {}, QStringLiteral("zoomed"), true, {}},
                                           {QStringLiteral("Open"), {}, {}, true, {}}};
    EXPECT_EQ(matching(entries, QStringLiteral("zo")), (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(matching(entries, QStringLiteral("in zoom")), (std::vector<std::size_t>{0}));
    EXPECT_EQ(matching(entries, QString()).size(), 3U);
    EXPECT_TRUE(matching(entries, QStringLiteral("xyz")).empty());
}

TEST(ActionFinder, EnterRunsTheChosenOneAndSkipsWhatCannotRun) {
    int ran = 0;
    ActionFinder finder({{QStringLiteral("Save"),
                          {},
                          {},
                          false,
                          [&] {
                              ran = 1;
                          }},
                         {QStringLiteral("Save As"),
                          {},
                          {},
                          true,
                          [&] {
                              ran = 2;
                          }},
                         {QStringLiteral("Save All"), {}, {}, true, [&] {
                              ran = 3;
                          }}});
    finder.show();
    auto* field = finder.findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("save"));
    EXPECT_EQ(finder.findChild<QTreeWidget*>()->topLevelItemCount(), 3);
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(ran, 3);
    EXPECT_FALSE(finder.isVisible());
}

TEST(ActionFinder, TriggersTheActionItself) {
    ActionTable table;
    int asked = 0;
    QObject::connect(table[ActionId::exportPicture], &QAction::triggered, [&] { ++asked; });
    ActionFinder finder(entriesOf(table));
    finder.show();
    QTest::keyClicks(finder.findChild<QLineEdit*>(), QStringLiteral("export"));
    QTest::keyClick(finder.findChild<QLineEdit*>(), Qt::Key_Return);
    EXPECT_EQ(asked, 1);
}

TEST(Glossary, HasEveryTermInBothLanguages) {
    EXPECT_GE(glossaryTerms().size(), 44U);
    std::set<QString> words;
    for (const GlossaryTerm& term : glossaryTerms()) {
        EXPECT_TRUE(words.insert(term.english).second) << term.english.toStdString();
        EXPECT_FALSE(term.chinese.isEmpty()) << term.english.toStdString();
        EXPECT_TRUE(term.meaning.endsWith(QLatin1Char('.'))) << term.english.toStdString();
    }
}

TEST(Glossary, FindsTheWordsThatAreOnScreen) {
    for (const char* word : {"AER", "rollout", "Jensen–Shannon", "Jensen-Shannon", "JS", "cosine", "余弦", "entmax",
                             "sparsemax", "LSTM", "GRU", "band", "nat", "奈特"})
        EXPECT_FALSE(glossaryMatching(QString::fromUtf8(word)).empty()) << word;
    EXPECT_EQ(glossaryMatching(QStringLiteral("AER =")).front().english.toStdString(), "alignment error rate");
}

TEST(Glossary, IsSearchedInBothLanguages) {
    ASSERT_EQ(glossaryMatching(QStringLiteral("加性注意力")).size(), 1U);
    EXPECT_EQ(glossaryMatching(QStringLiteral("加性注意力"))[0].english, QStringLiteral("additive attention"));
    Glossary window;
    window.search(QStringLiteral("causal"));
    const QString text = window.findChild<QTextBrowser*>()->toPlainText();
    EXPECT_TRUE(text.contains(QStringLiteral("因果掩码"))) << text.toStdString();
    EXPECT_FALSE(text.contains(QStringLiteral("温度")));
    window.search(QStringLiteral("no such word"));
    EXPECT_TRUE(window.findChild<QTextBrowser*>()->toPlainText().startsWith(QStringLiteral("No word")));
}
