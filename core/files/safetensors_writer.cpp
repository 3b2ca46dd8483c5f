#include "core/files/safetensors_writer.h"

#include "core/files/output_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heedmap::files {

namespace {

constexpr std::size_t headerAlignment = 8;
static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

std::string headerOf(const std::vector<NamedTensor>& tensors, const std::map<std::string, std::string>& metadata,
                     Precision precision) {
    const bool half = precision == Precision::float16;
    nlohmann::ordered_json header;
    if (!metadata.empty())
        header["__metadata__"] = metadata;
    Index offset = 0;
    for (const NamedTensor& tensor : tensors) {
        const std::span<const Index> sizes = tensor.tensor.shape().sizes();
        const Index end = offset + tensor.tensor.shape().count() * (half ? 2 : 4);
        header[tensor.name] = {{"dtype", half ? "F16" : "F32"},
                               {"shape", std::vector<Index>(sizes.begin(), sizes.end())},
                               {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text = header.is_null() ? "{}" : header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    text.resize((text.size() + headerAlignment - 1) / headerAlignment * headerAlignment, ' ');
    return text;
}

} // namespace

std::uint16_t toFloat16(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16U & 0x8000U);
    const std::uint32_t size = bits & 0x7FFFFFFFU;
    constexpr std::uint32_t infinity = 0x7F800000U;
    constexpr std::uint32_t smallestNormal = 0x38800000U; // 2^−14
    constexpr std::uint32_t biasDifference = 112U << 10U;
    if (size > infinity)
        return sign | 0x7E00U;
    if (size < smallestNormal)
        return static_cast<std::uint16_t>(
            sign | static_cast<std::uint16_t>(std::nearbyint(std::ldexp(std::bit_cast<float>(size), 24))));
    const std::uint32_t rounded = ((size + 0xFFFU + (size >> 13U & 1U)) >> 13U) - biasDifference;
    return static_cast<std::uint16_t>(sign | std::min<std::uint32_t>(rounded, 0x7C00U));
}

Result<void> writeSafetensors(const std::string& path, const std::vector<NamedTensor>& tensors,
                              const std::map<std::string, std::string>& metadata, Precision precision) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    const std::string header = headerOf(tensors, metadata, precision);
    const std::uint64_t size = header.size();
    output->write(std::as_bytes(std::span(&size, 1)));
    output->write(header);
    for (const NamedTensor& tensor : tensors) {
        std::vector<float> numbers(static_cast<std::size_t>(tensor.tensor.shape().count()));
        tensor.tensor.view.copyTo(numbers);
        if (precision == Precision::float32) {
            output->write(std::as_bytes(std::span(numbers)));
            continue;
        }
        std::vector<std::uint16_t> halves(numbers.size());
        std::ranges::transform(numbers, halves.begin(), toFloat16);
        output->write(std::as_bytes(std::span(halves)));
    }
    return output->commit();
}

Result<std::map<std::string, std::string>> readSafetensorsMetadata(const MappedFile& file) {
    std::map<std::string, std::string> metadata;
    std::uint64_t size = 0;
    if (file.size() < sizeof size)
        return metadata;
    if (auto read = file.read(0, std::as_writable_bytes(std::span(&size, 1))); !read)
        return read.error();
    if (size > file.size() - sizeof size)
        return metadata;
    const auto bytes = file.bytes(sizeof size, size);
    if (!bytes)
        return bytes.error();
    const auto header = nlohmann::json::parse(bytes->text(), nullptr, false);
    if (!header.is_object() || !header.contains("__metadata__") || !header["__metadata__"].is_object())
        return metadata;
    for (const auto& [key, value] : header["__metadata__"].items())
        if (value.is_string())
            metadata[key] = value.get<std::string>();
    return metadata;
}

} // namespace heedmap::files
