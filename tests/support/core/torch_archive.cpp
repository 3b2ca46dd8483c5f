#include "tests/support/core/torch_archive.h"

#include "core/files/zip_writer.h"
#include "tests/support/core/temporary_folder.h"

#include <bit>
#include <gtest/gtest.h>

namespace heedmap::test {

std::string littleEndian(std::uint64_t value, std::size_t size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i)
        bytes += static_cast<char>(value >> (8 * i) & 0xff);
    return bytes;
}

namespace pickle {

namespace {

std::string joined(const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts)
        all += part;
    return all;
}

std::string integers(const std::vector<std::int64_t>& values) {
    std::vector<std::string> parts;
    for (const std::int64_t value : values)
        parts.push_back(integer(value));
    return tuple(parts);
}

} // namespace

std::string text(const std::string& text) {
    return "X" + littleEndian(text.size(), 4) + text;
}
std::string integer(std::int64_t value) {
    if (value == static_cast<std::int32_t>(value))
        return "J" + littleEndian(static_cast<std::uint64_t>(value), 4);
    return "\x8a\x08" + littleEndian(static_cast<std::uint64_t>(value), 8);
}
std::string real(double value) {
    const std::string bits = littleEndian(std::bit_cast<std::uint64_t>(value), 8);
    return "G" + std::string(bits.rbegin(), bits.rend());
}
std::string tuple(const std::vector<std::string>& items) {
    return "(" + joined(items) + "t";
}
std::string list(const std::vector<std::string>& items) {
    return "](" + joined(items) + "e";
}
std::string dictionary(const std::vector<std::pair<std::string, std::string>>& items) {
    std::string parts;
    for (const auto& [key, value] : items)
        parts += text(key) + value;
    return "}(" + parts + "u";
}
std::string name(const std::string& module, const std::string& name) {
    return "c" + module + "\n" + name + "\n";
}
std::string call(const std::string& function, const std::vector<std::string>& arguments) {
    return function + tuple(arguments) + "R";
}
std::string storage(const std::string& type, const std::string& key, std::int64_t count) {
    return tuple({text("storage"), name("torch", type), text(key), text("cpu"), integer(count)}) + "Q";
}
std::string tensor(const TensorPlace& place) {
    std::vector<std::int64_t> strides = place.strides;
    if (strides.empty()) {
        strides.resize(place.sizes.size());
        std::int64_t stride = 1;
        for (std::size_t i = strides.size(); i-- > 0; stride *= place.sizes[i])
            strides[i] = stride;
    }
    return call(name("torch._utils", "_rebuild_tensor_v2"),
                {place.storage, integer(place.offset), integers(place.sizes), integers(strides), "\x89",
                 call(name("collections", "OrderedDict"), {})});
}
std::string whole(const std::string& value) {
    return "\x80\x02" + value + ".";
}

} // namespace pickle

void writeTorchZip(const std::string& path, const std::string& value, const TorchStorages& storages,
                   const std::string& byteOrder) {
    auto output = files::OutputFile::create(path);
    ASSERT_TRUE(output);
    files::ZipWriter zip(*output);
    const auto add = [&](const std::string& name, const std::string& bytes) {
        zip.add("archive/" + name, [&](const files::ZipWriter::Sink& sink) { sink(bytes); });
    };
    add("data.pkl", pickle::whole(value));
    if (!byteOrder.empty())
        add("byteorder", byteOrder);
    for (const auto& [key, bytes] : storages)
        add("data/" + key, bytes);
    add("version", "3\n");
    zip.finish();
    ASSERT_TRUE(output->commit());
}

std::string legacyTorch(const std::string& value, const TorchStorages& storages, std::size_t size) {
    std::string bytes = pickle::whole(std::string("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 12)) +
                        pickle::whole(pickle::integer(1001)) + pickle::whole(pickle::dictionary({})) +
                        pickle::whole(value);
    std::vector<std::string> keys;
    std::string numbers;
    for (const auto& [key, contents] : storages) {
        keys.push_back(pickle::text(key));
        numbers += littleEndian(contents.size() / size, 8) + contents;
    }
    return bytes + pickle::whole(pickle::list(keys)) + numbers;
}

std::string tar(const std::vector<std::pair<std::string, std::string>>& members) {
    std::string all;
    for (const auto& [name, contents] : members) {
        std::string header(512, '\0');
        header.replace(0, name.size(), name);
        for (std::size_t i = 0, size = contents.size(); i < 11; ++i, size /= 8)
            header[134 - i] = static_cast<char>('0' + size % 8);
        header[156] = '0';
        header.replace(257, 5, "ustar");
        all += header + contents + std::string((512 - contents.size() % 512) % 512, '\0');
    }
    return all + std::string(1024, '\0');
}

namespace {

using namespace pickle;

std::vector<float> numbersUpTo(int count) {
    std::vector<float> numbers;
    for (int i = 0; i < count; ++i)
        numbers.push_back(static_cast<float>(i));
    return numbers;
}

std::string sampleValue() {
    return dictionary({{"attentions", list({tensor({storage("FloatStorage", "0", 12), 0, {1, 2, 2}}),
                                            tensor({storage("FloatStorage", "0", 12), 4, {1, 2, 2}})})},
                       {"encoder", dictionary({{"q", tensor({storage("FloatStorage", "0", 12), 1, {2, 3}, {3, 2}})}})},
                       {"mask", tensor({storage("FloatStorage", "1", 2), 0, {2, 2}, {0, 1}})},
                       {"weights", list({list({real(0.5), real(0.5)}), list({integer(1), integer(0)})})},
                       {"tokens", list({text("a"), text("b")})}});
}

} // namespace

std::string torchZipSample(const TemporaryFolder& folder) {
    const std::string path = folder.path("sample.pt");
    writeTorchZip(path, sampleValue(), {{"0", bytesOf(numbersUpTo(12))}, {"1", bytesOf(numbersUpTo(2))}}, "little");
    return contentsOf(path);
}

std::string legacySample() {
    return legacyTorch(sampleValue(), {{"0", bytesOf(numbersUpTo(12))}, {"1", bytesOf(numbersUpTo(2))}}, 4);
}

std::string tarSample() {
    const std::string storages = whole(integer(1)) +
                                 whole(tuple({integer(7), text("cpu"), name("torch", "FloatStorage")})) +
                                 littleEndian(12, 8) + bytesOf(numbersUpTo(12)) +
                                 whole(list({tuple({integer(8), integer(7), integer(6), integer(6)})}));
    std::string tensors = whole(integer(2));
    const auto add = [&](std::int64_t key, std::int64_t in, const std::vector<std::uint64_t>& numbers) {
        tensors += whole(tuple({integer(key), integer(in), name("torch", "FloatTensor")}));
        for (const std::uint64_t number : numbers)
            tensors += littleEndian(number, 8);
    };
    add(21, 7, {2, 2, 3, 3, 1, 1}); // 2×3 in C order from number 1 on
    add(22, 8, {1, 2, 4, 1});       // every fourth of two from number 1 on, of the half
    const std::string value =
        dictionary({{"attention", text("21") + "Q"},
                    {"part", call(name("torch._utils", "_rebuild_parameter"), {text("22") + "Q", "\x89"})}});
    return tar(
        {{"sys_info", whole(dictionary({}))}, {"pickle", whole(value)}, {"tensors", tensors}, {"storages", storages}});
}

} // namespace heedmap::test
