#include "core/session/chosen_heads.h"

#include "core/analysis/rollout.h"
#include "core/session/derived_panel.h"
#include "core/session/panel.h"

#include <algorithm>

namespace heedmap {

namespace {

using files::OverHeads;
using files::Panel;

std::string sizeText(const MatrixD& matrix) {
    return std::to_string(matrix.rows()) + "×" + std::to_string(matrix.cols());
}

bool exists(const files::Session& session, int panel) {
    return panel >= 0 && static_cast<std::size_t>(panel) < session.panels.size();
}

const Panel& panelOf(const files::Session& session, int panel) {
    return session.panels[static_cast<std::size_t>(panel)];
}

bool isOfSameLayer(const files::Session& session, const Panel& a, const Panel& b) {
    if (a.score || b.score)
        return a.score == b.score;
    return files::headsOfLayer(session, *a.matrix) == files::headsOfLayer(session, *b.matrix);
}

} // namespace

void poolHeadsOfFile(PanelResult& result, const files::Session& session) {
    const std::size_t one = *result.panel.matrix;
    const auto layer = files::headsOfLayer(session, one);
    std::vector<MatrixD> heads;
    for (const Index head : files::chosenHeads(result.panel)) {
        const auto found = layer.find(head);
        if (found == layer.end()) {
            result.error = makeError(analysis::noSuchHead, {std::to_string(head), files::layerName(session, one),
                                                            std::to_string(layer.size())});
            return;
        }
        heads.push_back(toMatrixD(session.matrices[found->second].tensor.view));
        if (heads.back().rows() != heads.front().rows() || heads.back().cols() != heads.front().cols()) {
            result.error = makeError(panelsDifferInSize, {sizeText(heads.front()), sizeText(heads.back())});
            return;
        }
    }
    const auto fusion =
        result.panel.overHeads == OverHeads::max ? analysis::HeadFusion::max : analysis::HeadFusion::mean;
    result.source =
        std::make_shared<attention::DenseAlpha>(analysis::fusedHeads(heads, {}, fusion), session.matrices[one].allowed);
}

Phrase chosenTitle(const Panel& panel, const Phrase& what) {
    std::string heads;
    for (const Index head : files::chosenHeads(panel))
        heads += (heads.empty() ? "" : ", ") + std::to_string(head);
    return {panel.overHeads == OverHeads::max ? HEEDMAP_MESSAGE("Panel", "%1, max over heads %2")
                                              : HEEDMAP_MESSAGE("Panel", "%1, mean of heads %2"),
            {what, heads}};
}

bool canBeChosen(const files::Session& session, int panel) {
    if (!exists(session, panel) || !files::soleHead(session, panelOf(session, panel)))
        return false;
    const Panel& which = panelOf(session, panel);
    return which.score ? session.problem.heads > 1 : files::headsOfLayer(session, *which.matrix).size() > 1;
}

std::optional<std::size_t> panelOfChosen(const files::Session& session, int panel) {
    const Panel& which = panelOf(session, panel);
    for (std::size_t i = 0; i < session.panels.size(); ++i) {
        const Panel& other = session.panels[i];
        if (other.kind == files::PanelKind::weights && !files::chosenHeads(other).empty() &&
            isOfSameLayer(session, which, other))
            return i;
    }
    return std::nullopt;
}

bool isChosen(const files::Session& session, int panel) {
    const auto place = canBeChosen(session, panel) ? panelOfChosen(session, panel) : std::nullopt;
    if (!place)
        return false;
    const auto& heads = files::chosenHeads(session.panels[*place]);
    return std::find(heads.begin(), heads.end(), files::soleHead(session, panelOf(session, panel))) != heads.end();
}

void toggleChosen(files::Session& session, int panel) {
    HEEDMAP_EXPECTS(canBeChosen(session, panel));
    const Index head = *files::soleHead(session, panelOf(session, panel));
    auto place = panelOfChosen(session, panel);
    if (!place) {
        Panel chosen = panelOf(session, panel);
        chosen.head.reset();
        session.panels.push_back(chosen);
        place = session.panels.size() - 1;
    }
    std::vector<Index> heads = files::chosenHeads(session.panels[*place]);
    const auto at = std::lower_bound(heads.begin(), heads.end(), head);
    if (at != heads.end() && *at == head)
        heads.erase(at);
    else
        heads.insert(at, head);
    if (heads.empty())
        session.panels.erase(session.panels.begin() + static_cast<std::ptrdiff_t>(*place));
    else
        files::setChosenHeads(session.panels[*place], std::move(heads));
}

bool showsChosen(const files::Session& session, int panel) {
    return exists(session, panel) && panelOf(session, panel).kind == files::PanelKind::weights &&
           !files::chosenHeads(panelOf(session, panel)).empty();
}

} // namespace heedmap
