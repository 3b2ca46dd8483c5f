// Which word explains which part of the window.
#include "ui/help/demonstrations.h"

#include "ui/compare/compare_grid.h"
#include "ui/inputs/matrix_section.h"
#include "ui/inputs/matrix_tabs.h"

#include <QAbstractButton>
#include <QWidget>

#include <array>
#include <string_view>

namespace heedmap {

namespace {

struct Explained {
    std::string_view part; // class or object name
    const char* term;
};

// The innermost part that is listed counts.
constexpr std::array explainedParts{
    Explained{"heedmap::HeatmapView", "heatmap"},
    Explained{"heedmap::ColorBar", "heatmap"},
    Explained{"heedmap::ColorSection", "heatmap"},
    Explained{"heedmap::ShowSection", "gold alignment"},
    Explained{"heedmap::MaskSection", "mask"},
    Explained{"heedmap::MaskGrid", "mask"},
    Explained{"heedmap::ParametersSection", "softmax"},
    Explained{"heedmap::HeadsSection", "multi-head"},
    Explained{"heedmap::RoleDrawing", "multi-head"},
    Explained{"heedmap::TokenEditor", "embedding"},
    Explained{"heedmap::CellSection", "alignment score"},
    Explained{"heedmap::RowSection", "attention weight"},
    Explained{"heedmap::ContextSection", "context vector"},
    Explained{"heedmap::ComparisonSection", "entropy"},
    Explained{"heedmap::StepsSection", "softmax"},
    Explained{"heedmap::SlopeSection", "softmax"},
    Explained{"heedmap::WhatIfSection", "soft addressing"},
    Explained{"heedmap::CounterSection", "attention weight"},
    Explained{"heedmap::ProblemBar", "attention"},
    Explained{"heedmap::PairPicker", "attention"},
    Explained{"heedmap::InspectorPanel", "attention weight"},
    Explained{"heedmap::CompareGrid", "heatmap"},
    Explained{"heedmap::NextWordSection", "softmax"},
    Explained{"heedmap::MethodRows", "linear attention"},
    Explained{"heedmap::LinesView", "heatmap"},
    Explained{"heedmap::SentenceBar", "decoder"},
    Explained{"heedmap::StatusLine", "entropy"},
    Explained{"heedmap::FiguresPanel", "Jensen–Shannon divergence"},
    Explained{"heedmap::SaturationDialog", "scaled dot-product"},
    Explained{"figures", "Jensen–Shannon divergence"},
    Explained{"inputs", "query"},
    Explained{"inspector", "attention weight"},
    Explained{"temperature", "temperature"},
    Explained{"kind", "cross-attention"},
    Explained{"scores", "alignment score"},
    Explained{"mask", "mask"},
    Explained{"workspaces", "attention"},
    // Align
    Explained{"steps", "iteration, step"},
    Explained{"batch", "batch"},
    Explained{"size", "hidden layer"},
    Explained{"rate", "learning rate"},
    Explained{"clip", "gradient clipping"},
    Explained{"decay", "weight decay"},
    Explained{"variants", "alignment score"},
    Explained{"advice", "plateau"},
    Explained{"lossPlot", "loss"},
    Explained{"accuracyPlot", "bottleneck"},
    Explained{"reachPlot", "path length"},
    Explained{"heedmap::TrainingSection", "iteration, step"},
    Explained{"heedmap::CorpusSection", "validation set"},
    Explained{"heedmap::LabBar", "epoch"},
    Explained{"heedmap::LabPlots", "loss"},
    Explained{"heedmap::ResultsPanel", "alignment error rate"},
    Explained{"heedmap::VariantCard", "attention weight"},
    Explained{"heedmap::LabWorkspace", "validation set"},
    // Cost; the names of its sizes are those of `heedmap cost --json`
    Explained{"queries", "path length"},
    Explained{"d_model", "embedding"},
    Explained{"kv_heads", "KV cache"},
    Explained{"layers", "encoder"},
    Explained{"decoder_layers", "decoder"},
    Explained{"d_ff", "feed-forward"},
    Explained{"vocabulary", "embedding"},
    Explained{"positions", "embedding"},
    Explained{"window", "sparse attention"},
    Explained{"step", "sparse attention"},
    Explained{"global", "sparse attention"},
    Explained{"random", "sparse attention"},
    Explained{"block", "sparse attention"},
    Explained{"features", "linear attention"},
    Explained{"hidden", "additive attention"},
    Explained{"costBar", "multiply–add"},
    Explained{"heedmap::CostWorkspace", "multiply–add"},
};

QString termOfMatrix(MatrixId id) {
    switch (id) {
    case MatrixId::q:
        return QStringLiteral("query");
    case MatrixId::k:
        return QStringLiteral("key");
    case MatrixId::v:
        return QStringLiteral("value");
    case MatrixId::x:
        return QStringLiteral("embedding");
    case MatrixId::general_w:
        return QStringLiteral("multiplicative attention");
    case MatrixId::additive_w_s:
    case MatrixId::additive_w_h:
    case MatrixId::additive_v:
        return QStringLiteral("additive attention");
    default:
        return QStringLiteral("multi-head");
    }
}

// Segments and tabs that are words themselves.
QString termOfButton(const QAbstractButton& button) {
    static constexpr std::array shown{
        Explained{"scores/0", "additive attention"},
        Explained{"scores/1", "multiplicative attention"},
        Explained{"scores/2", "multiplicative attention"},
        Explained{"scores/3", "scaled dot-product"},
        Explained{"kind/0", "self-attention"},
        Explained{"kind/1", "cross-attention"},
        Explained{"workspaces/0", "heatmap"},
        Explained{"workspaces/1", "gold alignment"},
        Explained{"workspaces/2", "multiply–add"},
        Explained{"plots/0", "loss"},
        Explained{"plots/1", "bottleneck"},
        Explained{"plots/2", "path length"},
    };
    const QWidget* parent = button.parentWidget();
    if (!parent)
        return {};
    const auto siblings = parent->findChildren<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly);
    const QString place =
        QStringLiteral("%1/%2").arg(parent->objectName()).arg(siblings.indexOf(const_cast<QAbstractButton*>(&button)));
    for (const Explained& each : shown) {
        if (place == QLatin1String(each.part.data()))
            return QString::fromUtf8(each.term);
    }
    return {};
}

} // namespace

QString termFor(const QWidget* widget) {
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        const QString term = termOfButton(*button);
        if (!term.isEmpty())
            return term;
    }
    for (const QWidget* part = widget; part; part = part->parentWidget()) {
        if (const auto* section = qobject_cast<const MatrixSection*>(part))
            return termOfMatrix(section->tabs()->current());
        for (const Explained& each : explainedParts) {
            const QLatin1String wanted(each.part.data());
            if (part->objectName() == wanted || QLatin1String(part->metaObject()->className()) == wanted)
                return QString::fromUtf8(each.term);
        }
    }
    return {};
}

} // namespace heedmap
