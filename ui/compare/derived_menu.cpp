#include "ui/compare/derived_menu.h"

#include "core/session/chosen_heads.h"
#include "core/session/panel.h"
#include "ui/base/panel_text.h"
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
    QMenu* const others = menu->addMenu(DerivedMenu::tr("Subtract another panel"));
    for (int other = 0; other < static_cast<int>(session.panels.size()); ++other) {
        const files::Panel& which = session.panels[static_cast<std::size_t>(other)];
        if (other == panel || !canBeTakenAway(session, other))
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

// Mean or largest, of all heads or of some: each of them can be switched on and off.
void addHeadChoices(QMenu* menu, Document* document, int panel, std::size_t count) {
    QMenu* const submenu = menu->addMenu(DerivedMenu::tr("Heads of a layer"));
    const RolloutOptions& current = document->session().panels[static_cast<std::size_t>(panel)].rollout;
    const auto add = [&](const QString& text, bool checked, const RolloutOptions& options) {
        QAction* const action =
            submenu->addAction(text, submenu, [document, panel, options] { setRollout(*document, panel, options); });
        action->setCheckable(true);
        action->setChecked(checked);
    };
    RolloutOptions options = current;
    options.fusion = HeadFusion::mean;
    add(DerivedMenu::tr("Mean"), current.fusion == HeadFusion::mean, options);
    options.fusion = HeadFusion::max;
    add(DerivedMenu::tr("Largest"), current.fusion == HeadFusion::max, options);
    submenu->addSeparator();
    options = current;
    options.heads.clear();
    add(DerivedMenu::tr("All heads"), current.heads.empty(), options);
    for (Index head = 0; head < static_cast<Index>(count); ++head) {
        options.heads = current.heads;
        const auto at = std::lower_bound(options.heads.begin(), options.heads.end(), head);
        const bool chosen = at != options.heads.end() && *at == head;
        chosen ? options.heads.erase(at) : options.heads.insert(at, head);
        add(DerivedMenu::tr("Head %1").arg(head), chosen, options);
    }
}

void addStackChoices(QMenu* menu, Document* document, int panel) {
    const files::Session& session = document->session();
    const files::Panel& which = session.panels[static_cast<std::size_t>(panel)];
    addHeadChoices(menu, document, panel, commonHeads(session, *which.matrix));
    std::vector<Choice> residuals;
    RolloutOptions options = which.rollout;
    for (const double share : {0.0, 0.25, 0.5, 0.75}) {
        options.residual = share;
        residuals.push_back({QString::number(share), options});
    }
    addChoices(menu, DerivedMenu::tr("Residual share"), document, panel, residuals);
}

void addChosenHeads(QMenu* menu, Document* document, int panel) {
    const files::Session& session = document->session();
    if (canBeChosen(session, panel)) {
        QAction* const chosen = menu->addAction(DerivedMenu::tr("Mean of chosen heads: with this one\tCtrl+Click"),
                                                menu, [document, panel] { toggleChosen(*document, panel); });
        chosen->setCheckable(true);
        chosen->setChecked(isChosen(session, panel));
    }
    if (!showsChosen(session, panel))
        return;
    auto* const group = new QActionGroup(menu);
    for (const auto over : {files::OverHeads::mean, files::OverHeads::max}) {
        const QString text = over == files::OverHeads::mean ? DerivedMenu::tr("Mean of the chosen heads")
                                                            : DerivedMenu::tr("Largest of the chosen heads");
        QAction* const action =
            menu->addAction(text, menu, [document, panel, over] { setOverHeads(*document, panel, over); });
        action->setCheckable(true);
        action->setChecked(session.panels[static_cast<std::size_t>(panel)].overHeads == over);
        group->addAction(action);
    }
}

} // namespace

void addDerivedActions(QMenu* menu, Document* document, int panel) {
    const files::Session& session = document->session();
    addChosenHeads(menu, document, panel);
    addDifferences(menu, document, panel);
    if (canBeSwapped(session, panel))
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
