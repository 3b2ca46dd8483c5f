#include "ui/heatmap/figure.h"

#include "tests/support/core/skip.h"
#include "tests/support/ui/pictures.h"
#include "ui/heatmap/figure_grid.h"
#include "ui/heatmap/token_labels.h"

#include <QPainter>
#include <QPdfWriter>
#include <QProcess>
#include <QStandardPaths>
#include <QSvgGenerator>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace heedmap;
using namespace heedmap::tests;

namespace {

Figure figureOf(std::vector<PanelPicture> panels, int columns = 1) {
    Figure figure;
    figure.panels = std::move(panels);
    figure.columns = columns;
    figure.font = testFont();
    figure.title = QStringLiteral("Title");
    figure.caption = QStringLiteral("α 7 × 8 · softmax, τ = 1");
    for (PanelPicture& panel : figure.panels)
        panel.valueName = QStringLiteral("α");
    return figure;
}

QImage paintedFigure(const Figure& figure, double ratio = 1) {
    const QSizeF size = naturalSize(figure);
    QImage image((size * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    QPainter painter(&image);
    paintFigure(painter, figure, QRectF(QPointF(0, 0), size), CellsAs::pixels);
    return image;
}

// A bare matrix that fills its page, as SVG and PDF, drawn by other programs.
class VectorTest : public ::testing::Test {
protected:
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }

    QByteArray contents(const char* name) const {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }

    static void paintBare(QPainter& painter, const PanelPicture& picture, QSizeF size) {
        const PanelLayout layout = layoutPanel(picture, QRectF(QPointF(0, 0), size), testFont());
        paintCells(painter, picture, layout, geometryFor(picture, layout), testFont(), CellsAs::rectangles);
    }
    static PanelPicture bare(MatrixD values) {
        PanelPicture picture = pictureOf(std::move(values));
        picture.title.clear();
        picture.labels = picture.values = files::Visibility::off;
        return picture;
    }
    void writeSvg(const PanelPicture& picture, QSize size) {
        QSvgGenerator svg;
        svg.setFileName(path("picture.svg"));
        svg.setSize(size);
        svg.setResolution(96);
        svg.setViewBox(QRect(QPoint(0, 0), size));
        QPainter painter(&svg);
        paintBare(painter, picture, size);
    }
    void writePdf(const PanelPicture& picture, QSize size) {
        QPdfWriter pdf(path("picture.pdf"));
        pdf.setPageSize(QPageSize(QSizeF(size) * 0.75, QPageSize::Point, QString(), QPageSize::ExactMatch));
        pdf.setPageMargins({});
        pdf.setResolution(96);
        QPainter painter(&pdf);
        paintBare(painter, picture, size);
    }
    static bool has(const char* program) {
        return !QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty();
    }
    QImage drawnSvg(double zoom) {
        const QString out = path("svg.png");
        EXPECT_EQ(QProcess::execute(QStringLiteral("rsvg-convert"), {QStringLiteral("-z"), QString::number(zoom),
                                                                     path("picture.svg"), QStringLiteral("-o"), out}),
                  0);
        return QImage(out).convertToFormat(QImage::Format_RGB32);
    }
    QImage drawnPdf(double zoom) {
        EXPECT_EQ(QProcess::execute(QStringLiteral("pdftoppm"),
                                    {QStringLiteral("-r"), QString::number(96 * zoom), QStringLiteral("-png"),
                                     QStringLiteral("-singlefile"), path("picture.pdf"), path("pdf")}),
                  0);
        return QImage(path("pdf.png")).convertToFormat(QImage::Format_RGB32);
    }

    QTemporaryDir folder;
};

// Every pixel lies between the colors of the cells around it: no seam, no other color. Up and left of it a neighbour
// may reach under the smoothed edge by an eighth of a cell.
void expectNoSeams(const QImage& image, const PanelPicture& picture, double cell, double zoom, int tolerance) {
    ASSERT_FALSE(image.isNull());
    const double side = cell * zoom;
    const double before = -2 - side / 8;
    std::vector<QColor> colors;
    for (Index i = 0; i < picture.rows() * picture.columns(); ++i)
        colors.push_back(colorOfCell(picture, {i / picture.columns(), i % picture.columns()}));
    const auto clampedCell = [](double at, Index count) {
        return std::clamp<Index>(static_cast<Index>(std::floor(at)), 0, count - 1);
    };
    for (int y = 0; y < image.height() - 1; ++y) {
        for (int x = 0; x < image.width() - 1; ++x) {
            int low[3] = {255, 255, 255};
            int high[3] = {0, 0, 0};
            for (const double dy : {before, 3.0}) {
                for (const double dx : {before, 3.0}) {
                    const Cell at{clampedCell((y + dy) / side, picture.rows()),
                                  clampedCell((x + dx) / side, picture.columns())};
                    const QColor& c = colors[static_cast<std::size_t>(at.row * picture.columns() + at.column)];
                    const int parts[3] = {c.red(), c.green(), c.blue()};
                    for (int i = 0; i < 3; ++i) {
                        low[i] = std::min(low[i], parts[i]);
                        high[i] = std::max(high[i], parts[i]);
                    }
                }
            }
            const QRgb pixel = image.pixel(x, y);
            const int parts[3] = {qRed(pixel), qGreen(pixel), qBlue(pixel)};
            for (int i = 0; i < 3; ++i) {
                ASSERT_GE(parts[i], low[i] - tolerance) << "pixel " << x << ", " << y << " at zoom " << zoom;
                ASSERT_LE(parts[i], high[i] + tolerance) << "pixel " << x << ", " << y << " at zoom " << zoom;
            }
        }
    }
}

void expectCellColors(const QImage& image, const PanelPicture& picture, double cell, double zoom, int tolerance) {
    for (Index row = 0; row < picture.rows(); ++row) {
        for (Index column = 0; column < picture.columns(); ++column) {
            const QPoint at(static_cast<int>((static_cast<double>(column) + 0.5) * cell * zoom),
                            static_cast<int>((static_cast<double>(row) + 0.5) * cell * zoom));
            const QColor expected = colorOfCell(picture, {row, column});
            const QColor found(image.pixel(at));
            ASSERT_LE(std::abs(found.red() - expected.red()), tolerance) << row << ", " << column;
            ASSERT_LE(std::abs(found.green() - expected.green()), tolerance) << row << ", " << column;
            ASSERT_LE(std::abs(found.blue() - expected.blue()), tolerance) << row << ", " << column;
        }
    }
}

constexpr double zooms[] = {0.37, 1, 1.3, 2.71};

} // namespace

TEST_F(VectorTest, SvgHasTheColorsAndNoSeams) {
    if (!has("rsvg-convert"))
        HEEDMAP_SKIP("rsvg-convert is not installed");
    for (const auto& values : {gradedMatrix(12, 16), MatrixD(MatrixD::Constant(12, 16, 0.5))}) {
        const PanelPicture picture = bare(values);
        writeSvg(picture, {320, 240});
        for (const double zoom : zooms) {
            const QImage image = drawnSvg(zoom);
            expectNoSeams(image, picture, 20, zoom, 1);
            expectCellColors(image, picture, 20, zoom, 0);
        }
    }
}

TEST_F(VectorTest, PdfHasTheColorsAndNoSeams) {
    if (!has("pdftoppm"))
        HEEDMAP_SKIP("pdftoppm is not installed");
    for (const auto& values : {gradedMatrix(12, 16), MatrixD(MatrixD::Constant(12, 16, 0.5))}) {
        const PanelPicture picture = bare(values);
        writePdf(picture, {320, 240});
        for (const double zoom : zooms) {
            const QImage image = drawnPdf(zoom);
            expectNoSeams(image, picture, 20, zoom, 2);
            expectCellColors(image, picture, 20, zoom, 1);
        }
    }
}

// The embedded images themselves: what a viewer makes of them when it scales is its own affair.
TEST_F(VectorTest, AboveTheLimitTheCellsAreOneLosslessImage) {
    const PanelPicture picture = bare(gradedMatrix(300, 280));
    writeSvg(picture, {280, 300});
    const QByteArray svg = contents("picture.svg");
    const QByteArray start = "data:image/png;base64,";
    const qsizetype begin = svg.indexOf(start) + start.size();
    ASSERT_GT(begin, start.size());
    EXPECT_TRUE(svg.contains("optimizeSpeed")) << "no smoothing";
    const QByteArray encoded = svg.mid(begin, svg.indexOf('"', begin) - begin);
    const QImage inSvg = QImage::fromData(QByteArray::fromBase64(encoded), "PNG");
    ASSERT_EQ(inSvg.size(), QSize(280, 300));
    expectCellColors(inSvg, picture, 1, 1, 0);
    if (!has("pdfimages"))
        HEEDMAP_SKIP("pdfimages is not installed");
    writePdf(picture, {280, 300});
    EXPECT_FALSE(contents("picture.pdf").contains("DCTDecode")) << "no JPEG";
    ASSERT_EQ(
        QProcess::execute(QStringLiteral("pdfimages"), {QStringLiteral("-png"), path("picture.pdf"), path("inside")}),
        0);
    const QImage inPdf(path("inside-000.png"));
    ASSERT_EQ(inPdf.size(), QSize(280, 300));
    expectCellColors(inPdf, picture, 1, 1, 0);
}

TEST_F(VectorTest, UpTo256CellsASideAreTrueRectangles) {
    writeSvg(bare(gradedMatrix(256, 256)), {512, 512});
    const QByteArray svg = contents("picture.svg");
    EXPECT_FALSE(svg.contains("<image"));
    EXPECT_GT(svg.count("<rect") + svg.count("<path"), 60000);
}

TEST(HeatmapFigure, NaturalSizeFitsNumbersOrPixels) {
    const auto sizeOf = [](Index rows, Index columns) {
        return naturalSize(figureOf({pictureOf(gradedMatrix(rows, columns))}));
    };
    for (const auto& [rows, columns] :
         {std::pair<Index, Index>{3, 4}, {24, 24}, {60, 60}, {1, 12}, {12, 1}, {4096, 4096}, {1, 1}}) {
        const QSizeF size = sizeOf(rows, columns);
        EXPECT_GE(size.width(), 300) << rows;
        EXPECT_LE(size.width(), 2000) << rows;
        EXPECT_LE(size.height(), 2000) << rows;
    }
    // Cells of a 7 × 8 matrix have room for their numbers.
    const Figure figure = figureOf({pictureOf(gradedMatrix(7, 8))});
    const QSizeF panel = naturalPanelSize(figure.panels[0], figure.font, false);
    const PanelLayout layout = layoutPanel(figure.panels[0], QRectF(QPointF(0, 0), panel), figure.font);
    EXPECT_GE(geometryFor(figure.panels[0], layout).cellWidth, 39);
}

TEST(HeatmapFigure, LayersAndHeadsNameTheEdges) {
    std::vector<PanelPicture> panels;
    for (int layer = 0; layer < 3; ++layer) {
        for (int head = 0; head < 8; ++head) {
            panels.push_back(pictureOf(gradedMatrix(6, 6)));
            panels.back().title = QStringLiteral("attn[%1,0,%2]").arg(layer).arg(head);
        }
    }
    EXPECT_EQ(gridColumns(panels), 8);
    const FigureGrid grid = gridOf(figureOf(panels, 8));
    EXPECT_EQ(grid.rowTitles, (QStringList{QStringLiteral("L0"), QStringLiteral("L1"), QStringLiteral("L2")}));
    EXPECT_EQ(grid.columnTitles.size(), 8);
    EXPECT_EQ(grid.columnTitles.last(), QStringLiteral("H7"));
    EXPECT_FALSE(paintedFigure(figureOf(panels, 8)).isNull());
    panels.pop_back();
    EXPECT_EQ(gridColumns(panels), 0) << "not a full grid";
    EXPECT_TRUE(gridOf(figureOf(panels, 5)).rowTitles.isEmpty());
}

TEST(HeatmapFigure, NothingMovesWhenOnlyTheNumbersChange) {
    const auto panel = [](double factor) {
        PanelPicture picture = pictureOf(gradedMatrix(7, 8) * factor);
        picture.values = files::Visibility::off;
        return picture;
    };
    const Figure one = figureOf({panel(1)});
    const Figure other = figureOf({panel(0.001)});
    ASSERT_EQ(naturalSize(one), naturalSize(other));
    const QImage a = paintedFigure(one);
    const QImage b = paintedFigure(other);
    // Only inside the cells may pixels differ; the matrix is a block of 8 × 7 cells.
    int left = a.width(), right = 0, top = a.height(), bottom = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            if (a.pixel(x, y) == b.pixel(x, y))
                continue;
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = std::max(bottom, y);
        }
    }
    EXPECT_LE(right - left + 1, 8 * 40);
    EXPECT_LE(bottom - top + 1, 7 * 40);
}

TEST(HeatmapFigure, PaintsPanelsThatHaveNothingToShow) {
    PanelPicture broken;
    broken.title = QStringLiteral("dot");
    broken.notice = QStringLiteral("dot needs queries and keys of one size");
    EXPECT_FALSE(paintedFigure(figureOf({broken})).isNull());
    EXPECT_FALSE(paintedFigure(figureOf({broken, pictureOf(gradedMatrix(3, 3))}, 2), 2).isNull());
    EXPECT_FALSE(paintedFigure(figureOf({})).isNull());
    Figure own = figureOf({pictureOf(gradedMatrix(3, 3)), pictureOf(gradedMatrix(4, 3))}, 2);
    own.sharedRange = false;
    EXPECT_GT(naturalSize(own).width(), naturalSize(figureOf(own.panels, 2)).width());
    EXPECT_FALSE(paintedFigure(own).isNull());
}

namespace {

files::Session session(Index rows, Index columns) {
    files::Session s;
    s.problem.q = gradedMatrix(rows, 4);
    s.problem.k = gradedMatrix(columns, 4);
    s.problem.v = gradedMatrix(columns, 2);
    s.panels = {files::Panel{attention::ScoreFunction::dot, {}, true},
                files::Panel{attention::ScoreFunction::scaled_dot, {}, true}};
    return s;
}

} // namespace

TEST(HeatmapFigure, SaysTheFacts) {
    files::Session s = session(3, 5);
    EXPECT_EQ(factsLine(computeResults(s)),
              QStringLiteral("α 3 × 5 · softmax, τ = 1 · mask none · range 0 … 1, linear"));
    s.problem.mask.causal = true;
    s.problem.normalizer = {attention::NormalizerKind::sparsemax, 0.5};
    s.picture.range = {heatmap::RangeSpec::Kind::percentile, 0, 100};
    s.picture.scale = heatmap::Scale::sqrt;
    const QString facts = factsLine(computeResults(s));
    EXPECT_TRUE(facts.contains(QStringLiteral("sparsemax, τ = 0.5 · mask causal · range 0 … "))) << facts;
    EXPECT_TRUE(facts.contains(QStringLiteral("(percentiles 0 % … 100 %), square root"))) << facts;
    s = session(600, 2);
    EXPECT_TRUE(factsLine(computeResults(s)).endsWith(QStringLiteral("largest value of the cells below a pixel")));
    s.picture.pooling = heatmap::Pooling::mean;
    EXPECT_TRUE(factsLine(computeResults(s)).endsWith(QStringLiteral("mean of the cells below a pixel")));
}

TEST(HeatmapFigure, IsMadeOfTheSession) {
    files::Session s = session(3, 5);
    s.picture.title = "three by five";
    s.crossLabels.rows = {"我", "爱", "你"};
    s.gold = {{{1, 1}, true}, {{2, 2}, false}, {{9, 9}, true}};
    const Figure figure = makeFigure(computeResults(s), false);
    ASSERT_EQ(figure.panels.size(), 2U);
    EXPECT_EQ(figure.columns, 2);
    EXPECT_EQ(figure.title, QStringLiteral("three by five"));
    EXPECT_TRUE(figure.sharedRange);
    EXPECT_EQ(figure.panels.front().valueName, QStringLiteral("α"));
    EXPECT_TRUE(figure.caption.endsWith(QStringLiteral("outlined: gold links, dashed where only possible")))
        << figure.caption;
    EXPECT_EQ(figure.panels[0].rowLabels,
              (QStringList{QStringLiteral("我"), QStringLiteral("爱"), QStringLiteral("你")}));
    EXPECT_EQ(figure.panels[0].gold.size(), 2U) << "a link outside the matrix is not drawn";
    EXPECT_TRUE(figure.panels[0].remark.contains(QStringLiteral("H "))) << figure.panels[0].remark;
    EXPECT_FALSE(paintedFigure(figure).isNull());
}

TEST(HeatmapFigure, PicturesSayWhatColorsWouldNotTell) {
    const auto remark = [](const MatrixD& values) {
        PanelResult result;
        result.panel.matrix = 0;
        result.source = result.drawn = std::make_shared<attention::DenseAlpha>(values);
        result.pyramid = std::make_shared<heatmap::Pyramid>(*heatmap::Pyramid::build(*result.source));
        files::Session session;
        session.matrices.emplace_back();
        const PanelPicture picture = makePicture(session, result, {}, false);
        return picture.notice + picture.remark;
    };
    EXPECT_EQ(remark(MatrixD(0, 5)), QStringLiteral("0 × 5: nothing to draw"));
    EXPECT_EQ(remark(MatrixD::Constant(2, 2, std::nan(""))), QStringLiteral("every value is NaN"));
    EXPECT_EQ(remark(MatrixD::Constant(2, 2, 0.25)), QStringLiteral("every number is 0.25"));
    MatrixD huge = gradedMatrix(3, 3);
    EXPECT_EQ(remark(huge), QString());
    huge(1, 1) = 1e17;
    EXPECT_EQ(remark(huge), QStringLiteral("values 0 … 1e17"));
    huge(1, 1) = std::nan("");
    EXPECT_EQ(remark(huge), QStringLiteral("1 NaN"));
}

TEST(HeatmapFigure, RowsThatAllowNothingAndErrorsAreSaid) {
    files::Session s = session(3, 5);
    s.problem.mask.padding = 0;
    const auto results = computePanels(s);
    EXPECT_TRUE(makePicture(s, results[0], {}, false).remark.contains(QStringLiteral("allow nothing")));
    s = session(3, 5);
    s.problem.k = gradedMatrix(5, 7);
    const PanelPicture broken = makePicture(s, computePanels(s)[0], {}, false);
    EXPECT_TRUE(broken.notice.contains(QStringLiteral("d_q = 4"))) << broken.notice;
    EXPECT_EQ(broken.rows(), 0);
}

TEST(HeatmapFigure, LabelsStandWholeWhereThereIsRoom) {
    const QFontMetricsF metrics(testFont());
    const QStringList rows{QStringLiteral("Donaudampfschifffahrtsgesellschaftskapitän"), QStringLiteral("a"),
                           QStringLiteral("b")};
    const PanelPicture picture = pictureOf(gradedMatrix(3, 3), rows, rows);
    const PanelLayout roomy = layoutPanel(picture, QRectF(0, 0, 1600, 1200), testFont());
    EXPECT_GE(roomy.rowLabels.width() - labelGap, metrics.horizontalAdvance(rows[0]));
    EXPECT_GE(turnedWidth(roomy.columnLabels.height() - labelGap, metrics), metrics.horizontalAdvance(rows[0]) - 1);
    const PanelLayout narrow = layoutPanel(picture, QRectF(0, 0, 240, 200), testFont());
    EXPECT_LT(narrow.rowLabels.width() - labelGap, metrics.horizontalAdvance(rows[0])) << "cells need the room";

    const PanelPicture column = pictureOf(gradedMatrix(6, 1), {}, {QStringLiteral("sentiment")});
    const QSizeF size = naturalPanelSize(column, testFont(), false);
    const PanelLayout layout = layoutPanel(column, QRectF(QPointF(0, 0), size), testFont());
    const auto geometry = geometryFor(column, layout);
    const double middle = layout.cells.left() + geometry.origin.x + geometry.cellWidth / 2;
    const double room = layout.turnedColumnLabels
                            ? std::min(turnedWidth(layout.columnLabels.height() - labelGap, metrics),
                                       (layout.columnLabels.right() - middle) * std::sqrt(2.0))
                            : geometry.cellWidth;
    EXPECT_GE(room, metrics.horizontalAdvance(QStringLiteral("sentiment")));
}

TEST(HeatmapFigure, TwelvePanelsLeaveNoBlankBands) {
    std::vector<PanelPicture> panels;
    QStringList labels;
    for (int i = 0; i < 10; ++i)
        labels.append(QStringLiteral("token%1").arg(i));
    for (int i = 0; i < 12; ++i)
        panels.push_back(pictureOf(gradedMatrix(10, 10), labels, labels));
    const Figure figure = figureOf(panels, 6);
    const QSizeF size = naturalSize(figure);
    EXPECT_GT(size.width(), 1950) << "as wide as a page may be";
    EXPECT_LE(size.width(), 2000);
    FigureGrid grid = gridOf(figure);
    grid.place(QRectF(0, 0, 1900, size.height() - 90), 24, figure.font);
    const QRectF panel = grid.panelArea(0);
    const PanelLayout layout = layoutPanel(figure.panels[0], panel, figure.font);
    const auto geometry = geometryFor(figure.panels[0], layout);
    EXPECT_LT(layout.cells.height() - 10 * geometry.cellHeight, 40);
}

TEST(HeatmapFigure, AMissingLabelIsItsIndexAndASpaceIsNot) {
    const QStringList labels{QStringLiteral("a"), QString(), QStringLiteral(" ")};
    EXPECT_EQ(labelText(labels, 0), QStringLiteral("a"));
    EXPECT_EQ(labelText(labels, 1), QStringLiteral("1"));
    EXPECT_EQ(labelText(labels, 2), QString(QChar(0x2423)));
}
