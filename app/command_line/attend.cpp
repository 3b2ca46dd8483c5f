// heedmap attend: scores, α and context as arrays.
#include "app/command_line/command.h"
#include "app/command_line/load.h"
#include "app/command_line/output.h"
#include "app/command_line/progress.h"
#include "app/command_line/stack.h"
#include "app/command_line/usage_errors.h"
#include "core/files/writers.h"

#include <array>

namespace heedmap::command_line {

namespace {

constexpr std::array formats{ExportFormat::npz, ExportFormat::csv, ExportFormat::tsv, ExportFormat::json};

constexpr const char* examples =
    R"(Arrays: scores (n_q x n_k, before the mask), alpha, context (n_q x d_v), and allowed where there is a mask. With several
score functions their names begin with that of the function, as in dot_alpha; heads and stacks are leading axes.

Examples:
  heedmap attend pair:three-keys -o - --format csv
  heedmap attend --q dump.npz#q --k dump.npz#k --v dump.npz#v --mask causal -o out.npz
  heedmap attend --x words.npy --parameters projections.npz --heads 4 -o out.npz
  heedmap attend dump.npz#scores --normalizer softmax -o out.npz)";

using attention::Attention;

// One kind of matrix of every entry of a set.
struct Field {
    const char* name;
    MatrixD (*of)(const Attention<double>&);
};
constexpr std::array fields{
    Field{"scores",
          [](const Attention<double>& a) {
              return a.scores;
          }},
    Field{"allowed",
          [](const Attention<double>& a) {
              return MatrixD(a.allowed.cast<double>());
          }},
    Field{"alpha",
          [](const Attention<double>& a) {
              return a.alpha;
          }},
    Field{"context",
          [](const Attention<double>& a) {
              return a.context;
          }},
};

Tensor stacked(const AttentionSet& set, const Field& field) {
    std::vector<double> values;
    for (const Attention<double>& entry : set.entries) {
        const MatrixD matrix = field.of(entry);
        values.insert(values.end(), matrix.data(), matrix.data() + matrix.size());
    }
    std::vector<std::uint64_t> sizes(set.leading.begin(), set.leading.end());
    const MatrixD first = field.of(set.entries.front());
    sizes.push_back(static_cast<std::uint64_t>(first.rows()));
    sizes.push_back(static_cast<std::uint64_t>(first.cols()));
    return makeTensor(Shape::checked(sizes).value(), std::move(values)); // it is in memory, so its size fits
}

std::string prefixOf(const std::vector<AttentionSet>& sets, const AttentionSet& set) {
    return sets.size() > 1 ? set.name + "_" : std::string();
}

std::vector<files::NamedTensor> tensorsOf(const std::vector<AttentionSet>& sets) {
    std::vector<files::NamedTensor> tensors;
    for (const AttentionSet& set : sets) {
        for (const Field& field : fields) {
            if (field.of(set.entries.front()).size() > 0)
                tensors.push_back({prefixOf(sets, set) + field.name, stacked(set, field)});
        }
    }
    return tensors;
}

std::vector<files::NamedMatrix> matricesOf(const std::vector<AttentionSet>& sets, const files::Labels& labels) {
    std::vector<files::NamedMatrix> matrices;
    for (const AttentionSet& set : sets) {
        for (std::size_t n = 0; n < set.entries.size(); ++n) {
            const Attention<double>& entry = set.entries[n];
            const auto add = [&](const char* name, std::shared_ptr<const attention::AlphaSource> source,
                                 const files::Labels& its) {
                matrices.push_back(
                    {indexedName(prefixOf(sets, set) + name, indexOf(static_cast<Index>(n), set.leading)),
                     std::move(source), its});
            };
            add("scores", std::make_shared<attention::DenseAlpha>(entry.scores), labels);
            add("alpha", std::make_shared<attention::DenseAlpha>(entry.alpha, entry.allowed), labels);
            if (entry.context.cols() > 0)
                add("context", std::make_shared<attention::DenseAlpha>(entry.context), {labels.rows, {}});
        }
    }
    return matrices;
}

class Attend : public Command {
public:
    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command = program.add_subcommand("attend", "scores, alpha and context as arrays");
        addInputOptions(*command, input_);
        addOutputOptions(*command, output_, formats);
        addProblemOptions(*command, problem_);
        command->footer(examples);
        return command;
    }

    Result<void> run() override {
        if (const auto checked = check(input_, problem_); !checked)
            return checked;
        const auto format = formatOf(output_, formats);
        if (!format)
            return format.error();
        Progress progress("computing");
        const auto loaded = load(input_, problem_);
        if (!loaded)
            return loaded.error();
        const auto sets = attentionOf(*loaded);
        if (!sets)
            return sets.error();
        if (*format == ExportFormat::npz)
            return files::writeNpz(output_.path, tensorsOf(*sets));
        const std::vector<files::NamedMatrix> matrices = matricesOf(*sets, loaded->session.shownLabels());
        if (*format == ExportFormat::json)
            return files::writeJson(output_.path, matrices);
        return files::writeCsv(output_.path, matrices, *format == ExportFormat::csv ? ',' : '\t');
    }

private:
    InputOptions input_;
    OutputOptions output_;
    ProblemOptions problem_;
};

} // namespace

std::unique_ptr<Command> attendCommand() {
    return std::make_unique<Attend>();
}

} // namespace heedmap::command_line
