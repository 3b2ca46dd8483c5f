#include "app/command_line/align_training.h"

#include "app/command_line/printing.h"
#include "core/files/output_file.h"
#include "core/seq2seq/learning_curve.h"
#include "core/seq2seq/model_file.h"
#include "core/seq2seq/shipped_corpora.h"
#include "core/seq2seq/training_job.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

namespace heedmap::command_line {

namespace {

using namespace seq2seq;

bool isShipped(const std::string& text) {
    const auto grammars = shippedGrammars();
    return std::ranges::any_of(grammars, [&](const ShippedGrammar& grammar) { return grammar.name == text; });
}

bool looksLikeAPath(const std::string& text) {
    std::error_code ignored;
    return text.find_first_of("./\\") != std::string::npos || std::filesystem::exists(text, ignored);
}

std::string percent(std::optional<double> fraction) {
    if (!fraction)
        return "–"; // not defined
    char text[32];
    std::snprintf(text, sizeof text, "%.2f %%", 100 * *fraction);
    return text;
}

// The command line that makes this model again.
std::string commandOf(const TrainingRequest& request, const ModelSizes& sizes) {
    const TrainingOptions& options = request.training;
    char rate[96];
    std::snprintf(rate, sizeof rate, " --rate %g --decay %g --clip %g", options.optimizer.learningRate,
                  options.optimizer.weightDecay, options.optimizer.clip);
    return "heedmap align --corpus " + request.corpus + " --score " + nameOfScore(sizes.score) + " --steps " +
           std::to_string(options.steps) + " --seed " + std::to_string(options.seed) + " --batch " +
           std::to_string(options.batch) + " --embedding " + std::to_string(sizes.embedding) + " --encoder " +
           std::to_string(sizes.encoder) + " --decoder " + std::to_string(sizes.decoder) + rate;
}

nlohmann::ordered_json reportOf(const TrainingRequest& request, const Trainer& trainer, double seconds,
                                const Evaluation& evaluation) {
    nlohmann::ordered_json report{{"command", commandOf(request, trainer.model().sizes)},
                                  {"parameters", trainer.parameterCount()},
                                  {"training_pairs", trainer.corpus().training.size()},
                                  {"held_out_pairs", evaluation.sentences},
                                  {"seconds", seconds},
                                  {"exact_match", evaluation.exactMatch()},
                                  {"token_accuracy", evaluation.tokenAccuracy()},
                                  {"held_out_loss", evaluation.loss}};
    if (evaluation.alignment) {
        report["precision"] = jsonOrNull(evaluation.alignment->precision());
        report["recall"] = jsonOrNull(evaluation.alignment->recall());
        report["aer"] = jsonOrNull(evaluation.alignment->errorRate());
    } else {
        report["aer"] = nullptr;
    }
    for (const LengthScore& length : evaluation.byLength)
        report["by_length"].push_back(
            {{"length", length.length}, {"sentences", length.sentences}, {"exact", length.exact}});
    report["loss"] = trainer.losses(); // what is not finite is null
    return report;
}

void say(const Trainer& trainer, double seconds) {
    const Corpus& corpus = trainer.corpus();
    const ModelSizes& sizes = trainer.model().sizes;
    std::printf("%zu training pairs, %zu held out; %td source words, %td target words; %td parameters\n",
                corpus.training.size(), corpus.heldOut.size(), sizes.sourceWords, sizes.targetWords,
                trainer.parameterCount());
    if (trainer.stepsTaken() > 0)
        std::printf("%td steps in %.2f s (%.2f ms a step), loss %.4f -> %.4f\n", trainer.stepsTaken(), seconds,
                    1000 * seconds / static_cast<double>(trainer.stepsTaken()), trainer.losses().front(),
                    trainer.losses().back());
}

} // namespace

Result<void> writeReport(const std::string& path, const std::string& text) {
    auto output = files::OutputFile::create(path);
    if (!output)
        return output.error();
    output->write(text);
    return output->commit();
}

void remarkOn(const std::string& path, const CorpusFile& file) {
    for (const Phrase& said : file.remarks)
        remark(path + ": " + sentence(said));
}

Result<Corpus> openCorpus(const std::string& text, const CorpusFileOptions& file, std::size_t heldOut) {
    if (isShipped(text) || !looksLikeAPath(text))
        return shippedCorpus(text);
    auto read = readPairs(text, file);
    if (!read)
        return read.error();
    remarkOn(text, *read);
    constexpr std::uint64_t splitSeed = 1;
    auto corpus = splitCorpus(std::move(read->pairs), heldOut, splitSeed);
    if (!corpus)
        return Error(corpus.error()).in(text);
    corpus->name = text;
    corpus->title = std::filesystem::path(text).filename().string();
    corpus->tokens = read->tokens;
    return corpus;
}

void print(const Evaluation& evaluation) {
    std::printf("exact match %s of %td sentences, token accuracy %s of %td words\n",
                percent(evaluation.exactMatch()).c_str(), evaluation.sentences,
                percent(evaluation.tokenAccuracy()).c_str(), evaluation.words);
    if (evaluation.alignment)
        std::printf("AER %s, precision %s, recall %s\n", percent(evaluation.alignment->errorRate()).c_str(),
                    percent(evaluation.alignment->precision()).c_str(),
                    percent(evaluation.alignment->recall()).c_str());
}

Result<void> train(const TrainingRequest& request) {
    auto corpus = openCorpus(request.corpus, request.file, request.heldOut);
    if (!corpus)
        return corpus.error();
    Trainer trainer(std::make_shared<Corpus>(*std::move(corpus)), request.training);
    TrainingControl control;
    const auto start = std::chrono::steady_clock::now();
    {
        Progress progress("training");
        const auto steps = static_cast<double>(request.training.steps);
        runTraining(trainer, control, request.training.steps,
                    [&](const StepReport& step) { progress.set(static_cast<double>(step.step) / steps); }, {});
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const CurveShape shape = recognizeCurve(trainer.losses());
    if (shape == CurveShape::diverging || shape == CurveShape::notFinite) {
        std::printf("The loss ran away; these are the last good weights. A lower --rate helps.\n");
        trainer.goBackToLastGood();
    }
    const Evaluation evaluation = evaluate(trainer.model(), trainer.corpus().heldOut);
    say(trainer, seconds);
    print(evaluation);
    Model model = trainer.model();
    model.notes["command"] = commandOf(request, model.sizes);
    const auto precision = request.half ? files::Precision::float16 : files::Precision::float32;
    if (!request.modelPath.empty())
        if (auto written = writeModel(request.modelPath, model, precision); !written)
            return written;
    if (request.reportPath.empty())
        return {};
    const auto report = reportOf(request, trainer, seconds, evaluation);
    return writeReport(request.reportPath, report.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

} // namespace heedmap::command_line
