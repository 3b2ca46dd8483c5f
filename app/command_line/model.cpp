// heedmap model: a published model's folder, a text, and what its heads attend to.
#include "app/command_line/command.h"
#include "app/command_line/output.h"
#include "app/command_line/printing.h"
#include "app/command_line/usage_errors.h"
#include "app/command_line/words.h"
#include "core/files/writers.h"
#include "core/session/model_session.h"
#include "core/transformer/reader.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace heedmap::command_line {

namespace {

constexpr const char* modelExamples =
    R"(The folder holds config.json, model.safetensors (or shards with their index) and a tokenizer, as the library transformers
writes them; understood are gpt2, llama, mistral, qwen2, qwen3, gemma, bert, roberta, distilbert, marian, bart, pegasus, t5
and vit. Nothing of it is executed. Without a text: what the model is. With one: its tokens and, where it predicts words,
the likeliest next ones. An encoder-decoder writes by itself unless --written says what it is to write.

Arrays of an .npz: alpha [layer, head, query, key] of the chosen layers and heads; q, k, v [layer, head, token, d_k] as they
enter the scores; hidden [layer + 1, token, d]; ids; with --logits also logits [token, vocabulary]. Those of an
encoder-decoder begin with encoder_, decoder_ or cross_. Every other format holds alpha of the chosen part.

With --json: {"folder", "family", "kind", "layers", "heads", "head_size", "width", "vocabulary", "parameters", "tokenizer"},
and with a text also {"tokens": [{"id", "token"}], "written": the same of an encoder-decoder's output, "generated": {"ids",
"text"}, "next": [{"id", "token", "probability"}]}.

Examples:
  heedmap model gpt2
  heedmap model gpt2 --text "The cat sat on the mat" -o heads.png
  heedmap model gpt2 --text "Once upon a time" --generate 20
  heedmap model gpt2 --text "A, B and A" --layer 0,1 --head 3 -o heads.npz --logits
  heedmap model opus-mt-en-zh --text "I love you" --part cross -o cross.svg
  heedmap model gpt2 --ids 464,3797 --json)";

using Json = nlohmann::ordered_json;

// "0,3,5"
Result<std::vector<Index>> parseIndices(const std::string& text) {
    std::vector<Index> indices;
    for (const std::string& part : splitAtCommas(text)) {
        const auto number = parseWhole(part, "a whole number from 0 up", 0, std::numeric_limits<std::int32_t>::max());
        if (!number)
            return number.error();
        indices.push_back(static_cast<Index>(*number));
    }
    if (indices.empty())
        return makeError(badNumber, {text, "a whole number from 0 up"});
    return indices;
}

std::string kindText(transformer::Kind kind) {
    return kind == transformer::Kind::encoder   ? "encoder"
           : kind == transformer::Kind::decoder ? "decoder"
                                                : "encoder-decoder";
}

std::string stackText(const transformer::Stack& stack) {
    std::string text = std::to_string(stack.layers) + (stack.layers == 1 ? " layer of " : " layers of ") +
                       std::to_string(stack.heads) + " heads of " + std::to_string(stack.headSize);
    if (stack.keyValueHeads != stack.heads)
        text += " (" + std::to_string(stack.keyValueHeads) + " of keys and values)";
    return text + ", d " + std::to_string(stack.width) + ", feed-forward " + std::to_string(stack.inner);
}

struct Candidate {
    Index id = 0;
    double probability = 0;
};

// Of a row of logits, the likeliest first.
std::vector<Candidate> likeliest(kernels::View<const float> logits, Index row, std::size_t most) {
    const float* const values = logits.row(row);
    std::vector<Index> order(static_cast<std::size_t>(logits.columns));
    std::iota(order.begin(), order.end(), Index{0});
    const std::size_t count = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](Index a, Index b) { return values[a] > values[b] || (values[a] == values[b] && a < b); });
    double sum = 0;
    for (Index i = 0; i < logits.columns; ++i)
        sum += std::exp(static_cast<double>(values[i] - values[order.front()]));
    std::vector<Candidate> best;
    for (std::size_t i = 0; i < count; ++i)
        best.push_back({order[i], std::exp(static_cast<double>(values[order[i]] - values[order.front()])) / sum});
    return best;
}

// A named stack of matrices of one size: [layer, head, row, column] or without heads.
class Arrays {
public:
    void add(const std::string& name, std::vector<std::uint64_t> shape, std::vector<float> numbers) {
        tensors_.push_back({name, makeTensor(Shape::checked(shape).value(), std::move(numbers))});
    }
    const std::vector<files::NamedTensor>& tensors() const { return tensors_; }

private:
    std::vector<files::NamedTensor> tensors_;
};

std::uint64_t size(Index count) {
    return static_cast<std::uint64_t>(count);
}

void append(std::vector<float>& numbers, kernels::View<const float> view) {
    for (Index i = 0; i < view.rows; ++i)
        numbers.insert(numbers.end(), view.row(i), view.row(i) + view.columns);
}

void addStates(Arrays& arrays, const transformer::StackTrace<float>& stack, const std::string& prefix) {
    std::vector<float> hidden;
    append(hidden, stack.input.view());
    for (const auto& layer : stack.layers)
        append(hidden, layer.output.view());
    arrays.add(prefix + "hidden",
               {size(std::ssize(stack.layers) + 1), size(stack.length()), size(stack.input.columns())},
               std::move(hidden));
    std::vector<float> final;
    append(final, stack.final.view());
    arrays.add(prefix + "final", {size(stack.length()), size(stack.final.columns())}, std::move(final));
}

// α, Q, K and V of the chosen layers and heads; those of a session are α already.
void addAttention(Arrays& arrays, const files::Session& session,
                  const std::vector<const transformer::AttentionTrace<float>*>& attentions, const HeadChoice& chosen,
                  const std::string& prefix) {
    std::vector<float> alpha, q, k, v;
    for (const files::FileMatrix& matrix : session.matrices) {
        const std::vector<float> numbers = transformer::numbersOf<float>(matrix.tensor);
        alpha.insert(alpha.end(), numbers.begin(), numbers.end());
    }
    const transformer::AttentionTrace<float>& first = *attentions.front();
    std::vector<Index> groups; // key and value heads of the chosen heads, each once
    for (const Index head : chosen.heads)
        if (const Index group = first.group(Head{head}); groups.empty() || groups.back() != group)
            groups.push_back(group);
    const Index each = first.heads / first.keyValueHeads;
    for (const Index layer : chosen.layers) {
        const transformer::AttentionTrace<float>& attention = *attentions[static_cast<std::size_t>(layer)];
        for (const Index head : chosen.heads)
            append(q, attention.query(Head{head}));
        for (const Index group : groups) {
            append(k, attention.key(Head{group * each}));
            append(v, attention.value(Head{group * each}));
        }
    }
    const std::uint64_t layers = chosen.layers.size();
    const std::uint64_t queries = size(first.q.rows());
    const std::uint64_t keys = size(first.k.rows());
    const std::uint64_t width = size(first.headSize);
    arrays.add(prefix + "alpha", {layers, chosen.heads.size(), queries, keys}, std::move(alpha));
    arrays.add(prefix + "q", {layers, chosen.heads.size(), queries, width}, std::move(q));
    arrays.add(prefix + "k", {layers, groups.size(), keys, width}, std::move(k));
    arrays.add(prefix + "v", {layers, groups.size(), keys, width}, std::move(v));
}

class ModelCommand : public Command {
public:
    explicit ModelCommand(const Toolkit* toolkit)
        : toolkit_(toolkit) {}

    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command =
            program.add_subcommand("model", "a published model's folder: what it is, and what its heads do in a text");
        command->add_option("FOLDER", folder_, "with config.json, model.safetensors and a tokenizer")->type_name("");
        command->add_option("--text", question_.text, "what the model reads")->type_name("TEXT");
        command->add_option("--pair", second_, "a second text beside it, for models that read pairs")
            ->type_name("TEXT");
        command->add_option("--written", written_, "what an encoder-decoder is to write")->type_name("TEXT");
        addIds(*command, "--ids", question_.ids, "ids of tokens instead of a text, as they are");
        addIds(*command, "--written-ids", question_.writtenIds, "the same of what is written, the start token first");
        command->add_option("--image", question_.picture, "a PNG, for models that look at pictures")->type_name("FILE");
        addParsed(
            *command, "--generate", question_.generate,
            [](const std::string& text) -> Result<Index> {
                const auto number = parseWhole(text, "a whole number from 1 up", 1, 1 << 20);
                return number ? Result<Index>(static_cast<Index>(*number)) : Result<Index>(number.error());
            },
            "N", "go on with at most so many tokens, the likeliest each time");
        addParsed(*command, "--layer", choice_.layers, parseIndices, "L,...", "only these layers, counted from 0");
        addParsed(*command, "--head", choice_.heads, parseIndices, "H,...", "only these heads, counted from 0");
        addParsed(
            *command, "--part", part_,
            [](const std::string& text) -> Result<std::optional<ModelPart>> {
                static const std::vector<std::string> words{"encoder", "decoder", "cross"};
                const auto part = parseWord<ModelPart>(text, words, modelPartNamed);
                return part ? Result<std::optional<ModelPart>>(*part) : part.error();
            },
            "NAME", "which attention of an encoder-decoder: cross, encoder or decoder (cross)");
        command->add_flag("--logits", logits_, "with the logits of every token (npz)");
        command->add_flag("--json", json_, "for machines");
        addOutputOptions(*command, output_, allExportFormats);
        addPictureOptions(*command, picture_);
        command->footer(modelExamples);
        return command;
    }

    Result<void> run() override {
        if (folder_.empty())
            return makeError(folderMissing);
        const bool writes = !output_.path.empty();
        if (const auto checked = checkWords(writes); !checked)
            return checked;
        auto reader = transformer::Reader::open(folder_);
        if (!reader)
            return reader.error();
        if (!asks() && !writes) {
            if (!reader->model().architecture().patches && !reader->tokenizer())
                remark(sentence(reader->tokenizer().error()));
            describe(*reader, nullptr);
            return {};
        }
        if (!second_.empty())
            question_.second = second_;
        if (!written_.empty())
            question_.written = written_;
        const auto answer = ask(*reader);
        if (!answer)
            return answer.error();
        for (const Phrase& said : answer->remarks)
            remark(sentence(said));
        if (output_.path != "-")
            describe(*reader, &*answer);
        return writes ? write(*answer) : Result<void>();
    }

private:
    static void addIds(CLI::App& command, const char* name, std::vector<transformer::TokenId>& ids,
                       const char* description) {
        addParsed(
            command, name, ids,
            [](const std::string& text) -> Result<std::vector<transformer::TokenId>> {
                const auto indices = parseIndices(text);
                return indices ? Result<std::vector<transformer::TokenId>>(
                                     std::vector<transformer::TokenId>(indices->begin(), indices->end()))
                               : Result<std::vector<transformer::TokenId>>(indices.error());
            },
            "ID,...", description);
    }

    bool asks() const { return !question_.text.empty() || !question_.ids.empty() || !question_.picture.empty(); }

    Result<void> checkWords(bool writes) const {
        if (!question_.text.empty() && !question_.ids.empty())
            return makeError(optionsExclude, {"--ids"}).in("--text");
        if (!written_.empty() && !question_.writtenIds.empty())
            return makeError(optionsExclude, {"--written-ids"}).in("--written");
        if (!second_.empty() && question_.text.empty())
            return makeError(optionNeeds, {"--text"}).in("--pair");
        if (question_.generate > 0 && !asks())
            return makeError(optionNeeds, {"--text or --ids"}).in("--generate");
        if (writes && !asks())
            return makeError(optionNeeds, {"--text, --ids or --image"}).in("-o");
        if (!writes)
            return logits_ ? Result<void>(makeError(optionNeeds, {"-o OUT.npz"}).in("--logits")) : Result<void>();
        const auto format = formatOf(output_, allExportFormats);
        if (!format)
            return format.error();
        if (logits_ && *format != ExportFormat::npz)
            return makeError(optionNeeds, {"-o OUT.npz"}).in("--logits");
        return {};
    }

    Result<transformer::Answer> ask(const transformer::Reader& reader) const {
        Progress progress("reading");
        transformer::RunOptions options;
        const bool everyToken = logits_ || reader.model().architecture().kind == transformer::Kind::encoder;
        options.logits = everyToken ? transformer::LogitsOf::all : transformer::LogitsOf::last;
        options.progress = [&](double part) {
            progress.set(part);
        };
        return reader.ask(question_, options);
    }

    // What the likeliest next tokens are said of: the last row; of an encoder the masked tokens.
    static std::vector<std::pair<std::string, Index>> predictedRows(const transformer::Reader& reader,
                                                                    const transformer::Answer& answer) {
        const Index rows = answer.trace->logits.rows();
        const transformer::Architecture& model = reader.model().architecture();
        std::vector<std::pair<std::string, Index>> predicted;
        if (rows == 0)
            return predicted;
        if (model.kind != transformer::Kind::encoder || model.patches)
            return {{model.patches ? "label" : "next", rows - 1}};
        const auto& tokenizer = reader.tokenizer();
        const auto mask = tokenizer ? tokenizer->special().mask : std::nullopt;
        for (std::size_t i = 0; mask && i < answer.encoderIds.size(); ++i)
            if (answer.encoderIds[i] == *mask)
                predicted.emplace_back("token " + std::to_string(i), static_cast<Index>(i));
        return predicted;
    }

    static std::string nameOfCandidate(const transformer::Reader& reader, Index id) {
        const transformer::Architecture& model = reader.model().architecture();
        const auto place = static_cast<std::size_t>(id);
        if (model.patches)
            return place < model.labelNames.size() ? model.labelNames[place] : std::to_string(id);
        return reader.label(id, true);
    }

    void describe(const transformer::Reader& reader, const transformer::Answer* answer) const {
        json_ ? print(jsonOf(reader, answer).dump(2, ' ', false, Json::error_handler_t::replace) + "\n")
              : printText(reader, answer);
    }

    void printText(const transformer::Reader& reader, const transformer::Answer* answer) const {
        const transformer::Architecture& model = reader.model().architecture();
        if (answer == nullptr) {
            printLine(folder_ + ": " + model.family + ", " + kindText(model.kind) + ", " +
                      std::to_string(reader.model().tensors().parameters()) + " parameters");
            if (model.kind != transformer::Kind::decoder)
                printLine("  encoder: " + stackText(model.encoder));
            if (model.kind != transformer::Kind::encoder)
                printLine("  decoder: " + stackText(model.decoder));
            if (model.main().vocabulary > 0)
                printLine("  vocabulary: " + std::to_string(model.main().vocabulary));
            if (model.main().mostPositions > 0)
                printLine("  takes at most " + std::to_string(model.main().mostPositions) + " tokens");
            if (reader.tokenizer())
                printLine("  tokenizer: " + std::string(reader.tokenizer()->kind()) + ", " +
                          std::to_string(reader.tokenizer()->size()) + " tokens");
            const auto unused = reader.model().tensors().unused();
            if (!unused.empty())
                printLine("  not used: " + std::to_string(unused.size()) + " tensors, as " + unused.front());
            return;
        }
        printTokens(reader, answer->encoderIds, "token", false);
        printTokens(reader, answer->decoderIds, model.kind == transformer::Kind::decoder ? "token" : "written", true);
        if (!answer->generated.empty())
            printLine("goes on: " + answer->generatedText);
        for (const auto& [name, row] : predictedRows(reader, *answer)) {
            std::string text = name + ":";
            for (const Candidate& candidate : likeliest(answer->trace->logits.view(), row, 5))
                text += "  \"" + nameOfCandidate(reader, candidate.id) + "\" " + numberOrDash(candidate.probability);
            printLine(text);
        }
    }

    static void printTokens(const transformer::Reader& reader, const std::vector<transformer::TokenId>& ids,
                            const std::string& head, bool written) {
        if (ids.empty())
            return;
        Table table({"", "id", head});
        for (std::size_t i = 0; i < ids.size(); ++i)
            table.add({std::to_string(i), std::to_string(ids[i]), printable(reader.label(ids[i], written))});
        table.print();
    }

    static Json tokensOf(const transformer::Reader& reader, const std::vector<transformer::TokenId>& ids,
                         bool written) {
        Json tokens = Json::array();
        for (const transformer::TokenId id : ids)
            tokens.push_back({{"id", id}, {"token", reader.label(id, written)}});
        return tokens;
    }

    Json jsonOf(const transformer::Reader& reader, const transformer::Answer* answer) const {
        const transformer::Architecture& model = reader.model().architecture();
        const transformer::Stack& stack = model.main();
        const auto& tokenizer = reader.tokenizer();
        Json json{{"folder", folder_},
                  {"family", model.family},
                  {"kind", kindText(model.kind)},
                  {"layers", stack.layers},
                  {"heads", stack.heads},
                  {"head_size", stack.headSize},
                  {"width", stack.width},
                  {"vocabulary", stack.vocabulary},
                  {"parameters", reader.model().tensors().parameters()},
                  {"tokenizer", tokenizer ? Json(std::string(tokenizer->kind())) : Json()}};
        if (answer == nullptr)
            return json;
        const bool both = model.kind == transformer::Kind::encoderDecoder;
        json["tokens"] =
            tokensOf(reader, model.kind == transformer::Kind::decoder ? answer->decoderIds : answer->encoderIds, false);
        if (both)
            json["written"] = tokensOf(reader, answer->decoderIds, true);
        if (!answer->generated.empty())
            json["generated"] = {{"ids", answer->generated}, {"text", answer->generatedText}};
        for (const auto& [name, row] : predictedRows(reader, *answer)) {
            Json list = Json::array();
            for (const Candidate& candidate : likeliest(answer->trace->logits.view(), row, 5))
                list.push_back({{"id", candidate.id},
                                {"token", nameOfCandidate(reader, candidate.id)},
                                {"probability", candidate.probability}});
            json[name] = std::move(list);
        }
        return json;
    }

    static Labels labelsOf(const transformer::Answer& answer, ModelPart part) {
        return {part == ModelPart::encoder ? answer.encoderLabels : answer.decoderLabels,
                part == ModelPart::decoder ? answer.decoderLabels : answer.encoderLabels};
    }

    Result<void> write(const transformer::Answer& answer) const {
        const ExportFormat format = formatOf(output_, allExportFormats).value();
        if (format == ExportFormat::npz)
            return writeArrays(answer);
        const ModelPart part = part_.value_or(partsOf(*answer.trace).front());
        auto session = modelSession(*answer.trace, part, choice_, labelsOf(answer, part), folder_);
        if (!session)
            return session.error();
        applyOptions(session->picture, picture_);
        const auto options = exportOptionsOf(picture_, format, session->panels.size());
        if (!options)
            return options.error();
        const auto pictures = picturesFor(format, toolkit_);
        if (!pictures)
            return pictures.error();
        const auto results = computeWithProgress(*session);
        if (!results)
            return results.error();
        return command_line::write(*session, *results, *options, output_.path, pictures->get());
    }

    Result<void> writeArrays(const transformer::Answer& answer) const {
        const transformer::Trace<float>& trace = *answer.trace;
        std::vector<ModelPart> parts = partsOf(trace);
        const bool several = parts.size() > 1;
        if (part_)
            parts = {*part_};
        Arrays arrays;
        for (const ModelPart part : parts) {
            const auto attentions = attentionsOf(trace, part);
            if (!attentions)
                return attentions.error();
            const auto chosen = completed(choice_, static_cast<Index>(attentions->size()), attentions->front()->heads);
            if (!chosen)
                return chosen.error();
            const auto session = modelSession(trace, part, *chosen, {}, folder_);
            if (!session)
                return session.error();
            const std::string prefix = several ? std::string(nameOf(part)) + "_" : "";
            addAttention(arrays, *session, *attentions, *chosen, prefix);
            if (part != ModelPart::cross)
                addStates(arrays, part == ModelPart::encoder ? *trace.encoder : *trace.decoder, prefix);
        }
        if (logits_ && trace.logits.rows() > 0) {
            std::vector<float> logits;
            append(logits, trace.logits.view());
            arrays.add("logits", {size(trace.logits.rows()), size(trace.logits.columns())}, std::move(logits));
        }
        std::vector<files::NamedTensor> tensors = arrays.tensors();
        for (const auto& [name, ids] :
             {std::pair{"encoder_ids", &answer.encoderIds}, std::pair{"decoder_ids", &answer.decoderIds}})
            if (!ids->empty())
                tensors.push_back({several ? name : "ids",
                                   makeTensor(VectorD(Eigen::Map<const Eigen::Matrix<transformer::TokenId, -1, 1>>(
                                                          ids->data(), std::ssize(*ids))
                                                          .cast<double>()))});
        const Progress progress("writing");
        return files::writeNpz(output_.path, tensors);
    }

    const Toolkit* toolkit_;
    std::string folder_;
    std::string second_, written_;
    transformer::Question question_;
    HeadChoice choice_;
    std::optional<ModelPart> part_;
    bool logits_ = false;
    bool json_ = false;
    OutputOptions output_;
    PictureOptions picture_;
};

} // namespace

std::unique_ptr<Command> modelCommand(const Toolkit* toolkit) {
    return std::make_unique<ModelCommand>(toolkit);
}

} // namespace heedmap::command_line
