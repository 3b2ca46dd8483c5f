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
    Explained{"temperature", "temperature"},
    Explained{"kind", "cross-attention"},
    Explained{"scores", "alignment score"},
    Explained{"mask", "mask"},
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
    };
    const QWidget* parent = button.parentWidget();
    if (!parent)
        return {};
    const auto siblings = parent->findChildren<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly);
    const QString place =
        QStringLiteral("%1/%2").arg(parent->objectName()).arg(siblings.indexOf(const_cast<QAbstractButton*>(&button)));
    for (const Explained& each : shown) {
        if (place == QLatin1String(each.part.data()))
            return QString::fromLatin1(each.term);
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
                return QString::fromLatin1(each.term);
        }
    }
    return {};
}

} // namespace heedmap
