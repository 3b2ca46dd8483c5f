#include "core/files/table_layout.h"

#include "core/files/delimited.h"
#include "core/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace heedmap::files {

namespace {

constexpr std::size_t fieldsAtOnce = 8192;
constexpr std::size_t mostTables = 65536;

// A field that is no number, where it stands.
struct Misfit {
    std::size_t line = 0;
    std::size_t column = 0;
    std::string field;
};

void keepFirst(std::optional<Misfit>& first, const std::optional<Misfit>& other) {
    if (other && (!first || std::pair(other->line, other->column) < std::pair(first->line, first->column)))
        first = other;
}

// A field that a note quotes, how it is read, and how many there are of its kind.
struct Counted {
    std::size_t count = 0;
    std::string example;

    void add(std::string_view field) {
        if (count++ == 0)
            example = quotedPart(withoutBlanksAround(field));
    }
    void add(const Counted& other) {
        example = count == 0 ? other.example : example;
        count += other.count;
    }
};

// What is seen of fields, read with one of the decimal signs.
struct Reading {
    std::optional<Misfit> misfit;
    Counted grouped, rounded, infinite, vanished;

    void add(const FieldNumber& number, std::string_view field) {
        if (number.grouped)
            grouped.add(field);
        if (number.rounded)
            rounded.add(field);
        if (number.outOfRange)
            (number.value == 0 ? vanished : infinite).add(field);
    }
    void add(const Reading& other) {
        keepFirst(misfit, other.misfit);
        grouped.add(other.grouped);
        rounded.add(other.rounded);
        infinite.add(other.infinite);
        vanished.add(other.vanished);
    }
};

// What is seen of the numbers of a table or of several.
struct Evidence {
    std::size_t empty = 0;
    Counted missing; // by a word
    Reading readings[2];
    bool commaOnly = false; // a number that it is only with that decimal sign
    bool pointOnly = false;
    bool either = false; // "1,000", which is another number with each sign

    Reading& with(DecimalSign sign) { return readings[static_cast<std::size_t>(sign)]; }

    void add(const Evidence& other) {
        empty += other.empty;
        missing.add(other.missing);
        for (std::size_t i = 0; i < 2; ++i)
            readings[i].add(other.readings[i]);
        commaOnly |= other.commaOnly;
        pointOnly |= other.pointOnly;
        either |= other.either;
    }
};

// What is seen of a part of a table: its corner, the rest of its first row, the rest of its first column, what is left.
struct Part {
    std::size_t words = 0;     // neither number nor missing
    std::size_t numbers = 0;   // not NaN
    std::size_t fractions = 0; // numbers that are not whole: no label looks like this
    std::size_t quoted = 0;    // something in quotes, though it needs none as a number
    std::size_t plain = 0;     // something without quotes
    std::size_t inQuotes = 0;  // something in quotes, needed or not
    std::size_t entries = 0;   // anything but nothing at all
    bool counts = true;        // every number is whole and larger than the one before
    bool ranks = true;         // they are 0, 1, 2 …
    double last = 0;
    Evidence evidence;

    bool isBlank() const { return entries == 0; }
    bool isCounting() const { return numbers > 0 && counts && words == 0 && evidence.missing.count == 0; }
    // Some words, and not fewer than numbers that no label looks like.
    bool isWords() const { return words > fractions; }
    bool isWordsAfter(const Part& corner) const {
        return words > 0 && words + corner.words > fractions + corner.fractions;
    }
    bool isQuoted() const { return quoted > 0 && plain == 0; }

    void addNumber(double value) {
        if (std::isnan(value))
            return;
        fractions += value != std::floor(value) ? 1 : 0;
        counts = counts && value == std::floor(value) && (numbers == 0 || value > last);
        ranks = ranks && value == static_cast<double>(numbers);
        last = value;
        ++numbers;
    }
    void add(const Part& other) {
        words += other.words;
        numbers += other.numbers;
        fractions += other.fractions;
        quoted += other.quoted;
        plain += other.plain;
        inQuotes += other.inQuotes;
        entries += other.entries;
        evidence.add(other.evidence);
    }
};

bool holdsDigit(std::string_view field) {
    return field.find_first_of("0123456789") != std::string_view::npos;
}

class LayoutFinder {
public:
    LayoutFinder(std::string_view text, char separator, const TextChoices& choices, const TextListener* listener)
        : text_(text)
        , scanner_(text, separator)
        , separator_(separator)
        , choices_(choices)
        , listener_(listener) {
        result_.separator = separator;
    }

    Result<TableText> find() {
        std::size_t fields = 0;
        while (scanner_.next()) {
            if (++fields % fieldsAtOnce == 0 && listener_ != nullptr) {
                if (auto goesOn = listener_->at(text_.data() + scanner_.begin()); !goesOn)
                    return goesOn.error();
            }
            if (scanner_.atComment()) {
                finishTable(scanner_.begin());
                if (result_.tables.size() == mostTables)
                    return makeError(tooManyTables, {std::to_string(mostTables)})
                        .at("line " + std::to_string(scanner_.line()));
                startTable();
            } else if (auto added = addField(); !added) {
                return added.error();
            }
        }
        finishTable(scanner_.position());
        chooseDecimals();
        for (std::size_t i = 0; i < result_.tables.size(); ++i)
            result_.tables[i].refusal = refusalOf(misfits_[i][static_cast<std::size_t>(result_.decimal)]);
        addNotes();
        return std::move(result_);
    }

private:
    void startTable() {
        std::string_view name = scanner_.restOfLine().substr(1);
        name = name.substr(std::min(name.find_first_not_of(' '), name.size()));
        if (table_.name.empty()) // of several such lines above a table the first names it
            table_.name = name;
        table_.begin = scanner_.position();
        table_.firstLine = scanner_.line() + 1;
    }

    Part& partAt(std::size_t column) {
        if (rows_ == 1)
            return column == 1 ? corner_ : head_;
        return column == 1 ? side_ : body_;
    }

    Result<void> addField() {
        const std::size_t column = scanner_.column();
        if (scanner_.unclosed())
            return makeError(unclosedQuote).at(tablePlace(scanner_.line(), column));
        rows_ += column == 1 ? 1 : 0;
        if (scanner_.blank()) {
            ++blanksAtEnd_;
        } else {
            for (; blanksAtEnd_ > 0; --blanksAtEnd_)
                ++partAt(column - blanksAtEnd_).evidence.empty;
            addEntry(partAt(column), column);
        }
        return scanner_.lastOfLine() ? endRow(column) : Result<void>();
    }

    void addEntry(Part& part, std::size_t column) {
        const std::string_view field = scanner_.field();
        ++part.entries;
        const std::string_view bare = withoutBlanksAround(field);
        if (bare.empty()) {
            ++part.evidence.empty;
            const bool label = !field.empty() && scanner_.quoted(); // of blanks
            part.quoted += label ? 1 : 0;
            part.inQuotes += label ? 1 : 0;
            return;
        }
        const auto point = numberIn(bare, DecimalSign::point);
        const bool same = bare.find_first_of(".,") == std::string_view::npos;
        const auto comma = same ? point : numberIn(bare, DecimalSign::comma);
        // a quoted field that holds the separator had to be quoted
        const bool tellsNothing = (point || comma) && bare.find(separator_) != std::string_view::npos;
        (scanner_.quoted() && !tellsNothing ? part.quoted : part.plain) += 1;
        part.inQuotes += scanner_.quoted() ? 1 : 0;
        if (!point && !comma) {
            if (isMissing(bare)) {
                part.evidence.missing.add(bare);
                return;
            }
            ++part.words;
        } else {
            // Of two readings the one with fewer digits before the sign: what it could be at the least.
            part.addNumber(point && comma ? std::min(point->value, comma->value) : (point ? point : comma)->value);
        }
        Evidence& evidence = part.evidence;
        const std::optional<FieldNumber> numbers[] = {point, comma};
        for (std::size_t i = 0; i < 2; ++i) {
            if (numbers[i])
                evidence.readings[i].add(*numbers[i], bare);
            else if (!evidence.readings[i].misfit)
                evidence.readings[i].misfit = Misfit{scanner_.line(), column, quotedPart(bare)};
        }
        evidence.pointOnly |= point && !comma;
        evidence.commaOnly |= comma && !point;
        evidence.either |= point && comma && point->value != comma->value && holdsDigit(bare);
    }

    Result<void> endRow(std::size_t fields) {
        const std::size_t content = fields - blanksAtEnd_;
        blanksAtEnd_ = 0;
        if (rows_ == 1) {
            fewest_ = most_ = fields;
        } else if (fields < columns_) {
            return makeError(raggedRow, {std::to_string(fields), std::to_string(columns_)})
                .at(tablePlace(scanner_.line(), fields));
        } else if (content > fewest_) {
            const bool headOfWords = corner_.words == 1 && head_.words + 1 == fewest_;
            if (rows_ != 2 || content != fewest_ + 1 || !headOfWords)
                return makeError(raggedRow, {std::to_string(content), std::to_string(fewest_)})
                    .at(tablePlace(scanner_.line(), fewest_ + 1));
            table_.cornerIsLeftOut = true;
            fewest_ = fields;
        }
        fewest_ = std::min(fewest_, fields);
        most_ = std::max(most_, fields);
        columns_ = std::max(columns_, content);
        (rows_ == 1 ? headContent_ : restContent_) += content;
        return {};
    }

    void finishTable(std::size_t end) {
        if (columns_ > 0) {
            table_.end = end;
            findLabels();
            columnsLeftOut_ = std::max(columnsLeftOut_, most_ - columns_);
            Part numbers;
            if (!table_.columnLabels && !table_.rowLabels)
                numbers.add(corner_);
            if (!table_.columnLabels)
                numbers.add(head_);
            if (!table_.rowLabels)
                numbers.add(side_);
            numbers.add(body_);
            numbers.evidence.empty += (rows_ - 1) * columns_ - restContent_;
            numbers.evidence.empty += table_.columnLabels ? 0 : columns_ - headContent_;
            evidence_.add(numbers.evidence);
            misfits_.push_back({numbers.evidence.readings[0].misfit, numbers.evidence.readings[1].misfit});
            table_.rows = rows_ - (table_.columnLabels ? 1 : 0);
            table_.columns = columns_ - (table_.rowLabels ? 1 : 0);
            result_.tables.push_back(std::move(table_));
        }
        if (rows_ == 0)
            return; // the name stays that of the table to come
        table_ = {};
        corner_ = head_ = side_ = body_ = {};
        rows_ = columns_ = fewest_ = most_ = headContent_ = restContent_ = 0;
    }

    void findLabels() {
        if (table_.cornerIsLeftOut) {
            table_.columnLabels = table_.rowLabels = true;
            return;
        }
        if (corner_.isBlank() && columns_ > 1)
            labelsBesideAnEmptyCorner();
        else if (columns_ > 1)
            labelsWithACorner();
        else
            table_.columnLabels = rows_ > 1 && (corner_.words > 0 || (corner_.isQuoted() && side_.plain > 0));
        table_.columnLabels = choices_.columnLabels.value_or(table_.columnLabels);
        table_.rowLabels = columns_ > 1 && choices_.rowLabels.value_or(table_.rowLabels);
    }

    // As heedmap and pandas write tables.
    void labelsBesideAnEmptyCorner() {
        const bool quotesTell = rows_ > 1 && body_.inQuotes == 0;
        const auto isLabels = [&](const Part& part) {
            return part.isWords() || part.quoted > 0 || (quotesTell && part.inQuotes > 0);
        };
        const bool head = isLabels(head_);
        const bool side = isLabels(side_);
        if (head) {
            table_.columnLabels = table_.rowLabels = true;
            guessed_ |= rows_ > 1 && !side && !side_.isBlank() && !side_.isCounting();
        } else if (head_.isCounting() && (side || side_.isCounting())) {
            table_.columnLabels = table_.rowLabels = guessed_ = true;
        } else {
            table_.columnLabels = side && head_.isBlank();
            table_.rowLabels = side;
        }
    }

    void labelsWithACorner() {
        // Where numbers stand without quotes, quotes tell labels that look like numbers.
        const Part& rest = rows_ > 1 ? body_ : head_;
        const bool quotesTell = rest.plain > 0;
        const bool headWords = head_.isWordsAfter(corner_);
        const bool sideWords = side_.isWordsAfter(corner_);
        const bool headQuoted = head_.isQuoted() && quotesTell && corner_.plain == 0;
        const bool sideQuoted = side_.isQuoted() && quotesTell && corner_.plain == 0;
        table_.columnLabels = headWords || (rows_ > 1 && headQuoted);
        table_.rowLabels = sideWords || sideQuoted;
        if (corner_.words > 0) {
            // a word in the corner alone belongs to that row, or column, in which no number stands
            table_.columnLabels |= !sideWords && rows_ > 1 && head_.numbers == 0 && side_.numbers > 0;
            table_.rowLabels |= !headWords && side_.numbers == 0 && head_.numbers > 0;
            const bool ranks = sideWords && head_.isCounting() && head_.ranks && head_.numbers >= 3;
            guessed_ |= ranks;
            table_.columnLabels |= ranks;
        }
        guessed_ |= headQuoted && !headWords;
        guessed_ |= sideQuoted && !sideWords;
    }

    void chooseDecimals() {
        const bool surelyComma = evidence_.commaOnly && !evidence_.pointOnly;
        const bool undecided = !evidence_.commaOnly && !evidence_.pointOnly && evidence_.either;
        // between commas they are thousands
        const bool commas = undecided && evidence_.with(DecimalSign::point).grouped.count > 0 && separator_ != ',';
        result_.decimal = choices_.decimal.value_or(surelyComma || commas ? DecimalSign::comma : DecimalSign::point);
    }

    std::optional<Error> refusalOf(const std::optional<Misfit>& misfit) const {
        if (!misfit)
            return std::nullopt;
        const DecimalSign other = result_.decimal == DecimalSign::point ? DecimalSign::comma : DecimalSign::point;
        const ErrorKind& kind = numberIn(misfit->field, other) ? mixedDecimals : fieldNotANumber;
        return makeError(kind, {misfit->field}).at(tablePlace(misfit->line, misfit->column));
    }

    void note(const char* words, std::vector<Phrase> values = {}) {
        result_.notes.emplace_back(words, std::move(values));
    }

    void addNotes() {
        const Reading& read = evidence_.with(result_.decimal);
        if (result_.decimal == DecimalSign::comma)
            note(HEEDMAP_MESSAGE("Reason", "numbers are read with a decimal comma"));
        if (read.grouped.count > 0) {
            const auto example = numberIn(read.grouped.example, result_.decimal);
            note(HEEDMAP_MESSAGE("Reason", "digits stand in groups: \"%1\" is read as %2"),
                 {read.grouped.example, shortestText(example ? example->value : 0)});
        }
        if (evidence_.empty > 0)
            note(HEEDMAP_MESSAGE("Reason", "%1 empty fields are read as NaN"), {std::to_string(evidence_.empty)});
        if (evidence_.missing.count > 0)
            note(HEEDMAP_MESSAGE("Reason", "%1 missing values (\"%2\") are read as NaN"),
                 {std::to_string(evidence_.missing.count), evidence_.missing.example});
        if (columnsLeftOut_ > 0)
            note(HEEDMAP_MESSAGE("Reason", "columns at the end without any entry are left out: %1"),
                 {std::to_string(columnsLeftOut_)});
        if (guessed_ && !choices_.columnLabels && !choices_.rowLabels)
            note(HEEDMAP_MESSAGE("Reason", "numbers at the border are taken for labels"));
        if (read.rounded.count > 0)
            note(HEEDMAP_MESSAGE("Reason", "whole numbers beyond 2^53 are rounded: %1, such as %2"),
                 {std::to_string(read.rounded.count), read.rounded.example});
        if (read.infinite.count > 0)
            note(HEEDMAP_MESSAGE("Reason", "numbers larger than float64 can hold are read as infinite: %1, such as %2"),
                 {std::to_string(read.infinite.count), read.infinite.example});
        if (read.vanished.count > 0)
            note(HEEDMAP_MESSAGE("Reason", "numbers smaller than float64 can hold are read as 0: %1, such as %2"),
                 {std::to_string(read.vanished.count), read.vanished.example});
    }

    std::string_view text_;
    DelimitedScanner scanner_;
    char separator_;
    const TextChoices& choices_;
    const TextListener* listener_;
    TableText result_;
    std::vector<std::array<std::optional<Misfit>, 2>> misfits_; // of each table, with a point and with a comma
    Evidence evidence_;
    std::size_t columnsLeftOut_ = 0;
    bool guessed_ = false;

    Table table_;
    Part corner_, head_, side_, body_;
    std::size_t rows_ = 0;
    std::size_t columns_ = 0; // up to the last one with an entry
    std::size_t fewest_ = 0;  // fields of a row
    std::size_t most_ = 0;
    std::size_t headContent_ = 0; // fields up to the last entry, of the first row and of all others
    std::size_t restContent_ = 0;
    std::size_t blanksAtEnd_ = 0; // of the row so far
};

} // namespace

std::string tablePlace(std::size_t line, std::size_t column) {
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

std::string quotedPart(std::string_view text) {
    constexpr std::size_t most = 40;
    if (text.size() <= most)
        return std::string(text);
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return std::string(text.substr(0, end)) + "…";
}

Result<void> TextListener::at(const char* position) const {
    if (stop.stop_requested())
        return makeError(textStopped);
    const double fraction = static_cast<double>(position - text.data()) / static_cast<double>(text.size());
    if (progress)
        progress(from + (to - from) * fraction);
    return {};
}

Result<TableText> layOut(std::string_view text, char separator, const TextChoices& choices,
                         const TextListener* listener) {
    return LayoutFinder(text, separator, choices, listener).find();
}

Result<std::vector<double>> numbersOf(std::string_view text, const Table& table, const TableText& layout,
                                      bool mayBeMissing, const TextListener* listener) {
    if (table.refusal)
        return *table.refusal;
    std::vector<double> values;
    values.reserve(table.rows * table.columns);
    DelimitedScanner scanner(text.substr(table.begin, table.end - table.begin), layout.separator);
    const std::size_t columns = table.columns + (table.rowLabels ? 1 : 0);
    bool firstRow = true;
    std::size_t fields = 0;
    while (scanner.next()) {
        if (++fields % fieldsAtOnce == 0 && listener != nullptr) {
            if (auto goesOn = listener->at(text.data() + table.begin + scanner.begin()); !goesOn)
                return goesOn.error();
        }
        const bool label = (firstRow && table.columnLabels) || (scanner.column() == 1 && table.rowLabels);
        firstRow = firstRow && !scanner.lastOfLine();
        if (label || scanner.column() > columns)
            continue;
        const auto number = numberIn(scanner.field(), layout.decimal);
        if (!mayBeMissing && (!number || (number->outOfRange && number->value != 0))) {
            Error error = number ? makeError(numberTooLarge, {quotedPart(withoutBlanksAround(scanner.field()))})
                                 : makeError(emptyTextCell);
            return std::move(error).at(tablePlace(table.firstLine + scanner.line() - 1, scanner.column()));
        }
        values.push_back(number ? number->value : std::numeric_limits<double>::quiet_NaN());
    }
    return values;
}

Labels labelsOf(std::string_view text, const Table& table, char separator) {
    Labels labels;
    if (!table.columnLabels && !table.rowLabels)
        return labels;
    DelimitedScanner scanner(text.substr(table.begin, table.end - table.begin), separator);
    const std::size_t columns = table.columns + (table.rowLabels ? 1 : 0) - (table.cornerIsLeftOut ? 1 : 0);
    std::size_t row = 0;
    while (scanner.next()) {
        const bool head = row == 0 && table.columnLabels;
        const bool corner = head && scanner.column() == 1 && table.rowLabels && !table.cornerIsLeftOut;
        if (head && !corner && scanner.column() <= columns)
            labels.columns.emplace_back(scanner.field());
        else if (!head && scanner.column() == 1 && table.rowLabels)
            labels.rows.emplace_back(scanner.field());
        row += scanner.lastOfLine() ? 1 : 0;
        if (row == 1 && scanner.lastOfLine() && !table.rowLabels)
            break;
    }
    for (std::vector<std::string>* side : {&labels.rows, &labels.columns})
        if (std::all_of(side->begin(), side->end(), [](const std::string& label) { return label.empty(); }))
            side->clear();
    return labels;
}

} // namespace heedmap::files
