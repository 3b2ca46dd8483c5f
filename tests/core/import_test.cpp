// From files and words to a session: titles, labels, heads, axes and what is noted of them.
#include "core/session/import.h"

#include "core/files/writers.h"
#include "core/session/panel_result.h"
#include "tests/support/core/temporary_folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <numeric>

using namespace heedmap;
using namespace heedmap::files;
using attention::ScoreFunction;

namespace {

using heedmap::test::TemporaryFolder;

Tensor countingUp(const Shape& shape) {
    std::vector<double> values(static_cast<std::size_t>(shape.count()));
    std::iota(values.begin(), values.end(), 0.0);
    return makeTensor(shape, std::move(values));
}

std::string npyIn(const TemporaryFolder& folder, const char* name, const Shape& shape) {
    EXPECT_TRUE(writeNpy(folder.path(name), countingUp(shape).view).ok());
    return folder.path(name);
}

ImportRequest requestFor(const std::vector<std::string>& references) {
    ImportRequest request;
    for (const std::string& reference : references)
        request.inputs.push_back(inputOf(reference).value());
    return request;
}

Imported importedFrom(const ImportRequest& request) {
    auto imported = importSession(request);
    if (!imported) {
        ADD_FAILURE() << sentence(imported.error());
        return {};
    }
    return *std::move(imported);
}

std::vector<std::string> titlesOf(const Session& session) {
    std::vector<std::string> titles;
    for (const Panel& panel : session.panels)
        titles.push_back(sentence(titleOf(session, panel)));
    return titles;
}

std::vector<std::string> notesOf(const Imported& imported) {
    std::vector<std::string> notes;
    for (const Note& note : imported.notes)
        notes.push_back(sentence(note.text));
    return notes;
}

using Texts = std::vector<std::string>;

} // namespace

TEST(Import, NamesAndTitlesSayWhatTellsMatricesApart) {
    const TemporaryFolder folder;
    const std::string stack = npyIn(folder, "stack.npy", {2, 2, 3, 3});
    const std::string three = npyIn(folder, "three.npy", {2, 3, 3});
    const std::string one = npyIn(folder, "one.npy", {3, 3});
    const std::string dump = folder.path("dump.npz");
    ASSERT_TRUE(writeNpz(dump, {{"attn", countingUp({1, 2, 3, 3})}, {"cross", countingUp({1, 2, 3, 3})}}).ok());
    std::filesystem::create_directories(folder.path("run"));
    const std::string other = npyIn(folder, "run/one.npy", {3, 3});
    const struct {
        Texts inputs, titles, names;
    } rows[] = {
        {{one}, {"one.npy"}, {"one.npy"}},
        {{three}, {"three.npy[0]", "three.npy[1]"}, {"three.npy[0]", "three.npy[1]"}},
        {{stack},
         {"L0 · H0", "L0 · H1", "L1 · H0", "L1 · H1"},
         {"stack.npy[0,0]", "stack.npy[0,1]", "stack.npy[1,0]", "stack.npy[1,1]"}},
        {{stack + "[1]"}, {"L1 · H0", "L1 · H1"}, {"stack.npy[1,0]", "stack.npy[1,1]"}},
        {{stack + "[:,1:]"}, {"L0 · H1", "L1 · H1"}, {"stack.npy[0,1]", "stack.npy[1,1]"}},
        {{stack + "[0,mean]"}, {"L0 · mean H"}, {"stack.npy[0,mean]"}},
        {{stack + "[mean]"}, {"mean L · H0", "mean L · H1"}, {"stack.npy[mean,0]", "stack.npy[mean,1]"}},
        {{stack + "[0,0,1:]"}, {"L0 · H0[1:]"}, {"stack.npy[0,0,1:]"}},
        {{dump + "#attn"}, {"L0 · H0", "L0 · H1"}, {"attn[0,0]", "attn[0,1]"}},
        {{dump + "#attn[0,0]", dump + "#cross[0,0]"},
         {"attn · L0 · H0", "cross · L0 · H0"},
         {"attn[0,0]", "cross[0,0]"}},
        {{dump + "#attn[0,0]", stack + "[1,1]"},
         {"dump.npz · L0 · H0", "stack.npy · L1 · H1"},
         {"dump.npz#attn[0,0]", "stack.npy[1,1]"}},
        {{one, three + "[0]"}, {"one.npy", "three.npy[0]"}, {"one.npy", "three.npy[0]"}},
        {{one, other},
         {std::filesystem::path(folder.path("")).parent_path().filename().string() + "/one.npy", "run/one.npy"},
         {std::filesystem::path(folder.path("")).parent_path().filename().string() + "/one.npy", "run/one.npy"}},
    };
    for (const auto& row : rows) {
        const Session session = importedFrom(requestFor(row.inputs)).session;
        EXPECT_EQ(titlesOf(session), row.titles) << row.inputs.front();
        Texts names;
        for (const FileMatrix& matrix : session.matrices)
            names.push_back(matrix.name);
        EXPECT_EQ(names, row.names) << row.inputs.front();
    }
    const Session session = importedFrom(requestFor({dump + "#cross"})).session;
    EXPECT_EQ(session.matrices[1].origin, dump + "#cross[0,1]");
    EXPECT_EQ(session.name, "dump.npz");
}

TEST(Import, RangesAndMeansAreOfTheRightEntries) {
    const TemporaryFolder folder;
    const std::string path = npyIn(folder, "a.npy", {4, 3, 2, 2});
    const auto numbers = [&](const std::string& index) {
        std::vector<double> firsts;
        for (const FileMatrix& matrix : importedFrom(requestFor({path + index})).session.matrices)
            firsts.push_back(toMatrixD(matrix.tensor.view)(0));
        return firsts;
    };
    EXPECT_EQ(numbers("#[1:3,2]"), (std::vector<double>{20, 32}));
    EXPECT_EQ(numbers("#[-1:,1:]"), (std::vector<double>{40, 44}));
    EXPECT_EQ(numbers("#[1,mean]"), (std::vector<double>{16}));
    EXPECT_EQ(numbers("#[mean,:2]"), (std::vector<double>{18, 22}));
}

TEST(Import, EachInputKeepsItsTokens) {
    const TemporaryFolder folder;
    const std::string a = folder.file("m1.json", R"({"tokens": ["un", "able"], "attention": [[1, 0], [0.5, 0.5]]})");
    const std::string b = folder.file("m2.json", R"({"tokens": ["unb", "le"], "attention": [[1, 0], [0.4, 0.6]]})");
    const std::string c = folder.file("c.csv", ",x,y\np,1,2\nq,3,4\n");
    const Session session = importedFrom(requestFor({a, b, c})).session;
    EXPECT_EQ(titlesOf(session), (Texts{"m1.json", "m2.json", "c.csv"}));
    EXPECT_EQ(session.labelsOf(session.panels[0]), (Labels{{"un", "able"}, {"un", "able"}}));
    EXPECT_EQ(session.labelsOf(session.panels[1]), (Labels{{"unb", "le"}, {"unb", "le"}}));
    EXPECT_EQ(session.labelsOf(session.panels[2]), (Labels{{"p", "q"}, {"x", "y"}}));
    ImportRequest given = requestFor({a, c});
    given.labels.rows = {"r", "s"};
    const Session named = importedFrom(given).session;
    EXPECT_EQ(named.labelsOf(named.panels[0]), (Labels{{"r", "s"}, {"un", "able"}}));
    EXPECT_EQ(named.labelsOf(named.panels[1]), (Labels{{"r", "s"}, {"x", "y"}}));
}

TEST(Import, TokensOfAGenerationFitFromTheLeft) {
    const TemporaryFolder folder;
    ImportRequest request =
        requestFor({npyIn(folder, "s0.npy", {3, 3}), npyIn(folder, "s1.npy", {1, 4}), npyIn(folder, "s2.npy", {2, 5})});
    request.tokens = folder.file("t.json", R"(["The", "cat", "sat", "down", "."])");
    const Imported imported = importedFrom(request);
    const Session& session = imported.session;
    EXPECT_EQ(session.labelsOf(session.panels[0]), (Labels{{"The", "cat", "sat"}, {"The", "cat", "sat"}}));
    EXPECT_EQ(session.labelsOf(session.panels[1]), (Labels{{"down"}, {"The", "cat", "sat", "down"}}));
    EXPECT_EQ(session.labelsOf(session.panels[2]), (Labels{{"down", "."}, {"The", "cat", "sat", "down", "."}}));
    EXPECT_EQ(notesOf(imported), (Texts{"tokens of the rows: 5 for 3; the rest is left out",
                                        "tokens of the columns: 5 for 3; the rest is left out",
                                        "tokens of the columns: 5 for 4; the rest is left out"}));
}

TEST(Import, TokensBesideAFileAreTaken) {
    const TemporaryFolder folder;
    folder.file("ex0.tokens.json", R"(["a", "b"])");
    folder.file("tokens.json", R"(["x", "y", "z"])");
    const Session session =
        importedFrom(requestFor({npyIn(folder, "ex0.attn.npy", {2, 2}), npyIn(folder, "plain.npy", {3, 3}),
                                 npyIn(folder, "unfit.npy", {4, 4})}))
            .session;
    EXPECT_EQ(session.labelsOf(session.panels[0]).rows, (Texts{"a", "b"}));
    EXPECT_EQ(session.labelsOf(session.panels[1]).rows, (Texts{"x", "y", "z"}));
    EXPECT_TRUE(session.labelsOf(session.panels[2]).empty());
}

TEST(Import, HeadsStayAProblemThatCanBeEdited) {
    const TemporaryFolder folder;
    ImportRequest request;
    const std::string q = folder.file("q.csv", "1,0,0,2\n0,1,2,0\n");
    request.inputs = {inputOf(q, Role::q).value(), inputOf(q, Role::k).value(), inputOf(q, Role::v).value()};
    request.problem.heads = 2;
    const Imported imported = importedFrom(request);
    EXPECT_EQ(imported.session.problem.heads, 2);
    EXPECT_TRUE(imported.session.matrices.empty());
    EXPECT_EQ(titlesOf(imported.session), (Texts{"scaled dot, head 0", "scaled dot, head 1"}));
    const auto sets = attentionOf(imported.session).value();
    ASSERT_EQ(sets.size(), 1U);
    EXPECT_EQ(sets[0].leading, std::vector<Index>{2});
    const auto panels = computePanels(imported.session);
    for (std::size_t head = 0; head < 2; ++head) {
        EXPECT_EQ(panels[head].attention->alpha, sets[0].entries[head].alpha) << head;
        EXPECT_EQ(sets[0].values[head], imported.session.problem.v.middleCols(2 * static_cast<Index>(head), 2));
    }
    request.problem.heads = 3;
    EXPECT_EQ(sentence(importSession(request).error()), "4 columns cannot be split evenly into 3 heads");
}

TEST(Import, AxesOfOneGo) {
    const TemporaryFolder folder;
    const Imported trailing = importedFrom(requestFor({npyIn(folder, "n.npy", {4, 3, 1})}));
    ASSERT_EQ(trailing.session.matrices.size(), 1U);
    EXPECT_EQ(trailing.session.matrices[0].tensor.shape(), (Shape{4, 3}));
    EXPECT_EQ(notesOf(trailing), Texts{"the last axis of 4×3×1 is of one entry and is left out"});
    const Session step = importedFrom(requestFor({npyIn(folder, "first.npy", {4, 2, 1, 1})})).session;
    EXPECT_EQ(step.matrices.size(), 8U) << "layers and heads of the first step of a generation";
    ImportRequest problem;
    const std::string q = npyIn(folder, "q.npy", {1, 1, 3, 2});
    problem.inputs = {inputOf(q, Role::q).value(), inputOf(q, Role::k).value()};
    EXPECT_EQ(importedFrom(problem).session.problem.q.rows(), 3) << "one problem, which can be edited";
}

TEST(Import, MasksOfAnyRankThatBroadcasts) {
    const TemporaryFolder folder;
    const auto mask = [&](const char* name, const Shape& shape, std::vector<double> values) {
        EXPECT_TRUE(writeNpy(folder.path(name), makeTensor(shape, std::move(values)).view).ok());
        return folder.path(name);
    };
    const auto allowed = [&](const std::string& reference, const Shape& queries = {2, 3}) -> MatrixD {
        ImportRequest request;
        request.inputs = {inputOf(npyIn(folder, "q.npy", queries), Role::q).value(),
                          inputOf(npyIn(folder, "k.npy", queries), Role::k).value()};
        request.problem.customMask = reference;
        const auto imported = importSession(request);
        if (!imported)
            return MatrixD();
        return imported->sets.empty() ? MatrixD(imported->session.problem.mask.custom.cast<double>())
                                      : MatrixD(imported->session.matrices.back().allowed.cast<double>());
    };
    const MatrixD causal{{1, 0}, {1, 1}};
    EXPECT_EQ(allowed(mask("four.npy", {1, 1, 2, 2}, {1, 0, 1, 1})), causal);
    EXPECT_EQ(allowed(folder.path("four.npy") + "[0,0]"), causal);
    EXPECT_EQ(allowed(mask("lowest.npy", {2, 2}, {0, -3.4028234663852886e+38, 0, 0})), causal);
    EXPECT_EQ(allowed(mask("row.npy", {2}, {1, 0})), (MatrixD{{1, 0}, {1, 0}}));
    EXPECT_EQ(allowed(mask("padding.npy", {1, 1, 1, 2}, {0, -10000})), (MatrixD{{1, 0}, {1, 0}}));
    EXPECT_EQ(allowed(mask("same.npy", {2, 2, 2}, {1, 0, 1, 1, 1, 0, 1, 1})), causal);
    EXPECT_EQ(allowed(mask("other.npy", {2, 2, 2}, {1, 0, 1, 1, 1, 1, 1, 1})).size(), 0) << "which of them?";
    EXPECT_EQ(allowed(folder.path("other.npy") + "[0]"), causal);
    EXPECT_EQ(allowed(folder.path("other.npy"), {2, 2, 2}), (MatrixD{{1, 1}, {1, 1}})) << "a mask a head";
    EXPECT_EQ(allowed(mask("wide.npy", {3, 3}, std::vector<double>(9, 1))).size(), 0);
}

TEST(Import, WeightsBesideQueriesAndKeysAreOpened) {
    const TemporaryFolder folder;
    const std::string own = folder.path("own.npz");
    ASSERT_TRUE(writeNpz(own, {{"q", countingUp({2, 3, 4})},
                               {"k", countingUp({2, 3, 4})},
                               {"v", countingUp({2, 3, 4})},
                               {"attention", countingUp({2, 3, 3})}})
                    .ok());
    const Imported imported = importedFrom(requestFor({own}));
    EXPECT_EQ(titlesOf(imported.session), (Texts{"attention[0]", "attention[1]"}));
    EXPECT_EQ(notesOf(imported), Texts{"of 4 tensors, attention is shown"});
    const std::string plain = folder.path("plain.npz");
    ASSERT_TRUE(writeNpz(plain, {{"q", countingUp({3, 4})}, {"k", countingUp({3, 4})}}).ok());
    EXPECT_EQ(importedFrom(requestFor({plain})).session.problem.q.rows(), 3);
    const std::string unclear = folder.path("unclear.npz");
    ASSERT_TRUE(writeNpz(unclear, {{"a", countingUp({3, 4})}, {"b", countingUp({3, 4})}}).ok());
    EXPECT_TRUE(importSession(requestFor({unclear})).error().is(tensorNameNeeded));
}

TEST(Import, WholeNumbersThatFloat64DoesNotHoldAreNoted) {
    const TemporaryFolder folder;
    std::string header = "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }";
    header.resize(117, ' ');
    header += '\n';
    const std::int64_t values[] = {9007199254740993, 1};
    const std::string path =
        folder.file("i.npy", std::string("\x93NUMPY\x01\x00v\x00", 10) + header +
                                 std::string(reinterpret_cast<const char*>(values), sizeof(values)));
    EXPECT_EQ(notesOf(importedFrom(requestFor({path}))), Texts{"1 whole numbers beyond 2^53 are rounded"});
}

TEST(Import, SeveralFilesOpenedOneByOneAreNamedAsAtOnce) {
    const TemporaryFolder folder;
    const std::string a = npyIn(folder, "a.npy", {2, 2, 3, 3});
    const std::string b = npyIn(folder, "b.npy", {2, 2});
    Imported all = importedFrom(requestFor({a}));
    append(all, importedFrom(requestFor({b})));
    const Imported once = importedFrom(requestFor({a, b}));
    EXPECT_EQ(titlesOf(all.session), titlesOf(once.session));
    EXPECT_EQ(all.session.panels, once.session.panels);
    EXPECT_EQ(all.session.name, once.session.name);
    EXPECT_EQ(titlesOf(all.session).back(), "b.npy");
    EXPECT_EQ(titlesOf(all.session).front(), "a.npy · L0 · H0");
}

TEST(Import, OptionsChangeASessionThatIsThere) {
    Session there;
    there.problem.q = there.problem.k = there.problem.v = MatrixD::Identity(2, 2);
    there.panels = {{.score = ScoreFunction::dot}};
    ImportRequest request;
    request.problem.scores = {ScoreFunction::cosine};
    request.problem.temperature = 2;
    request.labels.rows = {"a", "b"};
    const auto imported = importSession(there, request);
    ASSERT_TRUE(imported) << sentence(imported.error());
    EXPECT_EQ(imported->session.panels, std::vector<Panel>{{.score = ScoreFunction::cosine}});
    EXPECT_EQ(imported->session.problem.normalizer.temperature, 2);
    EXPECT_EQ(imported->session.crossLabels.rows, (Texts{"a", "b"}));
    Session weights;
    weights.matrices.push_back({"m", "m.npy", makeTensor(MatrixD{{1, 2}})});
    weights.panels = {{.matrix = 0}};
    EXPECT_TRUE(importSession(weights, request).error().is(onlyWeights));
}
