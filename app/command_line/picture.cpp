#include "app/command_line/picture.h"

namespace heedmap::command_line {

void applyOptions(files::PictureSettings& picture, const PictureOptions& options) {
    picture.map = options.map.value_or(picture.map);
    picture.range = options.range.value_or(picture.range);
    picture.rangeWithoutFirst = picture.rangeWithoutFirst || options.rangeWithoutFirst;
    picture.scale = options.scale.value_or(picture.scale);
    picture.pooling = options.pooling.value_or(picture.pooling);
    picture.values = options.values.value_or(picture.values);
    picture.labels = options.labels.value_or(picture.labels);
    picture.title = options.title.value_or(picture.title);
    if (options.lines)
        picture.drawing = files::Drawing::lines;
}

Result<ExportOptions> exportOptionsOf(const PictureOptions& options, ExportFormat format, std::size_t panels) {
    constexpr double pointsAnInch = 96;
    ExportOptions result;
    result.format = format;
    result.dark = options.dark;
    result.dotsPerInch = options.dpi.value_or(static_cast<int>(pointsAnInch));
    result.scaleFactor = result.dotsPerInch / pointsAnInch;
    if (options.size) // SVG and PDF have no pixels: there a pixel is a point
        result.size =
            QSizeF(options.size->width, options.size->height) / (format == ExportFormat::png ? result.scaleFactor : 1);
    if (options.layout) {
        const auto [across, down] = *options.layout;
        if (static_cast<std::size_t>(across) * static_cast<std::size_t>(down) < panels)
            return makeError(layoutTooSmall, {std::to_string(panels), std::to_string(across), std::to_string(down)})
                .in("--layout");
        result.columns = across;
    }
    return result;
}

} // namespace heedmap::command_line
