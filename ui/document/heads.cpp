#include "ui/document/heads.h"

#include "core/session/consistency.h"
#include "core/session/panel.h"
#include "ui/document/edit_words.h"

#include <algorithm>

namespace heedmap {

namespace {

using attention::Problem;
using attention::ProblemKind;
using attention::ScoreFunction;
using files::Panel;
using files::Session;

// Columns of all heads together, of Q, K and V as they enter the heads.
struct Widths {
    Index q, k, v;
};

Widths widthsOf(const Session& session) {
    const Problem& problem = session.problem;
    const files::ProblemSizes sizes = files::sizesOf(problem);
    const Index groups = problem.keyValueHeads > 0 ? problem.keyValueHeads : problem.heads;
    return {sizes.queryDimension * problem.heads, sizes.keyDimension * groups, sizes.valueDimension * groups};
}

std::vector<ScoreFunction> functionsOf(const Session& session) {
    std::vector<ScoreFunction> functions;
    for (const Panel& panel : session.panels) {
        if (panel.score && std::find(functions.begin(), functions.end(), *panel.score) == functions.end())
            functions.push_back(*panel.score);
    }
    return functions;
}

void setPanels(Session& session, const std::vector<ScoreFunction>& functions, HeadsShown shown) {
    std::vector<Panel> panels;
    for (const ScoreFunction function : functions) {
        const Panel whole{.score = function};
        if (session.problem.heads == 1) {
            panels.push_back(whole);
            continue;
        }
        for (Index head = 0; shown.each && head < session.problem.heads; ++head) {
            panels.push_back(whole);
            panels.back().head = head;
        }
        if (shown.mean)
            panels.push_back(whole);
        if (shown.max) {
            panels.push_back(whole);
            panels.back().overHeads = files::OverHeads::max;
        }
        for (const Panel& panel : session.panels) {
            if (panel.score == function && !files::chosenHeads(panel).empty())
                panels.push_back(panel);
        }
    }
    for (const Panel& panel : session.panels) {
        if (!panel.score)
            panels.push_back(panel);
    }
    session.panels = std::move(panels);
}

// `w` as it has to be: rows for the states it is applied to, so many columns, identity where it was not given.
void fitProjection(MatrixD& w, Index rows, Index columns) {
    if (w.size() == 0 && rows == columns)
        return;
    MatrixD fitted = MatrixD::Identity(rows, columns);
    const Index sameRows = std::min(rows, w.rows());
    const Index sameColumns = std::min(columns, w.cols());
    fitted.topLeftCorner(sameRows, sameColumns) = w.topLeftCorner(sameRows, sameColumns);
    w = std::move(fitted);
}

// One width for all three, so that any number of heads that divides it will do.
void fitProjections(Problem& problem) {
    attention::Parameters& p = problem.parameters;
    const bool self = problem.kind == ProblemKind::self;
    const Index q = self ? problem.x.cols() : problem.q.cols();
    const Index k = self ? problem.x.cols() : problem.k.cols();
    const Index v = self ? problem.x.cols() : problem.v.cols();
    const Index width = p.w_q.size() > 0 ? p.w_q.cols() : q;
    fitProjection(p.w_q, q, width);
    fitProjection(p.w_k, k, width);
    fitProjection(p.w_v, v, width);
}

// Four where that is possible, else what comes next.
Index usualHeads(const std::vector<Index>& possible) {
    for (const Index wanted : {4, 2, 3, 8, 5, 7}) {
        if (std::find(possible.begin(), possible.end(), wanted) != possible.end())
            return wanted;
    }
    return possible.size() > 1 ? possible[1] : 1;
}

QString nameOf(LayerRole role) {
    switch (role) {
    case LayerRole::encoder:
        return Edits::tr("self-attention of an encoder");
    case LayerRole::decoder:
        return Edits::tr("causal self-attention of a decoder");
    case LayerRole::cross:
        return Edits::tr("cross-attention of a decoder");
    }
    return {};
}

// The side that was never used starts as a copy of the other, as everywhere.
void fillSide(Session& session, ProblemKind kind) {
    const Session before = session;
    session.problem.kind = kind;
    files::makeConsistent(session, before);
}

} // namespace

std::optional<LayerRole> roleOf(const Session& session) {
    const Problem& problem = session.problem;
    if (problem.kind == ProblemKind::cross)
        return problem.projectsCross ? std::optional(LayerRole::cross) : std::nullopt;
    return problem.mask.causal ? LayerRole::decoder : LayerRole::encoder;
}

void setRole(Document& document, LayerRole role) {
    document.change(nameOf(role), [role](Session& session) {
        const bool cross = role == LayerRole::cross;
        fillSide(session, cross ? ProblemKind::cross : ProblemKind::self);
        Problem& problem = session.problem;
        problem.mask.causal = role == LayerRole::decoder;
        problem.projectsCross = problem.projectsCross || cross;
        fitProjections(problem);
        const std::vector<Index> possible = possibleHeads(session);
        if (problem.heads == 1 || std::find(possible.begin(), possible.end(), problem.heads) == possible.end()) {
            problem.keyValueHeads = 0;
            problem.heads = usualHeads(possible);
        }
        setPanels(session, {ScoreFunction::scaled_dot}, {true, true, true});
    });
}

std::vector<Index> possibleHeads(const Session& session) {
    constexpr Index most = 64;
    const Widths widths = widthsOf(session);
    const Index groups = session.problem.keyValueHeads;
    std::vector<Index> possible{1};
    for (Index heads = 2; heads <= std::min(widths.q, most); ++heads) {
        const bool keys = groups > 0 ? heads % groups == 0 : widths.k % heads == 0 && widths.v % heads == 0;
        if (widths.q % heads == 0 && keys)
            possible.push_back(heads);
    }
    return possible;
}

void setHeads(Document& document, Index heads) {
    document.change(Edits::tr("%1 heads").arg(heads), [heads](Session& session) {
        const bool first = session.problem.heads == 1;
        const HeadsShown shown = first ? HeadsShown{true, true, false} : headsShown(session);
        session.problem.heads = heads;
        if (session.problem.keyValueHeads > 0 && heads % session.problem.keyValueHeads != 0) {
            session.problem.keyValueHeads = 0;
            fitProjections(session.problem);
        }
        setPanels(session, functionsOf(session), shown);
    });
}

std::vector<Index> possibleKeyValueHeads(const Session& session) {
    std::vector<Index> possible;
    for (Index groups = 1; groups <= session.problem.heads; ++groups) {
        if (session.problem.heads % groups == 0)
            possible.push_back(groups);
    }
    return possible;
}

void setKeyValueHeads(Document& document, Index groups) {
    const QString text = Edits::tr("%1 key/value heads").arg(groups);
    document.change(text, [groups](Session& session) {
        Problem& problem = session.problem;
        const files::ProblemSizes sizes = files::sizesOf(problem);
        problem.keyValueHeads = groups == problem.heads ? 0 : groups;
        if (!attention::projects(problem))
            return;
        const bool self = problem.kind == ProblemKind::self;
        attention::Parameters& p = problem.parameters;
        fitProjection(p.w_k, self ? problem.x.cols() : problem.k.cols(), sizes.keyDimension * groups);
        fitProjection(p.w_v, self ? problem.x.cols() : problem.v.cols(), sizes.valueDimension * groups);
    });
}

HeadsShown headsShown(const Session& session) {
    HeadsShown shown;
    for (const Panel& panel : session.panels) {
        if (!panel.score || !files::chosenHeads(panel).empty())
            continue;
        shown.each = shown.each || panel.head;
        shown.mean = shown.mean || (!panel.head && panel.overHeads == files::OverHeads::mean);
        shown.max = shown.max || (!panel.head && panel.overHeads == files::OverHeads::max);
    }
    return shown;
}

void showHeads(Document& document, HeadsShown shown) {
    if (!shown.each && !shown.mean && !shown.max)
        return;
    document.change(Edits::tr("choose the heads on show"),
                    [shown](Session& session) { setPanels(session, functionsOf(session), shown); });
}

bool hasBiases(const Session& session) {
    const attention::Parameters& p = session.problem.parameters;
    return p.b_q.size() + p.b_k.size() + p.b_v.size() + p.b_o.size() > 0;
}

void setBiases(Document& document, bool on) {
    const QString text = on ? Edits::tr("add biases") : Edits::tr("remove biases");
    document.change(text, [on](Session& session) {
        attention::Parameters& p = session.problem.parameters;
        const Widths widths = widthsOf(session);
        const Index joined = files::sizesOf(session.problem).valueDimension * session.problem.heads;
        p.b_q = VectorD::Zero(on ? widths.q : 0);
        p.b_k = VectorD::Zero(on ? widths.k : 0);
        p.b_v = VectorD::Zero(on ? widths.v : 0);
        p.b_o = VectorD::Zero(on ? (p.w_o.size() > 0 ? p.w_o.cols() : joined) : 0);
    });
}

void drawProjections(Document& document, std::uint64_t seed) {
    const QString text = Edits::tr("Random projections (seed %1)").arg(seed);
    document.change(text, [seed](Session& session) {
        Problem& problem = session.problem;
        attention::Parameters& p = problem.parameters;
        const Widths widths = widthsOf(session);
        const bool self = problem.kind == ProblemKind::self;
        attention::RandomStream random(seed);
        p.w_q = attention::glorot(self ? problem.x.cols() : problem.q.cols(), widths.q, random);
        p.w_k = attention::glorot(self ? problem.x.cols() : problem.k.cols(), widths.k, random);
        p.w_v = attention::glorot(self ? problem.x.cols() : problem.v.cols(), widths.v, random);
        const Index joined = files::sizesOf(problem).valueDimension * problem.heads;
        p.w_o = attention::glorot(joined, p.w_o.size() > 0 ? p.w_o.cols() : joined, random);
        for (VectorD* bias : {&p.b_q, &p.b_k, &p.b_v, &p.b_o}) {
            for (double& number : *bias)
                number = 0.1 * random.normal();
        }
    });
}

} // namespace heedmap
