#include "core/seq2seq/corpus_file.h"

#include "core/files/labels.h"
#include "core/files/mapped_file.h"

namespace heedmap::seq2seq {

namespace {

struct TextLine {
    std::string_view text;
    std::size_t number = 0;
};

bool isBlank(std::string_view line) {
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

std::vector<TextLine> linesOf(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    std::vector<TextLine> lines;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back({line, number});
    }
    return lines;
}

std::vector<std::string_view> columnsOf(std::string_view line) {
    std::vector<std::string_view> columns;
    for (std::size_t tab = line.find('\t'); tab != std::string_view::npos; tab = line.find('\t')) {
        columns.push_back(line.substr(0, tab));
        line.remove_prefix(tab + 1);
    }
    columns.push_back(line);
    return columns;
}

bool isUtf8(std::string_view text) {
    for (const std::string& c : charactersOf(text))
        if (c.size() == 1 && static_cast<unsigned char>(c[0]) >= 0x80)
            return false;
    return true;
}

Result<void> readLinks(std::string_view text, int base, SentencePair& pair) {
    auto links = files::parseLinks(text, std::ssize(pair.target), std::ssize(pair.source), base);
    if (!links)
        return links.error();
    pair.gold = std::move(*links);
    return {};
}

Result<SentencePair> readPair(std::string_view line, const CorpusFileOptions& options) {
    if (!isUtf8(line))
        return makeError(lineNotUtf8);
    const std::vector<std::string_view> columns = columnsOf(line);
    if (columns.size() < 2)
        return makeError(lineNeedsTab);
    const auto tokens = [&](std::string_view text) {
        return tokenize(options.lowerCase ? lowerCase(text) : std::string(text), options.tokens);
    };
    SentencePair pair{tokens(columns[0]), tokens(columns[1]), std::nullopt};
    if (pair.source.empty() || pair.target.empty())
        return makeError(lineHasEmptySide, {pair.source.empty() ? "source" : "target"});
    if (columns.size() > 3 && options.goldPath.empty())
        if (auto read = readLinks(columns[3], options.base, pair); !read)
            return read.error();
    return pair;
}

Error placed(Error error, const std::string& path, std::size_t line) {
    return std::move(error).in(path).at("line " + std::to_string(line));
}

Result<std::vector<TextLine>> readLines(const std::string& path, files::Bytes& bytes) {
    const auto file = files::MappedFile::open(path);
    if (!file)
        return file.error();
    auto contents = (*file)->bytes();
    if (!contents)
        return contents.error();
    bytes = std::move(*contents);
    std::vector<TextLine> lines = linesOf(bytes.text());
    while (!lines.empty() && isBlank(lines.back().text))
        lines.pop_back();
    return lines;
}

Result<void> addGold(const CorpusFileOptions& options, std::vector<SentencePair>& pairs) {
    files::Bytes bytes;
    const auto lines = readLines(options.goldPath, bytes);
    if (!lines)
        return lines.error();
    if (lines->size() != pairs.size())
        return makeError(goldCountDiffers, {std::to_string(lines->size()), std::to_string(pairs.size())})
            .in(options.goldPath);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const TextLine& line = (*lines)[i];
        if (auto read = readLinks(columnsOf(line.text).back(), options.base, pairs[i]); !read)
            return placed(read.error(), options.goldPath, line.number);
    }
    return {};
}

} // namespace

Result<std::vector<SentencePair>> readPairs(const std::string& path, const CorpusFileOptions& options) {
    files::Bytes bytes;
    const auto lines = readLines(path, bytes);
    if (!lines)
        return lines.error();
    std::vector<SentencePair> pairs;
    for (const TextLine& line : *lines) {
        if (isBlank(line.text))
            continue;
        auto pair = readPair(line.text, options);
        if (!pair)
            return placed(pair.error(), path, line.number);
        pairs.push_back(std::move(*pair));
    }
    if (pairs.empty())
        return makeError(corpusIsEmpty).in(path);
    if (!options.goldPath.empty())
        if (auto added = addGold(options, pairs); !added)
            return added.error();
    return pairs;
}

} // namespace heedmap::seq2seq
