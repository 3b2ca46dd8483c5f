#include "core/session/import_labels.h"

#include "core/files/labels.h"
#include "core/files/links.h"
#include "core/files/mapped_file.h"
#include "core/session/alignment_scores.h"

#include <algorithm>
#include <fstream>

namespace heedmap::files {

namespace {

enum class Axis { rows, columns };

Phrase lengthNote(std::size_t tokens, Index size, Axis axis) {
    const bool tooMany = static_cast<Index>(tokens) > size;
    const char* const text =
        axis == Axis::rows
            ? (tooMany ? HEEDMAP_MESSAGE("Reason", "tokens of the rows: %1 for %2; the rest is left out")
                       : HEEDMAP_MESSAGE("Reason", "tokens of the rows: %1 for %2; the rest stays empty"))
            : (tooMany ? HEEDMAP_MESSAGE("Reason", "tokens of the columns: %1 for %2; the rest is left out")
                       : HEEDMAP_MESSAGE("Reason", "tokens of the columns: %1 for %2; the rest stays empty"));
    return {text, {std::to_string(tokens), std::to_string(size)}};
}

std::vector<std::string> fittedAxis(std::vector<std::string> tokens, Index size, Axis axis, const std::string& file,
                                    OpenFiles& files) {
    if (tokens.empty() || static_cast<Index>(tokens.size()) == size)
        return tokens;
    files.note(file, lengthNote(tokens.size(), size, axis));
    return fitted(std::move(tokens), size);
}

} // namespace

Labels fittedTo(Labels labels, Index rows, Index columns, const std::string& file, OpenFiles& files) {
    const auto tokens = static_cast<Index>(labels.columns.size());
    const bool isSequence = !labels.empty() && labels.rows == labels.columns;
    if (isSequence && rows < columns && tokens >= columns) {
        const auto first = labels.rows.begin() + (columns - rows);
        labels.rows = std::vector<std::string>(first, first + rows);
    }
    labels.rows = fittedAxis(std::move(labels.rows), rows, Axis::rows, file, files);
    labels.columns = fittedAxis(std::move(labels.columns), columns, Axis::columns, file, files);
    return labels;
}

Labels overridden(Labels own, const Labels& given) {
    if (!given.rows.empty())
        own.rows = given.rows;
    if (!given.columns.empty())
        own.columns = given.columns;
    return own;
}

Result<std::vector<GoldLink>> readGold(const std::string& path, Index rows, Index columns, OpenFiles& files) {
    if (const auto opened = MappedFile::open(path); !opened)
        return opened.error();
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line))
        return makeError(goldNotRead).in(path);
    const auto isControl = [](char c) {
        return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\r';
    };
    if (std::ranges::any_of(line, isControl))
        return makeError(goldNotText).in(path);
    auto links = parseLinks(line);
    if (!links)
        return Error(links.error()).in(path).at("line 1");
    if (std::getline(file, line))
        files.note(path, HEEDMAP_MESSAGE("Reason", "only the first line is used"));
    auto fitting = fittedGold(*std::move(links), {}, rows, columns);
    if (!fitting)
        return Error(fitting.error()).in(path).at("line 1");
    for (const Phrase& said : fitting->remarks)
        files.note(path, said);
    return std::move(fitting->links);
}

} // namespace heedmap::files
