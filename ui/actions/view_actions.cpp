#include "ui/actions/view_actions.h"

#include "core/version.h"
#include "ui/compare/compare_grid.h"
#include "ui/document/edits.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/settings/settings.h"

#include <QActionGroup>
#include <QMessageBox>

#include <array>
#include <utility>

namespace heedmap {

namespace {

using attention::ProblemKind;
using attention::ScoreFunction;

constexpr std::array scoreActions{
    std::pair{ActionId::scoreAdditive, ScoreFunction::additive},
    std::pair{ActionId::scoreDot, ScoreFunction::dot},
    std::pair{ActionId::scoreGeneral, ScoreFunction::general},
    std::pair{ActionId::scoreScaled, ScoreFunction::scaled_dot},
    std::pair{ActionId::scoreCosine, ScoreFunction::cosine},
};
constexpr std::array themeActions{
    std::pair{ActionId::themeSystem, ThemeChoice::system},
    std::pair{ActionId::themeLight, ThemeChoice::light},
    std::pair{ActionId::themeDark, ThemeChoice::dark},
};
constexpr std::array languageActions{
    std::pair{ActionId::languageSystem, "system"},
    std::pair{ActionId::languageEnglish, "en"},
    std::pair{ActionId::languageChinese, "zh"},
};

} // namespace

ViewActions::ViewActions(ActionTable* actions, Document* document, ViewState* state, CompareGrid* panels,
                         Settings* settings, QWidget* window)
    : QObject(window)
    , actions_(*actions)
    , document_(document)
    , state_(state)
    , panels_(panels)
    , settings_(settings)
    , window_(window) {
    connectZoom();
    connectTheme();
    connectLanguage();
    connectAttention();
    connect(actions_[ActionId::about], &QAction::triggered, this, &ViewActions::about);
    connect(document_, &Document::changed, this, &ViewActions::followDocument);
    followDocument();
}

void ViewActions::connectZoom() {
    const auto onView = [this](ActionId id, void (HeatmapView::*slot)()) {
        connect(actions_[id], &QAction::triggered, this, [this, slot] {
            if (HeatmapView* view = panels_->activeView())
                (view->*slot)();
        });
    };
    onView(ActionId::zoomIn, &HeatmapView::zoomIn);
    onView(ActionId::zoomOut, &HeatmapView::zoomOut);
    onView(ActionId::fit, &HeatmapView::fit);
    connect(actions_[ActionId::lockCrosshair], &QAction::triggered, state_, &ViewState::setCrosshairLocked);
    connect(actions_[ActionId::drawLines], &QAction::triggered, this,
            [this](bool on) { draw(*document_, on ? files::Drawing::lines : files::Drawing::heatmap); });
    connect(state_, &ViewState::hoverChanged, this,
            [this] { actions_[ActionId::lockCrosshair]->setChecked(state_->crosshairLocked()); });
}

void ViewActions::connectTheme() {
    auto* group = new QActionGroup(this);
    for (const auto& [id, choice] : themeActions) {
        group->addAction(actions_[id]);
        actions_[id]->setChecked(settings_->theme() == choice);
        connect(actions_[id], &QAction::triggered, this, [this, chosen = choice] {
            settings_->setTheme(chosen);
            applyTheme(chosen);
        });
    }
}

void ViewActions::connectLanguage() {
    auto* group = new QActionGroup(this);
    const QString current = settings_->value(Setting::language).toString();
    for (const auto& [id, language] : languageActions) {
        group->addAction(actions_[id]);
        const QString name = QString::fromLatin1(language);
        actions_[id]->setChecked(current == name);
        connect(actions_[id], &QAction::triggered, this, [this, name] {
            if (settings_->value(Setting::language).toString() == name)
                return;
            settings_->setValue(Setting::language, name);
            Q_EMIT languageChosen();
        });
    }
}

void ViewActions::connectAttention() {
    auto* kinds = new QActionGroup(this);
    kinds->addAction(actions_[ActionId::crossAttention]);
    kinds->addAction(actions_[ActionId::selfAttention]);
    connect(actions_[ActionId::crossAttention], &QAction::triggered, this,
            [this] { switchKind(*document_, ProblemKind::cross); });
    connect(actions_[ActionId::selfAttention], &QAction::triggered, this,
            [this] { switchKind(*document_, ProblemKind::self); });
    for (const auto& [id, function] : scoreActions) {
        connect(actions_[id], &QAction::triggered, this, [this, score = function](bool shown) {
            showScore(*document_, score, shown);
            followDocument(); // the last panel stays, whatever was asked
        });
    }
}

void ViewActions::followDocument() {
    const files::Session& session = document_->session();
    const bool computed = !session.showsMatrices();
    actions_[ActionId::drawLines]->setChecked(session.picture.drawing == files::Drawing::lines);
    actions_[ActionId::crossAttention]->setChecked(session.problem.kind == ProblemKind::cross);
    actions_[ActionId::selfAttention]->setChecked(session.problem.kind == ProblemKind::self);
    for (const ActionId id : {ActionId::crossAttention, ActionId::selfAttention, ActionId::editMask})
        actions_[id]->setEnabled(computed);
    for (const auto& [id, function] : scoreActions) {
        actions_[id]->setChecked(showsScore(session, function));
        actions_[id]->setEnabled(computed);
    }
}

void ViewActions::about() {
    QMessageBox box(window_);
    box.setWindowTitle(tr("About Heedmap"));
    box.setTextFormat(Qt::RichText);
    box.setText(tr("<h3>Heedmap %1</h3><p>Look at attention: compute it, draw it, compare it, explain it.</p>"
                   "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                    .arg(QString::fromLatin1(version)));
    box.setIconPixmap(window_->windowIcon().pixmap(64, 64));
    box.exec();
}

} // namespace heedmap
