#include "ui/compare/derived_menu.h"

#include "core/files/panel.h"
#include "ui/document/panel_edits.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

#include <algorithm>

namespace heedmap {

namespace {

using analysis::HeadFusion;
using analysis::RolloutOptions;
using files::PanelKind;

struct DerivedMenu {
    Q_DECLARE_TR_FUNCTIONS(PanelMenu)
};

void addDifferences(QMenu* menu, Document* document, int panel) {
    const files::Session& session = document->session();
    if (!defaultSubtrahend(session, panel))
        return;
    QMenu* const others = menu->addMenu(DerivedMenu::tr("Difference: this minus"));
    for (int other = 0; other < static_cast<int>(session.panels.size()); ++other) {
        const files::Panel& which = session.panels[static_cast<std::size_t>(other)];
        if (other == panel || which.kind != PanelKind::weights)
            continue;
        others->addAction(panelTitle(session, which), others,
                          [document, panel, other] { addDifference(*document, panel, other); });
    }
}

struct Choice {
    QString text;
    RolloutOptions options;
};

void addChoices(QMenu* menu, const QString& title, Document* document, int panel, const std::vector<Choice>& choices) {
    QMenu* const submenu = menu->addMenu(title);
    auto* const group = new QActionGroup(submenu);
    const RolloutOptions& current = document->session().panels[static_cast<std::size_t>(panel)].rollout;
    for (const Choice& choice : choices) {
        QAction* const action = submenu->addAction(choice.text, submenu, [document, panel, options = choice.options] {
            setRollout(*document, panel, options);
        });
        action->setCheckable(true);
        action->setChecked(choice.options == current);
        group->addAction(action);
    }
}

// Heads of the layer that has fewest: those can be chosen in all of them.
std::size_t commonHeads(const files::Session& session, std::size_t matrix) {
    const auto stack = files::stackOf(session, matrix);
    if (!stack)
        return 0;
    std::size_t heads = stack->front().size();
    for (const auto& layer : *stack)
        heads = std::min(heads, layer.size());
    return heads;
}

void addStackChoices(QMenu* menu, Document* document, int panel) {
    const files::Session& session = document->session();
    const files::Panel& which = session.panels[static_cast<std::size_t>(panel)];
    RolloutOptions options = which.rollout;
    std::vector<Choice> heads;
    options.heads.clear();
    options.fusion = HeadFusion::mean;
    heads.push_back({DerivedMenu::tr("Mean of all"), options});
    options.fusion = HeadFusion::max;
    heads.push_back({DerivedMenu::tr("Largest of all"), options});
    options.fusion = HeadFusion::mean;
    for (std::size_t head = 0; head < commonHeads(session, *which.matrix); ++head) {
        options.heads = {static_cast<Index>(head)};
        heads.push_back({DerivedMenu::tr("Head %1").arg(head), options});
    }
    addChoices(menu, DerivedMenu::tr("Heads of a layer"), document, panel, heads);
    std::vector<Choice> residuals;
    options = which.rollout;
    for (const double share : {0.0, 0.25, 0.5, 0.75}) {
        options.residual = share;
        residuals.push_back({QString::number(share), options});
    }
    addChoices(menu, DerivedMenu::tr("Residual share"), document, panel, residuals);
}

} // namespace

void addDerivedActions(QMenu* menu, Document* document, int panel) {
    const files::Session& session = document->session();
    addDifferences(menu, document, panel);
    if (isDifference(session, panel))
        menu->addAction(DerivedMenu::tr("Swap the difference"), menu,
                        [document, panel] { swapDifference(*document, panel); });
    const auto addKind = [&](const QString& text, PanelKind kind) {
        menu->addAction(text, menu, [document, panel, kind] { addDerived(*document, panel, kind); });
    };
    if (canShowGradient(session, panel))
        addKind(DerivedMenu::tr("Gradient × attention"), PanelKind::gradient);
    const PanelKind own = session.panels[static_cast<std::size_t>(panel)].kind;
    if (!canShowStack(session, panel) || own == PanelKind::difference)
        return;
    if (own != PanelKind::weights)
        return addStackChoices(menu, document, panel);
    addKind(DerivedMenu::tr("Rollout of the stack"), PanelKind::rollout);
    addKind(DerivedMenu::tr("Attention flow of the stack"), PanelKind::flow);
}

} // namespace heedmap
