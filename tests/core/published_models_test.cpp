// Forward passes through folders of published models: every layer and head against float64 references.
#include "core/transformer/model.h"

#include "core/attention/attention.h"
#include "core/files/mapped_file.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heedmap::transformer {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

Json readJson(const fs::path& path) {
    const auto file = files::MappedFile::open(path.string());
    return file ? Json::parse((*file)->bytes().value().text(), nullptr, false) : Json();
}

std::vector<TokenId> idsOf(const Json& text, const char* key) {
    return text.contains(key) ? text[key].get<std::vector<TokenId>>() : std::vector<TokenId>();
}

// What is read of a case and compared, in arithmetic of T.
template <class T>
constexpr double stored = std::is_same_v<T, float> ? 1e-5 : 1e-7; // the references are rounded to float32
template <class T>
constexpr double drawn = std::is_same_v<T, float> ? 1e-5 : 3e-7; // tiles are float32

template <class T>
class ModelCase {
public:
    explicit ModelCase(const std::string& folder)
        : folder_(folder)
        , reference_(folder + "/reference.npz")
        , texts_(readJson(folder + "/texts.json")["texts"]) {
        const auto model = Model::open(folder);
        if (model)
            model_ = *model;
        else
            ADD_FAILURE() << sentence(model.error());
    }

    void check() {
        ASSERT_TRUE(model_ && texts_.is_array() && !texts_.empty()) << folder_;
        for (const Json& text : texts_) {
            key_ = text["key"].get<std::string>();
            SCOPED_TRACE(folder_ + " " + key_);
            RunOptions options;
            options.logits = LogitsOf::all;
            Run<T> run(model_, options);
            if (const auto done = ask(run, text); !done) {
                ADD_FAILURE() << sentence(done.error());
                continue;
            }
            compare(run.trace());
        }
    }

    // Greedy output, with what was computed before kept; and the same α, Q and K as in one pass over all tokens.
    void checkGreedy() {
        ASSERT_TRUE(model_);
        if (model_->architecture().kind == Kind::encoder)
            return;
        for (const Json& text : texts_) {
            std::vector<TokenId> expected = idsOf(text, "greedy_ids");
            std::vector<TokenId> from = idsOf(text, text.contains("greedy_from_ids") ? "greedy_from_ids" : "input_ids");
            if (text.contains("greedy_from") && !text.contains("greedy_from_ids")) { // a prompt and its answer
                const std::size_t prompt = text["greedy_from"].get<std::string>().size();
                const std::vector<TokenId> all = idsOf(text, "input_ids");
                from.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(prompt));
                expected.assign(all.begin() + static_cast<std::ptrdiff_t>(prompt), all.end());
            }
            if (expected.empty() || text["greedy_lead"].get<double>() < 1e-3)
                continue;
            SCOPED_TRACE(folder_ + " " + text["key"].get<std::string>());
            Run<T> run(model_);
            if (model_->architecture().kind == Kind::encoderDecoder) {
                ASSERT_TRUE(run.encode({from, {}, {}}));
                from = {model_->architecture().start};
            }
            ASSERT_TRUE(run.decode(from));
            const auto generated = generate(run, static_cast<Index>(expected.size()));
            ASSERT_TRUE(generated) << sentence(generated.error());
            EXPECT_EQ(*generated, expected);
            ++greedy_;
        }
    }
    int greedy() const { return greedy_; }

private:
    Result<void> ask(Run<T>& run, const Json& text) {
        if (text.contains("image")) {
            const Tensor pixels = reference_.tensor(key_ + ".pixel_values");
            std::vector<T> numbers = numbersOf<T>(pixels);
            return run.look({numbers.data(), pixels.shape()[0], pixels.shape()[1] * pixels.shape()[2]});
        }
        Text input{idsOf(text, "input_ids"), {}, {}};
        if (model_->architecture().kind == Kind::decoder)
            return run.decode(input.ids);
        if (text.contains("token_type_ids"))
            input.types = text["token_type_ids"].get<std::vector<Index>>();
        if (text.contains("attention_mask"))
            input.real = text["attention_mask"].get<std::vector<std::uint8_t>>();
        if (auto done = run.encode(input); !done)
            return done;
        if (model_->architecture().kind == Kind::encoder)
            return {};
        return run.decode(idsOf(text, "decoder_input_ids"));
    }

    // Within 1e-5 of the largest number, or of 1.
    void expectNear(kernels::View<const T> numbers, const TensorView& expected, const std::string& name) {
        const MatrixD wanted = toMatrixD(expected);
        ASSERT_EQ(numbers.rows, wanted.rows()) << name;
        ASSERT_EQ(numbers.columns, wanted.cols()) << name;
        const double largest = std::max(1.0, wanted.cwiseAbs().maxCoeff());
        const double difference =
            (kernels::matrixOf(numbers).template cast<double>() - wanted).cwiseAbs().maxCoeff() / largest;
        EXPECT_LE(difference, stored<T>) << name;
    }

    void compareAttention(const AttentionTrace<T>& trace, const std::string& prefix, Index layer) {
        const auto part = [&](const char* name) {
            return reference_.tensor(key_ + "." + prefix + name).slice(0, layer);
        };
        const Tensor q = part("q");
        const Tensor k = part("k");
        const Tensor v = part("v");
        const Tensor alpha = part("attention");
        ASSERT_EQ(alpha.shape()[0], trace.heads);
        ASSERT_EQ(k.shape()[0], trace.keyValueHeads);
        for (Index h = 0; h < trace.heads; ++h) {
            const std::string place = prefix + std::to_string(layer) + "." + std::to_string(h);
            expectNear(trace.query(Head{h}), q.slice(0, h).view, place + " q");
            expectNear(trace.key(Head{h}), k.slice(0, trace.group(Head{h})).view, place + " k");
            expectNear(trace.value(Head{h}), v.slice(0, trace.group(Head{h})).view, place + " v");
            const auto source = alphaOf(trace, Head{h});
            ASSERT_TRUE(source) << sentence(source.error());
            compareAlpha(**source, toMatrixD(alpha.slice(0, h).view), place);
            expectSameBits(trace, Head{h}, **source, place);
        }
    }

    void compareAlpha(const attention::AlphaSource& source, const MatrixD& expected, const std::string& place) {
        ASSERT_EQ(source.rows(), expected.rows());
        ASSERT_EQ(source.columns(), expected.cols());
        double largest = 0;
        for (Index i = 0; i < expected.rows(); ++i) {
            const attention::AlphaRow row = readRow(source, i);
            for (Index j = 0; j < expected.cols(); ++j) {
                const auto cell = static_cast<std::size_t>(j);
                largest = std::max(largest, std::abs(row.values[cell] - expected(i, j)));
                if (row.marks[cell] == attention::Mark::masked) {
                    EXPECT_EQ(expected(i, j), 0.0) << place << " " << i << " " << j;
                }
            }
        }
        EXPECT_LE(largest, drawn<T>) << place;
    }

    // α is what attend() gives for its Q and K.
    void expectSameBits(const AttentionTrace<T>& trace, Head head, const attention::AlphaSource& source,
                        const std::string& place) {
        const Matrix<T> q = kernels::matrixOf(trace.query(head));
        const Matrix<T> k = kernels::matrixOf(trace.key(head));
        const auto function = trace.scaled ? attention::ScoreFunction::scaled_dot : attention::ScoreFunction::dot;
        Matrix<T> alpha;
        if (trace.bias) {
            Matrix<T> scores = attention::scores<T>(function, q, k, {});
            for (Index i = 0; i < scores.rows(); ++i)
                for (Index j = 0; j < scores.cols(); ++j)
                    scores(i, j) += trace.bias->at(head.value, i, j);
            alpha = attention::normalizeScores<T>(scores, trace.mask, {}).value().alpha;
        } else {
            alpha = attention::attend<T>(q, k, k, function, {}, trace.mask, {}).value().alpha;
        }
        for (Index i = 0; i < alpha.rows(); ++i)
            for (Index j = 0; j < alpha.cols(); ++j)
                ASSERT_EQ(source.value({i, j}), static_cast<double>(alpha(i, j))) << place << " " << i << " " << j;
    }

    void compareStack(const StackTrace<T>& stack, const std::string& prefix) {
        const Tensor hidden = reference_.tensor(key_ + "." + prefix + "hidden");
        ASSERT_EQ(hidden.shape()[0], static_cast<Index>(stack.layers.size()) + 1);
        expectNear(stack.input.view(), hidden.slice(0, 0).view, prefix + "hidden 0");
        for (std::size_t i = 0; i < stack.layers.size(); ++i) {
            const auto layer = static_cast<Index>(i);
            compareAttention(stack.layers[i].self, prefix, layer);
            if (stack.layers[i].cross)
                compareAttention(*stack.layers[i].cross, "cross_", layer);
            expectNear(stack.layers[i].output.view(), hidden.slice(0, layer + 1).view,
                       prefix + "hidden " + std::to_string(i + 1));
        }
    }

    void compare(const Trace<T>& trace) {
        const bool both = trace.encoder && trace.decoder;
        if (trace.encoder)
            compareStack(*trace.encoder, both ? "encoder_" : "");
        if (trace.decoder)
            compareStack(*trace.decoder, both ? "decoder_" : "");
        const Architecture& model = model_->architecture();
        if (both)
            expectNear(trace.encoder->final.view(), reference_.tensor(key_ + ".encoder_final").view, "encoder_final");
        if (trace.decoder)
            expectNear(trace.decoder->final.view(), reference_.tensor(key_ + (both ? ".decoder_final" : ".final")).view,
                       "final");
        if (model.patches)
            expectNear(trace.encoder->final.view(), reference_.tensor(key_ + ".final").view, "final");
        expectNear(trace.logits.view(), reference_.tensor(key_ + ".logits").view, "logits");
    }

    std::string folder_;
    test::CaseFile reference_;
    Json texts_;
    std::shared_ptr<const Model> model_;
    std::string key_;
    int greedy_ = 0;
};

std::vector<std::string> modelFolders(const fs::path& root) {
    std::vector<std::string> folders;
    for (const auto& entry : fs::directory_iterator(root))
        if (fs::exists(entry.path() / "reference.npz"))
            folders.push_back(entry.path().string());
    std::ranges::sort(folders);
    return folders;
}

} // namespace

TEST(PublishedModels, EveryPartOfEveryFolderIsTheReferences) {
    HEEDMAP_CASE(root, "models");
    const auto folders = modelFolders(root);
    EXPECT_GE(folders.size(), 18U);
    for (const std::string& folder : folders)
        ModelCase<float>(folder).check();
}

TEST(PublishedModels, InFloat64TheReferencesAreMetAsCloselyAsTheyAreStored) {
    HEEDMAP_CASE(root, "models");
    for (const std::string& folder : modelFolders(root))
        ModelCase<double>(folder).check();
}

TEST(PublishedModels, GreedyOutputIsTheReferences) {
    HEEDMAP_CASE(root, "models");
    int checked = 0;
    for (const std::string& folder : modelFolders(root)) {
        ModelCase<float> model(folder);
        model.checkGreedy();
        checked += model.greedy();
    }
    EXPECT_GE(checked, 25);
}

} // namespace heedmap::transformer
