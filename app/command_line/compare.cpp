// heedmap compare: figures between panels.
#include "app/command_line/command.h"
#include "app/command_line/load.h"
#include "app/command_line/panels.h"
#include "app/command_line/printing.h"
#include "app/command_line/table.h"
#include "app/command_line/usage_errors.h"
#include "core/analysis/divergence.h"

#include <nlohmann/json.hpp>

namespace heedmap::command_line {

namespace {

constexpr const char* examples =
    R"(Each figure is the mean over the rows. Entropy and Jensen-Shannon divergence are in nat; total variation is 0 ... 1; "same
largest" is the part of the rows whose largest weight is on the same key. A figure that does not exist is - or null.

With --json: {"panels": [{"name", "rows", "columns", "entropy_nat"}], "pairs": [{"a", "b", "jensen_shannon_nat",
"total_variation", "cosine", "argmax_agreement", "largest_difference", "largest_difference_at": [row, column]}]}.

Examples:
  heedmap compare pair:three-keys --score additive,dot,scaled
  heedmap compare dump.npz#attn[0,0] dump.npz#attn[0,1] --json
  heedmap compare --q q.npy --k k.npy --heads 4)";

inline constexpr ErrorKind sizesDiffer{"\"%1\" is %2 and \"%3\" is %4; only panels of one size can be compared"};

struct Named {
    std::string name;
    std::shared_ptr<const attention::AlphaSource> source;
};

struct Pair {
    const Named* a;
    const Named* b;
    analysis::Comparison figures;
};

std::vector<Named> namedPanels(const files::Session& session, const std::vector<PanelResult>& results) {
    std::vector<Named> panels;
    for (const PanelResult& result : results)
        panels.push_back({result.panel.matrix ? session.matrices[*result.panel.matrix].name
                                              : std::string(attention::nameOf(*result.panel.score)),
                          result.source});
    return panels;
}

std::string sizeText(const attention::AlphaSource& source) {
    return Shape{source.rows(), source.columns()}.text();
}

Result<std::vector<Pair>> comparePanels(const std::vector<Named>& panels) {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        for (std::size_t j = i + 1; j < panels.size(); ++j) {
            const Named& a = panels[i];
            const Named& b = panels[j];
            if (a.source->rows() != b.source->rows() || a.source->columns() != b.source->columns())
                return makeError(sizesDiffer, {a.name, sizeText(*a.source), b.name, sizeText(*b.source)});
            pairs.push_back({&a, &b, analysis::compare(*a.source, *b.source)});
        }
    }
    return pairs;
}

void printTables(const std::vector<Named>& panels, const std::vector<Pair>& pairs) {
    Table entropies({"panel", "entropy"});
    for (const Named& panel : panels)
        entropies.add({panel.name, numberOrDash(analysis::meanEntropy(*panel.source))});
    entropies.print();
    printLine("");
    Table figures(
        {"panels", "Jensen-Shannon", "total variation", "cosine", "same largest", "largest difference", "at"});
    for (const auto& [a, b, f] : pairs) {
        const std::string at =
            f.largestDifference ? "[" + std::to_string(f.largestAt.row) + "," + std::to_string(f.largestAt.column) + "]"
                                : "-";
        figures.add({a->name + " - " + b->name, numberOrDash(f.jensenShannon), numberOrDash(f.totalVariation),
                     numberOrDash(f.cosine), numberOrDash(f.argmaxAgreement), numberOrDash(f.largestDifference), at});
    }
    figures.print();
}

using Json = nlohmann::ordered_json;

Json jsonOf(std::optional<double> value) {
    return value ? Json(*value) : Json();
}

void printJson(const std::vector<Named>& panels, const std::vector<Pair>& pairs) {
    Json json{{"panels", Json::array()}, {"pairs", Json::array()}};
    for (const Named& panel : panels)
        json["panels"].push_back({{"name", panel.name},
                                  {"rows", panel.source->rows()},
                                  {"columns", panel.source->columns()},
                                  {"entropy_nat", jsonOf(analysis::meanEntropy(*panel.source))}});
    for (const auto& [a, b, f] : pairs)
        json["pairs"].push_back({{"a", a->name},
                                 {"b", b->name},
                                 {"jensen_shannon_nat", jsonOf(f.jensenShannon)},
                                 {"total_variation", jsonOf(f.totalVariation)},
                                 {"cosine", jsonOf(f.cosine)},
                                 {"argmax_agreement", jsonOf(f.argmaxAgreement)},
                                 {"largest_difference", jsonOf(f.largestDifference)},
                                 {"largest_difference_at",
                                  f.largestDifference ? Json::array({f.largestAt.row, f.largestAt.column}) : Json()}});
    print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

class Compare : public Command {
public:
    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command =
            program.add_subcommand("compare", "figures between panels (score functions, heads or inputs)");
        addInputOptions(*command, input_);
        addProblemOptions(*command, problem_);
        command->add_flag("--json", json_, "for machines");
        command->footer(examples);
        return command;
    }

    Result<void> run() override {
        if (const auto checked = check(input_, problem_); !checked)
            return checked;
        const auto loaded = load(input_, problem_);
        if (!loaded)
            return loaded.error();
        const auto results = computePanelsTold(loaded->session);
        if (!results)
            return results.error();
        if (results->size() < 2)
            return makeError(nothingToCompare);
        const std::vector<Named> panels = namedPanels(loaded->session, *results);
        const auto pairs = comparePanels(panels);
        if (!pairs)
            return pairs.error();
        json_ ? printJson(panels, *pairs) : printTables(panels, *pairs);
        return {};
    }

private:
    InputOptions input_;
    ProblemOptions problem_;
    bool json_ = false;
};

} // namespace

std::unique_ptr<Command> compareCommand() {
    return std::make_unique<Compare>();
}

} // namespace heedmap::command_line
