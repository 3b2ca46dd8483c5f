#include "core/session/reference.h"
#include "tests/support/ui/files_fixture.h"
#include "ui/base/panel_text.h"

using namespace heedmap;
using namespace heedmap::tests;
using attention::ScoreFunction;
using files::AxisPart;
using files::Role;

namespace {

Labels tokensOf(const Document& document, std::size_t panel = 0) {
    return document.session().labelsOf(document.session().panels.at(panel));
}

} // namespace

TEST_F(FilesTest, AMatrixBecomesAPanel) {
    actions->open({writeTensor("scores.npy", {2, 3})});
    ASSERT_EQ(document.results().size(), 1U) << answers.messages.join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(document.results()[0].source->value({1, 2}), 5);
    EXPECT_EQ(document.session().matrices[0].name, "scores.npy");
    EXPECT_EQ(document.undoStack().undoText(), QStringLiteral("Open scores.npy"));
    EXPECT_EQ(settings.recentFiles(), QStringList(path("scores.npy")));
    EXPECT_TRUE(document.filePath().isEmpty()) << "saving must not overwrite a tensor file";
}

TEST_F(FilesTest, AVectorIsARow) {
    actions->open({writeTensor("row.npy", {4})});
    ASSERT_EQ(document.results().size(), 1U);
    EXPECT_EQ(document.results()[0].rows(), 1);
    EXPECT_EQ(document.results()[0].source->value({0, 3}), 3);
}

TEST_F(FilesTest, AStackBecomesAPanelForEachLayerAndHead) {
    actions->open({writeTensor("stack.npy", {2, 3, 2, 2})});
    ASSERT_EQ(document.results().size(), 6U);
    EXPECT_EQ(panelTitle(document.results()[5]), QStringLiteral("L1 · H2"));
    EXPECT_EQ(document.results()[5].source->value({1, 1}), 23);
    EXPECT_EQ(document.session().matrices[5].origin, path("stack.npy").toStdString() + "#[1,2]");
}

TEST_F(FilesTest, ABatchOfOneIsNotNamed) {
    actions->open({writeTensor("stack.npy", {2, 1, 3, 2, 2})});
    ASSERT_EQ(document.results().size(), 6U);
    EXPECT_EQ(panelTitle(document.results()[4]), QStringLiteral("L1 · H1"));
}

TEST_F(FilesTest, TooManyMatricesAreCutAndTold) {
    QSignalSpy noticed(actions, &FileActions::noticed);
    actions->open({writeTensor("many.npy", {1100, 1, 1})});
    EXPECT_EQ(document.results().size(), 1024U);
    ASSERT_EQ(noticed.count(), 1);
    EXPECT_EQ(noticed[0][0].toString(),
              QStringLiteral("Only the first 1024 of 1100 matrices are shown; open others by their index."));
}

TEST_F(FilesTest, HowATextWasReadIsSaidAndCanBeChanged) {
    ReadingLine line(&window);
    QObject::connect(actions, &FileActions::readSo, &line, &ReadingLine::setReading);
    QObject::connect(&line, &ReadingLine::chosen, actions, &FileActions::readAgain, Qt::QueuedConnection);
    const auto choose = [&](const char* words) {
        for (QAction* action : line.choices()->actions()) {
            if (action->text() == QLatin1String(words)) {
                action->trigger();
                QCoreApplication::processEvents();
                return;
            }
        }
        FAIL() << "there is no choice " << words;
    };
    actions->open({writeText("weights.csv", ";a;b\nx;1,5;1.000\n")});
    ASSERT_EQ(document.results().size(), 1U) << answers.messages.join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(document.results()[0].source->value({0, 1}), 1000);
    EXPECT_EQ(line.text().toStdString(), "Numbers are read with a decimal comma. Digits stand in groups: \"1.000\" is "
                                         "read as 1000. The first row and the first column are labels.");
    EXPECT_FALSE(line.isHidden());

    actions->open({writeText("years.csv", ",1992,1993\n1,0.25,0.75\n")});
    EXPECT_EQ(document.results()[0].rows(), 1);
    EXPECT_EQ(line.text().toStdString(), "Numbers at the border are taken for labels. The first row and the first "
                                         "column are labels.");
    choose("Labels in the first row");
    EXPECT_EQ(document.results()[0].rows(), 2);
    EXPECT_EQ(document.results()[0].columns(), 2);
    EXPECT_EQ(line.text().toStdString(), "The first column is labels.");
    choose("Labels in the first column");
    EXPECT_EQ(document.results()[0].columns(), 3);

    actions->open({writeText("latin.csv", ",\xe9\n\xe9,1\n")});
    EXPECT_EQ(document.session().labelsOf(document.session().panels.front()).rows, std::vector<std::string>{"é"});
    choose("UTF-8");
    EXPECT_EQ(document.session().labelsOf(document.session().panels.front()).rows,
              std::vector<std::string>{"\xef\xbf\xbd"});

    actions->open({writeTensor("scores.npy", {2, 3})});
    EXPECT_TRUE(line.isHidden());
    EXPECT_EQ(line.text().toStdString(), "");
}

TEST_F(FilesTest, AReferencePicksOneMatrix) {
    const QString file = writeTensor("stack.npy", {2, 3, 2, 2});
    actions->open({file + QStringLiteral("#[1,-1]")});
    ASSERT_EQ(document.results().size(), 1U) << answers.messages.join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(document.results()[0].source->value({0, 0}), 20);
    EXPECT_EQ(settings.recentFiles().first(), file);
    actions->open({file + QStringLiteral("#[7,0]")});
    ASSERT_EQ(answers.messages.size(), 1);
    EXPECT_TRUE(answers.messages[0].contains(QStringLiteral("index 7 is outside axis 0, which has 2 entries")));
}

TEST_F(FilesTest, EveryFailureNamesItsFile) {
    // NumPy: a shape with a negative size, objects, letters, and a file that ends too early.
    const auto npy = [&](const char* name, const char* description, const char* shape) {
        std::string header =
            std::string("{'descr': '") + description + "', 'fortran_order': False, 'shape': " + shape + ", }";
        header.resize(117, ' ');
        header += '\n';
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("\x93NUMPY\x01\x00v\x00", 10) + QByteArray::fromStdString(header));
        return path(name);
    };
    const QStringList paths = {npy("negative.npy", "<f8", "(-1, 2)"),
                               npy("objects.npy", "|O", "(2, 2)"),
                               npy("letters.npy", "|V2", "(2, 2)"),
                               npy("short.npy", "<f8", "(9, 9)"),
                               path("missing.npy"),
                               path("missing.heedmap"),
                               path("missing.npz") + QStringLiteral("#a[0]"),
                               QStringLiteral("pair:nothing"),
                               writeText("torn.json", "{"),
                               writeText("torn.heedmap", "{"),
                               writeText("words.csv", "a,b\n1,c\n"),
                               writeText("empty.npz", ""),
                               writeTensor("zero.npy", {0, 3}) + QStringLiteral("#[5]")};
    for (const QString& file : paths) {
        answers.messages.clear();
        actions->open({file});
        ASSERT_EQ(answers.messages.size(), 1) << file.toStdString();
        const QString name = file.section(QLatin1Char('#'), 0, 0);
        EXPECT_EQ(answers.messages[0].count(name), 1) << name.toStdString() << "\n"
                                                      << answers.messages[0].toStdString();
    }
}

TEST_F(FilesTest, TokensBesideTheFileAreTaken) {
    writeText("ex0.tokens.json", R"({"rows": ["a", "b"], "columns": ["x", "y", "z"]})");
    actions->open({writeTensor("ex0.attn.npy", {2, 3})});
    EXPECT_EQ(tokensOf(document).columns, (std::vector<std::string>{"x", "y", "z"}));
}

TEST_F(FilesTest, TokensThatDoNotFitAreCroppedAndTold) {
    QSignalSpy noticed(actions, &FileActions::noticed);
    writeText("ex0.tokens.json", R"({"rows": ["a", "b", "c"], "columns": ["x", "y", "z"]})");
    actions->open({writeTensor("ex0.npy", {2, 3})});
    EXPECT_EQ(tokensOf(document).rows, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(noticed.count(), 1);
}

TEST_F(FilesTest, SeveralTensorsAreOfferedAndQKVComputed) {
    const QString file = writeSeveral(
        "dump.npz",
        {{"attn.q", ramp({2, 2})}, {"attn.k", ramp({3, 2})}, {"attn.v", ramp({3, 1})}, {"attn.bias", ramp({2, 2})}});
    std::vector<files::Input> offered;
    answers.onDialog = [&](QDialog& dialog) {
        offered = dynamic_cast<TensorChooser&>(dialog).inputs();
        return true;
    };
    actions->open({file});
    ASSERT_EQ(offered.size(), 4U);
    EXPECT_EQ(offered[0].role, Role::q);
    EXPECT_EQ(offered[1].role, Role::k);
    EXPECT_EQ(offered[2].role, Role::v);
    ASSERT_EQ(document.results().size(), 1U);
    EXPECT_EQ(document.results()[0].columns(), 3);
    EXPECT_NEAR(document.results()[0].attention->alpha.row(1).sum(), 1, 1e-12);
}

TEST_F(FilesTest, QueriesAndKeysAloneAreComputedUnasked) {
    actions->open({writeSeveral("qk.npz", {{"q", ramp({2, 2})}, {"k", ramp({3, 2})}})});
    EXPECT_TRUE(answers.messages.isEmpty()) << answers.messages.join(QLatin1Char('\n')).toStdString();
    ASSERT_EQ(document.results().size(), 1U);
    EXPECT_EQ(document.results()[0].rows(), 2);
    EXPECT_EQ(document.results()[0].columns(), 3);
}

TEST_F(FilesTest, OfABatchOneEntryIsOfferedAndAnyCanBeChosen) {
    QSignalSpy noticed(actions, &FileActions::noticed);
    const QString file = writeTensor("five.npy", {2, 3, 4, 2, 2});
    std::vector<files::Input> offered;
    answers.onDialog = [&](QDialog& dialog) {
        offered = dynamic_cast<TensorChooser&>(dialog).inputs();
        return true;
    };
    actions->open({file});
    ASSERT_EQ(offered.size(), 1U);
    EXPECT_EQ(offered[0].parts, (std::vector<AxisPart>{AxisPart(), AxisPart(0), AxisPart()}));
    ASSERT_EQ(document.results().size(), 8U);
    ASSERT_EQ(noticed.count(), 1);
    EXPECT_EQ(noticed[0][0].toString().toStdString(), "Entry 0 of a batch of 3 is shown.");
    EXPECT_EQ(document.session().matrices[5].title, "L1 · H1");
    EXPECT_EQ(document.results()[5].source->value({0, 1}), (1 * 3 * 4 + 1) * 4 + 1);
    answers.onDialog = [&](QDialog& dialog) {
        dynamic_cast<TensorChooser&>(dialog).setIndex(0, {-1, 2, 3});
        return true;
    };
    actions->open({file});
    ASSERT_EQ(document.results().size(), 2U);
    EXPECT_EQ(document.session().matrices[1].title, "L1 · H3");
    EXPECT_TRUE(document.session().matrices[1].origin.ends_with("#[1,2,3]")) << document.session().matrices[1].origin;
    actions->open({file + QStringLiteral("#[0,:,1]")});
    ASSERT_EQ(document.results().size(), 3U);
    EXPECT_EQ(document.session().matrices[2].title, "L0 · B2 · H1");
}

TEST_F(FilesTest, TheChooserCanShowAStackOrOneOfIt) {
    const QString file = writeSeveral("dump.npz", {{"first", ramp({2, 2, 2})}, {"second", ramp({2, 2})}});
    answers.onDialog = [&](QDialog& dialog) {
        auto& chooser = dynamic_cast<TensorChooser&>(dialog);
        chooser.setRole(0, Role::alpha);
        return true;
    };
    actions->open({file});
    EXPECT_EQ(document.results().size(), 2U);
    answers.onDialog = [&](QDialog& dialog) {
        auto& chooser = dynamic_cast<TensorChooser&>(dialog);
        chooser.setRole(0, Role::alpha);
        chooser.setIndex(0, {1});
        chooser.setRole(1, Role::alpha);
        return true;
    };
    actions->open({file});
    ASSERT_EQ(document.results().size(), 2U);
    EXPECT_EQ(panelTitle(document.results()[0]), QStringLiteral("first[1]"));
    EXPECT_EQ(document.results()[0].source->value({0, 0}), 4);
    EXPECT_EQ(panelTitle(document.results()[1]), QStringLiteral("second"));
}

TEST_F(FilesTest, ACancelledChoiceChangesNothing) {
    actions->open({writeSeveral("dump.npz", {{"a", ramp({2, 2})}, {"b", ramp({2, 2})}})});
    EXPECT_EQ(document.undoStack().count(), 0);
    EXPECT_TRUE(answers.messages.isEmpty());
}

TEST_F(FilesTest, WhatFailsIsToldOnceAndNothingIsLost) {
    actions->open({writeTensor("good.npy", {2, 2})});
    const auto before = document.results()[0].source;
    actions->open({writeText("bad.npy", "not numpy"), path("absent.npy"), writeText("bad.heedmap", "PK")});
    ASSERT_EQ(answers.messages.size(), 1);
    for (const char* name : {"bad.npy", "absent.npy", "bad.heedmap"})
        EXPECT_TRUE(answers.messages[0].contains(QLatin1String(name))) << name;
    EXPECT_EQ(document.undoStack().count(), 1);
    EXPECT_EQ(document.results()[0].source, before);
}

TEST_F(FilesTest, AnExampleIsOpenedByItsName) {
    actions->open({QStringLiteral("pair:three-keys")});
    EXPECT_EQ(document.session().problem.k.rows(), 3);
    EXPECT_TRUE(settings.recentFiles().isEmpty());
    actions->open({QStringLiteral("pair:three-kes")});
    ASSERT_EQ(answers.messages.size(), 1);
    EXPECT_TRUE(answers.messages.front().contains(QStringLiteral("three-keys"))) << answers.messages[0].toStdString();
}

TEST_F(FilesTest, SeveralFilesAtOnceStandSideBySide) {
    actions->open({writeTensor("a.npy", {2, 2}), path("absent.npy"), writeTensor("b.npy", {3, 3})});
    ASSERT_EQ(document.results().size(), 2U);
    EXPECT_EQ(document.results()[1].rows(), 3);
    EXPECT_EQ(answers.messages.size(), 1);
    EXPECT_EQ(document.undoStack().count(), 1) << "one action, one step";
}

TEST_F(FilesTest, ASessionIsSavedAndOpenedAgain) {
    document.open(someSession("mine"));
    answers.fileToSave = path("mine");
    EXPECT_TRUE(actions->save());
    EXPECT_TRUE(answers.offeredPath.endsWith(QStringLiteral("mine.heedmap")));
    EXPECT_EQ(document.filePath(), path("mine.heedmap"));
    EXPECT_TRUE(document.undoStack().isClean());

    Document other;
    FileActions otherActions(&other, &settings, &window);
    otherActions.open({path("mine.heedmap")});
    EXPECT_TRUE(files::sameNumbers(other.session().problem.q, document.session().problem.q));
    EXPECT_EQ(other.filePath(), path("mine.heedmap"));
}

TEST_F(FilesTest, AnEndingThatIsAddedNeverOverwritesUnasked) {
    writeText("mine.heedmap", "precious");
    document.open(someSession("mine"));
    answers.fileToSave = path("mine");
    EXPECT_FALSE(actions->save());
    EXPECT_EQ(answers.questions.size(), 1);
    EXPECT_EQ(QFileInfo(path("mine.heedmap")).size(), 8);
    answers.answer = dialogs::Answer::yes;
    EXPECT_TRUE(actions->save());
}

TEST_F(FilesTest, ASessionThatCannotBeWrittenIsTold) {
    document.open(someSession("mine"));
    answers.fileToSave = path("no/such/folder/mine.heedmap");
    EXPECT_FALSE(actions->save());
    EXPECT_EQ(answers.messages.size(), 1);
    EXPECT_TRUE(document.filePath().isEmpty());
}

TEST_F(FilesTest, Gpt2OpensAsTwelveTimesTwelve) {
    HEEDMAP_CASE(file, "attention/gpt2/ex0.attn_softmax.npy");
    actions->open({QString::fromStdString(file)});
    ASSERT_EQ(document.results().size(), 144U) << answers.messages.join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(panelTitle(document.results()[143]), QStringLiteral("L11 · H11"));
    EXPECT_EQ(tokensOf(document).rows,
              (std::vector<std::string>{"Data", " visualization", " em", "powers", " users", " to"}));
    for (Index row = 0; row < 6; ++row) {
        double sum = 0;
        for (Index column = 0; column < 6; ++column)
            sum += document.results()[77].source->value({row, column});
        EXPECT_NEAR(sum, 1, 1e-5) << "row " << row;
    }
}

TEST_F(FilesTest, OfFourTensorsTheWeightsAreSuggested) {
    HEEDMAP_CASE(file, "attention/gpt2/ex0.npz");
    answers.onDialog = [](QDialog&) {
        return true;
    };
    actions->open({QString::fromStdString(file)});
    ASSERT_EQ(document.results().size(), 144U);
    EXPECT_TRUE(document.session().matrices[0].origin.ends_with("#attn_softmax[0,0]"))
        << document.session().matrices[0].origin;
}

TEST_F(FilesTest, AlphaFromTheQueriesAndKeysOfAFileEqualsTheFilesAlpha) {
    HEEDMAP_CASE(file, "attention/nano_sort/nano_partials.npz");
    answers.onDialog = [](QDialog& dialog) {
        auto& chooser = dynamic_cast<TensorChooser&>(dialog);
        for (const files::Input& input : chooser.inputs()) {
            const Role role = input.tensor == "q" ? Role::q : input.tensor == "k" ? Role::k : Role::none;
            chooser.setRole(*input.position, role);
            if (role != Role::none)
                chooser.setIndex(*input.position, {1, 2});
        }
        return true;
    };
    actions->open({QString::fromStdString(file)});
    document.change(QStringLiteral("mask"), [](files::Session& s) { s.problem.mask.causal = true; });
    ASSERT_EQ(document.results().size(), 1U) << answers.messages.join(QLatin1Char('\n')).toStdString();
    const MatrixD expected = test::CaseFile(file).matrix("attSm", 1, 2);
    ASSERT_EQ(document.results()[0].rows(), expected.rows());
    for (Index row = 0; row < expected.rows(); ++row) {
        for (Index column = 0; column < expected.cols(); ++column)
            EXPECT_NEAR(document.results()[0].source->value({row, column}), expected(row, column), 1e-6)
                << row << ", " << column;
    }
}

TEST_F(FilesTest, TheFigureOfBahdanauOpensWithItsLabels) {
    HEEDMAP_CASE(file, "attention/translation/bahdanau2015/rnn_attentional_ex2.csv");
    actions->open({QString::fromStdString(file)});
    ASSERT_EQ(document.results().size(), 1U) << answers.messages.join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(document.results()[0].rows(), 14);
    EXPECT_EQ(document.results()[0].columns(), 15);
}
