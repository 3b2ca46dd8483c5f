// Each of the five misunderstandings is refuted by the experiment that it offers: by the numbers of what is set up.
#include "core/analysis/counter_alpha.h"
#include "core/analysis/statistics.h"
#include "tests/support/ui/window_test.h"
#include "ui/cost/cost_plot.h"
#include "ui/help/callout.h"
#include "ui/help/demonstrations.h"
#include "ui/help/glossary_terms.h"
#include "ui/help/guide.h"
#include "ui/inspector/counter_section.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/inspector/what_if_section.h"
#include "ui/lab/saturation_dialog.h"
#include "ui/plot/plot_view.h"
#include "ui/workspaces/workspace_area.h"

#include <QTest>

#include <map>

namespace heedmap::tests {

namespace {

class Misunderstandings : public WindowTest {
protected:
    // Sets the experiment of that misunderstanding up, as its button does.
    void show(std::size_t number) {
        const Misunderstanding each = misunderstandings()[number];
        window->findChild<Guide*>()->show(each.demonstration);
        QCoreApplication::processEvents();
    }
    const PanelResult& result(std::size_t panel) { return document->results()[panel]; }
};

} // namespace

TEST_F(Misunderstandings, AttentionIsADifferentiableMeanInWhichEveryValueTakesPart) {
    show(0);
    waitForPictures();
    EXPECT_EQ(window->findChild<InspectorPanel*>()->page(), InspectorPanel::Page::whatIf);
    waitUntil([&] { return window->findChild<InspectorPanel*>()->findChild<WhatIfSection*>()->isVisible(); },
              "the sliders");
    const attention::Attention<double>& a = *result(0).attention;
    EXPECT_GT(a.alpha.minCoeff(), 0) << "nothing is left out";
    EXPECT_LT((a.alpha * result(0).projected->v - a.context).norm(), 1e-14);
}

TEST_F(Misunderstandings, WeightsCanBeMovedWithoutMovingTheOutput) {
    show(1);
    waitForPictures();
    const auto active = static_cast<std::size_t>(window->viewState().activePanel());
    const Index row = window->viewState().cursor()->row;
    const attention::Attention<double>& a = *result(active).attention;
    const VectorD alpha = a.alpha.row(row).transpose();
    const analysis::CounterAlpha found = analysis::findCounterAlpha(alpha, {}, result(active).projected->v, {});
    EXPECT_TRUE(found.found);
    EXPECT_GT(found.totalVariation, 0.1);
    EXPECT_LT(found.moved, 0.01 * a.context.row(row).norm());
}

TEST_F(Misunderstandings, AttentionIsTheDearerOneForLongSequences) {
    show(2);
    auto* plot = window->findChild<CostPlot*>();
    ASSERT_NE(plot, nullptr);
    waitUntil([&] { return plot->isVisible(); }, "the plot of costs");
    ASSERT_EQ(plot->marks().size(), 1U);
    const double crossing = plot->marks().front().value;
    const auto methods = CostPlot::methods();
    const auto lineOf = [&](analysis::Method method) {
        return 2 * static_cast<int>(std::find(methods.begin(), methods.end(), method) - methods.begin());
    };
    std::map<double, double> lstm;
    for (const QPointF& point : plot->points(lineOf(analysis::Method::lstm)))
        lstm[point.x()] = point.y();
    for (const QPointF& point : plot->points(lineOf(analysis::Method::full)))
        EXPECT_EQ(point.y() >= lstm.at(point.x()), point.x() >= crossing) << "n = " << point.x();
}

TEST_F(Misunderstandings, WordOrderBendsTheDiagonal) {
    show(3);
    waitForPictures();
    const attention::AlphaSource& alpha = *result(0).source;
    std::vector<Index> largest;
    for (Index i = 0; i < alpha.rows(); ++i) {
        Index best = 0;
        for (Index j = 1; j < alpha.columns(); ++j)
            best = alpha.value({i, j}) > alpha.value({i, best}) ? j : best;
        largest.push_back(best);
    }
    EXPECT_FALSE(std::is_sorted(largest.begin(), largest.end())) << "it goes back somewhere";
}

TEST_F(Misunderstandings, ScaleAloneChangesHowCertainTheWeightsLook) {
    show(4);
    auto* dialog = window->findChild<SaturationDialog*>();
    ASSERT_NE(dialog, nullptr);
    waitUntil([&] { return dialog->isVisible(); }, "the dialog");
    const VectorD scores{{1, 0.5, -0.5, 0}};
    double before = 10;
    for (const double scale : {0.5, 1.0, 4.0, 16.0}) {
        const VectorD p = (scores * scale).array().exp() / (scores * scale).array().exp().sum();
        const double entropy = analysis::entropy({p.data(), 4});
        EXPECT_LT(entropy, before) << "scale " << scale << ": the same scores, and a sharper row";
        before = entropy;
    }
}

// The list of the true numbers, and nothing of it without symbol or shape where the notion has one.
TEST(GlossaryTerms, AreAllThereInBothLanguagesWithSymbolAndShape) {
    const std::vector<std::pair<const char*, const char*>> wanted{
        {"attention", "注意力"},
        {"query", "查询"},
        {"key", "键"},
        {"value", "值"},
        {"attention weight", "注意力权重"},
        {"alignment score", "对齐分数"},
        {"context vector", "上下文向量"},
        {"additive attention", "加性注意力"},
        {"multiplicative attention", "乘性注意力"},
        {"scaled dot-product", "缩放点积"},
        {"self-attention", "自注意力"},
        {"cross-attention", "交叉注意力"},
        {"causal mask", "因果掩码"},
        {"padding mask", "填充掩码"},
        {"multi-head", "多头"},
        {"head", "头"},
        {"softmax", "softmax"},
        {"temperature", "温度"},
        {"encoder", "编码器"},
        {"decoder", "解码器"},
        {"bottleneck", "瓶颈"},
        {"fixed-length vector", "固定长度向量"},
        {"path length", "路径长度"},
        {"soft addressing", "软寻址"},
        {"content-based addressing", "内容寻址"},
        {"heatmap", "热力图"},
        {"sparse attention", "稀疏注意力"},
        {"linear attention", "线性注意力"},
        {"KV cache", "KV 缓存"},
        {"neuron, unit", "神经元"},
        {"activation", "激活函数"},
        {"hidden layer", "隐藏层"},
        {"logit (pre-activation z)", "预激活 z"},
        {"embedding", "嵌入"},
        {"epoch", "轮"},
        {"iteration, step", "步"},
        {"learning rate", "学习率 η"},
        {"weight decay", "权重衰减"},
        {"fine-tune", "微调"},
        {"gradient clipping", "梯度裁剪"},
        {"plateau", "平台期"},
        {"validation set", "验证集"},
        {"residual connection", "残差连接"},
        {"layer normalization", "层归一化"},
        {"feed-forward", "前馈"},
    };
    std::map<QString, GlossaryTerm> terms;
    for (const GlossaryTerm& term : glossaryTerms())
        EXPECT_TRUE(terms.emplace(term.english, term).second) << term.english.toStdString() << " stands twice";
    for (const auto& [english, chinese] : wanted) {
        const auto found = terms.find(QString::fromUtf8(english));
        ASSERT_NE(found, terms.end()) << english;
        EXPECT_EQ(found->second.chinese.toStdString(), chinese);
    }
    for (const auto& [english, term] : terms) {
        EXPECT_FALSE(term.meaning.isEmpty()) << english.toStdString();
        EXPECT_FALSE(term.shape.isEmpty()) << english.toStdString();
        EXPECT_EQ(term.symbol.isEmpty(), english == QLatin1String("epoch")) << english.toStdString();
        EXPECT_TRUE(demonstrationNamed(term.demonstration)) << english.toStdString();
        for (const QChar letter : term.symbol + term.shape)
            EXPECT_FALSE(letter.script() == QChar::Script_Han) << "signs are of no language: " << english.toStdString();
    }
}

} // namespace heedmap::tests
