// Families without a case of their own, made from the weights of one that has: what differs is checked by hand.
#include "core/files/safetensors_writer.h"
#include "core/tensor/file_memory.h"
#include "core/transformer/config.h"
#include "core/transformer/model.h"
#include "core/transformer/parts.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"

#include <cmath>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <map>

namespace heedmap::transformer {

namespace {

using Tensors = std::map<std::string, Tensor>;

Tensors tensorsOf(const std::string& folder) {
    const auto file = files::openTensors(folder + "/model.safetensors");
    Tensors tensors;
    if (!file) {
        ADD_FAILURE() << sentence(file.error());
        return tensors;
    }
    for (std::size_t i = 0; i < (*file)->tensors().size(); ++i)
        tensors[(*file)->tensors()[i].name] = (*file)->read(i).value();
    return tensors;
}

std::shared_ptr<const Model> written(const test::TemporaryFolder& folder, const Tensors& tensors,
                                     const std::string& config) {
    std::vector<files::NamedTensor> list;
    for (const auto& [name, tensor] : tensors)
        list.push_back({name, tensor});
    EXPECT_TRUE(files::writeSafetensors(folder.path("model.safetensors"), list));
    folder.file("config.json", config);
    const auto model = Model::open(folder.path(""));
    if (!model)
        ADD_FAILURE() << sentence(model.error());
    return model ? *model : nullptr;
}

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

double farthest(kernels::View<const double> a, kernels::View<const double> b) {
    return (kernels::matrixOf(a) - kernels::matrixOf(b)).cwiseAbs().maxCoeff();
}

} // namespace

// DistilBERT is BERT without token types: with the first type's row in the positions both compute the same.
TEST(ModelFamilies, DistilbertIsBertWithoutTypes) {
    HEEDMAP_CASE(bert, "models/bert_tiny");
    Tensors tensors;
    const Tensors given = tensorsOf(bert);
    for (const auto& [old, tensor] : given) {
        std::string name = old;
        for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"bert.encoder.layer", "distilbert.transformer.layer"},
                 {"bert.embeddings", "distilbert.embeddings"},
                 {"attention.self.query", "attention.q_lin"},
                 {"attention.self.key", "attention.k_lin"},
                 {"attention.self.value", "attention.v_lin"},
                 {"attention.output.dense", "attention.out_lin"},
                 {"attention.output.LayerNorm", "sa_layer_norm"},
                 {"intermediate.dense", "ffn.lin1"},
                 {"output.dense", "ffn.lin2"},
                 {"output.LayerNorm", "output_layer_norm"},
                 {"cls.predictions.transform.dense", "vocab_transform"},
                 {"cls.predictions.transform.LayerNorm", "vocab_layer_norm"},
                 {"cls.predictions.bias", "vocab_projector.bias"}})
            replaceAll(name, from, to);
        if (name.find("token_type") == std::string::npos)
            tensors[name] = tensor;
    }
    MatrixD positions = toMatrixD(given.at("bert.embeddings.position_embeddings.weight").view);
    positions.rowwise() += toMatrixD(given.at("bert.embeddings.token_type_embeddings.weight").view).row(0);
    tensors["distilbert.embeddings.position_embeddings.weight"] = makeTensor(positions);
    const test::TemporaryFolder folder;
    const auto model = written(folder, tensors, R"({"model_type": "distilbert", "vocab_size": 318, "dim": 32,
        "n_heads": 4, "n_layers": 2, "hidden_dim": 64, "max_position_embeddings": 64})");
    ASSERT_TRUE(model);
    const auto original = Model::open(bert);
    ASSERT_TRUE(original);
    RunOptions all;
    all.logits = LogitsOf::all;
    transformer::Run<double> mine(model, all);
    transformer::Run<double> theirs(*original, all);
    const std::vector<TokenId> ids{2, 159, 28, 164, 44, 246, 3};
    ASSERT_TRUE(mine.encode({ids, {}, {}}));
    ASSERT_TRUE(theirs.encode({ids, {}, {}}));
    EXPECT_LT(farthest(mine.trace().encoder->final.view(), theirs.trace().encoder->final.view()), 1e-5);
    EXPECT_LT(farthest(mine.trace().logits.view(), theirs.trace().logits.view()), 1e-5);
}

// BART: learned positions two rows on, a norm behind the embeddings; the rest is Marian's.
TEST(ModelFamilies, BartBeginsTwoRowsOnAndNormalizesItsEmbeddings) {
    HEEDMAP_CASE(marian, "models/marian_tiny");
    Tensors tensors = tensorsOf(marian);
    MatrixD positions(66, 32);
    for (Index i = 0; i < positions.rows(); ++i)
        for (Index c = 0; c < positions.cols(); ++c)
            positions(i, c) = std::sin(static_cast<double>(i * 7 + c * c));
    VectorD weight = VectorD::LinSpaced(32, 0.5, 1.5);
    VectorD bias = VectorD::LinSpaced(32, -0.2, 0.3);
    for (const std::string side : {"encoder", "decoder"}) {
        tensors["model." + side + ".embed_positions.weight"] = makeTensor(positions);
        tensors["model." + side + ".layernorm_embedding.weight"] = makeTensor(weight);
        tensors["model." + side + ".layernorm_embedding.bias"] = makeTensor(bias);
    }
    const MatrixD embedding = toMatrixD(tensors["model.shared.weight"].view);
    const test::TemporaryFolder folder;
    const auto model = written(folder, tensors, R"({"model_type": "bart", "vocab_size": 218, "d_model": 32,
        "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "decoder_attention_heads": 8,
        "encoder_ffn_dim": 64, "decoder_ffn_dim": 48, "max_position_embeddings": 64})");
    ASSERT_TRUE(model);
    EXPECT_EQ(model->architecture().start, 2);
    transformer::Run<double> run(model);
    ASSERT_TRUE(run.encode({{5, 17, 200}, {}, {}}));
    const TokenId first[]{2};
    ASSERT_TRUE(run.decode(first));
    const TokenId next[]{9};
    ASSERT_TRUE(run.decode(next)); // the second position, though asked for alone
    const auto expectRow = [&](kernels::View<const double> states, Index row, Index id) {
        VectorD x = (embedding.row(id) + positions.row(row + 2)).transpose();
        x.array() -= x.mean();
        x /= std::sqrt(x.squaredNorm() / 32 + 1e-5);
        x = x.cwiseProduct(weight) + bias;
        for (Index c = 0; c < 32; ++c)
            EXPECT_NEAR(states.row(row)[c], x(c), 1e-6) << row << " " << c; // positions are stored in float32
    };
    expectRow(run.trace().encoder->input.view(), 2, 200);
    expectRow(run.trace().decoder->input.view(), 1, 9);
    EXPECT_EQ(run.trace().decoder->layers[2].cross->q.columns(), 32);
}

// Rotary angles: of each pair of dimensions by its frequency, stretched as the kinds of scaling say.
TEST(ModelFamilies, RotaryAnglesAreStretchedAsTheConfigSays) {
    const auto angles = [](const Rotary& rotary, Index position) {
        MatrixD x = MatrixD::Zero(1, 8);
        x.leftCols(4).setOnes();
        rotate<double>(rotary, 8, position, kernels::viewOf(x));
        std::vector<double> found;
        for (Index c = 0; c < 4; ++c)
            found.push_back(std::atan2(x(0, c + 4), x(0, c)));
        return found;
    };
    const auto rotaryOf = [](const std::string& scaling) {
        const auto model =
            parseConfig(R"({"model_type": "llama", "rope_theta": 10000, "rope_scaling": )" + scaling + "}");
        EXPECT_TRUE(model);
        return model ? model->decoder.rotary : Rotary();
    };
    const std::vector<double> plain = angles(rotaryOf("null"), 2);
    const std::vector<double> linear = angles(rotaryOf(R"({"type": "linear", "factor": 4})"), 2);
    const std::vector<double> llama3 = angles(rotaryOf(R"({"rope_type": "llama3", "factor": 8, "low_freq_factor": 1,
        "high_freq_factor": 4, "original_max_position_embeddings": 64})"),
                                              2);
    const double inverse[]{1, 0.1, 0.01, 0.001};
    for (std::size_t c = 0; c < 4; ++c) {
        EXPECT_NEAR(plain[c], 2 * inverse[c], 1e-12);
        EXPECT_NEAR(linear[c], 2 * inverse[c] / 4, 1e-12);
    }
    // 64 positions are 10.2, 1.02, 0.1 and 0.01 turns: the first is kept, the last two are divided by 8, and the second
    // lies between by (1.02 − 1)/(4 − 1).
    const double kept = (64 * 0.1 / (2 * std::acos(-1.0)) - 1) / 3;
    EXPECT_NEAR(llama3[0], 2, 1e-12);
    EXPECT_NEAR(llama3[1], 2 * (0.1 * kept + 0.1 / 8 * (1 - kept)), 1e-12);
    EXPECT_NEAR(llama3[2], 2 * 0.01 / 8, 1e-12);
    EXPECT_NEAR(llama3[3], 2 * 0.001 / 8, 1e-12);
}

TEST(ModelFamilies, WindowsHoldInTheLayersThatTheConfigNames) {
    const auto windows = [](const std::string& text) {
        const auto model = parseConfig(text);
        EXPECT_TRUE(model);
        return model ? model->decoder.windows : std::vector<std::optional<Index>>();
    };
    using Wanted = std::vector<std::optional<Index>>;
    const std::string qwen = R"({"model_type": "qwen2", "num_hidden_layers": 3, "sliding_window": 5, )";
    EXPECT_EQ(windows(R"({"model_type": "mistral", "num_hidden_layers": 2})"), (Wanted{4095, 4095}));
    EXPECT_EQ(windows(R"({"model_type": "mistral", "num_hidden_layers": 2, "sliding_window": null})"), Wanted());
    EXPECT_EQ(windows(qwen + R"("use_sliding_window": false})"), Wanted());
    EXPECT_EQ(windows(qwen + R"("use_sliding_window": true, "max_window_layers": 2})"),
              (Wanted{std::nullopt, std::nullopt, 4}));
    EXPECT_EQ(windows(qwen + R"("use_sliding_window": true, "layer_types": ["sliding_attention", "full_attention",
        "sliding_attention"]})"),
              (Wanted{4, std::nullopt, 4}));
}

// What was computed for the tokens before is kept: one at a time is all at once.
TEST(ModelFamilies, TokensOneByOneAreTokensAllAtOnce) {
    HEEDMAP_CASE(root, "models");
    for (const char* name : {"gpt2_tiny", "mistral_tiny", "qwen3_tiny", "t5_tiny", "aren_pegasus"}) {
        SCOPED_TRACE(name);
        const auto model = Model::open(root + "/" + name);
        ASSERT_TRUE(model);
        transformer::Run<float> whole(*model);
        transformer::Run<float> parts(*model);
        if ((*model)->architecture().kind == Kind::encoderDecoder) {
            ASSERT_TRUE(whole.encode({{50, 60, 70}, {}, {}}));
            ASSERT_TRUE(parts.encode({{50, 60, 70}, {}, {}}));
        }
        const std::vector<TokenId> ids{3, 7, 31, 2, 7, 19, 40, 5, 5, 11, 23, 8};
        ASSERT_TRUE(whole.decode(ids));
        for (const TokenId id : ids)
            ASSERT_TRUE(parts.decode(std::span(&id, 1)));
        const auto near = [](kernels::View<const float> a, kernels::View<const float> b) {
            return (kernels::matrixOf(a) - kernels::matrixOf(b)).cwiseAbs().maxCoeff();
        };
        EXPECT_LT(near(whole.trace().logits.view(), parts.trace().logits.view()), 2e-5F);
        for (std::size_t i = 0; i < whole.trace().decoder->layers.size(); ++i) {
            const auto& a = whole.trace().decoder->layers[i];
            const auto& b = parts.trace().decoder->layers[i];
            EXPECT_LT(near(a.output.view(), b.output.view()), 2e-5F) << i;
            EXPECT_LT(near(a.self.k.view(), b.self.k.view()), 2e-5F) << i;
            EXPECT_LT(near(a.self.added.view(), b.self.added.view()), 2e-5F) << i;
        }
    }
}

// Only the first layers, without logits; and a run that is stopped says so.
TEST(ModelFamilies, ARunCanEndAfterSomeLayersAndBeStopped) {
    HEEDMAP_CASE(folder, "models/gpt2_tiny");
    const auto model = Model::open(folder);
    ASSERT_TRUE(model);
    const std::vector<TokenId> ids{1, 2, 3};
    RunOptions first;
    first.layers = 2;
    transformer::Run<float> some(*model, first);
    transformer::Run<float> whole(*model);
    ASSERT_TRUE(some.decode(ids));
    ASSERT_TRUE(whole.decode(ids));
    ASSERT_EQ(some.trace().decoder->layers.size(), 2U);
    EXPECT_EQ(some.trace().logits.rows(), 0);
    EXPECT_EQ(kernels::matrixOf(some.trace().decoder->layers[1].output.view()),
              kernels::matrixOf(whole.trace().decoder->layers[1].output.view()));
    std::stop_source stop;
    RunOptions stoppable;
    stoppable.stop = stop.get_token();
    std::vector<double> told;
    stoppable.progress = [&](double part) {
        told.push_back(part);
        stop.request_stop();
    };
    transformer::Run<float> stopped(*model, stoppable);
    const auto done = stopped.decode(ids);
    ASSERT_FALSE(done);
    EXPECT_TRUE(done.error().is(runStopped));
    EXPECT_EQ(told.size(), 1U);
}

// What happened to other files of the program says nothing of a model.
TEST(ModelFamilies, AnotherFileThatWasChangedIsNoneOfTheModels) {
    HEEDMAP_CASE(given, "models/gpt2_tiny");
    const test::TemporaryFolder folder;
    {
        const std::string path = folder.file("other", std::string(8192, 'x'));
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        ASSERT_GE(descriptor, 0);
        const std::int64_t longAgo = 0;
        ASSERT_TRUE(FileMemory::map(std::make_shared<OpenFile>(path, descriptor, 8192, longAgo), 0, 8192));
    }
    ASSERT_TRUE(FileMemory::anyProblem()) << "the program knows of it";
    const auto model = Model::open(given);
    ASSERT_TRUE(model) << sentence(model.error());
    transformer::Run<float> run(*model);
    const std::vector<TokenId> ids{1, 2, 3};
    const auto decoded = run.decode(ids);
    EXPECT_TRUE(decoded) << sentence(decoded.error());
}

} // namespace heedmap::transformer
