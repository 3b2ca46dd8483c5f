#include "core/files/png_writer.h"

#include "tests/support/core/skip.h"
#include "tests/support/core/temporary_folder.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <png.h>

using namespace heedmap;
using heedmap::files::PngPixels;
using heedmap::files::writePng;
using heedmap::heatmap::Rgba;

namespace {

struct ReadPng {
    png_uint_32 width = 0;
    png_uint_32 height = 0;
    std::vector<png_byte> rgba;
};

// With libpng's simplified reader, which shares nothing with the writer.
ReadPng readPng(const std::string& path) {
    png_image image;
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0)
        return {};
    image.format = PNG_FORMAT_RGBA;
    ReadPng read{image.width, image.height, std::vector<png_byte>(PNG_IMAGE_SIZE(image))};
    png_image_finish_read(&image, nullptr, read.rgba.data(), 0, nullptr);
    return read;
}

// What each kind of chunk holds, IDAT apart.
std::multimap<std::string, std::string> chunksOf(const std::string& bytes) {
    std::multimap<std::string, std::string> chunks;
    for (std::size_t at = 8; at + 12 <= bytes.size();) {
        std::size_t size = 0;
        for (std::size_t i = 0; i < 4; ++i)
            size = size * 256 + static_cast<unsigned char>(bytes[at + i]);
        chunks.emplace(bytes.substr(at + 4, 4), bytes.substr(at + 8, size));
        at += 12 + size;
    }
    return chunks;
}

Rgba testColor(std::int32_t x, std::int32_t y) {
    return {static_cast<std::uint8_t>(x * 7), static_cast<std::uint8_t>(y * 11), static_cast<std::uint8_t>(x ^ y),
            static_cast<std::uint8_t>(255 - x)};
}

void fillLine(std::int32_t y, std::span<Rgba> pixels) {
    for (std::size_t x = 0; x < pixels.size(); ++x)
        pixels[x] = testColor(static_cast<std::int32_t>(x), y);
}

} // namespace

TEST(PngWriter, WritesEveryPixel) {
    const test::TemporaryFolder folder;
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 200}, {200, 1}, {63, 17}}) {
        for (const PngPixels pixels : {PngPixels::opaque, PngPixels::transparent}) {
            const std::string path = folder.path("picture.png");
            const auto written = writePng(path, width, height, 0, {}, fillLine, pixels);
            ASSERT_TRUE(written) << sentence(written.error());
            const ReadPng read = readPng(path);
            ASSERT_EQ(read.width, static_cast<png_uint_32>(width));
            ASSERT_EQ(read.height, static_cast<png_uint_32>(height));
            const bool opaque = pixels == PngPixels::opaque;
            EXPECT_EQ(test::contentsOf(path)[25], opaque ? 2 : 6) << "color type";
            for (std::int32_t y = 0; y < height; ++y) {
                for (std::int32_t x = 0; x < width; ++x) {
                    const png_byte* const pixel = read.rgba.data() + 4 * (y * width + x);
                    const Rgba expected = testColor(x, y);
                    const Rgba found{pixel[0], pixel[1], pixel[2], pixel[3]};
                    ASSERT_EQ(found, (Rgba{expected.r, expected.g, expected.b, opaque ? png_byte{255} : expected.a}))
                        << x << "," << y;
                }
            }
        }
    }
}

TEST(PngWriter, StatesTheResolutionInDotsPerMetre) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("picture.png");
    ASSERT_TRUE(writePng(path, 2, 2, 300, {}, fillLine));
    EXPECT_EQ(chunksOf(test::contentsOf(path)).find("pHYs")->second,
              std::string("\0\0\x2E\x23\0\0\x2E\x23\1", 9)); // 11811
    ASSERT_TRUE(writePng(path, 2, 2, 0, {}, fillLine));
    EXPECT_EQ(chunksOf(test::contentsOf(path)).count("pHYs"), 0U);
}

TEST(PngWriter, KeepsTextsInTheKindOfChunkThatFits) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("picture.png");
    const std::string repeated(5000, 'a');
    std::string chinese;
    for (int i = 0; i < 500; ++i)
        chinese += "注意力";
    ASSERT_TRUE(writePng(
        path, 2, 2, 0,
        {{"Software", "Heedmap"}, {"long", repeated}, {"Title", "注意"}, {"heedmap", chinese}, {"e", ""}}, fillLine));
    const auto chunks = chunksOf(test::contentsOf(path));
    EXPECT_EQ(chunks.count("tEXt"), 2U);
    EXPECT_EQ(chunks.count("zTXt"), 1U);
    EXPECT_EQ(chunks.count("iTXt"), 2U);

    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    FILE* const file = std::fopen(path.c_str(), "rb");
    png_init_io(png, file);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
    png_textp texts = nullptr;
    int count = 0;
    png_get_text(png, info, &texts, &count);
    std::map<std::string, std::string> read;
    for (int i = 0; i < count; ++i)
        read[texts[i].key] = texts[i].text;
    std::fclose(file);
    png_destroy_read_struct(&png, &info, nullptr);
    EXPECT_EQ(read,
              (std::map<std::string, std::string>{
                  {"Software", "Heedmap"}, {"long", repeated}, {"Title", "注意"}, {"heedmap", chinese}, {"e", ""}}));
}

TEST(PngWriter, SaysWhereItCannotWriteAndLeavesNothing) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("missing/picture.png");
    const auto written = writePng(path, 2, 2, 0, {}, fillLine);
    ASSERT_FALSE(written);
    EXPECT_TRUE(written.error().is(files::cannotCreate));
    EXPECT_EQ(written.error().file, path);
}

TEST(PngWriter, FullDeviceIsAnErrorNotACrash) {
    if (!std::filesystem::exists("/dev/full"))
        HEEDMAP_SKIP("needs /dev/full");
    const auto written = writePng("/dev/full", 300, 300, 0, {}, fillLine);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().file, "/dev/full");
}

TEST(PngWriter, StopsBetweenLinesAndKeepsWhatStoodThere) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("picture.png", "before");
    std::stop_source stop;
    std::int32_t lines = 0;
    const auto written = writePng(
        path, 8, 100, 0, {},
        [&](std::int32_t y, std::span<Rgba> pixels) {
            fillLine(y, pixels);
            if (++lines == 10)
                stop.request_stop();
        },
        PngPixels::opaque, stop.get_token());
    ASSERT_FALSE(written);
    EXPECT_EQ(sentence(written.error()), path + ": stopped before the file was complete");
    EXPECT_EQ(lines, 10);
    EXPECT_EQ(test::contentsOf(path), "before");
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(PngWriterDeathTest, EmptyPicturesAreNotPng) {
    EXPECT_DEATH(static_cast<void>(writePng("/dev/null", 0, 5, 0, {}, fillLine)), "precondition failed");
}
