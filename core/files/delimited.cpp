#include "core/files/delimited.h"

#include "core/files/json_contents.h"

#include <algorithm>
#include <map>

namespace heedmap::files {

namespace {

constexpr std::size_t rowsLookedAt = 50;

// How many of the first rows have the most frequent number of fields, if that is at least two.
struct Agreement {
    std::size_t rows = 0;
    std::size_t agreeing = 0;
};

Agreement agreementOf(std::string_view text, char separator) {
    std::map<std::size_t, std::size_t> rowsByFields;
    Agreement agreement;
    DelimitedScanner scanner(text, separator);
    while (agreement.rows < rowsLookedAt && scanner.next()) {
        if (scanner.atComment()) {
            scanner.restOfLine();
        } else if (scanner.lastOfLine()) {
            ++rowsByFields[scanner.column()];
            ++agreement.rows;
        }
    }
    for (const auto& [fields, rows] : rowsByFields)
        if (fields > 1)
            agreement.agreeing = std::max(agreement.agreeing, rows);
    return agreement;
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
        skipBlanks();
        while (position_ < text_.size() && atLineEnd()) {
            skipLineEnd();
            skipBlanks();
        }
        if (position_ == text_.size())
            return false;
        line_ = nextLine_;
        column_ = 0;
    }
    ++column_;
    skipBlanks();
    fieldBegin_ = position_;
    quoted_ = position_ < text_.size() && text_[position_] == '"';
    quoted_ ? scanQuoted() : scanPlain();

    skipBlanks();
    lastOfLine_ = atLineEnd();
    if (lastOfLine_)
        skipLineEnd();
    else if (separator_ != ' ')
        ++position_;
    return true;
}

void DelimitedScanner::scanQuoted() {
    std::size_t piece = position_ + 1;
    std::size_t quote = text_.find('"', piece);
    buffer_.clear();
    while (quote != std::string_view::npos && text_.substr(quote, 2) == "\"\"") {
        buffer_.append(text_, piece, quote + 1 - piece);
        piece = quote + 2;
        quote = text_.find('"', piece);
    }
    unclosed_ = quote == std::string_view::npos;
    position_ = std::min(quote, text_.size());
    field_ = text_.substr(piece, position_ - piece);
    if (!buffer_.empty())
        field_ = buffer_.append(field_);
    nextLine_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(fieldBegin_),
                                                     text_.begin() + static_cast<std::ptrdiff_t>(position_), '\n'));
    // What stands between the closing quote and the separator belongs to nothing.
    position_ = std::min(position_ + 1, text_.size());
    while (!atLineEnd() && text_[position_] != separator_)
        ++position_;
}

void DelimitedScanner::scanPlain() {
    while (!atLineEnd() && text_[position_] != separator_ && !(separator_ == ' ' && text_[position_] == '\t'))
        ++position_;
    std::size_t end = position_;
    while (end > fieldBegin_ && text_[end - 1] == ' ')
        --end;
    field_ = text_.substr(fieldBegin_, end - fieldBegin_);
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
    char best = ',';
    double bestShare = 0;
    for (const char separator : {'\t', ';', ',', ' '}) {
        const Agreement agreement = agreementOf(text, separator);
        const double share =
            agreement.rows == 0 ? 0 : static_cast<double>(agreement.agreeing) / static_cast<double>(agreement.rows);
        if (share > bestShare) {
            best = separator;
            bestShare = share;
        }
    }
    return best;
}

std::vector<std::vector<std::string>> parseDelimited(std::string_view text, char separator) {
    text = withoutByteOrderMark(text);
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
