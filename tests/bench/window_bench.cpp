// Times what a user feels, on the real window: one edited number to the repainted picture, and frames of panning and
// zooming a large matrix. Prints JSON. Not part of the tests: figures of a busy machine say nothing.
#include "core/attention/parameters.h"
#include "ui/compare/compare_grid.h"
#include "ui/document/document.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/main_window.h"
#include "ui/settings/resources.h"
#include "ui/settings/settings.h"
#include "ui/settings/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

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

Times edits(Document& document, MainWindow& window) {
    document.open(problemOf(256, 64));
    waitForResults(document, window);
    Times times;
    for (int i = 0; i < 60; ++i) {
        const double value = std::sin(i);
        times.milliseconds.push_back(timeToPainted(window.panels().views(), [&] {
            document.setBlock(MatrixId::q, {i, 3}, MatrixD::Constant(1, 1, value), QStringLiteral("edit"));
        }));
    }
    return times;
}

Times frames(Document& document, MainWindow& window) {
    document.open(matrixOf(4096));
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

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    heedmapLoadResources();
    applyTheme(ThemeChoice::light);
    QTemporaryDir directory;
    Settings settings(directory.filePath(QStringLiteral("a.ini")), directory.filePath(QStringLiteral("b.ini")));
    Document document;
    document.open(problemOf(8, 4));
    MainWindow window(&document, &settings);
    window.resize(1280, 800);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window))
        return 1;
    std::printf("{\n");
    edits(document, window).print("edit_n256_four_panels_to_repainted");
    frames(document, window).print("pan_zoom_frame_4096", true);
    std::printf("}\n");
    return 0;
}
