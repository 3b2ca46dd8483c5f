#include "core/analysis/alignment_error.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace heedmap::analysis {

namespace {

double quotient(Index part, Index whole) {
    return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// How many of the positions are words.
Index wordsOf(const std::vector<std::string>& labels, Index count) {
    const bool ends = std::ssize(labels) == count && count > 0 && (labels.back() == "⏎" || labels.back() == "</s>");
    return ends ? count - 1 : count;
}

} // namespace

AlignmentCounts& AlignmentCounts::operator+=(const AlignmentCounts& other) {
    links += other.links;
    sure += other.sure;
    linksSure += other.linksSure;
    linksPossible += other.linksPossible;
    return *this;
}

double AlignmentCounts::precision() const {
    return quotient(linksPossible, links);
}

double AlignmentCounts::recall() const {
    return quotient(linksSure, sure);
}

double AlignmentCounts::errorRate() const {
    return 1.0 - quotient(linksSure + linksPossible, links + sure);
}

AlignmentCounts countLinks(std::span<const Cell> links, std::span<const GoldLink> gold) {
    std::map<std::pair<Index, Index>, bool> sure; // of each gold link
    for (const GoldLink& link : gold)
        sure[{link.cell.row, link.cell.column}] |= link.sure;
    std::set<std::pair<Index, Index>> distinct;
    for (const Cell& link : links)
        distinct.emplace(link.row, link.column);
    AlignmentCounts counts;
    counts.links = std::ssize(distinct);
    counts.sure = std::ranges::count_if(sure, [](const auto& link) { return link.second; });
    for (const auto& link : distinct)
        if (const auto found = sure.find(link); found != sure.end()) {
            ++counts.linksPossible;
            counts.linksSure += found->second ? 1 : 0;
        }
    return counts;
}

std::vector<Cell> strongestLinks(const MatrixD& alpha, Index rowCount, Index columnCount) {
    std::vector<Cell> links;
    for (Index i = 0; i < std::min(rowCount, alpha.rows()); ++i) {
        Index best = -1;
        for (Index j = 0; j < alpha.cols(); ++j)
            if (best < 0 ? alpha(i, j) == alpha(i, j) : alpha(i, j) > alpha(i, best))
                best = j;
        if (best >= 0 && best < columnCount)
            links.push_back({i, best});
    }
    return links;
}

std::vector<Cell> linksFrom(const MatrixD& alpha, double threshold, Index rowCount, Index columnCount) {
    std::vector<Cell> links;
    for (Index i = 0; i < std::min(rowCount, alpha.rows()); ++i)
        for (Index j = 0; j < std::min(columnCount, alpha.cols()); ++j)
            if (alpha(i, j) >= threshold)
                links.push_back({i, j});
    return links;
}

std::optional<AlignmentCounts> strongestAgainst(const attention::AlphaSource& alpha, const Labels& labels,
                                                std::span<const GoldLink> gold) {
    if (gold.empty())
        return std::nullopt;
    MatrixD weights(alpha.rows(), alpha.columns());
    for (Index i = 0; i < weights.rows(); ++i) {
        const std::vector<double> row = attention::rowOf(alpha, i);
        std::copy(row.begin(), row.end(), weights.row(i).begin());
    }
    std::vector<GoldLink> inside;
    std::ranges::copy_if(gold, std::back_inserter(inside), [&](const GoldLink& link) {
        return link.cell.row < weights.rows() && link.cell.column < weights.cols();
    });
    const auto links =
        strongestLinks(weights, wordsOf(labels.rows, weights.rows()), wordsOf(labels.columns, weights.cols()));
    return countLinks(links, inside);
}

} // namespace heedmap::analysis
