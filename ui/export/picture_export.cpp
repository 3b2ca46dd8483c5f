#include "ui/export/picture_export.h"

#include "core/files/png_writer.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>
#include <cstring>

namespace heedmap {

namespace {

constexpr std::size_t largestManifest = 1'000'000;
constexpr double mostMillionPixels = 256;
constexpr double pointsAnInch = 96;

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

Result<void> writeBytes(const std::string& path, const QByteArray& bytes) {
    auto file = files::OutputFile::create(path);
    if (!file)
        return file.error();
    file->write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    return file->commit();
}

Result<void> writeImage(const std::string& path, const QImage& image, double dotsPerInch, const std::string& manifest) {
    std::vector<files::PngText> texts{{"Software", "Heedmap"}};
    if (!manifest.empty())
        texts.push_back({"heedmap", manifest});
    const QImage pixels = image.convertToFormat(QImage::Format_RGBA8888);
    return files::writePng(path, pixels.width(), pixels.height(), dotsPerInch, texts,
                           [&](std::int32_t y, std::span<heatmap::Rgba> line) {
                               std::memcpy(line.data(), pixels.constScanLine(y), line.size_bytes());
                           });
}

// Two exports of the same session are the same bytes: the time of writing is not part of a picture. The digits are
// replaced in place, so that no offset in the file moves.
void removeDates(QByteArray& pdf) {
    for (const char* const key : {"/CreationDate (D:", "/ModDate (D:"}) {
        qsizetype at = pdf.indexOf(key);
        if (at < 0)
            continue;
        at += static_cast<qsizetype>(std::strlen(key));
        for (; at < pdf.size() && pdf[at] != ')'; ++at) {
            if (pdf[at] >= '0' && pdf[at] <= '9')
                pdf[at] = '0';
        }
    }
}

} // namespace

QSizeF figureSize(const Figure& figure, const ExportOptions& options) {
    return options.size.isEmpty() ? naturalSize(figure) : options.size;
}

QSize pixelSize(const Figure& figure, const ExportOptions& options) {
    const QSizeF size = figureSize(figure, options) * options.scaleFactor;
    return {static_cast<int>(std::lround(size.width())), static_cast<int>(std::lround(size.height()))};
}

QImage imageOf(const Figure& figure, const ExportOptions& options) {
    QImage image(pixelSize(figure, options), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(options.scaleFactor, options.scaleFactor);
    // To the edge of the last pixel: half a pixel less would be half transparent.
    paintFigure(painter, figure, QRectF({}, QSizeF(image.size()) / options.scaleFactor), CellsAs::pixels);
    return image;
}

QByteArray svgOf(const Figure& figure, const QSizeF& size, const std::string& manifest) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(pointsAnInch));
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF({}, size));
    generator.setTitle(figure.title);
    QPainter painter(&generator);
    paintFigure(painter, figure, QRectF({}, size), CellsAs::rectangles);
    painter.end();
    QByteArray svg = buffer.data();
    if (!manifest.empty()) {
        const QByteArray metadata = '\n' + QByteArray::fromStdString(files::svgMetadata(manifest));
        svg.insert(svg.indexOf('>', svg.indexOf("<svg")) + 1, metadata);
    }
    return svg;
}

QByteArray pdfOf(const Figure& figure, const QSizeF& size, const std::string& manifest) {
    constexpr int resolution = 1200;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator(QStringLiteral("Heedmap"));
        writer.setTitle(figure.title);
        writer.setResolution(resolution);
        writer.setPageSize(QPageSize(size * 72 / pointsAnInch, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        if (!manifest.empty())
            writer.setDocumentXmpMetadata(QByteArray::fromStdString(files::xmpMetadata(manifest)));
        QPainter painter(&writer);
        painter.scale(resolution / pointsAnInch, resolution / pointsAnInch);
        paintFigure(painter, figure, QRectF({}, size), CellsAs::rectangles);
    }
    QByteArray pdf = buffer.data();
    removeDates(pdf);
    return pdf;
}

Result<void> exportPicture(const files::Session& session, const std::vector<PanelResult>& results,
                           const ExportOptions& options, const std::string& path) {
    const Figure figure = makeFigure(session, results, options.dark, options.columns);
    const QSizeF size = figureSize(figure, options);
    const std::string manifest = manifestOf(session);
    if (options.format == ExportFormat::svg)
        return writeBytes(path, svgOf(figure, size, manifest));
    if (options.format == ExportFormat::pdf)
        return writeBytes(path, pdfOf(figure, size, manifest));
    const QSizeF pixels = size * options.scaleFactor;
    if (pixels.width() * pixels.height() > mostMillionPixels * 1e6)
        return makeError(pictureTooLarge,
                         {std::to_string(std::llround(pixels.width())), std::to_string(std::llround(pixels.height())),
                          std::to_string(std::lround(mostMillionPixels))});
    return writeImage(path, imageOf(figure, options), options.dotsPerInch, manifest);
}

} // namespace heedmap
