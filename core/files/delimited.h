// Tables as text (RFC 4180): fields between separators, which keep their spaces, quotes with doubled quotes inside, any
// kind of line end.
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace heedmap::files {

// One field at a time, so that a large table needs no memory of its own.
class DelimitedScanner {
public:
    // ' ' stands for any run of blanks, '\n' for none: a line is a field. `text` has no byte order mark.
    DelimitedScanner(std::string_view text, char separator)
        : text_(text)
        , separator_(separator) {}

    // False at the end. Lines of nothing but blanks are passed over.
    bool next();
    // Valid until next(); without its quotes, and, between runs of blanks, without these.
    std::string_view field() const { return field_; }
    bool quoted() const { return quoted_; }
    bool lastOfLine() const { return lastOfLine_; }
    std::size_t line() const { return line_; }     // of the file, from 1
    std::size_t column() const { return column_; } // of the table, from 1
    bool unclosed() const { return unclosed_; }    // its quote does not end
    // Nothing at all, not even quotes.
    bool blank() const { return !quoted_ && field_.find_first_not_of(" \t") == std::string_view::npos; }
    // The field is the first of a line that begins with "# ", as numpy.savetxt writes what is no data.
    bool atComment() const;
    // The rest of a line that has just begun, as it stands, instead of its fields.
    std::string_view restOfLine();
    // Where the field begins, and what follows it.
    std::size_t begin() const { return fieldBegin_; }
    std::size_t position() const { return position_; }

private:
    bool atLineEnd() const;
    void skipLineEnd();
    void skipBlanks();
    bool scanQuoted();
    void scanPlain();

    std::string_view text_;
    char separator_;
    std::size_t position_ = 0;
    std::size_t fieldBegin_ = 0;
    std::size_t nextLine_ = 1;
    std::size_t line_ = 1;
    std::size_t column_ = 0;
    std::string_view field_;
    std::string buffer_; // of a quoted field with quotes inside
    bool quoted_ = false;
    bool unclosed_ = false;
    bool lastOfLine_ = true;
};

// The one of tab ; , and blank under which the first rows have equally many fields, or most of them do, and most fields
// are numbers; '\n' where every line is one number with a decimal comma.
char guessSeparator(std::string_view text);

// All fields of all rows, with the separator guessed unless it is given.
std::vector<std::vector<std::string>> parseDelimited(std::string_view text, char separator = '\0');

} // namespace heedmap::files
