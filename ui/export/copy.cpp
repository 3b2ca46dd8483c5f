#include "ui/export/copy.h"

#include "core/files/writers.h"
#include "core/number_text.h"
#include "ui/export/picture_export.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace heedmap {

QString numbersText(const attention::AlphaSource& source, Rows rows, Columns columns) {
    std::string text;
    for (Index i = rows.begin; i < rows.end; ++i) {
        const attention::AlphaRow row = attention::readRow(source, i);
        for (Index j = columns.begin; j < columns.end; ++j) {
            const auto at = static_cast<std::size_t>(j);
            if (j > columns.begin)
                text += '\t';
            if (row.marks[at] != attention::Mark::masked)
                text += shortestText(row.values[at]);
        }
        text += '\n';
    }
    return QString::fromStdString(text);
}

QMimeData* pictureData(const Results& results, const ExportOptions& options) {
    const Figure figure = makeFigure(results, options.dark, options.columns);
    auto* const data = new QMimeData;
    data->setImageData(imageOf(figure, options));
    data->setData(QStringLiteral("image/svg+xml"), svgOf(figure, figureSize(figure, options), {}));
    return data;
}

void copyNumbers(const attention::AlphaSource& source, Rows rows, Columns columns) {
    QGuiApplication::clipboard()->setText(numbersText(source, rows, columns));
}

void copyPicture(const Results& results, const ExportOptions& options) {
    QGuiApplication::clipboard()->setMimeData(pictureData(results, options));
}

} // namespace heedmap
