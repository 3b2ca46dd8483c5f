#include "ui/heatmap/lines_picture.h"

#include "ui/heatmap/heatmap_words.h"
#include "ui/heatmap/token_labels.h"
#include "ui/settings/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr double thinnest = 0.1;
constexpr double swatch = 14; // of the legend
constexpr double chipPadding = 6;
constexpr double gap = 8;
constexpr double widestRun = 520; // of the lines from left to right
constexpr double comfortableStep = 32;

bool showsSomething(const PanelPicture& panel) {
    return panel.source && panel.notice.isEmpty();
}

// Than the first series, whose tokens stand beside the lines.
bool hasOtherTokens(const PanelPicture& panel, const PanelPicture& first) {
    const auto differ = [](const QStringList& a, const QStringList& b) {
        return !a.isEmpty() && !b.isEmpty() && a != b;
    };
    return differ(panel.rowLabels, first.rowLabels) || differ(panel.columnLabels, first.columnLabels);
}

// The natural width of a chip: the swatch, the title, the remark.
double chipWidth(const PanelPicture& panel, const QFont& font) {
    const double remark = panel.remark.isEmpty() ? 0 : gap + QFontMetricsF(font).horizontalAdvance(panel.remark);
    return std::ceil(swatch + gap + QFontMetricsF(titleFont(font)).horizontalAdvance(panel.title) + remark +
                     2 * chipPadding);
}

// Chips one after the other, in as many lines as are needed. Returns the height that they take.
double placeLegend(const LinesPicture& picture, const QRectF& area, const QFont& font, std::vector<QRectF>& chips) {
    if (picture.series.size() == 1 && picture.series.front().title.isEmpty())
        return 0;
    const double height = std::ceil(QFontMetricsF(titleFont(font)).height()) + chipPadding;
    QPointF at = area.topLeft();
    for (const PanelPicture& panel : picture.series) {
        const double width = std::min(chipWidth(panel, font), area.width());
        if (at.x() > area.left() && at.x() + width > area.right())
            at = {area.left(), at.y() + height + 2};
        chips.push_back({at.x(), at.y(), width, height});
        at.rx() += width + 4;
    }
    return chips.empty() ? 0 : at.y() + height - area.top() + gap;
}

double tokenWidth(const QStringList& labels, Index count, const QString& head, const QFont& font, double most) {
    const QFontMetricsF metrics(font);
    const double label = std::min(widestLabel(labels, count, metrics, most), most);
    return std::ceil(std::max(label, std::min(metrics.horizontalAdvance(head), most))) + labelGap;
}

QColor generated(int which, bool dark) {
    const double turn = std::fmod(0.13 + which * 0.61803398875, 1.0); // hues far apart
    return QColor::fromHsvF(static_cast<float>(turn), dark ? 0.55F : 0.75F, dark ? 0.9F : 0.7F);
}

} // namespace

QColor lineColor(int which, bool dark) {
    static const QColor onLight[] = {{0x2f, 0x6f, 0xc4}, {0xc9, 0x6a, 0x12}, {0x14, 0x85, 0x6b},
                                     {0x8e, 0x4e, 0xb8}, {0xb8, 0x33, 0x4f}, {0x7a, 0x75, 0x12}};
    static const QColor onDark[] = {{0x6d, 0xa8, 0xf0}, {0xf0, 0x9a, 0x4a}, {0x4c, 0xc4, 0xa4},
                                    {0xc0, 0x8c, 0xea}, {0xf0, 0x7c, 0x92}, {0xc8, 0xc0, 0x50}};
    static_assert(std::size(onLight) == std::size(onDark));
    if (which < static_cast<int>(std::size(onLight)))
        return (dark ? onDark : onLight)[which];
    return generated(which, dark);
}

LinesPicture makeLines(const files::Session& session, std::vector<PanelPicture> panels, bool dark) {
    LinesPicture picture;
    picture.dark = dark;
    const bool pair = !session.showsMatrices() && session.problem.kind == attention::ProblemKind::cross;
    picture.sources = pair ? Heatmap::tr("source (keys)") : Heatmap::tr("keys");
    picture.targets = pair ? Heatmap::tr("target (queries)") : Heatmap::tr("queries");
    for (PanelPicture& panel : panels) {
        const bool fits =
            picture.series.empty() || (panel.rows() == picture.rows() && panel.columns() == picture.columns());
        if (showsSomething(panel) && fits && picture.series.size() < mostLineSeries) {
            if (!picture.series.empty() && hasOtherTokens(panel, picture.series.front()))
                panel.remark +=
                    (panel.remark.isEmpty() ? QString() : QStringLiteral(" · ")) + Heatmap::tr("the tokens differ");
            picture.series.push_back(std::move(panel));
        } else if (!panel.notice.isEmpty() && picture.series.empty()) {
            picture.notice = panel.notice;
        }
    }
    if (!picture.series.empty())
        picture.notice.clear();
    if (std::max(picture.rows(), picture.columns()) > heatmap::mostLineTokens)
        picture.notice =
            Heatmap::tr("Lines are drawn for up to %1 tokens a side, and this is %2 × %3. The heatmap shows it.")
                .arg(heatmap::mostLineTokens)
                .arg(picture.rows())
                .arg(picture.columns());
    picture.hidden.resize(picture.series.size());
    return picture;
}

double lineWidth(const LinesPicture& picture, const heatmap::LineGeometry& geometry, Cell cell, int which) {
    const auto index = static_cast<std::size_t>(which);
    const PanelPicture& panel = picture.series[index];
    if (picture.hidden[index] || panel.drawn->mark(cell) != attention::Mark::number)
        return 0;
    const double position = std::clamp(panel.style.range.position(panel.drawn->value(cell)), 0.0, 1.0);
    const double width = position * geometry.widest();
    return width < thinnest ? 0 : width;
}

double leastDrawn(const LinesPicture& picture, const heatmap::LineGeometry& geometry) {
    return picture.series.front().style.range.valueAt(thinnest / geometry.widest());
}

LinesLayout layoutLines(const LinesPicture& picture, const QRectF& area, const QFont& font) {
    LinesLayout layout;
    layout.area = area;
    if (picture.series.empty())
        return layout;
    const QFontMetricsF metrics(font);
    const double legend = placeLegend(picture, area, font, layout.legend);
    const double head = std::ceil(metrics.height()) + gap / 2;
    const QRectF below = area.adjusted(0, legend + head, 0, 0);
    const double most = std::min(area.width() / 3, metrics.height() * 9);
    const double left = tokenWidth(picture.series.front().columnLabels, picture.columns(), picture.sources, font, most);
    const double right = tokenWidth(picture.series.front().rowLabels, picture.rows(), picture.targets, font, most);
    const double run = std::clamp(below.width() - left - right, 40.0, widestRun);
    layout.geometry = {picture.rows(),
                       picture.columns(),
                       static_cast<int>(picture.series.size()),
                       {below.left() + left, below.top(), run, std::max(1.0, below.height())}};
    layout.sources = {below.left(), below.top(), left, below.height()};
    layout.targets = {below.left() + left + run, below.top(), right, below.height()};
    layout.heads = {below.left(), below.top() - head, left + run + right, head};
    return layout;
}

QSizeF naturalLinesSize(const LinesPicture& picture, const QFont& font) {
    constexpr double run = 300;
    const double most = QFontMetricsF(font).height() * 9;
    double width = run;
    if (!picture.series.empty())
        width += tokenWidth(picture.series.front().columnLabels, picture.columns(), picture.sources, font, most) +
                 tokenWidth(picture.series.front().rowLabels, picture.rows(), picture.targets, font, most);
    std::vector<QRectF> chips;
    const double legend = placeLegend(picture, {0, 0, width, 0}, font, chips);
    const double tokens =
        comfortableStep * static_cast<double>(std::max<Index>({picture.rows(), picture.columns(), 4}));
    return {width, legend + QFontMetricsF(font).height() + gap + tokens};
}

} // namespace heedmap
