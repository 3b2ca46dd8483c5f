#include "core/files/matrix_text.h"

#include "core/files/delimited.h"

namespace heedmap::files {

namespace {

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

MatrixD matrixOf(const std::vector<double>& values, std::size_t rows, std::size_t columns) {
    return Eigen::Map<const MatrixD>(values.data(), static_cast<Index>(rows), static_cast<Index>(columns));
}

Result<MatrixText> parseLiteralMatrix(std::string_view text, const TextListener& listener) {
    auto array = readLiteral(text, 2, &listener);
    if (!array)
        return array.error();
    const std::size_t columns = array->sizes.empty() ? 1 : array->sizes.back();
    return MatrixText{matrixOf(array->values, array->values.size() / columns, columns), {}};
}

} // namespace

Result<double> parseNumber(std::string_view text) {
    const std::string_view word = withoutBlanksAround(text);
    const auto number = numberIn(word, DecimalSign::point);
    if (number && number->outOfRange && number->value != 0)
        return makeError(numberTooLarge, {quotedPart(word)});
    if (number && !number->grouped) // "1,000" may be meant as 1
        return number->value;
    if (word.empty())
        return makeError(emptyTextCell);
    const std::optional<std::string> better = withPoint(word);
    return better ? makeError(decimalComma, {quotedPart(word), quotedPart(*better)})
                  : makeError(fieldNotANumber, {quotedPart(word)});
}

Result<MatrixText> parseMatrixText(std::string_view text, const std::stop_token& stop,
                                   const std::function<void(double)>& progress) {
    text.remove_prefix(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    TextListener listener{text, stop, progress};
    if (text.find_first_of("[(") != std::string_view::npos)
        return parseLiteralMatrix(text, listener);
    if (text.find("...") != std::string_view::npos || text.find("…") != std::string_view::npos)
        return makeError(abbreviatedText);
    listener.to = 0.5;
    auto layout = layOut(text, guessSeparator(text), {{}, {}, false, false}, &listener);
    if (!layout)
        return layout.error();
    if (layout->tables.empty())
        return makeError(noNumbersInText);
    if (layout->tables.size() > 1)
        return makeError(severalTablesInText, {std::to_string(layout->tables.size())});
    listener.from = 0.5;
    listener.to = 1;
    const Table& table = layout->tables.front();
    const auto values = numbersOf(text, table, *layout, false, &listener);
    if (!values)
        return values.error();
    return MatrixText{matrixOf(*values, table.rows, table.columns), std::move(layout->notes)};
}

} // namespace heedmap::files
