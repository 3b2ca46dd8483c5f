// Tables and JSON of matrices with their labels.
#include "core/files/delimited.h"
#include "core/files/number_field.h"
#include "core/files/writers.h"
#include "core/number_text.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace heedmap::files {

namespace {

using attention::AlphaSource;
using attention::Mark;

// Labels that could be taken for a number, a missing value, a comment or several fields are put in quotes.
std::string quotedIfNeeded(const std::string& label) {
    const bool plain = label.find_first_of(",;\t\r\n\"# ") == std::string::npos && !isMissing(label) &&
                       !numberIn(label, DecimalSign::point) && !numberIn(label, DecimalSign::comma);
    if (plain || label.empty())
        return label;
    std::string quoted = "\"";
    for (const char c : label) {
        quoted += c;
        if (c == '"')
            quoted += c;
    }
    return quoted + '"';
}

// Where no label says anything there are none.
std::vector<std::string> withoutEmptyOnes(const std::vector<std::string>& labels) {
    const bool empty = std::ranges::all_of(labels, [](const std::string& label) { return label.empty(); });
    return empty ? std::vector<std::string>() : labels;
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

// Some rows of a source at a time: one that is computed on demand gives them at once much faster than cell by cell.
class RowReader {
public:
    explicit RowReader(const AlphaSource& source)
        : source_(source)
        , step_(source.isSlow() ? 12 : 1) {}

    // To be asked for in order.
    void read(Index row) {
        if (row < rows_.end)
            return;
        rows_ = {row, std::min(row + step_, source_.rows())};
        values_.resize(static_cast<std::size_t>(rows_.size() * source_.columns()));
        marks_.resize(values_.size());
        source_.preciseTile(rows_, {0, source_.columns()}, values_, marks_);
    }
    Mark mark(Cell cell) const { return marks_[at(cell)]; }
    double number(Cell cell) const { return values_[at(cell)]; }

private:
    std::size_t at(Cell cell) const {
        return static_cast<std::size_t>((cell.row - rows_.begin) * source_.columns() + cell.column);
    }

    const AlphaSource& source_;
    Index step_;
    Rows rows_{0, 0};
    std::vector<double> values_;
    std::vector<Mark> marks_;
};

// "nan", "inf" and "-inf" where it is no number.
std::string cellText(const RowReader& reader, Cell cell) {
    switch (reader.mark(cell)) {
    case Mark::nan:
        return shortestText(std::numeric_limits<double>::quiet_NaN());
    case Mark::positiveInfinity:
        return shortestText(std::numeric_limits<double>::infinity());
    case Mark::negativeInfinity:
        return shortestText(-std::numeric_limits<double>::infinity());
    case Mark::masked:
        return {};
    case Mark::number:
        break;
    }
    return shortestText(reader.number(cell));
}

// Numbers and labels, so written that they are read as they are: labels stand behind an empty corner, and an entry of
// "" keeps a masked cell from being none.
class TableWriter {
public:
    TableWriter(OutputFile& output, const NamedMatrix& matrix, char separator)
        : output_(output)
        , source_(*matrix.source)
        , labels_{withoutEmptyOnes(matrix.labels.rows), withoutEmptyOnes(matrix.labels.columns)}
        , separator_(separator) {}

    void write(const std::stop_token& stop) {
        if (!labels_.empty())
            writeHead();
        RowReader reader(source_);
        std::string body; // of two columns: these may look like one with decimal commas
        const bool twoColumns = labels_.empty() && source_.columns() == 2 && separator_ == ',';
        for (Index row = 0; row < source_.rows() && !output_.failed() && !stop.stop_requested(); ++row) {
            reader.read(row);
            std::string line = labels_.rows.empty() ? std::string() : quotedIfNeeded(labelAt(labels_.rows, row));
            for (Index column = 0; column < source_.columns(); ++column) {
                if (!labels_.empty() || column > 0)
                    line += separator_;
                line += entry(reader, {row, column});
            }
            line += '\n';
            twoColumns ? void(body += line) : output_.write(line);
        }
        if (twoColumns && guessSeparator(body) == '\n')
            body.insert(body.find(','), ".0");
        output_.write(body);
    }

private:
    void writeHead() {
        std::string line;
        for (Index column = 0; column < source_.columns(); ++column) {
            line += separator_;
            if (!labels_.columns.empty())
                line += quotedIfNeeded(labelAt(labels_.columns, column));
        }
        output_.write(line + "\n");
    }

    std::string entry(const RowReader& reader, Cell cell) const {
        std::string text = cellText(reader, cell);
        // Nothing at all would look like no line, like labels that begin, or like no column.
        const bool firstOfLine = labels_.empty() && cell.column == 0;
        const bool atEnd = cell.row == 0 && cell.column + 1 == source_.columns();
        const bool tells = !text.empty() || (!firstOfLine && !(atEnd && labelAt(labels_.columns, cell.column).empty()));
        return tells ? text : "\"\"";
    }

    OutputFile& output_;
    const AlphaSource& source_;
    Labels labels_;
    char separator_;
};

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
std::string jsonNumber(const RowReader& reader, Cell cell) {
    switch (reader.mark(cell)) {
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
    return shortestText(reader.number(cell));
}

void writeJsonMatrix(OutputFile& output, const NamedMatrix& matrix, const std::stop_token& stop) {
    const AlphaSource& source = *matrix.source;
    const std::string note = matrix.note.empty() ? std::string() : ", \"note\": " + jsonText(matrix.note);
    output.write("{\"name\": " + jsonText(matrix.name) + note + ", \"rows\": " + jsonList(matrix.labels.rows) +
                 ", \"columns\": " + jsonList(matrix.labels.columns) + ", \"values\": [");
    RowReader reader(source);
    for (Index row = 0; row < source.rows() && !output.failed() && !stop.stop_requested(); ++row) {
        reader.read(row);
        std::string line = row == 0 ? "\n[" : ",\n[";
        for (Index column = 0; column < source.columns(); ++column)
            line += (column == 0 ? "" : ", ") + jsonNumber(reader, {row, column});
        output.write(line + "]");
    }
    output.write("]}");
}

// An output that was stopped, or whose source failed, is not kept.
Result<void> finished(OutputFile& output, const std::string& path, const std::vector<NamedMatrix>& matrices,
                      const std::stop_token& stop) {
    if (stop.stop_requested())
        return makeError(writingStopped).in(path);
    for (const NamedMatrix& matrix : matrices) {
        if (auto problem = matrix.source->problem())
            return *std::move(problem);
    }
    return output.commit();
}

} // namespace

Result<void> writeCsv(const std::string& path, const std::vector<NamedMatrix>& matrices, char separator,
                      std::stop_token stop) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (matrices.size() > 1)
            output->write((i == 0 ? "# " : "\n# ") + onOneLine(matrices[i].name) + "\n");
        TableWriter(*output, matrices[i], separator).write(stop);
    }
    return finished(*output, path, matrices, stop);
}

Result<void> writeJson(const std::string& path, const std::vector<NamedMatrix>& matrices, std::stop_token stop) {
    auto output = OutputFile::create(path);
    if (!output)
        return output.error();
    output->write("{\"matrices\": [");
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        output->write(i == 0 ? "\n" : ",\n");
        writeJsonMatrix(*output, matrices[i], stop);
    }
    output->write("\n]}\n");
    return finished(*output, path, matrices, stop);
}

} // namespace heedmap::files
