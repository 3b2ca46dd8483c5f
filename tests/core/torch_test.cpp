// Archives of torch.save in their three forms, and what is refused in them.
#include "core/files/torch_file.h"

#include "core/files/torch_contents.h"
#include "core/session/reference.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"
#include "tests/support/core/torch_archive.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;
using namespace heedmap::test::pickle;
using test::bytesOf;
using test::writeTorchZip;

namespace {

std::vector<double> numbersOf(const TensorFile& file, const std::string& name) {
    const auto position = file.find(name);
    if (!position) {
        ADD_FAILURE() << sentence(position.error());
        return {};
    }
    const auto tensor = file.read(*position);
    if (!tensor) {
        ADD_FAILURE() << sentence(tensor.error());
        return {};
    }
    std::vector<double> values(static_cast<std::size_t>(tensor->shape().count()));
    tensor->view.copyTo(std::span<double>(values));
    return values;
}

std::vector<std::string> namesOf(const TensorFile& file) {
    std::vector<std::string> names;
    for (const TensorInfo& info : file.tensors())
        names.push_back(info.name + (info.isItem ? "*" : "") + " " + info.shape.text());
    return names;
}

// What opening, or else reading the first tensor, says of a zip of this pickle and twelve float32 numbers "0".
std::string refusalOf(const std::string& value, const std::string& byteOrder = {}) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.pt");
    writeTorchZip(path, value, {{"0", std::string(48, '\0')}}, byteOrder);
    const auto file = files::open(path);
    if (!file)
        return sentence(file.error()).substr(path.size() + 2);
    const auto tensor = (*file)->read(0);
    return tensor ? "read" : sentence(tensor.error()).substr(path.size() + 2);
}

std::string floats(std::int64_t count = 12) {
    return storage("FloatStorage", "0", count);
}

void expectSample(const TensorFile& file) {
    EXPECT_EQ(namesOf(file),
              (std::vector<std::string>{"attentions 2×1×2×2", "attentions.0* 1×2×2", "attentions.1* 1×2×2",
                                        "encoder.q 2×3", "mask 2×2", "weights 2×2"}));
    EXPECT_EQ(numbersOf(file, "attentions"), (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(numbersOf(file, "attentions.1"), (std::vector<double>{4, 5, 6, 7}));
    EXPECT_EQ(numbersOf(file, "encoder.q"), (std::vector<double>{1, 3, 5, 4, 6, 8}));
    EXPECT_EQ(numbersOf(file, "mask"), (std::vector<double>{0, 1, 0, 1}));
    EXPECT_EQ(numbersOf(file, "weights"), (std::vector<double>{0.5, 0.5, 1, 0}));
    EXPECT_EQ(file.labels(), (Labels{{"a", "b"}, {"a", "b"}}));
}

} // namespace

TEST(Torch, ReadsTheZip) {
    const test::TemporaryFolder folder;
    test::torchZipSample(folder);
    const auto file = files::open(folder.path("sample.pt"));
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ((*file)->format(), Format::torch);
    expectSample(**file);
}

TEST(Torch, ReadsTheFormBefore1Dot6) {
    const test::TemporaryFolder folder;
    const auto file = files::open(folder.file("model.bin", test::legacySample()));
    ASSERT_TRUE(file) << sentence(file.error());
    expectSample(**file);
}

TEST(Torch, ReadsTheTarBefore0Dot1Dot10) {
    const test::TemporaryFolder folder;
    const auto file = files::open(folder.file("old.pth", test::tarSample()));
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ(namesOf(**file), (std::vector<std::string>{"attention 2×3", "part 2"}));
    EXPECT_EQ(numbersOf(**file, "attention"), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(numbersOf(**file, "part"), (std::vector<double>{7, 11}));
}

TEST(Torch, ReadsEveryTypeInBothByteOrders) {
    struct Row {
        const char* storage;
        std::string little; // of 1, or of what is nearest to it
        double value = 1;
    };
    const std::vector<Row> rows{{"FloatStorage", bytesOf<float>({1}), 1},
                                {"DoubleStorage", bytesOf<double>({-2}), -2},
                                {"HalfStorage", std::string("\x00\x3c", 2), 1},
                                {"BFloat16Storage", std::string("\x80\x3f", 2), 1},
                                {"CharStorage", "\xff", -1},
                                {"ByteStorage", "\xff", 255},
                                {"ShortStorage", bytesOf<std::int16_t>({-300}), -300},
                                {"IntStorage", bytesOf<std::int32_t>({-70000}), -70000},
                                {"LongStorage", bytesOf<std::int64_t>({1LL << 40}), 1099511627776.0},
                                {"BoolStorage", "\x01", 1}};
    const test::TemporaryFolder folder;
    for (const Row& row : rows) {
        SCOPED_TRACE(row.storage);
        const std::string value = tensor({storage(row.storage, "0", 1), 0, {}});
        for (const bool big : {false, true}) {
            const std::string bytes = big ? std::string(row.little.rbegin(), row.little.rend()) : row.little;
            writeTorchZip(folder.path("a.pt"), value, {{"0", bytes}}, big ? "big" : "little");
            const auto file = files::open(folder.path("a.pt"));
            ASSERT_TRUE(file) << sentence(file.error());
            EXPECT_EQ(numbersOf(**file, ""), std::vector<double>{row.value});
        }
    }
}

TEST(Torch, ReadsWhatWrapsTensors) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.pt");
    const std::string inner = tensor({floats(), 3, {2}});
    const std::string sizes = tuple({integer(2)});
    const std::string strides = tuple({integer(1)});
    // a parameter, a subclass, a type without a storage of its own, a state_dict with its attributes
    const std::string parameter =
        call(name("torch._utils", "_rebuild_parameter"), {inner, "\x88", call(name("collections", "OrderedDict"), {})});
    const std::string subclass =
        call(name("torch._tensor", "_rebuild_from_type_v2"),
             {name("torch._utils", "_rebuild_tensor_v2"), name("torch", "Tensor"),
              tuple({floats(), integer(3), sizes, strides, "\x89", call(name("collections", "OrderedDict"), {})}),
              dictionary({})});
    const std::string untyped =
        tuple({text("storage"), name("torch.storage", "UntypedStorage"), text("0"), text("cpu"), integer(48)}) + "Q";
    const std::string third = call(name("torch._utils", "_rebuild_tensor_v3"),
                                   {untyped, integer(3), sizes, strides, "\x89",
                                    call(name("collections", "OrderedDict"), {}), name("torch", "uint32")});
    const std::string state = call(name("collections", "OrderedDict"), {}) + "(" + text("a.weight") + inner + "u" +
                              dictionary({{"_metadata", dictionary({})}}) + "b";
    writeTorchZip(path,
                  dictionary({{"parameter", parameter}, {"subclass", subclass}, {"third", third}, {"state", state}}),
                  {{"0", bytesOf<std::uint32_t>({0, 0, 0, 0x3f800000, 0x40000000, 0, 0, 0, 0, 0, 0, 0})}});
    const auto file = files::open(path);
    ASSERT_TRUE(file) << sentence(file.error());
    for (const char* tensor : {"parameter", "subclass", "state.a.weight"})
        EXPECT_EQ(numbersOf(**file, tensor), (std::vector<double>{1, 2})) << tensor;
    EXPECT_EQ(numbersOf(**file, "third"), (std::vector<double>{0x3f800000, 0x40000000}));
}

TEST(Torch, PutsListsOfEqualTensorsTogether) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.pt");
    const auto part = [](std::int64_t offset, std::vector<std::int64_t> sizes) {
        return tensor({floats(), offset, std::move(sizes)});
    };
    // two sentences of two layers; steps of different sizes; layers by number
    writeTorchZip(
        path,
        dictionary({{"even", list({tuple({part(0, {2}), part(2, {2})}), tuple({part(4, {2}), part(6, {2})})})},
                    {"ragged", list({part(0, {2}), part(0, {3})})},
                    {"counted", "}(" + integer(0) + part(8, {2}) + integer(1) + part(3, {2}) + "u"}}),
        {{"0", bytesOf<float>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})}});
    const auto file = files::open(path);
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ(namesOf(**file), (std::vector<std::string>{"even 2×2×2", "even.0* 2×2", "even.0.0* 2", "even.0.1* 2",
                                                         "even.1* 2×2", "even.1.0* 2", "even.1.1* 2", "ragged.0 2",
                                                         "ragged.1 3", "counted 2×2", "counted.0* 2", "counted.1* 2"}));
    EXPECT_EQ(numbersOf(**file, "even"), (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(numbersOf(**file, "counted"), (std::vector<double>{8, 9, 3, 4}));
    const auto sentences = (*file)->readEntries(0);
    ASSERT_TRUE(sentences);
    ASSERT_EQ(sentences->size(), 2u);
    EXPECT_EQ((*sentences)[1].shape(), (Shape{2, 2}));
    EXPECT_EQ((*sentences)[1].view.at(std::vector<Index>{1, 0}), 6);
}

TEST(Torch, AStackThatIsAllThereIsNeedsNoName) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.pt");
    writeTorchZip(path, list({tensor({floats(), 0, {2, 2}}), tensor({floats(), 4, {2, 2}})}),
                  {{"0", std::string(48, '\0')}});
    const auto file = files::open(path);
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ(namesOf(**file), (std::vector<std::string>{" 2×2×2", "0* 2×2", "1* 2×2"}));
    EXPECT_EQ((*file)->find("").value(), 0u);
    EXPECT_EQ((*file)->find("1").value(), 2u);
}

TEST(Torch, MapsAStackOfLargeItemsInPlace) {
    const test::TemporaryFolder folder;
    constexpr std::int64_t numbers = 5 << 20;
    test::TorchStorages storages;
    std::vector<std::string> items;
    for (const char* key : {"0", "1", "2"}) {
        std::vector<float> values(numbers, 0.5F);
        values.back() = static_cast<float>(storages.size());
        storages[key] = bytesOf(values);
        items.push_back(tensor({storage("FloatStorage", key, numbers), 0, {numbers / 1024, 1024}}));
    }
    const std::string path = folder.path("a.pt");
    writeTorchZip(path, list(items), storages);
    const auto file = files::open(path);
    ASSERT_TRUE(file) << sentence(file.error());
    const auto entries = (*file)->readEntries(0);
    ASSERT_TRUE(entries);
    ASSERT_EQ(entries->size(), 3u);
    EXPECT_EQ((*entries)[2].shape(), (Shape{numbers / 1024, 1024}));
    EXPECT_NE(FileMemory::holding((*entries)[2].view.data()), nullptr);
    EXPECT_EQ((*entries)[2].view.at(std::vector<Index>{numbers / 1024 - 1, 1023}), 2);
    const Tensor stack = (*file)->read(0).value();
    EXPECT_NE(FileMemory::holding(stack.view.data()), nullptr);
    for (Index i = 0; i < 3; ++i)
        EXPECT_EQ(stack.view.at(std::vector<Index>{i, numbers / 1024 - 1, 1023}), static_cast<double>(i));
}

TEST(Torch, RefusesEveryOtherName) {
    EXPECT_EQ(refusalOf(call(name("posix", "system"), {text("true")})),
              "it needs \"posix.system\", and nothing in a file is executed; save the tensors alone, as "
              "torch.save({\"attention\": attention}, path) does (byte 2)");
    EXPECT_EQ(refusalOf(text("builtins") + text("eval") + "\x93").substr(0, 27), "it needs \"builtins.eval\", a");
    EXPECT_EQ(refusalOf("(i"
                        "os\nsystem\n"),
              "the pickle in it uses the instruction 'i', which plain tensors, lists and dictionaries do not need "
              "(byte 3)");
    EXPECT_EQ(refusalOf(name("torch", "Tensor") + ")\x81").substr(0, 47),
              "the pickle in it uses the instruction 0x81, whi");
}

TEST(Torch, RefusesWhatDoesNotFit) {
    EXPECT_EQ(refusalOf(tensor({floats(13), 0, {2}})),
              "the storage \"0\" of the PyTorch archive should have 52 bytes, but 48 are there");
    EXPECT_EQ(refusalOf(tensor({storage("FloatStorage", "1", 2), 0, {2}})),
              "the storage \"1\" is missing in the PyTorch archive");
    EXPECT_EQ(refusalOf(tensor({floats(), 11, {2}})),
              "a tensor of shape 2 reaches beyond the 12 numbers of its storage");
    EXPECT_EQ(refusalOf(tensor({floats(), 0, {2, 2}, {1LL << 62, 1}})),
              "a tensor of shape 2×2 reaches beyond the 12 numbers of its storage");
    const std::string wrong = "the pickle in it is damaged: a tensor is described wrong";
    EXPECT_EQ(refusalOf(tensor({floats(), 0, {2}, {-1}})), wrong);
    EXPECT_EQ(refusalOf(tensor({floats(), -1, {2}})), wrong);
    EXPECT_EQ(refusalOf(tensor({floats(), 0, {-2}})), wrong);
    EXPECT_EQ(refusalOf(tensor({floats(), 0, {1LL << 20, 1LL << 20}, {0, 0}})),
              "a tensor of shape 1048576×1048576 repeats the 12 numbers of its storage too often; save only the part "
              "that differs");
    EXPECT_EQ(refusalOf(tensor({floats(), 0, {1, 1, 1, 1, 1, 1, 1, 1, 1}})),
              "the tensor has 9 axes, and at most 8 can be read");
    EXPECT_EQ(refusalOf(tensor({storage("QInt8Storage", "0", 48), 0, {2}})),
              "the type torch.qint8 is not read; save the tensor as float32, as tensor.float() does");
    EXPECT_EQ(refusalOf(tensor({floats(), 0, {2}}), "middle"),
              "the PyTorch archive says its byte order is \"middle\"; it can be little or big");
    EXPECT_EQ(refusalOf(dictionary({{"loss", real(0.5)}})),
              "the PyTorch archive holds no tensors and no lists of numbers");
    EXPECT_EQ(refusalOf(list({list({real(1), real(2)}), list({real(1)})})),
              "this list has 1 entries, but the lists before it have 2");
}

TEST(Torch, NestingAndRepetitionHaveAnEnd) {
    std::string deep;
    for (int i = 0; i < 100; ++i)
        deep += "](";
    deep += tensor({floats(), 0, {2}});
    for (int i = 0; i < 100; ++i)
        deep += "e";
    EXPECT_EQ(refusalOf(deep), "lists and dictionaries are nested more than 64 deep, or within themselves");
    EXPECT_EQ(refusalOf("]q\x01h\x01"
                        "a"),
              "lists and dictionaries are nested more than 64 deep, or within themselves");
    // Each list holds the one before twice.
    std::string doubled = list({tensor({floats(), 0, {2}}), integer(1)});
    for (int i = 0; i < 40; ++i)
        doubled += "q\x01"
                   "0]h\x01"
                   "ah\x01"
                   "a";
    EXPECT_EQ(refusalOf(doubled),
              "the PyTorch archive lists more than 262144 values, or the same ones again and again");
    EXPECT_EQ(refusalOf("h\x05"), "the pickle in it is damaged: it refers to a value that was not kept (byte 2)");
    EXPECT_EQ(refusalOf("X\xff\xff\xff\xff"), "the pickle in it is damaged: it is cut short (byte 2)");
    EXPECT_EQ(refusalOf("R"), "the pickle in it is damaged: an instruction lacks what it works on (byte 2)");
}

TEST(Torch, NamesWhatIsWrongWithTheOldForms) {
    const test::TemporaryFolder folder;
    const auto refusal = [&](const std::string& bytes) {
        const std::string path = folder.file("a.pt", bytes);
        const auto file = files::open(path);
        return file ? "opened" : sentence(file.error()).substr(path.size() + 2);
    };
    const std::string legacy = test::legacySample();
    EXPECT_EQ(refusal(legacy.substr(0, legacy.size() - 1)),
              "the PyTorch archive of the old form is damaged: it is cut short; save it again with torch.save");
    EXPECT_EQ(refusal(test::tar({{"pickle", whole(integer(1))}})),
              "the PyTorch archive of the old form is damaged: it lacks the member storages; save it again with "
              "torch.save");
    EXPECT_EQ(refusal(test::tar({{"a.npy", "x"}})),
              "tar files are not read; save the arrays with numpy.savez as npz and open that");
    EXPECT_EQ(refusal("abc").substr(0, 40), "this is none of npy, npz, safetensors, p");
}

TEST(Torch, ACheckpointInPartsOpensByItsIndex) {
    const test::TemporaryFolder folder;
    writeTorchZip(folder.path("model-1.bin"), dictionary({{"a", tensor({floats(), 0, {2}})}}),
                  {{"0", bytesOf<float>({7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})}});
    const auto file = files::open(folder.file("model.bin.index.json", R"({"weight_map": {"a": "model-1.bin"}})"));
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ(numbersOf(**file, "a"), (std::vector<double>{7, 8}));
}

TEST(Torch, RealArchivesHoldWhatTheNpzBesideThemHolds) {
    HEEDMAP_CASE(folder, "attention");
    const auto expectEqual = [&](const Tensor& actual, const Tensor& expected, double tolerance) {
        EXPECT_EQ(actual.shape().count(), expected.shape().count());
        std::vector<double> a(static_cast<std::size_t>(actual.shape().count()));
        std::vector<double> b(static_cast<std::size_t>(expected.shape().count()));
        ASSERT_EQ(a.size(), b.size());
        actual.view.copyTo(std::span<double>(a));
        expected.view.copyTo(std::span<double>(b));
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!(a[i] == b[i] || std::abs(a[i] - b[i]) <= tolerance)) {
                ADD_FAILURE() << "entry " << i << " is " << a[i] << ", expected " << b[i];
                return;
            }
    };
    // All tensors of one as those of the other.
    for (const auto& [archive, npz] : {std::pair("/letters/atzmon.pt", "/letters/atzmon.npz"),
                                       std::pair("/letters/atzmon.legacy.pt", "/letters/atzmon.npz"),
                                       std::pair("/nano_sort/nano_partials.pt", "/nano_sort/nano_partials.npz")}) {
        SCOPED_TRACE(archive);
        const auto file = files::open(folder + archive);
        ASSERT_TRUE(file) << sentence(file.error());
        const test::CaseFile expected(folder + npz);
        EXPECT_GE((*file)->tensors().size(), 9u);
        for (std::size_t i = 0; i < (*file)->tensors().size(); ++i) {
            SCOPED_TRACE((*file)->tensors()[i].name);
            const Tensor tensor = (*file)->read(i).value();
            EXPECT_EQ(tensor.shape(), expected.tensor((*file)->tensors()[i].name).shape());
            expectEqual(tensor, expected.tensor((*file)->tensors()[i].name), 0);
        }
    }
    // One tensor, or a list of layers, as the file's only one.
    const test::CaseFile letters(folder + "/letters/atzmon.npz");
    struct Row {
        const char* archive;
        Shape shape;
        double tolerance;
    };
    for (const Row& row : {Row{"/letters/atzmon.cross_only.pt", {6, 8, 7, 6}, 0},
                           Row{"/letters/atzmon.cross_only_half.pt", {6, 8, 7, 6}, 0.0005},
                           Row{"/letters/atzmon.cross_only_bf16.pt", {6, 8, 7, 6}, 0.004},
                           Row{"/letters/atzmon.list_of_layers_1HTS.pt", {6, 1, 8, 7, 6}, 0}}) {
        SCOPED_TRACE(row.archive);
        const test::CaseFile file(folder + row.archive);
        EXPECT_EQ(file.tensor("").shape(), row.shape);
        expectEqual(file.tensor(""), letters.tensor("cross_attention"), row.tolerance);
    }
    const auto gpt2 = files::open(folder + "/gpt2/ex0.hf_style.pt");
    ASSERT_TRUE(gpt2) << sentence(gpt2.error());
    EXPECT_EQ((*gpt2)->tensors().size(), 13u);
    EXPECT_EQ((*gpt2)->labels().rows,
              (std::vector<std::string>{"Data", " visualization", " em", "powers", " users", " to"}));
    const Tensor stack = (*gpt2)->read((*gpt2)->find("").value()).value();
    EXPECT_EQ(stack.shape(), (Shape{12, 1, 12, 6, 6}));
    expectEqual(stack, test::CaseFile(folder + "/gpt2/ex0.npz").tensor("attn_softmax"), 0);
}
