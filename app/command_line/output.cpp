#include "app/command_line/output.h"

#include "app/command_line/words.h"

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

} // namespace heedmap::command_line
