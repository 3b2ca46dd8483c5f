// Reference files and real heads by the window's own path: what its panels and its table of figures show.
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"
#include "tests/support/core/shown_numbers.h"
#include "tests/support/ui/window_test.h"
#include "ui/actions/actions.h"
#include "ui/compare/figures_panel.h"
#include "ui/compare/figures_table.h"
#include "ui/compare/panel_comparison.h"

#include <QElapsedTimer>
#include <QHeaderView>
#include <QTest>

namespace heedmap::tests {

namespace {

using attention::ScoreFunction;
using test::CaseFile;
using test::shownBy;

files::Session stackOf(const CaseFile& file, const std::string& tensor) {
    files::Session session;
    const Shape shape = file.tensor(tensor).shape();
    for (Index layer = 0; layer < shape[0]; ++layer)
        for (Index head = 0; head < shape[1]; ++head) {
            const std::string name = tensor + "[" + std::to_string(layer) + "," + std::to_string(head) + "]";
            session.panels.push_back({.matrix = session.matrices.size()});
            session.matrices.push_back({name, name, makeTensor(file.matrix(tensor, layer, head)), {}});
        }
    session.name = tensor;
    return session;
}

} // namespace

TEST(ReferencePanels, LinearAttentionIsThatOfTheReference) {
    HEEDMAP_CASE(path, "reference/linear_attention.npz");
    const CaseFile file(path);
    files::Session session;
    session.problem.q = file.matrix("Q");
    session.problem.k = file.matrix("K");
    session.problem.v = file.matrix("V");
    session.problem.approximation.kind = attention::ApproximationKind::linear;
    session.panels = {{.score = ScoreFunction::dot}};
    for (const std::string tag : {"full", "causal"}) {
        session.problem.mask.causal = tag == "causal";
        const auto panels = computePanels(session);
        EXPECT_TRUE(test::near(shownBy(panels[0]), file.matrix(tag + "_alpha_expected"), 1e-13)) << tag;
        EXPECT_TRUE(test::sumsNear(panels[0].attention->context, file.matrix(tag + "_context_expected"), 1e-13)) << tag;
    }
}

TEST(ReferencePanels, TheTableOfFiguresIsThatOfTheReference) {
    HEEDMAP_CASE(path, "reference/figures.npz");
    const CaseFile file(path);
    files::Session session = stackOf(file, "attentions");
    session.panels.resize(2);
    const auto rows = comparePanels(computeResults(session), 1);
    EXPECT_NEAR(*rows[0].figures.entropy, file.vector("entropy_nat_expected").mean(), 1e-14);
    EXPECT_NEAR(*rows[0].against->jensenShannon, file.vector("js_nat_expected").mean(), 1e-14);
    EXPECT_NEAR(*rows[0].against->totalVariation, file.vector("total_variation_expected").mean(), 1e-14);
    EXPECT_NEAR(*rows[0].against->cosine, file.vector("cosine_expected").mean(), 1e-14);
    EXPECT_NEAR(*rows[0].against->argmaxAgreement, file.vector("argmax_agreement_expected")(0), 1e-14);
}

TEST(ReferencePanels, TheRolloutIsThatOfTheReference) {
    HEEDMAP_CASE(path, "reference/figures.npz");
    const CaseFile file(path);
    files::Session session = stackOf(file, "attentions");
    session.panels = {{.matrix = 0, .kind = files::PanelKind::rollout}};
    const MatrixD rollout = shownBy(computePanels(session)[0]);
    EXPECT_TRUE(test::near(rollout, file.matrix("rollout_expected"), 1e-13));
    EXPECT_TRUE(test::near(rollout.rowwise().sum(), MatrixD::Ones(rollout.rows(), 1), 1e-13));
}

class RealHeads : public WindowTest {};

TEST_F(RealHeads, AClickOnAHeadSortsAll144) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    document->open(stackOf(CaseFile(path), "attn_softmax"));
    waitForPictures();
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier);
    FiguresTable* table = window->figures().table();
    waitUntil([&] { return table->isVisible() && table->model()->rowCount() == 144; }, "the table of figures");
    for (const char* const head : {"H, nat", "sink"}) {
        int column = 0;
        while (table->model()->headerData(column, Qt::Horizontal).toString() != QLatin1String(head))
            ASSERT_LT(++column, table->model()->columnCount()) << head;
        table->scrollTo(table->model()->index(0, column));
        const QHeaderView* heads = table->horizontalHeader();
        const QPoint middle(heads->sectionViewportPosition(column) + heads->sectionSize(column) / 2,
                            heads->height() / 2);
        QElapsedTimer timer;
        timer.start();
        QTest::mouseClick(heads->viewport(), Qt::LeftButton, {}, middle);
        RecordProperty(std::string("milliseconds_to_sort_by_") + head, std::to_string(timer.elapsed()));
        const auto value = [&](int row) {
            return table->model()->index(row, column).data(FiguresModel::valueRole).toDouble();
        };
        const bool ascending = table->horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder;
        for (int row = 1; row < 144; ++row)
            EXPECT_LE(value(ascending ? row - 1 : row), value(ascending ? row : row - 1)) << head << ", row " << row;
    }
}

// All that the click cannot avoid: figures of 144 heads, and against the reference, anew.
TEST_F(RealHeads, TheFiguresOf144HeadsAreThereAtOnce) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    const files::Session session = stackOf(CaseFile(path), "attn_softmax");
    const Results results = computeResults(session);
    QElapsedTimer timer;
    timer.start();
    const auto rows = comparePanels(results, 0);
    RecordProperty("milliseconds", std::to_string(timer.elapsed()));
    ASSERT_EQ(rows.size(), 144U);
    for (const PanelComparison& row : rows)
        EXPECT_TRUE(row.figures.entropy && row.figures.sink) << row.title.toStdString();
}

} // namespace heedmap::tests
