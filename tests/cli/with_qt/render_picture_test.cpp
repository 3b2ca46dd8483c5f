#include "core/files/writers.h"
#include "core/session/session.h"
#include "tests/support/cli/picture.h"
#include "tests/support/cli/program.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/skip.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

namespace heedmap::test {
namespace {

// A matrix that is the same everywhere: its cells are one block of one color, in which any seam would show.
std::string constantInput(const TemporaryFolder& folder, Index size) {
    const std::string path = folder.path("constant.npy");
    EXPECT_TRUE(files::writeNpy(path, makeTensor(MatrixD(MatrixD::Constant(size, size, 0.7))).view).ok());
    return path;
}

heedmap::heatmap::Rgba constantColor() {
    return heatmap::ColorMap{}.table()[static_cast<std::size_t>(0.7 * 256)];
}

void expectOneBlock(const Picture& picture) {
    const Block block = blockOf(picture, constantColor());
    EXPECT_TRUE(block.whole) << "block at " << block.x << ", " << block.y;
    EXPECT_GT(block.width * 5, picture.width * 2) << "of " << picture.width;
    EXPECT_GT(block.height * 5, picture.height * 2) << "of " << picture.height;
}

std::vector<std::string> renderConstant(const std::string& input, const std::string& output) {
    return {"render", input, "--range", "0:1", "--values", "off", "-o", output};
}

TEST(RenderPicture, PngHasNoSeamsAndTheTablesColors) {
    const TemporaryFolder folder;
    const std::string output = folder.path("out.png");
    for (const Index size : {Index{7}, Index{300}}) {
        const Finished finished = runHeedmap(renderConstant(constantInput(folder, size), output));
        ASSERT_EQ(finished.status, 0) << finished.errors;
        EXPECT_EQ(finished.errors, "");
        expectOneBlock(readPicture(output));
    }
}

TEST(RenderPicture, SvgHasNoSeamsAndTheTablesColors) {
    if (!hasTool("rsvg-convert"))
        HEEDMAP_SKIP("rsvg-convert is not installed");
    const TemporaryFolder folder;
    for (const Index size : {Index{7}, Index{40}}) {
        const std::string svg = folder.path("out.svg");
        ASSERT_EQ(runHeedmap(renderConstant(constantInput(folder, size), svg)).status, 0);
        for (const char* const zoom : {"1", "1.37", "2.6"}) {
            const std::string png = folder.path("out.png");
            ASSERT_EQ(runTool({"rsvg-convert", "-z", zoom, svg, "-o", png}).status, 0);
            SCOPED_TRACE(std::to_string(size) + " cells, zoom " + zoom);
            expectOneBlock(readPicture(png));
        }
    }
}

TEST(RenderPicture, PdfHasNoSeamsAndTheTablesColors) {
    if (!hasTool("pdftoppm"))
        HEEDMAP_SKIP("pdftoppm is not installed");
    const TemporaryFolder folder;
    for (const Index size : {Index{7}, Index{40}, Index{300}}) {
        const std::string pdf = folder.path("out.pdf");
        ASSERT_EQ(runHeedmap(renderConstant(constantInput(folder, size), pdf)).status, 0);
        for (const char* const resolution : {"96", "131", "240"}) {
            ASSERT_EQ(runTool({"pdftoppm", "-png", "-singlefile", "-r", resolution, pdf, folder.path("page")}).status,
                      0);
            SCOPED_TRACE(std::to_string(size) + " cells, " + resolution + " dpi");
            expectOneBlock(readPicture(folder.path("page.png")));
        }
    }
}

TEST(RenderPicture, TwoRunsGiveTheSameBytes) {
    const TemporaryFolder folder;
    for (const char* const format : {"png", "svg", "pdf", "npz"}) {
        const std::vector<std::string> arguments{"render", "pair:i-love-you", "-o", "-", "--format", format};
        const Finished first = runHeedmap(arguments);
        EXPECT_EQ(first.status, 0) << first.errors;
        RunOptions later;
        later.environment = {{"LC_ALL", "C"}, {"LANG", "zh_CN.UTF-8"}};
        EXPECT_TRUE(first.output == runHeedmap(arguments, later).output) << format; // too long to be shown
        EXPECT_GT(first.output.size(), 500U) << format;
    }
}

TEST(RenderPicture, OpensAgain) {
    const TemporaryFolder folder;
    const std::vector<std::string> numbers{"-o", "-", "--format", "json"};
    const auto numbersOf = [&](const std::string& input) {
        return runHeedmap({"render", input, "-o", "-", "--format", "json"}).output;
    };
    for (const char* const pair : {"pair:three-keys", "pair:masks"}) {
        for (const char* const format : {"png", "svg", "pdf"}) {
            const std::string picture = folder.path(std::string("out.") + format);
            ASSERT_EQ(runHeedmap({"render", pair, "-o", picture}).status, 0);
            EXPECT_EQ(numbersOf(picture), numbersOf(pair)) << pair << ", " << format;
        }
    }
}

TEST(RenderPicture, HeadsOpenAgainWithTheirMask) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.csv", "1,0\n0,1\n1,1\n");
    const std::string picture = folder.path("out.svg");
    const std::vector<std::string> heads{"--x", x, "--heads", "2", "--mask", "causal"};
    std::vector<std::string> drawn{"render", "-o", picture};
    drawn.insert(drawn.end(), heads.begin(), heads.end());
    ASSERT_EQ(runHeedmap(drawn).status, 0);
    std::vector<std::string> direct{"render", "-o", "-", "--format", "csv"};
    direct.insert(direct.end(), heads.begin(), heads.end());
    const Finished again = runHeedmap({"render", picture, "-o", "-", "--format", "csv"});
    EXPECT_EQ(again.output, runHeedmap(direct).output);
    EXPECT_NE(again.output.find("scaled[1]"), std::string::npos) << again.output;
}

TEST(RenderPicture, SizesAndResolutions) {
    const TemporaryFolder folder;
    const auto sizeOf = [&](std::vector<std::string> options) {
        const std::string path = folder.path("out.png");
        options.insert(options.begin(), {"render", "pair:three-keys", "-o", path});
        const Finished finished = runHeedmap(options);
        EXPECT_EQ(finished.status, 0) << finished.errors;
        const Picture picture = readPicture(path);
        return std::pair(picture.width, picture.height);
    };
    const auto natural = sizeOf({});
    EXPECT_EQ(sizeOf({"--size", "640x480"}), std::pair(Index{640}, Index{480}));
    EXPECT_EQ(sizeOf({"--size", "640x480", "--dpi", "300"}), std::pair(Index{640}, Index{480}));
    EXPECT_EQ(sizeOf({"--dpi", "192"}), std::pair(2 * natural.first, 2 * natural.second));
    EXPECT_GT(sizeOf({"--layout", "4x1"}).first, natural.first);
    sizeOf({"--dpi", "101"}); // not a whole number of pixels
    const Picture odd = readPicture(folder.path("out.png"));
    for (Index y = 0; y < odd.height; ++y)
        ASSERT_EQ(int{odd.at(odd.width - 1, y).a}, 255) << y;
    for (Index x = 0; x < odd.width; ++x)
        ASSERT_EQ(int{odd.at(x, odd.height - 1).a}, 255) << x;
}

TEST(RenderPicture, EveryPictureOptionCounts) {
    const auto pictureWith = [](std::vector<std::string> options) {
        options.insert(options.begin(), {"render", "pair:i-love-you", "-o", "-", "--format", "svg"});
        const Finished finished = runHeedmap(options);
        EXPECT_EQ(finished.status, 0) << finished.errors;
        return finished.output.substr(finished.output.find("</metadata>")); // what is drawn, not what is carried
    };
    const std::string plain = pictureWith({});
    for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{{"--colormap", "magma"},
                                                                                         {"--range", "0:0.5"},
                                                                                         {"--scale", "sqrt"},
                                                                                         {"--values", "off"},
                                                                                         {"--labels", "off"},
                                                                                         {"--theme", "dark"},
                                                                                         {"--title", "A pair"},
                                                                                         {"--layout", "1x4"},
                                                                                         {"--score", "dot"},
                                                                                         {"--temperature", "2"},
                                                                                         {"--mask", "causal"}})
        EXPECT_NE(plain, pictureWith(options)) << options.front();
    EXPECT_NE(pictureWith({"--title", "A pair"}).find("A pair"), std::string::npos); // text stays text
}

TEST(RenderPicture, RealStacksAndSingleHeads) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    HEEDMAP_CASE(tokens, "attention/gpt2/ex0.tokens.json");
    const TemporaryFolder folder;
    const std::string grid = folder.path("grid.png");
    const std::string head = folder.path("head.png");
    Finished finished = runHeedmap({"render", path + "#attn_softmax", "-o", grid});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    finished = runHeedmap({"render", path + "#attn_softmax[0,1]", "--tokens", tokens, "-o", head});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.errors, "");
    const auto session = files::readSession(grid);
    ASSERT_TRUE(session.ok()) << sentence(session.error());
    EXPECT_EQ(session->panels.size(), 144U);
    EXPECT_EQ(session->matrices.at(31).name, "attn_softmax[2,7]");
    // Head 1 of layer 0 looks at itself: bright cells on the diagonal, in both pictures.
    const auto bright = heatmap::ColorMap{}.table()[255];
    EXPECT_GE(blockOf(readPicture(head), bright).width, 20);
}

TEST(RenderPicture, SessionsGoInAndNothingElseIsLeft) {
    const TemporaryFolder folder;
    const std::string first = folder.path("first.png");
    ASSERT_EQ(runHeedmap({"render", "pair:word-order", "--colormap", "gray", "-o", first}).status, 0);
    const auto session = files::readSession(first);
    ASSERT_TRUE(session.ok()) << sentence(session.error());
    const std::string saved = folder.path("saved.heedmap");
    ASSERT_TRUE(files::writeSession(saved, *session).ok());
    const std::string second = folder.path("second.png");
    ASSERT_EQ(runHeedmap({"render", saved, "-o", second}).status, 0);
    EXPECT_EQ(readPicture(first).pixels, readPicture(second).pixels);
    EXPECT_EQ(folder.entries(), 3U);
}

TEST(RenderPicture, AlignmentsOfAModelToo) {
    const TemporaryFolder folder;
    for (const char* const ending : {"png", "svg"}) {
        const std::string path = folder.path(std::string("alpha.") + ending);
        const Finished finished =
            runHeedmap({"align", "--model", "english-chinese-dot", "--source", "I love you", "-o", path});
        EXPECT_EQ(finished.status, 0) << finished.errors;
        EXPECT_GT(contentsOf(path).size(), 100U) << path;
    }
}

TEST(RenderPicture, AFullDeviceIsSaid) {
    RunOptions options;
    options.output = "/dev/full";
    for (const char* const format : {"png", "svg", "pdf"}) {
        const Finished finished = runHeedmap({"render", "pair:three-keys", "-o", "-", "--format", format}, options);
        EXPECT_EQ(finished.status, 4) << format << ": " << finished.errors;
        EXPECT_TRUE(finished.errors.ends_with("No space left on device\n")) << finished.errors;
    }
}

TEST(RenderPicture, AFullDiskLeavesWhatStoodThere) {
    const TemporaryFolder folder;
    for (const char* const format : {"png", "svg", "pdf"}) {
        const std::string output = folder.file(std::string("out.") + format, "what stood there");
        RunOptions options;
        options.largestFile = 3000;
        const Finished finished = runHeedmap({"render", "pair:three-keys", "-o", output}, options);
        EXPECT_EQ(finished.status, 4) << format << ": " << finished.errors;
        EXPECT_TRUE(finished.errors.starts_with("heedmap: " + output + ": writing stopped after ")) << finished.errors;
        EXPECT_EQ(contentsOf(output), "what stood there") << format;
    }
    EXPECT_EQ(folder.entries(), 3U);
}

} // namespace
} // namespace heedmap::test
