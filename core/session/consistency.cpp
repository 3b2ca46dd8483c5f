#include "core/session/consistency.h"

#include <algorithm>

namespace heedmap::files {

namespace {

using attention::Operands;
using attention::Parameters;
using attention::Problem;
using attention::ProblemKind;
using attention::ScoreFunction;

std::string number(Index value) {
    return std::to_string(value);
}

std::string shapeText(Index rows, Index columns) {
    return Shape{rows, columns}.text();
}

// What overlaps with `matrix`, the rest from `rest`.
template <class M>
M overlaid(const M& matrix, M rest) {
    const Index rows = std::min(matrix.rows(), rest.rows());
    const Index columns = std::min(matrix.cols(), rest.cols());
    rest.topLeftCorner(rows, columns) = matrix.topLeftCorner(rows, columns);
    return rest;
}

// Of one head.
ProblemSizes sizesWith(const Problem& problem, const Operands& operands) {
    const bool self = problem.kind == ProblemKind::self;
    const MatrixD& q = self ? problem.x : operands.q;
    const MatrixD& k = self ? problem.x : operands.k;
    const MatrixD& v = self ? problem.x : operands.v;
    const auto projected = [&](const MatrixD& states, const MatrixD& w) {
        return attention::projects(problem) && w.size() > 0 ? w.cols() : states.cols();
    };
    const Parameters& p = operands.parameters;
    const Index heads = std::max<Index>(problem.heads, 1);
    const Index groups = problem.keyValueHeads > 0 ? problem.keyValueHeads : heads;
    return {q.rows(), k.rows(), projected(q, p.w_q) / heads, projected(k, p.w_k) / groups,
            projected(v, p.w_v) / groups};
}

std::vector<std::string> seedMissingIn(Parameters& p, const ProblemSizes& sizes, ScoreFunction function,
                                       std::uint64_t seed) {
    const bool general = function == ScoreFunction::general && p.w.size() == 0;
    const bool additive =
        function == ScoreFunction::additive && (p.w_s.size() == 0 || p.w_h.size() == 0 || p.v.size() == 0);
    if (sizes.queryDimension == 0 || sizes.keyDimension == 0 || !(general || additive))
        return {};
    Parameters filled = attention::withSeededScores(p, sizes.queryDimension, sizes.keyDimension,
                                                    hiddenSize(sizes.queryDimension, sizes.keyDimension), seed);
    std::vector<std::string> names;
    const auto take = [&](auto& target, auto& value, const char* name) {
        if (target.size() > 0)
            return;
        target = std::move(value);
        names.emplace_back(name);
    };
    if (general)
        take(p.w, filled.w, "W");
    if (additive) {
        take(p.w_s, filled.w_s, "W_s");
        take(p.w_h, filled.w_h, "W_h");
        take(p.v, filled.v, "v");
    }
    return names;
}

// Operands before and after an edit: those of the problem, or of a score function.
struct Edited {
    Operands& now;
    const Operands& old;
    std::optional<ScoreFunction> function;

    bool rowsChanged(MatrixD Operands::*matrix) const { return (now.*matrix).rows() != (old.*matrix).rows(); }
};

class Adapter {
public:
    Adapter(Session& session, const Session& before)
        : session_(session)
        , before_(before) {
        all_.push_back({session.problem, before.problem, std::nullopt});
        for (auto& [function, operands] : session.own) {
            const auto old = before.own.find(function);
            all_.push_back({operands, old == before.own.end() ? operands : old->second, function});
        }
    }

    std::vector<Adaptation> run() {
        fillEmptySide();
        tokensThatWereEdited();
        for (const Edited& each : all_)
            keysAndValues(each);
        sameRows();
        tokens();
        projections();
        heads();
        for (const Edited& each : all_)
            parameters(each);
        mask();
        gold();
        return std::move(done_);
    }

private:
    void tell(const ErrorKind& kind, std::vector<Phrase> values) { done_.push_back({&kind, std::move(values)}); }

    void fillEmptySide() {
        Problem& p = session_.problem;
        if (p.kind == before_.problem.kind)
            return;
        if (p.kind == ProblemKind::self && p.x.size() == 0 && p.k.size() > 0) {
            p.x = p.k;
            session_.selfTokens = session_.crossLabels.columns;
            tell(sideFilled, {"X", "K"});
        } else if (p.kind == ProblemKind::cross && p.q.size() == 0 && p.k.size() == 0 && p.x.size() > 0) {
            p.q = p.k = p.v = p.x;
            session_.crossLabels = {session_.selfTokens, session_.selfTokens};
            tell(sideFilled, {"Q, K, V", "X"});
        }
    }

    // `matrix` gets `rows` rows, to go with what is called `leader`.
    void setRows(MatrixD& matrix, Index rows, const Phrase& name, const Phrase& leader) {
        const Index difference = rows - matrix.rows();
        if (difference == 0)
            return;
        matrix = overlaid(matrix, MatrixD(MatrixD::Zero(rows, matrix.cols())));
        if (matrix.cols() == 0) // no numbers, nothing to tell
            return;
        const bool one = std::abs(difference) == 1;
        const ErrorKind& kind = difference > 0 ? (one ? rowAdded : rowsAdded) : (one ? rowRemoved : rowsRemoved);
        tell(kind, {name, number(rows), leader, number(std::abs(difference))});
    }

    // Tokens were added or removed while their matrix stayed: the matrix follows.
    void follow(const std::vector<std::string>& now, const std::vector<std::string>& old, MatrixD& matrix,
                Index rowsBefore, const Phrase& name, const Phrase& leader) {
        if (now.empty() || now.size() == old.size() || matrix.rows() != rowsBefore)
            return;
        setRows(matrix, static_cast<Index>(now.size()), name, leader);
    }

    void tokensThatWereEdited() {
        Problem& p = session_.problem;
        const Problem& old = before_.problem;
        follow(session_.crossLabels.rows, before_.crossLabels.rows, p.q, old.q.rows(), "Q",
               HEEDMAP_MESSAGE("Reason", "the target"));
        follow(session_.crossLabels.columns, before_.crossLabels.columns, p.k, old.k.rows(), "K",
               HEEDMAP_MESSAGE("Reason", "the source"));
        follow(session_.selfTokens, before_.selfTokens, p.x, old.x.rows(), "X",
               HEEDMAP_MESSAGE("Reason", "the sequence"));
    }

    void keysAndValues(const Edited& each) {
        if (!each.rowsChanged(&Operands::k) && each.rowsChanged(&Operands::v))
            setRows(each.now.k, each.now.v.rows(), "K", "V");
        else
            setRows(each.now.v, each.now.k.rows(), "V", "K");
    }

    // What was edited leads.
    void sameRows() {
        bool followed = false;
        for (MatrixD Operands::*const matrix : {&Operands::q, &Operands::k, &Operands::v}) {
            const auto leader =
                std::find_if(all_.begin(), all_.end(), [&](const Edited& each) { return each.rowsChanged(matrix); });
            const Index rows = ((leader == all_.end() ? all_.front() : *leader).now.*matrix).rows();
            for (const Edited& each : all_) {
                MatrixD& follower = each.now.*matrix;
                if (follower.rows() == rows)
                    continue;
                follower = overlaid(follower, MatrixD(MatrixD::Zero(rows, follower.cols())));
                followed = true;
            }
        }
        if (followed)
            tell(othersFollow, {});
    }

    void fit(std::vector<std::string>& tokens, const MatrixD& matrix, const Phrase& side, const Phrase& name) {
        if (tokens.empty() || static_cast<Index>(tokens.size()) == matrix.rows())
            return;
        tokens.resize(static_cast<std::size_t>(matrix.rows()));
        tell(tokensFollow, {side, number(matrix.rows()), name});
    }

    void tokens() {
        const Problem& p = session_.problem;
        fit(session_.crossLabels.rows, p.q, HEEDMAP_MESSAGE("Reason", "target"), "Q");
        fit(session_.crossLabels.columns, p.k, HEEDMAP_MESSAGE("Reason", "source"), "K");
        fit(session_.selfTokens, p.x, HEEDMAP_MESSAGE("Reason", "sequence"), "X");
    }

    void projections() {
        const Problem& p = session_.problem;
        Parameters& w = session_.problem.parameters;
        const bool cross = p.kind == ProblemKind::cross && p.projectsCross;
        fitProjection(w.w_q, w.b_q, "W_Q", cross ? p.q : p.x, cross ? "Q" : "X");
        fitProjection(w.w_k, w.b_k, "W_K", cross ? p.k : p.x, cross ? "K" : "X");
        fitProjection(w.w_v, w.b_v, "W_V", cross ? p.v : p.x, cross ? "V" : "X");
    }

    void fitProjection(MatrixD& w, VectorD& b, const char* name, const MatrixD& states, const char* what) {
        const Index columns = states.cols();
        if (w.size() > 0 && columns > 0 && w.rows() != columns) {
            w = overlaid(w, MatrixD(MatrixD::Identity(columns, w.cols())));
            std::vector<Phrase> values{name, shapeText(columns, w.cols()), number(columns)};
            if (*what != 'X')
                values.emplace_back(what);
            tell(*what == 'X' ? projectionResized : crossProjectionResized, std::move(values));
        }
        const Index results = w.size() > 0 ? w.cols() : columns;
        if (b.size() > 0 && results > 0 && b.size() != results)
            b = overlaid(b, VectorD(VectorD::Zero(results)));
    }

    // W_o takes what the heads give side by side; panels show heads that there are.
    void heads() {
        Problem& p = session_.problem;
        Parameters& w = p.parameters;
        for (Panel& panel : session_.panels) {
            for (auto* const head : {&panel.head, &panel.minusHead}) {
                if (*head && (p.heads == 1 || **head >= p.heads))
                    head->reset();
            }
            if (panel.score && panel.kind == PanelKind::weights)
                std::erase_if(panel.rollout.heads, [&](Index head) { return p.heads == 1 || head >= p.heads; });
        }
        const Index width = sizesOf(p).valueDimension * p.heads;
        if (w.w_o.size() > 0 && width > 0 && w.w_o.rows() != width) {
            w.w_o = overlaid(w.w_o, MatrixD(MatrixD::Identity(width, w.w_o.cols())));
            tell(outputResized, {"W_O", shapeText(width, w.w_o.cols()), number(width)});
        }
        const Index results = w.w_o.size() > 0 ? w.w_o.cols() : width;
        if (w.b_o.size() > 0 && results > 0 && w.b_o.size() != results)
            w.b_o = overlaid(w.b_o, VectorD(VectorD::Zero(results)));
    }

    // W_s, W_h and v agree on the hidden size that was edited last.
    static Index hidden(const Parameters& now, const Parameters& old) {
        if (now.v.size() != old.v.size() && now.v.size() > 0)
            return now.v.size();
        if (now.w_h.rows() != old.w_h.rows() && now.w_h.size() > 0)
            return now.w_h.rows();
        for (const Index rows : {now.w_s.rows(), now.w_h.rows(), now.v.rows()}) {
            if (rows > 0)
                return rows;
        }
        return 0;
    }

    template <class M>
    void fitParameter(M& parameter, const M& seeded, const char* name, const ProblemSizes& sizes) {
        if (parameter.size() == 0 || (parameter.rows() == seeded.rows() && parameter.cols() == seeded.cols()))
            return;
        parameter = overlaid(parameter, seeded);
        tell(parameterResized,
             {name, shapeText(seeded.rows(), seeded.cols()), number(sizes.queryDimension), number(sizes.keyDimension)});
    }

    void parameters(const Edited& each) {
        Parameters& p = each.now.parameters;
        const ProblemSizes sizes = sizesWith(session_.problem, each.now);
        if (each.function && !session_.hasOwn(*each.function))
            return;
        if (sizes.queryDimension == 0 || sizes.keyDimension == 0)
            return;
        const Index size = hidden(p, each.old.parameters);
        const Parameters seeded =
            attention::withSeededScores({}, sizes.queryDimension, sizes.keyDimension,
                                        size > 0 ? size : hiddenSize(sizes.queryDimension, sizes.keyDimension), 0);
        fitParameter(p.w, seeded.w, "W", sizes);
        fitParameter(p.w_s, seeded.w_s, "W_s", sizes);
        fitParameter(p.w_h, seeded.w_h, "W_h", sizes);
        fitParameter(p.v, seeded.v, "v", sizes);
        for (const Panel& panel : session_.panels) {
            for (const auto& score : {panel.score, panel.minusScore}) {
                if (!score || &session_.operands(score) != &each.now)
                    continue;
                for (const std::string& name : seedMissingIn(p, sizes, *score, 0))
                    tell(parameterSeeded, {name, shapeOf(p, name)});
            }
        }
    }

    static std::string shapeOf(const Parameters& p, const std::string& name) {
        if (name == "v")
            return number(p.v.size());
        const MatrixD& matrix = name == "W" ? p.w : name == "W_s" ? p.w_s : p.w_h;
        return shapeText(matrix.rows(), matrix.cols());
    }

    void mask() {
        BoolMatrix& custom = session_.problem.mask.custom;
        const ProblemSizes sizes = sizesOf(session_.problem);
        if (custom.size() == 0 || (custom.rows() == sizes.queries && custom.cols() == sizes.keys))
            return;
        custom = overlaid(custom, BoolMatrix(BoolMatrix::Ones(sizes.queries, sizes.keys)));
        tell(maskResized, {shapeText(sizes.queries, sizes.keys)});
    }

    void gold() {
        const Index rows = session_.problem.q.rows();
        const Index columns = session_.problem.k.rows();
        const auto dropped = std::erase_if(
            session_.gold, [&](const GoldLink& link) { return link.cell.row >= rows || link.cell.column >= columns; });
        if (dropped == 1)
            tell(linkDropped, {});
        else if (dropped > 1)
            tell(linksDropped, {std::to_string(dropped)});
    }

    Session& session_;
    const Session& before_;
    std::vector<Edited> all_; // the problem's operands first
    std::vector<Adaptation> done_;
};

// Untouched memory costs nothing, while a copy of long sequences would take as much again.
MatrixD unfilled(const MatrixD& like) {
    return MatrixD(like.rows(), like.cols());
}

void outline(const Operands& operands, Operands& made) {
    made.q = unfilled(operands.q);
    made.k = unfilled(operands.k);
    made.v = unfilled(operands.v);
    made.parameters = operands.parameters;
}

// All that an Adapter asks of the session before the edit: sizes, kind and tokens.
Session outlineOf(const Session& session) {
    Session made;
    outline(session.problem, made.problem);
    made.problem.x = unfilled(session.problem.x);
    made.problem.kind = session.problem.kind;
    for (const auto& [function, operands] : session.own)
        outline(operands, made.own[function]);
    made.crossLabels = session.crossLabels;
    made.selfTokens = session.selfTokens;
    return made;
}

} // namespace

std::string sentence(const Adaptation& adaptation) {
    std::string text = sentence(Phrase(adaptation.kind->text, adaptation.values)) + ".";
    if (text[0] >= 'a' && text[0] <= 'z' && text[1] != ' ' && text[1] != '_')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::vector<Adaptation> makeConsistent(Session& session, const Session& before) {
    return Adapter(session, before).run();
}

std::vector<Adaptation> makeConsistent(Session& session) {
    return makeConsistent(session, outlineOf(session));
}

Index hiddenSize(Index queryDimension, Index keyDimension) {
    return std::clamp<Index>(std::max(queryDimension, keyDimension), 8, 64);
}

ProblemSizes sizesOf(const attention::Problem& problem) {
    return sizesWith(problem, problem);
}

ProblemSizes sizesOf(const Session& session, std::optional<ScoreFunction> function) {
    return sizesWith(session.problem, session.operands(function));
}

std::vector<std::string> seedMissing(attention::Problem& problem, ScoreFunction function, std::uint64_t seed) {
    return seedMissingIn(problem.parameters, sizesOf(problem), function, seed);
}

std::vector<std::string> seedMissing(Session& session, ScoreFunction function, std::uint64_t seed) {
    return seedMissingIn(session.operands(function).parameters, sizesOf(session, function), function, seed);
}

} // namespace heedmap::files
