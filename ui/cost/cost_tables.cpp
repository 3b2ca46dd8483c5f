#include "ui/cost/cost_tables.h"

#include "ui/cost/cost_text.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/section_label.h"

#include <QVBoxLayout>

#include <functional>

namespace heedmap {

namespace {

using namespace heedmap::analysis;

constexpr int gapOfModel = 32;   // between names and figures
constexpr int gapOfMethods = 96; // the eye has to find the line

// How a count is written: shortly, with all digits, or to be copied; a count of bytes or of anything else.
struct Writing {
    std::function<QString(const Count&)> count;
    std::function<QString(const Count&)> bytes;
};

Writing shown(bool allDigits) {
    return {[allDigits](const Count& count) { return countText(count, allDigits); },
            [allDigits](const Count& count) {
                return bytesText(count, allDigits);
            }};
}

std::vector<QStringList> methodRows(const CostSizes& sizes, const Writing& write) {
    std::vector<QStringList> rows;
    const QString none = QStringLiteral("–");
    for (const Method method : allMethods) {
        if (needsOneSequence(method) && !sizes.isOneSequence())
            continue;
        const LayerCost cost = layerCost(sizes, method);
        const bool stored = isAttention(method) && cost.pairs != Count();
        rows.push_back({methodName(method), stored ? write.count(cost.pairs) : none, write.count(cost.multiplyAdds),
                        write.count(cost.multiplyAdds + cost.projections), stored ? write.bytes(cost.alphaBytes) : none,
                        isAttention(method) ? write.bytes(cost.trafficBytes) : none, write.count(cost.sequential),
                        cost.edges ? write.count(*cost.edges) : none});
    }
    return rows;
}

QStringList methodHeads() {
    return {CostTables::tr("pairs"),   CostTables::tr("attention"), CostTables::tr("layer"), CostTables::tr("α"),
            CostTables::tr("traffic"), CostTables::tr("steps"),     CostTables::tr("path")};
}

QStringList methodExplanations() {
    return {CostTables::tr("Allowed pairs of a query and a key, one head"),
            CostTables::tr("Multiply–adds of scores and context, all heads, or of what is in their place"),
            CostTables::tr("The same and the projections W_q, W_k, W_v, W_o"),
            CostTables::tr("Bytes of α as it is stored, all heads"),
            CostTables::tr("Bytes read from and written to main memory, all heads"),
            CostTables::tr("Steps that have to follow one another"),
            CostTables::tr("Most layers or steps between two positions; – where some never meet")};
}

std::vector<QStringList> modelRows(const CostSizes& sizes, std::optional<Index> published, const Writing& write) {
    const ParameterCounts p = parametersOf(sizes);
    const TrainingMemory m = trainingMemory(sizes);
    const ActivationMemory a = activationMemory(sizes);
    const KeyValueCache cache = keyValueCache(sizes);
    std::vector<QStringList> rows{
        {CostTables::tr("parameters"), write.count(p.total)},
        {CostTables::tr("in the layers"), write.count(p.blocks)},
        {CostTables::tr("in the embedding"), write.count(p.embedding)},
        {CostTables::tr("biases and norms, not in the sum"), write.count(p.biasesAndNorms)},
        {CostTables::tr("forward pass, multiply–adds"), write.count(forwardMultiplyAdds(sizes, Method::full))},
        {CostTables::tr("KV cache"), write.bytes(cache.bytes)},
        {CostTables::tr("KV cache of a token"), write.bytes(cache.bytesPerToken)},
        {CostTables::tr("weights"), write.bytes(m.weights)},
        {CostTables::tr("gradients"), write.bytes(m.gradients)},
        {CostTables::tr("SGD with momentum"), write.bytes(m.momentum)},
        {CostTables::tr("Adam or AdamW"), write.bytes(m.adam)},
        {CostTables::tr("AdamW with float32 master weights"), write.bytes(m.adamWWithMasterWeights)},
        {CostTables::tr("activations"), write.bytes(a.all)},
        {CostTables::tr("activations without α"), write.bytes(a.fused)}};
    if (published)
        rows.insert(rows.begin() + 1,
                    {CostTables::tr("parameters, says the paper"), write.count(Count::of(*published))});
    return rows;
}

} // namespace

CostTables::CostTables(QWidget* parent)
    : QWidget(parent)
    , methods_(new FigureTable(methodHeads(), methodExplanations(), this))
    , model_(new FigureTable({QString()}, {}, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* methodsHead = new SectionLabel(tr("methods"), this);
    methodsHead->setDetail(tr("one layer, one sequence"));
    column->addWidget(methodsHead);
    column->addWidget(methods_);
    column->addSpacing(16);
    auto* modelHead = new SectionLabel(tr("model"), this);
    modelHead->setDetail(tr("all layers, full attention"));
    column->addWidget(modelHead);
    column->addWidget(model_);
    column->addStretch(1);
    methods_->setAccessibleName(tr("Cost of the methods"));
    model_->setAccessibleName(tr("Cost of the whole model"));
    write();
}

void CostTables::setSizes(const CostSizes& sizes, std::optional<Index> published) {
    sizes_ = sizes;
    published_ = published;
    write();
}

void CostTables::setAllDigits(bool all) {
    allDigits_ = all;
    write();
}

void CostTables::write() {
    methods_->setRows(methodRows(sizes_, shown(allDigits_)));
    model_->setRows(modelRows(sizes_, published_, shown(allDigits_)));
    methods_->setMinimumWidth(methods_->fullWidth());
    methods_->setMaximumWidth(methods_->fullWidth() + gapOfMethods);
    model_->setFixedWidth(model_->fullWidth() + gapOfModel);
}

QString CostTables::numbersText() const {
    const Writing copied{copiedText, copiedText};
    QStringList lines{QStringLiteral("\t") + methodHeads().join(QLatin1Char('\t'))};
    for (const QStringList& row : methodRows(sizes_, copied))
        lines << row.join(QLatin1Char('\t'));
    lines << QString();
    for (const QStringList& row : modelRows(sizes_, published_, copied))
        lines << row.join(QLatin1Char('\t'));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace heedmap
