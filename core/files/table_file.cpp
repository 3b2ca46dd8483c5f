#include "core/files/table_file.h"

#include "core/files/delimited.h"
#include "core/files/literal_text.h"

#include <algorithm>

namespace heedmap::files {

namespace {

constexpr std::size_t linesLookedAt = 100;

class TableFile : public TensorFile {
public:
    TableFile(std::shared_ptr<const MappedFile> file, Format format, DecodedText decoded, TableText layout)
        : file_(std::move(file))
        , decoded_(std::move(decoded))
        , layout_(std::move(layout)) {
        path_ = file_->path();
        format_ = format;
        for (Table& table : layout_.tables) {
            if (table.refusal)
                table.refusal = std::move(*table.refusal).in(path_);
            const Shape shape{static_cast<Index>(table.rows), static_cast<Index>(table.columns)};
            const auto dtype = table.refusal ? std::nullopt : std::optional(DType::float64);
            tensors_.push_back({table.name, "text", dtype, shape, table.refusal});
            tableLabels_.push_back(files::labelsOf(decoded_.text(), table, layout_.separator));
            if (labels_.empty())
                labels_ = tableLabels_.back();
        }
        const Table& first = layout_.tables.front();
        textChoices_ = {decoded_.encoding, layout_.decimal, first.columnLabels, first.rowLabels};
        addNotes(remarks_, decoded_);
        remarks_.insert(remarks_.end(), layout_.notes.begin(), layout_.notes.end());
    }

    Labels labelsOf(std::size_t tensor) const override { return tableLabels_[tensor]; }

    Result<Tensor> read(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < layout_.tables.size());
        if (auto same = file_->read(0, {}); !same) // the text may be mapped
            return same.error();
        auto values = numbersOf(decoded_.text(), layout_.tables[tensor], layout_);
        if (!values)
            return values.error();
        return makeTensor(tensors_[tensor].shape, *std::move(values));
    }

private:
    std::shared_ptr<const MappedFile> file_;
    DecodedText decoded_;
    TableText layout_;
    std::vector<Labels> tableLabels_;
};

class LiteralFile : public TensorFile {
public:
    LiteralFile(const std::string& path, const DecodedText& decoded, LiteralArray array) {
        path_ = path;
        format_ = Format::python;
        const auto shape = array.sizes.empty() ? Shape{1, 1} : Shape::checked(array.sizes).value();
        const auto noteCount = [&](const char* words, std::size_t count) {
            if (count > 0)
                remarks_.push_back({words, {std::to_string(count)}});
        };
        addNotes(remarks_, decoded);
        textChoices_.encoding = decoded.encoding;
        noteCount(HEEDMAP_MESSAGE("Reason", "%1 missing values are read as NaN"), array.missing);
        noteCount(HEEDMAP_MESSAGE("Reason", "%1 whole numbers beyond 2^53 are rounded"), array.rounded);
        noteCount(HEEDMAP_MESSAGE("Reason", "%1 numbers larger than float64 can hold are read as infinite"),
                  array.infinite);
        tensors_.push_back({{}, "text", DType::float64, shape, {}});
        tensor_ = makeTensor(shape, std::move(array.values));
    }

    Result<Tensor> read(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor == 0);
        return tensor_;
    }

private:
    Tensor tensor_;
};

// Calls `line` with each of the first lines that are not empty, until it returns false.
template <class Line>
void forFirstLines(std::string_view text, const Line& line) {
    std::size_t lines = 0;
    for (std::size_t start = 0; start < text.size() && lines < linesLookedAt;) {
        const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
        const std::string_view one = withoutBlanksAround(text.substr(start, end - start));
        start = end + 1;
        if (one.empty())
            continue;
        ++lines;
        line(one);
    }
}

template <class Word>
void forEachWord(std::string_view line, std::string_view ends, const Word& word) {
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(ends), line.size()));
        if (line.empty())
            return;
        const std::string_view one = line.substr(0, line.find_first_of(ends));
        line.remove_prefix(one.size());
        word(one);
    }
}

// "0-0", "1p2", "3-3S"
bool isLink(std::string_view word) {
    constexpr std::string_view digits = "0123456789";
    const std::size_t sign = word.find_first_not_of(digits);
    if (sign == 0 || sign == word.npos || std::string_view("-p?").find(word[sign]) == word.npos)
        return false;
    const std::string_view target = word.substr(sign + 1);
    const std::size_t end = std::min(target.find_first_not_of(digits), target.size());
    return end > 0 && target.substr(end).find_first_not_of("-SPsp") == target.npos;
}

} // namespace

const ErrorKind& kindOfOtherText(std::string_view text) {
    std::size_t lines = 0;
    std::size_t bars = 0;
    std::size_t withoutNumber = 0;
    std::size_t blanks = 0;
    std::size_t words = 0;
    std::size_t links = 0;
    forFirstLines(text, [&](std::string_view line) {
        ++lines;
        bars += line.find(" ||| ") != line.npos ? 1 : 0;
        blanks += static_cast<std::size_t>(std::ranges::count(line, ' '));
        bool number = false;
        forEachWord(line, " \t,;", [&](std::string_view word) {
            ++words;
            links += isLink(word) ? 1 : 0;
            number = number || numberIn(word, DecimalSign::point).has_value();
        });
        withoutNumber += number ? 0 : 1;
    });
    if (bars > 0)
        return toolOutput;
    if (links > 0 && links == words)
        return linksInsteadOfTable;
    return withoutNumber * 2 > lines && blanks > lines ? sentencesInsteadOfTable : tableWithoutNumbers;
}

void addNotes(std::vector<Phrase>& notes, const DecodedText& decoded) {
    const std::string name(nameOf(decoded.encoding));
    if (decoded.encoding != TextEncoding::utf8)
        notes.push_back({HEEDMAP_MESSAGE("Reason", "the text is read as %1"), {name}});
    if (decoded.replaced > 0)
        notes.push_back({HEEDMAP_MESSAGE("Reason", "%1 bytes have no meaning in %2 and are shown as \"%3\""),
                         {std::to_string(decoded.replaced), name, "\uFFFD"}});
}

Result<std::unique_ptr<TensorFile>> openLiteral(const std::shared_ptr<const MappedFile>& file,
                                                const DecodedText& decoded) {
    auto array = readLiteral(decoded.text(), 5);
    if (!array)
        return Error(array.error()).in(file->path());
    if (const auto shape = Shape::checked(array->sizes); !shape)
        return Error(shape.error()).in(file->path());
    return std::unique_ptr<TensorFile>(std::make_unique<LiteralFile>(file->path(), decoded, *std::move(array)));
}

Result<std::unique_ptr<TensorFile>> openTable(std::shared_ptr<const MappedFile> file, Format format,
                                              const TextChoices& choices) {
    const auto bytes = file->bytes();
    if (!bytes)
        return bytes.error();
    auto decoded = decode(*bytes, choices.encoding);
    if (!decoded)
        return Error(decoded.error()).in(file->path());
    const std::string_view text = decoded->text();
    if (looksLikeLiteral(text))
        return openLiteral(file, *decoded);
    const bool tabs = format == Format::tsv && text.find('\t') != std::string_view::npos;
    auto layout = layOut(text, tabs ? '\t' : guessSeparator(text), choices);
    const auto holdsNumbers = [](const Table& table) {
        return table.rows * table.columns > 0 && !table.refusal;
    };
    if (!layout || std::ranges::none_of(layout->tables, holdsNumbers)) {
        const ErrorKind& kind = kindOfOtherText(text);
        if (&kind != &tableWithoutNumbers)
            return makeError(kind).in(file->path());
        if (!layout)
            return Error(layout.error()).in(file->path());
        if (layout->tables.size() != 1 || !layout->tables.front().refusal)
            return makeError(tableWithoutNumbers).in(file->path());
        return Error(*layout->tables.front().refusal).in(file->path());
    }
    return std::unique_ptr<TensorFile>(
        std::make_unique<TableFile>(std::move(file), format, *std::move(decoded), *std::move(layout)));
}

} // namespace heedmap::files
