#include "core/files/delimited.h"

#include "core/files/number_field.h"

#include <algorithm>
#include <map>

namespace heedmap::files {

namespace {

constexpr std::size_t rowsLookedAt = 50;

// How the first rows look under a separator.
struct Agreement {
    std::size_t rows = 0;
    std::size_t agreeing = 0; // rows with the most frequent number of fields, if that is at least two
    double numbers = 0;       // share of the fields that are numbers or missing; words at the border count half
};

Agreement agreementOf(std::string_view text, char separator) {
    std::map<std::size_t, std::size_t> rowsByFields;
    Agreement agreement;
    std::size_t fields = 0;
    DelimitedScanner scanner(text, separator);
    while (agreement.rows < rowsLookedAt && scanner.next()) {
        if (scanner.atComment()) {
            scanner.restOfLine();
            continue;
        }
        const std::string_view field = scanner.field();
        const bool number =
            numberIn(field, DecimalSign::point) || numberIn(field, DecimalSign::comma) || isMissing(field);
        const bool border = agreement.rows == 0 || scanner.column() == 1;
        agreement.numbers += number ? 1 : border ? 0.5 : 0;
        ++fields;
        if (scanner.lastOfLine()) {
            ++rowsByFields[scanner.column()];
            ++agreement.rows;
        }
    }
    for (const auto& [count, rows] : rowsByFields)
        if (count > 1)
            agreement.agreeing = std::max(agreement.agreeing, rows);
    agreement.numbers /= static_cast<double>(std::max<std::size_t>(fields, 1));
    return agreement;
}

// A line of a column of decimal commas.
struct CommaLine {
    bool isNumber = false;
    bool hasComma = false;
    bool isSure = false;     // it cannot be two whole numbers: "-0,5", "1.000,5"
    bool beginsZero = false; // "0,25"
    bool isUnit = false;     // "0,25" or "1,0"
    bool isBinary = false;   // "0,1", which a table of 0 and 1 holds as well
};

CommaLine commaLineOf(std::string_view line) {
    CommaLine seen;
    line = withoutBlanksAround(line);
    const auto number = numberIn(line, DecimalSign::comma);
    const std::size_t comma = line.find(',');
    seen.isNumber = number.has_value();
    seen.hasComma = comma != std::string_view::npos;
    if (!seen.isNumber || !seen.hasComma)
        return seen;
    const std::string_view before = line.substr(0, comma);
    const std::string_view after = line.substr(comma + 1);
    seen.isSure = before == "-0" || before == "+0" || number->grouped;
    seen.beginsZero = before == "0" || before == "-0";
    seen.isUnit = seen.beginsZero || ((before == "1" || before == "-1") && after.find_first_not_of('0') == after.npos);
    seen.isBinary = (before == "0" || before == "1") && (after == "0" || after == "1");
    return seen;
}

// Whether every line is one number with a decimal comma, such as a spreadsheet's column of weights, and not two whole
// numbers. A first line may name the column.
bool isColumnOfDecimalCommas(std::string_view text) {
    std::size_t lines = 0;
    std::size_t commas = 0;
    std::size_t zeros = 0;
    std::size_t units = 0;
    std::size_t binary = 0;
    bool sure = false;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
        const std::string_view line = text.substr(start, end - start);
        start = end + 1;
        if (withoutBlanksAround(line).empty())
            continue;
        const CommaLine seen = commaLineOf(line);
        ++lines;
        if (!seen.isNumber && (lines > 1 || seen.hasComma || line.find(',') != std::string_view::npos))
            return false;
        sure = sure || seen.isSure;
        commas += seen.hasComma ? 1 : 0;
        zeros += seen.beginsZero ? 1 : 0;
        units += seen.isUnit ? 1 : 0;
        binary += seen.isBinary ? 1 : 0;
    }
    if (commas == 0 || (binary == commas && !sure))
        return false;
    return sure || units == commas || zeros * 2 > commas;
}

} // namespace

bool DelimitedScanner::atLineEnd() const {
    return position_ == text_.size() || text_[position_] == '\n' || text_[position_] == '\r';
}

void DelimitedScanner::skipLineEnd() {
    if (position_ == text_.size())
        return;
    const bool both = text_.substr(position_, 2) == "\r\n";
    position_ += both ? 2 : 1;
    ++nextLine_;
}

void DelimitedScanner::skipBlanks() {
    while (position_ < text_.size() && (text_[position_] == ' ' || (text_[position_] == '\t' && separator_ != '\t')))
        ++position_;
}

bool DelimitedScanner::next() {
    if (lastOfLine_) {
        std::size_t lineBegin = position_;
        skipBlanks();
        while (position_ < text_.size() && atLineEnd()) {
            skipLineEnd();
            lineBegin = position_;
            skipBlanks();
        }
        if (position_ == text_.size())
            return false;
        position_ = lineBegin;
        line_ = nextLine_;
        column_ = 0;
    }
    ++column_;
    const std::size_t begin = position_;
    skipBlanks();
    fieldBegin_ = position_;
    const bool quote = position_ < text_.size() && text_[position_] == '"';
    quoted_ = quote && scanQuoted();
    if (!quoted_) {
        position_ = separator_ == ' ' ? fieldBegin_ : begin;
        scanPlain();
    }
    if (separator_ == ' ')
        skipBlanks();
    lastOfLine_ = atLineEnd();
    if (lastOfLine_)
        skipLineEnd();
    else if (separator_ != ' ')
        ++position_;
    return true;
}

// False, and nothing is read, where the closing quote is not the field's end.
bool DelimitedScanner::scanQuoted() {
    std::size_t piece = position_ + 1;
    std::size_t quote = text_.find('"', piece);
    buffer_.clear();
    while (quote != std::string_view::npos && text_.substr(quote, 2) == "\"\"") {
        buffer_.append(text_, piece, quote + 1 - piece);
        piece = quote + 2;
        quote = text_.find('"', piece);
    }
    unclosed_ = quote == std::string_view::npos;
    const std::size_t end = std::min(quote, text_.size());
    position_ = std::min(end + 1, text_.size());
    skipBlanks();
    const bool wasBlank = separator_ == ' ' && position_ > end + 1;
    if (!unclosed_ && !atLineEnd() && text_[position_] != separator_ && !wasBlank)
        return false;
    field_ = text_.substr(piece, end - piece);
    if (!buffer_.empty())
        field_ = buffer_.append(field_);
    nextLine_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(fieldBegin_),
                                                     text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    return true;
}

void DelimitedScanner::scanPlain() {
    const std::size_t begin = position_;
    while (!atLineEnd() && text_[position_] != separator_ && !(separator_ == ' ' && text_[position_] == '\t'))
        ++position_;
    field_ = text_.substr(begin, position_ - begin);
}

bool DelimitedScanner::atComment() const {
    const std::string_view rest = text_.substr(fieldBegin_, 2);
    return column_ == 1 && rest.starts_with('#') &&
           (rest.size() == 1 || rest[1] == ' ' || rest[1] == '\n' || rest[1] == '\r');
}

std::string_view DelimitedScanner::restOfLine() {
    position_ = std::min(text_.find_first_of("\r\n", fieldBegin_), text_.size());
    lastOfLine_ = true;
    const std::string_view rest = text_.substr(fieldBegin_, position_ - fieldBegin_);
    nextLine_ = line_;
    skipLineEnd();
    return rest;
}

char guessSeparator(std::string_view text) {
    if (text.find(',') != std::string_view::npos && isColumnOfDecimalCommas(text))
        return '\n';
    char best = ',';
    double bestScore = 0;
    for (const char separator : {'\t', ';', ',', ' '}) {
        const Agreement agreement = agreementOf(text, separator);
        if (agreement.rows == 0)
            continue;
        const double share = static_cast<double>(agreement.agreeing) / static_cast<double>(agreement.rows);
        const double score = share * (0.25 + agreement.numbers);
        if (score > bestScore) {
            best = separator;
            bestScore = score;
        }
    }
    return best;
}

std::vector<std::vector<std::string>> parseDelimited(std::string_view text, char separator) {
    text.remove_prefix(text.starts_with("\xef\xbb\xbf") ? 3 : 0);
    DelimitedScanner scanner(text, separator ? separator : guessSeparator(text));
    std::vector<std::vector<std::string>> rows;
    while (scanner.next()) {
        if (scanner.column() == 1)
            rows.emplace_back();
        rows.back().emplace_back(scanner.field());
    }
    return rows;
}

} // namespace heedmap::files
