#include "core/files/labels.h"

#include "core/files/json_contents.h"
#include "core/files/mapped_file.h"

#include <charconv>

namespace heedmap::files {

std::vector<std::string> fitted(std::vector<std::string> labels, Index count, std::string* remark) {
    const auto wanted = static_cast<std::size_t>(count);
    if (labels.empty() || labels.size() == wanted)
        return labels;
    if (remark) {
        const bool tooMany = labels.size() > wanted;
        const std::size_t difference = tooMany ? labels.size() - wanted : wanted - labels.size();
        *remark = std::to_string(labels.size()) + " labels for " + std::to_string(wanted) + ": the last " +
                  std::to_string(difference) + (tooMany ? " are left out" : " stay empty");
    }
    labels.resize(wanted);
    return labels;
}

Result<Labels> readLabels(const std::string& path) {
    const auto file = MappedFile::open(path);
    if (!file)
        return file.error();
    const auto bytes = (*file)->bytes();
    if (!bytes)
        return bytes.error();
    const auto decoded = decode(*bytes);
    if (!decoded)
        return Error(decoded.error()).in(path);
    const auto contents = scanJson(decoded->text());
    if (!contents)
        return Error(contents.error()).in(path);
    Labels labels = labelsOf(contents->texts);
    if (labels.empty())
        return makeError(noLabels).in(path);
    return labels;
}

namespace {

// A whole number at the beginning of `text`, which is then shortened by it.
std::optional<Index> takeNumber(std::string_view& text) {
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || text.front() == '-')
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

// i-j, ipj, i-jS, i-jP
std::optional<GoldLink> parseLink(std::string_view text) {
    const auto source = takeNumber(text);
    if (!source || text.empty() || (text.front() != '-' && text.front() != 'p'))
        return std::nullopt;
    bool sure = text.front() == '-';
    text.remove_prefix(1);
    const auto target = takeNumber(text);
    if (!target || (!text.empty() && text != "S" && text != "P"))
        return std::nullopt;
    sure = sure && text != "P";
    return GoldLink{{*target, *source}, sure};
}

} // namespace

Result<std::vector<GoldLink>> parseLinks(std::string_view line, Index rows, Index columns, int base) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<GoldLink> links;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        if (line.empty())
            return links;
        const std::string_view token = line.substr(0, line.find_first_of(blanks));
        line.remove_prefix(token.size());
        auto link = parseLink(token);
        if (!link)
            return makeError(badLink, {std::string(token.substr(0, 40))});
        link->cell.row -= base;
        link->cell.column -= base;
        if (link->cell.row < 0 || link->cell.row >= rows || link->cell.column < 0 || link->cell.column >= columns)
            return makeError(linkOutOfRange, {std::string(token), std::to_string(columns), std::to_string(rows)});
        links.push_back(*link);
    }
}

} // namespace heedmap::files
