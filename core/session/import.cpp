#include "core/session/import.h"

#include "core/attention/multi_head.h"
#include "core/files/labels.h"
#include "core/session/consistency.h"
#include "core/session/generation.h"
#include "core/session/import_labels.h"
#include "core/session/import_problem.h"
#include "core/session/matrix_names.h"
#include "core/session/stack.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace heedmap::files {

namespace {

using attention::Problem;
using attention::ProblemKind;
using attention::ScoreFunction;

std::shared_ptr<const Labels> shared(Labels labels) {
    return labels.empty() ? nullptr : std::make_shared<const Labels>(std::move(labels));
}

std::vector<ScoreFunction> functionsOnShow(const Session& session) {
    std::vector<ScoreFunction> functions;
    for (const Panel& panel : session.panels) {
        if (panel.score && std::ranges::find(functions, *panel.score) == functions.end())
            functions.push_back(*panel.score);
    }
    return functions;
}

void showFunctions(Session& session, const std::vector<ScoreFunction>& functions) {
    if (functions.empty())
        return;
    session.panels.clear();
    for (const ScoreFunction function : functions)
        session.panels.push_back({.score = function});
}

// Q from X, K and V from memory, each through its projection. Memory is in K, X in X.
Result<void> projectMemory(Problem& problem) {
    auto fromX = attention::project(problem);
    if (!fromX)
        return fromX.error();
    Problem memory = problem;
    memory.x = problem.k;
    auto fromMemory = attention::project(memory);
    if (!fromMemory)
        return fromMemory.error();
    problem.kind = ProblemKind::cross;
    problem.x = MatrixD();
    problem.q = std::move(fromX->q);
    problem.k = std::move(fromMemory->k);
    problem.v = std::move(fromMemory->v);
    return {};
}

// Each head a panel of its own, of every score function on show. Errors: headsDoNotDivide.
Result<void> splitIntoHeads(Session& session, Index heads) {
    session.problem.heads = 1;
    session.problem.keyValueHeads = 0;
    const ProblemSizes sizes = sizesOf(session.problem);
    for (const Index columns : {sizes.queryDimension, sizes.keyDimension, sizes.valueDimension}) {
        if (columns % heads != 0)
            return makeError(attention::headsDoNotDivide, {std::to_string(columns), std::to_string(heads)});
    }
    session.problem.heads = heads;
    const std::vector<ScoreFunction> functions = functionsOnShow(session);
    session.panels.clear();
    for (const ScoreFunction function : functions) {
        for (Index head = 0; head < heads; ++head) {
            session.panels.push_back({.score = function});
            if (heads > 1)
                session.panels.back().head = head;
        }
    }
    return {};
}

// Which entry of a stack of keys goes with the n-th entry of a stack of queries; fewer keys are shared by groups.
Result<std::vector<std::size_t>> keyOfEachQuery(const Stack& q, const Stack& k) {
    const auto differ = [&] {
        return makeError(stacksDiffer, {q.reference, std::to_string(q.matrices.size()), k.reference,
                                        std::to_string(k.matrices.size())});
    };
    if (q.leading.size() != k.leading.size() ||
        !std::equal(q.leading.begin(), q.leading.end() - 1, k.leading.begin(), k.leading.end() - 1))
        return differ();
    const Index heads = q.leading.back();
    const Index groups = k.leading.back();
    if (groups > heads || groups == 0 || heads % groups != 0)
        return differ();
    std::vector<std::size_t> keys(q.matrices.size());
    for (std::size_t n = 0; n < keys.size(); ++n) {
        const Index query = static_cast<Index>(n);
        keys[n] = static_cast<std::size_t>(query / heads * groups + query % heads * groups / heads);
    }
    return keys;
}

// Rows of queries and keys. In a table the columns are components; elsewhere tokens of columns are those of the keys.
std::vector<std::string> keyTokensOf(const Stack& q, const Stack& k) {
    const bool isTable = k.file->format() == Format::csv || k.file->format() == Format::tsv;
    const bool own = isTable || k.file != q.file || k.labels.columns.empty();
    return own ? k.labels.rows : k.labels.columns;
}

class Importer {
public:
    explicit Importer(const ImportRequest& request)
        : request_(request)
        , files_(request.reading, imported_.notes) {}

    // Of `there`, or of the request's inputs.
    Result<Imported> run(std::optional<Session> there) {
        if (const auto read = readGivenLabels(); !read)
            return read.error();
        session_ = std::move(there);
        if (!session_) {
            if (const auto opened = openInputs(); !opened)
                return opened.error();
        }
        if (session_) {
            imported_.session = *std::move(session_);
            applyGivenLabels();
        }
        if (imported_.sets.empty()) {
            if (const auto applied = applyRequest(); !applied)
                return applied.error();
        }
        if (const auto added = addGold(); !added)
            return added.error();
        if (imported_.sources.size() == session().matrices.size())
            nameMatrices(session(), imported_.sources);
        return std::move(imported_);
    }

private:
    Session& session() { return imported_.session; }
    const ProblemRequest& problem() const { return request_.problem; }

    // A whole session that comes alone is left in session_.
    Result<void> openInputs() {
        std::vector<Input> inputs;
        for (const Input& input : request_.inputs) {
            if (const auto added = addInput(input, inputs); !added || session_)
                return added;
        }
        if (auto whole = generationIn(inputs))
            inputs = {*std::move(whole)};
        for (const Input& input : inputs) {
            if (input.role != Role::alpha)
                continue;
            if (const auto added = addMatrices(input); !added)
                return added;
        }
        if (const auto added = addProblem(inputs); !added)
            return added;
        nameSession(inputs);
        return {};
    }

    // Files with a step of a generation each are one input.
    std::optional<Input> generationIn(const std::vector<Input>& inputs) {
        std::vector<std::shared_ptr<const TensorFile>> steps;
        for (const Input& input : inputs) {
            const bool whole = input.tensor.empty() && input.parts.empty() && input.brackets.empty();
            if (!whole || input.role != Role::alpha)
                return std::nullopt;
            auto file = files_.open(input);
            if (!file)
                return std::nullopt;
            steps.push_back(*std::move(file));
        }
        const auto generation = generationOf(steps);
        if (!generation)
            return std::nullopt;
        return Input{generation->path(), {}, {}, Role::alpha, {}, generation, generation->find("").value()};
    }

    Result<void> addInput(const Input& input, std::vector<Input>& inputs) {
        const bool whole = input.tensor.empty() && input.parts.empty() && input.brackets.empty() && !input.position;
        if (!whole || input.role != Role::alpha) {
            inputs.push_back(input);
            return {};
        }
        const auto file = files_.open(input);
        if (!file)
            return file.error();
        if ((*file)->format() == Format::session) {
            if (request_.inputs.size() > 1)
                return makeError(wholeSession).in(input.path);
            auto read = readSession(input.path);
            if (!read)
                return read.error();
            session_ = *std::move(read);
            return {};
        }
        const std::vector<Input> suggested = suggestedInputs(*file);
        const bool asItIs = (*file)->tensors().size() == 1 || (!isClear(**file) && !namesWeights(**file));
        if (asItIs) {
            inputs.push_back(input);
            return {};
        }
        for (const Input& one : suggested) {
            if (one.role == Role::none)
                continue;
            inputs.push_back(one);
            if (!isClear(**file))
                files_.note(input.path, {HEEDMAP_MESSAGE("Reason", "of %1 tensors, %2 is shown"),
                                         {std::to_string((*file)->tensors().size()), one.tensor}});
        }
        return {};
    }

    Result<void> addMatrices(const Input& input) {
        const auto stack = openStack(files_, input, {.limit = request_.matrixLimit});
        if (!stack)
            return stack.error();
        const Shape& shape = stack->info().shape;
        // What a dialog offers; who writes an index knows it.
        if (input.position && shape.rank() == 5 && shape[1] > 1 && input.parts.size() > 1 &&
            input.parts[1].kind == AxisPart::Kind::entry)
            files_.note(input.path, {HEEDMAP_MESSAGE("Reason", "entry %1 of a batch of %2 is shown"),
                                     {std::to_string(input.parts[1].first), std::to_string(shape[1])}});
        const auto labels = labelsOf(*stack);
        BoolMatrix allowed = stack->file->allowed(stack->tensor);
        if (allowed.rows() != stack->rows() || allowed.cols() != stack->columns())
            allowed.resize(0, 0); // of a part of the rows or columns
        for (std::size_t n = 0; n < stack->matrices.size(); ++n)
            addMatrix(stack->matrices[n], stack->sources[n], allowed, labels);
        const std::string& tensor = stack->info().name;
        imported_.groups.push_back(
            {tensor.empty() ? lastPartOf(input.path) : tensor, stack->leading, stack->matrices.size()});
        session().picture.range.kind = heatmap::RangeSpec::Kind::automatic;
        return {};
    }

    void addMatrix(Tensor matrix, const MatrixSource& source, BoolMatrix allowed,
                   const std::shared_ptr<const Labels>& labels) {
        session().panels.push_back({.matrix = session().matrices.size()});
        session().matrices.push_back({{}, {}, std::move(matrix), std::move(allowed), labels, {}});
        imported_.sources.push_back(source);
    }

    std::shared_ptr<const Labels> labelsOf(const Stack& stack) {
        return shared(
            fittedTo(overridden(stack.labels, given_), stack.rows(), stack.columns(), stack.file->path(), files_));
    }

    // α of a set as matrices of the session, each with its panel.
    void show(const AttentionSet& set, const std::string& name, const std::shared_ptr<const Labels>& labels) {
        for (std::size_t n = 0; n < set.entries.size(); ++n) {
            MatrixSource source;
            source.tensor = name;
            for (const Index i : indexOf(static_cast<Index>(n), set.leading))
                source.index.emplace_back(i);
            source.leadingAxes = static_cast<int>(source.index.size());
            source.severalInBatch = set.leading.size() == 3 && set.leading[1] > 1;
            addMatrix(makeTensor(set.entries[n].alpha), source, set.entries[n].allowed, labels);
        }
    }

    static const Input* inputFor(Role role, const std::vector<Input>& inputs) {
        const auto found = std::ranges::find(inputs, role, &Input::role);
        return found == inputs.end() ? nullptr : &*found;
    }

    Result<void> addProblem(const std::vector<Input>& inputs) {
        const Input* const x = inputFor(Role::x, inputs);
        const Input* const q = inputFor(Role::q, inputs);
        const Input* const k = inputFor(Role::k, inputs);
        const Input* const v = inputFor(Role::v, inputs);
        if (!q && !k && !v && !x)
            return session().matrices.empty() ? Result<void>(makeError(nothingChosen)) : Result<void>();
        if (x && !q && !k)
            return addSequence(*x, inputFor(Role::memory, inputs));
        if (!q || !k)
            return makeError(keysNeeded, {q ? "K" : "Q"}).in((q ? q : k ? k : v)->path);
        auto queries = openStack(files_, *q, {.dropsOnes = true});
        if (!queries)
            return queries.error();
        auto keys = openStack(files_, *k, {.dropsOnes = true});
        if (!keys)
            return keys.error();
        auto values = v ? openStack(files_, *v, {.dropsOnes = true}) : Result<Stack>(*keys);
        if (!values)
            return values.error();
        if (values->leading != keys->leading)
            return makeError(stacksDiffer, {k->path, std::to_string(keys->matrices.size()), v->path,
                                            std::to_string(values->matrices.size())});
        if (!v && !request_.completes)
            std::ranges::fill(values->matrices, makeTensor(MatrixD(keys->rows(), 0)));
        const Labels labels{queries->labels.rows, keyTokensOf(*queries, *keys)};
        return queries->leading.empty() && keys->leading.empty() ? addQueriesAndKeys(*queries, *keys, *values, labels)
                                                                 : addStacks(*queries, *keys, *values, labels);
    }

    Result<void> addQueriesAndKeys(const Stack& q, const Stack& k, const Stack& v, const Labels& labels) {
        Problem& made = session().problem;
        made.q = toMatrixD(q.matrices.front().view);
        made.k = toMatrixD(k.matrices.front().view);
        made.v = toMatrixD(v.matrices.front().view);
        session().crossLabels = fittedTo(overridden(labels, given_), q.rows(), k.rows(), q.file->path(), files_);
        showProblem(made.q.cols(), made.k.cols());
        return {};
    }

    // The problem's panels come before those of matrices.
    void showProblem(Index queryColumns, Index keyColumns) {
        std::vector<Panel> panels;
        for (const ScoreFunction function : functionsFor(queryColumns, keyColumns))
            panels.push_back({.score = function});
        session().panels.insert(session().panels.begin(), panels.begin(), panels.end());
    }

    // Scores of Q and K of different sizes need a W.
    std::vector<ScoreFunction> functionsFor(Index queryColumns, Index keyColumns) {
        if (!problem().scores.empty())
            return problem().scores;
        if (queryColumns == keyColumns || !request_.completes)
            return {ScoreFunction::scaled_dot};
        files_.note({}, {HEEDMAP_MESSAGE("Reason", "Q has %1 columns and K %2, so the general score is taken"),
                         {std::to_string(queryColumns), std::to_string(keyColumns)}});
        return {ScoreFunction::general};
    }

    Result<void> addSequence(const Input& x, const Input* memory) {
        const auto sequence = openMatrix(files_, x);
        if (!sequence)
            return sequence.error();
        Problem& made = session().problem;
        made.kind = ProblemKind::self;
        made.x = toMatrixD(sequence->matrices.front().view);
        const Labels labels = overridden(sequence->labels, given_);
        showProblem(made.x.cols(), made.x.cols());
        if (!memory) {
            const bool rows = !labels.rows.empty() && (!given_.rows.empty() || given_.columns.empty());
            setTokensOfSequence(rows ? labels.rows : labels.columns);
            return {};
        }
        const auto keys = openMatrix(files_, *memory);
        if (!keys)
            return keys.error();
        made.k = toMatrixD(keys->matrices.front().view);
        hasMemory_ = true;
        session().crossLabels = fittedTo(overridden({sequence->labels.rows, keys->labels.rows}, given_),
                                         sequence->rows(), keys->rows(), x.path, files_);
        return {};
    }

    void setTokensOfSequence(const std::vector<std::string>& tokens) {
        const Index count = session().problem.x.rows();
        session().selfTokens = fittedTo({tokens, {}}, count, count, {}, files_).rows;
    }

    Result<void> addStacks(const Stack& q, const Stack& k, const Stack& v, const Labels& labels) {
        if (problem().heads)
            return makeError(alreadySplit);
        const auto keys = keyOfEachQuery(q, k);
        if (!keys)
            return keys.error();
        Problem& shown = session().problem;
        if (const auto applied = applyProblem(shown, problem(), files_); !applied)
            return applied;
        const auto mask = openMask();
        if (!mask)
            return mask.error();
        const auto fit = shared(fittedTo(overridden(labels, given_), q.rows(), k.rows(), q.file->path(), files_));
        const std::vector<ScoreFunction> functions = functionsFor(q.columns(), k.columns());
        for (const ScoreFunction function : functions) {
            AttentionSet set{std::string(attention::nameOf(function)), q.leading, {}, {}, fit ? *fit : Labels()};
            Problem one = shown;
            for (std::size_t n = 0; n < q.matrices.size(); ++n) {
                one.q = toMatrixD(q.matrices[n].view);
                one.k = toMatrixD(k.matrices[(*keys)[n]].view);
                one.v = toMatrixD(v.matrices[(*keys)[n]].view);
                if (*mask) {
                    auto allowed = (*mask)->at(static_cast<Index>(n), q.leading, one.q.rows(), one.k.rows());
                    if (!allowed)
                        return allowed.error();
                    one.mask.custom = *std::move(allowed);
                }
                seedMissing(one, function, problem().seed.value_or(0));
                auto attended = attention::attend<double>(one, function);
                if (!attended)
                    return attended.error();
                set.entries.push_back(*std::move(attended));
                set.values.push_back(one.v);
            }
            show(set, functions.size() > 1 ? set.name : "alpha", fit);
            imported_.sets.push_back(std::move(set));
        }
        return {};
    }

    Result<std::optional<MaskStack>> openMask() {
        if (problem().customMask.empty())
            return std::optional<MaskStack>();
        const auto input = inputOf(problem().customMask);
        if (!input)
            return input.error();
        auto mask = MaskStack::open(files_, *input);
        return mask ? Result(std::optional(*std::move(mask))) : Result<std::optional<MaskStack>>(mask.error());
    }

    Result<void> applyCustomMask() {
        const auto mask = openMask();
        if (!mask || !*mask)
            return mask ? Result<void>() : mask.error();
        const ProblemSizes sizes = sizesOf(session().problem);
        auto allowed = (*mask)->one(sizes.queries, sizes.keys);
        if (!allowed)
            return allowed.error();
        session().problem.mask.custom = *std::move(allowed);
        return {};
    }

    // α of the scores that a file holds, by mask and normalizer.
    Result<void> normalizeMatrices() {
        const auto mask = openMask();
        if (!mask)
            return mask.error();
        const std::vector<FileMatrix> scores = std::exchange(session().matrices, {});
        if (imported_.groups.empty()) { // of a session that was there
            for (const FileMatrix& matrix : scores)
                imported_.groups.push_back({matrix.name, {}, 1});
        }
        imported_.sources.clear();
        session().panels.clear();
        session().picture.range = PictureSettings().range;
        attention::MaskSpec allowed = session().problem.mask;
        std::size_t next = 0;
        for (const MatrixGroup& group : imported_.groups) {
            const auto labels = scores[next].labels;
            AttentionSet set{group.name, group.leading, {}, {}, labels ? *labels : Labels()};
            for (std::size_t n = 0; n < group.count; ++n, ++next) {
                const MatrixD values = toMatrixD(scores[next].tensor.view);
                if (*mask) {
                    auto custom = (*mask)->at(static_cast<Index>(n), group.leading, values.rows(), values.cols());
                    if (!custom)
                        return custom.error();
                    allowed.custom = *std::move(custom);
                }
                auto attended = attention::normalizeScores<double>(values, allowed, session().problem.normalizer);
                if (!attended)
                    return Error(attended.error()).in(scores[next].origin);
                set.values.emplace_back(attended->alpha.cols(), 0);
                set.entries.push_back(*std::move(attended));
            }
            show(set, group.name, labels);
            imported_.sets.push_back(std::move(set));
        }
        return {};
    }

    // Options that need Q and K are no use where there are only weights.
    Result<void> checkComputable() {
        const ProblemSizes sizes = sizesOf(session().problem);
        const bool computes = !functionsOnShow(session()).empty() || (sizes.queries > 0 && sizes.keys > 0);
        const bool asked = !problem().scores.empty() || problem().heads || !problem().parameters.empty();
        return asked && !computes ? Result<void>(makeError(onlyWeights)) : Result<void>();
    }

    Result<void> applyRequest() {
        if (const auto computable = checkComputable(); !computable)
            return computable;
        showFunctions(session(), problem().scores);
        if (const auto applied = applyProblem(session(), problem(), files_); !applied)
            return applied;
        if (hasMemory_) {
            if (const auto projected = projectMemory(session().problem); !projected)
                return projected;
        }
        if (session().showsMatrices() && (problem().normalizes() || !problem().customMask.empty()) &&
            functionsOnShow(session()).empty())
            return normalizeMatrices();
        if (const auto applied = applyCustomMask(); !applied)
            return applied;
        if (problem().heads) {
            if (const auto split = splitIntoHeads(session(), *problem().heads); !split)
                return split;
        }
        for (const ScoreFunction function : functionsOnShow(session()))
            seedMissing(session(), function, problem().seed.value_or(0));
        return {};
    }

    Result<void> readGivenLabels() {
        given_ = request_.labels;
        if (request_.tokens.empty())
            return {};
        auto labels = readLabels(request_.tokens);
        if (!labels)
            return labels.error();
        given_ = *std::move(labels);
        return {};
    }

    // Of a session that was there before.
    void applyGivenLabels() {
        if (given_.empty())
            return;
        for (FileMatrix& matrix : session().matrices) {
            const Shape& shape = matrix.tensor.shape();
            matrix.labels = shared(fittedTo(overridden(matrix.labels ? *matrix.labels : Labels(), given_), shape[0],
                                            shape[1], {}, files_));
        }
        const ProblemSizes sizes = sizesOf(session().problem);
        if (functionsOnShow(session()).empty())
            return;
        if (session().problem.kind == ProblemKind::self)
            setTokensOfSequence(given_.rows.empty() ? given_.columns : given_.rows);
        else
            session().crossLabels =
                fittedTo(overridden(session().crossLabels, given_), sizes.queries, sizes.keys, {}, files_);
    }

    Result<void> addGold() {
        if (request_.gold.empty())
            return {};
        const ProblemSizes sizes = sizesOf(session().problem);
        Index rows = sizes.queries;
        Index columns = sizes.keys;
        if (!session().panels.empty() && session().panels.front().matrix) {
            const Shape& shape = session().matrices[*session().panels.front().matrix].tensor.shape();
            rows = shape[0];
            columns = shape[1];
        }
        auto gold = readGold(request_.gold, rows, columns, files_);
        if (!gold)
            return gold.error();
        session().gold = *std::move(gold);
        return {};
    }

    void nameSession(const std::vector<Input>& inputs) {
        std::vector<std::string> names;
        for (const Input& input : inputs) {
            const std::string name = lastPartOf(input.path);
            if (input.role != Role::none && std::ranges::find(names, name) == names.end())
                names.push_back(name);
        }
        for (const std::string& name : names)
            session().name += (session().name.empty() ? "" : ", ") + name;
    }

    const ImportRequest& request_;
    Imported imported_;
    OpenFiles files_;
    Labels given_;
    bool hasMemory_ = false;
    std::optional<Session> session_; // one that was there before
};

} // namespace

Result<Input> inputOf(const std::string& reference, Role role) {
    auto parsed = parseReference(reference);
    if (!parsed)
        return parsed.error();
    return Input{std::move(parsed->path),
                 std::move(parsed->tensor),
                 std::move(parsed->parts),
                 role,
                 std::move(parsed->brackets),
                 nullptr,
                 std::nullopt};
}

Result<Imported> importSession(const ImportRequest& request) {
    return Importer(request).run({});
}

Result<Imported> importSession(Session session, const ImportRequest& request) {
    return Importer(request).run(std::move(session));
}

Result<BoolMatrix> importMask(const Input& input, Index queries, Index keys) {
    std::vector<Note> notes;
    OpenFiles files({}, notes);
    const auto mask = MaskStack::open(files, input);
    return mask ? mask->one(queries, keys) : mask.error();
}

void append(Imported& all, const Imported& more) {
    Session& session = all.session;
    const std::size_t first = session.matrices.size();
    const auto add = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    add(session.matrices, more.session.matrices);
    add(all.sources, more.sources);
    add(all.groups, more.groups);
    add(all.notes, more.notes);
    for (Panel panel : more.session.panels) {
        if (!panel.matrix || panel.minusScore)
            continue;
        *panel.matrix += first;
        if (panel.minusMatrix)
            *panel.minusMatrix += first;
        session.panels.push_back(panel);
    }
    session.name += ", " + more.session.name;
    if (all.sources.size() == session.matrices.size())
        nameMatrices(session, all.sources);
}

bool isSessionName(const std::string& path) {
    static constexpr std::array<std::string_view, 4> endings{".heedmap", ".png", ".svg", ".pdf"};
    std::string lower = path;
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(c < 'A' || c > 'Z' ? c : c - 'A' + 'a'); });
    return std::ranges::any_of(endings, [&](std::string_view ending) { return lower.ends_with(ending); });
}

} // namespace heedmap::files
