// Tables and JSON of matrices with their labels.
#include "core/files/number_text.h"
#include "core/files/writers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heedmap::files {

namespace {

using attention::AlphaSource;
using attention::Mark;

// Labels that could be taken for a number, a comment or several fields are put in quotes.
std::string quotedIfNeeded(const std::string& label) {
    const bool plain = label.find_first_of(",;\t\r\n\"# ") == std::string::npos && !numberFrom(label);
    if (plain)
        return label;
    std::string quoted = "\"";
    for (const char c : label) {
        quoted += c;
        if (c == '"')
            quoted += c;
    }
    return quoted + '"';
}

std::string onOneLine(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::string labelAt(const std::vector<std::string>& labels, Index i) {
    const auto position = static_cast<std::size_t>(i);
    return position < labels.size() ? labels[position] : std::string();
}

void writeTable(OutputFile& output, const NamedMatrix& matrix, char separator) {
    const AlphaSource& source = *matrix.source;
    const bool labelled = !matrix.labels.empty();
    std::string line;
    if (labelled) {
        for (Index column = 0; column < source.columns(); ++column)
            line += separator + quotedIfNeeded(labelAt(matrix.labels.columns, column));
        output.write(line + "\n");
    }
    for (Index row = 0; row < source.rows() && !output.failed(); ++row) {
        line = labelled ? quotedIfNeeded(labelAt(matrix.labels.rows, row)) : std::string();
        for (Index column = 0; column < source.columns(); ++column) {
            if (labelled || column > 0)
                line += separator;
            if (source.mark({row, column}) != Mark::masked)
                line += numberText(source.value({row, column}));
            else if (!labelled && column == 0) // nothing at all would look like no line, or like labels that begin
                line += "\"\"";
        }
        output.write(line + "\n");
    }
}

std::string jsonText(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string jsonList(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts)
        list += (list.empty() ? "" : ", ") + jsonText(text);
    return "[" + list + "]";
}

// As Python's json module writes and reads them.
std::string jsonNumber(const AlphaSource& source, Cell cell) {
    switch (source.mark(cell)) {
    case Mark::masked:
        return "null";
    case Mark::nan:
        return "NaN";
    case Mark::positiveInfinity:
        return "Infinity";
    case Mark::negativeInfinity:
        return "-Infinity";
    case Mark::number:
        break;
    }
    return numberText(source.value(cell));
}

void writeJsonMatrix(OutputFile& output, const NamedMatrix& matrix) {
    const AlphaSource& source = *matrix.source;
    output.write("{\"name\": " + jsonText(matrix.name) + ", \"rows\": " + jsonList(matrix.labels.rows) +
                 ", \"columns\": " + jsonList(matrix.labels.columns) + ", \"values\": [");
    for (Index row = 0; row < source.rows() && !output.failed(); ++row) {
        std::string line = row == 0 ? "\n[" : ",\n[";
        for (Index column = 0; column < source.columns(); ++column)
            line += (column == 0 ? "" : ", ") + jsonNumber(source, {row, column});
        output.write(line + "]");
    }
    output.write("]}");
}

} // namespace

Result<void> writeCsv(const std::string& path, const std::vector<NamedMatrix>& matrices, char separator) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (matrices.size() > 1)
            output->write((i == 0 ? "# " : "\n# ") + onOneLine(matrices[i].name) + "\n");
        writeTable(*output, matrices[i], separator);
    }
    return output->commit();
}

Result<void> writeJson(const std::string& path, const std::vector<NamedMatrix>& matrices) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    output->write("{\"matrices\": [");
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        output->write(i == 0 ? "\n" : ",\n");
        writeJsonMatrix(*output, matrices[i]);
    }
    output->write("\n]}\n");
    return output->commit();
}

} // namespace heedmap::files
