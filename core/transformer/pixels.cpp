#include "core/transformer/pixels.h"

#include "core/files/json_contents.h"
#include "core/files/mapped_file.h"
#include "core/transformer/config.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <png.h>

namespace heedmap::transformer {

namespace {

using Json = nlohmann::json;

double filterAt(double x, bool bicubic) {
    x = std::abs(x);
    if (!bicubic)
        return std::max(0.0, 1 - x);
    constexpr double a = -0.5; // Keys 1981
    if (x < 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

// What each new pixel of an axis is made of.
MatrixD filterOf(Index from, Index to, bool bicubic) {
    MatrixD weights = MatrixD::Zero(to, from);
    const double ratio = static_cast<double>(from) / static_cast<double>(to);
    const double width = std::max(ratio, 1.0);
    const double support = (bicubic ? 2 : 1) * width;
    for (Index i = 0; i < to; ++i) {
        const double center = (static_cast<double>(i) + 0.5) * ratio;
        const auto first = std::max<Index>(static_cast<Index>(center - support + 0.5), 0);
        const auto end = std::min<Index>(static_cast<Index>(center + support + 0.5), from);
        for (Index j = first; j < end; ++j)
            weights(i, j) = filterAt((static_cast<double>(j) - center + 0.5) / width, bicubic);
        weights.row(i) /= weights.row(i).sum();
    }
    return weights;
}

MatrixD rounded(const MatrixD& pixels) {
    return pixels.unaryExpr([](double value) { return std::clamp(std::floor(value + 0.5), 0.0, 255.0); });
}

Error configError(const char* key, const char* wanted, const Json& value) {
    return makeError(configKind, {std::string(key), std::string(wanted), shortened(value.dump())});
}

Result<void> readNumbers(const Json& json, const char* key, Index channels, std::vector<double>& numbers) {
    if (!json.contains(key) || json[key].is_null())
        return {};
    const Json& value = json[key];
    numbers.clear();
    if (value.is_array())
        for (const Json& number : value)
            if (number.is_number())
                numbers.push_back(number.get<double>());
    if (static_cast<Index>(numbers.size()) != channels)
        return configError(key, "[…]", value);
    return {};
}

// Pixels of one channel each, 0 … 255.
Result<std::vector<MatrixD>> readChannels(const std::string& path, Index channels) {
    const auto file = files::MappedFile::open(path);
    if (!file)
        return file.error();
    const auto bytes = (*file)->bytes();
    if (!bytes)
        return bytes.error();
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, bytes->data.data(), bytes->data.size()) == 0)
        return makeError(notAPng, {std::string(image.message)}).in(path);
    constexpr Index mostPixels = Index{1} << 26;
    const auto height = static_cast<Index>(image.height);
    const auto width = static_cast<Index>(image.width);
    if (height * width > mostPixels) {
        png_image_free(&image);
        return makeError(pictureTooLarge, {std::to_string(width), std::to_string(height)}).in(path);
    }
    image.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    const Index stored = channels == 1 ? 1 : 3;
    std::vector<png_byte> pixels(static_cast<std::size_t>(height * width * stored));
    const png_color white{255, 255, 255}; // behind what is transparent
    if (png_image_finish_read(&image, &white, pixels.data(), 0, nullptr) == 0)
        return makeError(notAPng, {std::string(image.message)}).in(path);
    std::vector<MatrixD> all;
    for (Index c = 0; c < stored; ++c) {
        MatrixD channel(height, width);
        for (Index i = 0; i < height * width; ++i)
            channel.data()[i] = pixels[static_cast<std::size_t>(i * stored + c)];
        all.push_back(std::move(channel));
    }
    return all;
}

} // namespace

MatrixD scaled(const MatrixD& pixels, Index height, Index width, bool bicubic) {
    MatrixD result = pixels;
    if (result.cols() != width)
        result = rounded(result * filterOf(result.cols(), width, bicubic).transpose());
    if (result.rows() != height)
        result = rounded(filterOf(result.rows(), height, bicubic) * result);
    return result;
}

Result<PixelRules> readPixelRules(const Model& model) {
    PixelRules rules;
    const Index channels = model.architecture().patches->channels;
    rules.mean.assign(static_cast<std::size_t>(channels), 0.5);
    rules.deviation = rules.mean;
    const std::string path = (std::filesystem::path(model.folder()) / "preprocessor_config.json").string();
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return rules;
    const auto file = files::MappedFile::open(path);
    if (!file)
        return file.error();
    const auto bytes = (*file)->bytes();
    if (!bytes)
        return bytes.error();
    const Json json = Json::parse(files::withoutByteOrderMark(bytes->text()), nullptr, false);
    if (!json.is_object())
        return makeError(files::notJson, {"{…}"}).in(path);
    for (const auto& [key, numbers] : {std::pair{"image_mean", &rules.mean}, {"image_std", &rules.deviation}})
        if (auto read = readNumbers(json, key, channels, *numbers); !read)
            return Error(read.error()).in(path);
    const auto off = [&](const char* key) {
        return json.contains(key) && json[key] == false;
    };
    if (json.contains("rescale_factor") && json["rescale_factor"].is_number())
        rules.factor = json["rescale_factor"].get<double>();
    if (off("do_rescale"))
        rules.factor = 1;
    if (off("do_normalize")) {
        rules.mean.assign(rules.mean.size(), 0);
        rules.deviation.assign(rules.mean.size(), 1);
    }
    if (json.contains("resample") && json["resample"] != 2 && json["resample"] != 3)
        return Error(makeError(configChoice, {"resample", json["resample"].dump(), "2, 3"})).in(path);
    rules.bicubic = json.contains("resample") && json["resample"] == 3;
    return rules;
}

Result<MatrixF> readPixels(const Model& model, const std::string& path) {
    HEEDMAP_EXPECTS(model.architecture().patches.has_value());
    const Patches& patches = *model.architecture().patches;
    const auto rules = readPixelRules(model);
    if (!rules)
        return rules.error();
    const auto channels = readChannels(path, patches.channels);
    if (!channels)
        return channels.error();
    if (static_cast<Index>(channels->size()) != patches.channels)
        return makeError(notAPng, {std::to_string(channels->size()) + " ≠ " + std::to_string(patches.channels)})
            .in(path);
    MatrixF pixels(patches.channels, patches.imageHeight * patches.imageWidth);
    for (Index c = 0; c < patches.channels; ++c) {
        const auto place = static_cast<std::size_t>(c);
        const MatrixD own = scaled((*channels)[place], patches.imageHeight, patches.imageWidth, rules->bicubic);
        for (Index i = 0; i < own.size(); ++i)
            pixels(c, i) =
                static_cast<float>((own.data()[i] * rules->factor - rules->mean[place]) / rules->deviation[place]);
    }
    return pixels;
}

} // namespace heedmap::transformer
