#include "ui/compare/color_bars.h"

#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"
#include "ui/heatmap/color_bar.h"
#include "ui/settings/theme.h"

#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace heedmap {

namespace {

// What colors mean, for which there is one bar.
struct BarOf {
    heatmap::ValueRange range;
    heatmap::ColorMap map;
    QString label;
    files::Quantity quantity = files::Quantity::weight;
    bool operator==(const BarOf&) const = default;
};

// A bar and the panels that it is of.
struct Bar {
    BarOf of;
    ColorBarPicture picture;
    std::vector<std::shared_ptr<const attention::AlphaSource>> sources{};
    double smallest = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
};

BarOf barOf(const Results& results, std::size_t panel) {
    const files::Panel& which = results[panel].panel;
    return {results.ranges[panel], colorMapOf(results.session(), which), valueName(results.session(), which),
            files::quantityOf(which.kind)};
}

void gather(Bar& bar, const PanelResult& result) {
    if (!result.pyramid)
        return;
    ColorBarPicture& picture = bar.picture;
    const heatmap::ValueSummary& summary = result.pyramid->summary();
    for (std::size_t mark = 1; mark < 5; ++mark) {
        if (summary.counts[mark] > 0)
            picture.marks =
                static_cast<heatmap::MarkSet>(picture.marks | heatmap::setOf(static_cast<attention::Mark>(mark)));
    }
    if (summary.count(attention::Mark::number) == 0)
        return;
    picture.clippedBelow = picture.clippedBelow || summary.smallest < picture.range.low;
    picture.clippedAbove = picture.clippedAbove || summary.largest > picture.range.high;
    bar.smallest = std::min(bar.smallest, summary.smallest);
    bar.largest = std::max(bar.largest, summary.largest);
    bar.sources.push_back(result.drawn);
}

} // namespace

ColorBars::ColorBars(Document* document, ViewState* state, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , state_(state)
    , column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(8);
    column_->addStretch();
    countSoon_.setSingleShot(true);
    countSoon_.setInterval(150);
    connect(&countSoon_, &QTimer::timeout, this, &ColorBars::countNumbers);
    connect(state_, &ViewState::cursorChanged, this, &ColorBars::showChosen);
}

void ColorBars::setHeight(int height) {
    constexpr int least = 120;
    for (ColorBar* bar : std::as_const(bars_))
        bar->setMaximumHeight(std::max(least, height / static_cast<int>(bars_.size())));
}

// One bar for each quantity and range on screen: that of the active panel, and those of the panels that are colored
// otherwise, while there is room for them.
void ColorBars::show(bool none, std::optional<int> only) {
    constexpr std::size_t mostBars = 3;
    const Results& results = document_->results();
    std::vector<Bar> shown;
    const auto active = static_cast<std::size_t>(std::max(0, state_->activePanel()));
    for (std::size_t i = 0; i < results.size() && !none; ++i) {
        const BarOf own = barOf(results, i);
        auto bar = std::ranges::find(shown, own, &Bar::of);
        if (bar == shown.end()) {
            // Panels that each have a range of their own would be a bar each: then only the active one's is there.
            const bool room = shown.size() < mostBars && (!only || static_cast<std::size_t>(*only) == i);
            if (!room && i != active)
                continue;
            if (shown.size() == mostBars)
                shown.pop_back();
            shown.push_back({own, {own.range, own.map, own.label, false, false, 0, theme().dark}});
            bar = shown.end() - 1;
        }
        gather(*bar, results[i]);
    }
    while (bars_.size() > static_cast<qsizetype>(shown.size()))
        delete bars_.takeLast();
    while (bars_.size() < static_cast<qsizetype>(shown.size())) {
        auto* bar = new ColorBar(this);
        connect(bar, &ColorBar::clicked, this, &ColorBars::colorSettingsRequested);
        connect(bar, &ColorBar::rangeChanged, this, [this](double low, double high, int step) {
            document_->changePicture(
                tr("Range: %1 … %2").arg(numberText(low), numberText(high)),
                [low, high](files::PictureSettings& picture) {
                    picture.range = {heatmap::RangeSpec::Kind::fixed, low, high};
                },
                QStringLiteral("range %1").arg(step));
        });
        connect(bar, &ColorBar::fitRequested, this, [this] {
            document_->changePicture(tr("Fit the range to the data"),
                                     [](files::PictureSettings& picture) { picture.range = {}; });
        });
        column_->insertWidget(static_cast<int>(bars_.size()), bar, 1000);
        bars_.append(bar);
    }
    std::vector<Sources> sources;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        ColorBar* bar = bars_[static_cast<qsizetype>(i)];
        bar->setPicture(shown[i].picture);
        if (shown[i].smallest <= shown[i].largest)
            bar->setData(shown[i].smallest, shown[i].largest);
        // The range of differences follows from that of weights and stays even about 0.
        bar->setAdjustable(shown[i].of.quantity == files::Quantity::weight &&
                           shown[i].of.range.scale == heatmap::Scale::linear);
        sources.push_back(std::move(shown[i].sources));
    }
    std::vector<std::pair<double, double>> axes;
    for (const ColorBar* bar : std::as_const(bars_))
        axes.push_back(bar->axis());
    const bool others = sources != counted_ || axes != axes_;
    counted_ = std::move(sources);
    axes_ = std::move(axes);
    showChosen();
    if (others)
        countSoon_.start();
}

// Off the window's thread, once nothing more is edited: a picture never waits for it.
void ColorBars::countNumbers() {
    constexpr std::size_t bins = 64;
    counting_.start(
        [sources = counted_, axes = axes_](const std::stop_token& stop, const auto&) {
            std::vector<heatmap::Histogram> histograms(sources.size());
            for (std::size_t i = 0; i < sources.size(); ++i) {
                if (axes[i].first < axes[i].second)
                    histograms[i] = heatmap::histogramOf(sources[i], axes[i].first, axes[i].second, bins, stop);
            }
            return histograms;
        },
        [this](const std::vector<heatmap::Histogram>& histograms) {
            for (qsizetype i = 0; i < bars_.size() && i < static_cast<qsizetype>(histograms.size()); ++i)
                bars_[i]->setHistogram(histograms[static_cast<std::size_t>(i)]);
        });
}

// The value of the cursor's cell in the active panel, on the bar that the panel has.
void ColorBars::showChosen() {
    const Results& results = document_->results();
    const auto active = static_cast<std::size_t>(std::max(0, state_->activePanel()));
    const std::optional<Cell> cursor = state_->cursor();
    for (qsizetype i = 0; i < bars_.size(); ++i) {
        std::optional<double> value;
        if (active < results.size() && cursor && results[active].drawn && cursor->row < results[active].rows() &&
            cursor->column < results[active].columns()) {
            const auto& drawn = results[active].drawn;
            const Sources& own = counted_[static_cast<std::size_t>(i)];
            if (std::ranges::find(own, drawn) != own.end() && drawn->mark(*cursor) == attention::Mark::number)
                value = drawn->value(*cursor);
        }
        bars_[i]->setChosen(value);
    }
}

} // namespace heedmap
