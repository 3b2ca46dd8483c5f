// A user who does anything. Drives the real window by a seed: mouse, keys, actions, files, edits, Stop in the middle.
// After each step, what is drawn and exportable must belong to the problem of its results; undo to the beginning and
// redo to the end must bring every byte back; nothing unsaved may be shown as saved. With --kills, the program is
// killed at random moments, and at most two seconds of work may be lost. A failure prints its seed and the fewest steps
// found that show it. Not part of a test run: it takes as long as one gives it.
#include "core/session/session.h"
#include "tests/support/ui/dialog_answers.h"
#include "ui/actions/actions.h"
#include "ui/compare/compare_grid.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/files/autosave.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/lab/lab.h"
#include "ui/main_window.h"
#include "ui/settings/resources.h"
#include "ui/settings/settings.h"
#include "ui/settings/theme.h"

#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <cmath>
#include <cstdio>
#include <random>
#include <signal.h>

using namespace heedmap;

namespace {

// What one step does is drawn from these numbers and from what the window shows, so that any part of a run can be
// replayed.
struct Step {
    std::uint32_t kind = 0, a = 0, b = 0, c = 0;
};

std::vector<Step> drawSteps(std::uint64_t seed, int count) {
    std::mt19937_64 random(seed);
    const auto number = [&random] {
        return static_cast<std::uint32_t>(random() >> 33);
    };
    std::vector<Step> steps(static_cast<std::size_t>(count));
    for (Step& step : steps)
        step = {number(), number(), number(), number()};
    return steps;
}

QByteArray bytesOf(const files::Session& session) {
    return QByteArray::fromStdString(files::inlineManifest(session));
}

QByteArray hashOf(const files::Session& session) {
    return QCryptographicHash::hash(bytesOf(session), QCryptographicHash::Sha256).toHex().left(16);
}

class RandomUser {
public:
    explicit RandomUser(const QString& folder)
        : folder_(folder)
        , settings_(folder + QStringLiteral("/taste.ini"), folder + QStringLiteral("/state.ini"))
        , autosave_(&document_, folder + QStringLiteral("/state")) {
        if (auto example = openExample(examples().front().id))
            document_.reset(std::move(example).value());
        window_ = std::make_unique<MainWindow>(&document_, &lab_, &settings_);
        window_->setAutosave(&autosave_);
        window_->resize(1280, 800);
        window_->show();
        answers_.answer = dialogs::Answer::no;
        answers_.onDialog = [this](QDialog& dialog) {
            return useDialog(dialog);
        };
        beginning_ = bytesOf(document_.session());
        writeFiles();
    }

    Document& document() { return document_; }
    const QString& problem() const { return problem_; }

    // False: problem() says what is wrong.
    bool take(const Step& step) {
        const bool wasEmpty = document_.undoStack().count() == 0;
        act(step);
        settle();
        if (document_.undoStack().count() == 0 && !wasEmpty)
            beginning_ = bytesOf(document_.session());
        return drawnIsComputed(step) && savedIsSaved() && (step.c % 40 != 0 || undoBringsBack());
    }

private:
    void writeFiles() {
        const auto write = [this](const char* name, const QByteArray& content) {
            QFile file(folder_ + QLatin1Char('/') + QLatin1String(name));
            if (file.open(QFile::WriteOnly))
                file.write(content);
            files_.append(file.fileName());
        };
        write("weights.csv", "0.7,0.2,0.1\n0.1,0.8,0.1\n0.2,0.2,0.6\n");
        write("labelled.tsv", "\tI\tlove\n我\t0.9\t0.1\n爱\t0.2\t0.8\n");
        write("broken.npy", "\x93NUMPY\x01");
        write("empty.csv", "");
        write("deep.json", "[[0.5,0.5],[NaN,1]]");
        files_.append(folder_ + QStringLiteral("/absent.npz"));
    }

    QWidget* someWidget(std::uint32_t number) {
        QList<QWidget*> widgets;
        for (QWidget* widget : window_->findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && widget->width() > 0 && widget->height() > 0)
                widgets.append(widget);
        return widgets.isEmpty() ? window_.get() : widgets[static_cast<int>(number % unsigned(widgets.size()))];
    }

    static QPoint somePoint(const QWidget& widget, std::uint32_t number) {
        return {static_cast<int>(number % unsigned(widget.width())),
                static_cast<int>((number / 7919) % unsigned(widget.height()))};
    }

    // Menus and dialogs that a click opened wait for an answer; they get a key, and are closed in the end.
    void closePopupsSoon(std::uint32_t number) {
        QTimer::singleShot(0, window_.get(), [this, number] {
            for (int i = 0; i < 20; ++i) {
                QWidget* const open = QApplication::activePopupWidget() ? QApplication::activePopupWidget()
                                                                        : QApplication::activeModalWidget();
                if (!open)
                    return;
                if (i == 0 && number % 2 == 0) {
                    for (unsigned k = 0; k <= number % 5; ++k)
                        QTest::keyClick(open, Qt::Key_Down);
                    QTest::keyClick(open, Qt::Key_Return);
                } else {
                    open->close();
                }
            }
        });
    }

    bool useDialog(QDialog& dialog) {
        const QList<QWidget*> widgets = dialog.findChildren<QWidget*>();
        std::mt19937 random(dialogs_++);
        for (int i = 0; i < 4 && !widgets.isEmpty(); ++i) {
            QWidget* const widget = widgets[static_cast<int>(random() % unsigned(widgets.size()))];
            if (widget->isEnabled())
                QTest::keyClick(widget, random() % 2 ? Qt::Key_Down : Qt::Key_Space);
        }
        return random() % 2 == 0;
    }

    void act(const Step& step) {
        static constexpr Qt::Key keys[] = {
            Qt::Key_Up,       Qt::Key_Down,      Qt::Key_Left,  Qt::Key_Right,  Qt::Key_Return, Qt::Key_Escape,
            Qt::Key_Tab,      Qt::Key_Backspace, Qt::Key_Space, Qt::Key_Delete, Qt::Key_Home,   Qt::Key_End,
            Qt::Key_PageDown, Qt::Key_Plus,      Qt::Key_Minus, Qt::Key_0,      Qt::Key_1,      Qt::Key_5,
            Qt::Key_Period,   Qt::Key_E,         Qt::Key_A,     Qt::Key_F2};
        static constexpr Qt::KeyboardModifiers modifiers[] = {Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier,
                                                              Qt::ControlModifier};
        const Qt::KeyboardModifiers held = modifiers[step.b % 4];
        closePopupsSoon(step.b);
        switch (step.kind % 20) {
        case 0:
        case 1:
        case 2: {
            QWidget* const widget = someWidget(step.a);
            QTest::mouseClick(widget, step.c % 5 ? Qt::LeftButton : Qt::RightButton, held, somePoint(*widget, step.b));
            break;
        }
        case 3: {
            QWidget* const widget = someWidget(step.a);
            QTest::mouseDClick(widget, Qt::LeftButton, held, somePoint(*widget, step.b));
            break;
        }
        case 4: {
            QWidget* const widget = someWidget(step.a);
            QTest::mousePress(widget, Qt::LeftButton, held, somePoint(*widget, step.b));
            QTest::mouseMove(widget, somePoint(*widget, step.c));
            QTest::mouseRelease(widget, Qt::LeftButton, held, somePoint(*widget, step.c));
            break;
        }
        case 5:
        case 6: {
            QWidget* const focus = QApplication::focusWidget() ? QApplication::focusWidget() : window_.get();
            QTest::keyClick(focus, keys[step.a % std::size(keys)], held);
            break;
        }
        case 7: {
            const auto id = static_cast<ActionId>(step.a % (unsigned(ActionId::about) + 1));
            if (id == ActionId::quit || id == ActionId::open)
                break;
            answers_.fileToSave = folder_ + QStringLiteral("/saved%1.heedmap").arg(step.b % 3);
            if (QAction* const action = window_->actions()[id]; action->isEnabled())
                action->trigger();
            break;
        }
        case 8: {
            const auto& all = examples();
            if (auto example = openExample(all[step.a % all.size()].id))
                document_.open(std::move(example).value());
            break;
        }
        case 9: {
            QStringList files = files_;
            for (const QString& name : QDir(folder_).entryList({QStringLiteral("saved*.heedmap")}))
                files.append(folder_ + QLatin1Char('/') + name);
            window_->openFiles({files[static_cast<int>(step.a % unsigned(files.size()))]});
            break;
        }
        case 10:
        case 11:
        case 12: {
            const MatrixId ids[] = {MatrixId::q, MatrixId::k, MatrixId::v, MatrixId::x};
            const MatrixId id = ids[step.a % 4];
            const MatrixD matrix = matrixOf(document_.session(), id);
            if (matrix.size() == 0)
                break;
            const MatrixD block = MatrixD::Constant(1, 1, static_cast<double>(step.c % 2001) / 500.0 - 2);
            document_.setBlock(id, {Index(step.b % unsigned(matrix.rows())), Index(step.c % unsigned(matrix.cols()))},
                               block, QStringLiteral("edit"));
            break;
        }
        case 13:
            document_.change(QStringLiteral("temperature"), [&step](files::Session& session) {
                session.problem.normalizer.temperature = 0.25 + step.a % 16 / 4.0;
            });
            break;
        case 14:
            document_.change(QStringLiteral("mask"), [](files::Session& session) {
                session.problem.mask.causal = !session.problem.mask.causal;
            });
            break;
        case 15: // long enough to be stopped in the middle
            document_.change(QStringLiteral("many tokens"), [&step](files::Session& session) {
                const Index n = 600 + Index(step.a % 600);
                const Index d = std::max<Index>(session.problem.q.cols(), 1);
                session.problem.q = MatrixD::Random(n, d);
                session.problem.k = MatrixD::Random(n, std::max<Index>(session.problem.k.cols(), 1));
                session.problem.v = MatrixD::Random(n, std::max<Index>(session.problem.v.cols(), 1));
                session.crossLabels = {};
            });
            document_.stopComputing();
            break;
        case 16:
            if (step.a % 2)
                document_.stopComputing();
            else
                document_.compute();
            break;
        case 17:
            if (step.a % 2)
                document_.undoStack().undo();
            else
                document_.undoStack().redo();
            break;
        case 18:
            window_->resize(920 + int(step.a % 1600), 560 + int(step.b % 1000));
            break;
        default:
            waitUntilComputed();
            break;
        }
    }

    static void settle() {
        for (int i = 0; i < 3; ++i) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        }
    }

    void waitUntilComputed() {
        QElapsedTimer waited;
        waited.start();
        while (document_.computing() && waited.elapsed() < 20000)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    }

    bool fails(const QString& what) {
        problem_ = what;
        return false;
    }

    // Every picture shows numbers of the results, and those are the numbers of the problem that the results name.
    bool drawnIsComputed(const Step& step) {
        const Results results = document_.results();
        const files::Session& session = results.session();
        if (!results.empty() && results.size() != session.panels.size())
            return fails(QStringLiteral("%1 results of %2 panels").arg(results.size()).arg(session.panels.size()));
        if (document_.computation() == Computation::done && !document_.showsOlder() && !results.empty() &&
            bytesOf(session) != bytesOf(document_.session()))
            return fails(QStringLiteral("the results are said to be the newest, and are of another session"));
        for (const HeatmapView* view : window_->panels().views()) {
            if (!view->isVisible())
                continue;
            const auto i = static_cast<std::size_t>(view->index());
            if (i >= results.size())
                return fails(QStringLiteral("panel %1 is shown, but there are %2 results").arg(i).arg(results.size()));
            if (view->picture().source != results[i].source)
                return fails(QStringLiteral("panel %1 draws other numbers than its results have").arg(i));
            if (view->panelState().dimmed && !document_.showsOlder() && document_.computation() == Computation::done)
                return fails(QStringLiteral("panel %1 is dimmed, though it is up to date").arg(i));
        }
        if (results.empty())
            return true;
        const std::size_t i = step.a % results.size();
        const PanelResult& result = results[i];
        if (!result.source || result.rows() * result.columns() > 4096)
            return true;
        const auto again = computePanel(session, session.panels[i]);
        if (!again || !again->source || again->rows() != result.rows() || again->columns() != result.columns())
            return fails(QStringLiteral("panel %1 computed again from its own problem has another shape").arg(i));
        for (Index row = 0; row < result.rows(); ++row)
            for (Index column = 0; column < result.columns(); ++column) {
                const double shown = result.source->value({row, column});
                const double right = again->source->value({row, column});
                if (!(std::abs(shown - right) <= 1e-5 * std::max(1.0, std::abs(right))) &&
                    !(std::isnan(shown) && std::isnan(right)) && shown != right)
                    return fails(QStringLiteral("panel %1 shows %2 at (%3, %4); its own problem gives %5")
                                     .arg(i)
                                     .arg(shown)
                                     .arg(row)
                                     .arg(column)
                                     .arg(right));
            }
        return true;
    }

    // A title without its star stands for a file that holds just this.
    bool savedIsSaved() {
        if (window_->isWindowModified() || document_.filePath().isEmpty() ||
            !document_.filePath().endsWith(QLatin1String(".heedmap")))
            return true;
        const auto saved = files::readSession(document_.filePath().toStdString());
        if (!saved)
            return fails(QStringLiteral("shown as saved, but the file cannot be read"));
        if (bytesOf(*saved) != bytesOf(document_.session()))
            return fails(QStringLiteral("shown as saved, but the file holds another session"));
        return true;
    }

    bool undoBringsBack() {
        QUndoStack& stack = document_.undoStack();
        const int index = stack.index();
        const QByteArray now = bytesOf(document_.session());
        stack.setIndex(0);
        if (bytesOf(document_.session()) != beginning_)
            return fails(
                QStringLiteral("undo to the beginning gives another session than there was (%1 steps)").arg(index));
        stack.setIndex(index);
        if (bytesOf(document_.session()) != now)
            return fails(QStringLiteral("redo to the end gives another session than there was (%1 steps)").arg(index));
        settle();
        return true;
    }

    QString folder_;
    Settings settings_;
    Document document_;
    Lab lab_;
    Autosave autosave_;
    tests::DialogAnswers answers_;
    std::unique_ptr<MainWindow> window_;
    QByteArray beginning_;
    QStringList files_;
    QString problem_;
    unsigned dialogs_ = 0;
};

// In a process of its own, since a fault may end it. Empty: no fault.
QString faultOf(const std::vector<Step>& steps) {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("steps")));
    if (!file.open(QFile::WriteOnly))
        return {};
    for (const Step& step : steps)
        file.write(QByteArray::number(step.kind) + ' ' + QByteArray::number(step.a) + ' ' + QByteArray::number(step.b) +
                   ' ' + QByteArray::number(step.c) + '\n');
    file.close();
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--replay"), file.fileName()});
    process.waitForFinished(600000);
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return {};
    return QString::fromUtf8(process.readAll()).trimmed().section(QLatin1Char('\n'), -1);
}

// Takes away halves, then quarters, … as long as the fault stays.
std::vector<Step> fewest(std::vector<Step> steps) {
    for (std::size_t part = steps.size() / 2; part > 0; part = part == 1 ? 0 : (part + 1) / 2) {
        for (std::size_t begin = 0; begin < steps.size();) {
            std::vector<Step> fewer = steps;
            const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(begin);
            fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(part, steps.size() - begin)));
            if (!fewer.empty() && !faultOf(fewer).isEmpty())
                steps = std::move(fewer);
            else
                begin += part;
        }
    }
    return steps;
}

int replay(const QString& path) {
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        return 2;
    std::vector<Step> steps;
    while (!file.atEnd()) {
        const QList<QByteArray> words = file.readLine().trimmed().split(' ');
        if (words.size() == 4)
            steps.push_back({words[0].toUInt(), words[1].toUInt(), words[2].toUInt(), words[3].toUInt()});
    }
    QTemporaryDir folder;
    RandomUser user(folder.path());
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (!user.take(steps[i])) {
            std::printf("step %zu: %s\n", i + 1, qPrintable(user.problem()));
            return 1;
        }
    return 0;
}

int useForSeconds(std::uint64_t seed, int seconds, int stepsEach) {
    QElapsedTimer time;
    time.start();
    int steps = 0;
    for (; time.elapsed() < seconds * 1000LL; ++seed) {
        const std::vector<Step> drawn = drawSteps(seed, stepsEach);
        const QString fault = faultOf(drawn);
        if (!fault.isEmpty()) {
            std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), qPrintable(fault));
            std::fflush(stdout);
            const std::vector<Step> few = fewest(drawn);
            std::printf("%zu steps show it: %s\n", few.size(), qPrintable(faultOf(few)));
            for (const Step& step : few)
                std::printf("%u %u %u %u\n", step.kind, step.a, step.b, step.c);
            return 1;
        }
        steps += stepsEach;
    }
    std::printf("%d steps, no fault; the next seed is %llu\n", steps, static_cast<unsigned long long>(seed));
    return 0;
}

// Works until it is killed, and says after each edit when it was done and what there is now.
int workUntilKilled(const QString& folder, std::uint64_t seed) {
    RandomUser user(folder);
    std::mt19937_64 random(seed);
    const auto sayWhatThereIs = [&user] {
        std::printf("%lld %s\n", static_cast<long long>(QDateTime::currentMSecsSinceEpoch()),
                    hashOf(user.document().session()).constData());
        std::fflush(stdout);
    };
    sayWhatThereIs();
    for (;;) {
        const auto a = static_cast<std::uint32_t>(random() >> 33), b = static_cast<std::uint32_t>(random() >> 33);
        user.take({10 + a % 5, a, b, b | 1});
        sayWhatThereIs();
        QTest::qWait(static_cast<int>(b % 300)); // a person's pace, so that there is something to lose
    }
}

int showRestored(const QString& folder) {
    Document document;
    Autosave autosave(&document, folder + QStringLiteral("/state"));
    const auto restored = autosave.restore();
    std::printf("%s\n", restored ? hashOf(restored->session).constData() : "nothing");
    return restored ? 0 : 1;
}

int killAgainAndAgain(std::uint64_t seed, int kills) {
    constexpr qint64 mostLost = 2000; // milliseconds
    std::mt19937_64 random(seed);
    qint64 worst = 0;
    for (int i = 0; i < kills; ++i) {
        QTemporaryDir folder;
        QProcess process;
        process.start(
            QCoreApplication::applicationFilePath(),
            {QStringLiteral("--work"), folder.path(), QStringLiteral("--seed"), QString::number(seed + unsigned(i))});
        process.waitForReadyRead(30000);
        QThread::msleep(500 + random() % 6000);
        process.kill();
        process.waitForFinished();
        const qint64 killed = QDateTime::currentMSecsSinceEpoch();
        QList<std::pair<qint64, QByteArray>> states;
        for (const QByteArray& line : process.readAllStandardOutput().split('\n'))
            if (const QList<QByteArray> words = line.split(' '); words.size() == 2 && words[1].size() == 16)
                states.append({words[0].toLongLong(), words[1]});
        QProcess restored;
        restored.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--restored"), folder.path()});
        restored.waitForFinished(60000);
        const QByteArray hash = restored.readAllStandardOutput().trimmed();
        qint64 lost = -1; // how long before the end another state took its place
        for (int k = 0; k < states.size(); ++k)
            if (states[k].second == hash || (k == 0 && hash == "nothing"))
                lost = k + 1 < states.size() ? killed - states[k + 1].first : 0;
        if (lost < 0 || lost > mostLost) {
            std::printf("seed %llu, kill %d: %s\n", static_cast<unsigned long long>(seed), i,
                        lost < 0 ? "what is restored was never there"
                                 : qPrintable(QStringLiteral("%1 ms are lost").arg(lost)));
            return 1;
        }
        worst = std::max(worst, lost);
    }
    std::printf("killed %d times; at most %lld ms of work were lost\n", kills, static_cast<long long>(worst));
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryDir home;
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        qputenv(variable, home.path().toLocal8Bit());
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("heedmap-tests"));
    QApplication::setApplicationName(QStringLiteral("heedmap-tests"));
    heedmapLoadResources();
    applyTheme(ThemeChoice::light);
    QCommandLineParser words;
    words.setApplicationDescription(QStringLiteral("Drives the window by a seed and checks what it shows."));
    words.addHelpOption();
    const auto option = [&words](const char* name, const char* what, const char* value, const char* usual = "") {
        words.addOption({QLatin1String(name), QLatin1String(what), QLatin1String(value), QLatin1String(usual)});
    };
    option("seed", "where to begin", "N", "1");
    option("seconds", "how long", "N", "60");
    option("steps", "steps of one seed", "N", "300");
    option("kills", "kill the program so often instead, and see what is lost", "N");
    option("replay", "the steps in a file, once", "FILE");
    option("work", "work in a folder until killed", "FOLDER");
    option("restored", "what the program finds in a folder", "FOLDER");
    words.process(application);
    const std::uint64_t seed = words.value(QStringLiteral("seed")).toULongLong();
    if (words.isSet(QStringLiteral("replay")))
        return replay(words.value(QStringLiteral("replay")));
    if (words.isSet(QStringLiteral("work")))
        return workUntilKilled(words.value(QStringLiteral("work")), seed);
    if (words.isSet(QStringLiteral("restored")))
        return showRestored(words.value(QStringLiteral("restored")));
    if (words.isSet(QStringLiteral("kills")))
        return killAgainAndAgain(seed, words.value(QStringLiteral("kills")).toInt());
    return useForSeconds(seed, words.value(QStringLiteral("seconds")).toInt(),
                         words.value(QStringLiteral("steps")).toInt());
}
