// Sequences too long for α in memory: opened without copying them, and shown from tiles.
#include "ui/document/document.h"
#include "ui/heatmap/heatmap_view.h"

#include <QTest>

#include <gtest/gtest.h>

#include <atomic>

using namespace heedmap;
using attention::ScoreFunction;

TEST(LongSequence, IsNotCopiedWhenOpenedAndStaysWithItsResults) {
    files::Session session;
    session.problem.q = session.problem.k = MatrixD::Random(8'000, 1);
    session.problem.v = MatrixD(8'000, 0);
    session.panels = {{.score = ScoreFunction::dot}};
    const double* const q = session.problem.q.data();
    Document document;
    document.open(std::move(session));
    EXPECT_EQ(document.session().problem.q.data(), q);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !document.results().empty() && document.results()[0].pyramid; }, 60'000));
    EXPECT_EQ(document.results()[0].source->storage(), attention::Storage::computed);
    document.changePicture(QStringLiteral("magma"),
                           [](files::PictureSettings& picture) { picture.map.name = heatmap::ColorMapName::magma; });
    EXPECT_EQ(document.session().picture.map.name, heatmap::ColorMapName::magma);
    document.undoStack().undo();
    EXPECT_NE(document.session().picture.map.name, heatmap::ColorMapName::magma);
    const Snapshot before = document.results().snapshot;
    const double old = before->problem.q(5, 0);
    document.setBlock(MatrixId::q, {5, 0}, MatrixD::Constant(1, 1, 0.5), QStringLiteral("edit"));
    EXPECT_EQ(document.session().problem.q(5, 0), 0.5);
    EXPECT_EQ(document.results().session().problem.q(5, 0), old);
    EXPECT_EQ(before->problem.q(5, 0), old);
    document.stopComputing();
}

TEST(LongSequence, APictureThatStaysAsItIsIsNoStep) {
    Document document;
    document.changePicture(QStringLiteral("nothing"), [](files::PictureSettings&) {});
    EXPECT_EQ(document.undoStack().count(), 0);
}

namespace {

// Counts what is asked of it.
class TileCounter : public attention::AlphaSource {
public:
    Index rows() const override { return 16384; }
    Index columns() const override { return 16384; }
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<attention::Mark> marks) const override {
        cells += rows.size() * columns.size();
        std::fill(values.begin(), values.end(), 0.5F);
        std::fill(marks.begin(), marks.end(), attention::Mark::number);
    }
    double value(Cell) const override { return 0.5; }
    attention::Mark mark(Cell) const override { return attention::Mark::number; }
    attention::Storage storage() const override { return attention::Storage::computed; }
    mutable std::atomic<Index> cells = 0;
};

} // namespace

TEST(LongSequence, AStoppedComputationIsNotDoneByTheViewInstead) {
    const auto source = std::make_shared<TileCounter>();
    PanelPicture picture;
    picture.source = picture.drawn = source;
    picture.pyramid = std::make_shared<heatmap::Pyramid>(
        *heatmap::Pyramid::sample(*source, std::chrono::milliseconds(0), {}, {heatmap::Pooling::max, 5}));
    const Index before = source->cells;
    ViewState state;
    HeatmapView view(&state, 0);
    view.resize(400, 400);
    view.setPicture(picture);
    QImage image(view.size(), QImage::Format_RGB32);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.render(&image);
    EXPECT_EQ(source->cells, before) << "the whole matrix";
    state.setViewport(40, {0.5, 0.5}); // what is little is drawn exactly
    view.render(&image);
    EXPECT_TRUE(QTest::qWaitFor([&] { return source->cells > before; }, 60'000));
}
