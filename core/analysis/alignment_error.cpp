#include "core/analysis/alignment_error.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace heedmap::analysis {

namespace {

std::optional<double> quotient(Index part, Index whole) {
    if (whole == 0)
        return std::nullopt;
    return static_cast<double>(part) / static_cast<double>(whole);
}

// Whether the last of `count` positions is no word.
bool endsIn(const std::vector<std::string>& labels, Index count) {
    if (count < 2 || labels.empty())
        return false;
    if (std::ssize(labels) == count - 1)
        return true;
    if (std::ssize(labels) != count)
        return false;
    const bool aloneEmpty = labels.back().empty() && !labels[labels.size() - 2].empty();
    return aloneEmpty || isEndOfSentence(labels.back());
}

} // namespace

AlignmentCounts& AlignmentCounts::operator+=(const AlignmentCounts& other) {
    links += other.links;
    sure += other.sure;
    linksSure += other.linksSure;
    linksPossible += other.linksPossible;
    return *this;
}

std::optional<double> AlignmentCounts::precision() const {
    return quotient(linksPossible, links);
}

std::optional<double> AlignmentCounts::recall() const {
    return quotient(linksSure, sure);
}

std::optional<double> AlignmentCounts::errorRate() const {
    const auto right = quotient(linksSure + linksPossible, links + sure);
    return right ? std::optional(1.0 - *right) : std::nullopt;
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

bool isEndOfSentence(std::string_view label) {
    using namespace std::string_view_literals;
    constexpr std::array ends{"⏎"sv,     "</s>"sv,  "<eos>"sv, "<EOS>"sv,
                              "<end>"sv, "[EOS]"sv, "[SEP]"sv, "<|endoftext|>"sv};
    return std::ranges::find(ends, label) != ends.end();
}

WordCounts wordsOf(const Labels& labels, Index rows, Index columns) {
    return {rows - (endsIn(labels.rows, rows) ? 1 : 0), columns - (endsIn(labels.columns, columns) ? 1 : 0)};
}

AlignmentCounts linksAgainst(const attention::AlphaSource& alpha, const Labels& labels, std::span<const GoldLink> gold,
                             EndLinks end) {
    MatrixD weights(alpha.rows(), alpha.columns());
    for (Index i = 0; i < weights.rows(); ++i) {
        const std::vector<double> row = attention::rowOf(alpha, i);
        std::copy(row.begin(), row.end(), weights.row(i).begin());
    }
    const WordCounts all{weights.rows(), weights.cols()};
    const WordCounts words = end == EndLinks::counted ? all : wordsOf(labels, all.rows, all.columns);
    std::vector<GoldLink> inside;
    std::ranges::copy_if(gold, std::back_inserter(inside), [&](const GoldLink& link) {
        return link.cell.row < words.rows && link.cell.column < words.columns;
    });
    const bool areLinks = (weights.array() == 0 || weights.array() == 1).all();
    return countLinks(areLinks ? linksFrom(weights, 1, words.rows, words.columns)
                               : strongestLinks(weights, words.rows, words.columns),
                      inside);
}

std::optional<AlignmentCounts> strongestAgainst(const attention::AlphaSource& alpha, const Labels& labels,
                                                std::span<const GoldLink> gold, EndLinks end) {
    return gold.empty() ? std::nullopt : std::optional(linksAgainst(alpha, labels, gold, end));
}

Index linksOfTheEnd(std::span<const GoldLink> gold, const WordCounts& words, Index rows, Index columns) {
    return std::ranges::count_if(gold, [&](const GoldLink& link) {
        const bool inside = link.cell.row < rows && link.cell.column < columns;
        return inside && (link.cell.row >= words.rows || link.cell.column >= words.columns);
    });
}

} // namespace heedmap::analysis
