#include "app/command_line/load.h"

#include "app/command_line/attention_sets.h"
#include "app/command_line/labels.h"
#include "app/command_line/problem.h"
#include "app/command_line/stack.h"
#include "app/command_line/usage_errors.h"
#include "core/session/consistency.h"
#include "core/session/sentences.h"
#include "core/session/typed_sentence.h"
#include "ui/document/examples.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace heedmap::command_line {

namespace {

using attention::ScoreFunction;

bool isSession(const std::string& input) {
    static constexpr std::array endings{".heedmap", ".png", ".svg", ".pdf"};
    return std::any_of(endings.begin(), endings.end(), [&](const char* ending) { return input.ends_with(ending); });
}

void addMatrices(files::Session& session, const Stack& stack) {
    for (std::size_t n = 0; n < stack.matrices.size(); ++n) {
        const std::vector<Index> index = indexOf(static_cast<Index>(n), stack.leading);
        session.panels.push_back({{}, session.matrices.size(), true});
        session.matrices.push_back(
            {indexedName(stack.name, index), indexedName(stack.origin, index), stack.matrices[n]});
    }
}

// An example by its name or sentence, else the sentence under the models that know its words.
Result<files::Session> openPair(const std::string& asked) {
    auto example = openExample(QString::fromStdString(asked));
    const bool isSentence = asked.find(' ') != std::string::npos;
    return !example && example.error().is(noSuchExample) && isSentence ? seq2seq::openTypedSentence(asked) : example;
}

// Whole sessions: pairs, `.heedmap` and exported pictures.
Result<Loaded> loadSession(const std::string& input, const InputOptions& all) {
    if (all.inputs.size() > 1)
        return makeError(optionsExclude, {"other inputs"}).in(input);
    auto session = input.starts_with("pair:") ? openPair(input.substr(5)) : files::readSession(input);
    if (!session)
        return session.error();
    return Loaded{*std::move(session), {}, {}};
}

Result<Loaded> loadMatrices(const InputOptions& input) {
    Loaded loaded;
    files::Session& session = loaded.session;
    for (const std::string& reference : files::withAllSentences(input.inputs)) {
        if (reference.starts_with("pair:") || isSession(reference))
            return makeError(optionsExclude, {"other inputs"}).in(reference);
        const auto stack = openStack(reference, input.reading);
        if (!stack)
            return stack.error();
        addMatrices(session, *stack);
        loaded.groups.push_back({stack->name, stack->leading, stack->matrices.size()});
        if (session.matrixLabels.empty())
            session.matrixLabels = stack->labels;
    }
    session.picture.range.kind = heatmap::RangeSpec::Kind::automatic;
    session.name = std::filesystem::path(input.inputs.front()).filename().string();
    return loaded;
}

Result<Loaded> loadInputs(const InputOptions& input, const ProblemOptions& options) {
    if (!input.q.empty())
        return loadQueriesAndKeys(input, options);
    if (!input.x.empty())
        return loadSequence(input, options);
    const std::string& first = input.inputs.front();
    if (first.starts_with("pair:") || isSession(first))
        return loadSession(first, input);
    return loadMatrices(input);
}

std::vector<ScoreFunction> shownFunctions(const files::Session& session) {
    std::vector<ScoreFunction> functions;
    for (const files::Panel& panel : session.panels) {
        if (panel.score)
            functions.push_back(*panel.score);
    }
    return functions;
}

// The options that need Q and K are no use where there are only weights.
Result<void> checkComputable(const files::Session& session, const ProblemOptions& options) {
    const files::ProblemSizes sizes = files::sizesOf(session.problem);
    if (!shownFunctions(session).empty() || (sizes.queries > 0 && sizes.keys > 0))
        return {};
    const char* option = !options.scores.empty()       ? "--score"
                         : options.heads               ? "--heads"
                         : !options.parameters.empty() ? "--parameters"
                                                       : nullptr;
    if (option != nullptr)
        return makeError(optionNeeds, {"queries and keys (--q and --k); the input has only weights"}).in(option);
    return {};
}

void setPanels(files::Session& session, const std::vector<ScoreFunction>& functions) {
    if (functions.empty())
        return;
    session.panels.clear();
    for (const ScoreFunction function : functions)
        session.panels.push_back({function, {}, true});
}

std::pair<Index, Index> sizeOfFirstPanel(const files::Session& session) {
    if (session.showsMatrices()) {
        const Shape shape = session.matrices[*session.panels.front().matrix].tensor.shape();
        return {shape[0], shape[1]};
    }
    const files::ProblemSizes sizes = files::sizesOf(session.problem);
    return {sizes.queries, sizes.keys};
}

} // namespace

Result<Loaded> load(const InputOptions& input, const ProblemOptions& options) {
    auto loaded = loadInputs(input, options);
    if (!loaded)
        return loaded;
    files::Session& session = loaded->session;
    if (loaded->sets.empty()) {
        if (const auto computable = checkComputable(session, options); !computable)
            return computable.error();
        setPanels(session, options.scores);
        if (const auto applied = applyOptions(session, options, input.reading); !applied)
            return applied.error();
        if (!input.memory.empty()) {
            if (const auto projected = projectMemory(session.problem); !projected)
                return projected.error();
        }
        for (const ScoreFunction function : shownFunctions(session))
            files::seedMissing(session, function, options.seed.value_or(0));
        Result<void> expanded;
        if (session.showsMatrices() && options.normalizes())
            expanded = normalizeMatrices(*loaded);
        else if (options.heads)
            expanded = splitIntoHeads(*loaded, *options.heads);
        if (!expanded)
            return expanded.error();
    }
    const auto [rows, columns] = sizeOfFirstPanel(session);
    if (const auto labelled = applyLabels(session, input, rows, columns); !labelled)
        return labelled.error();
    return loaded;
}

} // namespace heedmap::command_line
