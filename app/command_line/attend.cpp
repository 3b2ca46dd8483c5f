// heedmap attend: scores, α and context as arrays.
#include "app/command_line/attend_parts.h"
#include "app/command_line/command.h"
#include "app/command_line/load.h"
#include "app/command_line/output.h"
#include "app/command_line/progress.h"
#include "app/command_line/rollout.h"
#include "app/command_line/shown_options.h"
#include "app/command_line/stack.h"
#include "app/command_line/usage_errors.h"
#include "app/command_line/what_if.h"
#include "core/files/writers.h"
#include "core/session/shown_tokens.h"

#include <algorithm>
#include <array>

namespace heedmap::command_line {

namespace {

constexpr std::array formats{ExportFormat::npz, ExportFormat::npy, ExportFormat::csv, ExportFormat::tsv,
                             ExportFormat::json};

constexpr const char* attendExamples =
    R"(Arrays: scores (n_q x n_k, before the mask), alpha, context (n_q x d_v), and allowed where there is a mask. With several
score functions their names begin with that of the function, as in dot_alpha; heads and stacks are leading axes.
With --context-only nothing of the size n_q x n_k is kept, however long the sequences are; .npy holds that one array.
There, numbers of float32 are computed in float32 from a million pairs on, each alpha within 4e-6 of itself.
--rows A:B computes the queries A ... B-1 only; other words after --rows are labels.

With --merge-words, --leave-out or --hide also shown_alpha: alpha of the words, or of the tokens that remain.
With --what-if also: what_if_alpha and what_if_context, and of each row what_if_moved (how far the context moves),
what_if_relative (the same, divided by its length) and what_if_angle (in degrees). Weights alone are enough for what_if_alpha.
With --rollout or --flow also rollout and flow (n x n): row i is output i, column j input j. A stack of weights is enough
for them: [layer, head, query, key]. Rows of a rollout sum to 1.

Examples:
  heedmap attend pair:three-keys -o - --format csv
  heedmap attend --q dump.npz#q --k dump.npz#k --v dump.npz#v --mask causal -o out.npz
  heedmap attend --x words.npy --parameters projections.npz --heads 4 -o out.npz
  heedmap attend dump.npz#scores --normalizer softmax -o out.npz
  heedmap attend pair:three-keys --what-if zero:0,2 -o out.npz
  heedmap attend dump.npz#attn --what-if zero:*,0 -o out.npz
  heedmap attend dump.npz#attn --rollout -o out.npz
  heedmap attend --q long.npz#q --k long.npz#k --v long.npz#v --mask window:256 --context-only -o context.npy
  heedmap attend --q long.npz#q --k long.npz#k --rows 100:200 -o rows.npz)";

using attention::Attention;

// Matrices of one kind, one an entry of the leading axes.
struct Field {
    std::string name;
    std::vector<Index> leading;
    std::vector<MatrixD> matrices;
    std::vector<BoolMatrix> allowed{}; // empty: nothing is masked
    bool tokensInColumns = true;       // else the columns are components
    std::optional<Labels> labels{};    // its own; none: those of the input
    std::string note{};
};

// One matrix of every entry.
template <class Entries, class Of>
Field fieldOf(std::string name, const std::vector<Index>& leading, const Entries& entries, const Of& of) {
    Field field{std::move(name), leading, {}};
    for (const auto& entry : entries)
        field.matrices.push_back(of(entry));
    return field;
}

void addAttention(std::vector<Field>& fields, const AttentionSet& set, const std::string& prefix) {
    const auto add = [&](const char* name, const auto& of) {
        fields.push_back(fieldOf(prefix + name, set.leading, set.entries, of));
    };
    if (!set.onlyWeights)
        add("scores", [](const Attention<double>& a) { return a.scores; });
    add("alpha", [](const Attention<double>& a) { return a.alpha; });
    for (const Attention<double>& entry : set.entries)
        fields.back().allowed.push_back(entry.allowed);
    if (set.onlyWeights)
        return;
    add("context", [](const Attention<double>& a) { return a.context; });
    fields.back().tokensInColumns = false;
}

void addWhatIf(std::vector<Field>& fields, const std::vector<analysis::WhatIf>& changed, const AttentionSet& set,
               const std::string& prefix) {
    const auto add = [&](const char* name, const auto& of) {
        fields.push_back(fieldOf(prefix + "what_if_" + name, set.leading, changed, of));
        fields.back().tokensInColumns = false;
    };
    add("alpha", [](const analysis::WhatIf& w) { return w.alpha; });
    fields.back().tokensInColumns = true;
    if (set.values.front().cols() == 0)
        return; // no V, no context
    add("context", [](const analysis::WhatIf& w) { return w.context; });
    add("moved", [](const analysis::WhatIf& w) { return MatrixD(w.moved); });
    add("relative", [](const analysis::WhatIf& w) { return MatrixD(w.relative); });
    add("angle", [](const analysis::WhatIf& w) { return MatrixD(w.angle); });
}

// α of the words, or of the tokens that are not left out.
void addShown(std::vector<Field>& fields, const AttentionSet& set, const std::string& prefix,
              const files::ShownTokens& shown, const Labels& labels) {
    Field field{prefix + "shown_alpha", set.leading, {}};
    for (const Attention<double>& entry : set.entries) {
        const ShownAxes axes = shownAxes(shown, labels, entry.alpha.rows(), entry.alpha.cols());
        auto condensed = analysis::condense(attention::DenseAlpha(entry.alpha, entry.allowed), axes.rows, axes.columns,
                                            shown.words.value_or(analysis::RowsOfWord::mean), shown.rest);
        field.matrices.push_back(std::move(condensed->values)); // never stopped
        field.allowed.push_back(std::move(condensed->allowed));
        field.labels = axes.labels;
        field.note = noteOf(shown);
    }
    fields.push_back(std::move(field));
}

Result<std::vector<Field>> fieldsOf(const std::vector<AttentionSet>& sets, const WhatIfOptions& whatIf,
                                    const files::ShownTokens& shown, const Labels& labels) {
    std::vector<Field> fields;
    for (const AttentionSet& set : sets) {
        const std::string prefix = sets.size() > 1 ? set.name + "_" : std::string();
        addAttention(fields, set, prefix);
        if (!shown.isEverything())
            addShown(fields, set, prefix, shown, labels);
        if (whatIf.zeros.empty())
            continue;
        const auto changed = whatIfOf(set, whatIf);
        if (!changed)
            return changed.error();
        addWhatIf(fields, *changed, set, prefix);
    }
    return fields;
}

Tensor stacked(const std::vector<Index>& leading, const std::vector<MatrixD>& matrices) {
    std::vector<double> values;
    for (const MatrixD& matrix : matrices)
        values.insert(values.end(), matrix.data(), matrix.data() + matrix.size());
    std::vector<std::uint64_t> sizes(leading.begin(), leading.end());
    sizes.push_back(static_cast<std::uint64_t>(matrices.front().rows()));
    sizes.push_back(static_cast<std::uint64_t>(matrices.front().cols()));
    return makeTensor(Shape::checked(sizes).value(), std::move(values)); // it is in memory, so its size fits
}

std::vector<files::NamedTensor> tensorsOf(const std::vector<Field>& fields) {
    std::vector<files::NamedTensor> tensors;
    for (const Field& field : fields) {
        if (field.matrices.front().size() > 0)
            tensors.push_back({field.name, stacked(field.leading, field.matrices)});
        if (field.allowed.empty() || field.allowed.front().size() == 0)
            continue;
        std::vector<MatrixD> allowed;
        for (const BoolMatrix& mask : field.allowed)
            allowed.emplace_back(mask.cast<double>());
        if (field.labels)
            continue;                  // what is masked there is 0
        std::string name = field.name; // the mask of alpha is its neighbour
        tensors.push_back({name.replace(name.rfind("alpha"), 5, "allowed"), stacked(field.leading, allowed)});
    }
    return tensors;
}

std::vector<files::NamedMatrix> matricesOf(const std::vector<Field>& fields, const Labels& labels) {
    std::vector<files::NamedMatrix> matrices;
    for (const Field& field : fields) {
        for (std::size_t n = 0; n < field.matrices.size() && field.matrices[n].cols() > 0; ++n) {
            auto source = std::make_shared<attention::DenseAlpha>(
                field.matrices[n], field.allowed.empty() ? BoolMatrix() : field.allowed[n]);
            const Labels& own = field.labels.value_or(labels);
            matrices.push_back({indexedName(field.name, indexOf(static_cast<Index>(n), field.leading)),
                                std::move(source), field.tokensInColumns ? own : Labels{own.rows, {}}, field.note});
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
        command->add_flag("--context-only", parts_.contextOnly, "only the context; long sequences take little memory");
        addWhatIfOptions(*command, whatIf_);
        addRolloutOptions(*command, rollout_);
        addShownOptions(*command, shown_);
        command->footer(attendExamples);
        return command;
    }

    Result<void> run() override {
        parts_.rows = rowsOfLabels(input_.rows);
        if (parts_.rows)
            input_.rows.clear();
        if (const auto checked = check(input_, problem_); !checked)
            return checked;
        if (const auto checked = checkParts(); !checked)
            return checked;
        const auto format = formatOf(output_, formats);
        if (!format)
            return format.error();
        Progress progress("computing");
        auto loaded = load(input_, problem_);
        if (!loaded)
            return loaded.error();
        if (const auto applied = applyShown(loaded->session, shown_); !applied)
            return applied.error();
        const auto fields = fieldsOf(*loaded, progress);
        if (!fields)
            return fields.error();
        return write(*fields, *format, labelsOf(loaded->session));
    }

private:
    // What if and rollout are of all rows and of α.
    Result<void> checkParts() const {
        if (!parts_.everything() && (rollout_.wanted() || !whatIf_.zeros.empty()))
            return makeError(optionsExclude, {"--what-if, --rollout or --flow"})
                .in(parts_.contextOnly ? "--context-only" : "--rows");
        if (!parts_.everything() && !shown_.tokens().isEverything())
            return makeError(optionsExclude, {"--merge-words, --leave-out or --hide"})
                .in(parts_.contextOnly ? "--context-only" : "--rows");
        return {};
    }

    Result<std::vector<Field>> fieldsOf(const Loaded& loaded, Progress& progress) const {
        std::vector<Field> fields;
        auto sets = attendedParts(loaded, parts_, progress);
        const bool onlyWeights = !sets && sets.error().is(nothingToAttend);
        const bool ofWeights = !whatIf_.zeros.empty() || !shown_.tokens().isEverything(); // for which those are enough
        if (onlyWeights && ofWeights) {
            sets = weightsOf(loaded);
            if (!sets)
                return sets.error();
        }
        if (!sets && !(onlyWeights && rollout_.wanted()))
            return sets.error();
        if (sets) {
            if (const auto told = tellApproximationError(loaded, *sets, parts_); !onlyWeights && !told)
                return told.error();
            auto computed = command_line::fieldsOf(*sets, whatIf_, loaded.session.shown, loaded.session.shownLabels());
            if (!computed)
                return computed.error();
            fields = *std::move(computed);
        }
        if (!rollout_.wanted())
            return fields;
        const auto rolled = rolledOf(loaded, rollout_);
        if (!rolled)
            return rolled.error();
        for (const Rolled& result : *rolled)
            fields.push_back({result.name, result.leading, result.matrices});
        return fields;
    }

    // Those of the rows that are computed.
    Labels labelsOf(const files::Session& session) const {
        Labels labels = session.shownLabels();
        if (!parts_.rows || labels.rows.empty())
            return labels;
        const auto at = [&](Index row) {
            return labels.rows.begin() + std::min(row, static_cast<Index>(labels.rows.size()));
        };
        labels.rows = std::vector<std::string>(at(parts_.rows->begin), at(parts_.rows->end));
        return labels;
    }

    Result<void> write(const std::vector<Field>& fields, ExportFormat format, const Labels& labels) const {
        if (format == ExportFormat::npz)
            return files::writeNpz(output_.path, tensorsOf(fields));
        if (format == ExportFormat::npy) {
            const std::vector<files::NamedTensor> tensors = tensorsOf(fields);
            if (tensors.size() != 1)
                return makeError(oneMatrixOnly, {"a .npy file", std::to_string(tensors.size()), "--context-only"})
                    .in(output_.path);
            return files::writeNpy(output_.path, tensors.front().tensor.view);
        }
        const std::vector<files::NamedMatrix> matrices = matricesOf(fields, labels);
        if (format == ExportFormat::json)
            return files::writeJson(output_.path, matrices);
        return files::writeCsv(output_.path, matrices, format == ExportFormat::csv ? ',' : '\t');
    }

    InputOptions input_;
    OutputOptions output_;
    AttendParts parts_;
    ProblemOptions problem_;
    WhatIfOptions whatIf_;
    RolloutChoice rollout_;
    ShownOptions shown_;
};

} // namespace

std::unique_ptr<Command> attendCommand() {
    return std::make_unique<Attend>();
}

} // namespace heedmap::command_line
