#include "core/session/number_export.h"
#include "core/session/reference.h"
#include "tests/support/core/near.h"
#include "tests/support/core/temporary_folder.h"
#include "ui/document/examples.h"
#include "ui/export/copy.h"
#include "ui/export/export_session.h"
#include "ui/export/painted_picture.h"
#include "ui/export/picture_export.h"

#include <QClipboard>
#include <QFontInfo>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

#include <limits>

namespace heedmap::tests {
namespace {

using test::near;
using test::TemporaryFolder;

struct ShownExample {
    files::Session session;
    std::vector<PanelResult> results;

    Results all() const { return resultsOf(std::make_shared<const files::Session>(session), results); }
};

ShownExample example(const char* id) {
    ShownExample shown{openExample(QString::fromLatin1(id)).value(), {}};
    shown.results = computePanels(shown.session);
    return shown;
}

ExportOptions as(ExportFormat format) {
    ExportOptions options;
    options.format = format;
    return options;
}

TEST(ExportFormats, AreKnownByNameAndEnding) {
    for (const ExportFormat format : allExportFormats) {
        EXPECT_EQ(exportFormatNamed(nameOf(format)), format);
        EXPECT_EQ(exportFormatOf("a.b/c." + std::string(nameOf(format))), format);
    }
    EXPECT_EQ(exportFormatOf("Picture.PNG"), ExportFormat::png);
    EXPECT_EQ(exportFormatOf("picture"), std::nullopt);
    EXPECT_EQ(exportFormatOf("picture.gif"), std::nullopt);
}

TEST(ExportSession, PicturesOpenAgainAsTheSameSession) {
    const TemporaryFolder folder;
    for (const char* const id : {"three-keys", "i-love-you", "masks", "previous-token"}) {
        const ShownExample shown = example(id);
        for (const ExportFormat format : {ExportFormat::png, ExportFormat::svg, ExportFormat::pdf}) {
            const std::string path = folder.path("out." + std::string(nameOf(format)));
            ASSERT_TRUE(exportSession(shown.all(), as(format), path).ok());
            const auto again = files::readSession(path);
            ASSERT_TRUE(again.ok()) << sentence(again.error());
            EXPECT_EQ(files::inlineManifest(*again), files::inlineManifest(shown.session)) << id << " " << path;
        }
    }
}

// What a session file brings may be made to break out of the format that it is written in.
struct HostileText {
    const char* text;
    bool comesBack = true; // exactly; else with U+FFFD in it
};
constexpr HostileText hostileTexts[] = {
    {"Q & K"},
    {"a<b>c"},
    {"</title><script>alert(1)</script>"},
    {"</heedmap:session></metadata><script/>"},
    {"]]> --> <!-- <![CDATA["},
    {"\" onload=\"alert(1)\" '"},
    {"&#1; &lt; &quot;"},
    {"?> <?xpacket end=\"r\"?>"},
    {"/ModDate (D:20240229235959) endstream endobj"},
    {"\uFFFE \uFFFF \uFDD0 \U0010FFFF"},
    {"\x01 \x1b[31m \x7f \u0085 \u202E \u2028"},
    {"\ttwo\r\nlines"},
    {"\xed\xa0\x80 \xff", false},
};

ShownExample hostile(const HostileText& row) {
    ShownExample shown = example("three-keys");
    shown.session.name = shown.session.picture.title = shown.session.lookFor = row.text;
    for (std::string& label : shown.session.crossLabels.rows)
        label = row.text;
    for (std::string& label : shown.session.crossLabels.columns)
        label = row.text;
    shown.results = computePanels(shown.session);
    shown.results.front().title = std::string(row.text);
    return shown;
}

// Reads it strictly; the names of its elements, and the text of the one that is asked for.
QStringList elementsOf(const QByteArray& xml, const char* wanted, QString* text) {
    QXmlStreamReader reader(xml);
    QStringList names;
    QString current;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            names << (current = reader.qualifiedName().toString());
            for (const QXmlStreamAttribute& attribute : reader.attributes())
                EXPECT_FALSE(attribute.name().startsWith(u"on")) << attribute.name().toString().toStdString();
        } else if (reader.isCharacters() && current == QLatin1String(wanted)) {
            *text += reader.text();
        } else if (reader.isEndElement()) {
            current.clear();
        }
    }
    EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString() << " at " << reader.characterOffset();
    return names;
}

void expectSameSession(const std::string& path, const ShownExample& shown, const HostileText& row) {
    const auto again = files::readSession(path);
    ASSERT_TRUE(again.ok()) << sentence(again.error());
    if (row.comesBack) {
        EXPECT_EQ(files::inlineManifest(*again), files::inlineManifest(shown.session)) << path;
    }
}

TEST(ExportSession, HostileTextsAreHarmlessInEveryPicture) {
    const TemporaryFolder folder;
    QString plainTitle;
    ASSERT_TRUE(exportSession(example("three-keys").all(), as(ExportFormat::svg), folder.path("plain.svg")).ok());
    QStringList known =
        elementsOf(QByteArray::fromStdString(test::contentsOf(folder.path("plain.svg"))), "title", &plainTitle);
    known << QStringLiteral("title");
    for (const HostileText& row : hostileTexts) {
        SCOPED_TRACE(row.text);
        const ShownExample shown = hostile(row);
        const std::string svg = folder.path("out.svg");
        ASSERT_TRUE(exportSession(shown.all(), as(ExportFormat::svg), svg).ok());
        QString title;
        for (const QString& name : elementsOf(QByteArray::fromStdString(test::contentsOf(svg)), "title", &title))
            EXPECT_TRUE(known.contains(name)) << name.toStdString();
        EXPECT_FALSE(title.isEmpty());
        expectSameSession(svg, shown, row);

        const std::string pdf = folder.path("out.pdf");
        ASSERT_TRUE(exportSession(shown.all(), as(ExportFormat::pdf), pdf).ok());
        const QByteArray bytes = QByteArray::fromStdString(test::contentsOf(pdf));
        const qsizetype begin = bytes.indexOf("<x:xmpmeta");
        const QByteArray last("</x:xmpmeta>");
        QString ignored;
        const QStringList xmp =
            elementsOf(bytes.mid(begin, bytes.indexOf(last, begin) + last.size() - begin), "", &ignored);
        EXPECT_EQ(xmp.join(QLatin1Char(' ')), QStringLiteral("x:xmpmeta rdf:RDF rdf:Description heedmap:session"));
        expectSameSession(pdf, shown, row);

        const std::string png = folder.path("out.png");
        ASSERT_TRUE(exportSession(shown.all(), as(ExportFormat::png), png).ok());
        EXPECT_FALSE(QImage(QString::fromStdString(png)).isNull());
        expectSameSession(png, shown, row);
    }
}

TEST(ExportSession, HalfACharacterInATitleIsReplaced) {
    const PaintedPicture picture{QStringLiteral("a") + QChar(0xD800) + QStringLiteral("b") + QChar(0),
                                 {10, 10},
                                 [](QPainter&, const QRectF&, bool) {
                                 }};
    QString title;
    elementsOf(svgOf(picture), "title", &title);
    EXPECT_EQ(title.toStdString(), "a\uFFFDb\uFFFD");
    EXPECT_TRUE(pdfOf(picture).startsWith("%PDF"));
}

TEST(ExportSession, AnSvgNamesTheRealFontAndTheGenericOneOfCss) {
    const TemporaryFolder folder;
    const ShownExample shown = example("three-keys");
    ASSERT_TRUE(exportSession(shown.all(), as(ExportFormat::svg), folder.path("out.svg")).ok());
    const QString svg = QString::fromStdString(test::contentsOf(folder.path("out.svg")));
    static const QRegularExpression families(QStringLiteral("font-family=\"([^\"]*)\""));
    int found = 0;
    for (auto match = families.globalMatch(svg); match.hasNext(); ++found) {
        const QString family = match.next().captured(1);
        EXPECT_EQ(family, QStringLiteral("'%1', sans-serif").arg(QFontInfo(QGuiApplication::font()).family()));
        EXPECT_FALSE(family.contains(QStringLiteral("Sans Serif"))) << family.toStdString();
    }
    EXPECT_GT(found, 0);
}

TEST(ExportSession, APngHasThePixelsAndTheResolutionAsked) {
    const TemporaryFolder folder;
    const ShownExample shown = example("three-keys");
    ExportOptions options = as(ExportFormat::png);
    options.size = {400, 300};
    options.scaleFactor = 1.5;
    options.dotsPerInch = 144;
    const std::string path = folder.path("out.png");
    ASSERT_TRUE(exportSession(shown.all(), options, path).ok());
    const QImage written(QString::fromStdString(path));
    EXPECT_FALSE(written.hasAlphaChannel());
    EXPECT_NEAR(written.dotsPerMeterX(), 144 / 0.0254, 1);
    const Figure figure = makeFigure(shown.all(), false);
    const QImage drawn = imageOf(figure, options);
    ASSERT_EQ(written.size(), QSize(600, 450));
    ASSERT_EQ(drawn.size(), QSize(600, 450));
    for (int y = 0; y < 450; ++y) {
        for (int x = 0; x < 600; ++x)
            ASSERT_EQ(written.pixel(x, y), drawn.pixel(x, y)) << "pixel " << x << ", " << y;
    }
}

TEST(ExportSession, ContextAndScoresAreWrittenWhenAsked) {
    const TemporaryFolder folder;
    ShownExample shown = example("three-keys");
    const Results scaled = partOf(shown.all(), {0});
    shown = {scaled.session(), scaled.panels};
    ExportOptions options = as(ExportFormat::npz);
    options.scores = options.context = true;
    const std::string path = folder.path("out.npz");
    ASSERT_TRUE(exportSession(shown.all(), options, path).ok());
    const auto matrix = [&](const char* name) {
        return toMatrixD(files::openReference({path, name, {}}).value().tensor.view);
    };
    EXPECT_TRUE(near(matrix("alpha"), MatrixD{{0.4011120927, 0.1977758146, 0.4011120927}}, 5e-10));
    EXPECT_TRUE(near(matrix("context"), MatrixD{{6.0166813902, 5.9610767562}}, 2e-11));
    EXPECT_TRUE(near(matrix("scores"), MatrixD{{0.7071067812, 0, 0.7071067812}}, 2e-10, 1));

    options.format = ExportFormat::csv;
    const std::string csv = folder.path("out.csv");
    ASSERT_TRUE(exportSession(shown.all(), options, csv).ok());
    const std::string text = test::contentsOf(csv);
    for (const char* const part :
         {"# scores\n", "# alpha\n", "# context\n", ",0.40111209", ",0.19777581", ",6.0166813901", ",5.961076756"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(ExportSession, PanelsWithAnErrorAreNotExported) {
    const TemporaryFolder folder;
    files::Session session;
    session.problem.q = MatrixD(1, 2);
    session.problem.k = MatrixD(1, 3);
    session.problem.v = MatrixD(1, 1);
    session.panels = {{attention::ScoreFunction::dot, {}, true}};
    const auto written = exportSession(computeResults(session), as(ExportFormat::png), folder.path("out.png"));
    ASSERT_FALSE(written.ok());
    EXPECT_TRUE(written.error().is(attention::sizesOfQueryAndKeyDiffer));
    EXPECT_FALSE(exportSession({}, as(ExportFormat::csv), folder.path("out.csv")).ok());
    EXPECT_EQ(folder.entries(), 0U);
}

TEST(ExportSession, PicturesThatFitInNoMemoryAreRefused) {
    const TemporaryFolder folder;
    const ShownExample shown = example("three-keys");
    ExportOptions options = as(ExportFormat::png);
    options.size = {20000, 20000};
    options.scaleFactor = 4;
    const auto written = exportSession(shown.all(), options, folder.path("out.png"));
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(sentence(written.error()),
              "the picture would be 80000 × 80000 pixels; at most 256 million can be written");
    EXPECT_EQ(folder.entries(), 0U);
}

TEST(ExportSession, ArraysOfDifferentShapesDoNotGoIntoOneNpy) {
    const TemporaryFolder folder;
    files::Session session;
    session.matrices = {{"a", "a", makeTensor(MatrixD(MatrixD::Ones(1, 2)))},
                        {"a", "b", makeTensor(MatrixD(MatrixD::Ones(2, 2)))}};
    session.panels = {{{}, 0, true}, {{}, 1, true}};
    const Results results = computeResults(session);
    const auto written = exportSession(results, as(ExportFormat::npy), folder.path("out.npy"));
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(sentence(written.error()), "an .npy file holds one array, but the panels are 1×2 and 2×2; write .npz");
    ASSERT_TRUE(exportSession(results, as(ExportFormat::npz), folder.path("out.npz")).ok());
    EXPECT_TRUE(files::openReference({folder.path("out.npz"), "a_2", {}}).ok()); // equal names are told apart
}

TEST(ExportSession, APartKeepsItsOwnMatrices) {
    files::Session session;
    for (const double value : {1.0, 2.0, 3.0})
        session.matrices.push_back({std::to_string(value), "", makeTensor(MatrixD(MatrixD::Constant(1, 1, value)))});
    session.panels = {{{}, 0, true}, {{}, 2, true}, {{}, 2, false}};
    const Results results = computeResults(session);
    const Results chosen = partOf(results, {1, 2});
    const files::Session& part = chosen.session();
    ASSERT_EQ(part.panels.size(), 2U);
    ASSERT_EQ(part.matrices.size(), 1U);
    EXPECT_EQ(part.panels[0].matrix, 0U);
    EXPECT_EQ(part.panels[1].matrix, 0U);
    EXPECT_EQ(toMatrixD(part.matrices[0].tensor.view)(0), 3);
    EXPECT_EQ(chosen[1].panel, part.panels[1]);
    const TemporaryFolder folder;
    for (const ExportFormat format : {ExportFormat::npy, ExportFormat::csv, ExportFormat::svg}) {
        const std::string path = folder.path("third." + std::string(nameOf(format)));
        ASSERT_TRUE(exportSession(partOf(results, {1}), as(format), path).ok());
    }
    EXPECT_EQ(toMatrixD(files::openReference({folder.path("third.npy"), {}, {}}).value().tensor.view)(0), 3);
}

TEST(Copy, NumbersAreTabSeparatedWithAPoint) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const MatrixD values{{0.1, 1, 2}, {1.0 / 3, -infinity, 1e-30}};
    BoolMatrix allowed = BoolMatrix::Ones(2, 3);
    allowed(0, 2) = 0;
    const attention::DenseAlpha source(values, allowed);
    EXPECT_EQ(numbersText(source, {0, 2}, {0, 3}).toStdString(), "0.1\t1\t\n0.3333333333333333\t-inf\t1e-30\n");
    EXPECT_EQ(numbersText(source, {1, 2}, {0, 1}).toStdString(), "0.3333333333333333\n");
    copyNumbers(source, {0, 1}, {0, 2});
    EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), "0.1\t1\n");
}

TEST(Copy, ThePictureIsTheExportedOne) {
    const ShownExample shown = example("three-keys");
    copyPicture(shown.all(), as(ExportFormat::png));
    const QMimeData* const data = QGuiApplication::clipboard()->mimeData();
    ASSERT_TRUE(data->hasImage());
    const Figure figure = makeFigure(shown.all(), false);
    EXPECT_EQ(qvariant_cast<QImage>(data->imageData()), imageOf(figure, as(ExportFormat::png)));
    EXPECT_TRUE(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
}

} // namespace
} // namespace heedmap::tests
