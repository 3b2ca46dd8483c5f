// Archives as torch.save writes them, made without PyTorch: pickles put together of their instructions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heedmap::test {

class TemporaryFolder;

// Parts of a pickle; each leaves one value.
namespace pickle {
std::string text(const std::string& text);
std::string integer(std::int64_t value);
std::string real(double value);
std::string tuple(const std::vector<std::string>& items);
std::string list(const std::vector<std::string>& items);
std::string dictionary(const std::vector<std::pair<std::string, std::string>>& items); // of texts to values
std::string name(const std::string& module, const std::string& name);
std::string call(const std::string& function, const std::vector<std::string>& arguments);
// `type`: "FloatStorage".
std::string storage(const std::string& type, const std::string& key, std::int64_t count);
// Offset, sizes and strides in numbers; strides left out are those of C order.
struct TensorPlace {
    std::string storage;
    std::int64_t offset = 0;
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides = {};
};
std::string tensor(const TensorPlace& place);
std::string whole(const std::string& value); // with its protocol and its end
} // namespace pickle

using TorchStorages = std::map<std::string, std::string>; // bytes by key

// The zip, written to `path`, with members "NAME/data.pkl", "NAME/data/KEY" …; `value` is a part of a pickle.
void writeTorchZip(const std::string& path, const std::string& value, const TorchStorages& storages,
                   const std::string& byteOrder = {});
// The form before 1.6; `sizes`: bytes of a number by key.
std::string legacyTorch(const std::string& value, const TorchStorages& storages, std::size_t size);
// The form before 0.1.10: its members as they are.
std::string tar(const std::vector<std::pair<std::string, std::string>>& members);
std::string littleEndian(std::uint64_t value, std::size_t size);

// One of each form with several tensors, tokens, views and a stack.
std::string torchZipSample(const TemporaryFolder& folder);
std::string legacySample();
std::string tarSample();

template <class T>
std::string bytesOf(const std::vector<T>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

} // namespace heedmap::test
