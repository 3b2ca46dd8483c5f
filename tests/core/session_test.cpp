#include "core/session/session.h"

#include "core/files/output_file.h"
#include "core/session/reference.h"

#include "tests/support/core/numbers.h"
#include "tests/support/core/places.h"
#include "tests/support/core/temporary_folder.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

using namespace heedmap;
using namespace heedmap::files;

namespace {

using heedmap::test::infinity;
using heedmap::test::quietNaN;

template <class A>
void expectSame(const A& left, const A& right, const char* what) {
    ASSERT_EQ(left.rows(), right.rows()) << what;
    ASSERT_EQ(left.cols(), right.cols()) << what;
    for (Index i = 0; i < left.size(); ++i) {
        const auto a = left.data()[i];
        const auto b = right.data()[i];
        EXPECT_TRUE(a == b || (a != a && b != b)) << what << ", entry " << i << ": " << +a << " and " << +b;
    }
}

// Every field is different from what it is without being said.
Session fullSession() {
    Session session;
    session.name = "all \"of\" it";
    session.lookFor = "看 <this> & that";
    session.corpus = "english-chinese";
    attention::Problem& problem = session.problem;
    problem.kind = attention::ProblemKind::self;
    problem.q = (MatrixD(2, 3) << 0.1, -0.0, 1e300, 1.0 / 3, quietNaN, -infinity).finished();
    problem.k = MatrixD::Constant(4, 3, 5e-324);
    problem.v = MatrixD(4, 0);
    problem.x = MatrixD::Identity(3, 3);
    problem.parameters.w = MatrixD::Constant(3, 3, 2);
    problem.parameters.w_s = MatrixD::Constant(1, 3, 0.7);
    problem.parameters.w_h = MatrixD::Constant(1, 3, 0.8);
    problem.parameters.v = VectorD::Constant(1, 0.9);
    problem.parameters.beta = 7.5;
    problem.parameters.w_q = MatrixD::Constant(3, 2, 1.5);
    problem.parameters.w_k = MatrixD::Constant(3, 2, 2.5);
    problem.parameters.w_v = MatrixD::Constant(3, 1, 3.5);
    problem.parameters.w_o = MatrixD::Constant(2, 3, 4.5);
    problem.parameters.b_q = VectorD::Constant(2, 0.1);
    problem.parameters.b_k = VectorD::Constant(2, 0.2);
    problem.parameters.b_v = VectorD::Constant(1, 0.3);
    problem.parameters.b_o = VectorD::Constant(3, 0.4);
    problem.heads = 2;
    problem.keyValueHeads = 1;
    problem.projectsCross = true;
    problem.mask = {true, 3, 2, 4, 3, 5, 1, 0, 18446744073709551615u, BoolMatrix::Identity(3, 3)};
    problem.approximation = {attention::ApproximationKind::performer, 7, 18446744073709551615u};
    problem.normalizer = {attention::NormalizerKind::entmax15, 0.3};
    attention::Operands& own = session.own[attention::ScoreFunction::general];
    own.q = MatrixD::Constant(2, 5, 0.25);
    own.k = MatrixD::Constant(4, 6, -0.125);
    own.v = MatrixD::Constant(4, 1, 3);
    own.parameters.w = MatrixD::Constant(5, 6, 4);
    own.parameters.beta = 2;
    session.crossLabels = {{"我", ""}, {"a", "</s>", "\"", "\\"}};
    session.selfTokens = {"Ġx", " y", "😀"};
    session.gold = {{{0, 3}, true}, {{1, 0}, false}};
    session.matrices.push_back({"attn[2,7]", "a.npz#attn[2,7]", makeTensor(MatrixF(MatrixF::Constant(2, 2, 0.1f)))});
    session.matrices.push_back({"empty", "", makeTensor(MatrixD(0, 5))});
    session.matrices.push_back(
        {"masked", "", makeTensor(MatrixD(MatrixD::Ones(2, 1))), (BoolMatrix(2, 1) << 1, 0).finished()});
    session.matrices[0].labels = std::make_shared<const Labels>(Labels{{"r", "s"}, {"c", "d"}});
    session.matrices[0].title = "L2 · H7";
    session.matrices[2].labels = std::make_shared<const Labels>(Labels{{"t", "u"}, {}});
    session.panels = {{attention::ScoreFunction::cosine, {}, false},
                      {.score = attention::ScoreFunction::dot, .head = 1},
                      {.score = attention::ScoreFunction::dot, .overHeads = OverHeads::max},
                      {{}, 2, true}};
    session.picture = {{heatmap::ColorMapName::rdbu, true},
                       {heatmap::RangeSpec::Kind::percentile, 0.1, 99.95},
                       heatmap::Scale::rank,
                       heatmap::Pooling::mean,
                       Visibility::on,
                       Visibility::off,
                       CellShape::stretched,
                       false,
                       false,
                       "Title",
                       Drawing::lines,
                       true};
    session.shown = {analysis::RowsOfWord::last, {"special", "rows:0"}, analysis::Remainder::kept};
    return session;
}

void expectSame(const attention::Operands& left, const attention::Operands& right) {
    expectSame(left.q, right.q, "q");
    expectSame(left.k, right.k, "k");
    expectSame(left.v, right.v, "v");
    expectSame(left.parameters.w, right.parameters.w, "W");
    expectSame(left.parameters.w_s, right.parameters.w_s, "W_s");
    expectSame(left.parameters.w_h, right.parameters.w_h, "W_h");
    expectSame(left.parameters.v, right.parameters.v, "v");
    EXPECT_EQ(left.parameters.beta, right.parameters.beta);
    expectSame(left.parameters.w_q, right.parameters.w_q, "W_q");
    expectSame(left.parameters.w_k, right.parameters.w_k, "W_k");
    expectSame(left.parameters.w_v, right.parameters.w_v, "W_v");
    expectSame(left.parameters.w_o, right.parameters.w_o, "W_o");
    expectSame(left.parameters.b_q, right.parameters.b_q, "b_q");
    expectSame(left.parameters.b_k, right.parameters.b_k, "b_k");
    expectSame(left.parameters.b_v, right.parameters.b_v, "b_v");
    expectSame(left.parameters.b_o, right.parameters.b_o, "b_o");
}

void expectSame(const attention::Problem& left, const attention::Problem& right) {
    EXPECT_EQ(left.kind, right.kind);
    expectSame(static_cast<const attention::Operands&>(left), static_cast<const attention::Operands&>(right));
    expectSame(left.x, right.x, "x");
    EXPECT_EQ(left.heads, right.heads);
    EXPECT_EQ(left.keyValueHeads, right.keyValueHeads);
    EXPECT_EQ(left.projectsCross, right.projectsCross);
    EXPECT_EQ(left.mask, right.mask);
    EXPECT_EQ(left.normalizer, right.normalizer);
    EXPECT_EQ(left.approximation, right.approximation);
}

void expectSame(const Session& left, const Session& right) {
    EXPECT_EQ(left.name, right.name);
    EXPECT_EQ(left.lookFor, right.lookFor);
    EXPECT_EQ(left.corpus, right.corpus);
    expectSame(left.problem, right.problem);
    ASSERT_EQ(left.own.size(), right.own.size());
    for (const auto& [function, operands] : left.own) {
        ASSERT_TRUE(right.own.contains(function)) << attention::nameOf(function);
        expectSame(operands, right.own.at(function));
    }
    EXPECT_EQ(left.crossLabels, right.crossLabels);
    EXPECT_EQ(left.selfTokens, right.selfTokens);
    EXPECT_EQ(left.gold, right.gold);
    ASSERT_EQ(left.matrices.size(), right.matrices.size());
    for (std::size_t i = 0; i < left.matrices.size(); ++i) {
        EXPECT_EQ(left.matrices[i].name, right.matrices[i].name);
        EXPECT_EQ(left.matrices[i].origin, right.matrices[i].origin);
        EXPECT_EQ(left.matrices[i].title, right.matrices[i].title);
        EXPECT_EQ(left.labelsOf({.matrix = i}), right.labelsOf({.matrix = i}));
        EXPECT_EQ(left.matrices[i].tensor.dtype(), right.matrices[i].tensor.dtype());
        expectSame(toMatrixD(left.matrices[i].tensor.view), toMatrixD(right.matrices[i].tensor.view), "matrix");
        expectSame(left.matrices[i].allowed, right.matrices[i].allowed, "allowed");
    }
    EXPECT_EQ(left.panels, right.panels);
    EXPECT_EQ(left.picture, right.picture);
    EXPECT_EQ(left.shown, right.shown);
}

struct ManifestRow {
    const char* name;
    const char* manifest;
    const char* sentence;
    friend void PrintTo(const ManifestRow& row, std::ostream* out) { *out << row.name; }
};

} // namespace

TEST(Session, ReadsBackFromItsFile) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.heedmap");
    for (const Session& session : {fullSession(), Session{}}) {
        ASSERT_TRUE(writeSession(path, session));
        const auto read = readSession(path);
        ASSERT_TRUE(read) << sentence(read.error());
        expectSame(*read, session);
    }
}

TEST(Session, ReadsBackFromItsManifest) {
    for (const Session& session : {fullSession(), Session{}}) {
        const auto read = parseManifest(inlineManifest(session));
        ASSERT_TRUE(read) << sentence(read.error());
        expectSame(*read, session);
    }
}

TEST(Session, NumbersOfFloat32TakeNoMoreRoomThanThose) {
    Session session;
    session.problem.q = MatrixD::Constant(8, 64, 0.1F);
    session.problem.parameters.v = VectorD::Constant(64, 0.3F);
    session.problem.parameters.v(63) = 0.3; // one that is no float32 keeps all as they are
    const std::string manifest = inlineManifest(session);
    EXPECT_LT(manifest.size(), 8 * 64 * 5 + 64 * 25 + 1000);
    const auto read = parseManifest(manifest);
    ASSERT_TRUE(read) << sentence(read.error());
    expectSame(*read, session);
}

TEST(Session, OpensAsAFileOfTensors) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeSession(folder.path("a.heedmap"), fullSession()));
    for (const std::string& path :
         {folder.path("a.heedmap"), folder.file("a.json", inlineManifest(fullSession())),
          folder.file("a.svg", "<svg>" + svgMetadata(inlineManifest(fullSession())) + "</svg>")}) {
        const auto file = files::open(path);
        ASSERT_TRUE(file) << sentence(file.error());
        EXPECT_EQ((*file)->format(), Format::session);
        EXPECT_EQ((*file)->labelsOf(0), (Labels{{"r", "s"}, {"c", "d"}}));
        EXPECT_EQ((*file)->labelsOf(2), (Labels{{"t", "u"}, {}}));
        ASSERT_TRUE((*file)->find("attn[2,7]"));
        EXPECT_EQ((*file)->read((*file)->find("q").value())->shape(), (Shape{2, 3}));
        EXPECT_TRUE(openTensors(path).error().is(holdsSession)) << path;
    }
}

TEST(Session, ShippedExamplesAreSessions) {
    int opened = 0;
    for (const auto& entry : std::filesystem::directory_iterator(heedmap::test::sourceFolder() + "/resources/pairs")) {
        if (entry.path().extension() != ".json" || entry.path().filename() == "index.json")
            continue;
        const auto session = readSession(entry.path().string());
        ASSERT_TRUE(session) << sentence(session.error());
        EXPECT_FALSE(session->panels.empty());
        const auto again = parseManifest(inlineManifest(*session));
        ASSERT_TRUE(again) << sentence(again.error());
        expectSame(*again, *session);
        ++opened;
    }
    EXPECT_GT(opened, 5);
}

TEST(Session, ShowsTheLabelsOfWhatIsShown) {
    Session session = fullSession();
    EXPECT_TRUE(session.showsMatrices());
    EXPECT_EQ(session.labelsOf(session.panels.back()), (Labels{{"t", "u"}, {}}));
    EXPECT_EQ(session.labelsOf({.matrix = 0}), (Labels{{"r", "s"}, {"c", "d"}}));
    EXPECT_EQ(session.labelsOf({.matrix = 1}), Labels());
    EXPECT_EQ(session.labelsOf(session.panels.front()), (Labels{session.selfTokens, session.selfTokens}));
    session.problem.kind = attention::ProblemKind::cross;
    EXPECT_EQ(session.labelsOf(session.panels.front()), session.crossLabels);
    session.panels.pop_back();
    EXPECT_FALSE(session.showsMatrices());
}

TEST(Session, OfFormat11GivesAllMatricesTheSameLabels) {
    const auto session = parseManifest(R"({"heedmap": [1, 1], "matrices": [
        {"name": "a", "origin": "a.npy", "values": [[1, 0]]}, {"name": "b", "origin": "b.npy", "values": [[0, 1]]}],
        "matrixRows": ["r"], "matrixColumns": ["c", "d"], "panels": [{"matrix": 0}, {"matrix": 1}]})");
    ASSERT_TRUE(session) << sentence(session.error());
    for (const Panel& panel : session->panels)
        EXPECT_EQ(session->labelsOf(panel), (Labels{{"r"}, {"c", "d"}}));
    const nlohmann::json manifest = nlohmann::json::parse(inlineManifest(*session));
    EXPECT_EQ(manifest["matrixLabels"].size(), 1U) << "each once";
    EXPECT_EQ(manifest["matrixRows"], nlohmann::json({"r"})) << "what a program of that format reads";
    EXPECT_TRUE(parseManifest(R"({"heedmap": [1, 2], "matrixLabels": [], "matrices": [
        {"name": "a", "origin": "", "values": [[1]], "labels": 0}]})")
                    .error()
                    .is(sessionDamaged));
}

TEST(Session, SaysThatAFileIsNone) {
    const test::TemporaryFolder folder;
    const std::string svg = folder.file("a.svg", "<svg></svg>");
    EXPECT_EQ(sentence(readSession(svg).error()), svg + ": the picture carries no Heedmap session");
    EXPECT_EQ(sentence(files::open(svg).error()), svg + ": the picture carries no Heedmap session");
    const std::string csv = folder.file("a.csv", "1,2");
    EXPECT_EQ(sentence(readSession(csv).error()), csv + ": this is not a session; open it as a file of numbers");
    const std::string json = folder.file("a.json", "[1]");
    EXPECT_EQ(sentence(readSession(json).error()), json + ": this is not a session; open it as a file of numbers");
}

TEST(Session, NewerMinorVersionsOpen) {
    EXPECT_TRUE(parseManifest(R"({"heedmap": [1, 7], "something": {"new": 1}})"));
    EXPECT_TRUE(parseManifest(R"({"heedmap": "1.0"})"));
}

class BadManifest : public testing::TestWithParam<ManifestRow> {};

TEST_P(BadManifest, IsRefusedWithASentence) {
    const auto session = parseManifest(GetParam().manifest);
    ASSERT_FALSE(session);
    EXPECT_EQ(sentence(session.error()), GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadManifest,
    testing::Values(
        ManifestRow{"empty", "", "this is not valid JSON: it ends too early (line 1, column 1)"},
        ManifestRow{"list", "[]", "the session cannot be used: it has no format number \"heedmap\""},
        ManifestRow{
            "newer", R"({"heedmap": [2, 1]})",
            "the session was saved by a newer Heedmap (format 2.1); this one reads format 1 and its minor versions"},
        ManifestRow{"version", R"({"heedmap": [0, 1]})",
                    "the session cannot be used: its format number \"heedmap\" is not like [1, 0]"},
        ManifestRow{"versionText", R"({"heedmap": "new"})",
                    "the session cannot be used: its format number \"heedmap\" is not like [1, 0]"},
        ManifestRow{"nan", R"({"heedmap": [1, 0], "problem": {"q": [[NaN]]}})",
                    "the session cannot be used: its manifest holds what JSON does not know"},
        ManifestRow{"name", R"({"heedmap": [1, 0], "name": 3})", "the session cannot be used: name has to be a text"},
        ManifestRow{"ragged", R"({"heedmap": [1, 0], "problem": {"q": [[1, 2], [3]]}})",
                    "the session cannot be used: problem.q: the rows of an array are not equally long"},
        ManifestRow{"values", R"({"heedmap": [1, 0], "problem": {"k": {"shape": [2, 3], "values": [1]}}})",
                    "the session cannot be used: problem.k: an array has more or fewer values than its shape says"},
        ManifestRow{"shape",
                    R"({"heedmap": [1, 0], "problem": {"k": {"shape": [4294967296, 4294967296], "values": []}}})",
                    "a tensor of shape 4294967296×4294967296 has more numbers than can be addressed"},
        ManifestRow{"rank", R"({"heedmap": [1, 0], "problem": {"q": [1, 2]}})",
                    "the session cannot be used: problem.q has to be a matrix"},
        ManifestRow{"vector", R"({"heedmap": [1, 0], "problem": {"parameters": {"v": [[1, 2], [3, 4]]}}})",
                    "the session cannot be used: problem.parameters.v has to be a vector"},
        ManifestRow{"text", R"({"heedmap": [1, 0], "problem": {"q": [["x"]]}})",
                    "the session cannot be used: problem.q: an array holds something that is not a number"},
        ManifestRow{"temperature", R"({"heedmap": [1, 0], "problem": {"normalizer": {"temperature": 0}}})",
                    "the session cannot be used: problem.normalizer.temperature has to be above 0"},
        ManifestRow{"heads", R"({"heedmap": [1, 0], "problem": {"heads": 0}})",
                    "the session cannot be used: problem.heads is 0, but there can be 1 to 1024"},
        ManifestRow{"overHeads", R"({"heedmap": [1, 0], "panels": [{"score": "dot", "overHeads": "sum"}]})",
                    "the session cannot be used: panels[0].overHeads is \"sum\", which has no meaning"},
        ManifestRow{"mask", R"({"heedmap": [1, 0], "problem": {"mask": {"window": -1}}})",
                    "the session cannot be used: problem.mask.window has to be a whole number from 0 up"},
        ManifestRow{"word", R"({"heedmap": [1, 0], "picture": {"scale": "cubic"}})",
                    "the session cannot be used: picture.scale is \"cubic\", which has no meaning"},
        ManifestRow{"range", R"({"heedmap": [1, 0], "picture": {"range": {"kind": "fixed", "low": 2, "high": 1}}})",
                    "the session cannot be used: picture.range has limits that no range can have"},
        ManifestRow{
            "panelMatrix", R"({"heedmap": [1, 0], "panels": [{"score": "dot"}, {"matrix": 0}]})",
            "the session cannot be used: panels[1].matrix is 0, but the session has 0 matrices, counted from 0"},
        ManifestRow{"panelEmpty", R"({"heedmap": [1, 0], "panels": [{}]})",
                    "the session cannot be used: panels[0] has to have either a score or a matrix"},
        ManifestRow{"panelScore", R"({"heedmap": [1, 0], "panels": [{"score": ""}]})",
                    "the session cannot be used: panels[0].score names no score function"},
        ManifestRow{"gold", R"({"heedmap": [1, 0], "gold": [{"row": 0, "column": 0}]})",
                    "the session cannot be used: gold[0] points outside Q and K"},
        ManifestRow{"allowed", R"({"heedmap": [1, 0], "matrices": [{"values": [[1, 2]], "allowed": [[1]]}]})",
                    "the session cannot be used: matrices[0].allowed has another size than the matrix, which is 1×2"},
        ManifestRow{"file", R"({"heedmap": [1, 0], "problem": {"q": {"file": "q.npy"}}})",
                    "the session cannot be used: problem.q: an array has no shape or no values"}),
    [](const auto& row) { return row.param.name; });
