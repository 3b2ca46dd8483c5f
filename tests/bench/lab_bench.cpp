// What watching costs: a model that trains alone, and the same one in the window under Align, redrawn as it learns; and
// how long it takes from the press of Train until "I love you" shows its diagonal. Not part of a test run.
#include "ui/actions/actions.h"
#include "ui/document/document.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/lab/lab_picture.h"
#include "ui/lab/lab_workspace.h"
#include "ui/lab/variant_card.h"
#include "ui/main_window.h"
#include "ui/settings/resources.h"
#include "ui/settings/settings.h"
#include "ui/settings/theme.h"
#include "ui/workspaces/workspace_area.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace heedmap;

namespace {

class PaintCounter : public QObject {
public:
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

double millisecondsAlone(const std::shared_ptr<const seq2seq::Corpus>& corpus, const LabSettings& settings) {
    seq2seq::LiveTraining training(corpus, settings.training(settings.variants.front()), settings.steps / 20);
    training.start();
    training.control().resume();
    (void)QTest::qWaitFor([&] { return training.isFinished(); }, 60000);
    return training.secondsPerStep() * 1000;
}

bool isDiagonal(const Lab& lab) {
    const LabVariant& variant = lab.variants().front();
    return variant.translation && watchedErrorRate(variant, *lab.watchedPair()) == 0.0;
}

void watched(Lab& lab, LabWorkspace& workspace) {
    PaintCounter paints;
    QElapsedTimer timer;
    double diagonal = -1;
    timer.start();
    lab.train();
    workspace.cards().front()->view()->installEventFilter(&paints); // the cards are made anew for every run
    (void)QTest::qWaitFor(
        [&] {
            if (diagonal < 0 && isDiagonal(lab))
                diagonal = static_cast<double>(timer.elapsed()) / 1000;
            return lab.state() == LabState::finished;
        },
        60000);
    const double seconds = static_cast<double>(timer.elapsed()) / 1000;
    std::printf(
        "%zu model(s) watched: %.2f ms a step, α redrawn %.1f times a second, diagonal after %.2f s, all %.2f s\n",
        lab.variants().size(), lab.variants().front().training->secondsPerStep() * 1000, paints.count / seconds,
        diagonal, seconds);
    lab.reset();
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    heedmapLoadResources();
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("taste.ini")), folder.filePath(QStringLiteral("state.ini")));
    applyTheme(ThemeChoice::light);
    Document document;
    Lab lab;
    MainWindow window(&document, &lab, &settings);
    window.resize(1280, 820);
    window.show();
    window.actions()[ActionId::alignWorkspace]->trigger();
    auto* workspace = dynamic_cast<LabWorkspace*>(window.workspaces().current());
    Lab& lab = workspace->lab();
    (void)QTest::qWaitFor([&] { return lab.corpus() != nullptr; }, 10000);
    LabSettings chosen = lab.settings();
    for (const auto& variants : {std::vector<Attention>{attention::ScoreFunction::additive},
                                 std::vector<Attention>{attention::ScoreFunction::additive, std::nullopt}}) {
        chosen.variants = variants;
        lab.setSettings(chosen);
        if (variants.size() == 1)
            std::printf("alone: %.2f ms a step\n", millisecondsAlone(lab.corpus(), chosen));
        watched(lab, *workspace);
    }
    std::printf("alone again: %.2f ms a step\n", millisecondsAlone(lab.corpus(), chosen));
    return 0;
}
