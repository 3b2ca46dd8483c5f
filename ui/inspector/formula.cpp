#include "core/attention/explain.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"
#include "ui/inspector/cell_section.h"

#include <cmath>

namespace heedmap {

namespace {

using attention::CellExplanation;
using attention::NormalizerKind;
using attention::ScoreFunction;

constexpr int digits = 4;             // of the numbers inside a formula
constexpr Index mostWrittenTerms = 4; // more are only charted

QString symbolOf(ScoreFunction function) {
    switch (function) {
    case ScoreFunction::additive:
        return QStringLiteral("<i>v</i>·tanh(W<sub>s</sub><i>q</i> + W<sub>h</sub><i>k</i>)");
    case ScoreFunction::dot:
        return QStringLiteral("<i>q</i>·<i>k</i>");
    case ScoreFunction::general:
        return QStringLiteral("<i>q</i><sup>T</sup>W<i>k</i>");
    case ScoreFunction::scaled_dot:
        return QStringLiteral("<i>q</i>·<i>k</i> / √d<sub>k</sub>");
    case ScoreFunction::cosine:
        return QStringLiteral("β <i>q</i>·<i>k</i> / (‖<i>q</i>‖‖<i>k</i>‖)");
    }
    return {};
}

QString number(double value) {
    return numberText(value, digits).toHtmlEscaped();
}

// "0.7071 + 0 − 0.2", for few terms.
QString sumOf(const VectorD& terms) {
    QString text;
    for (Index i = 0; i < terms.size(); ++i) {
        if (i == 0)
            text = number(terms(i));
        else
            text += (terms(i) < 0 ? QStringLiteral(" − ") : QStringLiteral(" + ")) + number(std::abs(terms(i)));
    }
    return text;
}

// Of what only comes near softmax: the score that its features imply.
QString impliedScoreLine(const CellExplanation& cell) {
    return QStringLiteral("<i>e</i> = ln(φ(<i>q</i>)·φ(<i>k</i>))<br>&nbsp;&nbsp;= ") + statedNumber(cell.score);
}

QString scoreLines(const CellExplanation& cell) {
    QString text = QStringLiteral("<i>e</i> = ") + symbolOf(cell.function);
    if (cell.terms.size() > 0 && cell.terms.size() <= mostWrittenTerms)
        text += QStringLiteral("<br>&nbsp;&nbsp;= ") + sumOf(cell.terms);
    return text + QStringLiteral("<br>&nbsp;&nbsp;= ") + statedNumber(cell.score);
}

// "e/τ" with its numbers.
QString dividedScore(const CellExplanation& cell, const QString& score) {
    const double tau = cell.normalizer.temperature;
    return tau == 1 ? score : QStringLiteral("%1 / %2").arg(score, number(tau));
}

QString softmaxLine(const CellExplanation& cell) {
    const QString minus = cell.rowMaximum < 0 ? QStringLiteral(" + ") : QStringLiteral(" − ");
    const QString difference = number(cell.score) + minus + number(std::abs(cell.rowMaximum));
    const double tau = cell.normalizer.temperature;
    return QStringLiteral("<i>α</i> = exp(%1) / %2")
        .arg(tau == 1 ? difference : QStringLiteral("(%1) / %2").arg(difference, number(tau)),
             number(cell.denominator));
}

QString weightLine(const CellExplanation& cell) {
    switch (cell.normalizer.kind) {
    case NormalizerKind::softmax:
        return softmaxLine(cell);
    case NormalizerKind::sparsemax:
        return QStringLiteral("<i>α</i> = max(%1 − (%2), 0)")
            .arg(dividedScore(cell, number(cell.score)), number(cell.threshold));
    case NormalizerKind::entmax15:
        return QStringLiteral("<i>α</i> = max(%1 − (%2), 0)²")
            .arg(dividedScore(cell, number(cell.score) + QStringLiteral(" / 2")), number(cell.threshold));
    case NormalizerKind::hardmax:
        return CellSection::tr("<i>α</i>: 1, shared by the largest scores of the row");
    }
    return {};
}

} // namespace

QString statedNumber(double value) {
    if (!std::isfinite(value) || value == 0)
        return exactNumberText(value);
    const double size = std::abs(value);
    if (size < 1e-5 || size >= 1e9)
        return numberText(value, 11);
    QString text = QString::number(value, 'f', 10);
    while (text.endsWith(QLatin1Char('0')))
        text.chop(1);
    if (text.endsWith(QLatin1Char('.')))
        text.chop(1);
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

QString formulaText(const Inspected& inspected) {
    if (!inspected.computed()) {
        const double value = inspected.panel.source->value(inspected.cell);
        const files::Panel& panel = inspected.panel.panel;
        const QString name = panel.kind == files::PanelKind::weights ? QStringLiteral("<i>α</i>")
                             : files::isSigned(panel.kind)           ? valueName(inspected.session, panel)
                                                                     : panelTitle(inspected.panel).toHtmlEscaped();
        return QStringLiteral("%1 = <b>%2</b>").arg(name, statedNumber(value).toHtmlEscaped());
    }
    const bool exact = inspected.session.problem.approximation.isExact();
    const CellExplanation cell =
        attention::explainCell(*inspected.panel.attention, *inspected.panel.projected, *inspected.panel.panel.score,
                               *inspected.panel.parameters, inspected.normalizer(), inspected.cell);
    QString text = (exact ? scoreLines(cell) : impliedScoreLine(cell)) + QStringLiteral("<br>");
    if (cell.emptyRow)
        text += CellSection::tr("<i>α</i>: this row allows no key, so its weights are 0");
    else if (!cell.allowed)
        text += CellSection::tr("<i>α</i>: the mask forbids this key, so its weight is exactly 0");
    else
        text += weightLine(cell);
    return text + QStringLiteral("<br>&nbsp;&nbsp;= <b>%1</b>").arg(statedNumber(cell.alpha));
}

} // namespace heedmap
