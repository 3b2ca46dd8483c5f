#include "app/command_line/align_probe.h"

#include "app/command_line/align_training.h"
#include "app/command_line/printing.h"
#include "core/seq2seq/probes.h"

#include <nlohmann/json.hpp>

namespace heedmap::command_line {

using namespace seq2seq;

namespace {

struct Kind {
    NetworkKind kind;
    const char* name;
};
constexpr Kind kinds[] = {
    {NetworkKind::plain, "plain"}, {NetworkKind::lstm, "lstm"}, {NetworkKind::attention, "attention"}};

} // namespace

Result<void> measurePathLength(Index length, const std::string& reportPath) {
    ReachOptions options;
    options.length = length;
    std::vector<std::vector<double>> norms;
    nlohmann::ordered_json report{{"length", length}, {"units", options.units}, {"networks", options.networks}};
    {
        Progress progress("going back through the networks");
        for (const Kind& kind : kinds) {
            norms.push_back(gradientReach(kind.kind, options));
            report["norm_by_distance"][kind.name] = norms.back();
            progress.set(static_cast<double>(norms.size()) / static_cast<double>(std::size(kinds)));
        }
    }
    Table table({"|t - i|", kinds[0].name, kinds[1].name, kinds[2].name});
    for (std::size_t d = 1; d < static_cast<std::size_t>(length); d *= 2)
        table.add({std::to_string(d), numberOrDash(norms[0][d]), numberOrDash(norms[1][d]), numberOrDash(norms[2][d])});
    table.print();
    return reportPath.empty() ? Result<void>() : writeReport(reportPath, report.dump(1) + "\n");
}

} // namespace heedmap::command_line
