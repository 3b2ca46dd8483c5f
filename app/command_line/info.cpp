// heedmap info: what a file holds.
#include "app/command_line/command.h"
#include "app/command_line/exit_code.h"
#include "app/command_line/options.h"
#include "app/command_line/printing.h"
#include "app/command_line/table.h"
#include "app/command_line/usage_errors.h"
#include "core/analysis/statistics.h"
#include "core/session/reference.h"

#include <nlohmann/json.hpp>

namespace heedmap::command_line {

namespace {

constexpr const char* infoExamples =
    R"(Axes are counted from 0; alpha as it is usually written, [layer, head, query, key], sums to 1 along its last axis.

With --json: {"files": [{"path", "format", "tokens": {"rows", "columns"}, "remarks", "tensors": [{"name", "stored_dtype",
"dtype", "shape", then either "minimum", "maximum" (of the finite numbers), "nan", "positive_infinity",
"negative_infinity" (counts) and "sums_to_1_along" (axes), or "error"}]}]}.

Examples:
  heedmap info dump.npz
  heedmap info weights.safetensors alpha.csv --json)";

using Json = nlohmann::ordered_json;

// A tensor that could be read, or why not.
struct Described {
    files::TensorInfo info;
    std::optional<analysis::TensorSummary> summary;
    std::optional<Error> error;
};

std::vector<Described> describe(const files::TensorFile& file) {
    std::vector<Described> described;
    for (std::size_t i = 0; i < file.tensors().size(); ++i) {
        const auto tensor = file.read(i);
        Described one{file.tensors()[i], {}, {}};
        if (tensor)
            one.summary = analysis::summarize(tensor->view);
        else
            one.error = tensor.error();
        described.push_back(std::move(one));
    }
    return described;
}

std::string axesText(const std::vector<int>& axes) {
    std::string text;
    for (const int axis : axes)
        text += (text.empty() ? "axis " : ", ") + std::to_string(axis);
    return text.empty() ? "no axis" : text;
}

std::string notNumbersText(const analysis::TensorSummary& summary) {
    std::string text;
    const auto add = [&](Index count, const char* what) {
        if (count > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
    };
    add(summary.nan, "NaN");
    add(summary.positiveInfinity, "+inf");
    add(summary.negativeInfinity, "-inf");
    return text.empty() ? "-" : text;
}

void printText(const files::TensorFile& file, const std::vector<Described>& tensors) {
    printLine(file.path() + ": " + std::string(files::nameOf(file.format())) + ", " + std::to_string(tensors.size()) +
              (tensors.size() == 1 ? " tensor" : " tensors"));
    if (!file.labels().empty())
        printLine("  tokens: " + std::to_string(file.labels().rows.size()) + " for the rows, " +
                  std::to_string(file.labels().columns.size()) + " for the columns");
    for (const Phrase& said : file.remarks())
        printLine("  note: " + sentence(said));
    Table table({"  tensor", "dtype", "shape", "smallest", "largest", "no numbers", "sums to 1 along"});
    for (const Described& tensor : tensors) {
        const std::string name = "  " + (tensor.info.name.empty() ? std::string("-") : tensor.info.name);
        const std::string dtype = tensor.info.dtype ? std::string(nameOf(*tensor.info.dtype)) : tensor.info.storedDtype;
        if (tensor.error)
            table.add({name, dtype, tensor.info.shape.text(),
                       sentence(Phrase(tensor.error->kind->text, tensor.error->values))});
        else
            table.add({name, dtype, tensor.info.shape.text(), numberOrDash(tensor.summary->smallest),
                       numberOrDash(tensor.summary->largest), notNumbersText(*tensor.summary),
                       axesText(tensor.summary->axesSummingToOne)});
    }
    table.print();
}

Json jsonOf(const Described& tensor) {
    const auto sizes = tensor.info.shape.sizes();
    Json json{{"name", tensor.info.name},
              {"stored_dtype", tensor.info.storedDtype},
              {"dtype", tensor.info.dtype ? Json(std::string(nameOf(*tensor.info.dtype))) : Json()},
              {"shape", std::vector<Index>(sizes.begin(), sizes.end())}};
    if (tensor.error) {
        json["error"] = sentence(*tensor.error);
        return json;
    }
    json["minimum"] = jsonOrNull(tensor.summary->smallest);
    json["maximum"] = jsonOrNull(tensor.summary->largest);
    json["nan"] = tensor.summary->nan;
    json["positive_infinity"] = tensor.summary->positiveInfinity;
    json["negative_infinity"] = tensor.summary->negativeInfinity;
    json["sums_to_1_along"] = tensor.summary->axesSummingToOne;
    return json;
}

Json jsonOf(const files::TensorFile& file, const std::vector<Described>& tensors) {
    std::vector<std::string> remarks;
    for (const Phrase& said : file.remarks())
        remarks.push_back(sentence(said));
    Json json{{"path", file.path()},
              {"format", std::string(files::nameOf(file.format()))},
              {"tokens", {{"rows", file.labels().rows}, {"columns", file.labels().columns}}},
              {"remarks", remarks},
              {"tensors", Json::array()}};
    for (const Described& tensor : tensors)
        json["tensors"].push_back(jsonOf(tensor));
    return json;
}

class Info : public Command {
public:
    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command = program.add_subcommand(
            "info", "what a file holds: tensors, dtype, shape, tokens, range, which axis sums to 1");
        command->add_option("FILE", paths_, "npy, npz, safetensors, pt, csv, tsv, json or heedmap files")
            ->type_name("");
        addReadingOption(*command, reading_);
        command->add_flag("--json", json_, "for machines");
        command->footer(infoExamples);
        return command;
    }

    // A file that cannot be read does not keep the others from being described.
    Result<void> run() override {
        if (paths_.empty())
            return makeError(fileMissing);
        Json all{{"files", Json::array()}};
        std::vector<Error> errors;
        for (const std::string& path : paths_) {
            const auto file = files::open(path, reading_);
            if (!file) {
                errors.push_back(file.error());
                continue;
            }
            const std::vector<Described> tensors = describe(**file);
            if (json_)
                all["files"].push_back(jsonOf(**file, tensors));
            else
                printText(**file, tensors);
        }
        if (json_)
            print(all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
        if (errors.empty())
            return {};
        for (std::size_t i = 0; i + 1 < errors.size(); ++i)
            report(errors[i]);
        return errors.back();
    }

private:
    std::vector<std::string> paths_;
    files::ReadOptions reading_;
    bool json_ = false;
};

} // namespace

std::unique_ptr<Command> infoCommand() {
    return std::make_unique<Info>();
}

} // namespace heedmap::command_line
