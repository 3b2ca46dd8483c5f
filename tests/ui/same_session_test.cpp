// The same inputs, opened in the window and drawn by the command line, are the same session: a picture carries its own.
#include "core/session/results.h"
#include "tests/support/core/places.h"
#include "tests/support/ui/files_fixture.h"

#include <QProcess>

using namespace heedmap;
using namespace heedmap::tests;
using files::Role;

namespace {

void expectSameSession(const files::Session& window, const files::Session& drawn, const std::string& what) {
    SCOPED_TRACE(what);
    EXPECT_EQ(window.name, drawn.name);
    EXPECT_EQ(window.panels, drawn.panels);
    EXPECT_EQ(window.problem.kind, drawn.problem.kind);
    EXPECT_EQ(window.problem.heads, drawn.problem.heads);
    EXPECT_EQ(window.crossLabels, drawn.crossLabels);
    EXPECT_EQ(window.selfTokens, drawn.selfTokens);
    EXPECT_EQ(window.picture.range, drawn.picture.range);
    for (const auto matrix : {&attention::Operands::q, &attention::Operands::k, &attention::Operands::v})
        EXPECT_EQ(window.problem.*matrix, drawn.problem.*matrix);
    EXPECT_EQ(window.problem.x, drawn.problem.x);
    ASSERT_EQ(window.matrices.size(), drawn.matrices.size());
    for (std::size_t m = 0; m < window.matrices.size(); ++m) {
        EXPECT_EQ(window.matrices[m].name, drawn.matrices[m].name);
        EXPECT_EQ(window.matrices[m].title, drawn.matrices[m].title);
        EXPECT_EQ(window.matrices[m].origin, drawn.matrices[m].origin);
        EXPECT_EQ(toMatrixD(window.matrices[m].tensor.view), toMatrixD(drawn.matrices[m].tensor.view));
    }
    for (const files::Panel& panel : window.panels) {
        EXPECT_EQ(window.labelsOf(panel), drawn.labelsOf(panel));
        EXPECT_EQ(sentence(titleOf(window, panel)), sentence(titleOf(drawn, panel)));
    }
}

} // namespace

class SameSession : public FilesTest {
protected:
    files::Session drawn(const QStringList& words) {
        const QString picture = path("drawn.png");
        QStringList arguments{QStringLiteral("render")};
        arguments += words;
        arguments += {QStringLiteral("-o"), picture, QStringLiteral("--size"), QStringLiteral("64x64")};
        QProcess program;
        program.start(QString::fromStdString(test::builtProgram()), arguments);
        EXPECT_TRUE(program.waitForFinished(-1));
        EXPECT_EQ(program.exitCode(), 0) << program.readAllStandardError().toStdString();
        auto session = files::readSession(picture.toStdString());
        EXPECT_TRUE(session) << sentence(session.error());
        return session ? *std::move(session) : files::Session();
    }
};

TEST_F(SameSession, OfEveryKindOfInput) {
    writeText("two.tokens.json", R"({"rows": ["a", "b"], "columns": ["x", "y", "z"]})");
    writeText("tokens.json", R"(["un", "believ", "able"])");
    const QStringList inputs[] = {
        {writeTensor("two.npy", {2, 3})},
        {writeTensor("three.npy", {2, 3, 3})},
        {writeTensor("four.npy", {2, 2, 2, 3})},
        {writeTensor("four.npy", {2, 2, 2, 3}) + QStringLiteral("[1,mean]")},
        {writeTensor("four.npy", {2, 2, 2, 3}) + QStringLiteral("[0:1,1:]")},
        {writeTensor("last.npy", {4, 4, 1})},
        {writeText("m1.json", R"({"tokens": ["a", "b"], "attention": [[1, 0], [0.5, 0.5]]})"),
         writeText("m2.json", R"({"tokens": ["c", "d"], "attention": [[1, 0], [0.25, 0.75]]})")},
        {writeText("t.csv", ",p,q\nr,1,0\ns,0,1\n"), writeTensor("two.npy", {2, 3})},
        {writeSeveral("one.npz", {{"attn", ramp({2, 1, 2, 2})}})},
    };
    for (const QStringList& input : inputs) {
        actions->open(input);
        ASSERT_TRUE(answers.messages.isEmpty()) << answers.messages.join(QLatin1Char('\n')).toStdString();
        expectSameSession(document.session(), drawn(input), input.join(QLatin1Char(' ')).toStdString());
    }
}

TEST_F(SameSession, OfQueriesKeysAndValues) {
    const QString file = writeSeveral("qkv.npz", {{"q", ramp({2, 4})}, {"k", ramp({3, 4})}, {"v", ramp({3, 2})}});
    actions->open({file});
    const auto of = [&](const char* name) {
        return file + QLatin1Char('#') + QLatin1String(name);
    };
    const QStringList words{QStringLiteral("--q"), of("q"), QStringLiteral("--k"), of("k"),
                            QStringLiteral("--v"), of("v")};
    expectSameSession(document.session(), drawn(words), "a problem");
    expectSameSession(document.session(), drawn({file}), "the file alone");
    const files::Session heads = drawn(words + QStringList{QStringLiteral("--heads"), QStringLiteral("2")});
    EXPECT_EQ(heads.problem.heads, 2);
    EXPECT_EQ(heads.problem.q, document.session().problem.q) << "it can still be edited";
    EXPECT_TRUE(heads.matrices.empty());
}

TEST_F(SameSession, OfAStackOfHeadsWithTensorsToChooseFrom) {
    const QString file = writeSeveral(
        "dump.npz",
        {{"q", ramp({2, 3, 2})}, {"k", ramp({2, 3, 2})}, {"attention", ramp({2, 3, 3})}, {"bias", ramp({2, 2})}});
    answers.onDialog = [](QDialog&) {
        return true;
    };
    actions->open({file});
    EXPECT_EQ(document.session().matrices.size(), 2U) << "the file's own weights";
    expectSameSession(document.session(), drawn({file}), "suggested");
    expectSameSession(document.session(), drawn({file + QStringLiteral("#attention")}), "named");
}
