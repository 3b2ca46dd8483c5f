#include "ui/export/painted_picture.h"

#include "core/files/output_file.h"
#include "core/files/png_writer.h"
#include "core/session/session.h"

#include <QBuffer>
#include <QFontInfo>
#include <QHash>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <cmath>
#include <cstring>

namespace heedmap {

namespace {

constexpr double mostMillionPixels = 256;
constexpr double pointsAnInch = 96;

Result<void> writeBytes(const std::string& path, const QByteArray& bytes, const PictureChecks& checks) {
    if (checks.stop.stop_requested())
        return makeError(files::writingStopped).in(path);
    if (auto found = checks.problem ? checks.problem() : std::nullopt)
        return *std::move(found);
    auto file = files::OutputFile::create(path);
    if (!file)
        return file.error();
    file->write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    return file->commit();
}

Result<void> writeImage(const std::string& path, const QImage& image, double dotsPerInch, const std::string& manifest,
                        const PictureChecks& checks) {
    std::vector<files::PngText> texts{{"Software", "Heedmap"}};
    if (!manifest.empty())
        texts.push_back({"heedmap", manifest});
    const QImage pixels = image.convertToFormat(QImage::Format_RGBA8888);
    return files::writePng(
        path, pixels.width(), pixels.height(), dotsPerInch, texts,
        [&](std::int32_t y, std::span<heatmap::Rgba> line) {
            std::memcpy(line.data(), pixels.constScanLine(y), line.size_bytes());
        },
        files::PngPixels::opaque, checks.stop, checks.problem);
}

// Two exports of the same session are the same bytes: the time of writing is not part of a picture. The digits are
// replaced in place, so that no offset in the file moves. A session stands behind them, whatever its texts look like.
void removeDates(QByteArray& pdf) {
    const qsizetype session = pdf.indexOf("<?xpacket");
    for (const char* const key : {"/CreationDate (D:", "/ModDate (D:"}) {
        qsizetype at = pdf.indexOf(key);
        if (at < 0 || (session >= 0 && at > session))
            continue;
        at += static_cast<qsizetype>(std::strlen(key));
        for (; at < pdf.size() && pdf[at] != ')'; ++at) {
            if (pdf[at] >= '0' && pdf[at] <= '9')
                pdf[at] = '0';
        }
    }
}

// What Qt calls "Sans Serif" is no family to others: the font that was really measured, then CSS's own word for it.
QString cssFamily(const QString& family) {
    const QFontInfo font{QFont(family)};
    const QString generic = font.fixedPitch() ? QStringLiteral("monospace") : QStringLiteral("sans-serif");
    const QString real = font.family().remove(QLatin1Char('\'')).toHtmlEscaped();
    return real.isEmpty() ? generic : QStringLiteral("'%1', %2").arg(real, generic);
}

// U+FFFD instead of what XML has no way to write: most control characters, halves of surrogate pairs, U+FFFE, U+FFFF.
QString withXmlCharacters(QString text) {
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool pair = c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        const bool blank = c == QLatin1Char('\t') || c == QLatin1Char('\n') || c == QLatin1Char('\r');
        if (pair)
            ++i;
        else if ((c.unicode() < 0x20 && !blank) || c.isSurrogate() || c.unicode() >= 0xFFFE)
            text[i] = QChar::ReplacementCharacter;
    }
    return text;
}

// Only within tags: in text, quotes are escaped.
void nameFontsForCss(QByteArray& svg) {
    static const QRegularExpression pattern(QStringLiteral("font-family=\"([^\"]*)\""));
    const QString text = withXmlCharacters(QString::fromUtf8(svg)); // the toolkit escapes, and leaves these as they are
    QHash<QString, QString> families;
    QString named;
    qsizetype copied = 0;
    for (auto found = pattern.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QString family = match.captured(1);
        if (!families.contains(family))
            families[family] = cssFamily(family);
        named += QStringView(text).mid(copied, match.capturedStart(1) - copied);
        named += families[family];
        copied = match.capturedEnd(1);
    }
    named += QStringView(text).mid(copied);
    svg = named.toUtf8();
}

} // namespace

QSize pixelSize(const QSizeF& size, double scale) {
    const QSizeF pixels = size * scale;
    return {static_cast<int>(std::lround(pixels.width())), static_cast<int>(std::lround(pixels.height()))};
}

QImage imageOf(const PaintedPicture& picture, double scale) {
    QImage image(pixelSize(picture.size, scale), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    // To the edge of the last pixel: half a pixel less would be half transparent.
    picture.paint(painter, QRectF({}, QSizeF(image.size()) / scale), false);
    return image;
}

QByteArray svgOf(const PaintedPicture& picture, const std::string& manifest) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(pointsAnInch));
    generator.setSize(picture.size.toSize());
    generator.setViewBox(QRectF({}, picture.size));
    generator.setTitle({}); // it would be written as it is, markup and all
    QPainter painter(&generator);
    picture.paint(painter, QRectF({}, picture.size), true);
    painter.end();
    QByteArray svg = buffer.data();
    nameFontsForCss(svg);
    QByteArray head;
    if (!manifest.empty())
        head += '\n' + QByteArray::fromStdString(files::svgMetadata(manifest));
    if (!picture.title.isEmpty())
        head += "\n<title>" + withXmlCharacters(picture.title).toHtmlEscaped().toUtf8() + "</title>";
    svg.insert(svg.indexOf('>', svg.indexOf("<svg")) + 1, head);
    return svg;
}

QByteArray pdfOf(const PaintedPicture& picture, const std::string& manifest) {
    constexpr int resolution = 1200;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator(QStringLiteral("Heedmap"));
        writer.setTitle(withXmlCharacters(picture.title));
        writer.setResolution(resolution);
        writer.setPageSize(QPageSize(picture.size * 72 / pointsAnInch, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        if (!manifest.empty())
            writer.setDocumentXmpMetadata(QByteArray::fromStdString(files::xmpMetadata(manifest)));
        QPainter painter(&writer);
        painter.scale(resolution / pointsAnInch, resolution / pointsAnInch);
        picture.paint(painter, QRectF({}, picture.size), true);
    }
    QByteArray pdf = buffer.data();
    removeDates(pdf);
    return pdf;
}

Result<void> writePicture(const PaintedPicture& picture, const ExportOptions& options, const std::string& path,
                          const std::string& manifest, const PictureChecks& checks) {
    if (options.format == ExportFormat::svg)
        return writeBytes(path, svgOf(picture, manifest), checks);
    if (options.format == ExportFormat::pdf)
        return writeBytes(path, pdfOf(picture, manifest), checks);
    const QSizeF pixels = picture.size * options.scaleFactor;
    if (pixels.width() * pixels.height() > mostMillionPixels * 1e6)
        return makeError(pictureTooLarge,
                         {std::to_string(std::llround(pixels.width())), std::to_string(std::llround(pixels.height())),
                          std::to_string(std::lround(mostMillionPixels))});
    return writeImage(path, imageOf(picture, options.scaleFactor), options.dotsPerInch, manifest, checks);
}

} // namespace heedmap
