// heedmap compare: figures between panels.
#include "app/command_line/command.h"
#include "app/command_line/gold.h"
#include "app/command_line/load.h"
#include "app/command_line/output.h"
#include "app/command_line/printing.h"
#include "app/command_line/shown_options.h"
#include "app/command_line/words.h"
#include "core/analysis/alignment_error.h"
#include "core/analysis/exchanged_axes.h"
#include "core/analysis/head_roles.h"
#include "core/analysis/panel_figures.h"
#include "core/session/alignment_scores.h"
#include "core/session/exchange.h"
#include "core/session/panel.h"
#include "core/session/shown_tokens.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

namespace heedmap::command_line {

namespace {

constexpr const char* compareExamples =
    R"(Each figure is the mean over the rows that hold any weight. A figure that does not exist is - or null.

Of a panel: entropy (nat); keys, the effective number of them, e^entropy; largest, the rows' largest weight, and peak, the
largest of all; diagonal, how far from the diagonal the weight lies on average, in keys, and band, the weight within --band
keys of it; distance, how far from the row's own position, in tokens; sink, the weight on key --sink; set, on the keys --set;
AER, precision and recall (Och and Ney 2003) of the rows' largest weights against a gold alignment, --gold.
Roles of a head, where queries and keys are one sequence: previous, the mean of alpha[i,i-1]; self, of alpha[i,i]; and where
tokens are known, induction, of alpha[i,j+1] over all j < i with token j = token i, and duplicate, the weight on earlier copies
of the row's token. role is the word of the largest of these and sink that is at least 0.5, else diagonal where band is.
Between two: Jensen-Shannon divergence (nat), total variation 0 ... 1, cosine, Pearson's correlation over all cells, the part
of the rows whose largest weight is on the same key, and the largest difference with its row and column.

--sort lists the panels alone by one of their figures, the smallest first; so does a single panel with --gold.

Where --gold has a line for each of many sentences, INPUT can be a folder or an npz with a matrix a sentence, a tensor
[sentence, target, source], or a file of alignments (of Marian, Nematus, OpenNMT, fairseq; 0-0 1-1 of an aligner). Each
sentence is listed with AER, precision and recall, and all together: from the sums of their counts.

With --json: {"panels": [{"name", "rows", "columns", "entropy_nat", "entropy_bit", "effective_keys", "largest", "peak",
"peak_at": [row, column], "off_diagonal", "in_band", "band", "distance", "on_sink", "sink", "on_set", "alignment_error_rate", "precision", "recall",
"previous", "induction", "duplicate", "self", "role"}], "pairs": [{"a", "b",
"jensen_shannon_nat", "total_variation", "cosine", "correlation", "argmax_agreement", "largest_difference",
"largest_difference_at": [row, column], "tokens_differ"}]}; of sentences {"sentences": [{"name", "links", "sure",
"links_sure", "links_possible", "alignment_error_rate", "precision", "recall"}], "all": {the same}}.

Examples:
  heedmap compare pair:three-keys --score additive,dot,scaled
  heedmap compare dump.npz#attn[0,0] dump.npz#attn[0,1] --json
  heedmap compare dump.npz#attn --sort sink --reverse
  heedmap compare dump.npz#attn --gold links.txt --sort aer
  heedmap compare sentences.npz --gold gold.txt
  heedmap compare fast_align.txt --gold gold.txt
  heedmap compare dump.npz#attn --sort induction --reverse --tokens dump.tokens.json
  heedmap compare --q q.npy --k k.npy --heads 4)";

inline constexpr ErrorKind sizesDiffer{"\"%1\" is %2 and \"%3\" is %4; only panels of one size can be compared"};

struct Named {
    std::string name;
    files::Panel panel;
    std::shared_ptr<const attention::AlphaSource> source;
    analysis::PanelFigures figures;
    std::optional<analysis::AlignmentCounts> alignment; // against the gold alignment, where there is one
    analysis::HeadRoles roles;

    std::optional<double> errorRate() const { return alignment ? alignment->errorRate() : std::nullopt; }
    std::optional<double> precision() const { return alignment ? alignment->precision() : std::nullopt; }
    std::optional<double> recall() const { return alignment ? alignment->recall() : std::nullopt; }
};

std::string roleText(const Named& panel) {
    const auto role = analysis::roleOf(panel.roles);
    return role ? std::string(analysis::nameOf(*role)) : "-";
}

struct Pair {
    const Named* a;
    const Named* b;
    analysis::Comparison figures;
    bool tokensDiffer = false;
};

std::optional<analysis::AlignmentCounts> alignmentOf(const files::Session& session, const PanelResult& result,
                                                     analysis::EndLinks end) {
    const bool fits = result.panel.matrix || session.problem.kind == attention::ProblemKind::cross;
    if (!fits || files::isSigned(result.panel.kind))
        return std::nullopt;
    return analysis::strongestAgainst(*result.source, shownLabels(session, result), shownGold(session, result), end);
}

std::vector<Named> namedPanels(const files::Session& session, const std::vector<PanelResult>& results,
                               const analysis::FigureOptions& options, analysis::EndLinks end) {
    std::vector<Named> panels;
    for (const PanelResult& result : results)
        panels.push_back({files::panelName(session, result.panel), result.panel, result.source,
                          analysis::panelFigures(*result.source, options), alignmentOf(session, result, end),
                          analysis::headRoles(*result.source, shownLabels(session, result), options)});
    return panels;
}

std::string sizeText(const attention::AlphaSource& source) {
    return Shape{source.rows(), source.columns()}.text();
}

Result<std::vector<Pair>> comparePanels(const files::Session& session, const std::vector<Named>& panels) {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        for (std::size_t j = i + 1; j < panels.size(); ++j) {
            const Named& a = panels[i];
            const Named& b = panels[j];
            if (a.source->rows() != b.source->rows() || a.source->columns() != b.source->columns())
                return makeError(sizesDiffer, {a.name, sizeText(*a.source), b.name, sizeText(*b.source)});
            pairs.push_back(
                {&a, &b, analysis::compare(*a.source, *b.source), files::tokensDiffer(session, a.panel, b.panel)});
        }
    }
    return pairs;
}

// Equal places are not equal words.
void remarkOnTokens(const std::vector<Pair>& pairs) {
    const auto differing = std::ranges::count_if(pairs, &Pair::tokensDiffer);
    const auto first = std::ranges::find_if(pairs, &Pair::tokensDiffer);
    if (first != pairs.end())
        remark("the tokens of \"" + first->a->name + "\" and \"" + first->b->name + "\" differ" +
               (differing > 1 ? ", and of " + std::to_string(differing - 1) + " other pairs" : ""));
}

std::string cellText(Cell cell) {
    return "[" + std::to_string(cell.row) + "," + std::to_string(cell.column) + "]";
}

void printPanels(const std::vector<Named>& panels, const analysis::FigureOptions& options) {
    std::vector<std::string> head{"panel"};
    for (const analysis::NamedFigure& figure : analysis::allPanelFigures)
        if (figure.value != &analysis::PanelFigures::onSet || !options.set.empty())
            head.emplace_back(figure.name);
    const std::size_t figures = head.size();
    head.emplace_back("AER");
    const bool aligned = std::ranges::any_of(panels, [](const Named& panel) { return panel.alignment.has_value(); });
    if (aligned)
        head.insert(head.end(), {"precision", "recall"});
    std::vector<analysis::NamedRoleFigure> roles; // that some panel has
    std::copy_if(analysis::roleFigures.begin(), analysis::roleFigures.end(), std::back_inserter(roles),
                 [&](const analysis::NamedRoleFigure& figure) {
                     return std::any_of(panels.begin(), panels.end(),
                                        [&](const Named& panel) { return (panel.roles.*figure.value).has_value(); });
                 });
    for (const analysis::NamedRoleFigure& figure : roles)
        head.emplace_back(figure.name);
    head.emplace_back("role");
    Table table(head);
    for (const Named& panel : panels) {
        std::vector<std::string> row{panel.name};
        for (const analysis::NamedFigure& figure : analysis::allPanelFigures)
            row.push_back(numberOrDash(panel.figures.*figure.value));
        row.resize(figures);
        row.push_back(numberOrDash(panel.errorRate()));
        if (aligned)
            row.insert(row.end(), {numberOrDash(panel.precision()), numberOrDash(panel.recall())});
        for (const analysis::NamedRoleFigure& figure : roles)
            row.push_back(numberOrDash(panel.roles.*figure.value));
        row.push_back(roleText(panel));
        table.add(std::move(row));
    }
    table.print();
}

void printPairs(const std::vector<Pair>& pairs) {
    printLine("");
    Table table({"panels", "Jensen-Shannon", "total variation", "cosine", "correlation", "same largest",
                 "largest difference", "at"});
    for (const auto& [a, b, f, differ] : pairs)
        table.add({a->name + " - " + b->name, numberOrDash(f.jensenShannon), numberOrDash(f.totalVariation),
                   numberOrDash(f.cosine), numberOrDash(f.correlation), numberOrDash(f.argmaxAgreement),
                   numberOrDash(f.largestDifference), f.largestDifference ? cellText(f.largestAt) : "-"});
    table.print();
}

using Json = nlohmann::ordered_json;

Json jsonOf(bool exists, Cell cell) {
    return exists ? Json::array({cell.row, cell.column}) : Json();
}

Json jsonOf(const Named& panel, const analysis::FigureOptions& options) {
    const analysis::PanelFigures& f = panel.figures;
    const auto role = analysis::roleOf(panel.roles);
    Json json{{"name", panel.name},
              {"rows", panel.source->rows()},
              {"columns", panel.source->columns()},
              {"entropy_nat", jsonOrNull(f.entropy)},
              {"entropy_bit", f.entropy ? Json(analysis::inBits(*f.entropy)) : Json()},
              {"effective_keys", jsonOrNull(f.effectiveKeys)},
              {"largest", jsonOrNull(f.largest)},
              {"peak", jsonOrNull(f.peak)},
              {"peak_at", jsonOf(f.peak.has_value(), f.peakAt)},
              {"off_diagonal", jsonOrNull(f.offDiagonal)},
              {"in_band", jsonOrNull(f.inBand)},
              {"band", options.band},
              {"distance", jsonOrNull(f.distance)},
              {"on_sink", jsonOrNull(f.sink)},
              {"sink", options.sink},
              {"on_set", jsonOrNull(f.onSet)},
              {"alignment_error_rate", jsonOrNull(panel.errorRate())},
              {"precision", jsonOrNull(panel.precision())},
              {"recall", jsonOrNull(panel.recall())}};
    for (const analysis::NamedRoleFigure& figure : analysis::roleFigures)
        json[std::string(figure.name)] = jsonOrNull(panel.roles.*figure.value);
    json["role"] = role ? Json(std::string(analysis::nameOf(*role))) : Json();
    return json;
}

Json jsonOf(const Pair& pair) {
    const analysis::Comparison& f = pair.figures;
    return {{"a", pair.a->name},
            {"b", pair.b->name},
            {"jensen_shannon_nat", jsonOrNull(f.jensenShannon)},
            {"total_variation", jsonOrNull(f.totalVariation)},
            {"cosine", jsonOrNull(f.cosine)},
            {"correlation", jsonOrNull(f.correlation)},
            {"argmax_agreement", jsonOrNull(f.argmaxAgreement)},
            {"largest_difference", jsonOrNull(f.largestDifference)},
            {"largest_difference_at", jsonOf(f.largestDifference.has_value(), f.largestAt)},
            {"tokens_differ", pair.tokensDiffer}};
}

void printJson(const std::vector<Named>& panels, const std::vector<Pair>& pairs,
               const analysis::FigureOptions& options) {
    Json json{{"panels", Json::array()}, {"pairs", Json::array()}};
    for (const Named& panel : panels)
        json["panels"].push_back(jsonOf(panel, options));
    for (const Pair& pair : pairs)
        json["pairs"].push_back(jsonOf(pair));
    print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

// A figure of a panel by which panels are sorted, of sentences only those of the alignment.
struct SortKey {
    std::optional<double> analysis::PanelFigures::*figure = nullptr;
    std::optional<double> analysis::HeadRoles::*role = nullptr;
    std::optional<double> (analysis::AlignmentCounts::*alignment)() const = nullptr;
};

std::optional<double> valueOf(const SortKey& key, const Named& panel) {
    if (key.figure)
        return panel.figures.*key.figure;
    if (key.role)
        return panel.roles.*key.role;
    return panel.alignment ? (*panel.alignment.*key.alignment)() : std::nullopt;
}

template <class Item, class Value>
std::vector<Item> sortedBy(const std::vector<Item>& items, Value value, analysis::Order order) {
    std::vector<std::optional<double>> values;
    for (const Item& item : items)
        values.push_back(value(item));
    std::vector<Item> sorted;
    for (const std::size_t place : analysis::ordered(values, order))
        sorted.push_back(items[place]);
    return sorted;
}

Result<std::optional<SortKey>> parseSort(const std::string& text) {
    using analysis::AlignmentCounts;
    std::vector<std::string> words;
    for (const analysis::NamedFigure& figure : analysis::allPanelFigures) {
        if (figure.name == text)
            return std::optional(SortKey{.figure = figure.value});
        words.emplace_back(figure.name);
    }
    for (const analysis::NamedRoleFigure& figure : analysis::roleFigures) {
        if (figure.name == text)
            return std::optional(SortKey{.role = figure.value});
        words.emplace_back(figure.name);
    }
    const std::pair<const char*, SortKey> alignment[] = {{"aer", {.alignment = &AlignmentCounts::errorRate}},
                                                         {"precision", {.alignment = &AlignmentCounts::precision}},
                                                         {"recall", {.alignment = &AlignmentCounts::recall}}};
    for (const auto& [word, key] : alignment) {
        if (word == text)
            return std::optional(key);
        words.emplace_back(word);
    }
    return unknown(text, words);
}

void printScores(const files::AlignmentScores& scores) {
    Table table({"sentence", "AER", "precision", "recall", "links", "sure", "links sure", "links possible"});
    const auto add = [&](const std::string& name, const analysis::AlignmentCounts& counts) {
        table.add({name, numberOrDash(counts.errorRate()), numberOrDash(counts.precision()),
                   numberOrDash(counts.recall()), std::to_string(counts.links), std::to_string(counts.sure),
                   std::to_string(counts.linksSure), std::to_string(counts.linksPossible)});
    };
    for (const files::SentenceScore& score : scores.sentences)
        add(score.name, score.counts);
    add("all", scores.total);
    table.print();
}

Json jsonOf(const analysis::AlignmentCounts& counts) {
    return {{"links", counts.links},
            {"sure", counts.sure},
            {"links_sure", counts.linksSure},
            {"links_possible", counts.linksPossible},
            {"alignment_error_rate", jsonOrNull(counts.errorRate())},
            {"precision", jsonOrNull(counts.precision())},
            {"recall", jsonOrNull(counts.recall())}};
}

void printScoresAsJson(const files::AlignmentScores& scores) {
    Json json{{"sentences", Json::array()}, {"all", jsonOf(scores.total)}};
    for (const files::SentenceScore& score : scores.sentences) {
        Json sentence{{"name", score.name}};
        sentence.update(jsonOf(score.counts));
        json["sentences"].push_back(std::move(sentence));
    }
    print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<Index> parseKey(const std::string& text) {
    const auto key = parseWhole(text, "a whole number from 0 up", 0, std::numeric_limits<Index>::max());
    return key ? Result<Index>(*key) : Result<Index>(key.error());
}

Result<std::vector<Index>> parseSet(const std::string& text) {
    std::vector<Index> keys;
    for (const std::string& part : splitAtCommas(text)) {
        const auto key = parseKey(part);
        if (!key)
            return key.error();
        keys.push_back(*key);
    }
    return keys;
}

bool isWholeSession(const std::string& input) {
    constexpr std::array endings{".heedmap", ".png", ".svg", ".pdf"};
    return input.starts_with("pair:") ||
           std::ranges::any_of(endings, [&](const char* ending) { return input.ends_with(ending); });
}

constexpr const char* exchangedAdvice = "are source and target exchanged? --transpose exchanges them";

class Compare : public Command {
public:
    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command =
            program.add_subcommand("compare", "figures between panels (score functions, heads or inputs)");
        addInputOptions(*command, input_);
        addProblemOptions(*command, problem_);
        addShownOptions(*command, shown_);
        command->add_flag("--json", json_, "for machines");
        addParsed(*command, "--sort", sortBy_, parseSort, "FIGURE",
                  "list the panels by entropy, keys, largest, peak, diagonal, band, distance, sink, set, previous, "
                  "induction, duplicate, self, aer, precision or recall");
        command->add_flag("--reverse", reverse_, "with --sort: the largest first");
        addParsed(*command, "--band", options_.band, parseKey, "N", "half width of the band about the diagonal (1)");
        addParsed(*command, "--sink", options_.sink, parseKey, "KEY", "the key that may be a sink (0)");
        addParsed(*command, "--set", options_.set, parseSet, "KEY,...", "keys whose share of the weight is asked for");
        const char* group = "Alignment";
        command->get_option("--gold")->group(group);
        addParsed(*command, "--base", gold_.base, parseBase, "0|1", "number of the first word in links (as they tell)")
            ->group(group);
        command->add_flag("--end", countEnd_, "count links of the end of the sentence, gold and found (left out)")
            ->group(group);
        command
            ->add_flag("--transpose", gold_.transposed,
                       "exchange rows and columns of the matrices: their rows are source words")
            ->group(group);
        command->footer(compareExamples);
        return command;
    }

    Result<void> run() override {
        if (const auto checked = check(input_, problem_); !checked)
            return checked;
        gold_.end = countEnd_ ? analysis::EndLinks::counted : analysis::EndLinks::leftOut;
        if (!input_.gold.empty()) {
            const auto scored = scoreSentences();
            if (!scored)
                return scored.error();
            if (*scored)
                return {};
        }
        return comparePanelsOfInput();
    }

private:
    // Whether that was done: gold has a line for each of several sentences, or the input holds links.
    Result<bool> scoreSentences() {
        if (input_.inputs.empty() || std::ranges::any_of(input_.inputs, isWholeSession))
            return false;
        auto gold = files::readLinks(input_.gold);
        if (!gold)
            return gold.error();
        const auto matrices = files::sentencesIn(input_.inputs, input_.reading);
        if (!matrices)
            return matrices.error();
        if (!files::areSentences(*matrices, gold->size()))
            return false;
        auto scores = files::scoresOf(*matrices, *std::move(gold), input_.gold, gold_);
        if (!scores)
            return scores.error();
        for (const Phrase& said : scores->remarks)
            remark(sentence(said));
        if (scores->exchanged > 0)
            remark("columns sum to 1 and rows do not in " + std::to_string(scores->exchanged) + " of " +
                   std::to_string(scores->sentences.size()) + " matrices: " + exchangedAdvice);
        if (sortBy_ && sortBy_->alignment)
            scores->sentences = sortedBy(
                scores->sentences, [&](const auto& score) { return (score.counts.*sortBy_->alignment)(); }, order());
        json_ ? printScoresAsJson(*scores) : printScores(*scores);
        return true;
    }

    Result<void> comparePanelsOfInput() {
        InputOptions input = input_;
        input.gold.clear();
        auto loaded = load(input, problem_);
        if (!loaded)
            return loaded.error();
        files::Session& session = loaded->session;
        if (gold_.transposed)
            for (std::size_t matrix = 0; matrix < session.matrices.size(); ++matrix)
                files::exchangeAxes(session, matrix);
        if (const auto applied = applyShown(session, shown_); !applied)
            return applied.error();
        const auto results = computeWithProgress(session);
        if (!results)
            return results.error();
        if (!input_.gold.empty() && !results->empty()) {
            const PanelResult& first = results->front();
            // Links are those of the tokens as they are given, whatever is shown of them.
            auto gold = readGold(input_.gold, session.labelsOf(first.panel),
                                 first.shown ? first.shown->wholeRows : first.rows(),
                                 first.shown ? first.shown->wholeColumns : first.columns(), gold_);
            if (!gold)
                return gold.error();
            session.gold = *std::move(gold);
        }
        std::vector<Named> panels = namedPanels(session, *results, options_, gold_.end);
        remarkOnExchanged(panels);
        std::vector<Pair> pairs;
        const bool alone = panels.size() < 2 && !input_.gold.empty();
        if (sortBy_) {
            panels = sortedBy(
                panels, [&](const Named& panel) { return valueOf(*sortBy_, panel); }, order());
        } else if (!alone && panels.size() < 2) {
            return makeError(nothingToCompare);
        } else {
            auto compared = comparePanels(loaded->session, panels);
            if (!compared)
                return compared.error();
            pairs = *std::move(compared);
            remarkOnTokens(pairs);
        }
        if (json_) {
            printJson(panels, pairs, options_);
            return {};
        }
        printPanels(panels, options_);
        if (!sortBy_ && !alone)
            printPairs(pairs);
        return {};
    }

    void remarkOnExchanged(const std::vector<Named>& panels) const {
        for (const Named& panel : panels)
            if (!gold_.transposed && analysis::looksExchanged(*panel.source))
                remark(panel.name + ": columns sum to 1 and rows do not: " + exchangedAdvice);
    }

    analysis::Order order() const { return reverse_ ? analysis::Order::descending : analysis::Order::ascending; }

    InputOptions input_;
    ProblemOptions problem_;
    ShownOptions shown_;
    analysis::FigureOptions options_;
    std::optional<SortKey> sortBy_;
    files::GoldOptions gold_;
    bool countEnd_ = false;
    bool reverse_ = false;
    bool json_ = false;
};

} // namespace

std::unique_ptr<Command> compareCommand() {
    return std::make_unique<Compare>();
}

} // namespace heedmap::command_line
