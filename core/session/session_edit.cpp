#include "core/session/session_edit.h"

#include <algorithm>

namespace heedmap::files {

namespace {

using attention::ProblemKind;

template <class AnySession>
auto& tokensIn(AnySession& session, Sequence sequence) {
    switch (sequence) {
    case Sequence::target:
        return session.crossLabels.rows;
    case Sequence::source:
        return session.crossLabels.columns;
    case Sequence::self:
        break;
    }
    return session.selfTokens;
}

std::vector<MatrixD*> matricesIn(Session& session, Sequence sequence) {
    if (sequence == Sequence::self)
        return {&session.problem.x};
    std::vector<attention::Operands*> all{&session.problem};
    for (auto& [function, operands] : session.own)
        all.push_back(&operands);
    std::vector<MatrixD*> matrices;
    for (attention::Operands* operands : all) {
        if (sequence == Sequence::target)
            matrices.push_back(&operands->q);
        else
            matrices.insert(matrices.end(), {&operands->k, &operands->v});
    }
    return matrices;
}

// Which axes of α the sequence runs along; none while the other kind is shown, whose mask is not this one's.
struct MaskAxes {
    bool rows;
    bool columns;
};
MaskAxes maskAxes(const Session& session, Sequence sequence) {
    const bool self = session.problem.kind == ProblemKind::self;
    if ((sequence == Sequence::self) != self || session.problem.mask.custom.size() == 0)
        return {false, false};
    return {sequence != Sequence::source, sequence != Sequence::target};
}

Index& positionOf(GoldLink& link, Sequence sequence) {
    return sequence == Sequence::target ? link.cell.row : link.cell.column;
}

} // namespace

Index lengthOf(const Session& session, Sequence sequence) {
    switch (sequence) {
    case Sequence::target:
        return session.problem.q.rows();
    case Sequence::source:
        return session.problem.k.rows();
    case Sequence::self:
        break;
    }
    return session.problem.x.rows();
}

const std::vector<std::string>& tokensOf(const Session& session, Sequence sequence) {
    return tokensIn(session, sequence);
}

void insertPositions(Session& session, Sequence sequence, Index at, Index count) {
    HEEDMAP_EXPECTS(at >= 0 && at <= lengthOf(session, sequence) && count >= 0);
    const Index length = lengthOf(session, sequence);
    for (MatrixD* matrix : matricesIn(session, sequence)) {
        if (matrix->rows() == length)
            *matrix = withRows(*matrix, at, count, 0.0);
    }
    auto& tokens = tokensIn(session, sequence);
    if (!tokens.empty())
        tokens.insert(tokens.begin() + std::min(at, static_cast<Index>(tokens.size())), static_cast<std::size_t>(count),
                      {});
    BoolMatrix& custom = session.problem.mask.custom;
    const MaskAxes axes = maskAxes(session, sequence);
    if (axes.rows && custom.rows() == length)
        custom = withRows(custom, at, count, std::uint8_t{1});
    if (axes.columns && custom.cols() == length)
        custom = withColumns(custom, at, count, std::uint8_t{1});
    if (sequence == Sequence::self)
        return;
    for (GoldLink& link : session.gold) {
        Index& position = positionOf(link, sequence);
        position += position >= at ? count : 0;
    }
}

void removePositions(Session& session, Sequence sequence, Index first, Index count) {
    const Index length = lengthOf(session, sequence);
    HEEDMAP_EXPECTS(first >= 0 && count >= 0 && first + count <= length);
    for (MatrixD* matrix : matricesIn(session, sequence)) {
        if (matrix->rows() == length)
            *matrix = withoutRows(*matrix, first, count);
    }
    auto& tokens = tokensIn(session, sequence);
    const auto has = static_cast<Index>(tokens.size());
    tokens.erase(tokens.begin() + std::min(first, has), tokens.begin() + std::min(first + count, has));
    BoolMatrix& custom = session.problem.mask.custom;
    const MaskAxes axes = maskAxes(session, sequence);
    if (axes.rows && custom.rows() == length)
        custom = withoutRows(custom, first, count);
    if (axes.columns && custom.cols() == length)
        custom = withoutColumns(custom, first, count);
    if (sequence == Sequence::self)
        return;
    std::erase_if(session.gold, [&](GoldLink& link) {
        const Index position = positionOf(link, sequence);
        return position >= first && position < first + count;
    });
    for (GoldLink& link : session.gold) {
        Index& position = positionOf(link, sequence);
        position -= position >= first + count ? count : 0;
    }
}

void setTokens(Session& session, Sequence sequence, std::vector<std::string> tokens) {
    std::vector<std::string> old = tokensOf(session, sequence);
    const Index length = lengthOf(session, sequence);
    old.resize(static_cast<std::size_t>(length));
    const auto begin = std::mismatch(old.begin(), old.end(), tokens.begin(), tokens.end());
    const auto same = begin.first - old.begin();
    const auto end = std::mismatch(old.rbegin(), old.rend() - same, tokens.rbegin(), tokens.rend() - same);
    const Index tail = end.first - old.rbegin();
    const Index change = static_cast<Index>(tokens.size()) - length;
    if (change > 0)
        insertPositions(session, sequence, length - tail, change);
    else if (change < 0)
        removePositions(session, sequence, length - tail + change, -change);
    tokensIn(session, sequence) = std::move(tokens);
}

std::vector<std::string> tokensOfText(std::string_view text) {
    constexpr std::string_view spaces = " \t\r\n\f\v";
    std::vector<std::string> tokens;
    for (std::size_t at = text.find_first_not_of(spaces); at != std::string_view::npos;
         at = text.find_first_not_of(spaces, at)) {
        const std::size_t end = std::min(text.find_first_of(spaces, at), text.size());
        tokens.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

} // namespace heedmap::files
