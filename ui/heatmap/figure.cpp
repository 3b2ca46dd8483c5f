#include "ui/heatmap/figure.h"

#include "ui/base/numbers.h"
#include "ui/heatmap/color_bar.h"
#include "ui/heatmap/figure_grid.h"
#include "ui/heatmap/heatmap_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr double figureMargin = 16;
constexpr double space = 24;      // between panels
constexpr double tightSpace = 4;  // between the panels of a compact grid
constexpr double barSpace = 16;   // between the panels and the bar
constexpr double leastSide = 300; // of the natural size
constexpr double mostSide = 2000;
constexpr double leastBarHeight = 120;

QFont headFont(const QFont& font) {
    QFont head = titleFont(font);
    head.setPixelSize(static_cast<int>(std::lround(QFontInfo(font).pixelSize() * 1.2)));
    return head;
}

QFont smallFont(const QFont& font) {
    QFont small = font;
    small.setPixelSize(std::max(6, static_cast<int>(std::lround(QFontInfo(font).pixelSize() * 0.85))));
    return small;
}

struct Frames {
    QRectF title;
    QRectF panels;
    QRectF bar; // null: one a panel
    QRectF caption;
};

bool hasPicture(const PanelPicture& panel) {
    return panel.source && panel.notice.isEmpty();
}

double captionHeight(const Figure& figure, const QString& caption, double width) {
    if (caption.isEmpty())
        return 0;
    const QRectF room(0, 0, width, 1e6);
    return std::ceil(QFontMetricsF(smallFont(figure.font)).boundingRect(room, Qt::TextWordWrap, caption).height());
}

Frames framesOf(const Figure& figure, const QRectF& area, const QString& caption) {
    Frames frames;
    QRectF rest = area.adjusted(figureMargin, figureMargin, -figureMargin, -figureMargin);
    if (!figure.title.isEmpty()) {
        const double height = std::ceil(QFontMetricsF(headFont(figure.font)).height());
        frames.title = {rest.left(), rest.top(), rest.width(), height};
        rest.setTop(rest.top() + height + 12);
    }
    const double below = captionHeight(figure, caption, rest.width());
    if (below > 0) {
        frames.caption = {rest.left(), rest.bottom() - below, rest.width(), below};
        rest.setBottom(frames.caption.top() - 12);
    }
    if (!figure.lines && figure.sharedRange && std::ranges::any_of(figure.panels, hasPicture)) {
        const double width = colorBarWidth(smallFont(figure.font));
        frames.bar = {rest.right() - width, rest.top(), width, rest.height()};
        rest.setRight(frames.bar.left() - barSpace);
    }
    frames.panels = rest;
    return frames;
}

// What the bar has to explain: the marks that occur and whether numbers lie beyond its ends.
void gather(ColorBarPicture& bar, const PanelPicture& panel) {
    if (!hasPicture(panel) || !panel.pyramid)
        return;
    const heatmap::ValueSummary& summary = panel.pyramid->summary();
    for (const auto mark : {attention::Mark::masked, attention::Mark::nan, attention::Mark::positiveInfinity,
                            attention::Mark::negativeInfinity}) {
        if (summary.count(mark) > 0)
            bar.marks = static_cast<heatmap::MarkSet>(bar.marks | heatmap::setOf(mark));
    }
    if (summary.count(attention::Mark::number) == 0)
        return;
    bar.clippedBelow = bar.clippedBelow || panel.style.range.position(summary.smallest) < 0;
    bar.clippedAbove = bar.clippedAbove || panel.style.range.position(summary.largest) > 1;
}

ColorBarPicture barOf(const Figure& figure, std::span<const PanelPicture> panels) {
    ColorBarPicture bar;
    const auto first = std::ranges::find_if(panels, hasPicture);
    if (first != panels.end()) {
        bar.range = first->style.range;
        bar.map = first->style.map;
        bar.label = first->valueName;
    }
    bar.dark = figure.dark;
    for (const PanelPicture& panel : panels)
        gather(bar, panel);
    return bar;
}

void paintBar(QPainter& painter, const Figure& figure, std::span<const PanelPicture> panels, const QRectF& area) {
    const PanelColors colors = panelColors(figure.dark);
    paintColorBar(painter, barOf(figure, panels), area, smallFont(figure.font), colors.text, colors.dimText);
}

// What the picture left out.
struct Omitted {
    bool labels = false;
    double below = 0;   // lines: weights smaller than this
    bool cells = false; // some share a pixel
};

Omitted paintOne(QPainter& painter, const Figure& figure, const PanelPicture& panel, QRectF area, CellsAs cellsAs) {
    const PanelColors colors = panelColors(figure.dark);
    if (!figure.sharedRange) {
        const double width = colorBarWidth(smallFont(figure.font));
        const double head = panel.title.isEmpty() ? 0 : QFontMetricsF(titleFont(figure.font)).height() + 8;
        if (hasPicture(panel))
            paintBar(painter, figure, {&panel, 1},
                     {area.right() - width, area.top() + head, width, area.height() - head});
        area.setRight(area.right() - width - barSpace);
    }
    const PanelLayout layout = layoutPanel(panel, area, figure.font);
    const double ratio = cellsAs == CellsAs::pixels ? painter.deviceTransform().m11() : 1;
    const heatmap::CellGeometry geometry = geometryFor(panel, layout, ratio);
    Omitted omitted;
    omitted.labels = paintPanel(painter, panel, layout, geometry, figure.font, colors, cellsAs);
    omitted.cells = hasPicture(panel) && geometry.cellWidth * ratio < 1;
    return omitted;
}

void paintEdgeTitles(QPainter& painter, const Figure& figure, const FigureGrid& grid) {
    const QFont font = smallFont(figure.font);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(panelColors(figure.dark).dimText);
    for (qsizetype row = 0; row < grid.rowTitles.size(); ++row) {
        const QRectF cell = grid.panelArea(static_cast<int>(row), 0);
        painter.drawText(QRectF(cell.left() - grid.left, cell.top(), grid.left - 6, cell.height()),
                         Qt::AlignRight | Qt::AlignVCenter, grid.rowTitles[row]);
    }
    for (qsizetype column = 0; column < grid.columnTitles.size(); ++column) {
        const QRectF cell = grid.panelArea(0, static_cast<int>(column));
        painter.drawText(QRectF(cell.left() - 20, cell.top() - grid.top, cell.width() + 40, metrics.height()),
                         Qt::AlignHCenter | Qt::AlignTop, grid.columnTitles[column]);
    }
}

// A compact panel: cells only, its title above where the edges do not say it.
Omitted paintCompact(QPainter& painter, const Figure& figure, const PanelPicture& panel, QRectF area, bool titled,
                     CellsAs cellsAs) {
    PanelPicture bare = panel;
    bare.labels = files::Visibility::off;
    bare.values = files::Visibility::off;
    bare.remark.clear();
    bare.gold.clear();
    if (!titled)
        bare.title.clear();
    Figure plain;
    plain.dark = figure.dark;
    plain.font = smallFont(figure.font);
    return paintOne(painter, plain, bare, area, cellsAs);
}

Omitted paintLinesIn(QPainter& painter, const Figure& figure, const QRectF& area) {
    const LinesLayout layout = layoutLines(*figure.lines, area, figure.font);
    Omitted omitted;
    omitted.labels = paintLines(painter, *figure.lines, layout, figure.font);
    if (figure.lines->hasLines())
        omitted.below = leastDrawn(*figure.lines, layout.geometry);
    return omitted;
}

Omitted paintPanels(QPainter& painter, const Figure& figure, const QRectF& area, CellsAs cellsAs) {
    if (figure.lines)
        return paintLinesIn(painter, figure, area);
    FigureGrid grid = gridOf(figure);
    const bool compact = isCompact(figure);
    grid.place(area, compact ? tightSpace : space, smallFont(figure.font));
    if (compact)
        paintEdgeTitles(painter, figure, grid);
    Omitted omitted;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const QRectF panel = grid.panelArea(static_cast<int>(i));
        const Omitted one =
            compact ? paintCompact(painter, figure, figure.panels[i], panel, grid.rowTitles.isEmpty(), cellsAs)
                    : paintOne(painter, figure, figure.panels[i], panel, cellsAs);
        omitted.labels = omitted.labels || one.labels;
        omitted.cells = omitted.cells || one.cells;
    }
    return omitted;
}

QString completed(const Figure& figure, const Omitted& omitted) {
    QStringList facts;
    if (!figure.caption.isEmpty())
        facts.append(figure.caption);
    if (omitted.cells && !figure.caption.contains(poolingText(figure)))
        facts.append(poolingText(figure));
    if (omitted.labels)
        facts.append(Heatmap::tr("not every label is shown"));
    if (omitted.below > 0)
        facts.append(Heatmap::tr("without weights below %1").arg(numberText(omitted.below, 2)));
    return facts.join(QStringLiteral(" · "));
}

// Room for a caption as long as it may become, so that what is found out while painting moves nothing.
QString longestCaption(const Figure& figure) {
    if (figure.lines)
        return completed(figure, {true, 0.00011, false});
    const bool pooled = std::ranges::any_of(
        figure.panels, [](const PanelPicture& panel) { return std::max(panel.rows(), panel.columns()) > 256; });
    const bool crowded = !isCompact(figure) && std::ranges::any_of(figure.panels, [](const PanelPicture& panel) {
        return std::max(panel.rowLabels.size(), panel.columnLabels.size()) > 12;
    });
    return completed(figure, {.labels = crowded, .cells = pooled});
}

} // namespace

void paintFigure(QPainter& painter, const Figure& figure, const QRectF& area, CellsAs cellsAs) {
    const PanelColors colors = panelColors(figure.dark);
    const Frames frames = framesOf(figure, area, longestCaption(figure));
    painter.save();
    painter.fillRect(area, figure.dark ? colors.canvas : QColor(Qt::white));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    if (!frames.title.isNull()) {
        painter.setFont(headFont(figure.font));
        painter.setPen(colors.text);
        painter.drawText(
            frames.title, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(headFont(figure.font)).elidedText(figure.title, Qt::ElideRight, frames.title.width()));
    }
    const Omitted omitted = paintPanels(painter, figure, frames.panels, cellsAs);
    if (!frames.bar.isNull())
        paintBar(painter, figure, figure.panels, frames.bar);
    if (!frames.caption.isNull()) {
        painter.setFont(smallFont(figure.font));
        painter.setPen(colors.dimText);
        painter.drawText(frames.caption, Qt::TextWordWrap, completed(figure, omitted));
    }
    painter.restore();
}

namespace {

// What the cells of a panel of this width come down to, with all that stands above them.
double heightAt(const PanelPicture& picture, double width, double most, const QFont& font) {
    const PanelLayout layout = layoutPanel(picture, QRectF(0, 0, width, most), font);
    const heatmap::CellGeometry geometry = geometryFor(picture, layout);
    return std::min(most, std::ceil(layout.cells.top() + geometry.cellHeight * static_cast<double>(geometry.rows)));
}

QSizeF naturalPanelsSize(const Figure& figure) {
    const bool compact = isCompact(figure);
    FigureGrid grid = gridOf(figure);
    QSizeF panel(0, 0);
    for (const PanelPicture& picture : figure.panels)
        panel = panel.expandedTo(naturalPanelSize(picture, figure.font, compact));
    const double bar = colorBarWidth(smallFont(figure.font)) + barSpace;
    if (!figure.sharedRange)
        panel.rwidth() += bar;
    // Where the page is too narrow for that, cells become smaller, and the panels lower with them.
    const double most = mostSide - 2 * figureMargin - (figure.sharedRange ? bar : 0);
    const double wide = grid.sizeFor(panel, space, smallFont(figure.font)).width();
    if (!compact && wide > most) {
        const double width = std::floor(panel.width() - (wide - most) / grid.columns);
        const double own = figure.sharedRange ? 0 : bar;
        double height = 0;
        for (const PanelPicture& picture : figure.panels)
            height = std::max(height, heightAt(picture, width - own, panel.height(), figure.font));
        panel = {width, height > 0 ? height : panel.height()};
    }
    QSizeF size = grid.sizeFor(panel, compact ? tightSpace : space, smallFont(figure.font));
    if (figure.sharedRange) {
        size.rwidth() += bar;
        size.setHeight(std::max(size.height(), leastBarHeight));
    }
    return size;
}

} // namespace

QSizeF naturalSize(const Figure& figure) {
    QSizeF size = figure.lines ? naturalLinesSize(*figure.lines, figure.font) : naturalPanelsSize(figure);
    size.setWidth(std::clamp(std::ceil(size.width() + 2 * figureMargin), leastSide, mostSide));
    const double caption = captionHeight(figure, longestCaption(figure), size.width() - 2 * figureMargin);
    const double title = figure.title.isEmpty() ? 0 : std::ceil(QFontMetricsF(headFont(figure.font)).height()) + 12;
    size.rheight() += 2 * figureMargin + title + (caption > 0 ? caption + 12 : 0);
    size.setHeight(std::clamp(std::ceil(size.height()), leastSide / 2, mostSide));
    return size;
}

} // namespace heedmap
