#include "core/analysis/head_roles.h"

#include "core/analysis/rows.h"
#include "core/analysis/statistics.h"
#include "core/result.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

namespace heedmap::analysis {

namespace {

// The earlier copies of each token: places[copies[i]] holds those of the same token in order, of which the first
// before[i] are earlier than i.
struct Copies {
    std::vector<std::vector<Index>> places;
    std::vector<std::size_t> token; // of each position, into `places`
    std::vector<std::size_t> before;
};

Copies copiesIn(const std::vector<std::string>& tokens) {
    Copies copies;
    std::unordered_map<std::string_view, std::size_t> known;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto [found, isNew] = known.try_emplace(tokens[i], copies.places.size());
        if (isNew)
            copies.places.emplace_back();
        copies.token.push_back(found->second);
        copies.before.push_back(copies.places[found->second].size());
        copies.places[found->second].push_back(static_cast<Index>(i));
    }
    return copies;
}

bool isOneSequence(const attention::AlphaSource& alpha, const Labels& labels) {
    const bool unnamed = labels.rows.empty() || labels.columns.empty();
    return alpha.rows() == alpha.columns() && (unnamed || labels.rows == labels.columns);
}

// Missing as soon as what was added was not all weights.
class RoleMeans {
public:
    RoleMeans(const attention::AlphaSource& alpha, const Labels& labels, const FigureOptions& options)
        : rows_(alpha.rows())
        , oneSequence_(isOneSequence(alpha, labels))
        , options_(options) {
        const std::vector<std::string>& tokens = labels.rows.empty() ? labels.columns : labels.rows;
        if (oneSequence_ && static_cast<Index>(tokens.size()) == rows_)
            copies_ = copiesIn(tokens);
    }

    void add(const std::vector<double>& p, Index i) {
        const double sum = std::accumulate(p.begin(), p.end(), 0.0);
        if (!areWeights(p) || sum > 1 + sumTolerance) {
            whole_ = false;
            return;
        }
        const auto at = [&](Index j) {
            return p[static_cast<std::size_t>(j)];
        };
        if (oneSequence_) {
            self_.add(at(i));
            if (i > 0)
                previous_.add(at(i - 1));
        }
        if (!copies_.token.empty())
            addCopies(p, i);
        sink_.add(massOn(p, std::span(&options_.sink, 1)));
        addDistances(p, i);
        entropy_.add(entropy(p));
    }

    HeadRoles value() const {
        if (!whole_)
            return {};
        return {previous_.value(), induction_.value(), duplicate_.value(), self_.value(),
                sink_.value(),     diagonal_.value(),  reach_.value(),     entropy_.value()};
    }

private:
    void addCopies(const std::vector<double>& p, Index i) {
        const auto place = static_cast<std::size_t>(i);
        const std::vector<Index>& same = copies_.places[copies_.token[place]];
        const std::size_t earlier = copies_.before[place];
        double onCopies = 0;
        for (std::size_t n = 0; n < earlier; ++n) {
            const auto j = static_cast<std::size_t>(same[n]);
            onCopies += p[j];
            induction_.add(p[j + 1]); // j < i, so that there is a key behind it
        }
        if (earlier > 0)
            duplicate_.add(onCopies);
    }

    void addDistances(const std::vector<double>& p, Index i) {
        const double keys = static_cast<double>(p.size());
        const double diagonal = (static_cast<double>(i) + 0.5) * keys / static_cast<double>(rows_) - 0.5;
        double inBand = 0;
        double reach = 0;
        for (std::size_t j = 0; j < p.size(); ++j) {
            const double position = static_cast<double>(j);
            inBand += std::abs(position - diagonal) <= static_cast<double>(options_.band) ? p[j] : 0;
            reach += p[j] * std::abs(position - static_cast<double>(i));
        }
        diagonal_.add(inBand);
        reach_.add(reach);
    }

    Index rows_;
    bool oneSequence_;
    FigureOptions options_;
    Copies copies_;
    bool whole_ = true;
    Mean previous_, induction_, duplicate_, self_, sink_, diagonal_, reach_, entropy_;
};

} // namespace

std::string_view nameOf(HeadRole role) {
    switch (role) {
    case HeadRole::previous:
        return "previous";
    case HeadRole::induction:
        return "induction";
    case HeadRole::duplicate:
        return "duplicate";
    case HeadRole::self:
        return "self";
    case HeadRole::sink:
        return "sink";
    case HeadRole::diagonal:
        return "diagonal";
    }
    preconditionFailed("a known role", __FILE__, __LINE__);
}

std::optional<double> figureOf(const HeadRoles& roles, HeadRole role) {
    switch (role) {
    case HeadRole::previous:
        return roles.previous;
    case HeadRole::induction:
        return roles.induction;
    case HeadRole::duplicate:
        return roles.duplicate;
    case HeadRole::self:
        return roles.self;
    case HeadRole::sink:
        return roles.sink;
    case HeadRole::diagonal:
        return roles.diagonal;
    }
    preconditionFailed("a known role", __FILE__, __LINE__);
}

HeadRoles headRoles(const attention::AlphaSource& alpha, const Labels& labels, const FigureOptions& options) {
    if (alpha.columns() == 0)
        return {};
    RoleMeans means(alpha, labels, options);
    for (Index i = 0; i < alpha.rows(); ++i)
        if (const std::vector<double> p = rowOf(alpha, i); holdsWeight(p))
            means.add(p, i);
    return means.value();
}

std::optional<HeadRole> roleOf(const HeadRoles& roles, double threshold) {
    std::optional<HeadRole> best;
    for (std::size_t n = 0; n < headRoleCount; ++n) {
        const auto role = static_cast<HeadRole>(n);
        const auto figure = figureOf(roles, role);
        if (!figure || *figure < threshold || (best && role == HeadRole::diagonal))
            continue;
        if (!best || *figure > *figureOf(roles, *best))
            best = role;
    }
    return best;
}

} // namespace heedmap::analysis
