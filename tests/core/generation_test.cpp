// Steps of a generation put together: found by names and shapes in every usual way of saving them.
#include "core/session/generation.h"

#include "core/files/writers.h"
#include "core/session/import.h"
#include "core/session/reference.h"
#include "tests/support/core/temporary_folder.h"
#include "tests/support/core/torch_archive.h"

#include <functional>
#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;

namespace {

constexpr Index prompt = 3;
constexpr Index stepCount = 3; // of the prompt, then two tokens
constexpr Index all = prompt + stepCount - 1;
constexpr Index layers = 2;
constexpr Index headCount = 2;

// A different number for each layer, head, query and key; query and key are positions in the whole.
double weight(Index layer, Index head, Index query, Index key) {
    return key > query ? 0
                       : 1 + 1000 * static_cast<double>(layer) + 100 * static_cast<double>(head) +
                             10 * static_cast<double>(query) + static_cast<double>(key);
}

// [batch of one, head, query, key] of one step, its numbers.
std::vector<float> numbersOfStep(Index step, Index layer) {
    const Index firstQuery = step == 0 ? 0 : prompt + step - 1;
    const Index keys = prompt + step;
    std::vector<float> numbers;
    for (Index head = 0; head < headCount; ++head)
        for (Index query = firstQuery; query < keys; ++query)
            for (Index key = 0; key < keys; ++key)
                numbers.push_back(static_cast<float>(weight(layer, head, query, key)));
    return numbers;
}
Index queriesOfStep(Index step) {
    return step == 0 ? prompt : 1;
}
Tensor stepOf(Index step, Index layer) {
    return makeTensor({1, headCount, queriesOfStep(step), prompt + step}, numbersOfStep(step, layer));
}
// [layer, batch, head, query, key]
Tensor stepOfAllLayers(Index step) {
    std::vector<float> numbers;
    for (Index layer = 0; layer < layers; ++layer) {
        const std::vector<float> own = numbersOfStep(step, layer);
        numbers.insert(numbers.end(), own.begin(), own.end());
    }
    return makeTensor({layers, 1, headCount, queriesOfStep(step), prompt + step}, numbers);
}

void expectWhole(const TensorView& whole) {
    ASSERT_EQ(whole.shape(), (Shape{layers, 1, headCount, all, all}));
    for (Index layer = 0; layer < layers; ++layer)
        for (Index head = 0; head < headCount; ++head)
            for (Index query = 0; query < all; ++query)
                for (Index key = 0; key < all; ++key)
                    EXPECT_EQ(whole.at(std::vector<Index>{layer, 0, head, query, key}),
                              weight(layer, head, query, key));
}
void expectCausal(const BoolMatrix& allowed) {
    ASSERT_EQ(allowed.rows(), all);
    ASSERT_EQ(allowed.cols(), all);
    for (Index query = 0; query < all; ++query)
        for (Index key = 0; key < all; ++key)
            EXPECT_EQ(allowed(query, key), key <= query ? 1 : 0);
}
void expectGeneration(const std::string& path, const std::string& name) {
    const auto file = files::open(path);
    ASSERT_TRUE(file) << sentence(file.error());
    const auto position = (*file)->find("");
    ASSERT_TRUE(position) << sentence(position.error());
    EXPECT_EQ((*file)->tensors()[*position].name, name);
    EXPECT_EQ((*file)->tensors()[*position].shape, (Shape{layers, 1, headCount, all, all}));
    const auto tensor = (*file)->read(*position);
    ASSERT_TRUE(tensor) << sentence(tensor.error());
    expectWhole(tensor->view);
    expectCausal((*file)->allowed(*position));
    ASSERT_FALSE((*file)->remarks().empty());
    EXPECT_EQ(sentence((*file)->remarks().back()),
              "the rows of 3 steps of a generation are put together; what a step had no key for is masked");
}

} // namespace

TEST(Generation, StepsBecomeOneCausalMatrixAHead) {
    std::vector<Tensor> steps;
    for (Index step = 0; step < stepCount; ++step)
        steps.push_back(stepOfAllLayers(step));
    const auto whole = stitched(steps);
    ASSERT_TRUE(whole);
    expectWhole(whole->tensor.view);
    EXPECT_EQ(whole->tensor.dtype(), DType::float32);
    expectCausal(whole->allowed);
    EXPECT_EQ(whole->steps, (std::vector<Rows>{{0, 3}, {3, 4}, {4, 5}}));
}

TEST(Generation, WeightOnLaterKeysOfThePromptIsNotMasked) {
    // a prefix that attends in both directions
    const std::vector<Tensor> steps{makeTensor({2, 2}, std::vector<float>{0.5F, 0.5F, 1, 0}),
                                    makeTensor({1, 3}, std::vector<float>{0.25F, 0.25F, 0.5F})};
    const auto whole = stitched(steps);
    ASSERT_TRUE(whole);
    BoolMatrix expected(3, 3);
    expected << 1, 1, 0, 1, 1, 0, 1, 1, 1;
    EXPECT_EQ(whole->allowed, expected);
}

TEST(Generation, AttentionToAnEncoderIsNotMasked) {
    const Tensor step = makeTensor({1, 2, 1, 3}, std::vector<double>{1, 2, 3, 4, 5, 6});
    const auto whole = stitched(std::vector<Tensor>{step, step});
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->tensor.shape(), (Shape{1, 2, 2, 3}));
    EXPECT_EQ(whole->allowed.size(), 0);
    EXPECT_EQ(whole->tensor.view.at(std::vector<Index>{0, 1, 1, 2}), 6);
    EXPECT_EQ(whole->tensor.dtype(), DType::float64);
}

TEST(Generation, SentencesAndLayersAreNoSteps) {
    EXPECT_FALSE(areSteps(std::vector<Shape>{{2, 5, 5}, {2, 6, 6}})); // two sentences
    EXPECT_FALSE(areSteps(std::vector<Shape>{{2, 5, 5}, {2, 5, 5}})); // two layers
    EXPECT_FALSE(areSteps(std::vector<Shape>{{2, 5, 5}, {3, 1, 6}}));
    EXPECT_FALSE(areSteps(std::vector<Shape>{{2, 5, 5}, {1, 6}}));
    EXPECT_FALSE(areSteps(std::vector<Shape>{{2, 5, 5}}));
    EXPECT_FALSE(areSteps(std::vector<Shape>{{5}, {6}}));
    EXPECT_FALSE(areSteps(std::vector<Shape>{{64, 64}, {64, 128}})); // parameters
    EXPECT_FALSE(areSteps(std::vector<Shape>{{64, 8}, {1, 8}}));
    EXPECT_TRUE(areSteps(std::vector<Shape>{{2, 5, 5}, {2, 1, 6}}));
    EXPECT_TRUE(areSteps(std::vector<Shape>{{2, 1, 5}, {2, 1, 5}}));
    EXPECT_TRUE(stitched(std::vector<Tensor>{makeTensor(MatrixD(2, 2))}).error().is(notSteps));
}

TEST(Generation, ReadsAListOfStepsAndLayersOfTorch) {
    using namespace test::pickle;
    const test::TemporaryFolder folder;
    test::TorchStorages storages;
    std::vector<std::string> steps;
    for (Index step = 0; step < stepCount; ++step) {
        std::vector<std::string> ofStep;
        for (Index layer = 0; layer < layers; ++layer) {
            const std::vector<float> numbers = numbersOfStep(step, layer);
            const std::string key = std::to_string(storages.size());
            storages[key] = test::bytesOf(numbers);
            ofStep.push_back(tensor({storage("FloatStorage", key, static_cast<std::int64_t>(numbers.size())),
                                     0,
                                     {1, headCount, queriesOfStep(step), prompt + step}}));
        }
        steps.push_back(tuple(ofStep));
    }
    test::writeTorchZip(folder.path("a.pt"), tuple(steps), storages);
    expectGeneration(folder.path("a.pt"), "generation");
    test::writeTorchZip(folder.path("b.pt"), dictionary({{"attentions", tuple(steps)}, {"tokens", list({text("a")})}}),
                        storages);
    expectGeneration(folder.path("b.pt"), "attentions");
}

TEST(Generation, ReadsAnArchiveWithAKeyForEachStepAndLayer) {
    const test::TemporaryFolder folder;
    std::vector<NamedTensor> byStep;
    std::vector<NamedTensor> byLayer;
    for (Index step = 0; step < stepCount; ++step)
        for (Index layer = 0; layer < layers; ++layer) {
            byStep.push_back({std::to_string(step) + "_" + std::to_string(layer), stepOf(step, layer)});
            byLayer.push_back({"layer" + std::to_string(layer) + "_step" + std::to_string(step), stepOf(step, layer)});
        }
    ASSERT_TRUE(writeNpz(folder.path("a.npz"), byStep));
    expectGeneration(folder.path("a.npz"), "generation");
    ASSERT_TRUE(writeNpz(folder.path("b.npz"), byLayer));
    expectGeneration(folder.path("b.npz"), "generation");
}

TEST(Generation, ReadsAFileForEachStep) {
    const test::TemporaryFolder folder;
    std::vector<std::shared_ptr<const TensorFile>> steps;
    for (const Index step : {2, 0, 1}) {
        const std::string path = folder.path("s" + std::to_string(step) + ".npy");
        ASSERT_TRUE(writeNpy(path, stepOfAllLayers(step).view));
        steps.push_back(files::open(path).value());
    }
    const auto whole = generationOf(steps);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->find("").value(), 0u);
    expectWhole(whole->read(0)->view);
    expectCausal(whole->allowed(0));
    EXPECT_FALSE(generationOf({steps[0], steps[1]})); // which may be two pictures side by side
    EXPECT_FALSE(generationOf({steps[0], steps[1], steps[1]}));
}

TEST(Generation, FilesOfStepsAreImportedAsOneAndMasked) {
    const test::TemporaryFolder folder;
    ImportRequest request;
    for (Index step = 0; step < stepCount; ++step) {
        const std::string path = folder.path("s" + std::to_string(step) + ".npy");
        ASSERT_TRUE(writeNpy(path, stepOfAllLayers(step).view));
        request.inputs.push_back({path});
    }
    const auto imported = importSession(request);
    ASSERT_TRUE(imported) << sentence(imported.error());
    const std::vector<FileMatrix>& matrices = imported->session.matrices;
    ASSERT_EQ(matrices.size(), static_cast<std::size_t>(layers * headCount));
    for (const FileMatrix& matrix : matrices)
        expectCausal(matrix.allowed);
    EXPECT_EQ(matrices.back().tensor.view.at(std::vector<Index>{all - 1, all - 1}),
              weight(layers - 1, headCount - 1, all - 1, all - 1));
}

TEST(Generation, ReadsAListOfSteps) {
    const test::TemporaryFolder folder;
    const auto text = [](const Tensor& tensor) {
        std::string json;
        const std::function<void(const TensorView&)> add = [&](const TensorView& view) {
            if (view.shape().rank() == 0) {
                json += std::to_string(view.at({}));
                return;
            }
            json += '[';
            for (Index i = 0; i < view.shape()[0]; ++i) {
                json += i > 0 ? "," : "";
                add(view.slice(0, i));
            }
            json += ']';
        };
        add(tensor.view);
        return json;
    };
    std::string json;
    for (Index step = 0; step < stepCount; ++step)
        json += (step > 0 ? ", " : "[") + text(stepOfAllLayers(step));
    expectGeneration(folder.file("a.json", json + "]"), "generation");
    expectGeneration(folder.file("b.json", "{\"tokens\": [\"a\"], \"attentions\": " + json + "]}"), "attentions");
}

TEST(Generation, OtherFilesStayAsTheyAre) {
    const test::TemporaryFolder folder;
    const Tensor matrix = makeTensor(MatrixD(MatrixD::Identity(4, 4)));
    ASSERT_TRUE(writeNpz(folder.path("a.npz"), {{"layer_0", matrix}, {"layer_1", matrix}}));
    const auto file = files::open(folder.path("a.npz"));
    ASSERT_TRUE(file);
    EXPECT_EQ((*file)->tensors().size(), 2u);
    EXPECT_TRUE((*file)->remarks().empty());
}

TEST(Generation, SentencesOfAListAndObjectsOfObjectsAreTensors) {
    const test::TemporaryFolder folder;
    const auto namesOf = [&](const std::string& json) {
        const auto file = files::open(folder.file("a.json", json));
        std::vector<std::string> names;
        for (const TensorInfo& info : file ? (*file)->tensors() : std::vector<TensorInfo>())
            names.push_back(info.name + " " + info.shape.text());
        return names;
    };
    EXPECT_EQ(namesOf("[[[1, 0], [0, 1]], [[1]]]"), (std::vector<std::string>{"0 2×2", "1 1×1"}));
    EXPECT_EQ(namesOf("[[[1, 0], [0, 1]], [1]]"), std::vector<std::string>());
    EXPECT_EQ(namesOf(R"({"a": {"b": {"c": [[1]]}, "d": [[2]]}, "e": [3]})"),
              (std::vector<std::string>{"a/b/c 1×1", "a/d 1×1", "e 1"}));
    const auto nested = files::open(folder.file("n.json", R"({"all": {"att": [[[[0.5, 0.5], [1, 0]]]],
        "top_text": ["a", "b"], "bot_text": ["c", "d"]}})"));
    ASSERT_TRUE(nested) << sentence(nested.error());
    ASSERT_EQ((*nested)->tensors().size(), 1u);
    EXPECT_EQ((*nested)->tensors()[0].name, "all/att");
    EXPECT_EQ((*nested)->read(0)->view.at(std::vector<Index>{0, 0, 1, 0}), 1);
    EXPECT_EQ((*nested)->labels(), (Labels{{"a", "b"}, {"c", "d"}}));
    const auto each = files::open(folder.file("e.json", R"({"data": {"one": {"att": [[1]], "tokens": ["a"]},
        "two": {"att": [[1]], "tokens": ["b"]}, "three": {"att": [[1]]}}, "tokens": ["c"]})"));
    ASSERT_TRUE(each) << sentence(each.error());
    ASSERT_EQ((*each)->tensors().size(), 3u);
    const std::vector<std::string> tokens{(*each)->labelsOf(0).rows.at(0), (*each)->labelsOf(1).rows.at(0)};
    EXPECT_EQ(tokens, (std::vector<std::string>{"a", "b"}));
}
