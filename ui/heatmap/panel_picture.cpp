#include "ui/heatmap/panel_picture.h"

#include "core/analysis/alignment_error.h"
#include "core/analysis/divergence.h"
#include "core/analysis/exchanged_axes.h"
#include "core/files/labels.h"
#include "core/heatmap/farthest.h"
#include "core/session/panel.h"
#include "core/session/shown_tokens.h"
#include "ui/base/error_text.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"
#include "ui/heatmap/heatmap_words.h"

namespace heedmap {

namespace {

using attention::Mark;

QStringList labelTexts(const std::vector<std::string>& labels, Index count, QString& remark) {
    QStringList list;
    if (labels.empty())
        return list;
    std::string difference;
    for (const std::string& label : files::fitted(labels, count, &difference))
        list.append(QString::fromStdString(label));
    if (!difference.empty())
        remark = QString::fromStdString(difference);
    return list;
}

std::vector<GoldLink> outlinedGold(const files::Session& session, const PanelResult& result) {
    std::vector<GoldLink> links;
    const bool fits = result.panel.matrix || session.problem.kind == attention::ProblemKind::cross;
    if (!session.picture.gold || !fits)
        return links;
    for (const GoldLink& link : shownGold(session, result)) {
        if (link.cell.row < result.rows() && link.cell.column < result.columns())
            links.push_back(link);
    }
    return links;
}

// What should be said of the values as a whole, because the colors alone would not tell it.
QString valuesRemark(const heatmap::ValueSummary& summary) {
    const Index numbers = summary.count(Mark::number);
    if (numbers == 0) {
        if (summary.count(Mark::nan) > 0)
            return summary.count(Mark::masked) > 0 ? Heatmap::tr("every allowed value is NaN")
                                                   : Heatmap::tr("every value is NaN");
        return summary.count(Mark::masked) > 0 ? Heatmap::tr("everything is masked") : Heatmap::tr("no number");
    }
    if (summary.smallest == summary.largest && numbers > 1)
        return Heatmap::tr("every number is %1").arg(numberText(summary.smallest));
    if (std::max(std::abs(summary.smallest), std::abs(summary.largest)) >= 1e6)
        return Heatmap::tr("values %1 … %2")
            .arg(numberText(summary.smallest, digitsToTellApart(summary.smallest, summary.largest)),
                 numberText(summary.largest, digitsToTellApart(summary.smallest, summary.largest)));
    if (summary.count(Mark::nan) > 0)
        return Heatmap::tr("%1 NaN", "so many cells").arg(summary.count(Mark::nan));
    return {};
}

// Mean entropy of the rows; of large matrices it would take longer than the picture.
QString entropyRemark(const PanelResult& result) {
    constexpr Index mostCells = 65536;
    if ((!result.attention && !result.shown) || !result.source || result.rows() * result.columns() > mostCells)
        return {};
    const auto entropy = analysis::meanEntropy(*result.source);
    return entropy ? Heatmap::tr("H %1 nat", "mean entropy of the rows").arg(*entropy, 0, 'f', 2) : QString();
}

QString exchangedRemark(const PanelResult& result) {
    constexpr Index mostCells = 65536;
    if (result.panel.kind != files::PanelKind::weights || !result.panel.matrix || !result.source ||
        result.rows() * result.columns() > mostCells || !analysis::looksExchanged(*result.source))
        return {};
    return Heatmap::tr("columns sum to 1, rows do not");
}

// Precision and recall stand behind what is rather left out where there is little room.
struct AlignmentRemarks {
    QString errorRate;
    QString precisionAndRecall;
};
AlignmentRemarks alignmentRemarks(const files::Session& session, const PanelResult& result) {
    constexpr Index mostCells = 65536;
    const bool fits = result.panel.matrix || session.problem.kind == attention::ProblemKind::cross;
    if (result.panel.kind != files::PanelKind::weights || !result.source || !fits ||
        result.rows() * result.columns() > mostCells)
        return {};
    const auto counts =
        analysis::strongestAgainst(*result.source, shownLabels(session, result), shownGold(session, result));
    const auto percent = [](std::optional<double> part) {
        return part ? Heatmap::tr("%1 %").arg(numberText(100 * *part, 3)) : QStringLiteral("–");
    };
    if (!counts)
        return {};
    return {Heatmap::tr("AER %1", "alignment error rate").arg(percent(counts->errorRate())),
            Heatmap::tr("precision %1 · recall %2").arg(percent(counts->precision()), percent(counts->recall()))};
}

// Of a difference of what has other words in its place.
QString tokensRemark(const files::Session& session, const files::Panel& panel) {
    const bool differ = panel.kind == files::PanelKind::difference &&
                        files::tokensDiffer(session, files::minuendOf(panel), files::subtrahendOf(panel));
    return differ ? Heatmap::tr("the tokens differ") : QString();
}

QString remarkOf(const files::Session& session, const PanelResult& result, const QString& labelRemark) {
    const AlignmentRemarks alignment = alignmentRemarks(session, result);
    QStringList remarks{derivedRemark(result.panel), tokensRemark(session, result.panel),
                        exchangedRemark(result),     alignment.errorRate,
                        entropyRemark(result),       alignment.precisionAndRecall};
    remarks.removeAll(QString());
    const std::size_t empty = result.attention ? result.attention->emptyRows.size() : 0;
    if (empty > 0)
        remarks.append(empty == 1 ? Heatmap::tr("1 row allows nothing")
                                  : Heatmap::tr("%1 rows allow nothing").arg(empty));
    const QString values = result.pyramid ? valuesRemark(result.pyramid->summary()) : QString();
    if (!values.isEmpty())
        remarks.append(values);
    if (!labelRemark.isEmpty())
        remarks.append(labelRemark);
    return remarks.join(QStringLiteral(" · "));
}

QString noticeOf(const PanelResult& result) {
    if (result.error)
        return errorText(*result.error);
    if (result.source && (result.rows() == 0 || result.columns() == 0))
        return Heatmap::tr("%1 × %2: nothing to draw").arg(result.rows()).arg(result.columns());
    return {};
}

} // namespace

PanelPicture makePicture(const files::Session& session, const PanelResult& result, const heatmap::ValueRange& range,
                         bool dark) {
    PanelPicture picture;
    picture.source = result.source;
    picture.drawn = result.drawn ? result.drawn : result.source;
    picture.pyramid = result.pyramid;
    picture.style.range = range;
    picture.style.map = colorMapOf(session, result.panel);
    picture.style.pooling = heatmap::poolingFor(session.picture.pooling, files::isSigned(result.panel.kind));
    picture.style.dark = dark;
    picture.title = panelTitle(result);
    picture.valueName = valueName(session, result.panel);
    picture.notice = noticeOf(result);
    picture.values = session.picture.values;
    picture.isSigned = files::isSigned(result.panel.kind);
    if (result.panel.kind == files::PanelKind::weights)
        picture.attention = result.attention;
    picture.labels = session.picture.labels;
    picture.cells = session.picture.cells;
    if (!picture.notice.isEmpty())
        return picture;
    const Labels labels = shownLabels(session, result);
    QString labelRemark;
    picture.rowLabels = labelTexts(labels.rows, result.rows(), labelRemark);
    picture.columnLabels = labelTexts(labels.columns, result.columns(), labelRemark);
    picture.gold = outlinedGold(session, result);
    picture.remark = remarkOf(session, result, labelRemark);
    return picture;
}

} // namespace heedmap
