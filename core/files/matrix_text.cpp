#include "core/files/matrix_text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heedmap::files {

namespace {

constexpr std::string_view unicodeMinus = "\xE2\x88\x92";
constexpr std::string_view unicodeEllipsis = "\xE2\x80\xA6";
constexpr std::string_view noBreakSpace = "\xC2\xA0";
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t found = std::min(text.find(from, at), text.size());
        result.append(text.substr(at, found - at));
        if (found < text.size())
            result.append(to);
        at = found + (found < text.size() ? from.size() : 0);
    }
    return result;
}

// What an error quotes: enough to find it, never a page; not cut inside a character.
std::string inQuotes(std::string_view text) {
    constexpr std::size_t most = 40;
    if (text.size() <= most)
        return std::string(text);
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return std::string(text.substr(0, end)) + std::string(unicodeEllipsis);
}

std::string placeOf(std::size_t row, std::size_t column) {
    return "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

// "1,5", "-1.234,5" → how it is to be written.
std::optional<std::string> withPoint(std::string_view text) {
    if (text.find(',') == std::string_view::npos ||
        text.find_first_not_of("0123456789+-.,eE") != std::string_view::npos)
        return std::nullopt;
    const std::size_t comma = text.rfind(',');
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == comma)
            result += '.';
        else if (text[i] != '.' && text[i] != ',')
            result += text[i];
    }
    return result;
}

// Of a number beyond float64: so small that it is 0, rather than so large.
bool isTiny(std::string_view digits) {
    const std::size_t exponent = digits.find_first_of("eE");
    if (exponent != std::string_view::npos)
        return digits.substr(exponent + 1).starts_with('-');
    return digits.find_first_not_of('0') == digits.find('.');
}

// `word` without its sign, spaces and module.
std::optional<double> magnitudeOf(std::string_view word, bool& tooLarge) {
    if (word == "True" || word == "true")
        return 1;
    if (word == "False" || word == "false")
        return 0;
    if (word.empty() || word.front() == '+' || word.front() == '-' || word.back() == ')')
        return std::nullopt;
    double value = 0;
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end != word.data() + word.size() || status == std::errc::invalid_argument)
        return std::nullopt;
    tooLarge = status == std::errc::result_out_of_range && !isTiny(word);
    return value;
}

// `text` has an ASCII minus and no spaces around it.
Result<double> plainNumber(std::string_view text) {
    if (text.empty())
        return makeError(emptyTextCell);
    std::string_view word = text;
    const bool negative = word.front() == '-';
    if (negative || word.front() == '+')
        word.remove_prefix(1);
    for (const std::string_view module : {"np.", "numpy.", "math.", "torch."}) {
        if (word.starts_with(module)) {
            word.remove_prefix(module.size());
            break;
        }
    }
    bool tooLarge = false;
    const std::optional<double> magnitude = magnitudeOf(word, tooLarge);
    if (tooLarge)
        return makeError(numberTooLarge, {inQuotes(text)});
    if (magnitude)
        return negative ? -*magnitude : *magnitude;
    const std::optional<std::string> better = withPoint(text);
    return better ? makeError(decimalComma, {inQuotes(text), inQuotes(*better)})
                  : makeError(notANumber, {inQuotes(text)});
}

// Who waits for a text to be read.
struct Listener {
    std::string_view text;
    const std::stop_token& stop;
    const std::function<void(double)>& progress;
};

// Collects numbers row by row and sees to it that all rows are equally long.
class RowCollector {
public:
    explicit RowCollector(const Listener& listener)
        : listener_(listener) {}

    std::size_t count() const { return count_; }
    std::size_t inRow() const { return values_.size() - rowStart_; }

    Result<void> add(std::string_view word) {
        Result<double> number = plainNumber(word);
        if (!number)
            return Error(number.error()).at(placeOf(count_, inRow()));
        values_.push_back(*number);
        return values_.size() % numbersAtOnce == 0 ? report(word) : Result<void>();
    }

    Result<void> endRow() {
        if (count_ == 0)
            columns_ = inRow();
        else if (inRow() != columns_)
            return makeError(raggedText,
                             {std::to_string(count_ + 1), std::to_string(inRow()), std::to_string(columns_)});
        ++count_;
        rowStart_ = values_.size();
        return {};
    }

    Result<MatrixD> matrix() const {
        if (values_.empty())
            return makeError(noNumbersInText);
        return MatrixD(
            Eigen::Map<const MatrixD>(values_.data(), static_cast<Index>(count_), static_cast<Index>(columns_)));
    }

private:
    static constexpr std::size_t numbersAtOnce = 8192;

    Result<void> report(std::string_view word) const {
        if (listener_.stop.stop_requested())
            return makeError(textStopped);
        if (listener_.progress)
            listener_.progress(static_cast<double>(word.data() - listener_.text.data()) /
                               static_cast<double>(listener_.text.size()));
        return {};
    }

    const Listener& listener_;
    std::vector<double> values_;
    std::size_t rowStart_ = 0;
    std::size_t count_ = 0;
    std::size_t columns_ = 0;
};

std::string_view unquoted(std::string_view cell) {
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
        return trimmed(cell.substr(1, cell.size() - 2));
    return cell;
}

Result<void> addSeparated(RowCollector& rows, std::string_view line, char separator) {
    for (std::size_t start = 0; start <= line.size();) {
        const std::size_t end = std::min(line.find(separator, start), line.size());
        if (Result<void> added = rows.add(unquoted(trimmed(line.substr(start, end - start)))); !added)
            return added;
        start = end + 1;
    }
    return {};
}

Result<void> addSpaced(RowCollector& rows, std::string_view line) {
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        std::size_t end = 0;
        while (end < line.size() && !isSpace(line[end]))
            ++end;
        if (Result<void> added = rows.add(line.substr(0, end)); !added)
            return added;
        line.remove_prefix(end);
    }
    return {};
}

Result<MatrixD> parseTable(const Listener& listener) {
    const std::string_view text = listener.text;
    char separator = ' ';
    for (const char candidate : {'\t', ';', ','}) {
        if (text.find(candidate) != std::string_view::npos) {
            separator = candidate;
            break;
        }
    }
    RowCollector rows(listener);
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
        const std::string_view line = text.substr(start, end - start);
        start = end + 1;
        const bool blank = line.find_first_not_of(' ') == std::string_view::npos;
        if (blank)
            continue;
        Result<void> added = separator == ' ' ? addSpaced(rows, line) : addSeparated(rows, line, separator);
        if (added)
            added = rows.endRow();
        if (!added)
            return added.error();
    }
    return rows.matrix();
}

// Lists, tuples and calls such as array(…) and tensor(…, dtype=…). A call is transparent: only lists make axes.
class LiteralReader {
public:
    explicit LiteralReader(const Listener& listener)
        : rest_(listener.text)
        , rows_(listener) {}

    Result<MatrixD> read() {
        while (!(rest_ = trimmed(rest_)).empty()) {
            if (Result<void> done = step(rest_.front()); !done)
                return done.error();
        }
        if (!open_.empty())
            return makeError(unclosedBracket, {open_.back() == '[' ? "]" : ")"});
        if (rows_.inRow() > 0) {
            if (Result<void> ended = rows_.endRow(); !ended)
                return ended.error();
        }
        return rows_.matrix();
    }

private:
    // A call's parenthesis, as opposed to a tuple's.
    static constexpr char call = 'c';

    Result<void> step(char c) {
        if (c == '[' || c == '(')
            return openList(c);
        if (c == ']' || c == ')')
            return close(c);
        if (c != ',')
            return readWord();
        rest_.remove_prefix(1);
        if (std::exchange(numberDue_, true))
            return makeError(emptyTextCell).at(placeOf(rows_.count(), rows_.inRow()));
        return {};
    }

    Result<void> openList(char c) {
        if (depth_ == 2)
            return makeError(tooManyAxesInText);
        if (rows_.inRow() > 0)
            return makeError(unexpectedText, {std::string(1, c)}).at(placeOf(rows_.count(), rows_.inRow()));
        ++depth_;
        open_.push_back(c);
        rest_.remove_prefix(1);
        numberDue_ = true;
        rowsInside_ = depth_ == 2;
        return {};
    }

    Result<void> close(char c) {
        const char opened = open_.empty() ? '\0' : open_.back();
        if ((c == ']') != (opened == '[') || opened == '\0')
            return makeError(unexpectedText, {std::string(1, c)}).at(placeOf(rows_.count(), rows_.inRow()));
        open_.pop_back();
        rest_.remove_prefix(1);
        numberDue_ = false;
        if (opened == call)
            return {};
        const bool endsRow = depth_ == 2 || (depth_ == 1 && !rowsInside_);
        --depth_;
        return endsRow ? rows_.endRow() : Result<void>();
    }

    Result<void> readWord() {
        const std::size_t end = std::min(rest_.find_first_of(" \t\r\n\f\v,[]()="), rest_.size());
        const std::string_view word = rest_.substr(0, end);
        const std::string_view after = trimmed(rest_.substr(end));
        const bool name = !word.empty() && isLetter(word.front());
        if (name && after.starts_with('(')) {
            rest_ = after.substr(1);
            open_.push_back(call);
            return {};
        }
        if (name && after.starts_with('='))
            return readKeyword(after.substr(1));
        const bool insideRow = depth_ == 2 || (depth_ == 1 && !rowsInside_);
        const bool single = depth_ == 0 && !open_.empty();
        if (word.empty() || !(insideRow || single))
            return makeError(unexpectedText, {inQuotes(word.empty() ? rest_.substr(0, 1) : word)})
                .at(placeOf(rows_.count(), rows_.inRow()));
        rest_.remove_prefix(end);
        numberDue_ = false;
        return rows_.add(word);
    }

    // "a = array(…)" before anything is opened, or ", dtype=float32)" at the end of a call, which is left out.
    Result<void> readKeyword(std::string_view after) {
        if (open_.empty()) {
            rest_ = after;
            return {};
        }
        int nested = 0;
        while (!after.empty() && (nested > 0 || after.front() != ')')) {
            nested += after.front() == '(' ? 1 : after.front() == ')' ? -1 : 0;
            after.remove_prefix(1);
        }
        rest_ = after;
        return {};
    }

    std::string_view rest_;
    std::vector<char> open_;
    int depth_ = 0;
    bool rowsInside_ = false; // the outer list has inner ones
    bool numberDue_ = true;   // after "[" or ","
    RowCollector rows_;
};

} // namespace

Result<double> parseNumber(std::string_view text) {
    const std::string plain = replaced(replaced(text, unicodeMinus, "-"), noBreakSpace, " ");
    return plainNumber(trimmed(plain));
}

Result<MatrixD> parseMatrixText(std::string_view text, const std::stop_token& stop,
                                const std::function<void(double)>& progress) {
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    if (text.find("...") != std::string_view::npos || text.find(unicodeEllipsis) != std::string_view::npos)
        return makeError(abbreviatedText);
    const std::string plain = replaced(replaced(text, unicodeMinus, "-"), noBreakSpace, " ");
    const bool literal = plain.find_first_of("[(") != std::string::npos;
    const Listener listener{plain, stop, progress};
    return literal ? LiteralReader(listener).read() : parseTable(listener);
}

} // namespace heedmap::files
