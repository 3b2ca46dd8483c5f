#include "core/files/table_layout.h"

#include "core/files/delimited.h"
#include "core/number_text.h"

#include <algorithm>

namespace heedmap::files {

namespace {

std::string placeIn(std::size_t line, std::size_t column) {
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

bool isNumberWithComma(std::string_view text) {
    std::string copy(text);
    std::replace(copy.begin(), copy.end(), ',', '.');
    return numberFrom(copy).has_value();
}

// What is seen of a part of a table: its first row, its first column, the rest.
struct Part {
    bool text = false;   // something that is neither a number nor empty
    bool quoted = false; // something in quotes
    bool plain = false;  // something without
    std::size_t empty = 0;
};

class LayoutFinder {
public:
    LayoutFinder(std::string_view text, char separator)
        : scanner_(text, separator)
        , commasAllowed_(separator != ',') {
        result_.separator = separator;
    }

    Result<TableText> find() {
        while (scanner_.next()) {
            if (scanner_.atComment()) {
                finishTable(scanner_.begin());
                startTable();
            } else if (auto added = addField(); !added) {
                return added.error();
            }
        }
        finishTable(scanner_.position());
        result_.decimalComma = commaSeen_ && !pointSeen_;
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

    Result<void> addField() {
        const std::size_t column = scanner_.column();
        if (scanner_.unclosed())
            return makeError(unclosedQuote).at(placeIn(scanner_.line(), column));
        rows_ += column == 1 ? 1 : 0;
        const std::string_view field = scanner_.field();
        const bool border = rows_ == 1 || column == 1;
        const bool text =
            border && !field.empty() && !numberFrom(field) && !(commasAllowed_ && isNumberWithComma(field));
        noteDecimals(field);
        if (rows_ == 1 && column == 1) {
            cornerText_ = text;
            cornerBlank_ = field.empty();
            cornerEmpty_ = field.empty() && !scanner_.quoted();
        } else {
            Part& part = rows_ == 1 ? head_ : column == 1 ? side_ : body_;
            part.text |= text;
            (scanner_.quoted() ? part.quoted : part.plain) = true;
            part.empty += field.empty() ? 1 : 0;
        }
        if (!scanner_.lastOfLine())
            return {};
        if (rows_ == 1)
            columns_ = column;
        if (column != columns_)
            return makeError(raggedRow, {std::to_string(column), std::to_string(columns_)})
                .at(placeIn(scanner_.line(), std::min(column, columns_ + 1)));
        return {};
    }

    void noteDecimals(std::string_view field) {
        if (!commasAllowed_)
            return;
        if (!commaSeen_ && field.find(',') != std::string_view::npos)
            commaSeen_ = isNumberWithComma(field);
        if (!pointSeen_ && field.find('.') != std::string_view::npos)
            pointSeen_ = numberFrom(field).has_value();
    }

    void finishTable(std::size_t end) {
        if (rows_ == 0)
            return;
        // Where numbers stand without quotes, quotes tell labels that look like numbers.
        const bool quotesTell = body_.plain;
        const bool emptyCorner = cornerEmpty_ && columns_ > 1 && (rows_ > 1 || head_.text);
        table_.columnLabels =
            head_.text || (head_.quoted && quotesTell) || emptyCorner || (columns_ == 1 && cornerText_);
        table_.rowLabels = columns_ > 1 && (side_.text || (side_.quoted && quotesTell) || emptyCorner ||
                                            (rows_ == 1 && cornerText_ && !head_.text));
        table_.rows = rows_ - (table_.columnLabels ? 1 : 0);
        table_.columns = columns_ - (table_.rowLabels ? 1 : 0);
        table_.end = end;
        table_.emptyFields =
            body_.empty + (table_.columnLabels ? 0 : head_.empty) + (table_.rowLabels ? 0 : side_.empty);
        table_.emptyFields += cornerBlank_ && !table_.columnLabels && !table_.rowLabels ? 1 : 0;
        result_.tables.push_back(std::move(table_));
        table_ = {};
        head_ = side_ = body_ = {};
        rows_ = columns_ = 0;
        cornerText_ = cornerEmpty_ = cornerBlank_ = false;
    }

    DelimitedScanner scanner_;
    bool commasAllowed_;
    TableText result_;
    Table table_;
    Part head_, side_, body_;
    bool cornerText_ = false;
    bool cornerEmpty_ = false; // and not in quotes
    bool cornerBlank_ = false;
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    bool commaSeen_ = false;
    bool pointSeen_ = false;
};

} // namespace

Result<TableText> layOut(std::string_view text, char separator) {
    return LayoutFinder(text, separator).find();
}

Labels labelsOf(std::string_view text, const Table& table, char separator) {
    Labels labels;
    if (!table.columnLabels && !table.rowLabels)
        return labels;
    DelimitedScanner scanner(text.substr(table.begin, table.end - table.begin), separator);
    std::size_t row = 0;
    while (scanner.next()) {
        const bool corner = row == 0 && scanner.column() == 1 && table.rowLabels && table.columnLabels;
        if (row == 0 && table.columnLabels && !corner)
            labels.columns.emplace_back(scanner.field());
        else if (scanner.column() == 1 && table.rowLabels && !corner)
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
