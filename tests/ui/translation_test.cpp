// The window in Chinese: what is shown, and that no English is left.
#include "tests/support/ui/window_test.h"
#include "ui/actions/action_finder.h"
#include "ui/actions/actions.h"
#include "ui/base/error_text.h"
#include "ui/base/mask_text.h"
#include "ui/base/panel_text.h"
#include "ui/document/examples.h"
#include "ui/export/export_dialog.h"
#include "ui/help/glossary.h"
#include "ui/help/glossary_terms.h"
#include "ui/lab/lab_workspace.h"
#include "ui/settings/translation.h"

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QTextDocument>

#include <algorithm>

namespace heedmap::tests {

namespace {

class ChineseWindow : public WindowTest {
protected:
    void SetUp() override {
        translation.use(QStringLiteral("zh"));
        WindowTest::SetUp();
    }

    Translation translation;
};

// What stays as it is in every language: names, keys, formulas, tokens of the examples.
bool isName(const QString& word) {
    static const QSet<QString> names{
        QStringLiteral("Heedmap"),       QStringLiteral("English"),     QStringLiteral("Python"),
        QStringLiteral("NumPy"),         QStringLiteral("safetensors"), QStringLiteral("heedmap"),
        QStringLiteral("softmax"),       QStringLiteral("sparsemax"),   QStringLiteral("entmax"),
        QStringLiteral("viridis"),       QStringLiteral("cividis"),     QStringLiteral("magma"),
        QStringLiteral("gray"),          QStringLiteral("RdBu"),        QStringLiteral("float64"),
        QStringLiteral("tanh"),          QStringLiteral("Bahdanau"),    QStringLiteral("Luong"),
        QStringLiteral("Vaswani"),       QStringLiteral("Jensen"),      QStringLiteral("Shannon"),
        QStringLiteral("Ctrl"),          QStringLiteral("Shift"),       QStringLiteral("Enter"),
        QStringLiteral("Insert"),        QStringLiteral("Delete"),      QStringLiteral("JSON"),
        QStringLiteral("love"),          QStringLiteral("query"),       QStringLiteral("Adam"),
        QStringLiteral("8601"),          QStringLiteral("LSTM"),        QStringLiteral("PyTorch"),
        QStringLiteral("torch"),         QStringLiteral("Transformer"), QStringLiteral("MultiheadAttention"),
        QStringLiteral("Michel"),        QStringLiteral("Levy"),        QStringLiteral("Neubig"),
        QStringLiteral("FAVOR"),         QStringLiteral("Performer"),   QStringLiteral("Choromanski"),
        QStringLiteral("Katharopoulos"), QStringLiteral("float32"),     QStringLiteral("hardmax"),
        QStringLiteral("general"),       QStringLiteral("special"),     QStringLiteral("rows"),
        QStringLiteral("columns"),       QStringLiteral("sink"),        QStringLiteral("rollout"),
        QStringLiteral("gold")};
    return names.contains(word);
}

// The English words of a text that belong to no name.
QStringList englishIn(const QString& text) {
    QTextDocument plain;
    plain.setHtml(text);
    static const QRegularExpression words(QStringLiteral("[A-Za-z][A-Za-z0-9]{3,}"));
    QStringList found;
    for (auto match = words.globalMatch(plain.toPlainText()); match.hasNext();) {
        const QString word = match.next().captured();
        if (!isName(word))
            found << word;
    }
    return found;
}

void expectNoEnglish(const QString& text, const QString& where) {
    EXPECT_EQ(englishIn(text).join(QLatin1Char(' ')).toStdString(), "")
        << where.toStdString() << ": " << text.toStdString();
}

void expectNoEnglishIn(const QWidget& top) {
    QList<QWidget*> widgets = top.findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        const QString name =
            QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
        expectNoEnglish(widget->toolTip(), name);
        expectNoEnglish(widget->accessibleName(), name);
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            expectNoEnglish(label->text(), name);
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            expectNoEnglish(button->text(), name);
        if (const auto* field = qobject_cast<const QLineEdit*>(widget))
            expectNoEnglish(field->placeholderText(), name);
        for (const QAction* action : widget->actions()) {
            expectNoEnglish(action->text(), name);
            expectNoEnglish(action->toolTip(), name);
            expectNoEnglish(action->statusTip(), name);
        }
    }
}

bool hasChinese(const QString& text) {
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    return text.contains(han);
}

} // namespace

TEST_F(ChineseWindow, SaysWhatItIsAskedFor) {
    EXPECT_EQ(menuTitle(ActionMenu::file), QStringLiteral("文件(&F)"));
    EXPECT_EQ(window->actions()[ActionId::open]->text(), QStringLiteral("打开(&O)…"));
    EXPECT_EQ(panelTitle(document->results()[0]), QStringLiteral("缩放点积"));
    EXPECT_EQ(document->session().name, "三个键");
    EXPECT_TRUE(hasChinese(QString::fromStdString(document->session().lookFor)));
    for (const QAction* action : window->actions().all()) {
        if (action == window->actions()[ActionId::languageEnglish])
            continue;
        EXPECT_TRUE(hasChinese(action->text())) << action->text().toStdString();
    }
}

TEST_F(ChineseWindow, ShowsNoEnglish) {
    for (const char* example : {"i-love-you", "three-keys", "masks", "previous-token"}) {
        openExample(QString::fromLatin1(example));
        waitForPictures();
        SCOPED_TRACE(example);
        expectNoEnglishIn(*window);
    }
}

TEST_F(ChineseWindow, ShowsNoEnglishUnderAlign) {
    window->actions()[ActionId::alignWorkspace]->trigger();
    waitUntil([this] { return window->findChild<LabWorkspace*>()->lab().corpus() != nullptr; }, "the sentence pairs");
    window->actions()[ActionId::stepModels]->trigger();
    waitUntil([this] { return window->findChild<LabWorkspace*>()->lab().stepsTaken() == 1; }, "a step");
    expectNoEnglishIn(*window);
}

TEST_F(ChineseWindow, ShowsNoEnglishInItsDialogs) {
    const ExportDialog dialog(document->results(), 0, settings.get(), window.get());
    expectNoEnglishIn(dialog);
    EXPECT_TRUE(hasChinese(dialog.windowTitle()));
    const ActionFinder finder(entriesOf(window->actions()), window.get());
    expectNoEnglishIn(finder);
    const Glossary glossary(window.get());
    expectNoEnglishIn(glossary);
    for (const GlossaryTerm& term : glossaryTerms())
        EXPECT_TRUE(hasChinese(term.meaning)) << term.english.toStdString();
}

TEST_F(ChineseWindow, FindsActionsWithoutTheLetterInBrackets) {
    const auto entries = entriesOf(window->actions());
    ASSERT_FALSE(entries.empty());
    for (const FinderEntry& entry : entries)
        EXPECT_FALSE(entry.text.contains(QLatin1Char('('))) << entry.text.toStdString();
    EXPECT_EQ(plainText(QStringLiteral("撤销“a && b”(&U)")), QStringLiteral("撤销“a & b”"));
}

TEST_F(ChineseWindow, GivesEachLetterOfAMenuOnce) {
    static const QRegularExpression letter(QStringLiteral("&(\\w)"));
    const auto menus = window->findChildren<QMenu*>();
    EXPECT_GE(menus.size(), 5);
    for (const QMenu* menu : menus) {
        QSet<QString> letters;
        for (const QAction* action : menu->actions()) {
            const QString used = letter.match(action->text()).captured(1).toUpper();
            EXPECT_TRUE(used.isEmpty() || !letters.contains(used))
                << menu->title().toStdString() << ": " << action->text().toStdString();
            letters << used;
        }
    }
}

TEST_F(ChineseWindow, TranslatesErrorsWithTheirReasons) {
    const ErrorKind damaged{"the session cannot be used: %1"};
    const Phrase why("%1 has to be a list", {std::string("panels")});
    EXPECT_EQ(errorText(makeError(damaged, {why}).in("a.heedmap").at("line 3, column 7")),
              QStringLiteral("a.heedmap：无法使用该会话：panels 必须是列表（第 3 行第 7 列）"));
    const ErrorKind unknown{"the file holds no tensors"};
    EXPECT_EQ(errorSentence(makeError(unknown)), QStringLiteral("文件中没有张量。"));
    // A name that happens to be a word of the program stays a name.
    const ErrorKind noTensor{"the file has no tensor \"%1\"; the nearest name is \"%2\""};
    EXPECT_EQ(errorText(makeError(noTensor, {std::string("dot"), std::string("source")})),
              QStringLiteral("文件中没有张量“dot”；最接近的名称是“source”"));
}

TEST_F(ChineseWindow, NamesMasks) {
    attention::MaskSpec mask;
    EXPECT_EQ(maskText(mask), QStringLiteral("无"));
    mask.causal = true;
    mask.window = 2;
    mask.random = 3;
    mask.randomSeed = 7;
    EXPECT_EQ(maskText(mask), QStringLiteral("因果、窗口 2、随机 3（种子 7）"));
    translation.use(QStringLiteral("en"));
    EXPECT_EQ(maskText(mask).toStdString(), mask.text());
}

TEST_F(ChineseWindow, ChangesTheLanguageOfWhatIsOpen) {
    translation.use(QStringLiteral("en"));
    document->retranslate();
    EXPECT_EQ(panelTitle(document->results()[0]), QStringLiteral("scaled dot"));
    EXPECT_EQ(document->session().name, "Three keys");
    translation.use(QStringLiteral("zh"));
    document->retranslate();
    EXPECT_EQ(panelTitle(document->results()[0]), QStringLiteral("缩放点积"));
    EXPECT_EQ(document->session().name, "三个键");
    const auto& all = examples();
    const auto opened =
        std::find_if(all.begin(), all.end(), [](const Example& e) { return e.id == QStringLiteral("three-keys"); });
    ASSERT_NE(opened, all.end());
    EXPECT_EQ(document->session().lookFor, opened->lookFor.toStdString());
}

} // namespace heedmap::tests
