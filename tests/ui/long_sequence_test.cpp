// Sequences too long for α in memory: opened, colored and edited without copying them, and shown from tiles.
#include "ui/document/document.h"

#include <QTest>

#include <gtest/gtest.h>

using namespace heedmap;
using attention::ScoreFunction;

TEST(LongSequence, IsNotCopiedWhenOpenedOrColored) {
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
    EXPECT_EQ(document.session().problem.q.data(), q);
    EXPECT_EQ(document.session().picture.map.name, heatmap::ColorMapName::magma);
    document.undoStack().undo();
    EXPECT_NE(document.session().picture.map.name, heatmap::ColorMapName::magma);
    document.setBlock(MatrixId::q, {5, 0}, MatrixD::Constant(1, 1, 0.5), QStringLiteral("edit"));
    EXPECT_EQ(document.session().problem.q.data(), q);
    EXPECT_EQ(document.session().problem.q(5, 0), 0.5);
    document.stopComputing();
}

TEST(LongSequence, APictureThatStaysAsItIsIsNoStep) {
    Document document;
    document.changePicture(QStringLiteral("nothing"), [](files::PictureSettings&) {});
    EXPECT_EQ(document.undoStack().count(), 0);
}
