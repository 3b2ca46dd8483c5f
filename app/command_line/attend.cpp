// heedmap attend: scores, α and context as arrays.
#include "app/command_line/command.h"
#include "app/command_line/load.h"
#include "app/command_line/output.h"
#include "app/command_line/printing.h"
#include "app/command_line/rollout.h"
#include "app/command_line/shown_options.h"
#include "app/command_line/usage_errors.h"
#include "app/command_line/what_if.h"
#include "app/command_line/words.h"
#include "core/analysis/approximation_error.h"
#include "core/attention/attend_rows.h"
#include "core/attention/linear.h"
#include "core/files/writers.h"
#include "core/session/shown_tokens.h"

#include <algorithm>
#include <array>

namespace heedmap::command_line {

namespace {

using attention::Attention;
using attention::Problem;
using attention::ScoreFunction;

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

// Less than everything: the context alone, or some queries only, without computing or keeping the rest.
struct AttendParts {
    std::optional<Rows> rows; // of the queries, counted from 0
    bool contextOnly = false;

    bool everything() const { return !rows && !contextOnly; }
};

constexpr ErrorKind rowsOutside{"%1:%2 is outside of the %3 queries, which are counted from 0"};
constexpr ErrorKind noValues{"there are no values to make a context of; give --v"};

Result<void> checkRows(const std::optional<Rows>& rows, Index queries) {
    if (rows && rows->end > queries)
        return makeError(rowsOutside, {std::to_string(rows->begin), std::to_string(rows->end), std::to_string(queries)})
            .in("--rows");
    return {};
}

// Q, K and V as they enter the score function, with only some of the queries and their rows of the mask.
Result<Problem> projectedPart(const Problem& problem, const std::optional<Rows>& rows) {
    auto projected = attention::project(problem);
    if (!projected)
        return projected.error();
    const Index queries = projected->q.rows();
    if (const auto checked = checkRows(rows, queries); !checked)
        return checked.error();
    Problem part;
    part.kind = attention::ProblemKind::cross;
    part.parameters = problem.parameters;
    part.normalizer = problem.normalizer;
    part.approximation = problem.approximation;
    part.k = std::move(projected->k);
    part.v = std::move(projected->v);
    if (!rows) {
        part.q = std::move(projected->q);
        part.mask = problem.mask;
        return part;
    }
    part.q = projected->q.middleRows(rows->begin, rows->size());
    const auto mask = attention::MaskRows::of(problem.mask, queries, part.k.rows());
    if (!mask)
        return mask.error();
    if (problem.mask.allowsEverything() || part.q.rows() == 0)
        return part;
    part.mask.custom = BoolMatrix::Zero(rows->size(), part.k.rows());
    std::vector<Columns> ranges;
    for (Index i = 0; i < rows->size(); ++i) {
        mask->row(rows->begin + i, ranges);
        for (const Columns& range : ranges)
            part.mask.custom.row(i).segment(range.begin, range.size()).setOnes();
    }
    return part;
}

bool isOfFloat32(const MatrixD& matrix) {
    return matrix.cast<float>().cast<double>() == matrix;
}

// Numbers of float32 stay in float32 where there are so many pairs that float64 would take long.
bool suffices32(const Problem& problem) {
    constexpr Index manyPairs = Index{1} << 20;
    return problem.q.rows() >= manyPairs / std::max<Index>(problem.k.rows(), 1) && isOfFloat32(problem.q) &&
           isOfFloat32(problem.k) && isOfFloat32(problem.v);
}

template <class T>
Result<MatrixD> exactContext(const Problem& problem, ScoreFunction function, Progress& progress) {
    const auto context = *attention::attendContext<T>(problem.q.cast<T>(), problem.k.cast<T>(), problem.v.cast<T>(),
                                                      function, problem.parameters, problem.mask, problem.normalizer,
                                                      {}, [&](double part) { progress.set(part); }); // never stopped
    if (!context)
        return context.error();
    return MatrixD(context->template cast<double>());
}

Result<Attention<double>> contextOf(const Problem& problem, ScoreFunction function, Progress& progress) {
    Result<MatrixD> context = MatrixD();
    if (problem.approximation.isExact()) {
        context = suffices32(problem) ? exactContext<float>(problem, function, progress)
                                      : exactContext<double>(problem, function, progress);
    } else {
        const auto features = attention::featuresOf<double>(problem.q, problem.k, function, problem.parameters,
                                                            problem.normalizer, problem.approximation);
        if (!features)
            return features.error();
        context = attention::linearContext(*features, problem.v, problem.mask);
    }
    if (!context)
        return context.error();
    Attention<double> attention;
    attention.context = *std::move(context);
    return attention;
}

// Of what is already computed.
void reduce(Attention<double>& attention, const AttendParts& parts) {
    if (parts.rows) {
        const auto some = [&](auto& matrix) {
            if (matrix.size() > 0)
                matrix = matrix.middleRows(parts.rows->begin, parts.rows->size()).eval();
        };
        some(attention.scores);
        some(attention.allowed);
        some(attention.alpha);
        some(attention.context);
    }
    if (parts.contextOnly) {
        attention.scores = attention.alpha = MatrixD();
        attention.allowed = BoolMatrix();
    }
}

Result<std::vector<AttentionSet>> reduced(std::vector<AttentionSet> sets, const AttendParts& parts) {
    for (AttentionSet& set : sets) {
        for (Attention<double>& entry : set.entries) {
            if (const auto checked = checkRows(parts.rows, entry.alpha.rows()); !checked)
                return checked.error();
            reduce(entry, parts);
        }
    }
    return sets;
}

std::string errorText(const analysis::ApproximationError& error, const std::string& name,
                      const attention::Approximation& how) {
    return name + ", " + how.text() + ": off exact alpha by a total variation of " +
           numberOrDash(error.weights.totalVariation) + " in the mean, by " +
           numberOrDash(error.weights.largestDifference) + " at most; context off by " + numberOrDash(error.context) +
           " of its norm";
}

// Where everything is wanted, attentionOf(). Context alone: scores, α and what is allowed stay empty, and nothing of
// the size n_q × n_k is kept for a single problem. Errors: those of attentionOf(), rowsOutside, noValues.
Result<std::vector<AttentionSet>> attendedParts(const Loaded& loaded, const AttendParts& parts, Progress& progress) {
    if (parts.everything())
        return attentionOf(loaded);
    if (!loaded.sets.empty() || loaded.session.problem.heads > 1) {
        auto sets = attentionOf(loaded);
        return sets ? reduced(*std::move(sets), parts) : sets;
    }
    std::vector<AttentionSet> sets;
    for (const files::Panel& panel : loaded.session.panels) {
        if (!panel.score)
            continue;
        const auto problem = projectedPart(loaded.session.problemOf(*panel.score), parts.rows);
        if (!problem)
            return problem.error();
        if (parts.contextOnly && problem->v.cols() == 0)
            return makeError(noValues).in("--context-only");
        auto attended = parts.contextOnly ? contextOf(*problem, *panel.score, progress)
                                          : attention::attend<double>(*problem, *panel.score);
        if (!attended)
            return attended.error();
        sets.push_back({std::string(attention::nameOf(*panel.score)), {}, {}, {}, loaded.session.problemLabels()});
        sets.back().entries.push_back(*std::move(attended));
        sets.back().values.push_back(problem->v);
    }
    if (sets.empty())
        return makeError(nothingToAttend);
    return sets;
}

// A remark for each set of a single problem that only comes near softmax: how far it is from it. Nothing where exact
// attention would be too large to be compared with. Errors: those of attend().
Result<void> tellApproximationError(const Loaded& loaded, const std::vector<AttentionSet>& sets,
                                    const AttendParts& parts) {
    constexpr Index mostCells = Index{1} << 24;
    const attention::Approximation how = loaded.session.problem.approximation;
    if (how.isExact() || !loaded.sets.empty() || loaded.session.problem.heads > 1 || parts.contextOnly)
        return {};
    for (const AttentionSet& set : sets) {
        const ScoreFunction function = attention::scoreFunctionNamed(set.name).value();
        auto exact = projectedPart(loaded.session.problemOf(function), parts.rows);
        if (!exact)
            return exact.error();
        if (exact->k.rows() > 0 && exact->q.rows() > mostCells / exact->k.rows())
            return {};
        exact->approximation = {};
        const auto attended = attention::attend<double>(*exact, function);
        if (!attended)
            return attended.error();
        remark(errorText(analysis::approximationError(set.entries.front(), *attended), set.name, how));
    }
    return {};
}

// Matrices of one kind, one an entry of the leading axes.
struct Field {
    std::string name;
    std::vector<Index> leading;
    std::vector<MatrixD> matrices;
    std::vector<BoolMatrix> allowed{}; // empty: nothing is masked
    bool tokensInColumns = true;       // else the columns are components
    Labels labels{};
    bool isShown = false; // of the words, or of the tokens that are not left out
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
        fields.back().labels = set.labels;
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
        fields.back().labels = set.labels;
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
              const files::ShownTokens& shown) {
    Field field{prefix + "shown_alpha", set.leading, {}};
    for (const Attention<double>& entry : set.entries) {
        const ShownAxes axes = shownAxes(shown, set.labels, entry.alpha.rows(), entry.alpha.cols());
        auto condensed = analysis::condense(attention::DenseAlpha(entry.alpha, entry.allowed), axes.rows, axes.columns,
                                            shown.words.value_or(analysis::RowsOfWord::mean), shown.rest);
        field.matrices.push_back(std::move(condensed->values)); // never stopped
        field.allowed.push_back(std::move(condensed->allowed));
        field.labels = axes.labels;
    }
    field.isShown = true;
    field.note = noteOf(shown);
    fields.push_back(std::move(field));
}

Result<std::vector<Field>> fieldsOf(const std::vector<AttentionSet>& sets, const WhatIfOptions& whatIf,
                                    const files::ShownTokens& shown) {
    std::vector<Field> fields;
    for (const AttentionSet& set : sets) {
        const std::string prefix = sets.size() > 1 ? set.name + "_" : std::string();
        addAttention(fields, set, prefix);
        if (!shown.isEverything())
            addShown(fields, set, prefix, shown);
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
        if (field.isShown)
            continue;                  // what is masked there is 0
        std::string name = field.name; // the mask of alpha is its neighbour
        tensors.push_back({name.replace(name.rfind("alpha"), 5, "allowed"), stacked(field.leading, allowed)});
    }
    return tensors;
}

// Of the rows that are computed.
Labels labelsOf(const Field& field, const std::optional<Rows>& rows) {
    Labels labels = field.labels;
    if (!field.tokensInColumns)
        labels.columns.clear();
    if (!rows || labels.rows.empty())
        return labels;
    const auto at = [&](Index row) {
        return labels.rows.begin() + std::min(row, static_cast<Index>(labels.rows.size()));
    };
    labels.rows = std::vector<std::string>(at(rows->begin), at(rows->end));
    return labels;
}

std::vector<files::NamedMatrix> matricesOf(const std::vector<Field>& fields, const std::optional<Rows>& rows) {
    std::vector<files::NamedMatrix> matrices;
    for (const Field& field : fields) {
        for (std::size_t n = 0; n < field.matrices.size() && field.matrices[n].cols() > 0; ++n) {
            auto source = std::make_shared<attention::DenseAlpha>(
                field.matrices[n], field.allowed.empty() ? BoolMatrix() : field.allowed[n]);
            matrices.push_back({files::indexedName(field.name, files::indexOf(static_cast<Index>(n), field.leading)),
                                std::move(source), labelsOf(field, rows), field.note});
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
        return write(*fields, *format);
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
            if (!onlyWeights)
                if (const auto told = tellApproximationError(loaded, *sets, parts_); !told)
                    return told.error();
            auto computed = command_line::fieldsOf(*sets, whatIf_, loaded.session.shown);
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
            fields.push_back(
                {.name = result.name, .leading = result.leading, .matrices = result.matrices, .labels = result.labels});
        return fields;
    }

    Result<void> write(const std::vector<Field>& fields, ExportFormat format) const {
        if (format == ExportFormat::npz)
            return files::writeNpz(output_.path, tensorsOf(fields));
        if (format == ExportFormat::npy) {
            const std::vector<files::NamedTensor> tensors = tensorsOf(fields);
            if (tensors.size() != 1)
                return makeError(oneMatrixOnly, {"a .npy file", std::to_string(tensors.size()), "--context-only"})
                    .in(output_.path);
            return files::writeNpy(output_.path, tensors.front().tensor.view);
        }
        const std::vector<files::NamedMatrix> matrices = matricesOf(fields, parts_.rows);
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
