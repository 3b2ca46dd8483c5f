#include "core/seq2seq/corpus_file.h"

#include "core/files/links.h"
#include "core/files/mapped_file.h"

#include <algorithm>

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

struct LinesOfText {
    files::Bytes bytes;
    std::vector<TextLine> lines;
};

// A line of the file, and the links that belong to it as they are written.
struct PairText {
    std::string source;
    std::string target;
    std::size_t line = 0;
    std::optional<std::vector<GoldLink>> links;
    std::size_t linksLine = 0;
};

Result<PairText> readPair(const TextLine& line, const CorpusFileOptions& options) {
    if (!isUtf8(line.text))
        return makeError(lineNotUtf8);
    const std::vector<std::string_view> columns = columnsOf(line.text);
    if (columns.size() < 2)
        return makeError(lineNeedsTab);
    const auto text = [&](std::string_view side) {
        return options.lowerCase ? lowerCase(side) : std::string(side);
    };
    PairText pair{text(columns[0]), text(columns[1]), line.number, {}, line.number};
    if (tokenize(pair.source, Tokens::blanks).empty() || tokenize(pair.target, Tokens::blanks).empty())
        return makeError(lineHasEmptySide, {tokenize(pair.source, Tokens::blanks).empty() ? "source" : "target"});
    if (columns.size() > 3 && options.goldPath.empty()) {
        auto links = files::parseLinks(columns[3]);
        if (!links)
            return links.error();
        pair.links = *std::move(links);
    }
    return pair;
}

Error placed(Error error, const std::string& path, std::size_t line) {
    return std::move(error).in(path).at("line " + std::to_string(line));
}

Result<LinesOfText> readLines(const std::string& path) {
    const auto file = files::MappedFile::open(path);
    if (!file)
        return file.error();
    auto contents = (*file)->bytes();
    if (!contents)
        return contents.error();
    LinesOfText text{*std::move(contents), {}};
    text.lines = linesOf(text.bytes.text());
    while (!text.lines.empty() && isBlank(text.lines.back().text))
        text.lines.pop_back();
    return text;
}

Result<void> addGold(const std::string& path, std::vector<PairText>& pairs) {
    const auto text = readLines(path);
    if (!text)
        return text.error();
    if (text->lines.size() != pairs.size())
        return makeError(goldCountDiffers, {std::to_string(text->lines.size()), std::to_string(pairs.size())}).in(path);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const TextLine& line = text->lines[i];
        auto links = files::parseLinks(columnsOf(line.text).back());
        if (!links)
            return placed(links.error(), path, line.number);
        pairs[i].links = *std::move(links);
        pairs[i].linksLine = line.number;
    }
    return {};
}

Result<std::vector<PairText>> readTexts(const std::string& path, const CorpusFileOptions& options) {
    const auto text = readLines(path);
    if (!text)
        return text.error();
    std::vector<PairText> pairs;
    for (const TextLine& line : text->lines) {
        if (isBlank(line.text))
            continue;
        auto pair = readPair(line, options);
        if (!pair)
            return placed(pair.error(), path, line.number);
        pairs.push_back(*std::move(pair));
    }
    if (pairs.empty())
        return makeError(corpusIsEmpty).in(path);
    if (!options.goldPath.empty())
        if (auto added = addGold(options.goldPath, pairs); !added)
            return added.error();
    return pairs;
}

// Whether `kind` makes other words of a line with links than blanks do.
bool isSplitFurther(const PairText& pair, Tokens kind) {
    const auto differs = [&](const std::string& text) {
        return tokenize(text, kind) != tokenize(text, Tokens::blanks);
    };
    return kind == Tokens::words && pair.links && !pair.links->empty() &&
           (differs(pair.source) || differs(pair.target));
}

// The tokens of the whole file, and what has to be said of them. Links that cannot be kept are taken away.
Tokens chooseTokens(std::vector<PairText>& pairs, const CorpusFileOptions& options, std::vector<Phrase>& remarks) {
    const auto isSplit = [&](const PairText& pair) {
        return isSplitFurther(pair, options.tokens);
    };
    const std::string count = std::to_string(std::ranges::count_if(pairs, isSplit));
    if (count == "0")
        return options.tokens;
    if (!options.fixedTokens) {
        remarks.push_back({HEEDMAP_MESSAGE("Reason", "links number the words between blanks, so sentences are cut at "
                                                     "blanks alone (%1 of them would be split further)"),
                           {count}});
        return Tokens::blanks;
    }
    remarks.push_back({HEEDMAP_MESSAGE("Reason", "the links of %1 sentences are left out: the model splits words of "
                                                 "theirs further"),
                       {count}});
    for (PairText& pair : pairs)
        if (isSplit(pair))
            pair.links.reset();
    return options.tokens;
}

files::LinkBase baseOf(const std::vector<PairText>& texts, const std::vector<SentencePair>& pairs,
                       const CorpusFileOptions& options) {
    if (options.base)
        return {*options.base, files::LinkBase::Known::given};
    files::LinkBaseFinder finder;
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (texts[i].links)
            finder.add(*texts[i].links, std::ssize(pairs[i].target), std::ssize(pairs[i].source));
    return finder.found();
}

} // namespace

Result<CorpusFile> readPairs(const std::string& path, const CorpusFileOptions& options) {
    auto texts = readTexts(path, options);
    if (!texts)
        return texts.error();
    CorpusFile file;
    file.tokens = chooseTokens(*texts, options, file.remarks);
    for (const PairText& text : *texts)
        file.pairs.push_back({tokenize(text.source, file.tokens), tokenize(text.target, file.tokens), std::nullopt});
    const files::LinkBase base = baseOf(*texts, file.pairs, options);
    for (const Phrase& remark : files::remarksOn(base))
        file.remarks.push_back(remark);
    for (std::size_t i = 0; i < texts->size(); ++i) {
        PairText& text = (*texts)[i];
        SentencePair& pair = file.pairs[i];
        if (!text.links)
            continue;
        if (auto counted =
                files::countFromZero(*text.links, base.base, std::ssize(pair.target), std::ssize(pair.source));
            !counted)
            return placed(counted.error(), options.goldPath.empty() ? path : options.goldPath, text.linksLine);
        pair.gold = std::move(text.links);
    }
    return file;
}

} // namespace heedmap::seq2seq
