#include "ui/base/panel_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace heedmap {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("Panel", text);
}

std::string titleText(const Phrase& title) {
    if (!title.isWords)
        return title.text;
    std::vector<std::string> values;
    for (const Phrase& value : title.values)
        values.push_back(titleText(value));
    return fill(translated(title.text.c_str()).toStdString(), values);
}

QString headsText(const analysis::RolloutOptions& options) {
    if (options.heads.empty())
        return options.fusion == analysis::HeadFusion::max
                   ? translated(QT_TRANSLATE_NOOP("Panel", "largest of the heads"))
                   : translated(QT_TRANSLATE_NOOP("Panel", "mean of the heads"));
    QStringList heads;
    for (const Index head : options.heads)
        heads << QString::number(head);
    return translated(QT_TRANSLATE_NOOP("Panel", "head %1")).arg(heads.join(QStringLiteral(", ")));
}

} // namespace

QString panelTitle(const files::Session& session, const files::Panel& panel) {
    return QString::fromStdString(titleText(titleOf(session, panel)));
}

QString panelTitle(const PanelResult& result) {
    return QString::fromStdString(titleText(result.title));
}

QString valueName(const files::Session& session, const files::Panel& panel) {
    if (session.picture.scale == heatmap::Scale::rank)
        return translated(QT_TRANSLATE_NOOP("Panel", "rank in row"));
    switch (panel.kind) {
    case files::PanelKind::weights:
        return panel.matrix ? QString() : QStringLiteral("α");
    case files::PanelKind::difference:
        return panel.matrix ? QStringLiteral("A − B") : QStringLiteral("Δα");
    case files::PanelKind::gradient:
        return QStringLiteral("α ∂‖c‖/∂α");
    default:
        return {};
    }
}

QString derivedRemark(const files::Panel& panel) {
    if (panel.kind != files::PanelKind::rollout && panel.kind != files::PanelKind::flow)
        return {};
    return translated(QT_TRANSLATE_NOOP("Panel", "%1, residual %2"))
        .arg(headsText(panel.rollout), QString::number(panel.rollout.residual));
}

} // namespace heedmap
