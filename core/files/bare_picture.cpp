#include "core/files/bare_picture.h"

#include <algorithm>
#include <limits>
#include <tbb/task_group.h>

namespace heedmap::files {

namespace {

using attention::AlphaSource;
using heatmap::CellGeometry;
using heatmap::Pyramid;
using heatmap::RasterStyle;
using heatmap::Rgba;

// The whole matrix over the whole picture.
CellGeometry geometryOf(const AlphaSource& source, Index width, Index height) {
    return {source.rows(),
            source.columns(),
            static_cast<double>(width) / static_cast<double>(source.columns()),
            static_cast<double>(height) / static_cast<double>(source.rows()),
            {0, 0},
            static_cast<double>(width),
            static_cast<double>(height)};
}

// Draws the picture strip by strip, the next one while the lines of the last one are being written.
class StripsAhead {
public:
    StripsAhead(const AlphaSource& source, const Pyramid* pyramid, const RasterStyle& style, Index width, Index height)
        : source_(source)
        , pyramid_(pyramid)
        , style_(style)
        , width_(width)
        , height_(height)
        , lines_(std::clamp<Index>(pixelsAStrip / width, 1, height))
        , ready_(static_cast<std::size_t>(lines_ * width))
        , coming_(ready_.size()) {
        drawAhead(0);
    }
    ~StripsAhead() { drawing_.wait(); }
    StripsAhead(const StripsAhead&) = delete;
    StripsAhead& operator=(const StripsAhead&) = delete;

    // To be asked for in order.
    std::span<const Rgba> line(Index y) {
        if (y % lines_ == 0) {
            drawing_.wait();
            ready_.swap(coming_);
            drawAhead(y + lines_);
        }
        return std::span(ready_).subspan(static_cast<std::size_t>(y % lines_ * width_),
                                         static_cast<std::size_t>(width_));
    }

private:
    static constexpr Index pixelsAStrip = Index{1} << 17;

    void drawAhead(Index firstLine) {
        const Index lines = std::min(lines_, height_ - firstLine);
        if (lines <= 0)
            return;
        drawing_.run([this, firstLine, lines] {
            CellGeometry geometry = geometryOf(source_, width_, height_);
            geometry.origin.y = -static_cast<double>(firstLine);
            geometry.viewHeight = static_cast<double>(lines);
            rasterize(source_, pyramid_, geometry, style_, coming_, width_, lines, width_);
        });
    }

    const AlphaSource& source_;
    const Pyramid* pyramid_;
    const RasterStyle& style_;
    Index width_;
    Index height_;
    Index lines_; // of a strip
    std::vector<Rgba> ready_;
    std::vector<Rgba> coming_;
    tbb::task_group drawing_;
};

} // namespace

Result<void> writeBarePicture(const std::string& path, const AlphaSource& source, const Pyramid* pyramid,
                              const RasterStyle& style, const BarePicture& picture, std::stop_token stop,
                              const heatmap::Progress& progress) {
    if (source.rows() == 0 || source.columns() == 0)
        return makeError(nothingToDraw, {std::to_string(source.rows()), std::to_string(source.columns())});
    HEEDMAP_EXPECTS(picture.width >= 0 && picture.height >= 0);
    const Index width = picture.width > 0 ? picture.width : source.columns();
    const Index height = picture.height > 0 ? picture.height : source.rows();
    constexpr Index largest = std::numeric_limits<std::int32_t>::max();
    if (width > largest || height > largest)
        return makeError(pictureTooLarge, {std::to_string(width), std::to_string(height)});

    StripsAhead strips(source, pyramid, style, width, height);
    const auto line = [&](std::int32_t y, std::span<Rgba> pixels) {
        const std::span<const Rgba> drawn = strips.line(y);
        std::copy(drawn.begin(), drawn.end(), pixels.begin());
        if (progress && (y + 1) % 64 == 0)
            progress(static_cast<double>(y + 1) / static_cast<double>(height));
    };
    return writePng(path, static_cast<std::int32_t>(width), static_cast<std::int32_t>(height), picture.dotsPerInch,
                    picture.texts, line, PngPixels::opaque, stop, [&source] { return source.problem(); });
}

int levelOf(const BarePicture& picture, const AlphaSource& source) {
    if (picture.width <= 0 || picture.height <= 0 || source.rows() == 0 || source.columns() == 0)
        return 0;
    return poolingLevel(geometryOf(source, picture.width, picture.height));
}

} // namespace heedmap::files
