// heedmap compare: figures between panels.
#include "app/command_line/command.h"
#include "app/command_line/load.h"
#include "app/command_line/output.h"
#include "app/command_line/printing.h"
#include "app/command_line/words.h"
#include "core/analysis/alignment_error.h"
#include "core/analysis/panel_figures.h"
#include "core/session/panel.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace heedmap::command_line {

namespace {

constexpr const char* compareExamples =
    R"(Each figure is the mean over the rows that hold any weight. A figure that does not exist is - or null.

Of a panel: entropy (nat); keys, the effective number of them, e^entropy; largest, the rows' largest weight, and peak, the
largest of all; diagonal, how far from the diagonal the weight lies on average, in keys, and band, the weight within --band
keys of it; distance, how far from the row's own position, in tokens; sink, the weight on key --sink; set, on the keys --set;
AER, the alignment error rate of the rows' largest weights against a gold alignment.
Between two: Jensen-Shannon divergence (nat), total variation 0 ... 1, cosine, Pearson's correlation over all cells, the part
of the rows whose largest weight is on the same key, and the largest difference with its row and column.

--sort lists the panels alone by one of their figures, the smallest first.

With --json: {"panels": [{"name", "rows", "columns", "entropy_nat", "entropy_bit", "effective_keys", "largest", "peak",
"peak_at": [row, column], "off_diagonal", "in_band", "band", "distance", "on_sink", "sink", "on_set", "alignment_error_rate"}], "pairs": [{"a", "b",
"jensen_shannon_nat", "total_variation", "cosine", "correlation", "argmax_agreement", "largest_difference",
"largest_difference_at": [row, column], "tokens_differ"}]}.

Examples:
  heedmap compare pair:three-keys --score additive,dot,scaled
  heedmap compare dump.npz#attn[0,0] dump.npz#attn[0,1] --json
  heedmap compare dump.npz#attn --sort sink --reverse
  heedmap compare --q q.npy --k k.npy --heads 4)";

inline constexpr ErrorKind sizesDiffer{"\"%1\" is %2 and \"%3\" is %4; only panels of one size can be compared"};

struct Named {
    std::string name;
    files::Panel panel;
    std::shared_ptr<const attention::AlphaSource> source;
    analysis::PanelFigures figures;
    std::optional<double> errorRate; // against the gold alignment, where there is one
};

struct Pair {
    const Named* a;
    const Named* b;
    analysis::Comparison figures;
    bool tokensDiffer = false;
};

std::optional<double> errorRateOf(const files::Session& session, const PanelResult& result) {
    const bool fits = result.panel.matrix || session.problem.kind == attention::ProblemKind::cross;
    if (!fits || files::isSigned(result.panel.kind))
        return std::nullopt;
    const auto counts = analysis::strongestAgainst(*result.source, session.labelsOf(result.panel), session.gold);
    return counts ? std::optional(counts->errorRate()) : std::nullopt;
}

std::vector<Named> namedPanels(const files::Session& session, const std::vector<PanelResult>& results,
                               const analysis::FigureOptions& options) {
    std::vector<Named> panels;
    for (const PanelResult& result : results)
        panels.push_back({files::panelName(session, result.panel), result.panel, result.source,
                          analysis::panelFigures(*result.source, options), errorRateOf(session, result)});
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
    head.emplace_back("AER");
    Table table(head);
    for (const Named& panel : panels) {
        std::vector<std::string> row{panel.name};
        for (const analysis::NamedFigure& figure : analysis::allPanelFigures)
            row.push_back(numberOrDash(panel.figures.*figure.value));
        row.resize(head.size() - 1);
        row.push_back(numberOrDash(panel.errorRate));
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
    return {{"name", panel.name},
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
            {"alignment_error_rate", jsonOrNull(panel.errorRate)}};
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

using Figure = std::optional<double> analysis::PanelFigures::*;

std::vector<Named> sortedBy(Figure figure, const std::vector<Named>& panels, analysis::Order order) {
    std::vector<std::optional<double>> values;
    for (const Named& panel : panels)
        values.push_back(panel.figures.*figure);
    std::vector<Named> sorted;
    for (const std::size_t place : analysis::ordered(values, order))
        sorted.push_back(panels[place]);
    return sorted;
}

Result<std::optional<Figure>> parseFigure(const std::string& text) {
    std::vector<std::string> words;
    for (const analysis::NamedFigure& figure : analysis::allPanelFigures) {
        if (figure.name == text)
            return std::optional(figure.value);
        words.emplace_back(figure.name);
    }
    return unknown(text, words);
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

class Compare : public Command {
public:
    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command =
            program.add_subcommand("compare", "figures between panels (score functions, heads or inputs)");
        addInputOptions(*command, input_);
        addProblemOptions(*command, problem_);
        command->add_flag("--json", json_, "for machines");
        addParsed(*command, "--sort", sortBy_, parseFigure, "FIGURE",
                  "list the panels by entropy, keys, largest, peak, diagonal, band, distance, sink or set");
        command->add_flag("--reverse", reverse_, "with --sort: the largest first");
        addParsed(*command, "--band", options_.band, parseKey, "N", "half width of the band about the diagonal (1)");
        addParsed(*command, "--sink", options_.sink, parseKey, "KEY", "the key that may be a sink (0)");
        addParsed(*command, "--set", options_.set, parseSet, "KEY,...", "keys whose share of the weight is asked for");
        command->footer(compareExamples);
        return command;
    }

    Result<void> run() override {
        if (const auto checked = check(input_, problem_); !checked)
            return checked;
        const auto loaded = load(input_, problem_);
        if (!loaded)
            return loaded.error();
        const auto results = computeWithProgress(loaded->session);
        if (!results)
            return results.error();
        std::vector<Named> panels = namedPanels(loaded->session, *results, options_);
        std::vector<Pair> pairs;
        if (sortBy_) {
            panels = sortedBy(*sortBy_, panels, reverse_ ? analysis::Order::descending : analysis::Order::ascending);
        } else if (panels.size() < 2) {
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
        if (!sortBy_)
            printPairs(pairs);
        return {};
    }

private:
    InputOptions input_;
    ProblemOptions problem_;
    analysis::FigureOptions options_;
    std::optional<Figure> sortBy_;
    bool reverse_ = false;
    bool json_ = false;
};

} // namespace

std::unique_ptr<Command> compareCommand() {
    return std::make_unique<Compare>();
}

} // namespace heedmap::command_line
