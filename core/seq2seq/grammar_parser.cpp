#include "core/files/links.h"
#include "core/seq2seq/grammar.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace heedmap::seq2seq {

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> splitAt(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts;
    for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
        parts.push_back(trimmed(text.substr(0, at)));
        text.remove_prefix(at + separator.size());
    }
    parts.push_back(trimmed(text));
    return parts;
}

std::vector<std::string> wordsIn(std::string_view text) {
    std::vector<std::string> words;
    for (const std::string_view word : splitAt(text, " "))
        if (!word.empty())
            words.emplace_back(word);
    return words;
}

template <class Number>
bool parseNumber(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= 1;
}

} // namespace

class GrammarParser {
public:
    Result<Grammar> parse(std::string_view text);

private:
    Result<void> parseLine(std::string_view line);
    Result<void> parseHeading(std::string_view line);
    Result<void> parseLengths(const std::vector<std::string>& words);
    Result<void> addAlternatives(std::string_view line);
    Result<Grammar::Alternative> parseAlternative(std::string_view text);
    Result<std::vector<Grammar::Symbol>> parseSide(std::string_view text);
    Result<void> matchRules(Grammar::Alternative& alternative);
    Result<void> linkRules();
    Result<void> findLoops(std::size_t rule, std::vector<int>& states);

    Grammar grammar_;
    std::size_t line_ = 0;
    bool listsWords_ = false;
};

Result<Grammar> GrammarParser::parse(std::string_view text) {
    const auto placed = [this](Error error) {
        return std::move(error).at("line " + std::to_string(line_));
    };
    for (const std::string_view line : splitAt(text, "\n")) {
        ++line_;
        if (line.empty() || line.front() == '#')
            continue;
        if (auto done = parseLine(line); !done)
            return placed(done.error());
    }
    if (auto linked = linkRules(); !linked)
        return placed(linked.error());
    return std::move(grammar_);
}

Result<void> GrammarParser::parseLine(std::string_view line) {
    if (line.ends_with(':') && line.find(' ') == std::string_view::npos) {
        line.remove_suffix(1);
        listsWords_ = line == "words";
        if (!listsWords_)
            grammar_.rules_.push_back({std::string(line), {}});
        return {};
    }
    if (listsWords_) {
        for (std::string& word : wordsIn(line))
            grammar_.words_.push_back(std::move(word));
        return {};
    }
    return grammar_.rules_.empty() ? parseHeading(line) : addAlternatives(line);
}

Result<void> GrammarParser::parseHeading(std::string_view line) {
    const std::vector<std::string> words = wordsIn(line);
    if (words[0] == "title" && words.size() > 1) {
        grammar_.title_ = trimmed(line.substr(5));
        return {};
    }
    if (words[0] == "tokens" && words.size() == 2 && (words[1] == "words" || words[1] == "characters")) {
        grammar_.tokens_ = words[1] == "words" ? Tokens::words : Tokens::characters;
        return {};
    }
    if (line.starts_with("held out ")) {
        auto alternative = parseAlternative(line.substr(9));
        if (!alternative)
            return alternative.error();
        grammar_.heldOut_.push_back(std::move(*alternative));
        return {};
    }
    if (words[0] == "copy" || words[0] == "reverse")
        return parseLengths(words);
    return makeError(grammarHeading, {std::string(line)});
}

Result<void> GrammarParser::parseLengths(const std::vector<std::string>& words) {
    grammar_.reverses_ = words[0] == "reverse";
    if (words.size() == 3 && parseNumber(words[1], grammar_.shortest_) && parseNumber(words[2], grammar_.longest_) &&
        grammar_.shortest_ <= grammar_.longest_)
        return {};
    return makeError(grammarNumbers, {words[0]});
}

Result<void> GrammarParser::addAlternatives(std::string_view line) {
    for (const std::string_view text : splitAt(line, " | ")) {
        auto alternative = parseAlternative(text);
        if (!alternative)
            return alternative.error();
        grammar_.rules_.back().alternatives.push_back(std::move(*alternative));
    }
    return {};
}

Result<Grammar::Alternative> GrammarParser::parseAlternative(std::string_view text) {
    Grammar::Alternative alternative;
    alternative.line = line_;
    if (text.starts_with('[')) {
        const std::size_t end = std::min(text.find(']'), text.size() - 1);
        if (!parseNumber(text.substr(1, end - 1), alternative.weight) || alternative.weight > 1000000)
            return makeError(grammarWeight, {std::string(text.substr(0, end + 1))});
        text.remove_prefix(end + 1);
    }
    const std::vector<std::string_view> withLinks = splitAt(text, " @ ");
    const std::vector<std::string_view> sides = splitAt(withLinks[0], " = ");
    if (sides.size() != 2 || sides[0].empty() || sides[1].empty() || withLinks.size() > 2)
        return makeError(grammarNeedsTwoSides, {std::string(trimmed(text))});
    auto source = parseSide(sides[0]);
    auto target = parseSide(sides[1]);
    if (!source || !target)
        return !source ? source.error() : target.error();
    alternative.source = std::move(*source);
    alternative.target = std::move(*target);
    if (auto matched = matchRules(alternative); !matched)
        return matched.error();
    if (withLinks.size() == 2) {
        auto links = files::parseLinks(withLinks[1], std::ssize(alternative.target), std::ssize(alternative.source));
        if (!links)
            return links.error();
        alternative.links = std::move(*links);
        return alternative;
    }
    for (Index i = 0; i < std::ssize(alternative.target); ++i)
        for (Index j = 0; j < std::ssize(alternative.source); ++j)
            if (!alternative.target[static_cast<std::size_t>(i)].isRule &&
                !alternative.source[static_cast<std::size_t>(j)].isRule)
                alternative.links.push_back({{i, j}, true});
    return alternative;
}

Result<std::vector<Grammar::Symbol>> GrammarParser::parseSide(std::string_view text) {
    std::vector<Grammar::Symbol> side;
    for (const std::string& word : wordsIn(text)) {
        Grammar::Symbol symbol{word};
        if (word.size() > 2 && word.front() == '<' && word.back() == '>')
            symbol = {word.substr(1, word.size() - 2), true};
        side.push_back(std::move(symbol));
    }
    return side;
}

// Every rule stands once on each side.
Result<void> GrammarParser::matchRules(Grammar::Alternative& alternative) {
    std::map<std::string, std::size_t> instances;
    std::map<std::string, int> seen;
    for (Grammar::Symbol& symbol : alternative.source)
        if (symbol.isRule) {
            symbol.instance = instances.emplace(symbol.text, instances.size()).first->second;
            ++seen[symbol.text];
        }
    std::map<std::string, int> seenInTarget;
    for (Grammar::Symbol& symbol : alternative.target)
        if (symbol.isRule) {
            symbol.instance = instances.emplace(symbol.text, instances.size()).first->second;
            ++seenInTarget[symbol.text];
        }
    for (const auto& [name, instance] : instances)
        if (seen[name] != 1 || seenInTarget[name] != 1)
            return makeError(grammarSidesDiffer, {name});
    alternative.rules.resize(instances.size());
    return {};
}

Result<void> GrammarParser::linkRules() {
    const auto isEmpty = [](const Grammar::Rule& rule) {
        return rule.alternatives.empty();
    };
    if (grammar_.words_.empty() && grammar_.rules_.empty())
        return makeError(grammarNoRule, {"sentence"});
    if (const auto empty = std::ranges::find_if(grammar_.rules_, isEmpty); empty != grammar_.rules_.end())
        return makeError(grammarNeedsTwoSides, {empty->name});
    const auto link = [this](Grammar::Alternative& alternative) -> Result<void> {
        line_ = alternative.line;
        for (auto* side : {&alternative.source, &alternative.target})
            for (Grammar::Symbol& symbol : *side) {
                if (!symbol.isRule)
                    continue;
                const std::string name = symbol.text.substr(0, symbol.text.find('#'));
                const auto rule = std::ranges::find(grammar_.rules_, name, &Grammar::Rule::name);
                if (rule == grammar_.rules_.end())
                    return makeError(grammarNoRule, {name});
                alternative.rules[symbol.instance] = static_cast<std::size_t>(rule - grammar_.rules_.begin());
            }
        return {};
    };
    for (Grammar::Rule& rule : grammar_.rules_)
        for (Grammar::Alternative& alternative : rule.alternatives)
            if (auto linked = link(alternative); !linked)
                return linked;
    for (Grammar::Alternative& alternative : grammar_.heldOut_)
        if (auto linked = link(alternative); !linked)
            return linked;
    std::vector<int> states(grammar_.rules_.size(), 0);
    for (std::size_t rule = 0; rule < grammar_.rules_.size(); ++rule)
        if (auto found = findLoops(rule, states); !found)
            return found;
    return {};
}

// states: 0 not looked at, 1 being looked at, 2 without loops.
Result<void> GrammarParser::findLoops(std::size_t rule, std::vector<int>& states) {
    if (states[rule] == 2)
        return {};
    states[rule] = 1;
    for (const Grammar::Alternative& alternative : grammar_.rules_[rule].alternatives)
        for (const std::size_t called : alternative.rules) {
            line_ = alternative.line;
            if (states[called] == 1)
                return makeError(grammarWithoutEnd, {grammar_.rules_[called].name});
            if (auto found = findLoops(called, states); !found)
                return found;
        }
    states[rule] = 2;
    return {};
}

Result<Grammar> Grammar::parse(std::string_view text) {
    return GrammarParser().parse(text);
}

} // namespace heedmap::seq2seq
