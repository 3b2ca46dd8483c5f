#include "app/command_line/load.h"

#include "app/command_line/printing.h"
#include "app/command_line/usage_errors.h"
#include "core/session/sentences.h"
#include "core/session/shipped_examples.h"
#include "core/session/typed_sentence.h"

#include <algorithm>

namespace heedmap::command_line {

namespace {

using files::Role;

bool isPair(const std::string& input) {
    return input.starts_with("pair:");
}

// An example by its name or sentence, else the sentence under the models that know its words.
Result<files::Session> openPair(const std::string& asked) {
    auto example = openShipped(asked);
    const bool isSentence = asked.find(' ') != std::string::npos;
    return !example && example.error().is(noSuchExample) && isSentence ? seq2seq::openTypedSentence(asked) : example;
}

Result<files::ImportRequest> requestOf(const InputOptions& input, const ProblemOptions& problem) {
    files::ImportRequest request;
    request.reading = input.reading;
    request.labels = {input.rows, input.columns};
    request.tokens = input.tokens;
    request.gold = input.gold;
    request.problem = problem;
    std::vector<std::pair<std::string, Role>> references{
        {input.q, Role::q}, {input.k, Role::k}, {input.v, Role::v}, {input.x, Role::x}, {input.memory, Role::memory}};
    for (const std::string& one : files::withAllSentences(input.inputs))
        references.emplace_back(one, Role::alpha);
    for (const auto& [reference, role] : references) {
        if (reference.empty())
            continue;
        auto named = files::inputOf(reference, role);
        if (!named)
            return named.error();
        request.inputs.push_back(*std::move(named));
    }
    return request;
}

// Whole sessions: pairs, `.heedmap` and exported pictures; without a value for anything else.
Result<std::optional<files::Session>> openWhole(const InputOptions& input) {
    const auto isWhole = [](const std::string& text) {
        return isPair(text) || files::isSessionName(text);
    };
    const auto whole = std::ranges::find_if(input.inputs, isWhole);
    if (whole == input.inputs.end())
        return std::optional<files::Session>();
    if (input.inputs.size() > 1)
        return makeError(optionsExclude, {"other inputs"}).in(*whole);
    auto session = isPair(*whole) ? openPair(whole->substr(5)) : files::readSession(*whole);
    if (!session)
        return session.error();
    return std::optional(*std::move(session));
}

// What the importer refuses, by the option that asked for it.
Error inWords(const Error& error, const ProblemOptions& problem) {
    if (error.is(files::alreadySplit))
        return makeError(optionsExclude, {"Q and K that are already split into heads"}).in("--heads");
    if (error.is(files::wholeSession))
        return makeError(optionsExclude, {"other inputs"}).in(error.file);
    if (!error.is(files::onlyWeights))
        return error;
    const char* const option = !problem.scores.empty() ? "--score" : problem.heads ? "--heads" : "--parameters";
    return makeError(optionNeeds, {"queries and keys (--q and --k); the input has only weights"}).in(option);
}

} // namespace

Result<Loaded> load(const InputOptions& input, const ProblemOptions& problem) {
    auto whole = openWhole(input);
    if (!whole)
        return whole.error();
    InputOptions others = input;
    if (*whole)
        others.inputs.clear();
    const auto request = requestOf(others, problem);
    if (!request)
        return request.error();
    auto imported = *whole ? files::importSession(**std::move(whole), *request) : files::importSession(*request);
    if (!imported)
        return inWords(imported.error(), problem);
    for (const files::Note& note : imported->notes)
        remark((note.file.empty() ? "" : note.file + ": ") + sentence(note.text));
    return imported;
}

Result<std::vector<AttentionSet>> attentionOf(const Loaded& loaded) {
    if (!loaded.sets.empty())
        return loaded.sets;
    return files::attentionOf(loaded.session);
}

} // namespace heedmap::command_line
