#include "core/session/panel.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace heedmap::files {

IndexedName indexedNameOf(std::string_view text) {
    const IndexedName plain{std::string(text), {}};
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos || !text.ends_with(']'))
        return plain;
    IndexedName indexed{std::string(text.substr(0, open)), {}};
    const char* next = text.data() + open;
    const char* const end = text.data() + text.size() - 1; // "]"
    do {
        Index number = 0;
        const auto [after, error] = std::from_chars(next + 1, end, number);
        if (error != std::errc() || number < 0 || (after != end && *after != ','))
            return plain;
        indexed.index.push_back(number);
        next = after;
    } while (next != end);
    return indexed;
}

// The window shows a head as "L2 · H7"; where it comes from still says "dump.npz#attn[2,7]".
IndexedName placeOf(const FileMatrix& matrix) {
    const IndexedName origin = indexedNameOf(matrix.origin);
    return origin.index.empty() ? indexedNameOf(matrix.name) : origin;
}

namespace {

using Layers = std::map<Index, std::map<Index, std::size_t>>; // layer → head → matrix

Layers layersOf(const Session& session, std::size_t matrix) {
    HEEDMAP_EXPECTS(matrix < session.matrices.size());
    const IndexedName own = placeOf(session.matrices[matrix]);
    Layers layers;
    for (std::size_t m = 0; !own.index.empty() && m < session.matrices.size(); ++m) {
        const IndexedName name = placeOf(session.matrices[m]);
        if (name.name != own.name || name.index.size() != own.index.size())
            continue;
        std::vector<Index> batch = own.index;
        batch.front() = name.index.front();
        batch.back() = name.index.back();
        if (name.index == batch)
            layers[name.index.front()][name.index.size() > 1 ? name.index.back() : 0] = m;
    }
    return layers;
}

// " mean[0,2]"
std::string chosenText(const Panel& panel) {
    std::string text = panel.overHeads == OverHeads::max ? " max[" : " mean[";
    for (const Index head : chosenHeads(panel))
        text += std::to_string(head) + (head == chosenHeads(panel).back() ? "]" : ",");
    return text;
}

std::string nameOfWeights(const Session& session, const Panel& panel) {
    HEEDMAP_EXPECTS(panel.score || (panel.matrix && *panel.matrix < session.matrices.size()));
    if (panel.matrix && !chosenHeads(panel).empty())
        return layerName(session, *panel.matrix) + chosenText(panel);
    if (panel.matrix)
        return session.matrices[*panel.matrix].name;
    const std::string name(attention::nameOf(*panel.score));
    if (panel.head)
        return name + "[" + std::to_string(*panel.head) + "]";
    if (!chosenHeads(panel).empty())
        return name + chosenText(panel);
    return panel.overHeads == OverHeads::max ? name + " max" : name;
}

} // namespace

Panel minuendOf(const Panel& panel) {
    Panel weights;
    weights.score = panel.score;
    weights.matrix = panel.matrix;
    weights.head = panel.head;
    weights.overHeads = panel.overHeads;
    if (panel.kind != PanelKind::rollout && panel.kind != PanelKind::flow)
        weights.rollout.heads = panel.rollout.heads;
    return weights;
}

Panel subtrahendOf(const Panel& panel) {
    Panel weights;
    weights.score = panel.minusScore;
    weights.matrix = panel.minusMatrix;
    weights.head = panel.minusHead;
    weights.overHeads = panel.minusOverHeads;
    return weights;
}

void setSubtrahend(Panel& panel, const Panel& weights) {
    panel.minusScore = weights.score;
    panel.minusMatrix = weights.matrix;
    panel.minusHead = weights.head;
    panel.minusOverHeads = weights.overHeads;
}

std::string panelName(const Session& session, const Panel& panel) {
    const std::string name = nameOfWeights(session, panel);
    switch (panel.kind) {
    case PanelKind::weights:
        return name;
    case PanelKind::difference:
        return name + " - " + nameOfWeights(session, subtrahendOf(panel));
    case PanelKind::gradient:
        return name + " gradient";
    case PanelKind::rollout:
    case PanelKind::flow:
        return indexedNameOf(name).name + " " + std::string(nameOf(panel.kind));
    }
    preconditionFailed("a known kind of panel", __FILE__, __LINE__);
}

Result<analysis::HeadStack> stackOf(const Session& session, std::size_t matrix) {
    const Layers layers = layersOf(session, matrix);
    if (layers.empty())
        return makeError(noStack, {session.matrices[matrix].name});
    analysis::HeadStack stack;
    for (const auto& [layer, heads] : layers) {
        stack.emplace_back();
        for (const auto& [head, which] : heads)
            stack.back().push_back(toMatrixD(session.matrices[which].tensor.view));
    }
    return stack;
}

std::vector<std::size_t> membersOfStack(const Session& session, std::size_t matrix) {
    std::vector<std::size_t> members;
    for (const auto& [layer, heads] : layersOf(session, matrix))
        for (const auto& [head, which] : heads)
            members.push_back(which);
    return members;
}

std::string layerName(const Session& session, std::size_t matrix) {
    const IndexedName place = placeOf(session.matrices[matrix]);
    std::string text = place.name.substr(place.name.rfind('#') + 1); // of "dump.npz#attn"
    for (std::size_t i = 0; i + 1 < place.index.size(); ++i)
        text += (i == 0 ? "[" : ",") + std::to_string(place.index[i]);
    return place.index.size() > 1 ? text + "]" : text;
}

const std::vector<Index>& chosenHeads(const Panel& panel) {
    static const std::vector<Index> none;
    const bool throughStack = panel.kind == PanelKind::rollout || panel.kind == PanelKind::flow;
    return throughStack || panel.head ? none : panel.rollout.heads;
}

void setChosenHeads(Panel& panel, std::vector<Index> heads) {
    panel.rollout.heads = std::move(heads);
}

std::optional<Index> soleHead(const Session& session, const Panel& panel) {
    if (panel.kind != PanelKind::weights || !chosenHeads(panel).empty())
        return std::nullopt;
    if (!panel.matrix)
        return panel.head;
    for (const auto& [head, matrix] : headsOfLayer(session, *panel.matrix))
        if (matrix == *panel.matrix)
            return head;
    return std::nullopt;
}

std::map<Index, std::size_t> headsOfLayer(const Session& session, std::size_t matrix) {
    for (const auto& [layer, heads] : layersOf(session, matrix))
        for (const auto& [head, which] : heads)
            if (which == matrix)
                return heads;
    return {};
}

bool tokensDiffer(const Session& session, const Panel& a, const Panel& b) {
    const auto differ = [](const std::vector<std::string>& one, const std::vector<std::string>& other) {
        return !one.empty() && !other.empty() && one != other;
    };
    const Labels one = session.labelsOf(a);
    const Labels other = session.labelsOf(b);
    return differ(one.rows, other.rows) || differ(one.columns, other.columns);
}

std::vector<std::size_t> matricesOf(const Session& session, const Panel& panel) {
    std::vector<std::size_t> matrices;
    if (panel.matrix && (panel.kind == PanelKind::rollout || panel.kind == PanelKind::flow))
        matrices = membersOfStack(session, *panel.matrix);
    if (panel.matrix && !chosenHeads(panel).empty()) {
        for (const auto& [head, matrix] : headsOfLayer(session, *panel.matrix))
            matrices.push_back(matrix);
    }
    for (const auto& matrix : {panel.matrix, panel.minusMatrix})
        if (matrix && std::find(matrices.begin(), matrices.end(), *matrix) == matrices.end())
            matrices.push_back(*matrix);
    return matrices;
}

} // namespace heedmap::files
