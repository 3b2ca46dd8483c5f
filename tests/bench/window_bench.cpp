// Times what a user feels, on the real window: one edited number to the repainted picture, and frames of panning and
// zooming a large matrix. Prints JSON. Not part of the tests: figures of a busy machine say nothing.
#include "core/attention/parameters.h"
#include "core/session/reference.h"
#include "ui/compare/compare_grid.h"
#include "ui/document/document.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/lab/lab.h"
#include "ui/main_window.h"
#include "ui/settings/resources.h"
#include "ui/settings/settings.h"
#include "ui/settings/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>

using namespace heedmap;

namespace {

// Counts the paint events of the panels.
class PaintCounter : public QObject {
public:
    explicit PaintCounter(const QList<HeatmapView*>& views) {
        for (HeatmapView* view : views)
            view->installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint)
            ++painted[watched];
        return false;
    }
    std::map<QObject*, int> painted;
};

struct Times {
    std::vector<double> milliseconds;
    void print(const char* name, bool last = false) {
        std::sort(milliseconds.begin(), milliseconds.end());
        const auto at = [this](double part) {
            return milliseconds[static_cast<std::size_t>(part * static_cast<double>(milliseconds.size() - 1))];
        };
        std::printf("  \"%s\": {\"median_ms\": %.2f, \"p99_ms\": %.2f, \"runs\": %zu}%s\n", name, at(0.5), at(0.99),
                    milliseconds.size(), last ? "" : ",");
        std::fflush(stdout);
    }
};

// Runs `act` and the event loop until every panel was painted again.
double timeToPainted(const QList<HeatmapView*>& views, const std::function<void()>& act) {
    PaintCounter counter(views);
    QElapsedTimer timer;
    timer.start();
    act();
    while (counter.painted.size() < static_cast<std::size_t>(views.size()) && timer.elapsed() < 10000)
        QCoreApplication::processEvents(QEventLoop::AllEvents);
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

files::Session problemOf(Index n, Index d) {
    attention::RandomStream random(1);
    files::Session session;
    session.problem.q = attention::normalMatrix(n, d, random);
    session.problem.k = attention::normalMatrix(n, d, random);
    session.problem.v = attention::normalMatrix(n, d, random);
    session.problem.parameters = attention::withSeededScores({}, d, d, 64, 0);
    for (const auto function : {attention::ScoreFunction::additive, attention::ScoreFunction::dot,
                                attention::ScoreFunction::general, attention::ScoreFunction::scaled_dot})
        session.panels.push_back({.score = function, .matrix = std::nullopt});
    return session;
}

files::Session matrixOf(Index n) {
    MatrixF values = MatrixF::Constant(n, n, 1e-4F);
    values.diagonal().setConstant(0.9F);
    files::Session session;
    session.matrices.push_back({.name = "large", .origin = {}, .tensor = makeTensor(values)});
    session.panels.push_back({.score = std::nullopt, .matrix = 0});
    return session;
}

void waitForResults(Document& document, MainWindow& window) {
    static_cast<void>(QTest::qWaitFor(
        [&] {
            return !document.computing() && !document.results().empty() &&
                   static_cast<std::size_t>(window.panels().views().size()) == document.results().size() &&
                   window.panels().views()[0]->picture().source == document.results()[0].source;
        },
        60000));
}

files::Session selfProblemOf(Index n, Index d) {
    attention::RandomStream random(2);
    files::Session session = problemOf(n, d);
    session.problem.kind = attention::ProblemKind::self;
    session.problem.x = attention::normalMatrix(n, d, random);
    for (MatrixD* w :
         {&session.problem.parameters.w_q, &session.problem.parameters.w_k, &session.problem.parameters.w_v})
        *w = attention::normalMatrix(d, d, random) / std::sqrt(static_cast<double>(d));
    return session;
}

// What the window still has to do before it is at rest.
void settle(int milliseconds = 50) {
    QElapsedTimer quiet;
    quiet.start();
    while (quiet.elapsed() < milliseconds)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
}

// `act(i)` again and again, each time from a window at rest; or one right after the other, as while dragging.
Times repeated(Document& document, MainWindow& window, int count, bool atRest, const std::function<void(int)>& act) {
    Times times;
    for (int i = 0; i < count; ++i) {
        if (atRest)
            settle();
        times.milliseconds.push_back(timeToPainted(window.panels().views(), [&] { act(i); }));
        // Computed aside: until that is painted too.
        if (document.computing()) {
            QElapsedTimer timer;
            timer.start();
            waitForResults(document, window);
            times.milliseconds.back() +=
                static_cast<double>(timer.nsecsElapsed()) / 1e6 + timeToPainted(window.panels().views(), [] {});
        }
    }
    return times;
}

// One number of a matrix, from a window at rest. The first edit of a problem is told apart.
void edits(Document& document, MainWindow& window, const files::Session& session, MatrixId id, const char* name) {
    document.open(session);
    waitForResults(document, window);
    const auto edit = [&](int i) {
        document.setBlock(id, {i, 3}, MatrixD::Constant(1, 1, std::sin(i)), QStringLiteral("edit"));
    };
    settle(800);
    repeated(document, window, 1, true, edit).print((std::string(name) + "_first").c_str());
    repeated(document, window, 40, true, [&](int i) { edit(i + 1); }).print(name);
    repeated(document, window, 20, true, [&](int) {
        document.undoStack().undo();
    }).print((std::string(name) + "_undone").c_str());
}

// τ as its slider changes it.
void temperatures(Document& document, MainWindow& window, const files::Session& session, const char* name) {
    document.open(session);
    waitForResults(document, window);
    repeated(document, window, 40, false, [&](int i) {
        document.change(
            QStringLiteral("τ"), [&](files::Session& s) { s.problem.normalizer.temperature = 1 + 0.02 * i + 0.01; },
            QStringLiteral("temperature"));
    }).print(name);
}

void allEdits(Document& document, MainWindow& window) {
    edits(document, window, problemOf(256, 64), MatrixId::q, "edit_q_n256");
    edits(document, window, problemOf(1024, 64), MatrixId::q, "edit_q_n1024");
    edits(document, window, problemOf(1024, 64), MatrixId::k, "edit_k_n1024");
    edits(document, window, problemOf(1024, 64), MatrixId::v, "edit_v_n1024");
    edits(document, window, selfProblemOf(1024, 64), MatrixId::x, "edit_x_n1024");
    temperatures(document, window, problemOf(1024, 64), "drag_temperature_n1024");
}

// Frames while a matrix is dragged with the mouse, at zooms from the whole matrix to cells with numbers in them.
Times drags(Document& document, MainWindow& window) {
    waitForResults(document, window);
    const QList<HeatmapView*> views = window.panels().views();
    HeatmapView* const view = views[0];
    QWindow* const handle = window.windowHandle();
    Times times;
    for (const double zoom : {1.0, 1.5, 3.0, 7.0, 20.0, 60.0, 300.0, 1200.0}) {
        window.viewState().setViewport(zoom, {0.37, 0.61});
        QPoint at = view->mapTo(&window, view->panelLayout().cells.center().toPoint());
        timeToPainted(views, [&] { view->update(); });
        QTest::mousePress(handle, Qt::LeftButton, {}, at);
        for (int i = 0; i < 60; ++i) {
            at += QPoint(i % 20 < 10 ? 7 : -6, i % 12 < 6 ? 5 : -4);
            times.milliseconds.push_back(timeToPainted(views, [&] {
                QTest::mouseMove(handle, at);
                view->update(); // a matrix that is shown as a whole does not move
            }));
        }
        QTest::mouseRelease(handle, Qt::LeftButton, {}, at);
    }
    return times;
}

Times zooms(Document& document, MainWindow& window) {
    waitForResults(document, window);
    Times times;
    for (int i = 0; i < 200; ++i) {
        const double zoom = std::pow(1.04, i); // from the whole matrix to single cells
        const QPointF center(0.5 + 0.3 * std::sin(i * 0.1), 0.5 + 0.3 * std::cos(i * 0.1));
        times.milliseconds.push_back(
            timeToPainted(window.panels().views(), [&] { window.viewState().setViewport(zoom, center); }));
    }
    return times;
}

// How long until there is something to see, and until all of it is.
void opening(Document& document, MainWindow& window, files::Session session, const char* name) {
    QElapsedTimer timer;
    timer.start();
    document.open(std::move(session));
    const auto shows = [&] {
        return !document.results().empty() && document.results()[0].pyramid && !window.panels().views().isEmpty() &&
               window.panels().views()[0]->picture().pyramid == document.results()[0].pyramid;
    };
    static_cast<void>(QTest::qWaitFor(shows, 60000));
    timeToPainted(window.panels().views(), [] {});
    const double first = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    static_cast<void>(QTest::qWaitFor([&] { return !document.computing() && shows(); }, 300000));
    std::printf("  \"%s\": {\"first_picture_ms\": %.0f, \"whole_ms\": %.0f},\n", name, first,
                static_cast<double>(timer.nsecsElapsed()) / 1e6);
}

files::Session fileOf(const QString& path) {
    auto opened = files::openReference({path.toStdString(), {}, {}});
    files::Session session;
    if (!opened) {
        std::fprintf(stderr, "%s\n", sentence(opened.error()).c_str());
        return session;
    }
    session.matrices.push_back({.name = opened->name, .origin = {}, .tensor = opened->tensor});
    session.panels.push_back({.score = std::nullopt, .matrix = 0});
    return session;
}

files::Session sequenceOf(Index n) {
    files::Session session = problemOf(n, 64);
    session.panels.resize(1);
    session.panels[0].score = attention::ScoreFunction::scaled_dot;
    return session;
}

void large(Document& document, MainWindow& window, const std::string& name, const files::Session& session) {
    opening(document, window, session, (name + "_open").c_str());
    document.open(problemOf(8, 4));
    waitForResults(document, window);
    opening(document, window, session, (name + "_open_again").c_str());
    drags(document, window).print((name + "_drag_frame").c_str());
    zooms(document, window).print((name + "_zoom_frame").c_str());
}

} // namespace

// Arguments: tensor files and lengths of sequences to be shown beside the fixed measurements.
int main(int argc, char** argv) {
    QApplication application(argc, argv);
    heedmapLoadResources();
    applyTheme(ThemeChoice::light);
    QTemporaryDir directory;
    Settings settings(directory.filePath(QStringLiteral("a.ini")), directory.filePath(QStringLiteral("b.ini")));
    Document document;
    document.open(problemOf(8, 4));
    Lab lab;
    MainWindow window(&document, &lab, &settings);
    window.resize(1920, 1080);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window))
        return 1;
    std::printf("{\n");
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    for (const QString& argument : arguments) {
        const Index n = argument.toLongLong();
        large(document, window, n > 0 ? "sequence_" + std::to_string(n) : "file",
              n > 0 ? sequenceOf(n) : fileOf(argument));
    }
    allEdits(document, window);
    document.open(matrixOf(4096));
    drags(document, window).print("dense_4096_drag_frame");
    zooms(document, window).print("dense_4096_zoom_frame", true);
    std::printf("}\n");
    return 0;
}
