// Panels show the tokens of their own file, and what is made of several says where they differ.
#include "core/session/panel.h"
#include "core/session/results.h"
#include "ui/compare/panel_comparison.h"
#include "ui/heatmap/lines_picture.h"
#include "ui/heatmap/panel_picture.h"

#include <gtest/gtest.h>

using namespace heedmap;

namespace {

files::Session twoFiles(const std::vector<std::string>& tokensOfSecond) {
    files::Session session;
    const auto labels = [](const std::vector<std::string>& tokens) {
        return std::make_shared<const Labels>(Labels{tokens, tokens});
    };
    session.matrices = {{"m1", "m1", makeTensor(MatrixD{{1, 0}, {0.5, 0.5}}), {}, labels({"un", "able"}), {}},
                        {"m2", "m2", makeTensor(MatrixD{{1, 0}, {0.4, 0.6}}), {}, labels(tokensOfSecond), {}}};
    files::Panel difference{.matrix = 0, .kind = files::PanelKind::difference};
    files::setSubtrahend(difference, {.matrix = 1});
    session.panels = {{.matrix = 0}, {.matrix = 1}, difference};
    return session;
}

std::vector<PanelPicture> picturesOf(const Results& results) {
    std::vector<PanelPicture> pictures;
    for (std::size_t panel = 0; panel < results.size(); ++panel)
        pictures.push_back(makePicture(results.session(), results[panel], {0, 1}, false));
    return pictures;
}

} // namespace

TEST(OwnTokens, StandAtThePanelOfTheirFile) {
    const Results results = computeResults(twoFiles({"unb", "le"}));
    const auto pictures = picturesOf(results);
    EXPECT_EQ(pictures[0].rowLabels, (QStringList{QStringLiteral("un"), QStringLiteral("able")}));
    EXPECT_EQ(pictures[1].columnLabels, (QStringList{QStringLiteral("unb"), QStringLiteral("le")}));
    EXPECT_EQ(pictures[2].rowLabels, (QStringList{QStringLiteral("un"), QStringLiteral("able")}));
    EXPECT_TRUE(pictures[2].remark.contains(QStringLiteral("the tokens differ"))) << pictures[2].remark.toStdString();
    EXPECT_FALSE(pictures[1].remark.contains(QStringLiteral("the tokens differ")));
    EXPECT_TRUE(comparePanels(results, 0)[1].hasOtherTokens);
    const LinesPicture lines = makeLines(results.session(), pictures, false);
    ASSERT_GE(lines.series.size(), 2U);
    EXPECT_FALSE(lines.series[0].remark.contains(QStringLiteral("the tokens differ")));
    EXPECT_TRUE(lines.series[1].remark.contains(QStringLiteral("the tokens differ")));
}

TEST(OwnTokens, ThatAreEqualAreNotRemarkedOn) {
    const Results results = computeResults(twoFiles({"un", "able"}));
    for (const PanelPicture& picture : picturesOf(results))
        EXPECT_FALSE(picture.remark.contains(QStringLiteral("the tokens differ"))) << picture.remark.toStdString();
    EXPECT_FALSE(comparePanels(results, 0)[1].hasOtherTokens);
}
