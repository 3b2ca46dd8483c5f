#include "core/session/shown_tokens.h"

#include "core/files/labels.h"
#include "core/session/consistency.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

namespace heedmap {

namespace {

using analysis::AxisGroups;
using analysis::Remainder;
using files::ShownTokens;

constexpr std::string_view allSpecial = "special";

struct Positions {
    Index first = 0;
    Index last = 0; // inclusive
};

// Of "rows:3" and "rows:0-2" where `axis` is "rows:"; none where the word is something else.
std::optional<Positions> positionsIn(std::string_view word, std::string_view axis) {
    if (!word.starts_with(axis))
        return std::nullopt;
    const char* const end = word.data() + word.size();
    Positions positions;
    auto parsed = std::from_chars(word.data() + axis.size(), end, positions.first);
    if (parsed.ec != std::errc() || positions.first < 0)
        return std::nullopt;
    positions.last = positions.first;
    if (parsed.ptr != end && *parsed.ptr == '-')
        parsed = std::from_chars(parsed.ptr + 1, end, positions.last);
    const bool whole = parsed.ec == std::errc() && parsed.ptr == end && positions.last >= positions.first;
    return whole ? std::optional(positions) : std::nullopt;
}

bool names(const std::string& word, std::string_view axis, const std::vector<std::string>& labels, Index at) {
    if (const auto positions = positionsIn(word, axis))
        return at >= positions->first && at <= positions->last;
    if (static_cast<std::size_t>(at) >= labels.size())
        return false;
    const std::string& label = labels[static_cast<std::size_t>(at)];
    return word == allSpecial ? analysis::isSpecialToken(label) : word == label;
}

struct ShownAxis {
    AxisGroups groups;
    std::vector<std::string> labels;
};

ShownAxis shownAxis(const ShownTokens& shown, std::string_view axis, std::vector<std::string> labels, Index count) {
    const bool named = !labels.empty();
    if (named)
        labels = files::fitted(std::move(labels), count);
    std::vector<analysis::Word> words;
    if (named && shown.words)
        words = analysis::wordsFromPieces(labels);
    else
        for (Index at = 0; at < count; ++at)
            words.push_back({named ? labels[static_cast<std::size_t>(at)] : std::string(), at, at + 1});
    ShownAxis result;
    for (analysis::Word& word : words) {
        std::vector<Index> members;
        for (Index at = word.first; at < word.end; ++at) {
            const bool leftOut = std::any_of(shown.without.begin(), shown.without.end(),
                                             [&](const std::string& out) { return names(out, axis, labels, at); });
            if (!leftOut)
                members.push_back(at);
        }
        if (members.empty())
            continue;
        result.groups.members.push_back(std::move(members));
        if (named)
            result.labels.push_back(std::move(word.text));
    }
    return result;
}

bool isWhole(const AxisGroups& groups, Index count) {
    return groups.size() == count; // then each group is one position
}

std::pair<Index, Index> sizeOf(const files::Session& session, const files::Panel& panel) {
    if (panel.matrix && *panel.matrix < session.matrices.size()) {
        const Shape& shape = session.matrices[*panel.matrix].tensor.shape();
        return {shape[0], shape[1]};
    }
    const files::ProblemSizes sizes = files::sizesOf(session.problem);
    return {sizes.queries, sizes.keys};
}

Phrase listedTokens(const std::vector<std::string>& words) {
    std::string format;
    std::vector<Phrase> values;
    for (const std::string& word : words) {
        if (values.size() == 9) { // as many as a sentence can have
            format += ", …";
            break;
        }
        values.push_back(word == allSpecial ? Phrase(HEEDMAP_MESSAGE("Reason", "special tokens")) : Phrase(word));
        format += (format.empty() ? "%" : ", %") + std::to_string(values.size());
    }
    return {format.c_str(), std::move(values)};
}

} // namespace

ShownAxes shownAxes(const ShownTokens& shown, const Labels& labels, Index rows, Index columns) {
    ShownAxis row = shownAxis(shown, "rows:", labels.rows, rows);
    ShownAxis column = shownAxis(shown, "columns:", labels.columns, columns);
    return {std::move(row.groups),
            std::move(column.groups),
            {std::move(row.labels), std::move(column.labels)},
            rows,
            columns};
}

bool showTokens(PanelResult& result, const files::Session& session, std::stop_token stop) {
    constexpr Index mostNumbers = Index{1} << 24;
    const Index rows = result.rows();
    const Index columns = result.columns();
    auto axes = std::make_shared<ShownAxes>(shownAxes(session.shown, session.labelsOf(result.panel), rows, columns));
    const bool isRowless = rows > 0 && axes->rows.size() == 0;
    const bool changed = !isWhole(axes->rows, rows) || !isWhole(axes->columns, columns);
    const auto fail = [&](Error error) {
        result.error = std::move(error);
        result.source = nullptr;
    };
    if (isRowless || (columns > 0 && axes->columns.size() == 0)) {
        fail(makeError(everythingLeftOut,
                       {std::to_string(isRowless ? rows : columns),
                        isRowless ? HEEDMAP_MESSAGE("Reason", "rows") : HEEDMAP_MESSAGE("Reason", "columns")}));
    } else if (changed && axes->rows.size() > mostNumbers / axes->columns.size()) {
        fail(makeError(tooLargeToMerge, {std::to_string(axes->rows.size()), std::to_string(axes->columns.size()),
                                         std::to_string(mostNumbers)}));
    } else if (changed) {
        const bool shares = result.panel.kind != files::PanelKind::gradient;
        auto condensed = analysis::condense(*result.source, axes->rows, axes->columns,
                                            session.shown.words.value_or(analysis::RowsOfWord::mean),
                                            shares ? session.shown.rest : Remainder::kept, std::move(stop));
        if (!condensed)
            return false;
        if (auto problem = result.source->problem())
            fail(*std::move(problem));
        else
            result.source =
                std::make_shared<attention::DenseAlpha>(std::move(condensed->values), std::move(condensed->allowed));
    }
    if (changed) {
        result.attention = nullptr;
        result.projected = nullptr;
        result.parameters = nullptr;
    }
    result.shown = std::move(axes);
    return true;
}

Labels shownLabels(const files::Session& session, const PanelResult& result) {
    return result.shown ? result.shown->labels : session.labelsOf(result.panel);
}

std::vector<GoldLink> shownGold(const files::Session& session, const PanelResult& result) {
    if (!result.shown)
        return session.gold;
    std::map<std::pair<Index, Index>, bool> sure; // by row and column
    for (const GoldLink& link : session.gold) {
        const auto row = result.shown->rows.groupOf(link.cell.row);
        const auto column = result.shown->columns.groupOf(link.cell.column);
        if (row && column)
            sure[{*row, *column}] |= link.sure;
    }
    std::vector<GoldLink> links;
    for (const auto& [cell, isSure] : sure)
        links.push_back({{cell.first, cell.second}, isSure});
    return links;
}

std::vector<Phrase> wordsOf(const ShownTokens& shown) {
    using analysis::RowsOfWord;
    std::vector<Phrase> phrases;
    if (shown.words == RowsOfWord::mean)
        phrases.emplace_back(HEEDMAP_MESSAGE("Reason", "pieces merged to words, columns summed, rows averaged"));
    else if (shown.words == RowsOfWord::first)
        phrases.emplace_back(
            HEEDMAP_MESSAGE("Reason", "pieces merged to words, columns summed, rows of the first piece"));
    else if (shown.words == RowsOfWord::last)
        phrases.emplace_back(
            HEEDMAP_MESSAGE("Reason", "pieces merged to words, columns summed, rows of the last piece"));
    if (!shown.without.empty())
        phrases.emplace_back(shown.rest == Remainder::kept
                                 ? HEEDMAP_MESSAGE("Reason", "hidden: %1; the other weights as they are")
                                 : HEEDMAP_MESSAGE("Reason", "left out: %1; the other weights renormalized"),
                             std::vector<Phrase>{listedTokens(shown.without)});
    return phrases;
}

std::string noteOf(const ShownTokens& shown) {
    std::string note;
    for (const Phrase& words : wordsOf(shown))
        note += (note.empty() ? "" : "; ") + sentence(words);
    return note;
}

std::vector<std::string> unknownIn(const files::Session& session, const ShownTokens& shown) {
    const auto isIn = [](const std::string& word, std::string_view axis, const std::vector<std::string>& texts,
                         Index count) {
        if (const auto positions = positionsIn(word, axis))
            return positions->last < count;
        const Index known = std::min(count, static_cast<Index>(texts.size()));
        for (Index at = 0; at < known; ++at)
            if (names(word, axis, texts, at))
                return true;
        return false;
    };
    const auto isInPanel = [&](const std::string& word, const files::Panel& panel) {
        const Labels labels = session.labelsOf(panel);
        const auto [rows, columns] = sizeOf(session, panel);
        return isIn(word, "rows:", labels.rows, rows) || isIn(word, "columns:", labels.columns, columns);
    };
    std::vector<std::string> unknown;
    for (const std::string& word : shown.without)
        if (word != allSpecial && std::none_of(session.panels.begin(), session.panels.end(),
                                               [&](const auto& panel) { return isInPanel(word, panel); }))
            unknown.push_back(word);
    return unknown;
}

} // namespace heedmap
