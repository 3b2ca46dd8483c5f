#include "tests/support/cli/picture.h"

#include <gtest/gtest.h>
#include <png.h>

namespace heedmap::test {

namespace {

struct Run {
    Index x = 0, y = 0, length = 0;
};

Run longestRun(const Picture& picture, heatmap::Rgba color) {
    Run longest;
    for (Index y = 0; y < picture.height; ++y) {
        Index length = 0;
        for (Index x = 0; x < picture.width; ++x) {
            length = picture.at(x, y) == color ? length + 1 : 0;
            if (length > longest.length)
                longest = {x - length + 1, y, length};
        }
    }
    return longest;
}

} // namespace

Picture readPicture(const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    Picture picture;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
        ADD_FAILURE() << path << ": " << image.message;
        return picture;
    }
    image.format = PNG_FORMAT_RGBA;
    picture.width = image.width;
    picture.height = image.height;
    picture.pixels.resize(std::size_t{image.width} * image.height);
    static_assert(sizeof(heatmap::Rgba) == 4);
    if (png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr) == 0)
        ADD_FAILURE() << path << ": " << image.message;
    return picture;
}

Block blockOf(const Picture& picture, heatmap::Rgba color) {
    const Run run = longestRun(picture, color);
    Block block{run.x, run.y, run.length, 0};
    if (run.length == 0)
        return block;
    const Index middle = run.x + run.length / 2;
    Index end = run.y;
    while (block.y > 0 && picture.at(middle, block.y - 1) == color)
        --block.y;
    while (end < picture.height && picture.at(middle, end) == color)
        ++end;
    block.height = end - block.y;
    for (Index y = block.y; y < end; ++y) {
        for (Index x = block.x; x < block.x + block.width; ++x)
            block.whole = block.whole && picture.at(x, y) == color;
    }
    return block;
}

} // namespace heedmap::test
