#include "core/files/table_file.h"

#include "core/files/delimited.h"
#include "core/files/json_contents.h"
#include "core/files/table_layout.h"
#include "core/number_text.h"

#include <algorithm>
#include <limits>

namespace heedmap::files {

namespace {

std::optional<double> numberOf(std::string_view field, bool decimalComma) {
    if (field.empty())
        return std::numeric_limits<double>::quiet_NaN();
    if (!decimalComma || field.find(',') == std::string_view::npos)
        return numberFrom(field);
    std::string point(field);
    std::replace(point.begin(), point.end(), ',', '.');
    return numberFrom(point);
}

class TableFile : public TensorFile {
public:
    TableFile(std::shared_ptr<const MappedFile> file, Format format, Bytes bytes, TableText layout)
        : file_(std::move(file))
        , bytes_(std::move(bytes))
        , layout_(std::move(layout)) {
        path_ = file_->path();
        format_ = format;
        std::size_t empty = 0;
        for (const Table& table : layout_.tables) {
            const Shape shape{static_cast<Index>(table.rows), static_cast<Index>(table.columns)};
            tensors_.push_back({table.name, "text", DType::float64, shape, {}});
            empty += table.emptyFields;
            if (labels_.empty())
                labels_ = files::labelsOf(text(), table, layout_.separator);
        }
        if (layout_.decimalComma)
            remarks_.push_back(HEEDMAP_MESSAGE("Reason", "numbers are read with a decimal comma"));
        if (empty > 0)
            remarks_.push_back({HEEDMAP_MESSAGE("Reason", "%1 empty fields are read as NaN"), {std::to_string(empty)}});
    }

    Result<Tensor> read(std::size_t tensor) const override {
        HEEDMAP_EXPECTS(tensor < layout_.tables.size());
        if (auto same = file_->read(0, {}); !same) // the text may be mapped
            return same.error();
        const Table& table = layout_.tables[tensor];
        std::vector<double> values;
        values.reserve(table.rows * table.columns);
        DelimitedScanner scanner(text().substr(table.begin, table.end - table.begin), layout_.separator);
        bool firstRow = true;
        while (scanner.next()) {
            const bool label = (firstRow && table.columnLabels) || (scanner.column() == 1 && table.rowLabels);
            firstRow = firstRow && !scanner.lastOfLine();
            if (label)
                continue;
            const auto value = numberOf(scanner.field(), layout_.decimalComma);
            if (!value)
                return makeError(fieldNotANumber, {std::string(scanner.field().substr(0, 40))})
                    .in(path_)
                    .at("line " + std::to_string(table.firstLine + scanner.line() - 1) + ", column " +
                        std::to_string(scanner.column()));
            values.push_back(*value);
        }
        return makeTensor(tensors_[tensor].shape, std::move(values));
    }

private:
    std::string_view text() const { return withoutByteOrderMark(bytes_.text()); }

    std::shared_ptr<const MappedFile> file_;
    Bytes bytes_;
    TableText layout_;
};

} // namespace

Result<std::unique_ptr<TensorFile>> openTable(std::shared_ptr<const MappedFile> file, Format format) {
    auto bytes = file->bytes();
    if (!bytes)
        return bytes.error();
    const std::string_view text = withoutByteOrderMark(bytes->text());
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        return makeError(notText, {std::to_string(zero)}).in(file->path());
    const bool tabs = format == Format::tsv && text.find('\t') != std::string_view::npos;
    auto layout = layOut(text, tabs ? '\t' : guessSeparator(text));
    if (!layout)
        return Error(layout.error()).in(file->path());
    if (layout->tables.empty())
        return makeError(tableWithoutNumbers).in(file->path());
    return std::unique_ptr<TensorFile>(
        std::make_unique<TableFile>(std::move(file), format, *std::move(bytes), *std::move(layout)));
}

} // namespace heedmap::files
