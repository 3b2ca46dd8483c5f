#include "app/command_line/output.h"

#include "app/command_line/printing.h"
#include "app/command_line/words.h"
#include "core/session/number_export.h"

#include <algorithm>

namespace heedmap::command_line {

namespace {

std::vector<std::string> wordsOf(std::span<const ExportFormat> formats) {
    std::vector<std::string> words;
    for (const ExportFormat format : formats)
        words.emplace_back(nameOf(format));
    return words;
}

} // namespace

void addOutputOptions(CLI::App& command, OutputOptions& options, std::span<const ExportFormat> formats) {
    const std::vector<std::string> words = wordsOf(formats);
    command.add_option("-o,--output", options.path, "where to; the ending says the format; - is standard output")
        ->type_name("OUT");
    const auto parse = [words](const std::string& text) -> Result<std::optional<ExportFormat>> {
        if (std::find(words.begin(), words.end(), text) == words.end())
            return unknown(text, words);
        return exportFormatNamed(text);
    };
    addParsed(command, "--format", options.format, parse, "NAME", listed(words));
}

Result<ExportFormat> formatOf(const OutputOptions& options, std::span<const ExportFormat> formats) {
    const std::vector<std::string> words = wordsOf(formats);
    if (options.path.empty())
        return makeError(outputMissing, {"out." + words.front()});
    if (options.format)
        return *options.format;
    if (options.path == "-")
        return makeError(formatMissing, {listed(words)}).in("-o -");
    const std::optional<ExportFormat> format = exportFormatOf(options.path);
    if (!format || std::find(formats.begin(), formats.end(), *format) == formats.end())
        return makeError(unknownEnding, {listed(words)}).in(options.path);
    return *format;
}

void applyOptions(files::PictureSettings& picture, const PictureOptions& options) {
    picture.map = options.map.value_or(picture.map);
    picture.range = options.range.value_or(picture.range);
    picture.rangeWithoutFirst = picture.rangeWithoutFirst || options.rangeWithoutFirst;
    picture.scale = options.scale.value_or(picture.scale);
    picture.pooling = options.pooling.value_or(picture.pooling);
    picture.values = options.values.value_or(picture.values);
    picture.labels = options.labels.value_or(picture.labels);
    picture.cells = options.cells.value_or(picture.cells);
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
    if (options.size) { // SVG and PDF have no pixels: there a pixel is a point
        const double scale = format == ExportFormat::png ? result.scaleFactor : 1;
        result.size = {options.size->width / scale, options.size->height / scale};
    }
    if (options.layout) {
        const auto [across, down] = *options.layout;
        if (static_cast<std::size_t>(across) * static_cast<std::size_t>(down) < panels)
            return makeError(layoutTooSmall, {std::to_string(panels), std::to_string(across), std::to_string(down)})
                .in("--layout");
        result.columns = across;
    }
    return result;
}

Result<std::vector<PanelResult>> computeWithProgress(const files::Session& session) {
    Progress progress("computing");
    std::vector<PanelResult> results;
    for (const files::Panel& panel : session.panels) {
        PanelReports reports;
        reports.progress = [&](double fraction) {
            progress.set((static_cast<double>(results.size()) + fraction) / static_cast<double>(session.panels.size()));
        };
        PanelResult result = computePanel(session, panel, {}, reports).value(); // never stopped
        if (result.error)
            return *result.error;
        results.push_back(std::move(result));
    }
    return results;
}

Result<std::unique_ptr<Pictures>> picturesFor(ExportFormat format, const Toolkit* toolkit) {
    if (!isPicture(format))
        return std::unique_ptr<Pictures>();
    if (toolkit == nullptr)
        return makeError(noPictures).in(std::string(nameOf(format)));
    return toolkit->pictures();
}

Result<void> write(const files::Session& session, std::vector<PanelResult> panels, const ExportOptions& options,
                   const std::string& path, Pictures* pictures) {
    const Progress progress("writing");
    const Results results = resultsOf(std::make_shared<const files::Session>(session), std::move(panels));
    return pictures != nullptr ? pictures->write(results, options, path) : exportNumbers(results, options, path);
}

} // namespace heedmap::command_line
