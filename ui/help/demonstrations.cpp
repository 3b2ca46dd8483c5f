#include "ui/help/demonstrations.h"

#include <QCoreApplication>

#include <algorithm>

namespace heedmap {

namespace {

struct Help {
    Q_DECLARE_TR_FUNCTIONS(Help)
};

QString name(const char* text) {
    return QString::fromLatin1(text);
}

const QString pair = QStringLiteral("i-love-you");
const QString view = QStringLiteral("heedmap::HeatmapView");
const QString steps = QStringLiteral("heedmap::StepsSection");
const QString heads = QStringLiteral("heedmap::HeadsSection");
const QString mask = QStringLiteral("heedmap::MaskSection");
const QString matrices = QStringLiteral("heedmap::MatrixSection");
constexpr Cell loveCell{1, 1};

Demonstration picture(const char* id, const QString& example, const QString& part, const QString& sentence) {
    Demonstration shown;
    shown.id = name(id);
    shown.example = example;
    shown.part = part;
    shown.sentence = sentence;
    return shown;
}

Demonstration step(const char* id, int number, const QString& sentence) {
    Demonstration shown = picture(id, pair, steps, sentence);
    shown.cell = loveCell;
    shown.panel = 3;
    shown.inspectorPage = 1;
    shown.step = number;
    return shown;
}

Demonstration matrix(const char* id, const QString& example, const char* tab, const QString& sentence) {
    Demonstration shown = picture(id, example, matrices, sentence);
    shown.matrix = name(tab);
    return shown;
}

Demonstration panel(const char* id, int number, const QString& sentence) {
    Demonstration shown = picture(id, pair, name("heedmap::CellSection"), sentence);
    shown.cell = loveCell;
    shown.panel = number;
    shown.inspectorPage = 0;
    return shown;
}

Demonstration action(const char* id, const char* actionName, const QString& sentence, const char* part = "") {
    Demonstration shown;
    shown.id = name(id);
    shown.action = name(actionName);
    shown.part = name(part);
    shown.sentence = sentence;
    return shown;
}

// One of the plots in Align.
Demonstration plot(const char* id, int number, const char* part, const QString& sentence) {
    Demonstration shown = action(id, "align", sentence, part);
    shown.choice = name("plots");
    shown.chosen = number;
    return shown;
}

void addWords(std::vector<Demonstration>& all) {
    all.push_back(picture("picture", pair, view,
                          Help::tr("Each row is one query: where it looks. Each column is one key: who looks at it.")));
    all.push_back(matrix("matrix-q", pair, "Q", Help::tr("Every row of Q is one query. Change a number and watch.")));
    all.push_back(matrix("matrix-k", pair, "K", Help::tr("Every row of K is one key. Change a number and watch.")));
    all.push_back(matrix("matrix-v", pair, "V",
                         Help::tr("Every row of V is what is taken from one key. It moves the context, never α.")));
    all.push_back(matrix("matrix-x", name("previous-token"), "X",
                         Help::tr("Every token is a row of numbers: its embedding, here with its position.")));
    all.push_back(step("step-score", 0, Help::tr("The scores of the row, one number a key.")));
    all.push_back(step("step-normalizer", 2, Help::tr("The exponential makes every score positive.")));
    all.push_back(step("step-weight", 3, Help::tr("Divided by their sum, the numbers of the row sum to 1.")));
    all.push_back(step("step-context", 4, Help::tr("The weighted mean of the values: what the query receives.")));
    all.push_back(panel("additive", 0, Help::tr("Its score is a sum over hidden units, written out here.")));
    all.push_back(
        panel("multiplicative", 2, Help::tr("Its score is a product of query, W and key, written out here.")));
    all.push_back(panel("hidden", 0, Help::tr("Each bar is one hidden unit: v times tanh of its input.")));
    all.push_back(panel("entropy", 3, Help::tr("Its entropy stands below the weights of the row.")));
    all.back().part = name("heedmap::RowSection");
    all.push_back(
        step("step-slope", 3, Help::tr("How each weight answers to each score: flat where one key has it all.")));
    all.back().part = name("heedmap::SlopeSection");
    all.push_back(picture("figures", pair, name("heedmap::FiguresTable"),
                          Help::tr("Every panel against the chosen one: how far apart they are, in figures.")));
    all.push_back(
        picture("temperature", pair, name("temperature"), Help::tr("Drag τ: small is sharp, large is flat.")));
    all.push_back(
        picture("content", name("long"), view, Help::tr("Equal letters find each other, wherever they stand.")));
    all.push_back(picture("gold", pair, view, Help::tr("Outlined cells are links that people have marked.")));
}

void addLayers(std::vector<Demonstration>& all) {
    all.push_back(picture("self", name("previous-token"), heads, Help::tr("Q, K and V all come from one X.")));
    all.push_back(picture("cross", pair, heads, Help::tr("Q comes from the target, K and V from the source.")));
    all.push_back(picture("encoder", name("previous-token"), heads,
                          Help::tr("Choose Encoder: every token may look at every other one.")));
    all.push_back(picture("decoder", name("induction"), heads,
                          Help::tr("Choose Decoder: no token may look at what comes after it.")));
    all.push_back(picture("heads", name("multi-head"), heads,
                          Help::tr("Four heads of one layer, each with a picture of its own.")));
    all.push_back(
        picture("causal", name("induction"), mask, Help::tr("What is forbidden is hatched, its weight exactly 0.")));
    all.push_back(picture("padding", name("masks"), mask, Help::tr("Padding forbids the last columns for everyone.")));
    all.push_back(
        picture("sparse", name("window"), view, Help::tr("Only a band and a few global tokens are allowed.")));
    all.push_back(
        picture("sink", name("sink"), view, Help::tr("The first column takes what the head has no use for.")));
    all.push_back(picture("induction", name("induction"), view,
                          Help::tr("Below the diagonal: each repeated token looks at what followed it before.")));
    all.push_back(action("align", "align",
                         Help::tr("Train a small translation model here and watch it learn to align."),
                         "heedmap::TrainingSection"));
    all.push_back(plot("bottleneck", 1, "accuracyPlot",
                       Help::tr("Train with and without attention: without it, long sentences do not fit into one "
                                "vector of fixed size.")));
    all.push_back(plot("path-length", 2, "reachPlot",
                       Help::tr("How much of a gradient is left after so many steps: attention has one step, however "
                                "far.")));
    all.push_back(
        action("cost", "cost", Help::tr("What a layer costs, in operations and bytes."), "heedmap::CostTables"));
}

void addExperiments(std::vector<Demonstration>& all) {
    Demonstration sliders = picture("sliders", name("three-keys"), name("heedmap::WhatIfSection"),
                                    Help::tr("Move a weight: the context slides between the values, smoothly."));
    sliders.cell = Cell{0, 0};
    sliders.inspectorPage = 2;
    all.push_back(sliders);
    Demonstration counter = picture("counter", name("saturation"), name("heedmap::CounterSection"),
                                    Help::tr("Press Search: other weights, and nearly the same output."));
    counter.cell = Cell{0, 0};
    counter.panel = 1;
    counter.inspectorPage = 2;
    all.push_back(counter);
    all.push_back(picture("word-order", name("word-order"), view,
                          Help::tr("“today” comes second in Chinese: the diagonal bends with the order of words.")));
    all.push_back(action("saturation", "saturation", QString()));
    all.push_back(action("crossing", "cost",
                         Help::tr("Right of the upright line, n² attention is dearer than an LSTM of the same width."),
                         "heedmap::CostPlot"));
    all.push_back(picture("rollout", {}, view,
                          Help::tr("Open a file of layers and heads: the menu of a panel then offers their rollout.")));
}

} // namespace

std::vector<Demonstration> demonstrations() {
    std::vector<Demonstration> all;
    addWords(all);
    addLayers(all);
    addExperiments(all);
    return all;
}

std::optional<Demonstration> demonstrationNamed(const QString& id) {
    for (const Demonstration& each : demonstrations()) {
        if (each.id == id)
            return each;
    }
    return std::nullopt;
}

std::vector<Misunderstanding> misunderstandings() {
    return {
        {Help::tr("“Attention is like human attention.”"),
         Help::tr("It is a weighted mean with weights that a gradient can pass. Nothing is selected; every value "
                  "takes part."),
         Help::tr("Move the weights of three keys"), name("sliders")},
        {Help::tr("“The weights explain the output.”"),
         Help::tr("Often quite other weights give nearly the same output. Weights say what was mixed, not why."),
         Help::tr("Search for other weights"), name("counter")},
        {Help::tr("“Attention replaced recurrence because recurrence is slow.”"),
         Help::tr("It even needs fewer operations for long sequences, where n² is the dearer one. What it lacks are "
                  "parallel steps and short paths: it takes n steps one after another, attention one."),
         Help::tr("Compare what they cost"), name("crossing")},
        {Help::tr("“The diagonal is always there.”"),
         Help::tr("Word order bends it, and a model without attention has none at all."),
         Help::tr("Look at a sentence whose order changes"), name("word-order")},
        {Help::tr("“Larger scores mean a more certain model.”"),
         Help::tr("Scale and temperature alone change how sharp the weights are, with the same data."),
         Help::tr("Change d_k and τ over the same data"), name("saturation")},
    };
}

std::vector<TourStop> tourStops() {
    return {
        {Help::tr("The picture"),
         Help::tr("Rows are queries, columns are keys. The brighter a cell, the more the row takes from that column. "
                  "Click a cell, or move with the arrow keys."),
         view},
        {Help::tr("The problem"),
         Help::tr("Choose an example, self- or cross-attention, score functions, a mask and the temperature. Every "
                  "picture follows at once."),
         name("heedmap::ProblemBar")},
        {Help::tr("The numbers behind it"),
         Help::tr("Tokens and matrices can be edited right here. Paste blocks from a spreadsheet or from Python."),
         matrices},
        {Help::tr("Heads"),
         Help::tr("Encoder, Decoder and Cross show where Q, K and V of a Transformer's layer come from. The same layer "
                  "can be copied as Python."),
         heads},
        {Help::tr("Why a cell is what it is"),
         Help::tr("The formula with its numbers, the whole row, and the context that comes of it."),
         name("heedmap::CellSection"), 0},
        {Help::tr("Step by step"),
         Help::tr("From score over mask and normalizer to weight and context: go through it with the arrow keys."),
         steps, 1},
        {Help::tr("What if"),
         Help::tr("Move weights and watch the context move. Or let a search find other weights with the same output."),
         name("heedmap::WhatIfSection"), 2},
        {Help::tr("Colors"), Help::tr("The bar says what a color means. Its range never changes with the zoom."),
         name("heedmap::ColorBar")},
        {Help::tr("Why attention"),
         Help::tr("Without it a sentence has to fit into one fixed vector (Accuracy by length), and gradients go a "
                  "long way (Path length). Train models in Align and see both."),
         name("heedmap::LabPlots"), -1, name("align")},
        {Help::tr("What it costs"),
         Help::tr("A recurrent layer takes n steps one after another; attention has them all at once and pays with "
                  "n². Cost draws both: choose “steps in a row” above."),
         name("heedmap::CostPlot"), -1, name("cost")},
        {Help::tr("Help"),
         Help::tr("F1 explains what is under the pointer or has the focus. Shift+Ctrl+P finds every action."),
         name("QMenuBar")},
    };
}

} // namespace heedmap
