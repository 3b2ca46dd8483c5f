#include "ui/document/panel_edits.h"

#include "core/session/exchange.h"
#include "core/session/panel.h"
#include "ui/base/panel_text.h"
#include "ui/document/edit_words.h"

namespace heedmap {

namespace {

using files::Panel;
using files::PanelKind;

const Panel* panelAt(const files::Session& session, int panel) {
    const auto index = static_cast<std::size_t>(panel);
    return panel >= 0 && index < session.panels.size() ? &session.panels[index] : nullptr;
}

bool showsWeights(const files::Session& session, int panel) {
    const Panel* const which = panelAt(session, panel);
    return which && which->kind == PanelKind::weights;
}

void insertBehind(Document& document, int panel, const QString& words, const Panel& added) {
    document.change(words, [panel, added](files::Session& session) {
        session.panels.insert(session.panels.begin() + panel + 1, added);
    });
}

} // namespace

bool canBeSwapped(const files::Session& session, int panel) {
    return isDifference(session, panel) && files::chosenHeads(*panelAt(session, panel)).empty();
}

bool isDifference(const files::Session& session, int panel) {
    const Panel* const which = panelAt(session, panel);
    return which && which->kind == PanelKind::difference;
}

void addDifference(Document& document, int panel, int other) {
    const files::Session& session = document.session();
    HEEDMAP_EXPECTS(showsWeights(session, panel) && canBeTakenAway(session, other));
    Panel difference = *panelAt(session, panel);
    difference.kind = PanelKind::difference;
    files::setSubtrahend(difference, *panelAt(session, other));
    insertBehind(document, panel, Edits::tr("show %1").arg(panelTitle(session, difference)), difference);
}

bool canBeTakenAway(const files::Session& session, int panel) {
    return showsWeights(session, panel) && files::chosenHeads(*panelAt(session, panel)).empty();
}

std::optional<int> defaultSubtrahend(const files::Session& session, int panel) {
    for (int other = 0; showsWeights(session, panel) && other < static_cast<int>(session.panels.size()); ++other)
        if (other != panel && canBeTakenAway(session, other))
            return other;
    return std::nullopt;
}

void swapDifference(Document& document, int panel) {
    HEEDMAP_EXPECTS(canBeSwapped(document.session(), panel));
    document.change(Edits::tr("swap the difference"), [panel](files::Session& session) {
        Panel& difference = session.panels[static_cast<std::size_t>(panel)];
        const Panel minuend = files::minuendOf(difference);
        const Panel subtrahend = files::subtrahendOf(difference);
        difference.score = subtrahend.score;
        difference.matrix = subtrahend.matrix;
        difference.head = subtrahend.head;
        difference.overHeads = subtrahend.overHeads;
        files::setSubtrahend(difference, minuend);
    });
}

bool canBeExchanged(const files::Session& session, int panel) {
    return showsWeights(session, panel) && panelAt(session, panel)->matrix;
}

void exchangeAxes(Document& document, int panel) {
    HEEDMAP_EXPECTS(canBeExchanged(document.session(), panel));
    document.change(Edits::tr("exchange rows and columns"), [panel](files::Session& session) {
        files::exchangeAxes(session, *session.panels[static_cast<std::size_t>(panel)].matrix);
    });
}

bool canShowGradient(const files::Session& session, int panel) {
    const bool oneHead = session.problem.heads == 1 || (panelAt(session, panel) && panelAt(session, panel)->head);
    return showsWeights(session, panel) && panelAt(session, panel)->score && oneHead;
}

bool canShowStack(const files::Session& session, int panel) {
    const Panel* const which = panelAt(session, panel);
    return which && which->matrix && files::membersOfStack(session, *which->matrix).size() > 1;
}

void addDerived(Document& document, int panel, PanelKind kind) {
    const files::Session& session = document.session();
    Panel derived = *panelAt(session, panel);
    HEEDMAP_EXPECTS(kind == PanelKind::gradient ? canShowGradient(session, panel) : canShowStack(session, panel));
    files::setChosenHeads(derived, {});
    derived.kind = kind;
    files::setSubtrahend(derived, {});
    insertBehind(document, panel, Edits::tr("show %1").arg(panelTitle(session, derived)), derived);
}

void toggleChosen(Document& document, int panel) {
    const Index head = files::soleHead(document.session(), *panelAt(document.session(), panel)).value();
    document.change(Edits::tr("choose head %1").arg(head),
                    [panel](files::Session& session) { toggleChosen(session, panel); });
}

void setOverHeads(Document& document, int panel, files::OverHeads overHeads) {
    document.change(Edits::tr("mean or largest of the chosen heads"), [panel, overHeads](files::Session& session) {
        session.panels[static_cast<std::size_t>(panel)].overHeads = overHeads;
    });
}

void setRollout(Document& document, int panel, const analysis::RolloutOptions& options) {
    document.change(Edits::tr("change the rollout"), [panel, options](files::Session& session) {
        session.panels[static_cast<std::size_t>(panel)].rollout = options;
    });
}

} // namespace heedmap
