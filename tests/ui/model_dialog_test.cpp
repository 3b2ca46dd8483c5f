// Opening a published model's folder and asking it, with real events.
#include "tests/support/ui/files_fixture.h"
#include "ui/files/model_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

namespace heedmap::tests {

namespace {

class ModelDialogTest : public FilesTest {
protected:
    // Types the text and presses Open; true once the dialog was accepted.
    static bool ask(QDialog& dialog, const char* text) {
        auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("modelText"));
        dialog.show();
        field->clear();
        QTest::keyClicks(field, QString::fromUtf8(text));
        QPushButton* open = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
        EXPECT_TRUE(open->isEnabled());
        QTest::mouseClick(open, Qt::LeftButton);
        const auto* error = dialog.findChild<QLabel*>(QStringLiteral("modelError"));
        EXPECT_TRUE(QTest::qWaitFor([&] { return dialog.result() == QDialog::Accepted || !error->isHidden(); }, 20000));
        return dialog.result() == QDialog::Accepted;
    }
};

} // namespace

TEST_F(ModelDialogTest, AFolderAndASentenceAreAllItsHeads) {
    HEEDMAP_CASE(folder, "models/gpt2_tiny");
    answers.folderToOpen = QString::fromStdString(folder);
    answers.onDialog = [](QDialog& dialog) {
        EXPECT_FALSE(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open)->isEnabled());
        return ask(dialog, "The cat's key");
    };
    actions->openModelWithDialog();
    EXPECT_TRUE(answers.messages.isEmpty()) << answers.messages.join(QLatin1Char('\n')).toStdString();
    const files::Session& session = document.session();
    EXPECT_EQ(session.name, "The cat's key");
    ASSERT_EQ(session.matrices.size(), 12U);
    EXPECT_EQ(session.panels.size(), 12U);
    EXPECT_EQ(session.matrices[5].title, "L1 · H1");
    ASSERT_TRUE(session.matrices[5].labels);
    ASSERT_GT(session.matrices[5].labels->rows.size(), 3U);
    EXPECT_EQ(session.matrices[0].labels->rows[0], "The");
    EXPECT_EQ(session.matrices[0].labels->rows, session.matrices[0].labels->columns);
    EXPECT_EQ(settings.recentFiles().value(0), QDir::cleanPath(QString::fromStdString(folder)));
}

TEST_F(ModelDialogTest, ALayerOpensWithItsQueriesAndKeys) {
    HEEDMAP_CASE(folder, "models/llama_tiny");
    answers.onDialog = [](QDialog& dialog) {
        dialog.findChild<QComboBox*>(QStringLiteral("modelShown"))->setCurrentIndex(1);
        dialog.findChild<QSpinBox*>(QStringLiteral("modelLayer"))->setValue(1);
        return ask(dialog, "She painted the boat.");
    };
    actions->open({QString::fromStdString(folder)}); // as dropped, or given to the program
    const files::Session& session = document.session();
    EXPECT_TRUE(session.matrices.empty());
    ASSERT_EQ(session.panels.size(), 4U);
    EXPECT_EQ(session.panels[3].head, 3);
    EXPECT_EQ(session.problem.heads, 4);
    EXPECT_EQ(session.problem.keyValueHeads, 2);
    EXPECT_TRUE(session.problem.mask.causal);
    EXPECT_EQ(session.problem.q.cols(), 32);
    EXPECT_EQ(session.problem.k.cols(), 16);
    EXPECT_EQ(session.crossLabels.rows.size(), static_cast<std::size_t>(session.problem.q.rows()));
}

TEST_F(ModelDialogTest, WhatCannotBeAskedIsSaidInTheDialogAndCanBeMended) {
    HEEDMAP_CASE(folder, "models/faults/too_long_a_text");
    QString said;
    answers.onDialog = [&](QDialog& dialog) {
        EXPECT_FALSE(ask(dialog, "ABCABCABCABCA"));
        said = dialog.findChild<QLabel*>(QStringLiteral("modelError"))->text();
        return ask(dialog, "ABC");
    };
    actions->open({QString::fromStdString(folder)});
    EXPECT_TRUE(said.contains(QStringLiteral("13"))) << said.toStdString();
    EXPECT_EQ(document.session().name, "ABC");
}

TEST_F(ModelDialogTest, AFolderThatIsNoModelIsSaidAndWhatWasThereStays) {
    HEEDMAP_CASE(root, "models/faults");
    const std::string before = document.session().name;
    actions->open({QString::fromStdString(root + "/unknown_model_type"),
                   QString::fromStdString(root + "/missing_tokenizer"), directory.path()});
    ASSERT_EQ(answers.messages.size(), 1);
    for (const char* part : {"hearsay", "tokenizer", "config.json"})
        EXPECT_TRUE(answers.messages[0].contains(QLatin1String(part))) << answers.messages[0].toStdString();
    EXPECT_EQ(document.session().name, before);
}

TEST_F(ModelDialogTest, AnEncoderDecoderShowsWhichAttentionIsChosen) {
    HEEDMAP_CASE(folder, "models/marian_tiny");
    answers.onDialog = [](QDialog& dialog) {
        auto* part = dialog.findChild<QComboBox*>(QStringLiteral("modelPart"));
        EXPECT_EQ(part->count(), 3);
        auto* second = dialog.findChild<QLineEdit*>(QStringLiteral("modelSecondText"));
        dialog.show();
        QTest::keyClicks(second, QStringLiteral("Oui"));
        return ask(dialog, "The old clock");
    };
    actions->open({QString::fromStdString(folder)});
    const files::Session& session = document.session();
    ASSERT_EQ(session.matrices.size(), 24U);
    EXPECT_EQ(session.matrices[0].labels->rows.size(), static_cast<std::size_t>(session.matrices[0].tensor.shape()[0]));
    EXPECT_NE(session.matrices[0].labels->rows.size(), session.matrices[0].labels->columns.size());
}

} // namespace heedmap::tests
