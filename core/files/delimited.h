// Tables as text: fields between separators, quotes with doubled quotes inside, any kind of line end.
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace heedmap::files {

// One field at a time, so that a large table needs no memory of its own.
class DelimitedScanner {
public:
    // ' ' stands for any run of blanks. `text` has no byte order mark.
    DelimitedScanner(std::string_view text, char separator)
        : text_(text)
        , separator_(separator) {}

    // False at the end. Lines without any field are passed over.
    bool next();
    // Valid until next(); quotes and blanks around it are gone.
    std::string_view field() const { return field_; }
    bool quoted() const { return quoted_; }
    bool lastOfLine() const { return lastOfLine_; }
    std::size_t line() const { return line_; }     // of the file, from 1
    std::size_t column() const { return column_; } // of the table, from 1
    bool unclosed() const { return unclosed_; }    // its quote does not end
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
    void scanQuoted();
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

// The one of tab ; , and blank under which the first rows have equally many fields, or most of them do.
char guessSeparator(std::string_view text);

// All fields of all rows, with the separator guessed unless it is given.
std::vector<std::vector<std::string>> parseDelimited(std::string_view text, char separator = '\0');

} // namespace heedmap::files
