// Matrices that are read from a file tile by tile: what is shown before, while and after they are read.
#include "core/files/writers.h"
#include "core/session/reference.h"
#include "tests/support/core/temporary_folder.h"
#include "tests/support/ui/pictures.h"
#include "ui/document/activity_text.h"
#include "ui/document/document.h"
#include "ui/export/export_session.h"
#include "ui/heatmap/heatmap_view.h"

#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

using namespace heedmap;
using namespace heedmap::tests;

namespace {

// 2000 × 2100 in float32, 16.8 MB: the least that is read tile by tile.
class LargeMatrixTest : public ::testing::Test {
protected:
    LargeMatrixTest() {
        ::setenv("XDG_CACHE_HOME", folder.path("cache").c_str(), 1);
        MatrixF values(2000, 2100);
        for (Index i = 0; i < values.rows(); ++i) {
            for (Index j = 0; j < values.cols(); ++j)
                values(i, j) = static_cast<float>((i * 31 + j * 17) % 1009) / 1009.0F;
        }
        EXPECT_TRUE(files::writeNpy(path, makeTensor(values).view));
    }
    files::Session session() const {
        auto opened = files::openReference({path, {}, {}});
        EXPECT_TRUE(opened) << sentence(opened.error());
        files::Session session;
        session.matrices.push_back({.name = "large", .origin = {}, .tensor = opened->tensor});
        session.panels.push_back({.score = std::nullopt, .matrix = 0});
        return session;
    }
    void openWhole(Document& document) const {
        document.open(session());
        ASSERT_TRUE(QTest::qWaitFor([&] { return !document.computing(); }, 60'000));
        ASSERT_EQ(document.results().size(), 1U);
    }

    test::TemporaryFolder folder;
    std::string path = folder.path("large.npy");
};

QImage shown(HeatmapView& view) {
    QImage image(view.size(), QImage::Format_RGB32);
    view.render(&image);
    return image;
}

} // namespace

TEST_F(LargeMatrixTest, IsLookedAtFirstAndThenRead) {
    Document document;
    QSignalSpy results(&document, &Document::resultsChanged);
    std::vector<bool> samples;
    QObject::connect(&document, &Document::resultsChanged, [&] {
        for (const PanelResult& result : document.results())
            samples.push_back(result.pyramid && result.pyramid->isSample());
    });
    openWhole(document);
    EXPECT_EQ(samples, (std::vector{true, false}));
    EXPECT_EQ(document.results()[0].source->storage(), attention::Storage::mapped);
    EXPECT_EQ(document.results()[0].pyramid->summary().count(attention::Mark::number), 2000 * 2100);
    EXPECT_TRUE(computedText(document.results().panels).startsWith(QStringLiteral("mapped from the file · read in ")))
        << computedText(document.results().panels);
}

TEST_F(LargeMatrixTest, ReadingCanBeStoppedAndGoneOnWith) {
    Document document;
    document.open(session());
    document.stopComputing();
    EXPECT_FALSE(document.computing());
    document.change(QStringLiteral("mean"), [](files::Session& s) { s.picture.pooling = heatmap::Pooling::mean; });
    ASSERT_TRUE(QTest::qWaitFor([&] { return !document.computing(); }, 60'000));
    ASSERT_EQ(document.results().size(), 1U);
    EXPECT_TRUE(document.results()[0].pyramid->keeps(1, heatmap::Pooling::mean));
    EXPECT_FALSE(document.results()[0].pyramid->keeps(1, heatmap::Pooling::max));
}

TEST_F(LargeMatrixTest, OtherPoolingKeepsTheNumbers) {
    Document document;
    openWhole(document);
    const auto source = document.results()[0].source;
    document.change(QStringLiteral("mean"), [](files::Session& s) { s.picture.pooling = heatmap::Pooling::mean; });
    ASSERT_TRUE(QTest::qWaitFor([&] { return !document.computing(); }, 60'000));
    EXPECT_EQ(document.results()[0].source, source);
    EXPECT_TRUE(document.results()[0].pyramid->keeps(1, heatmap::Pooling::mean));
}

TEST_F(LargeMatrixTest, CutShortWhileOpenIsASentence) {
    const files::Session opened = session();
    std::filesystem::resize_file(path, 1'000'000);
    const auto result = computePanel(opened, opened.panels[0]);
    ASSERT_TRUE(result && result->error);
    EXPECT_FALSE(result->source);
    EXPECT_EQ(sentence(*result->error),
              path + ": the file was cut short or could not be read while it was open; open it again");
}

TEST_F(LargeMatrixTest, ViewIsCoarseAtOnceAndExactSoon) {
    Document document;
    openWhole(document);
    const PanelPicture picture =
        makePicture(document.session(), document.results()[0], document.results().ranges[0], false);
    PanelPicture inMemory = picture;
    inMemory.source = inMemory.drawn = std::make_shared<attention::DenseAlpha>(
        MatrixF(toMatrixD(document.session().matrices[0].tensor.view).cast<float>()));
    ViewState state;
    HeatmapView view(&state, 0);
    HeatmapView exact(&state, 0);
    for (HeatmapView* one : {&view, &exact}) {
        one->setFont(testFont());
        one->resize(420, 400);
    }
    view.setPicture(picture);
    exact.setPicture(inMemory);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    for (const double zoom : {1.0, 2.5, 60.0, 900.0}) {
        state.setViewport(zoom, {0.4, 0.6});
        EXPECT_TRUE(QTest::qWaitFor([&] { return shown(view) == shown(exact); }, 60'000)) << "zoom " << zoom;
        // Dragged: what is known moves along, the rest follows.
        state.setViewport(zoom, {0.4 + 0.03 / zoom, 0.6 - 0.05 / zoom});
        EXPECT_FALSE(shown(view).isNull());
        EXPECT_TRUE(QTest::qWaitFor([&] { return shown(view) == shown(exact); }, 60'000)) << "dragged at " << zoom;
    }
}

TEST_F(LargeMatrixTest, CutShortWhileItIsShownIsASentence) {
    Document document;
    openWhole(document);
    ViewState state;
    HeatmapView view(&state, 0);
    QObject::connect(&view, &HeatmapView::sourceFailed, &document, &Document::dropChangedFiles, Qt::QueuedConnection);
    view.resize(420, 400);
    view.setPicture(makePicture(document.session(), document.results()[0], document.results().ranges[0], false));
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    std::filesystem::resize_file(path, 1'000'000);
    state.setViewport(60, {0.4, 0.9});
    ASSERT_TRUE(QTest::qWaitFor([&] { return document.results()[0].error.has_value(); }, 60'000));
    EXPECT_EQ(sentence(*document.results()[0].error),
              path + ": the file was cut short or could not be read while it was open; open it again");
    EXPECT_FALSE(document.results()[0].source);
    ASSERT_EQ(document.results().ranges.size(), 1U);
}

TEST_F(LargeMatrixTest, CutShortWhileItIsExportedIsASentenceAndNoFile) {
    Document document;
    openWhole(document);
    std::filesystem::resize_file(path, 1'000'000);
    for (const ExportFormat format : {ExportFormat::csv, ExportFormat::json, ExportFormat::png, ExportFormat::svg,
                                      ExportFormat::npy, ExportFormat::npz}) {
        ExportOptions options;
        options.format = format;
        const std::string out = folder.path("out." + std::string(nameOf(format)));
        const Result<void> written = exportSession(document.results(), options, out);
        ASSERT_FALSE(written) << nameOf(format);
        EXPECT_EQ(sentence(written.error()),
                  path + ": the file was cut short or could not be read while it was open; open it again")
            << nameOf(format);
        EXPECT_FALSE(std::filesystem::exists(out)) << nameOf(format);
    }
}
