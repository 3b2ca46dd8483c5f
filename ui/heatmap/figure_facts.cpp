// What a figure shows and what is said of it.
#include "core/heatmap/farthest.h"
#include "core/session/consistency.h"
#include "core/session/shown_tokens.h"
#include "ui/base/error_text.h"
#include "ui/base/mask_text.h"
#include "ui/base/numbers.h"
#include "ui/heatmap/figure.h"
#include "ui/heatmap/figure_grid.h"
#include "ui/heatmap/heatmap_words.h"

#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr Index pooledSize = 512; // larger matrices hardly ever have a pixel for every cell

const PanelResult* firstShown(const Results& results) {
    const auto shown =
        std::ranges::find_if(results, [](const PanelResult& result) { return result.source != nullptr; });
    return shown == results.end() ? nullptr : &*shown;
}

QString sizeFact(const Results& results) {
    const files::Session& session = results.session();
    const PanelResult* first = firstShown(results);
    if (!first)
        return {};
    const bool sameSize = std::ranges::all_of(results, [&](const PanelResult& result) {
        return !result.source || (result.rows() == first->rows() && result.columns() == first->columns());
    });
    const QString size = Heatmap::tr("%1 × %2").arg(first->rows()).arg(first->columns());
    if (!session.showsMatrices())
        return QStringLiteral("α ") + size;
    const QString count = results.size() == 1 ? QString() : Heatmap::tr("%1 matrices").arg(results.size());
    if (!sameSize)
        return count;
    return count.isEmpty() ? size : count + QStringLiteral(", ") + size;
}

QString normalizerName(attention::NormalizerKind kind) {
    switch (kind) {
    case attention::NormalizerKind::sparsemax:
        return Heatmap::tr("sparsemax");
    case attention::NormalizerKind::entmax15:
        return Heatmap::tr("1.5-entmax");
    case attention::NormalizerKind::hardmax:
        return Heatmap::tr("hard max");
    default:
        return Heatmap::tr("softmax");
    }
}

QString scaleName(heatmap::Scale scale) {
    switch (scale) {
    case heatmap::Scale::log:
        return Heatmap::tr("logarithmic");
    case heatmap::Scale::sqrt:
        return Heatmap::tr("square root");
    case heatmap::Scale::rank:
        return Heatmap::tr("rank in row");
    default:
        return Heatmap::tr("linear");
    }
}

void addProblemFacts(QStringList& facts, const attention::Problem& problem) {
    facts.append(Heatmap::tr("%1, τ = %2")
                     .arg(normalizerName(problem.normalizer.kind), numberText(problem.normalizer.temperature, 4)));
    facts.append(problem.mask.allowsEverything() ? Heatmap::tr("mask none")
                                                 : Heatmap::tr("mask %1").arg(maskText(problem.mask)));
}

// How far what comes near softmax is from it: in each panel where they differ.
QString approximationFact(const attention::Problem& problem, const Results& results) {
    if (problem.approximation.isExact())
        return {};
    QStringList errors;
    for (const PanelResult& result : results) {
        if (result.approximationError && result.approximationError->weights.totalVariation)
            errors.append(numberText(*result.approximationError->weights.totalVariation));
    }
    const QString method = problem.approximation.kind == attention::ApproximationKind::linear
                               ? Heatmap::tr("linear attention (elu + 1)")
                               : Heatmap::tr("Performer (%1 features)")
                                     .arg(problem.approximation.featuresFor(files::sizesOf(problem).queryDimension));
    if (errors.isEmpty())
        return method;
    return Heatmap::tr("%1, off softmax by a total variation of %2").arg(method, errors.join(QStringLiteral(", ")));
}

QString rangeFact(const Results& results) {
    const files::Session& session = results.session();
    const auto& ranges = results.ranges;
    QString scale = scaleName(session.picture.scale);
    std::optional<heatmap::ValueRange> shared;
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!results[i].source)
            continue;
        if (shared && !(*shared == ranges[i]))
            return Heatmap::tr("range of each panel its own, %1").arg(scale);
        shared = ranges[i];
    }
    if (!shared)
        return {};
    scale = scaleName(shared->scale);
    const int digits = digitsToTellApart(shared->low, shared->high);
    const QString limits =
        Heatmap::tr("range %1 … %2").arg(numberText(shared->low, digits), numberText(shared->high, digits));
    const heatmap::RangeSpec& spec = session.picture.range;
    if (session.picture.rangeWithoutFirst && spec.kind != heatmap::RangeSpec::Kind::fixed)
        scale = Heatmap::tr("%1, without the first key", "scale, what the range follows").arg(scale);
    if (spec.kind != heatmap::RangeSpec::Kind::percentile)
        return Heatmap::tr("%1, %2", "range, scale").arg(limits, scale);
    return Heatmap::tr("%1 (percentiles %2 % … %3 %), %4", "range, low and high percentile, scale")
        .arg(limits, numberText(spec.low), numberText(spec.high), scale);
}

struct GoldKinds {
    bool sure = false;
    bool possible = false;
};
GoldKinds goldIn(const std::vector<PanelPicture>& panels) {
    GoldKinds kinds;
    for (const PanelPicture& panel : panels) {
        for (const GoldLink& link : panel.gold)
            (link.sure ? kinds.sure : kinds.possible) = true;
    }
    return kinds;
}

QString goldFact(const std::vector<PanelPicture>& panels) {
    const GoldKinds gold = goldIn(panels);
    if (!gold.sure && !gold.possible)
        return {};
    if (!gold.possible)
        return Heatmap::tr("outlined: gold links");
    return Heatmap::tr("outlined: gold links, dashed where only possible");
}

QString linesFact(const std::vector<PanelPicture>& panels) {
    const GoldKinds gold = goldIn(panels);
    QStringList facts{Heatmap::tr("width of a line: its weight")};
    if (gold.possible)
        facts.append(Heatmap::tr("thin dark lines: gold links, dashed where only possible"));
    else if (gold.sure)
        facts.append(Heatmap::tr("thin dark lines: gold links"));
    return facts.join(QStringLiteral(" · "));
}

} // namespace

QString poolingText(heatmap::Pooling pooling) {
    if (pooling == heatmap::farthest)
        return Heatmap::tr("value farthest from 0 of the cells below a pixel");
    return pooling == heatmap::Pooling::max ? Heatmap::tr("largest value of the cells below a pixel")
                                            : Heatmap::tr("mean of the cells below a pixel");
}

QString poolingText(const Figure& figure) {
    QStringList texts;
    for (const PanelPicture& panel : figure.panels)
        texts.append(poolingText(panel.style.pooling));
    texts.removeDuplicates();
    return texts.isEmpty() ? poolingText(heatmap::Pooling::max) : texts.join(QStringLiteral(" · "));
}

QString factsLine(const Results& results) {
    const files::Session& session = results.session();
    QStringList facts{sizeFact(results)};
    if (!session.showsMatrices())
        addProblemFacts(facts, session.problem);
    if (!session.showsMatrices())
        facts.append(approximationFact(session.problem, results));
    for (const Phrase& words : wordsOf(session.shown))
        facts.append(phraseInWords(words));
    facts.append(rangeFact(results));
    for (const PanelResult& result : results) {
        const bool isSigned = files::isSigned(result.panel.kind);
        const QString text = poolingText(heatmap::poolingFor(session.picture.pooling, isSigned));
        if (std::max(result.rows(), result.columns()) > pooledSize && !facts.contains(text))
            facts.append(text);
    }
    facts.removeAll(QString());
    return facts.join(QStringLiteral(" · "));
}

Figure makeFigure(const Results& results, bool dark, int columns) {
    const files::Session& session = results.session();
    Figure figure;
    figure.dark = dark;
    figure.title = QString::fromStdString(session.picture.title);
    figure.scale = session.picture.scale;
    figure.font = QGuiApplication::font();
    figure.font.setPixelSize(13); // the same picture whatever the screen's resolution
    const auto& ranges = results.ranges;
    for (std::size_t i = 0; i < results.size(); ++i) {
        figure.panels.push_back(makePicture(session, results[i], ranges[i], dark));
        figure.sharedRange = figure.sharedRange && ranges[i] == ranges.front() &&
                             figure.panels[i].style.map == figure.panels.front().style.map;
    }
    if (!session.gold.empty())
        std::ranges::for_each(figure.panels, [](PanelPicture& panel) { panel.remarkBelow = !panel.remark.isEmpty(); });
    const auto count = static_cast<double>(std::max<std::size_t>(1, figure.panels.size()));
    figure.columns = columns > 0 ? columns : isCompact(figure) ? gridColumns(figure.panels) : 0;
    if (figure.columns == 0)
        figure.columns = static_cast<int>(std::ceil(std::sqrt(count)));
    if (session.picture.drawing == files::Drawing::lines)
        figure.lines = makeLines(session, figure.panels, dark);
    const bool lines = figure.lines && figure.lines->hasLines();
    QStringList facts{factsLine(results), lines               ? linesFact(figure.panels)
                                          : isCompact(figure) ? QString()
                                                              : goldFact(figure.panels)};
    facts.removeAll(QString());
    figure.caption = facts.join(QStringLiteral(" · "));
    return figure;
}

} // namespace heedmap
