// heedmap info: what a file holds.
#include "app/command_line/command.h"
#include "app/command_line/options.h"
#include "app/command_line/printing.h"
#include "app/command_line/usage_errors.h"
#include "core/analysis/statistics.h"
#include "core/session/reference.h"

#include <algorithm>
#include <cmath>
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
  heedmap info dump.npz#attn[0,mean]
  heedmap info weights.safetensors alpha.csv --json)";

using Json = nlohmann::ordered_json;

// A tensor that could be read, or why not.
struct Described {
    files::TensorInfo info;
    std::optional<analysis::TensorSummary> summary;
    std::optional<Error> error;
};

// A tensor, or the part of it that was asked for.
Described describe(const files::TensorFile& file, std::size_t tensor, const std::vector<files::AxisPart>& parts) {
    Described one{file.tensors()[tensor], {}, {}};
    const auto whole = file.read(tensor);
    if (!whole) {
        one.error = whole.error();
        return one;
    }
    const Tensor part = files::partOf(*whole, parts);
    one.info.name += files::textOf(files::shortForm(parts, one.info.shape));
    one.info.shape = part.shape();
    one.summary = analysis::summarize(part.view);
    return one;
}

// All tensors of a file, or the one that the reference names. Errors: those of findIn(); where nothing can be read, of
// the first tensor.
Result<std::vector<Described>> describe(const files::TensorFile& file, const files::Reference& reference) {
    std::vector<Described> described;
    if (reference.tensor.empty() && reference.brackets.empty()) {
        for (std::size_t i = 0; i < file.tensors().size(); ++i)
            described.push_back(describe(file, i, {}));
    } else {
        const auto found = files::findIn(file, reference);
        if (!found)
            return found.error();
        described.push_back(describe(file, found->tensor, found->parts));
    }
    return described;
}

// Nothing of it can be shown.
bool isUseless(const std::vector<Described>& tensors) {
    return !tensors.empty() &&
           std::ranges::none_of(tensors, [](const Described& one) { return one.summary.has_value(); });
}

// What is worth a sentence: of the file, and of numbers that float64 does not hold.
std::vector<std::string> notesOn(const files::TensorFile& file, const std::vector<Described>& tensors) {
    std::vector<std::string> notes;
    for (const Phrase& said : file.remarks())
        notes.push_back(sentence(said));
    for (const Described& tensor : tensors) {
        const bool wide = tensor.info.dtype == DType::int64 || tensor.info.dtype == DType::uint64;
        const auto reaches = [](const std::optional<double>& number) {
            return number && std::abs(*number) >= 9007199254740992.0;
        };
        if (wide && tensor.summary && (reaches(tensor.summary->smallest) || reaches(tensor.summary->largest)))
            notes.push_back((tensor.info.name.empty() ? "" : tensor.info.name + ": ") +
                            "whole numbers beyond 2^53 are rounded to numbers of float64");
    }
    return notes;
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
    for (const std::string& note : notesOn(file, tensors))
        printLine("  note: " + note);
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
    Json json{{"path", file.path()},
              {"format", std::string(files::nameOf(file.format()))},
              {"tokens", {{"rows", file.labels().rows}, {"columns", file.labels().columns}}},
              {"remarks", notesOn(file, tensors)},
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
        command
            ->add_option("FILE", paths_,
                         "PATH[#TENSOR[INDEX]]: npy, npz, safetensors, pt, csv, tsv, json or heedmap files")
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
        for (const std::string& text : paths_) {
            const auto reference = files::parseReference(text);
            const auto file = reference ? files::open(reference->path, reading_) : reference.error();
            const auto tensors = file ? describe(**file, *reference) : file.error();
            if (!tensors) {
                errors.push_back(tensors.error());
                continue;
            }
            if (isUseless(*tensors))
                errors.push_back(*tensors->front().error);
            if (json_)
                all["files"].push_back(jsonOf(**file, *tensors));
            else if (!isUseless(*tensors) || tensors->size() > 1)
                printText(**file, *tensors);
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
