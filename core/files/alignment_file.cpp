#include "core/files/alignment_file.h"

#include "core/files/json_contents.h"
#include "core/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace heedmap::files {

namespace {

constexpr std::string_view fieldMark = "|||";
constexpr Index mostLinkCells = Index{1} << 24;

std::string_view trimmedText(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string_view> splitText(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts;
    for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
        parts.push_back(trimmedText(text.substr(0, at)));
        text.remove_prefix(at + separator.size());
    }
    parts.push_back(trimmedText(text));
    return parts;
}

std::vector<std::string_view> wordsIn(std::string_view text) {
    std::vector<std::string_view> words;
    for (text = trimmedText(text); !text.empty(); text = trimmedText(text)) {
        const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

std::vector<std::string> tokensIn(std::string_view text) {
    const std::vector<std::string_view> words = wordsIn(text);
    return {words.begin(), words.end()};
}

std::optional<Index> wholeNumber(std::string_view text) {
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

// "0.9,0.05 0.1,0.8": nothing but numbers, and more than one for a word.
// A number stands first: a row of a table, whose label ends with such a mark, goes on with its delimiter.
bool areWeightGroups(std::string_view field) {
    const std::size_t first = field.find_first_not_of(' ');
    if (first == std::string_view::npos || field[first] == ',')
        return false;
    return field.find(',') != std::string_view::npos &&
           field.find_first_not_of("0123456789.,+-eE nainf") == std::string_view::npos;
}

bool areLinks(std::string_view field) {
    const auto links = parseLinks(field);
    return links && !links->empty();
}

// "n m" at the end of five fields or more.
bool isNematusHead(const std::vector<std::string_view>& fields) {
    if (fields.size() < 5)
        return false;
    const std::vector<std::string_view> sizes = wordsIn(fields.back());
    return sizes.size() == 2 && wholeNumber(sizes[0]) && wholeNumber(sizes[1]);
}

// "S-12\t…": the letter and the number.
struct FairseqLine {
    char kind = 0;
    std::string_view id;
    std::string_view rest;
};
std::optional<FairseqLine> fairseqLine(std::string_view line) {
    const std::size_t tab = line.find('\t');
    if (line.size() < 4 || line[1] != '-' || tab == std::string_view::npos ||
        std::string_view("STHDAP").find(line[0]) == std::string_view::npos || !wholeNumber(line.substr(2, tab - 2)))
        return std::nullopt;
    return FairseqLine{line[0], line.substr(2, tab - 2), line.substr(tab + 1)};
}

// A row of an attention table: a word, then numbers, the largest after a *.
bool isMarkedRow(std::string_view line) {
    const std::vector<std::string_view> words = wordsIn(line);
    bool marked = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view number = words[i].substr(std::min(words[i].find_first_not_of('*'), words[i].size()));
        if (!numberFrom(number))
            return false;
        marked = marked || number.size() < words[i].size();
    }
    return marked;
}

class Lines {
public:
    explicit Lines(std::string_view text)
        : text_(text) {}
    bool next() {
        if (text_.empty())
            return false;
        const std::size_t end = std::min(text_.find('\n'), text_.size());
        line_ = text_.substr(0, end);
        if (line_.ends_with('\r'))
            line_.remove_suffix(1);
        isWhole_ = end < text_.size();
        text_.remove_prefix(std::min(end + 1, text_.size()));
        ++number_;
        return true;
    }
    std::string_view line() const { return line_; }
    std::size_t number() const { return number_; }
    bool isWhole() const { return isWhole_; } // not cut off by the end of the text

private:
    std::string_view text_;
    std::string_view line_;
    std::size_t number_ = 0;
    bool isWhole_ = true;
};

std::string_view withoutSentenceNumber(std::string_view line) {
    const std::size_t tab = line.rfind('\t');
    return tab != std::string_view::npos && wholeNumber(trimmedText(line.substr(0, tab))) ? line.substr(tab + 1) : line;
}

bool isPharaoh(std::string_view beginning) {
    bool any = false;
    for (Lines lines(beginning); lines.next();) {
        std::string_view line = trimmedText(withoutSentenceNumber(lines.line()));
        if (const std::size_t last = line.find_last_of(" \t"); !lines.isWhole() && last != std::string_view::npos)
            line = line.substr(0, last); // its last link may be cut
        if (line.empty() || (any && !lines.isWhole()))
            continue;
        if (!areLinks(line))
            return false;
        any = true;
    }
    return any;
}

// Gathers sentences, makes their names differ, and completes their labels.
class Gathering {
public:
    AlignedSentence& begin(std::string_view id) {
        const std::size_t before = seen_[std::string(id)]++;
        AlignedSentence& sentence = sentences.emplace_back();
        sentence.name = std::string(id) + (before == 0 ? "" : "." + std::to_string(before));
        return sentence;
    }
    std::string nextId() const { return std::to_string(sentences.size()); }

    std::vector<AlignedSentence> sentences;

private:
    std::map<std::string, std::size_t> seen_;
};

Error placedAt(Error error, std::size_t line) {
    return std::move(error).at("line " + std::to_string(line));
}

// Rows of weights, which have to be equally many.
void setWeights(AlignedSentence& sentence, const std::vector<std::vector<std::string_view>>& rows,
                const std::vector<std::size_t>& lines) {
    const Index columns = rows.empty() ? 0 : std::ssize(rows.front());
    MatrixD weights(std::ssize(rows), columns);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t line = lines[std::min(i, lines.size() - 1)];
        if (std::ssize(rows[i]) != columns) {
            sentence.refusal = placedAt(makeError(unevenWeights, {std::to_string(i + 1), std::to_string(rows[i].size()),
                                                                  std::to_string(columns)}),
                                        line);
            return;
        }
        for (std::size_t j = 0; j < rows[i].size(); ++j) {
            const auto value = numberFrom(rows[i][j]);
            if (!value) {
                sentence.refusal = placedAt(makeError(badWeight, {std::string(rows[i][j].substr(0, 40))}), line);
                return;
            }
            weights(static_cast<Index>(i), static_cast<Index>(j)) = *value;
        }
    }
    sentence.weights = std::move(weights);
}

// "w,w,w w,w,w"
void setGroups(AlignedSentence& sentence, std::string_view groups, std::size_t line) {
    std::vector<std::vector<std::string_view>> rows;
    for (const std::string_view group : wordsIn(groups))
        rows.push_back(splitText(group, ","));
    setWeights(sentence, rows, {line});
}

// As they are written: the base is known only when all have been read.
void setLinks(AlignedSentence& sentence, std::string_view text, std::size_t line) {
    auto links = parseLinks(text);
    if (links)
        sentence.links = *std::move(links);
    else
        sentence.refusal = placedAt(links.error(), line);
}

void setAlignment(AlignedSentence& sentence, std::string_view text, std::size_t line) {
    if (areWeightGroups(text))
        setGroups(sentence, text, line);
    else
        setLinks(sentence, text, line);
}

void readMarian(Lines lines, Gathering& gathering) {
    while (lines.next()) {
        const std::vector<std::string_view> fields = splitText(lines.line(), fieldMark);
        if (fields.size() < 2)
            continue;
        const bool isNBest = fields.size() > 2 && wholeNumber(fields.front());
        const std::size_t first = isNBest ? 1 : 0; // the translation
        std::size_t at = fields.size() - 1;
        while (at > first + 1 && !areWeightGroups(fields[at]) && !areLinks(fields[at]))
            --at;
        AlignedSentence& sentence = gathering.begin(isNBest ? std::string(fields.front()) : gathering.nextId());
        sentence.labels.rows = tokensIn(fields[first]);
        setAlignment(sentence, fields[at], lines.number());
    }
}

// Which of the two texts is the target shows where its number of words is that of the rows.
void setNematusLabels(AlignedSentence& sentence, std::string_view first, std::string_view second) {
    Labels labels{tokensIn(first), tokensIn(second)};
    const auto fits = [](const std::vector<std::string>& tokens, Index count) {
        return std::ssize(tokens) == count || std::ssize(tokens) + 1 == count;
    };
    const Index rows = sentence.weights.rows();
    const Index columns = sentence.weights.cols();
    if (!(fits(labels.rows, rows) && fits(labels.columns, columns)) && fits(labels.columns, rows) &&
        fits(labels.rows, columns))
        std::swap(labels.rows, labels.columns);
    sentence.labels = std::move(labels);
}

void readNematus(Lines lines, Gathering& gathering) {
    std::vector<std::string_view> head;
    std::vector<std::vector<std::string_view>> rows;
    std::vector<std::size_t> numbers;
    const auto finish = [&] {
        if (head.empty())
            return;
        AlignedSentence& sentence = gathering.begin(head.front());
        setWeights(sentence, rows, numbers);
        setNematusLabels(sentence, head[1], head[3]);
        rows.clear();
        numbers.clear();
    };
    std::size_t headLine = 0;
    while (lines.next()) {
        if (lines.line().find(fieldMark) != std::string_view::npos) {
            finish();
            head = splitText(lines.line(), fieldMark);
            headLine = lines.number();
            if (!isNematusHead(head))
                head.clear();
        } else if (!head.empty() && !trimmedText(lines.line()).empty()) {
            rows.push_back(wordsIn(lines.line()));
            numbers.push_back(lines.number());
        }
        if (numbers.empty())
            numbers.push_back(headLine);
        else if (numbers.size() == rows.size() + 1)
            numbers.erase(numbers.begin());
    }
    finish();
}

// ['a', 'b'] as Python prints it, or words.
std::vector<std::string> listedTokens(std::string_view text) {
    text = trimmedText(text);
    if (!text.starts_with('['))
        return tokensIn(text);
    std::vector<std::string> tokens;
    for (std::size_t open = text.find_first_of("'\""); open != std::string_view::npos;) {
        const std::size_t close = text.find(text[open], open + 1);
        if (close == std::string_view::npos)
            break;
        tokens.emplace_back(text.substr(open + 1, close - open - 1));
        open = text.find_first_of("'\"", close + 1);
    }
    return tokens;
}

// What stands behind "SENT 3: " in a line, which a logger may have begun.
std::optional<std::string_view> behind(std::string_view line, std::string_view word) {
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::size_t colon = line.find(": ", at);
    if (colon == std::string_view::npos || !wholeNumber(line.substr(at + word.size(), colon - at - word.size())))
        return std::nullopt;
    return line.substr(colon + 2);
}

void readOpenNmt(Lines lines, Gathering& gathering) {
    std::vector<std::string> source;
    std::vector<std::string> target;
    std::vector<std::string_view> head;
    std::vector<std::string_view> names;
    std::vector<std::vector<std::string_view>> rows;
    std::vector<std::size_t> numbers;
    const auto finish = [&] {
        if (rows.empty())
            return;
        AlignedSentence& sentence = gathering.begin(gathering.nextId());
        setWeights(sentence, rows, numbers);
        // The table cuts words; the lines above it have them whole.
        const std::ptrdiff_t before = std::max<std::ptrdiff_t>(0, std::ssize(head) - sentence.weights.cols());
        sentence.labels = {{names.begin(), names.end()}, {head.begin() + before, head.end()}};
        if (std::ssize(source) == sentence.weights.cols())
            sentence.labels.columns = source;
        const Index words = std::ssize(target);
        if (words > 0 && (words == sentence.weights.rows() || words + 1 == sentence.weights.rows()))
            sentence.labels.rows = target;
        rows.clear();
        numbers.clear();
        names.clear();
        source.clear();
        target.clear();
    };
    while (lines.next()) {
        if (isMarkedRow(lines.line())) {
            std::vector<std::string_view> words = wordsIn(lines.line());
            names.push_back(words.front());
            words.erase(words.begin());
            for (std::string_view& number : words)
                number.remove_prefix(std::min(number.find_first_not_of('*'), number.size()));
            rows.push_back(std::move(words));
            numbers.push_back(lines.number());
            continue;
        }
        finish();
        if (const auto text = behind(lines.line(), "SENT "))
            source = listedTokens(*text);
        else if (const auto said = behind(lines.line(), "PRED "))
            target = listedTokens(*said);
        else
            head = wordsIn(lines.line());
    }
    finish();
}

void readFairseq(Lines lines, Gathering& gathering) {
    struct Texts {
        std::vector<std::string> source;
        std::vector<std::string> hypothesis; // as tokens
        std::vector<std::string> detokenized;
    };
    std::map<std::string, Texts, std::less<>> texts;
    while (lines.next()) {
        const auto line = fairseqLine(lines.line());
        if (!line)
            continue;
        Texts& of = texts[std::string(line->id)];
        const std::size_t tab = line->rest.find('\t'); // behind a score
        const std::string_view scored = tab == std::string_view::npos ? line->rest : line->rest.substr(tab + 1);
        if (line->kind == 'S')
            of.source = tokensIn(line->rest);
        else if (line->kind == 'H')
            of.hypothesis = tokensIn(scored);
        else if (line->kind == 'D')
            of.detokenized = tokensIn(scored);
        if (line->kind != 'A')
            continue;
        AlignedSentence& sentence = gathering.begin(line->id);
        setAlignment(sentence, line->rest, lines.number());
        const Index rows = sentence.weights.rows();
        const bool detokenized =
            of.hypothesis.empty() || (std::ssize(of.hypothesis) != rows && std::ssize(of.hypothesis) + 1 != rows &&
                                      rows > 0 && std::ssize(of.detokenized) + 1 == rows);
        sentence.labels = {detokenized ? of.detokenized : of.hypothesis, of.source};
    }
}

void readPharaoh(Lines lines, Gathering& gathering) {
    while (lines.next())
        setLinks(gathering.begin(gathering.nextId()), withoutSentenceNumber(lines.line()), lines.number());
    std::vector<AlignedSentence>& all = gathering.sentences;
    while (!all.empty() && all.back().links && all.back().links->empty())
        all.pop_back();
}

// Models end both sentences with a token of their own.
void addEnd(std::vector<std::string>& labels, Index count) {
    if (count > 1 && std::ssize(labels) == count - 1)
        labels.emplace_back("</s>");
}

void drawLinks(AlignedSentence& sentence, int base) {
    Labels& labels = sentence.labels;
    auto counted = countFromZero(*sentence.links, base, std::ssize(labels.rows), std::ssize(labels.columns));
    if (!counted) {
        sentence.refusal = counted.error();
        return;
    }
    Index rows = std::ssize(labels.rows);
    Index columns = std::ssize(labels.columns);
    for (const GoldLink& link : *sentence.links) {
        rows = std::max(rows, link.cell.row + 1);
        columns = std::max(columns, link.cell.column + 1);
    }
    if (rows > mostLinkCells || columns > mostLinkCells || rows * columns > mostLinkCells) {
        sentence.refusal = makeError(linkTooFar, {std::to_string(std::max(rows, columns) - 1)});
        return;
    }
    sentence.weights = MatrixD::Zero(rows, columns);
    for (const GoldLink& link : *sentence.links) {
        double& weight = sentence.weights(link.cell.row, link.cell.column);
        weight = std::max(weight, link.sure ? 1.0 : 0.5);
    }
}

LinkBase baseOfLinks(const std::vector<AlignedSentence>& sentences) {
    LinkBaseFinder finder;
    for (const AlignedSentence& sentence : sentences)
        if (sentence.links)
            finder.add(*sentence.links, std::ssize(sentence.labels.rows), std::ssize(sentence.labels.columns));
    return finder.found();
}

void complete(std::vector<AlignedSentence>& sentences, AlignmentTool tool, int base) {
    for (AlignedSentence& sentence : sentences) {
        if (sentence.refusal)
            continue;
        if (sentence.links) {
            drawLinks(sentence, base);
            continue;
        }
        addEnd(sentence.labels.rows, sentence.weights.rows());
        addEnd(sentence.labels.columns, sentence.weights.cols());
        // Marian prints no source words, but the last column is the end of the sentence.
        if (tool == AlignmentTool::marian && sentence.weights.cols() > 1) {
            sentence.labels.columns.assign(static_cast<std::size_t>(sentence.weights.cols()), "");
            sentence.labels.columns.back() = "</s>";
        }
    }
}

// What the numbers were written by.
const char* writtenBy(AlignmentTool tool) {
    constexpr std::array names{"Marian", "Nematus", "OpenNMT", "fairseq", "Pharaoh"};
    return names[static_cast<std::size_t>(tool)];
}

} // namespace

std::optional<AlignmentTool> alignmentToolOf(std::string_view beginning) {
    beginning = withoutByteOrderMark(beginning);
    for (Lines lines(beginning); lines.next();) {
        const std::string_view line = lines.line();
        if (fairseqLine(line))
            return AlignmentTool::fairseq;
        if (isMarkedRow(line))
            return AlignmentTool::openNmt;
        if (line.find(fieldMark) == std::string_view::npos)
            continue;
        const std::vector<std::string_view> fields = splitText(line, fieldMark);
        if (isNematusHead(fields) && !std::ranges::any_of(fields, areWeightGroups))
            return AlignmentTool::nematus;
        const auto isAlignment = [](std::string_view field) {
            return areWeightGroups(field) || areLinks(field);
        };
        if (std::any_of(fields.begin() + 1, fields.end(), isAlignment))
            return AlignmentTool::marian;
    }
    return isPharaoh(beginning) ? std::optional(AlignmentTool::pharaoh) : std::nullopt;
}

AlignmentFile::AlignmentFile(std::string path, std::vector<AlignedSentence> sentences, const char* tool,
                             std::vector<Phrase> remarks)
    : sentences_(std::move(sentences)) {
    path_ = std::move(path);
    format_ = Format::alignments;
    remarks_ = std::move(remarks);
    for (AlignedSentence& sentence : sentences_) {
        if (sentence.refusal)
            sentence.refusal = std::move(*sentence.refusal).in(path_);
        const Shape shape{sentence.weights.rows(), sentence.weights.cols()};
        const bool readable = !sentence.refusal.has_value();
        tensors_.push_back(
            {sentence.name, tool, readable ? std::optional(DType::float64) : std::nullopt, shape, sentence.refusal});
    }
    if (sentences_.size() == 1)
        labels_ = sentences_.front().labels;
}

Result<Tensor> AlignmentFile::read(std::size_t tensor) const {
    HEEDMAP_EXPECTS(tensor < sentences_.size());
    const AlignedSentence& sentence = sentences_[tensor];
    if (sentence.refusal)
        return *sentence.refusal;
    return makeTensor(sentence.weights);
}

Result<std::unique_ptr<TensorFile>> openAlignments(const std::shared_ptr<const MappedFile>& file) {
    const auto bytes = file->bytes();
    if (!bytes)
        return bytes.error();
    const std::string_view text = withoutByteOrderMark(bytes->text());
    const auto tool = alignmentToolOf(text.substr(0, 4096)); // what recognise() has seen
    if (!tool)
        return makeError(noAlignments).in(file->path());
    constexpr std::array readers{readMarian, readNematus, readOpenNmt, readFairseq, readPharaoh};
    Gathering gathering;
    readers[static_cast<std::size_t>(*tool)](Lines(text), gathering);
    std::vector<AlignedSentence>& sentences = gathering.sentences;
    if (sentences.empty())
        return makeError(noAlignments).in(file->path());
    const LinkBase base = baseOfLinks(sentences);
    complete(sentences, *tool, base.base);
    return std::unique_ptr<TensorFile>(
        std::make_unique<AlignmentFile>(file->path(), std::move(sentences), writtenBy(*tool), remarksOn(base)));
}

} // namespace heedmap::files
