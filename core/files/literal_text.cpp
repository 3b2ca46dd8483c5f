#include "core/files/literal_text.h"

#include "core/files/json_contents.h"

#include <array>
#include <limits>
#include <utility>

namespace heedmap::files {

namespace {

bool isNameLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// A call is transparent: only lists make axes.
class LiteralReader {
public:
    LiteralReader(std::string_view text, std::size_t mostAxes, const TextListener* listener)
        : rest_(text)
        , most_(mostAxes)
        , mayBeMissing_(mostAxes > 2)
        , listener_(listener) {}

    Result<LiteralArray> read() {
        while (!(rest_ = withoutBlanksAround(rest_)).empty()) {
            if (Result<void> done = step(rest_.front()); !done)
                return done.error();
        }
        if (!open_.empty())
            return makeError(unclosedBracket, {open_.back() == '[' ? "]" : ")"});
        if (array_.values.empty())
            return makeError(noNumbersInText);
        if (counts_[0] > 1)
            array_.sizes.push_back(counts_[0]);
        for (std::size_t axis = 1; axis < leaf_; ++axis)
            array_.sizes.push_back(sizes_[axis]);
        if (leaf_ > 0)
            array_.sizes.push_back(columns_);
        if (array_.sizes.size() > most_)
            return makeError(mayBeMissing_ ? tooManyAxesInFile : tooManyAxesInText);
        return std::move(array_);
    }

private:
    static constexpr char call = 'c'; // its parenthesis, as opposed to a tuple's
    static constexpr std::size_t numbersAtOnce = 8192;

    std::size_t inRow() const { return array_.values.size() - rowStart_; }

    Error at(Error error) const {
        return std::move(error).at("row " + std::to_string(rows_ + 1) + ", column " + std::to_string(inRow() + 1));
    }

    Result<void> step(char c) {
        if (c == '[' || c == '(')
            return openList(c);
        if (c == ']' || c == ')')
            return close(c);
        if (c != ',')
            return readWord();
        rest_.remove_prefix(1);
        if (std::exchange(numberDue_, true))
            return at(makeError(emptyTextCell));
        return {};
    }

    Result<void> openList(char c) {
        if (depth_ == most_)
            return makeError(mayBeMissing_ ? tooManyAxesInFile : tooManyAxesInText);
        if (leaf_ != 0 && depth_ == leaf_)
            return at(makeError(unexpectedText, {std::string(1, c)}));
        counts_[++depth_] = 0;
        open_.push_back(c);
        rest_.remove_prefix(1);
        numberDue_ = true;
        return {};
    }

    Result<void> close(char c) {
        const char opened = open_.empty() ? '\0' : open_.back();
        if ((c == ']') != (opened == '[') || opened == '\0')
            return at(makeError(unexpectedText, {std::string(1, c)}));
        open_.pop_back();
        rest_.remove_prefix(1);
        numberDue_ = false;
        if (opened == call)
            return {};
        leaf_ = leaf_ == 0 ? depth_ : leaf_;
        if (auto ended = depth_ == leaf_ ? endRow() : endAxis(); !ended)
            return ended;
        ++counts_[--depth_];
        return {};
    }

    Result<void> endRow() {
        if (rows_ == 0)
            columns_ = inRow();
        else if (inRow() != columns_)
            return makeError(raggedText,
                             {std::to_string(rows_ + 1), std::to_string(inRow()), std::to_string(columns_)});
        ++rows_;
        rowStart_ = array_.values.size();
        return {};
    }

    Result<void> endAxis() {
        if (sizes_[depth_] == 0)
            sizes_[depth_] = counts_[depth_];
        else if (counts_[depth_] != sizes_[depth_])
            return at(makeError(raggedList, {std::to_string(counts_[depth_]), std::to_string(sizes_[depth_])}));
        return {};
    }

    Result<void> readWord() {
        const std::size_t end = std::min(rest_.find_first_of(" \t\r\n\f\v,[]()="), rest_.size());
        const std::string_view word = rest_.substr(0, end);
        const std::string_view after = withoutBlanksAround(rest_.substr(end));
        const bool name = !word.empty() && isNameLetter(word.front());
        if (name && after.starts_with('(')) {
            rest_ = after.substr(1);
            open_.push_back(call);
            return {};
        }
        if (name && after.starts_with('=')) {
            readKeyword(after.substr(1));
            return {};
        }
        const bool single = depth_ == 0 && !open_.empty() && array_.values.empty();
        const bool inLeaf = depth_ > 0 && (leaf_ == 0 ? counts_[depth_] == 0 : depth_ == leaf_);
        if (word.empty() || !(inLeaf || single))
            return at(makeError(unexpectedText, {quotedPart(word.empty() ? rest_.substr(0, 1) : word)}));
        rest_.remove_prefix(end);
        numberDue_ = false;
        leaf_ = leaf_ == 0 ? depth_ : leaf_;
        return addNumber(word);
    }

    Result<void> addNumber(std::string_view word) {
        const auto number = numberIn(word, DecimalSign::point);
        const bool missing = !number && mayBeMissing_ && isMissing(word);
        if ((!number && !missing) || (number && number->grouped))
            return at(makeError(fieldNotANumber, {quotedPart(word)}));
        if (number && number->outOfRange && number->value != 0) {
            if (!mayBeMissing_)
                return at(makeError(numberTooLarge, {quotedPart(word)}));
            ++array_.infinite;
        }
        array_.missing += missing ? 1 : 0;
        array_.rounded += number && number->rounded ? 1 : 0;
        array_.values.push_back(number ? number->value : std::numeric_limits<double>::quiet_NaN());
        return listener_ != nullptr && array_.values.size() % numbersAtOnce == 0 ? listener_->at(word.data())
                                                                                 : Result<void>();
    }

    // "a = array(…)" before anything is opened, or ", dtype=float32)" at the end of a call, which is left out.
    void readKeyword(std::string_view after) {
        if (!open_.empty()) {
            int nested = 0;
            while (!after.empty() && (nested > 0 || after.front() != ')')) {
                nested += after.front() == '(' ? 1 : after.front() == ')' ? -1 : 0;
                after.remove_prefix(1);
            }
        }
        rest_ = after;
    }

    std::string_view rest_;
    std::size_t most_;
    bool mayBeMissing_;
    const TextListener* listener_;
    std::string open_;
    std::array<std::uint64_t, 7> counts_{}; // entries of the lists that are open; [0]: of those at the outside
    std::array<std::uint64_t, 7> sizes_{};  // of the axes outside the rows
    std::size_t depth_ = 0;
    std::size_t leaf_ = 0; // depth at which numbers stand
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    std::size_t rowStart_ = 0;
    bool numberDue_ = true; // after "[" or ","
    LiteralArray array_;
};

} // namespace

bool looksLikeLiteral(std::string_view text) {
    text = withoutBlanksAround(text);
    if (text.empty() || (text.back() != ']' && text.back() != ')'))
        return false;
    const auto nameEnd = [&] {
        std::size_t end = 0;
        while (end < text.size() &&
               (isNameLetter(text[end]) || text[end] == '.' || (text[end] >= '0' && text[end] <= '9')))
            ++end;
        return end;
    };
    if (isNameLetter(text.front())) { // a = …, array(…)
        text = withoutBlanksAround(text.substr(nameEnd()));
        return text.starts_with('(') || text.starts_with('=');
    }
    if (text.front() != '[' && text.front() != '(')
        return false;
    text = withoutBlanksAround(text.substr(1));
    if (isNameLetter(text.front())) { // [array(…)] or [nan, 1], not [CLS]
        const std::string_view word = text.substr(0, nameEnd());
        return numberIn(word, DecimalSign::point) || isMissing(word) ||
               withoutBlanksAround(text.substr(word.size())).starts_with('(');
    }
    return std::string_view("[(+-.0123456789\xE2").find(text.front()) != std::string_view::npos;
}

Result<LiteralArray> readLiteral(std::string_view text, int mostAxes, const TextListener* listener) {
    if (text.find("...") != std::string_view::npos || text.find("…") != std::string_view::npos)
        return makeError(abbreviatedText);
    return LiteralReader(text, static_cast<std::size_t>(mostAxes), listener).read();
}

} // namespace heedmap::files
