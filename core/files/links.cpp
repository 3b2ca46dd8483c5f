#include "core/files/links.h"

#include "core/files/json_contents.h"
#include "core/files/mapped_file.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace heedmap::files {

namespace {

constexpr std::string_view linkBlanks = " \t\r\n";

// A whole number at the beginning of `text`, which is then shortened by it.
std::optional<Index> takeNumber(std::string_view& text) {
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || text.front() == '-')
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

// i-j, ipj, i?j, i-jS, i-jP, i-j-S, i-j-P
std::optional<GoldLink> parseLink(std::string_view text) {
    const auto source = takeNumber(text);
    if (!source || text.empty() || std::string_view("-p?").find(text.front()) == std::string_view::npos)
        return std::nullopt;
    bool sure = text.front() == '-';
    text.remove_prefix(1);
    const auto target = takeNumber(text);
    if (!target)
        return std::nullopt;
    if (text.size() == 2 && text.front() == '-')
        text.remove_prefix(1);
    if (!text.empty() && text != "S" && text != "P")
        return std::nullopt;
    sure = sure && text != "P";
    return GoldLink{{*target, *source}, sure};
}

std::string linkText(const GoldLink& link) {
    return std::to_string(link.cell.column) + (link.sure ? "-" : "p") + std::to_string(link.cell.row);
}

// The number of a sentence before its links, as in "17\t0-0 1-1".
std::string_view withoutNumber(std::string_view line) {
    const std::size_t tab = line.rfind('\t');
    return tab == std::string_view::npos ? line : line.substr(tab + 1);
}

} // namespace

Result<std::vector<GoldLink>> parseLinks(std::string_view line) {
    std::vector<GoldLink> links;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(linkBlanks), line.size()));
        if (line.empty())
            return links;
        const std::string_view token = line.substr(0, line.find_first_of(linkBlanks));
        line.remove_prefix(token.size());
        const auto link = parseLink(token);
        if (!link)
            return makeError(badLink, {std::string(token.substr(0, 40))});
        links.push_back(*link);
    }
}

Result<std::vector<GoldLink>> parseLinks(std::string_view line, Index rows, Index columns, int base) {
    auto links = parseLinks(line);
    if (!links)
        return links;
    // A sentence without words has no place for a link.
    if (!links->empty() && (rows <= 0 || columns <= 0))
        return makeError(linkOutOfRange, {linkText(links->front()), std::to_string(columns), std::to_string(rows)});
    if (auto counted = countFromZero(*links, base, rows, columns); !counted)
        return counted.error();
    return links;
}

void LinkBaseFinder::add(std::span<const GoldLink> links, Index rows, Index columns) {
    for (const GoldLink& link : links) {
        any_ = true;
        zero_ = zero_ || link.cell.row == 0 || link.cell.column == 0;
        last_ = last_ || (rows > 0 && link.cell.row == rows) || (columns > 0 && link.cell.column == columns);
    }
}

LinkBase LinkBaseFinder::found() const {
    using Known = LinkBase::Known;
    if (!any_)
        return {0, Known::needless};
    if (zero_)
        return {0, Known::byZero};
    return last_ ? LinkBase{1, Known::byLast} : LinkBase{0, Known::assumed};
}

std::vector<Phrase> remarksOn(const LinkBase& base) {
    if (base.known == LinkBase::Known::byLast)
        return {
            HEEDMAP_MESSAGE("Reason", "links count words from 1: none is 0, and one is the number of the last word")};
    if (base.known == LinkBase::Known::assumed)
        return {HEEDMAP_MESSAGE("Reason", "whether links count words from 0 or 1 cannot be told; 0 is assumed")};
    return {};
}

Result<void> countFromZero(std::vector<GoldLink>& links, int base, Index rows, Index columns) {
    for (GoldLink& link : links) {
        const GoldLink written = link;
        link.cell.row -= base;
        link.cell.column -= base;
        if (link.cell.row < 0 || (rows > 0 && link.cell.row >= rows) || link.cell.column < 0 ||
            (columns > 0 && link.cell.column >= columns))
            return makeError(linkOutOfRange, {linkText(written), std::to_string(columns), std::to_string(rows)});
    }
    return {};
}

Result<std::vector<std::vector<GoldLink>>> readLinks(const std::string& path) {
    const auto file = MappedFile::open(path);
    if (!file)
        return file.error();
    const auto bytes = (*file)->bytes();
    if (!bytes)
        return bytes.error();
    std::string_view text = withoutByteOrderMark(bytes->text());
    if (text.find('\0') != std::string_view::npos)
        return makeError(linksNotText).in(path);
    std::vector<std::vector<GoldLink>> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        auto links = parseLinks(withoutNumber(text.substr(0, end)));
        if (!links)
            return Error(links.error()).in(path).at("line " + std::to_string(lines.size() + 1));
        lines.push_back(*std::move(links));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace heedmap::files
