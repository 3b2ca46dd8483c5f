#include "tests/support/ui/files_fixture.h"
#include "ui/files/end_signals.h"

#include <csignal>

using namespace heedmap;
using namespace heedmap::tests;
using attention::ScoreFunction;

namespace {
using AutosaveTest = FilesTest;
}

TEST_F(AutosaveTest, ACrashedSessionComesBack) {
    const QString state = path("autosave");
    auto crashed = std::make_unique<Document>();
    auto* autosave = new Autosave(crashed.get(), state);
    autosave->setDelays(1, 1);
    QSignalSpy saved(autosave, &Autosave::saved);
    crashed->open(someSession("mine"));
    crashed->setFilePath(path("mine.heedmap"));
    crashed->setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, 7), QStringLiteral("edit"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return saved.count() > 0; }));
    autosave->flush();

    Autosave running(&document, state);
    EXPECT_FALSE(running.restore().has_value()) << "its program is still running";

    // A crash: its files stay, its lock is gone.
    const QStringList files = QDir(state).entryList({QStringLiteral("*.heedmap")});
    ASSERT_EQ(files.size(), 1);
    const QString copy = path("after-crash");
    QDir().mkpath(copy);
    for (const QString& ending : {QStringLiteral(".heedmap"), QStringLiteral(".path")}) {
        const QString base = files[0].section(QLatin1Char('.'), 0, 0);
        QFile::copy(state + QLatin1Char('/') + base + ending, copy + QLatin1Char('/') + base + ending);
    }
    Autosave next(&document, copy);
    const auto restored = next.restore();
    ASSERT_TRUE(restored.has_value());
    EXPECT_TRUE(restored->crashed);
    ASSERT_GT(restored->session.problem.q.size(), 0);
    EXPECT_EQ(restored->session.problem.q(0, 0), 7);
    EXPECT_EQ(restored->filePath, path("mine.heedmap"));
    EXPECT_FALSE(next.restore().has_value()) << "given out once";
    delete autosave;
}

TEST_F(AutosaveTest, AProperEndKeepsTheLastSession) {
    const QString state = path("autosave");
    {
        Autosave autosave(&document, state);
        document.open(someSession("mine"));
    }
    Document later;
    Autosave autosave(&later, state);
    const auto restored = autosave.restore();
    ASSERT_TRUE(restored.has_value());
    EXPECT_FALSE(restored->crashed);
    EXPECT_EQ(restored->session.name, "mine");
}

// A program that is killed leaves its directory as it is: the next one is given a copy without the locks.
TEST_F(AutosaveTest, ARestoredSessionOutlivesAnotherKill) {
    QString state = path("state-0");
    QDir().mkpath(state);
    ASSERT_TRUE(files::writeSession((state + QStringLiteral("/last.heedmap")).toStdString(), someSession("mine")).ok());
    writeText("state-0/last.path", "/somewhere/mine.heedmap");
    const auto killed = [&](const QString& next) {
        QDir().mkpath(next);
        for (const QFileInfo& file : QDir(state).entryInfoList(QDir::Files)) {
            if (file.suffix() == QStringLiteral("lock"))
                continue;
            EXPECT_TRUE(QFile::copy(file.filePath(), next + QLatin1Char('/') + file.fileName()));
        }
        state = next;
    };
    for (int start = 0; start < 2; ++start) {
        Document shown;
        Autosave autosave(&shown, state);
        const auto restored = autosave.restore();
        ASSERT_TRUE(restored.has_value()) << "start " << start;
        EXPECT_EQ(restored->session.name, "mine");
        EXPECT_EQ(restored->filePath, QStringLiteral("/somewhere/mine.heedmap"));
        EXPECT_EQ(restored->crashed, start > 0);
        killed(path(start == 0 ? "state-1" : "state-2"));
    }
    // It seems to be the session that ends the program: it is not opened again, and it is not lost.
    Autosave autosave(&document, state);
    QSignalSpy noticed(&autosave, &Autosave::noticed);
    EXPECT_FALSE(autosave.restore().has_value());
    const QString kept = path("state-2/kept/mine.heedmap");
    ASSERT_TRUE(QTest::qWaitFor([&] { return noticed.count() == 1; }));
    EXPECT_TRUE(noticed[0][0].toString().contains(kept)) << noticed[0][0].toString().toStdString();
    const auto session = files::readSession(kept.toStdString());
    ASSERT_TRUE(session) << sentence(session.error());
    EXPECT_EQ(session->name, "mine");
}

// Killed at any moment, or ended: what is not in its file is not taken for saved, and belongs to its own file.
TEST_F(AutosaveTest, UnsavedChangesStayUnsaved) {
    const QString state = path("autosave");
    const auto restored = [](const QString& from) {
        Document shown;
        Autosave next(&shown, from);
        return next.restore();
    };
    const auto killed = [&] {
        const QString copy = path(("killed-" + std::to_string(QDir(directory.path()).entryList().size())).c_str());
        QDir().mkpath(copy);
        for (const QFileInfo& file : QDir(state).entryInfoList(QDir::Files)) {
            if (file.suffix() != QStringLiteral("lock")) {
                EXPECT_TRUE(QFile::copy(file.filePath(), copy + QLatin1Char('/') + file.fileName()));
            }
        }
        return copy;
    };
    {
        Autosave autosave(&document, state);
        document.open(someSession("mine"));
        answers.fileToSave = path("mine.heedmap");
        ASSERT_TRUE(actions->save());
        ASSERT_TRUE(autosave.flush());
        const QString atSave = killed();
        document.setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, 7), QStringLiteral("edit"));
        ASSERT_TRUE(autosave.flush());
        const QString atEdit = killed();
        // Killed between the two files: the older session, with what is said of it.
        const QString between = killed();
        const QString name = QDir(between).entryList({QStringLiteral("*.heedmap")}).front();
        QFile::remove(between + QLatin1Char('/') + name);
        ASSERT_TRUE(QFile::copy(atSave + QLatin1Char('/') + name, between + QLatin1Char('/') + name));
        for (const QString& killedThen : {atSave, between}) {
            const auto saved = restored(killedThen);
            ASSERT_TRUE(saved);
            EXPECT_FALSE(saved->modified);
            EXPECT_EQ(saved->filePath, path("mine.heedmap"));
        }
        const auto edited = restored(atEdit);
        ASSERT_TRUE(edited);
        EXPECT_TRUE(edited->modified);
        EXPECT_EQ(edited->filePath, path("mine.heedmap"));
        EXPECT_EQ(edited->session.problem.q(0, 0), 7);
    }
    const QString atEnd = killed();
    Document other;
    other.reset(someSession("theirs"), path("theirs.heedmap"));
    {
        Autosave autosave(&other, state);
        other.setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, 5), QStringLiteral("edit"));
    }
    Document shown[2];
    Autosave running[]{Autosave(&shown[0], state), Autosave(&shown[1], state)};
    const auto first = running[0].restore();
    ASSERT_TRUE(first);
    const auto second = running[1].restore();
    ASSERT_TRUE(second) << "another window's unsaved session is not written over";
    EXPECT_NE(first->filePath, second->filePath);
    EXPECT_TRUE(first->modified && second->modified);

    auto ended = restored(atEnd);
    ASSERT_TRUE(ended);
    Document again;
    again.reset(std::move(ended->session), ended->filePath, ended->modified);
    EXPECT_TRUE(again.isModified());
    EXPECT_EQ(again.undoStack().count(), 0);
    FileActions againActions(&again, &settings, &window);
    EXPECT_FALSE(againActions.maybeSave()) << "asked, and cancelled";
    EXPECT_TRUE(againActions.save());
    EXPECT_FALSE(again.isModified());
}

TEST_F(AutosaveTest, AFileThatIsGoneIsNotWhereTheSessionIsSaved) {
    const QString state = path("autosave");
    {
        Autosave autosave(&document, state);
        document.open(someSession("mine"));
        answers.fileToSave = path("mine.heedmap");
        ASSERT_TRUE(actions->save());
    }
    QFile::remove(path("mine.heedmap"));
    Document shown;
    Autosave autosave(&shown, state);
    const auto restored = autosave.restore();
    ASSERT_TRUE(restored);
    EXPECT_TRUE(restored->modified);
    EXPECT_EQ(restored->filePath, path("mine.heedmap"));
}

TEST_F(AutosaveTest, BiasesCount) {
    files::Session session = someSession("mine");
    const double before = bytesOf(session);
    session.problem.parameters.b_q = VectorD::Zero(10);
    session.problem.parameters.b_o = VectorD::Zero(20);
    session.problem.parameters.v = VectorD::Zero(5);
    EXPECT_EQ(bytesOf(session) - before, 8 * 35);
}

TEST_F(AutosaveTest, AProperEndForgetsTheKills) {
    const QString state = path("state");
    { // the last session
        Autosave autosave(&document, state);
        document.open(someSession("mine"));
    }
    for (int start = 0; start < 4; ++start) {
        Document shown;
        Autosave autosave(&shown, state);
        ASSERT_TRUE(autosave.restore().has_value()) << "start " << start;
    }
}

TEST_F(AutosaveTest, ADamagedAutosaveIsKeptAndSaid) {
    const QString state = path("autosave");
    QDir().mkpath(state);
    writeText("autosave/0.heedmap", "torn");
    writeText("autosave/last.heedmap", "torn");
    writeText("autosave/last.damaged", "older");
    Autosave autosave(&document, state);
    QSignalSpy noticed(&autosave, &Autosave::noticed);
    EXPECT_FALSE(autosave.restore().has_value());
    EXPECT_TRUE(QFile::exists(path("autosave/0.damaged")));
    EXPECT_TRUE(QFile::exists(path("autosave/last-2.damaged"))) << "the older one stays";
    ASSERT_TRUE(QTest::qWaitFor([&] { return noticed.count() == 2; }));
    EXPECT_TRUE(noticed[0][0].toString().contains(path("autosave/0.damaged")))
        << noticed[0][0].toString().toStdString();
    EXPECT_TRUE(noticed[1][0].toString().contains(path("autosave/last-2.damaged")));
}

TEST_F(AutosaveTest, AutosaveSaysOnceThatASessionIsTooLarge) {
    Autosave autosave(&document, path("autosave"));
    QSignalSpy noticed(&autosave, &Autosave::noticed);
    files::Session session = someSession("large");
    session.panels.clear();
    session.problem.x = MatrixD::Zero(4096, 4096);
    document.open(session);
    autosave.flush();
    document.setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, 7), QStringLiteral("edit"));
    autosave.flush();
    EXPECT_EQ(noticed.count(), 1);
    EXPECT_TRUE(QDir(path("autosave")).entryList({QStringLiteral("*.heedmap")}).isEmpty());
}

// An edit so fresh that nothing has written it yet.
TEST_F(AutosaveTest, ASignalThatEndsTheProgramLosesNoEdit) {
    for (const int number : EndSignals::numbers) {
        const QString state = path("autosave") + QString::number(number);
        Document edited;
        {
            Autosave autosave(&edited, state);
            edited.open(someSession("mine"));
            edited.setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, number), QStringLiteral("edit"));
            const EndSignals endSignals;
            QObject::connect(&endSignals, &EndSignals::received, qApp, [] { QCoreApplication::exit(0); });
            QTimer::singleShot(0, qApp, [number] { std::raise(number); });
            EXPECT_EQ(QCoreApplication::exec(), 0);
            EXPECT_TRUE(endSignals.arrived());
        }
        Document later;
        Autosave next(&later, state);
        const auto restored = next.restore();
        ASSERT_TRUE(restored.has_value());
        EXPECT_EQ(restored->session.problem.q(0, 0), number);
        EXPECT_FALSE(restored->crashed);
    }
}
