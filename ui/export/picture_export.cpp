#include "ui/export/picture_export.h"

#include "core/session/number_export.h"
#include "ui/export/painted_picture.h"

#include <new>

namespace heedmap {

namespace {

constexpr std::size_t largestManifest = 1'000'000;

// Every number takes two bytes of a manifest at least: what cannot fit is not even tried.
bool mayFit(const files::Session& session) {
    const attention::Problem& problem = session.problem;
    Index numbers = problem.q.size() + problem.k.size() + problem.v.size() + problem.x.size();
    for (const auto& [function, operands] : session.own)
        numbers += operands.q.size() + operands.k.size() + operands.v.size();
    for (const files::FileMatrix& matrix : session.matrices)
        numbers += matrix.tensor.shape().count();
    return numbers < static_cast<Index>(largestManifest / 2);
}

std::string manifestOf(const files::Session& session) {
    if (!mayFit(session))
        return {};
    std::string manifest = files::inlineManifest(session);
    return manifest.size() < largestManifest ? manifest : std::string();
}

PaintedPicture paintedFigure(const Figure& figure, const QSizeF& size) {
    return {figure.title, size, [&figure](QPainter& painter, const QRectF& area, bool vectors) {
                paintFigure(painter, figure, area, vectors ? CellsAs::rectangles : CellsAs::pixels);
            }};
}

} // namespace

QSizeF figureSize(const Figure& figure, const ExportOptions& options) {
    const QSizeF asked(options.size.width, options.size.height);
    return asked.isEmpty() ? naturalSize(figure) : asked;
}

QSize pixelSize(const Figure& figure, const ExportOptions& options) {
    return pixelSize(figureSize(figure, options), options.scaleFactor);
}

QImage imageOf(const Figure& figure, const ExportOptions& options) {
    return imageOf(paintedFigure(figure, figureSize(figure, options)), options.scaleFactor);
}

QByteArray svgOf(const Figure& figure, const QSizeF& size, const std::string& manifest) {
    return svgOf(paintedFigure(figure, size), manifest);
}

QByteArray pdfOf(const Figure& figure, const QSizeF& size, const std::string& manifest) {
    return pdfOf(paintedFigure(figure, size), manifest);
}

Result<void> exportPicture(const Results& results, const ExportOptions& options, const std::string& path,
                           std::stop_token stop) {
    if (const auto checked = checkExport(results, options.format); !checked)
        return checked;
    const auto problem = [&results]() -> std::optional<Error> {
        for (const PanelResult& result : results) {
            if (auto found = result.source ? result.source->problem() : std::nullopt)
                return found;
        }
        return std::nullopt;
    };
    try {
        const Figure figure = makeFigure(results, options.dark, options.columns);
        return writePicture(paintedFigure(figure, figureSize(figure, options)), options, path,
                            manifestOf(results.session()), {std::move(stop), problem});
    } catch (const std::bad_alloc&) {
        return makeError(outOfMemory);
    }
}

} // namespace heedmap
