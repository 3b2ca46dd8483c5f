// heedmap align: trains a small translation model, or translates and aligns with one.
#include "app/command_line/align_probe.h"
#include "app/command_line/align_training.h"
#include "app/command_line/command.h"
#include "app/command_line/gold.h"
#include "app/command_line/output.h"
#include "app/command_line/printing.h"
#include "app/command_line/usage_errors.h"
#include "app/command_line/words.h"
#include "core/files/writers.h"
#include "core/nearest_word.h"
#include "core/seq2seq/shipped_models.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>

namespace heedmap::command_line {

namespace {

using namespace seq2seq;

constexpr const char* alignExamples =
    R"(NAME is english-chinese, english-french, english-german, dates, copy or reverse. FILE has a pair a line, source TAB
target [TAB anything [TAB links]], links as in 0-0 1p2.

Examples:
  heedmap align --corpus english-chinese --score additive --steps 600 --out zh.safetensors --report zh.json
  heedmap align --corpus pairs.tsv --score dot --steps 2000 --out mine.safetensors
  heedmap align --model zh.safetensors --source "I love you" -o alpha.png
  heedmap align --model english-french-dot --source "they do not wash the red cars"
  heedmap align --model zh.safetensors --source "I eat rice today" --target "我 今天 吃 米饭" -o alpha.npz
  heedmap align --model zh.safetensors --evaluate pairs.tsv
  heedmap align --path-length 512)";

inline constexpr ErrorKind unknownModel{"there is no model or file of this name; %1"};

using Score = std::optional<attention::ScoreFunction>;

Result<Score> parseScore(const std::string& text) {
    static const std::vector<std::string> words{"additive", "dot", "general", "scaled", "none"};
    if (std::find(words.begin(), words.end(), text) == words.end())
        return unknown(text, words);
    return attention::scoreFunctionNamed(text);
}

Result<Tokens> parseTokens(const std::string& text) {
    static const std::vector<std::string> words{"words", "characters", "blanks"};
    return parseWord<Tokens>(text, words, [](const std::string& word) { return tokensNamed(word); });
}

Result<std::uint64_t> parseSeed(const std::string& text) {
    const auto seed = parseWhole(text, "a whole number from 0 up", 0, std::numeric_limits<std::int64_t>::max());
    if (!seed)
        return seed.error();
    return static_cast<std::uint64_t>(*seed);
}

constexpr const char* trainingGroup = "Training";

void addText(CLI::App& command, const char* name, std::string& target, const char* type, const char* description) {
    command.add_option(name, target, description)->type_name(type)->group(trainingGroup);
}

void addWhole(CLI::App& command, const char* name, Index& target, int least, const char* description) {
    constexpr int largest = 10000000;
    const auto parse = [least](const std::string& text) {
        return parseWhole(text, least == 0 ? "a whole number from 0 up" : "a whole number from 1 up", least, largest);
    };
    addParsed(command, name, target, parse, "N", description)->group(trainingGroup);
}

void addNumber(CLI::App& command, const char* name, double& target, const char* description) {
    const auto parse = [](const std::string& text) {
        return parseNumber(text, "a number from 0 up", [](double number) { return number >= 0; });
    };
    addParsed(command, name, target, parse, "X", description)->group(trainingGroup);
}

void remarkUnknown(const Vocabulary& vocabulary, const std::vector<std::string>& tokens) {
    for (const UnknownToken& token : vocabulary.unknown(tokens))
        remark("the model does not know \"" + token.token + "\"; near it are " + listed(token.nearest));
}

files::Session sessionOf(const Translation& translation) {
    files::Session session;
    session.name = joined({translation.source.begin(), translation.source.end() - 1});
    session.problem = translation.problem;
    session.crossLabels = {translation.target, translation.source};
    session.panels.push_back({translation.score, {}, true});
    return session;
}

// The arrays by the names that --q, --k, --v and --parameters know.
std::vector<files::NamedTensor> tensorsOf(const Translation& translation) {
    const attention::Problem& problem = translation.problem;
    std::vector<files::NamedTensor> tensors{{"alpha", makeTensor(translation.alpha)},
                                            {"Q", makeTensor(problem.q)},
                                            {"K", makeTensor(problem.k)},
                                            {"V", makeTensor(problem.v)}};
    const auto add = [&](const char* name, const auto& matrix) {
        if (matrix.size() != 0)
            tensors.push_back({name, makeTensor(matrix)});
    };
    add("W", problem.parameters.w);
    add("W_s", problem.parameters.w_s);
    add("W_h", problem.parameters.w_h);
    add("v", problem.parameters.v);
    return tensors;
}

// A shipped one or that of a file; a word that is neither most likely meant a shipped one.
Result<Model> modelNamed(const std::string& word) {
    if (const ShippedModel* const shipped = shippedModel(word))
        return load(*shipped);
    std::error_code ignored;
    if (word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, ignored))
        return readModel(word);
    std::vector<std::string> names;
    for (const ShippedModel& shipped : shippedModels())
        names.emplace_back(shipped.name);
    return makeError(unknownModel, {suggestion(meantWord(word, names), "shipped are CORPUS-SCORE, as in " + names[0])})
        .in(word);
}

class Align : public Command {
public:
    explicit Align(const Toolkit* toolkit)
        : toolkit_(toolkit) {}

    CLI::App* addTo(CLI::App& program) override {
        command_ = program.add_subcommand("align", "train a small translation model, or align with one");
        addTrainingOptions(*command_);
        addModelOptions(*command_);
        const auto parseLength = [](const std::string& length) {
            return parseWhole(length, "a whole number from 2 to 4096", 2, 4096);
        };
        addParsed(*command_, "--path-length", pathLength_, parseLength, "N",
                  "measure instead how gradients fall with the distance in sequences of N, in plain recurrent nets, "
                  "LSTMs and attention")
            ->group("Probe");
        addOutputOptions(*command_, output_, allExportFormats);
        command_->footer(alignExamples);
        return command_;
    }

    Result<void> run() override {
        if (pathLength_ != 0)
            return measurePathLength(pathLength_, request_.reportPath);
        if (modelPath_.empty() == request_.corpus.empty())
            return makeError(request_.corpus.empty() ? optionNeeds : optionsExclude,
                             {request_.corpus.empty() ? "--corpus to train, or --model" : "--model"})
                .in(request_.corpus.empty() ? "align" : "--corpus");
        request_.training.likeAdditive = command_->count("--decoder") == 0;
        if (modelPath_.empty())
            return train(request_);
        if (source_.empty() == evaluate_.empty())
            return makeError(source_.empty() ? optionNeeds : optionsExclude,
                             {source_.empty() ? "--source or --evaluate" : "--evaluate"})
                .in(source_.empty() ? "--model" : "--source");
        const auto model = modelNamed(modelPath_);
        if (!model)
            return model.error();
        return evaluate_.empty() ? alignSentence(*model) : evaluateFile(*model);
    }

private:
    void addTrainingOptions(CLI::App& command) {
        TrainingOptions& training = request_.training;
        addText(command, "--corpus", request_.corpus, "NAME|FILE", "sentence pairs to train with");
        addText(command, "--gold", request_.file.goldPath, "FILE", "gold links of FILE's pairs, one line each");
        addParsed(command, "--base", request_.file.base, parseBase, "0|1",
                  "number of the first word in links (as the links tell)")
            ->group(trainingGroup);
        addText(command, "--out", request_.modelPath, "MODEL.safetensors", "where the trained model goes");
        addText(command, "--report", request_.reportPath, "R.json", "loss of every step, seconds and results");
        command.add_flag("--half", request_.half, "write the weights as float16")->group(trainingGroup);
        addParsed(command, "--score", training.sizes.score, parseScore, "NAME",
                  "additive, dot, general, scaled, or none: without attention (additive)")
            ->group(trainingGroup);
        addParsed(command, "--tokens", request_.file.tokens, parseTokens, "NAME",
                  "words, characters or what stands between blanks of FILE (words)")
            ->group(trainingGroup);
        addParsed(command, "--seed", training.seed, parseSeed, "N",
                  "of the first weights and the order of the pairs (1)")
            ->group(trainingGroup);
        addWhole(command, "--steps", training.steps, 0, "steps of training (600)");
        addWhole(command, "--batch", training.batch, 1, "pairs a step (32)");
        addWhole(command, "--embedding", training.sizes.embedding, 1, "size of a word's vector (32)");
        addWhole(command, "--encoder", training.sizes.encoder, 1, "units in each direction (32)");
        addWhole(command, "--decoder", training.sizes.decoder, 1,
                 "units (64; with none as many as give the number of parameters of additive)");
        addNumber(command, "--rate", training.optimizer.learningRate, "learning rate, falling to 0 (0.01)");
        addNumber(command, "--decay", training.optimizer.weightDecay, "weight decay (0.2)");
        addNumber(command, "--clip", training.optimizer.clip, "largest norm of the gradient, 0: any (1)");
    }

    void addModelOptions(CLI::App& command) {
        const auto text = [&](const char* name, std::string& target, const char* type, const char* description) {
            command.add_option(name, target, description)->type_name(type)->group("With a model");
        };
        text("--model", modelPath_, "NAME|FILE", "a shipped model, CORPUS-SCORE, or one that --out has written");
        text("--source", source_, "TEXT", "a sentence to translate and align");
        text("--target", target_, "TEXT", "its translation, where that is given");
        text("--evaluate", evaluate_, "NAME|FILE", "pairs to judge the model with; of a NAME the held-out ones");
    }

    Result<void> evaluateFile(const Model& model) {
        CorpusFileOptions options = request_.file;
        options.tokens = model.tokens;
        options.fixedTokens = true;
        std::error_code ignored;
        if (evaluate_.find_first_of("./") == std::string::npos && !std::filesystem::exists(evaluate_, ignored)) {
            const auto corpus = openCorpus(evaluate_, options, 0);
            if (!corpus)
                return corpus.error();
            print(evaluate(model, corpus->heldOut));
            return {};
        }
        const auto file = readPairs(evaluate_, options);
        if (!file)
            return file.error();
        remarkOn(evaluate_, *file);
        print(evaluate(model, file->pairs));
        return {};
    }

    Result<void> alignSentence(const Model& model) {
        const std::vector<std::string> source = tokenizeFor(model, model.source, source_);
        const std::vector<std::string> target = tokenizeFor(model, model.target, target_);
        if (source.empty())
            return makeError(lineHasEmptySide, {"source"}).in("--source");
        remarkUnknown(model.source, source);
        remarkUnknown(model.target, target);
        const Translation translation = target_.empty() ? translate(model, source) : align(model, source, target);
        if (target_.empty() || output_.path.empty())
            std::printf("%s\n", joined(translation.target).c_str());
        return output_.path.empty() ? Result<void>() : write(translation);
    }

    Result<void> write(const Translation& translation) {
        if (!translation.score)
            return makeError(optionNeeds, {"a model with attention; this one has none"}).in("-o");
        const auto format = formatOf(output_, allExportFormats);
        if (!format)
            return format.error();
        if (*format == ExportFormat::npz)
            return files::writeNpz(output_.path, tensorsOf(translation));
        const files::Session session = sessionOf(translation);
        const auto pictures = picturesFor(*format, toolkit_);
        if (!pictures)
            return pictures.error();
        const auto results = computeWithProgress(session);
        if (!results)
            return results.error();
        const auto options = exportOptionsOf({}, *format, 1);
        if (!options)
            return options.error();
        return command_line::write(session, *results, *options, output_.path, pictures->get());
    }

    const Toolkit* toolkit_;
    CLI::App* command_ = nullptr;
    Index pathLength_ = 0;
    TrainingRequest request_;
    std::string modelPath_;
    std::string source_;
    std::string target_;
    std::string evaluate_;
    OutputOptions output_;
};

} // namespace

std::unique_ptr<Command> alignCommand(const Toolkit* toolkit) {
    return std::make_unique<Align>(toolkit);
}

} // namespace heedmap::command_line
